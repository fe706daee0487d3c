/* A framebuffer of whole numbers, with one sample a pixel. A context must be current in all functions. */
#ifndef HONE_SRC_RENDER_DATA_DATA_TARGET_H
#define HONE_SRC_RENDER_DATA_DATA_TARGET_H

#include "draw/render/gl/functions.h"
#include <hone/base.h>

typedef struct hone_data_target {
    uint32_t width, height;
    GLuint framebuffer, buffers[2]; /* numbers, depth */
} hone_data_target;

/* Gives the target this size, binds it for drawing and clears it: all numbers are 0. Errors: DEVICE. */
bool hone_data_target_begin(hone_data_target *target, uint32_t width, uint32_t height, hone_error *error);
void hone_data_target_destroy(hone_data_target *target);

#endif
