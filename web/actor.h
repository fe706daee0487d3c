/* Actors, and what the page changes of their poses by hand. */
#ifndef HONE_WEB_ACTOR_H
#define HONE_WEB_ACTOR_H

#include "tool/edit/edit.h"

typedef struct web_actor {
    hone_actor *actor;
    bool borrowed;    /* it belongs to a scene */
    edit *edit;       /* the changes by hand; NULL: none yet */
    float *positions; /* [vertex_count * 3] skinned; NULL: not yet */
    float *normals;   /* [vertex_count * 3] */
    float *bodies;    /* [body_count * 12]; NULL: not yet */
} web_actor;

/* The changes by hand, which are made if there are none yet. NULL, with web_error: the actor is a scene's, or there is
 * no memory. */
edit *web_actor_edit(web_actor *a);

#endif
