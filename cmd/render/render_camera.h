/* The camera of `hone render`: moved by keys, or placed by what it shows. */
#ifndef HONE_CMD_RENDER_RENDER_CAMERA_H
#define HONE_CMD_RENDER_RENDER_CAMERA_H

#include "tool/options/camera_options.h"
#include "tool/options/number_options.h"
#include "tool/picture/renderer_session.h"

/* Where the camera comes from: a file of its own, or a shot. Must not move while a session uses it. */
typedef struct render_camera { /* all zero: empty */
    input file;
    camera_shot shot;
    camera_subject *subjects; /* of the shot */
} render_camera;

typedef struct render_camera_use {
    const camera_values *values;
    bool crowd, moving;  /* whether there is a crowd; whether there are several pictures */
    number_range frames; /* first and last of those in which all that a shot shows must be in view */
    double aspect;       /* width / height of the pictures */
    const scene *scene;  /* whose camera keys may follow bones; NULL: none */
    /* of all that a shot shows, as an earlier run has measured it; NULL: not known */
    const hone_bounds *measured;
} render_camera_use;

/* Reports options that exclude each other; `frames` and `aspect` are not read. */
int render_camera_check(const render_camera_use *use, report *r);

/* Loads the motion of --camera FILE, or the camera of the inputs that is asked for and that their motions have no keys
 * of; does nothing without these options. Call render_camera_release in any case. */
int render_camera_load(render_camera *camera, const camera_values *values, const playback_values *play,
                       const inputs *in, report *r);
void render_camera_release(render_camera *camera);

/* Gives the session the camera keys of the file, or of the motions, or a shot of its actors. */
int render_camera_place(render_camera *camera, const render_camera_use *use, const inputs *in, renderer_session *s,
                        report *r);

#endif
