/* Lists the files of a folder, on Windows. */
#include "base/system/files.h"
#include "base/system/wide.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

struct hone_folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool begun; /* whether `found` was returned */
    char name[HONE_NAME_SIZE];
};

/* Starts a search for all that is in a folder. */
static HANDLE begin(const char *path, WIN32_FIND_DATAW *found)
{
    static const char all[] = "/*";
    size_t length = strlen(path);
    char *pattern = malloc(length + sizeof all);
    wchar_t *wide = pattern ? hone_wide_path(strcat(strcpy(pattern, path), all)) : NULL;
    HANDLE search = wide ? FindFirstFileW(wide, found) : INVALID_HANDLE_VALUE;
    if (wide && search == INVALID_HANDLE_VALUE)
        hone_set_errno();
    free(wide);
    free(pattern);
    return search;
}

hone_folder *hone_folder_open(const char *path)
{
    hone_folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        return NULL;
    folder->search = begin(path[0] ? path : ".", &folder->found);
    if (folder->search != INVALID_HANDLE_VALUE)
        return folder;
    free(folder);
    return NULL;
}

const char *hone_folder_next(hone_folder *folder)
{
    if (folder->begun && !FindNextFileW(folder->search, &folder->found))
        return NULL;
    folder->begun = true;
    hone_narrow(folder->found.cFileName, folder->name, sizeof folder->name);
    return folder->name;
}

void hone_folder_close(hone_folder *folder)
{
    FindClose(folder->search);
    free(folder);
}
