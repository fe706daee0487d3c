/* Where a cast is filmed: renderer, figures, camera, light. */
#ifndef HONE_TOOL_RENDERER_SESSION_H
#define HONE_TOOL_RENDERER_SESSION_H

#include "tool/actors.h"
#include "tool/crowd.h"

#include <hone/render.h>

typedef struct stage {
    const char *target; /* whom failures are about: the output's name */
    cast *cast;
    hone_renderer *renderer;
    hone_placement *placements;                                /* [cast->count] */
    const hone_motion *camera_keys, *light_keys, *shadow_keys; /* NULL: none */
    hone_camera fixed_camera;                                  /* where there are no keys */
    hone_image large;                                          /* of supersampling; empty: none yet */
    hone_gpu_skin gpu_skin;
    uint32_t gpu_slots_max;
    crowd crowd; /* its own to release; of no dancers: the cast itself */
} stage;

/* files NULL: textures lie in each model's own folder. Warnings of textures go to the report. Release in any case. */
int stage_make(cast *c, const char *target, const hone_files *files, stage *out, report *r);
void stage_release(stage *s);

/* The last motion of the inputs with such keys. */
void stage_use_keys(stage *s, const inputs *in);

/* Grows `bounds` by everybody as they stand at `frame`. */
int stage_measure(stage *s, double frame, hone_bounds *bounds, report *r);

typedef struct stage_look {
    uint32_t width, height, samples;
    uint32_t supersample; /* each pixel is the mean of as many in both directions; 0: 1 */
    float background[4];
    hone_shadows shadows;
    bool no_edges, grid;
} stage_look;

/* The cast as it is at `frame`. out: width x height. */
int stage_shoot(stage *s, double frame, const stage_look *look, hone_image *out, report *r);

/* The same in two steps: two pictures may be drawn before the first is read, so that one is posed and skinned while the
 * device is at the other. */
int stage_draw(stage *s, double frame, const stage_look *look, report *r);
int stage_read(stage *s, const stage_look *look, hone_image *out, report *r);

/* Where the device has fewer samples a pixel than are asked for: as many are taken as there are. */
void stage_warn_of_samples(const stage *s, uint32_t samples, report *r);

#endif
