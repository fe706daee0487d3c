/* Models without a mesh. */
#ifndef HONE_TOOL_PLAY_SKELETON_H
#define HONE_TOOL_PLAY_SKELETON_H

#include <hone/model.h>

/* Whether a model has bones to look at: one that is away from its parent. Cameras and lights have none. NULL: no. */
bool skeleton_has_extent(const hone_model *model);

#endif
