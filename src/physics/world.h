/* The inside of physics: who is in a world, and what each step leaves of a body. */
#ifndef HONE_SRC_PHYSICS_WORLD_H
#define HONE_SRC_PHYSICS_WORLD_H

#include "base/builder.h"
#include "physics/bullet.h"
#include <hone/physics.h>

enum {
    HONE_PHYSICS_BODIES_MOST = 4096,  /* of one model: ten times what characters have */
    HONE_PHYSICS_JOINTS_MOST = 16384, /* of one model */
    HONE_PHYSICS_PAIRS_MOST = 16384,  /* in a world */
    HONE_CHECKPOINT_SECONDS = 10,
    HONE_CHECKPOINTS_MOST = 64,
    HONE_CHECKPOINT_BYTES = 4 << 20 /* of one model: with many bodies there are fewer checkpoints */
};

/* All that a step leaves of a body, and the next one needs. */
typedef struct hone_body_state {
    hone_body_motion motion;
    hone_affine target; /* where its bone had it */
} hone_body_state;

/* What the next step shall do with a body. */
typedef struct hone_body_aim {
    hone_affine target;
    bool follows;
} hone_body_aim;

/* A body of the model that is simulated; what never changes of it. */
typedef struct hone_rigid {
    int32_t bone;                               /* HONE_NONE: it moves by itself, and nothing with it */
    uint8_t mode;                               /* hone_body_mode */
    hone_affine bone_from_body, body_from_bone; /* of no bone: model space */
    hone_bullet_body body;                      /* but place, speeds and kinematic */
} hone_rigid;

/* Bodies that a morph pushes. */
typedef struct hone_impulse {
    const hone_morph *morph;
    uint32_t index; /* of the morph */
    float weight;   /* at the next step */
} hone_impulse;

/* Lives in its own builder's memory. */
struct hone_physics {
    hone_builder *memory;
    hone_physics_world *world;
    hone_physics *next; /* in the world */
    bool owns_world;
    const hone_model *model;
    hone_physics_source *source;
    void *user;
    hone_warnings warnings;
    hone_physics_incidents incidents;
    int32_t *rigid_of_body; /* [body_count of the model] HONE_NONE: left out */
    uint32_t rigid_count;
    hone_rigid *rigids;
    uint32_t joint_count;
    hone_bullet_joint *joints; /* a and b: rigids */
    uint32_t impulse_count;
    hone_impulse *impulses;        /* in the order of the morphs */
    hone_body_state *now, *before; /* [rigid_count] after the last step, and before it */
    hone_body_aim *aims;           /* [rigid_count] */
    hone_affine *animated;         /* [bone_count] as aimed at */
    uint32_t first;                /* of its bodies in the world's Bullet */
    bool pins;                     /* has bodies of mode 2 */
    uint32_t *order;               /* [bone_count] parents first */
    int32_t *carrier;              /* [bone_count] scratch: the rigid that the bone hangs on, or HONE_NONE */
    uint8_t *moved;                /* [bone_count] scratch */
    hone_affine *worlds;           /* [bone_count] scratch */
    hone_affine *shown;            /* [rigid_count] scratch */
    hone_body_state *saved;        /* [checkpoints * rigid_count]; NULL: not exact */
    uint32_t checkpoints;          /* for how many there is room */
};

typedef struct hone_checkpoints {
    int64_t steps[HONE_CHECKPOINTS_MOST];
    uint32_t count, most; /* most: of the member with the least room */
    int64_t stride;       /* every so many are kept */
} hone_checkpoints;

struct hone_physics_world {
    hone_allocator allocator;
    hone_physics_options options; /* defaults filled in */
    hone_physics *members;        /* in the order in which they joined */
    hone_bullet *bullet;
    bool stale;    /* Bullet's world is not the members' any more: to be built anew before the next step */
    bool started;  /* seeking has begun */
    int64_t step;  /* the last that was taken */
    int64_t first; /* the one whose states are `before`; `step` itself where none was taken since */
    double behind; /* steps by which the time that was asked for lies before it, 0..1 */
    hone_checkpoints checkpoints;
};

static inline uint32_t hone_model_bone_count(const hone_model *model)
{
    return hone_model_skeleton(model)->bone_count;
}

/* From the model into the member's memory, which is asked later whether it failed. */
void hone_rigids_make(hone_physics *physics);
void hone_joints_make(hone_physics *physics);
void hone_impulses_make(hone_physics *physics);

/* For the step to come, of morphs with weight: stops bodies, then pushes them. */
void hone_impulses_push(hone_physics *physics);

/* Whether numbers are within what Bullet bears. */
bool hone_place_is_sane(const hone_affine *place);

/* Bones by the places of rigids, [rigid_count]; carrier says who hangs on whom. worlds: [bone_count] out, where moved
 * is set: those and their descendants. */
void hone_bones_follow(hone_physics *physics, const hone_affine *places, const hone_affine *animated,
                       hone_affine *worlds);
/* Brings bodies of mode 2 back to where their bones are under their parents, after a step. */
void hone_bodies_pin(hone_physics *physics);

/* Builds Bullet's world anew from what the members say. */
void hone_physics_build(hone_physics_world *world);

#endif
