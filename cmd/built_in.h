/* The character, dance and camera that are compiled in, as if they had been files. */
#ifndef HONE_CMD_BUILT_IN_H
#define HONE_CMD_BUILT_IN_H

#include "inputs.h"

int built_in_inputs(inputs *out, report *r);

#endif
