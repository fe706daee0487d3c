/* `hone info` of scene files. */
#ifndef HONE_CMD_INFO_INFO_SCENE_H
#define HONE_CMD_INFO_INFO_SCENE_H

#include "cmd/info/info_json.h"

/* Prints a scene, or adds it to `json` if that is not NULL. Files that are not there are marked as missing. Errors: as
 * scene_load. */
bool info_scene(const char *path, info_json *json, hone_error *error);

#endif
