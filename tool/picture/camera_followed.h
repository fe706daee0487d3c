/* The bones of a scene to which the targets of camera keys are relative. */
#ifndef HONE_TOOL_PICTURE_CAMERA_FOLLOWED_H
#define HONE_TOOL_PICTURE_CAMERA_FOLLOWED_H

#include "tool/play/actors.h"

typedef struct camera_followed { /* all zero: none */
    const scene_parent *parents; /* [count] of the scene, which must outlive it */
    uint32_t count, first;       /* first: how many models are before those of the scene */
} camera_followed;

/* Warns of a bone that is missing. from NULL: no scene. */
void camera_followed_make(const scene *from, const inputs *in, const actor_list *c, camera_followed *out, report *r);

/* Moves the target of a camera by the place of the bone that it follows at a frame, to which the actors were updated.
 */
void camera_followed_apply(const camera_followed *f, const actor_list *c, double frame, hone_camera *camera);

#endif
