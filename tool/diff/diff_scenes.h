/* The differences between two scenes. */
#ifndef HONE_TOOL_DIFF_DIFF_SCENES_H
#define HONE_TOOL_DIFF_DIFF_SCENES_H

#include "tool/diff/differences.h"
#include "tool/scene/scene.h"

/* Compares what scene files say: models and motions by the names of their files, and all settings, as text. Paths are
 * those relative to the folders of both scenes. Keys that scenes of projects have are compared as motions are. */
void diff_scenes(const scene *a, const scene *b, differences *out);

#endif
