/* Files that appear together: after an error all are the old ones, after a commit all are the new ones, and they are on
 * the disk. Add all, commit, destroy.
 *
 * If the process is killed while it commits, each file is an old or a new one, and whole. If one of them names the
 * others (a .gltf) and is added as the index with a version for between, then what it names is always of one set, too.
 * A set of files that exist needs room for both. Its functions block signals as hone_file_write does. */
#ifndef HONE_SRC_BASE_FILES_FILE_SET_H
#define HONE_SRC_BASE_FILES_FILE_SET_H

#include <hone/io.h>

typedef struct hone_file_set hone_file_set;

/* Makes an empty set. allocator: NULL is malloc. Errors: MEMORY. */
hone_file_set *hone_file_set_create(const hone_allocator *allocator, hone_error *error);

/* Writes data[size] under a temporary name, as hone_file_write does. The set keeps it open: a process may have about
 * 1,000 files open.
 *
 * path: of the finished file.
 * meanwhile: NULL, or the name that the index's version for between has for it: no file has this name, and none will
 * when the commit is done. Returns false if it was not added; then the set is as it was. Errors: IO (the message has no
 * path), ARGUMENT (the set has a file of this name), MEMORY. */
bool hone_file_set_add(hone_file_set *set, const char *path, const char *meanwhile, const void *data, size_t size,
                       hone_error *error);

/* Adds a file that names others, which are added before it. It gets its name when they have theirs.
 *
 * meanwhile: the same file, but naming the others by their names for between; it is in its place while those change. If
 * it is NULL, there is no old index, or the others that exist do not change. Returns and errors: as hone_file_set_add.
 */
bool hone_file_set_add_index(hone_file_set *set, const char *path, const hone_bytes *data, const hone_bytes *meanwhile,
                             hone_error *error);

/* Gives all files their names, and waits for the disk. After a failure those that had them are put back. A set is
 * committed once. Returns whether all files are complete. Errors: IO (the message begins with the path of the file that
 * failed). */
bool hone_file_set_commit(hone_file_set *set, hone_error *error);

/* Files that were not committed disappear. NULL is allowed. */
void hone_file_set_destroy(hone_file_set *set);

#endif
