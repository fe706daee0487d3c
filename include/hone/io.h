/** io: helpers for readers, writers and tools. Setting errors, whole files, growing bytes, JSON, numbers as text, and
 * text in other encodings.
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

/** Sets the error "WHAT must not be NULL", unless `error` is already set: then the NULL is the result of that failure,
 * which stays reported.
 *
 * what: the name of the parameter.
 * Returns: always false.
 * Errors: sets ARGUMENT.
 */
HONE_API bool hone_fail_null(hone_error *error, const char *what);

/** Sets the error "out of memory".
 *
 * Returns: always false.
 * Errors: sets MEMORY.
 */
HONE_API bool hone_fail_memory(hone_error *error);

/** Sets the error "WHAT: REASON".
 *
 * number: a value of errno, which gives the reason.
 * Returns: always false.
 * Errors: sets IO.
 */
HONE_API bool hone_fail_system(hone_error *error, const char *what, int number);

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

/** Reads a stream, such as a pipe, to its end.
 *
 * file: descriptor, at its current place; stays open.
 * max_size: the most bytes.
 * allocator: of the bytes; NULL: malloc.
 * out: release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was read.
 * Errors: IO (also for more bytes; the message has no path), MEMORY.
 */
HONE_API bool hone_stream_read(int file, size_t max_size, const hone_allocator *allocator, hone_bytes *out,
                               hone_error *error);

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
 * Cost: waits for the disk; for many files that can be made again, use drafts.
 */
HONE_API bool hone_file_write(const char *path, const void *data, size_t size, hone_error *error);

/** A file that is written piece by piece and appears in one step. */
typedef struct hone_file_draft {
    int file;                       /**< file descriptor to write to; -1: none */
    bool exists;                    /**< whether the draft replaces a file */
    unsigned mode;                  /**< mode of the finished file */
    char path[HONE_PATH_SIZE];      /**< of the finished file, symbolic links resolved */
    char temporary[HONE_PATH_SIZE]; /**< in the same folder */
} hone_file_draft;

/** Opens the temporary file of a draft. Commit or discard the draft afterwards; no signal is blocked meanwhile.
 *
 * draft: out.
 * path: of the finished file.
 * Returns: whether it was opened; otherwise there is nothing to discard.
 * Errors: IO (the message has no path).
 */
HONE_API bool hone_file_draft_begin(hone_file_draft *draft, const char *path, hone_error *error);

/** Closes the temporary file of a draft and renames it to the path. After a failure it is removed. It does not wait for
 * the disk: after a loss of power the file may be empty.
 *
 * Returns: whether the file is complete.
 * Errors: IO.
 */
HONE_API bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error);

/** Closes and removes the temporary file of a draft. Does nothing if draft->file is -1. */
HONE_API void hone_file_draft_discard(hone_file_draft *draft);

/** Removes the temporary files that this process has open, of drafts, sets and hone_file_write: for a signal handler
 * that ends the process afterwards. It may be called in a signal handler, by any thread. It does not touch what is
 * complete. On Windows the system removes them in any case; on other systems without /proc they stay until
 * hone_file_remove_abandoned removes them. */
HONE_API void hone_file_remove_open_drafts(void);

/** Files that appear together: after an error all are the old ones, after a commit all are the new ones, and they are
 * on the disk. Add all, commit, destroy.
 *
 * If the process is killed while it commits, each file is an old or a new one, and whole. If one of them names the
 * others (a .gltf) and is added as the index with a version for between, then what it names is always of one set, too.
 * A set of files that exist needs room for both. Its functions block signals as hone_file_write does. */
typedef struct hone_file_set hone_file_set;

/** Makes an empty set.
 *
 * allocator: NULL: malloc.
 * Returns: the set; NULL: failed.
 * Errors: MEMORY.
 */
HONE_API hone_file_set *hone_file_set_create(const hone_allocator *allocator, hone_error *error);

/** Writes a file under a temporary name, as hone_file_write does. The set keeps it open: a process may have about 1,000
 * files open.
 *
 * path: of the finished file.
 * meanwhile: NULL, or the name that the index's version for between has for it: no file has this name, and none will
 * when the commit is done.
 * data: [size].
 * Returns: whether it was added. Otherwise the set is as it was.
 * Errors: IO (the message has no path), ARGUMENT (the set has a file of this name), MEMORY.
 */
HONE_API bool hone_file_set_add(hone_file_set *set, const char *path, const char *meanwhile, const void *data,
                                size_t size, hone_error *error);

/** Adds a file that names others, which are added before it. It gets its name when they have theirs.
 *
 * path, data: of the finished file.
 * meanwhile: the same file, but naming the others by their names for between; it is in its place while those change.
 * If it is NULL, there is no old index, or the others that exist do not change.
 * Returns: whether it was added. Otherwise the set is as it was.
 * Errors: IO, ARGUMENT, MEMORY, as hone_file_set_add.
 */
HONE_API bool hone_file_set_add_index(hone_file_set *set, const char *path, const hone_bytes *data,
                                      const hone_bytes *meanwhile, hone_error *error);

/** Gives all files their names. After a failure those that had them are put back. A set is committed once.
 *
 * Returns: whether all files are complete.
 * Errors: IO (the message begins with the path of the file that failed).
 * Cost: waits for the disk.
 */
HONE_API bool hone_file_set_commit(hone_file_set *set, hone_error *error);

/** Destroys a set. Files that were not committed disappear. NULL is allowed. */
HONE_API void hone_file_set_destroy(hone_file_set *set);

/** Removes the temporary files that hone_file_write and drafts of killed processes have left in a folder.
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
    /** Reads the file. path: as the model has it. Returns false with an error if it is missing or refused. */
    bool (*read)(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);
    void *user; /**< passed to read */
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

/** Finds the file that hone_file_resolver_in_folder and hone_file_resolver_anywhere read.
 *
 * folder: of the model; "" is the current folder.
 * path: as the model has it.
 * anywhere: as hone_file_resolver_anywhere; otherwise as hone_file_resolver_in_folder.
 * real: out: its path on disk, absolute, with symbolic links resolved; unchanged on failure.
 * Returns: whether there is such a file.
 * Errors: IO (not found, or refused), ARGUMENT (NULL).
 */
HONE_API bool hone_model_file_find(const char *folder, const char *path, bool anywhere, char real[HONE_PATH_SIZE],
                                   hone_error *error);

/* ---- growing bytes ------------------------------------------------------------------------------------------- */

/** Bytes that grow as they are written, little-endian. After a failed allocation each later write does nothing and
 * `failed` stays set, so that a program can write a whole file and check once, in hone_writer_finish. */
typedef struct hone_writer {
    hone_bytes bytes; /**< what is written so far */
    bool failed;      /**< whether an allocation has failed */
} hone_writer;

/** Returns an empty writer, which has no memory yet.
 *
 * allocator: NULL: malloc.
 */
HONE_API hone_writer hone_writer_make(const hone_allocator *allocator);

/** Appends bytes.
 *
 * data: [size].
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_bytes(hone_writer *writer, const void *data, size_t size);

/** Appends zero bytes.
 *
 * size: how many.
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_zeros(hone_writer *writer, size_t size);

/** Appends an unsigned integer of 8 bits.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_u8(hone_writer *writer, uint8_t value);

/** Appends an unsigned integer of 16 bits.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_u16(hone_writer *writer, uint16_t value);

/** Appends an unsigned integer of 32 bits.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_u32(hone_writer *writer, uint32_t value);

/** Appends a signed integer of 32 bits.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_i32(hone_writer *writer, int32_t value);

/** Appends a float of 32 bits.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_f32(hone_writer *writer, float value);

/** Appends floats of 32 bits.
 *
 * values: [count].
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_write_floats(hone_writer *writer, const float *values, size_t count);

/** Hands the bytes over to the caller. The writer is empty afterwards.
 *
 * out: release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether all writes succeeded.
 * Errors: MEMORY.
 */
HONE_API bool hone_writer_finish(hone_writer *writer, hone_bytes *out, hone_error *error);

/* ---- hashes -------------------------------------------------------------------------------------------------- */

/** Returns a hash of bytes, never 0, which is the same on every machine: to tell whether two files have the same
 * content. It is not meant to withstand somebody who makes two contents of one hash on purpose.
 *
 * bytes: [size]; NULL if size is 0.
 */
HONE_API uint64_t hone_hash(const void *bytes, size_t size);

/* ---- JSON ---------------------------------------------------------------------------------------------------- */

/** Writes JSON. Objects and arrays nest; commas, line feeds and escapes are added, two spaces a level. Numbers are the
 * shortest that read back the same, in any locale; NaN and infinity become null. */
typedef struct hone_json {
    hone_writer *out; /**< where the text goes */
    uint32_t depth;   /**< open objects and arrays */
    uint32_t flat;    /**< depth of the outermost array that is written on one line; 0: none */
    bool first;       /**< whether the innermost object or array is still empty */
    bool after_key;   /**< whether the next value belongs to the key just written */
} hone_json;

/** Returns a JSON writer.
 *
 * out: must outlive it.
 */
HONE_API hone_json hone_json_make(hone_writer *out);

/** Begins an object: "{".
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_object(hone_json *json);

/** Begins an array, with one element on each line: "[".
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_array(hone_json *json);

/** Begins an array that is written on one line: "[".
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_flat_array(hone_json *json);

/** Ends the innermost object or array, with a line feed after the outermost.
 *
 * bracket: '}' or ']'.
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_end(hone_json *json, char bracket);

/** Writes the key of the value that follows, in an object.
 *
 * key: UTF-8.
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_key(hone_json *json, const char *key);

/** Writes a string. Ill-formed parts become U+FFFD.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_string(hone_json *json, const char *utf8);

/** Writes the shortest number that reads back as the same double.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_number(hone_json *json, double value);

/** Writes the shortest number that reads back as the same float.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_float(hone_json *json, float value);

/** Writes an integer.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_integer(hone_json *json, uint64_t value);

/** Writes true or false.
 *
 * hone_writer_finish reports a failed allocation.
 */
HONE_API void hone_json_bool(hone_json *json, bool value);

/* ---- numbers as text, in any locale -------------------------------------------------------------------------- */

/** Bytes of the longest text of a number, its NUL included. */
enum { HONE_NUMBER_SIZE = 32 };

/** Writes the shortest text that reads back as the same float; if there are several, the nearest one: "0.1", "-0",
 * "1e-7", "nan", "inf", "-inf".
 *
 * out: [HONE_NUMBER_SIZE]; a NUL is added.
 * Returns: the length of the text.
 */
HONE_API size_t hone_text_from_float(float value, char *out);

/** Writes the shortest text that reads back as the same double, as hone_text_from_float.
 *
 * out: [HONE_NUMBER_SIZE]; a NUL is added.
 * Returns: the length of the text.
 */
HONE_API size_t hone_text_from_double(double value, char *out);

/** Reads the decimal number at the front of a text: a sign, digits with a point among them, an exponent. 1e400 is
 * infinite. Spaces in front, hexadecimal numbers and "inf" are not accepted.
 *
 * text: [size].
 * out: the nearest double; untouched if there is no number.
 * Returns: the bytes that the number takes; 0 if there is none.
 */
HONE_API size_t hone_float_parse(const char *text, size_t size, double *out);

/* ---- text in other encodings --------------------------------------------------------------------------------- */

/** The byte order mark of UTF-8, with which programs of Windows begin texts.
 *
 * text: [size].
 * Returns: how many bytes to skip: 3, or 0 if the text does not begin with the mark.
 */
HONE_API size_t hone_utf8_mark(const void *text, size_t size);

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
