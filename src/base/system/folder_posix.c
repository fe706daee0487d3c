/* Lists the files of a folder, on POSIX. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "base/system/files.h"
#include <dirent.h>

/* A DIR by another name. */
hone_folder *hone_folder_open(const char *path)
{
    return (hone_folder *)opendir(path[0] ? path : ".");
}

const char *hone_folder_next(hone_folder *folder)
{
    const struct dirent *entry = readdir((DIR *)folder);
    return entry ? entry->d_name : NULL;
}

void hone_folder_close(hone_folder *folder)
{
    closedir((DIR *)folder);
}
