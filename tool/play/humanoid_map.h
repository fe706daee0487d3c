/* Humanoid maps that the user writes: which bone has which role, where hone does not find it. docs/retargeting.md
 * describes the file. */
#ifndef HONE_TOOL_PLAY_HUMANOID_MAP_H
#define HONE_TOOL_PLAY_HUMANOID_MAP_H

#include <hone/model.h>

typedef enum humanoid_map_side {
    HUMANOID_MAP_SOURCE, /* the skeleton that a motion was made for */
    HUMANOID_MAP_TARGET  /* the model that it moves */
} humanoid_map_side;

/* Returns the model with the roles that the file gives it, or the model itself with one reference more if the file is
 * NULL or gives it none. NULL on failure; the error begins with the file. */
hone_model *humanoid_map_apply(const char *file, humanoid_map_side side, const hone_model *model, hone_error *error);

#endif
