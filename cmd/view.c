/* hone view: replaces this process by the viewer's own program, hone-view, so that this one need not link the window
 * libraries. */
#include "cmd/commands.h"
#include "tool/messages/report.h"
#include "tool/options/view_options.h"
#include "tool/system/system.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds "FOLDER/hone-view" beside this program. False: the system does not report the program's path. */
static bool find_beside(char path[HONE_PATH_SIZE])
{
    char self[HONE_PATH_SIZE], folder[HONE_PATH_SIZE];
    return system_program(self) && hone_path_folder(self, folder) &&
           snprintf(path, HONE_PATH_SIZE, "%s/hone-view", folder) < HONE_PATH_SIZE;
}

bool view_find(char path[HONE_PATH_SIZE])
{
    bool found = find_beside(path) && system_is_program(path);
    if (!found)
        path[0] = '\0';
    return found;
}

static bool become(const char *path, int count, char **arguments, hone_error *error)
{
    static char version[] = VIEW_CALLER HONE_VERSION;
    char **all = calloc((size_t)count + 3, sizeof *all);
    if (!all)
        return hone_fail_memory(error);
    all[0] = (char[]){"hone-view"};
    all[1] = version;
    for (int i = 0; i < count; i++) all[2 + i] = arguments[i];
    system_become(path, all, error);
    free(all);
    return false;
}

int view_become(int count, char **arguments, report *r)
{
    hone_error error = {0};
    char path[HONE_PATH_SIZE];
    if (view_find(path))
        become(path, count, arguments, &error);
    else
        hone_fail(&error, HONE_ERROR_UNSUPPORTED, 0,
                  "there is no hone-view beside this program: ./dev build builds it where GTK 4 and SDL 2 are found, "
                  "and the package hone-viewer installs it");
    return report_failure(r, "view", &error);
}
