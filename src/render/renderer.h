/* What all figures of a renderer share. */
#ifndef HONE_SRC_RENDER_RENDERER_H
#define HONE_SRC_RENDER_RENDERER_H

#include "render/context.h"
#include "render/program.h"
#include "render/target.h"
#include <hone/render.h>

enum { HONE_TOON_COUNT = 10 };

struct hone_renderer {
    hone_allocator allocator;
    hone_context context;
    hone_program surface[HONE_GPU_SKIN_COUNT], edge[HONE_GPU_SKIN_COUNT]; /* made when first needed; name 0: not yet */
    uint32_t palette_size;                                                /* registers of a palette in uniforms */
    uint32_t palette_alignment; /* bytes, from palette to palette in one buffer */
    uint32_t texture_side_max;
    GLuint repeat, clamp, nearest; /* samplers */
    GLuint white, toons[HONE_TOON_COUNT];
    hone_target target; /* of the last picture, for the next */
    uint32_t max_samples;
    char name[128];
};

/* Makes the programs of a way of skinning, if they are not there yet. A context is current. Errors: DEVICE. */
bool hone_renderer_prepare(hone_renderer *renderer, hone_gpu_skin skin, hone_error *error);

#endif
