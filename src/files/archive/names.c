#include "files/archive/names.h"

#include <string.h>

/* ---- paths ----------------------------------------------------------------------------------------------------- */

bool hone_archive_clean_path(char *path)
{
    size_t written = 0;
    if (path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':'))
        return false;
    for (char *at = path; *at;) {
        size_t length = strcspn(at, "/\\");
        bool last = at[length] == '\0', up = length == 2 && at[0] == '.' && at[1] == '.';
        if (up || (last && length == 0))
            return false;
        if (length > 0 && !(length == 1 && at[0] == '.')) {
            memmove(path + written, at, length);
            written += length;
            if (!last)
                path[written++] = '/';
        }
        at += length + !last;
    }
    bool folder = written == 0 || path[written - 1] == '/';
    path[written] = '\0';
    for (size_t i = 0; i < written; i++)
        if ((unsigned char)path[i] < 0x20 || path[i] == 0x7f)
            return false;
    return !folder;
}
