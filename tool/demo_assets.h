/* The character, dance and camera that are compiled in, as if they had been files. */
#ifndef HONE_TOOL_DEMO_ASSETS_H
#define HONE_TOOL_DEMO_ASSETS_H

#include "tool/inputs.h"

int demo_asset_inputs(inputs *out, report *r);

#endif
