/* How many dancers a crowd may have. */
#ifndef HONE_TOOL_OPTIONS_CROWD_OPTIONS_H
#define HONE_TOOL_OPTIONS_CROWD_OPTIONS_H

#include "tool/options/options.h"

extern const option_range option_crowd_range;

#endif
