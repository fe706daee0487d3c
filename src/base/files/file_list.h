/* Finds a file among others by a path that was written elsewhere, as on disk (file_resolver.c): in archives, and in
 * memory. */
#ifndef HONE_SRC_BASE_FILES_FILE_LIST_H
#define HONE_SRC_BASE_FILES_FILE_LIST_H

#include <hone/io.h>

/* Files whose paths have "/" between folders, without a leading "/", "." or "..". */
typedef struct hone_file_list {
    uint32_t count;
    const char *(*path)(const void *user, uint32_t index);
    const void *user;
} hone_file_list;

/* Finds a file by its path: with the same case first, then in any case, then without what Windows ignores. Returns its
 * index; HONE_NONE: there is none. */
int32_t hone_file_list_find(const hone_file_list *list, const char *path);

/* Finds the file that a path or an end of it names in a folder of the list, or its name alone in the folder's
 * "textures". folder: "" is the whole list. */
int32_t hone_file_list_find_in(const hone_file_list *list, const char *folder, const char *path);

#endif
