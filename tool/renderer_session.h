/* Where a cast is filmed: renderer, figures, camera, light. */
#ifndef HONE_TOOL_RENDERER_SESSION_H
#define HONE_TOOL_RENDERER_SESSION_H

#include "tool/actors.h"
#include "tool/crowd.h"

#include <hone/render.h>

typedef struct renderer_session {
    const char *target; /* whom failures are about: the output's name */
    actor_list *actor_list;
    hone_renderer *renderer;
    hone_draw_item *items;                                     /* [cast->count] */
    const hone_motion *camera_keys, *light_keys, *shadow_keys; /* NULL: none */
    hone_camera fixed_camera;                                  /* where there are no keys */
    hone_image large;                                          /* of supersampling; empty: none yet */
    hone_gpu_skin gpu_skin;
    uint32_t gpu_slots_max;
    crowd crowd; /* its own to release; of no dancers: the cast itself */
} renderer_session;

/* files NULL: textures lie in each model's own folder. Warnings of textures go to the report. Release in any case. */
int session_make(actor_list *c, const char *target, const hone_file_resolver *files, renderer_session *out, report *r);
void session_release(renderer_session *s);

/* The last motion of the inputs with such keys. */
void session_use_keys(renderer_session *s, const inputs *in);

/* Grows `bounds` by everybody as they stand at `frame`. */
int session_measure(renderer_session *s, double frame, hone_bounds *bounds, report *r);

typedef struct session_look {
    uint32_t width, height, samples;
    uint32_t supersample; /* each pixel is the mean of as many in both directions; 0: 1 */
    float background[4];
    hone_shadows shadows;
    bool no_edges, grid;
} session_look;

/* The cast as it is at `frame`. out: width x height. */
int session_shoot(renderer_session *s, double frame, const session_look *look, hone_image *out, report *r);

/* The same in two steps: two pictures may be drawn before the first is read, so that one is posed and skinned while the
 * device is at the other. */
int session_draw(renderer_session *s, double frame, const session_look *look, report *r);
int session_read(renderer_session *s, const session_look *look, hone_image *out, report *r);

/* Where the device has fewer samples a pixel than are asked for: as many are taken as there are. */
void session_warn_of_samples(const renderer_session *s, uint32_t samples, report *r);

#endif
