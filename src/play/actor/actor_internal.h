/* The members of an actor. */
#ifndef HONE_SRC_ACTOR_ACTOR_INTERNAL_H
#define HONE_SRC_ACTOR_ACTOR_INTERNAL_H

#include "base/memory/arena.h"
#include "play/actor/goals/goals.h"
#include "play/actor/hull.h"
#include "play/actor/layers/layers.h"
#include "play/actor/morphed_rest.h"
#include "play/actor/transition.h"
#include <hone/math.h>

/* Where the actor is in the world. */
typedef struct hone_actor_place {
    bool set;                         /* false: model space is the world */
    bool moved;                       /* `before` holds */
    hone_rigid_transform now, before; /* world from model space: set last, and at `before_frame` */
    double before_frame;              /* of the last evaluation */
} hone_actor_place;

struct hone_actor {
    hone_arena *memory; /* arena of everything that lives as long as the actor, this struct included */
    hone_allocator allocator;
    const hone_model *model;
    hone_mmd_rules rules;
    hone_workers *workers;
    hone_pose pose;
    hone_layers layers;
    hone_transition transition;
    hone_goals goals;
    double frame; /* of the last update whose time was finite */
    hone_pose_edit *edit;
    void *edit_user;
    hone_event_report *report;
    void *report_user;
    hone_rig *rig;
    hone_physics *physics;
    hone_pose step_pose;  /* pose for a step of physics */
    hone_affine *carried; /* [bone_count] transforms of bones after physics */
    hone_actor_parents *parents;
    void *parents_user;
    hone_actor_path *path; /* NULL: `place` */
    void *path_user;
    hone_affine step_place; /* world from model space in a step of physics */
    uint8_t *dynamic;       /* [bone_count] 1: physics moves the bone */
    hone_morphed_rest morphed;
    void *room; /* for delta mush; NULL before it is first used */
    size_t room_size;
    hone_palette palette;
    hone_hull *hull; /* NULL until hone_actor_hull is called */
    hone_actor_place place;
    hone_root_delta moved; /* in the last update */
    uint64_t identity;     /* of the model, for saved states; 0: not computed yet */
};

/* Where the actor is at a frame of physics; NULL: at the origin. `out` is scratch. */
const hone_affine *hone_actor_place_at(const hone_actor *actor, double frame, hone_affine *out);
/* Notes that the actor has been evaluated at a frame. */
void hone_actor_place_passed(hone_actor *actor, double frame);
/* Restarts physics if it is exact, because its state comes from the motions before the change. */
void hone_actor_motions_changed(hone_actor *actor);

#endif
