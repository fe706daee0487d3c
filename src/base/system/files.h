/* Files and folders of the operating system. Paths are UTF-8. On failure the functions set errno. */
#ifndef HONE_SRC_BASE_SYSTEM_FILES_H
#define HONE_SRC_BASE_SYSTEM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HONE_NAME_SIZE = 1024 }; /* bytes of the longest name in a folder, its NUL included */

/* ---- paths ---- */

/* Whether a character separates folders; on Windows '/' and '\\' do. */
bool hone_is_separator(char c);

/* Returns the length of what is above all folders of an absolute path: "/", or on Windows "C:/" or "//"; 0: the path is
 * relative. */
size_t hone_path_root(const char *path);

/* Returns the name at the end of a path. */
const char *hone_path_name(const char *path);

/* Returns the real path of a file or folder: absolute, with '/' between folders, with links resolved and, where case
 * does not matter, in the spelling of the disk. To be freed with free. NULL: there is none. */
char *hone_path_real(const char *path);

/* ---- files ---- */

typedef enum hone_file_kind {
    HONE_FILE_NONE, /* there is none, or it cannot be examined: see errno */
    HONE_FILE_REGULAR,
    HONE_FILE_FOLDER,
    HONE_FILE_OTHER
} hone_file_kind;

hone_file_kind hone_path_kind(const char *path);
hone_file_kind hone_path_kind_of_link(const char *path); /* a link is OTHER, whatever it leads to */

/* Opens a file for reading; it never blocks. Returns a descriptor, which other processes that are started do not get;
 * -1: failed. */
int hone_file_open(const char *path);
void hone_file_close(int file);

/* Returns the kind of an open file, and its size. */
hone_file_kind hone_file_examine(int file, uint64_t *size);

/* Read or write at most `size` bytes. Returns how many; 0: at the end; -1: failed. */
ptrdiff_t hone_file_get(int file, void *data, size_t size);
ptrdiff_t hone_file_put(int file, const void *data, size_t size);

/* Reads at most `size` bytes at an offset. The file is not used for anything else. */
ptrdiff_t hone_file_get_at(int file, void *data, size_t size, uint64_t at);

/* ---- folders ---- */

/* Opens a folder; "" is the working directory. NULL: failed. */
typedef struct hone_folder hone_folder;
hone_folder *hone_folder_open(const char *path);
const char *hone_folder_next(hone_folder *folder); /* valid until the next call; NULL: no more */
void hone_folder_close(hone_folder *folder);

#endif
