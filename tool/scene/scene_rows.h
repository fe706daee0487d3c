/* What models, motions, keys and the other things of a scene file hold: a row of a table for each member. */
#ifndef HONE_TOOL_SCENE_SCENE_ROWS_H
#define HONE_TOOL_SCENE_SCENE_ROWS_H

#include "tool/settings/value_list.h"

/* Lists of a scene. */
extern const setting_list scene_model_rows, scene_motion_rows, scene_gravity_rows, scene_camera_parent_rows;

#endif
