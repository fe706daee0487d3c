/* What all figures of a renderer share. */
#ifndef HONE_SRC_RENDER_RENDERER_H
#define HONE_SRC_RENDER_RENDERER_H

#include "render/gl/context.h"
#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/overlay/overlay_renderer.h"
#include "render/shadow/shadow_map.h"
#include <hone/render.h>

enum { HONE_TOON_COUNT = 10, HONE_WRAPS = 3, HONE_TARGET_COUNT = 2 };

/* What a figure is drawn with, one after the other. */
typedef enum hone_pass {
    HONE_PASS_SURFACE,
    HONE_PASS_PBR,
    HONE_PASS_EDGE,
    HONE_PASS_CASTER, /* of both shadows */
    HONE_PASS_COLOUR, /* this and the next only where a placement asks for them */
    HONE_PASS_WIRE,
    HONE_PASS_COUNT
} hone_pass;

struct hone_renderer {
    hone_allocator allocator;
    hone_context context;
    hone_program programs[HONE_GPU_SKIN_COUNT][HONE_PASS_COUNT]; /* made when first needed; name 0: not yet */
    hone_program grid;
    uint32_t palette_size;      /* registers of a palette in uniforms */
    uint32_t palette_alignment; /* bytes, from palette to palette in one buffer */
    uint32_t texture_side_max;
    float anisotropy;                           /* of samplers; 1: the device has none */
    GLuint repeat, clamp, nearest;              /* samplers */
    GLuint samplers[2][HONE_WRAPS][HONE_WRAPS]; /* smooth or nearest; hone_wrap across, down */
    GLuint white, toons[HONE_TOON_COUNT];
    GLuint no_vertices;                     /* a vertex array without any */
    hone_target targets[HONE_TARGET_COUNT]; /* of pictures that are drawn and not read yet, and for the next */
    uint32_t first, drawn;                  /* which was drawn first, and how many there are */
    hone_target shown;                      /* of pictures that go into the caller's framebuffer */
    hone_shadow_map shadow;
    hone_overlay_renderer overlay;
    hone_render_stats stats;
    uint32_t max_samples;
    char name[128];
};

/* Makes the programs of a way of skinning, of the passes before `end`, if they are not there yet. A context is current.
 * Errors: DEVICE. */
bool hone_renderer_prepare(hone_renderer *renderer, hone_gpu_skin skin, hone_pass end, hone_error *error);

#endif
