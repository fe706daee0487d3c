/** memory_files: files that a program has in memory, or in a storage of its own, found as on disk: for what was dropped
 * on a page, downloaded, or packed by an engine.
 *
 * Loading a model with its textures from such files:
 * ```c
 * hone_model *load(const hone_memory_file *files, uint32_t count, uint32_t model, hone_error *error)
 * {
 *     char path[HONE_PATH_SIZE] = "";
 *     hone_path_folder(files[model].path, path);
 *     const hone_memory_folder folder = {.files = files, .file_count = count, .path = path};
 *     const hone_file_resolver beside = hone_file_resolver_in_memory(&folder);
 *     return hone_model_load_memory(files[model].bytes, files[model].size, &(hone_load_desc){.files = &beside}, error);
 * }
 * ```
 */
#ifndef HONE_MEMORY_FILES_H
#define HONE_MEMORY_FILES_H

#include <hone/base.h>
#include <hone/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A file in memory. */
typedef struct hone_memory_file {
    const char *path;  /**< UTF-8, with "/" between folders; without a leading "/", "." or ".." */
    const void *bytes; /**< [size]; NULL: not there yet, so reading it fails */
    size_t size;       /**< bytes */
} hone_memory_file;

/** A folder of files in memory. */
typedef struct hone_memory_folder {
    const hone_memory_file *files; /**< [file_count] all files, also those of other folders */
    uint32_t file_count;           /**< how many there are */
    const char *path;              /**< of the folder; NULL or "": the one that contains all */
} hone_memory_folder;

/** Finds a file by a path as a model has it: separators, case, and what Windows ignores do not matter; a path may lead
 * to other folders with "..". A file that is not where the path says is looked for by ever shorter ends of it, and by
 * its name in the folder's "textures", as hone_file_resolver_in_folder does. For programs that read a file when it is
 * needed.
 *
 * Returns: its index; HONE_NONE if there is none, or for NULL.
 */
HONE_API int32_t hone_memory_file_find(const hone_memory_folder *folder, const char *path);

/** Returns a resolver of files in memory, which are found as hone_memory_file_find does. It copies what it reads.
 *
 * folder: must outlive the resolver, as its files.
 */
HONE_API hone_file_resolver hone_file_resolver_in_memory(const hone_memory_folder *folder);

#ifdef __cplusplus
}
#endif
#endif
