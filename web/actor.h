/* Actors, and what the page changes of their poses by hand. */
#ifndef HONE_WEB_ACTOR_H
#define HONE_WEB_ACTOR_H

#include <hone/actor.h>

/* A bone by hand, over the motions: the pose's rotation becomes rotation * the pose's, its translation is added. */
typedef struct web_bone {
    bool on;
    float rotation[4];
    float translation[3];
} web_bone;

typedef struct web_actor {
    hone_actor *actor;
    bool borrowed;    /* it belongs to a scene */
    web_bone *bones;  /* [bone_count]; NULL: none was changed yet */
    float *morphs;    /* [morph_count] NAN: that of the motions; NULL: none was changed yet */
    float *positions; /* [vertex_count * 3] skinned; NULL: not yet */
    float *normals;   /* [vertex_count * 3] */
    float *bodies;    /* [body_count * 12]; NULL: not yet */
} web_actor;

#endif
