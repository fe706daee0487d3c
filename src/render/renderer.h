/* What all figures of a renderer share. */
#ifndef HONE_SRC_RENDER_RENDERER_H
#define HONE_SRC_RENDER_RENDERER_H

#include "render/context.h"
#include "render/program.h"
#include "render/shadow_map.h"
#include "render/target.h"
#include <hone/render.h>

enum { HONE_TOON_COUNT = 10, HONE_WRAPS = 3, HONE_TARGET_COUNT = 2 };

struct hone_renderer {
    hone_allocator allocator;
    hone_context context;
    hone_program surface, edge, pbr, caster, grid;
    GLuint repeat, clamp;                       /* samplers */
    GLuint samplers[2][HONE_WRAPS][HONE_WRAPS]; /* smooth or nearest; hone_wrap across, down */
    GLuint white, toons[HONE_TOON_COUNT];
    GLuint no_vertices; /* a vertex array without any */
    hone_target targets[HONE_TARGET_COUNT]; /* of pictures that are drawn and not read yet, and for the next */
    uint32_t first, drawn;                  /* which was drawn first, and how many there are */
    hone_shadow_map shadow;
    uint32_t max_samples;
    char name[128];
};

#endif
