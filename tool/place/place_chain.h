/* A model that may be carried by bones of other ones: where it is when it is shown, and at any time for physics.
 *
 * Physics knows the bones that carry a model by carriers: actors that play what those models play, without physics.
 * A carrier may be used by the thread that simulates and by that of the window, which a lock keeps apart. */
#ifndef HONE_TOOL_PLACE_PLACE_CHAIN_H
#define HONE_TOOL_PLACE_PLACE_CHAIN_H

#include "tool/place/model_links.h"

#include <hone/actor.h>

/* The actors of a model whose bones may follow those of other models. */
typedef enum place_role {
    PLACE_SHOWN,   /* belongs to the thread that shows it, and follows what is shown */
    PLACE_BODIES,  /* exact physics, in any thread; and what is played to any frame */
    PLACE_CARRIER, /* used under the lock only */
    PLACE_ROLES
} place_role;

typedef struct place_follower {
    struct place_chain *chain;
    place_role role;
    hone_affine *matrices; /* for hone_rig_set_external_parent */
} place_follower;

typedef struct place_chain {
    /* the owner's; place_set_link reads the first six */
    uint32_t id; /* by which others follow it */
    const hone_model *model;
    const scene_model *stage; /* its keys and parents; NULL: none */
    uint32_t stage_first;     /* what to add to the numbers in its stage to make them ids */
    uint32_t attach;          /* without keys: the id of the model that it is attached to; 0: none */
    int32_t bone;             /* attach: its bone */
    bool simulated;           /* it has exact physics */
    bool placed;              /* it is not where its file has it */
    hone_affine own;          /* without keys, and without what carries it */
    /* the same as it is shown: while it is dragged, physics still has those before */
    bool shown_placed;
    hone_affine shown_own;
    bool ahead;               /* what is shown of it differs from its carrier and its `own` */
    hone_actor *const *shown; /* the actor that is shown */
    hone_actor *carrier;      /* NULL: not needed, or not made yet */
    /* set by the place set */
    struct place_set *set; /* NULL: it was never in one */
    model_links links;
    uint32_t *follows; /* [follow_count] indices of the models that carry something of it */
    uint32_t follow_count;
    bool needs_carrier; /* bodies follow it */
    bool needed;        /* it is simulated, or needs a carrier */
    double carrier_frame;
    bool evaluated; /* the carrier is at that frame */
    place_follower followers[PLACE_ROLES];
} place_chain;

/* Must be called before its followers are given to actors; the chain must not move from then on. */
void place_chain_make(place_chain *chain);

/* Sets where it is without keys, and without what carries it: for physics and as it is shown. */
void place_chain_put(place_chain *chain, bool placed, const hone_affine *own);

void place_chain_release(place_chain *chain); /* does not destroy the carrier */

bool place_chain_is_dragged(const place_chain *chain); /* physics has another place of its own than what is shown */

/* The place that is shown: world from its own world (hone_world_from_model), at the set's frame. */
hone_affine place_chain_shown(const place_chain *chain);

/* The place of a bone that is shown, in the world. */
hone_affine place_chain_shown_bone(const place_chain *chain, int32_t bone);

/* A hone_actor_path of exact physics; user: the place_chain. The bones that carry it are those before physics. */
void place_chain_follow(void *user, double frame, hone_rigid_transform *world);

/* A hone_actor_parents; user: the place_follower. As in hone render, bones that are needed by anything simulated are
 * those before physics, so that all steps and the picture agree. */
void place_follower_set_parents(void *user, double frame, hone_rig *rig);

#endif
