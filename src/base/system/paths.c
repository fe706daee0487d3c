/* The last name of a path. */
#include "base/system/files.h"

const char *hone_path_name(const char *path)
{
    const char *name = path + hone_path_root(path);
    for (const char *c = name; *c; c++)
        if (hone_is_separator(*c))
            name = c + 1;
    return name;
}
