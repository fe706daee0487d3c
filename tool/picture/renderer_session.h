/* All that is needed to draw a list of actors: renderer, GPU models, camera, light. */
#ifndef HONE_TOOL_PICTURE_RENDERER_SESSION_H
#define HONE_TOOL_PICTURE_RENDERER_SESSION_H

#include "tool/overlay/character_overlays.h"
#include "tool/picture/backdrop.h"
#include "tool/picture/camera_followed.h"
#include "tool/picture/camera_shot.h"
#include "tool/picture/data_pass.h"
#include "tool/picture/picture.h"
#include "tool/play/actors.h"
#include "tool/play/crowd/crowd.h"

#include <hone/render.h>

typedef struct renderer_session {
    const char *target; /* the output's name, for error messages */
    actor_list *actor_list;
    hone_renderer *renderer;
    hone_draw_item *items; /* [actor_list->count] */
    hone_instance *places; /* [actor_list->count] of the items that are placed */
    picture_keys keys;
    camera_followed followed; /* bones that the camera keys are relative to */
    const camera_shot *shot;  /* used if there are no keys; NULL: fixed_camera */
    double turn;              /* of the shot: part of a whole turn */
    hone_camera fixed_camera; /* used if there are neither keys nor a shot */
    hone_image large;         /* the picture before supersampling reduces it; empty: none yet */
    hone_skin_method method;  /* at first that of the playback options */
    hone_gpu_skin gpu_skin;
    crowd crowd;             /* released with the session; without dancers the actors themselves are drawn */
    backdrop backdrop;       /* released with the session */
    data_pass data;          /* released with the session */
    const show_values *show; /* NULL: nothing is drawn over the characters */
    character_overlays overlays;
    overlay skeletons;     /* the bones of actors without a mesh */
    uint8_t (*colours)[4]; /* of the vertices of all actors that show weights; NULL: none does */
} renderer_session;

/* files NULL: textures are searched in the folder of each model. texture_size: as in hone_renderer_desc. Reports
 * warnings of textures. Call renderer_session_release in any case. */
int renderer_session_make(actor_list *c, const char *target, const hone_file_resolver *files, uint32_t texture_size,
                          renderer_session *out, report *r);
void renderer_session_release(renderer_session *s);

/* From now on pictures show what `show` asks for; it must outlive the session. Fails if no model has the bone whose
 * weights are wanted. Models without that bone keep their materials. */
int renderer_session_show(renderer_session *s, const show_values *show, report *r);

/* From now on pictures show what the pass says; they are of that size. */
int renderer_session_set_pass(renderer_session *s, const pass_values *pass, uint32_t width, uint32_t height, report *r);

/* Opens the picture or film behind the scene, if `look` has one. */
int renderer_session_open_backdrop(renderer_session *s, const look_values *look, report *r);

/* Takes camera, light and shadow keys from the last of the input motions that has such keys. */
void renderer_session_use_keys(renderer_session *s, const inputs *in);

/* Grows `bounds` by all actors at `frame`. */
int renderer_session_add_bounds(renderer_session *s, double frame, hone_bounds *bounds, report *r);

/* Adds the actors at `frame` to what a shot must have in view. */
int renderer_session_add_to_shot(renderer_session *s, double frame, camera_shot *shot, report *r);

typedef struct picture_settings {
    look_values look;     /* with the size of the picture, and the samples of a pixel, in `draw` */
    uint32_t supersample; /* each pixel is the mean of supersample x supersample pixels; 0: 1 */
} picture_settings;

/* Draws the actors at `frame` into `out`, width x height. */
int renderer_session_render(renderer_session *s, double frame, const picture_settings *settings, hone_image *out,
                            report *r);

/* The same in two steps. Two pictures may be drawn before the first one is read, so that the CPU poses and skins one
 * while the device draws the other. */
int renderer_session_draw(renderer_session *s, double frame, const picture_settings *settings, report *r);
int renderer_session_read(renderer_session *s, const picture_settings *settings, hone_image *out, report *r);

/* Warns if the device supports fewer samples a pixel than requested; then its maximum is used. */
void renderer_session_warn_of_samples(const renderer_session *s, uint32_t samples, report *r);

#endif
