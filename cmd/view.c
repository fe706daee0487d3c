/* hone view: replaces this process by the viewer's own program, hone-view, so that this one need not link the window
 * libraries. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/commands.h"
#include "tool/messages/report.h"
#include <hone/io.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Finds "FOLDER/hone-view" beside this program. False: the system does not report the program's path. */
static bool find_beside(char path[HONE_PATH_SIZE])
{
    char self[HONE_PATH_SIZE], folder[HONE_PATH_SIZE];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0)
        return false;
    self[size] = '\0';
    return hone_folder_of(self, folder) && snprintf(path, HONE_PATH_SIZE, "%s/hone-view", folder) < HONE_PATH_SIZE;
}

bool view_available(void)
{
    char path[HONE_PATH_SIZE];
    return find_beside(path) && access(path, X_OK) == 0;
}

int view_become(char **arguments, report *r)
{
    hone_error error = {0};
    char path[HONE_PATH_SIZE];
    if (find_beside(path)) {
        execv(path, arguments);
        if (errno != ENOENT) {
            hone_fail_system(&error, path, errno);
            return report_failure(r, "view", &error);
        }
    }
    hone_fail(&error, HONE_ERROR_UNSUPPORTED, 0, "not built in");
    return report_failure(r, "view", &error);
}
