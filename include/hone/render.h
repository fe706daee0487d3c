/* render: actors to pixels, with or without a display. OpenGL 3.3 core through EGL; optional: hone_render_available.
 *
 * A renderer belongs to the thread that made it. Sources of MMD's look: docs/rendering.md.
 */
#ifndef HONE_RENDER_H
#define HONE_RENDER_H

#include <hone/actor.h>
#include <hone/base.h>
#include <hone/image.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* False: libepoxy or EGL was not there at build time, and every create call fails with UNSUPPORTED; bounds and
 * cameras are there all the same. */
HONE_API bool hone_render_available(void);

/* ---- renderer ----------------------------------------------------------------------------------------------- */

typedef struct hone_renderer hone_renderer;

typedef struct hone_renderer_desc {
    bool use_current_context; /* draw with the GL context that is current, instead of a headless one of its own */
    const hone_allocator *allocator;
} hone_renderer_desc;

/* Errors: UNSUPPORTED, DEVICE (no EGL, no GL 3.3), MEMORY. desc NULL: defaults. */
HONE_API hone_renderer *hone_renderer_create(const hone_renderer_desc *desc, hone_error *error);
HONE_API void hone_renderer_destroy(hone_renderer *renderer);           /* after its GPU models; NULL is fine */
HONE_API const char *hone_renderer_name(const hone_renderer *renderer); /* the driver's own words */
HONE_API uint32_t hone_renderer_max_samples(const hone_renderer *renderer);

/* What the last picture took of the caller's time, in microseconds, and sent. A device's own time is not in it; but one
 * in software does much of its drawing in the call. */
typedef struct hone_render_stats {
    double skin;                          /* of vertices, where the CPU skins */
    double send;                          /* bringing palettes, vertices and what morphs have moved to the device */
    double draw;                          /* all else: telling the device what to draw */
    uint64_t palette_bytes, vertex_bytes; /* sent; of vertices those that the CPU skinned */
} hone_render_stats;
HONE_API hone_render_stats hone_renderer_stats(const hone_renderer *renderer);

/* A model on the GPU: mesh, materials, textures. Serves any number of actors of that model. Retains the model. */
typedef struct hone_gpu_model hone_gpu_model;

/* files NULL: no texture is found. A texture that is missing or bad leaves its material plain and makes a warning. */
HONE_API hone_gpu_model *hone_gpu_model_create(hone_renderer *renderer, const hone_model *model,
                                               const hone_file_resolver *files, hone_error *error);
HONE_API void hone_gpu_model_destroy(hone_gpu_model *gpu_model); /* NULL is fine */
HONE_API hone_warnings hone_gpu_model_warnings(const hone_gpu_model *gpu_model);

/* How vertices are skinned for a picture. All give the same vertices, within 1e-4 of the model's size; which of them is
 * fastest depends on the device. `hone_draw_desc.method` says by which rule, whatever the way. */
typedef enum hone_gpu_skin {
    HONE_GPU_SKIN_OFF,                /* on the CPU: the vertices are sent */
    HONE_GPU_SKIN_MATRIX,             /* 3x4 matrices in uniforms; 3 registers a bone */
    HONE_GPU_SKIN_QUATERNION,         /* rotation, translation, one scale in uniforms; 2 registers a bone */
    HONE_GPU_SKIN_TEXTURE,            /* 3x4 matrices in a float texture: any number of bones, and of poses at once */
    HONE_GPU_SKIN_TEXTURE_NORMALISED, /* the same, addressed by coordinates from 0 to 1 */
    HONE_GPU_SKIN_DUAL_QUATERNION,    /* dual quaternions in uniforms; 2 registers a bone */
    HONE_GPU_SKIN_COUNT
} hone_gpu_skin;

/* Why the model was skinned in another way than the last picture asked for: a pose that quaternions cannot hold (then
 * by matrices), or a mesh with more than four influences a vertex (then on the CPU). NULL: it was as asked. Valid until
 * the next picture. */
HONE_API const char *hone_gpu_model_fallback(const hone_gpu_model *gpu_model);

/* ---- a picture ---------------------------------------------------------------------------------------------- */

typedef struct hone_bounds {
    float min[3], max[3]; /* min > max: empty */
} hone_bounds;

/* Grows `bounds` (world) by what the actor's vertices take up as it stands now, or its bones if it has no vertices.
 * Starts from an empty one: HONE_BOUNDS_EMPTY. What hangs on bones that physics moves counts only as far from the bones
 * that follow the animation as it reaches at rest, and a tenth more: so hair and skirts are in the bounds, but a body
 * that physics throws away is not followed. Returns false on failure. Errors: ARGUMENT (NULL), MEMORY. Cost: the first
 * call for an actor chooses the outermost vertices of each bone, about a hundred operations a vertex, and allocates;
 * later calls skin those alone and allocate nothing. All vertices would make the bounds larger by about a hundredth at
 * most. */
#define HONE_BOUNDS_EMPTY                                                                                              \
    {                                                                                                                  \
        {1e30f, 1e30f, 1e30f},                                                                                         \
        {                                                                                                              \
            -1e30f, -1e30f, -1e30f                                                                                     \
        }                                                                                                              \
    }
HONE_API bool hone_bounds_add_actor(hone_bounds *bounds, hone_actor *actor, hone_error *error);

/* A camera from the front, a little above, that has all of `bounds` in view with a margin. aspect = width / height. */
HONE_API hone_camera hone_camera_framing(const hone_bounds *bounds, double aspect);

/* The world is MMD's. How models of this one's space are brought there: .x and MMD's as they are, glTF's mirrored in z
 * and scaled. Instances are moved on from there. */
HONE_API hone_affine hone_world_from_model(const hone_model *model);

/* From the picture to the world: the ray through (x, y), each from -1 (left, bottom) to 1. `origin` is the eye; of an
 * orthographic camera a point before all that it sees. `direction` has unit length. */
HONE_API void hone_camera_ray(const hone_camera *camera, double aspect, const float at[2], float origin[3],
                              float direction[3]);

/* From the world to the picture: x and y as above, then how far the point lies along the line of sight before the eye.
 * False: it is nearer than the camera sees, and `out` means nothing. */
HONE_API bool hone_camera_project(const hone_camera *camera, double aspect, const float point[3], float out[3]);

/* How many units of the world the picture is high at the depth at which the point lies: what keeps things of one size
 * on the screen. */
HONE_API float hone_camera_height(const hone_camera *camera, const float point[3]);

/* One of many that share a GPU model. */
typedef struct hone_instance {
    hone_affine world; /* within the world: rotation, translation, one scale for all axes */
    uint32_t pose;     /* into hone_draw_item.poses */
} hone_instance;

typedef struct hone_draw_item {
    hone_gpu_model *gpu_model;
    hone_actor *actor;              /* of the model's model: pose, morphs, materials */
    const hone_instance *instances; /* [instance_count]; NULL: one, where the model says */
    uint32_t instance_count;
    /* [pose_count] in place of the actor's, for the instances to choose from; NULL: all have the actor's. In a texture
     * all of them are one draw a material, in the other ways there are as many as poses. Morphs are always the actor's.
     * Of each palette are read what hone_skin_needs says, but the cofactors only where the CPU skins. */
    const hone_palette *poses;
    uint32_t pose_count;
    const bool *hidden; /* [material_count] materials that are not there: not drawn, and without shadow. NULL: none */
    /* [vertex_count] colours of vertices in place of what materials say, for maps of weights and the like: not
     * premultiplied, a little shaded so that the form is seen. NULL: materials. */
    const uint8_t (*colours)[4];
    bool wireframe; /* the sides of all triangles over it */
} hone_draw_item;

/* Which shadows there are, of materials that cast them. */
typedef enum hone_shadows {
    HONE_SHADOWS_BOTH,
    HONE_SHADOWS_SELF,   /* of characters on characters, as hone_self_shadow says */
    HONE_SHADOWS_GROUND, /* flat ones, on y = 0 */
    HONE_SHADOWS_OFF
} hone_shadows;

/* As MMD's keys have it: see hone_motion_shadow. */
typedef struct hone_self_shadow {
    uint8_t mode;   /* 0 off, 1 for afar, 2 for close to the eye */
    float distance; /* 1e-5..0.1: how fine the map of shadows is, and how little of the scene it holds */
} hone_self_shadow;

#define HONE_SELF_SHADOW_DEFAULT                                                                                       \
    {                                                                                                                  \
        1, 0.01125f                                                                                                    \
    }

/* Lines and triangles of the world over a picture, for what a tool shows. */
typedef struct hone_overlay_vertex {
    float position[3]; /* world */
    uint8_t colour[4]; /* not premultiplied */
} hone_overlay_vertex;

typedef enum hone_overlay_kind {
    HONE_OVERLAY_LINES,    /* two vertices each */
    HONE_OVERLAY_TRIANGLES /* three each, seen from both sides, not lit */
} hone_overlay_kind;

/* Drawn after the figures: first all that are not on top, then those that are, each in the order given. Triangles of
 * which all vertices are opaque hide what lies behind them, also those on top each other; lines and what is translucent
 * hide nothing, and on top are drawn as they come. */
typedef struct hone_overlay {
    hone_overlay_kind kind;
    const hone_overlay_vertex *vertices; /* [count] */
    uint32_t count;                      /* what is left over of a line or triangle is passed over */
    float width;                         /* of lines, pixels; 0: 1 */
    bool on_top;                         /* nothing of the picture hides it */
} hone_overlay;

typedef struct hone_draw_desc {
    uint32_t width, height;
    uint32_t samples;    /* 0: 4; clamped to what the device has */
    float background[4]; /* display values, not premultiplied; alpha 0: transparent */
    hone_camera camera;
    const hone_light *light; /* NULL: HONE_LIGHT_DEFAULT */
    hone_shadows shadows;
    const hone_self_shadow *self_shadow; /* NULL: HONE_SELF_SHADOW_DEFAULT */
    bool no_edges;
    bool grid; /* on the ground, a line each 5 units */
    const hone_draw_item *items;
    uint32_t item_count;
    hone_skin_method method;
    const char *kernel; /* where the CPU skins */
    hone_gpu_skin gpu_skin;
    uint32_t gpu_slots_max; /* bones of a palette in uniforms; a mesh that uses more is split. 0: what the device has */
    const hone_overlay *overlays;
    uint32_t overlay_count;
} hone_draw_desc;

/* Draws into `out`, which must be of the size asked for (hone_image_create). Errors: ARGUMENT, DEVICE, MEMORY. */
HONE_API bool hone_renderer_draw_image(hone_renderer *renderer, const hone_draw_desc *desc, hone_image *out,
                                       hone_error *error);

/* The same in two steps, for films: while the device is at one picture the next is posed and skinned. Up to two may be
 * drawn and not read yet; they are read in the order in which they were drawn. The actors are done with once a picture
 * is drawn. Errors: as above. */
HONE_API bool hone_renderer_draw(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error);
HONE_API bool hone_renderer_read(hone_renderer *renderer, hone_image *out, hone_error *error);

/* Where a picture is shown: a rectangle of a framebuffer of the caller's. */
typedef struct hone_render_target {
    uint32_t framebuffer; /* GL's name for it; one sample a pixel. 0: the window's */
    int32_t x, y;         /* lower left corner, pixels */
    uint32_t width, height;
} hone_render_target;

/* Draws a picture into a rectangle of a framebuffer, for a renderer that uses the caller's context; no other pixel is
 * touched, and nothing is read back. `desc->width` and `height` are the rectangle's, or 0; others are scaled to it. Its
 * colours are written multiplied by alpha, as toolkits want them. Pictures that are drawn and not read yet stay so.
 * Of GL's state the framebuffer is bound afterwards, the viewport is as before, and the rest of what hone sets is
 * as in a new context. Errors: as hone_renderer_draw. */
HONE_API bool hone_renderer_draw_into(hone_renderer *renderer, const hone_draw_desc *desc,
                                      const hone_render_target *target, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
