/* The ways of skinning on the GPU, by name. */
#ifndef HONE_TOOL_OPTIONS_GPU_SKIN_H
#define HONE_TOOL_OPTIONS_GPU_SKIN_H

#include "tool/options/options.h"
#include <hone/render.h>

/* In the order of hone_gpu_skin, with NULL at the end. */
extern const char *const option_gpu_skin_names[HONE_GPU_SKIN_COUNT + 1];

/* Reads an int: 1 + hone_gpu_skin, so that 0 means not given. detail: option_gpu_skin_names. */
bool option_read_gpu_skin(const option *o, const char *text, void *field);

#endif
