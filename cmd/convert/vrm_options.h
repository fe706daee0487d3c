/* The options of what a VRM says about itself (tool/avatar/vrm_values.h). */
#ifndef HONE_CMD_CONVERT_VRM_OPTIONS_H
#define HONE_CMD_CONVERT_VRM_OPTIONS_H

#include "tool/avatar/vrm_values.h"
#include "tool/options/options.h"

/* Rows for convert_values. */
extern const option vrm_settings[];

/* What to say if the author or the licence is missing. */
extern const char vrm_options_missing[];

#endif
