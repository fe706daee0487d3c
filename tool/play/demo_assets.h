/* The built-in character, dance and camera, as inputs like those that are loaded from files. */
#ifndef HONE_TOOL_PLAY_DEMO_ASSETS_H
#define HONE_TOOL_PLAY_DEMO_ASSETS_H

#include "tool/play/inputs.h"

int demo_asset_inputs(inputs *out, report *r);

#endif
