/** io: setting errors, whole files, the files that a file names, hashes, and text in other encodings.
 */
#ifndef HONE_IO_H
#define HONE_IO_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- setting errors ------------------------------------------------------------------------------------------ */

/** Sets an error: for callbacks, and for programs that report their own failures in the same way.
 *
 * error: may be NULL.
 * at: as in hone_error.
 * format: of printf. The message is cut at the size of the field, and its control characters are escaped.
 * Returns: always false, so that a function can end with `return hone_fail(...)`.
 * Errors: sets `code`.
 */
HONE_PRINTF(4, 5)
HONE_API bool hone_fail(hone_error *error, hone_code code, uint64_t at, const char *format, ...);

/** Sets the error "out of memory".
 *
 * Returns: always false.
 * Errors: sets MEMORY.
 */
HONE_API bool hone_fail_memory(hone_error *error);

/** Puts "NAME: " before the message of an error. A long name is cut at its front.
 *
 * error: may be NULL.
 * name: usually the path of a file.
 */
HONE_API void hone_error_prefix(hone_error *error, const char *name);

/* ---- bytes --------------------------------------------------------------------------------------------------- */

/** Bytes that hone allocated: a file that was read or is to be written. Release them with hone_bytes_release. All zero:
 * empty. */
typedef struct hone_bytes {
    uint8_t *data;            /**< [size] */
    size_t size;              /**< bytes in use */
    size_t capacity;          /**< bytes allocated */
    hone_allocator allocator; /**< where they come from */
} hone_bytes;

/** Frees bytes and zeroes the struct. NULL and zeroed bytes are allowed. */
HONE_API void hone_bytes_release(hone_bytes *bytes);

/* ---- whole files --------------------------------------------------------------------------------------------- */

/** Bytes of the longest path that is opened, its NUL included. */
enum { HONE_PATH_SIZE = 4096 };

/** Reads a regular file. It never blocks on a pipe or a device.
 *
 * path: the file.
 * allocator: NULL: malloc.
 * out: the bytes; release them with hone_bytes_release.
 * Returns: whether it was read.
 * Errors: IO (also for a file that grows or shrinks meanwhile; the message has no path), MEMORY.
 */
HONE_API bool hone_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/** Writes a file in one step: other programs see the old file or the whole new file, which is on the disk when the
 * function returns (fsync of file and folder), so that it outlasts a loss of power.
 *
 * It writes to a temporary (".NAME.hone-MACHINE-XXXXXX") in the same folder and renames it. The new file has the mode
 * of the file that it replaces, otherwise 0666 less the umask. A symbolic link is followed, not replaced. A file that
 * may not be written, or that is not a regular file, is left alone. Until the temporary is renamed or removed, the
 * calling thread blocks SIGINT, SIGTERM, SIGHUP and SIGXFSZ; a program with more threads must make sure that no other
 * thread takes them.
 * data: [size].
 * Returns: whether it was written. Otherwise the old file is there, unless its file system has no hard links and the
 * disk failed after the new one had got its name.
 * Errors: IO (the message has no path).
 * Cost: waits for the disk.
 */
HONE_API bool hone_file_write(const char *path, const void *data, size_t size, hone_error *error);

/** Removes the temporary files that this process has open, of hone_file_write and of films: for a signal handler that
 * ends the process afterwards. It may be called in a signal handler, by any thread. It does not touch what is
 * complete. On Windows the system removes them in any case; on other systems without /proc they stay until
 * hone_file_remove_abandoned removes them. */
HONE_API void hone_file_remove_open_drafts(void);

/** Removes the temporary files that hone_file_write and films of killed processes have left in a folder.
 *
 * Only files of this user and this machine are removed, and only if no process holds their lock (flock); a living
 * process does until its file has its name. On file systems without such locks nothing is removed.
 * folder: "" is the working directory.
 * Returns: the number of removed files.
 * What cannot be read or removed stays.
 * Cost: reads the folder.
 */
HONE_API uint32_t hone_file_remove_abandoned(const char *folder);

/** Writes "FOLDER" of "FOLDER/NAME", or "" if the path has no folder.
 *
 * folder: out.
 * Returns: false if the folder is longer than a path that can be opened.
 */
HONE_API bool hone_path_folder(const char *path, char folder[HONE_PATH_SIZE]);

/* ---- files that a file names --------------------------------------------------------------------------------- */

/** Finds the textures and buffers that a model file refers to. */
typedef struct hone_file_resolver {
    /** Reads the file. path: as the model has it. Returns false with an error if it is missing or refused. NULL: there
     * are no files. */
    bool (*read)(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);
    void *user; /**< passed to read */
    /** Decodes the pictures that hone does not decode itself, those inside of models, too (image.h). NULL: they are
     * refused. */
    const struct hone_image_decoder *decoder;
} hone_file_resolver;

/** Returns a resolver of the files below a folder. Slashes and backslashes both separate, and letters match in any
 * case. A path never leads out of the folder. A file that is not where the path says is looked for by its name alone,
 * in the folder and in its folder "textures".
 *
 * folder: must outlive the resolver; "" is the current folder.
 */
HONE_API hone_file_resolver hone_file_resolver_in_folder(const char *folder);

/** Returns the same resolver, but paths may lead out of the folder, or begin at the root: for files whose author is
 * trusted.
 *
 * folder: must outlive the resolver; "" is the current folder.
 */
HONE_API hone_file_resolver hone_file_resolver_anywhere(const char *folder);

/** Finds a file by a path that was written on another computer, as projects of MMD have them
 * ("C:\\MMD\\UserFile\\Model\\a.pmx").
 *
 * The whole path is tried below the folder, its parent and the parent of that; then its end without the first component
 * ("UserFile/Model/a.pmx"), and so on to the name alone. Last, the name is searched for
 * in the folders below the folder, four deep; of several files the first in byte order is taken. Separators and case
 * are treated as by hone_file_resolver_in_folder.
 * folder: "" is the current folder.
 * found: out: the path of a regular file; undefined if none was found.
 * Returns: whether there is one.
 * Errors: IO (the message has no path), ARGUMENT (NULL).
 * Cost: reads at most 20,000 entries of folders.
 */
HONE_API bool hone_file_find(const char *folder, const char *path, char found[HONE_PATH_SIZE], hone_error *error);

/** Returns a resolver that finds files as hone_file_find does.
 *
 * folder: must outlive the resolver; "" is the current folder.
 */
HONE_API hone_file_resolver hone_file_resolver_in_project(const char *folder);

/* ---- hashes -------------------------------------------------------------------------------------------------- */

/** Returns a hash of bytes, never 0, which is the same on every machine: to tell whether two files have the same
 * content. It is not meant to withstand somebody who makes two contents of one hash on purpose.
 *
 * bytes: [size]; NULL if size is 0.
 */
HONE_API uint64_t hone_hash(const void *bytes, size_t size);

/* ---- text in other encodings --------------------------------------------------------------------------------- */

/** Tells whether a text is valid UTF-8.
 *
 * text: [size].
 * Returns: whether it is.
 */
HONE_API bool hone_utf8_is_valid(const char *text, size_t size);

/** Converts UTF-16LE to UTF-8, without a NUL. Each part that cannot be converted becomes U+FFFD. An odd last byte is
 * ignored.
 *
 * text: [size] bytes.
 * out: 3 bytes for each UTF-16 unit suffice.
 * lossy: set to true if something could not be converted, never cleared; NULL: not wanted.
 * Returns: the bytes written.
 */
HONE_API size_t hone_utf8_from_utf16(const uint8_t *text, size_t size, char *out, bool *lossy);

/** Converts UTF-8 to UTF-16LE, without a NUL. Each part that cannot be converted becomes U+FFFD.
 *
 * text: [size] bytes.
 * out: 2 bytes for each byte of UTF-8 suffice.
 * lossy: set to true if something could not be converted, never cleared; NULL: not wanted.
 * Returns: the bytes written.
 */
HONE_API size_t hone_utf16_from_utf8(const char *text, size_t size, uint8_t *out, bool *lossy);

/** Converts CP932 (Microsoft's Shift-JIS) to UTF-8, without a NUL. Each part that cannot be converted becomes U+FFFD. A
 * lone lead byte at the end is dropped. The single bytes that Shift-JIS does not use (80, a0, fd, fe, ff) are converted
 * as Windows does, and hone_cp932_from_utf8 restores them.
 *
 * text: [size] bytes.
 * out: 3 bytes for each byte of CP932 suffice.
 * lossy: set to true if something could not be converted, never cleared; NULL: not wanted.
 * Returns: the bytes written.
 */
HONE_API size_t hone_utf8_from_cp932(const uint8_t *text, size_t size, char *out, bool *lossy);

/** Converts UTF-8 to CP932, without a NUL. Each part that cannot be converted becomes '?'. If a character has several
 * codes, the one that Windows writes is taken.
 *
 * text: [size] bytes.
 * out: at most a byte for each byte of UTF-8.
 * out_size: the text is cut at so many bytes, perhaps inside a character, as MMD cuts it. A cut alone is not lossy.
 * lossy: set to true if something could not be converted, never cleared; NULL: not wanted.
 * Returns: the bytes written.
 */
HONE_API size_t hone_cp932_from_utf8(const char *text, size_t size, uint8_t *out, size_t out_size, bool *lossy);

#ifdef __cplusplus
}
#endif
#endif
