/* The output of `hone info` for projects of MikuMikuDance. */
#ifndef HONE_CMD_INFO_INFO_PROJECT_H
#define HONE_CMD_INFO_INFO_PROJECT_H

#include "cmd/info/info_json.h"

/* Prints a project, or adds it to `json` if that is not NULL. Files that are not beside it are marked as missing.
 * Errors: as hone_project_load, without the path. */
bool info_project(const char *path, bool strict, info_json *json, report *r, hone_error *error);

#endif
