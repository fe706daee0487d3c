/* The data that all models of a renderer share. */
#ifndef HONE_SRC_RENDER_RENDERER_H
#define HONE_SRC_RENDER_RENDERER_H

#include "draw/render/data/data_target.h"
#include "draw/render/draw_list.h"
#include "draw/render/gl/context.h"
#include "draw/render/gl/program.h"
#include "draw/render/gl/skin_encoding.h"
#include "draw/render/gl/target.h"
#include "draw/render/overlay/overlay_renderer.h"
#include "draw/render/shadow/shadow_map.h"
#include "files/image/model_pictures.h"
#include <hone/render.h>

enum { HONE_WRAPS = 3, HONE_TARGET_COUNT = 2 };

extern const hone_program_desc hone_grid_program, hone_backdrop_program, hone_overlay_program;

/* The passes that draw a model, in this order. */
typedef enum hone_pass {
    HONE_PASS_SURFACE,
    HONE_PASS_PBR,
    HONE_PASS_MTOON, /* surfaces and outlines */
    HONE_PASS_EDGE,
    HONE_PASS_CASTER,     /* casts on other models and on the ground */
    HONE_PASS_CUT_CASTER, /* the same, of textures with holes */
    HONE_PASS_COLOUR,     /* this and the next only if an item asks for them */
    HONE_PASS_WIRE,
    HONE_PASS_DATA, /* in place of all others, if data is asked for */
    HONE_PASS_SKIN, /* before all others, which read what it has skinned */
    HONE_PASS_COUNT
} hone_pass;

struct hone_renderer {
    hone_allocator allocator;
    hone_context context;
    bool has_own_context; /* else the caller's */
    uint32_t lost_count;  /* contexts that were lost before this one: what was sent to those is not there any more */
    hone_program programs[HONE_SKIN_PATH_COUNT][HONE_PASS_COUNT]; /* created when first needed; name 0: not yet */
    hone_program grid, backdrop;                                  /* created when first needed */
    bool compiles_aside;        /* the driver compiles beside the caller, and tells when it is done */
    uint32_t palette_size;      /* registers of a uniform palette */
    uint32_t palette_alignment; /* alignment of palettes in one buffer, in bytes */
    uint32_t texture_side_max;
    uint32_t buffer_texels_max;                 /* of a buffer texture; 0: the device has none */
    uint32_t texture_size;                      /* as in hone_renderer_desc */
    uint64_t texture_bytes;                     /* of all models, with their levels */
    float anisotropy;                           /* samples per texel lookup; 1: not supported */
    GLuint repeat, clamp, nearest;              /* samplers */
    GLuint samplers[2][HONE_WRAPS][HONE_WRAPS]; /* [smooth or nearest][wrap across][wrap down] */
    GLuint white, toons[HONE_TOON_COUNT];
    GLuint no_vertices;                     /* an empty vertex array */
    hone_target targets[HONE_TARGET_COUNT]; /* for pictures drawn but not read yet, and for the next one */
    uint32_t first, drawn;                  /* index of the first of these pictures, and their number */
    hone_target shown;                      /* for pictures that go into the caller's framebuffer */
    hone_data_target data;
    hone_shadow_map shadow;
    hone_overlay_renderer overlay;
    hone_render_stats stats;
    hone_draw_list list; /* of the picture that is drawn */
    uint32_t max_samples;
    char name[128];
};

/* The description of the program of a pass. */
hone_program_desc hone_renderer_pass_program(const hone_renderer *renderer, hone_gpu_skin skin, hone_pass pass);

/* Makes the programs of these passes (bits) for a skinning method, if they are missing. A context must be current.
 * Errors: DEVICE. */
bool hone_renderer_prepare_passes(hone_renderer *renderer, hone_gpu_skin skin, uint32_t passes, hone_error *error);

/* Whether what was sent to a context can be used. lost_count: that of the renderer when it was sent. what, again: for
 * the message: what it is, and what sends it again. Errors: DEVICE. */
bool hone_renderer_check_sent(const hone_renderer *renderer, uint32_t lost_count, const char *what, const char *again,
                              hone_error *error);

#endif
