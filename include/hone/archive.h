/** archive: reads .zip archives, as models and motions are downloaded.
 *
 * An archive is opened by its path or from memory; its entries are listed, and unpacked one at a time. Names are UTF-8,
 * or what the archive's author used: CP932 (Japanese Windows) or GBK (Chinese Windows), which is guessed from all names
 * of the archive. Nothing is ever written to disk, and no entry leads out of the archive. Damaged entries, encrypted
 * ones, and those that would unpack to far more than a model needs are refused with one sentence. Source:
 * docs/formats.md.
 *
 * Loading a model with its textures from an archive:
 * ```c
 * hone_model *load(const char *path, hone_error *error)
 * {
 *     hone_archive *archive = hone_archive_open(path, NULL, error);
 *     int32_t at = hone_archive_find(archive, "model/doll.pmx");
 *     hone_bytes bytes = {0};
 *     hone_model *model = NULL;
 *     if (at != HONE_NONE && hone_archive_read(archive, (uint32_t)at, NULL, &bytes, error))
 *         model = hone_model_load_memory(bytes.data, bytes.size, NULL, error);
 *     hone_bytes_release(&bytes);
 *     hone_archive_close(archive);
 *     return model;
 * }
 * ```
 */
#ifndef HONE_ARCHIVE_H
#define HONE_ARCHIVE_H

#include <hone/base.h>
#include <hone/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An open archive. One thread at a time may use it. */
typedef struct hone_archive hone_archive;

/** A file in an archive. Folders have no entry. */
typedef struct hone_archive_entry {
    const char *path; /**< UTF-8, with "/" between folders; without a leading "/", "." or ".." */
    uint64_t size;    /**< bytes when unpacked */
    bool encrypted;   /**< whether it needs a password: it cannot be read */
} hone_archive_entry;

/** Settings of hone_archive_open. */
typedef struct hone_archive_desc {
    uint64_t max_entry_size;         /**< the most bytes of an entry when unpacked; 0: 1 GiB */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_archive_desc;

/** Tells whether bytes begin as a .zip does.
 *
 * bytes: [size].
 * Returns: whether they do.
 */
HONE_API bool hone_archive_detect(const void *bytes, size_t size);

/** Tells whether compressed entries can be read.
 *
 * Returns: false if both libdeflate and zlib were missing at build time; then only stored entries are read.
 */
HONE_API bool hone_compressed_zip_available(void);

/** Opens an archive.
 *
 * path: a regular file. It stays open until the archive is closed.
 * desc: NULL: defaults.
 * Returns: the archive, to be closed with hone_archive_close; NULL on failure.
 * Errors: IO, FORMAT, UNSUPPORTED (in several parts), MEMORY, ARGUMENT (NULL); the message begins with the path.
 * Cost: reads the list of entries.
 */
HONE_API hone_archive *hone_archive_open(const char *path, const hone_archive_desc *desc, hone_error *error);

/** Opens an archive in memory.
 *
 * bytes: [size]; must outlive the archive.
 * desc: NULL: defaults.
 * Returns: the archive, to be closed with hone_archive_close; NULL on failure.
 * Errors: FORMAT, UNSUPPORTED, MEMORY, ARGUMENT (NULL).
 */
HONE_API hone_archive *hone_archive_open_memory(const void *bytes, size_t size, const hone_archive_desc *desc,
                                                hone_error *error);

/** Closes an archive. NULL is allowed. */
HONE_API void hone_archive_close(hone_archive *archive);

/** Returns how many entries an archive has; 0 if `archive` is NULL. Entries with names that lead out of the archive,
 * and folders, do not count. */
HONE_API uint32_t hone_archive_count(const hone_archive *archive);

/** Returns an entry, valid as long as the archive.
 *
 * index: below hone_archive_count.
 */
HONE_API const hone_archive_entry *hone_archive_entry_at(const hone_archive *archive, uint32_t index);

/** Finds an entry by its path. Slashes and backslashes both separate; a path with the same case is preferred, otherwise
 * letters match in any case.
 *
 * Returns: its index; HONE_NONE if there is none, or if `archive` is NULL.
 */
HONE_API int32_t hone_archive_find(const hone_archive *archive, const char *path);

/** Unpacks an entry.
 *
 * allocator: of the bytes; NULL: malloc.
 * out: release it with hone_bytes_release. Zeroed on failure.
 * Returns: whether it was unpacked.
 * Errors: FORMAT (damaged), UNSUPPORTED (encrypted, another method, larger than allowed), IO, MEMORY, ARGUMENT (NULL,
 * no such entry). The message does not begin with the path.
 */
HONE_API bool hone_archive_read(hone_archive *archive, uint32_t index, const hone_allocator *allocator, hone_bytes *out,
                                hone_error *error);

/** A folder of an archive. */
typedef struct hone_archive_folder {
    hone_archive *archive; /**< must outlive the resolver */
    const char *path;      /**< of the folder; "": the whole archive */
} hone_archive_folder;

/** Returns a resolver of the files in an archive: paths are relative to the folder, and may lead to other folders of
 * the archive with "..". A file that is not where the path says is looked for by its name alone, in the folder and in
 * its folder "textures", as hone_file_resolver_in_folder does.
 *
 * folder: must outlive the resolver.
 */
HONE_API hone_file_resolver hone_archive_files(const hone_archive_folder *folder);

#ifdef __cplusplus
}
#endif
#endif
