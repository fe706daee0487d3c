/* Actors, and what the page changes of their poses by hand. */
#ifndef HONE_WEB_ACTOR_H
#define HONE_WEB_ACTOR_H

#include "tool/edit/edit.h"
#include "tool/play/corrections.h"
#include "tool/play/gaze.h"

typedef struct web_actor {
    hone_actor *actor;
    corrections *scene; /* of the scene that the actor belongs to; NULL: to none */
    bool chains_off;    /* no IK */
    edit *edit;         /* the changes by hand; NULL: none yet */
    bool looks;         /* `gaze` has begun */
    character_gaze gaze;
    double frame;      /* of the last update */
    uint64_t revision; /* of the edit, which physics has from its beginning on */
    float *positions;  /* [vertex_count * 3] skinned; NULL: not yet */
    float *normals;    /* [vertex_count * 3] */
    float *bodies;     /* [body_count * 12]; NULL: not yet */
} web_actor;

/* The changes by hand, which are made if there are none yet. NULL, with web_error: there is no memory. */
edit *web_actor_edit(web_actor *a);

/* A hone_pose_edit, user: the web_actor: makes the changes by hand. */
void web_actor_change_pose(void *user, double frame, hone_pose *pose);

/* Call it before each update. If something was changed by hand, and the time jumps, physics begins again, so that its
 * checkpoints do not have the pose of before. */
void web_actor_begin_frame(web_actor *a, double frame);

/* Where hone_actor_set_world has put an actor, as an instance has it: in the axes and units of the world. */
hone_affine web_actor_place(const web_actor *a);

/* Makes an actor whose pose is changed by what is set by hand. NULL: failed, with web_error. */
web_actor *web_actor_make(const hone_actor_desc *desc);

#endif
