/* The inside of physics: who is in a world, and what each step leaves of a body. */
#ifndef HONE_SRC_PHYSICS_WORLD_H
#define HONE_SRC_PHYSICS_WORLD_H

#include "base/arena.h"
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
    int32_t bone;                               /* HONE_NONE: it moves no bone */
    int32_t placed_by;                          /* the bone that places it: its own, else that of the nearest body that
                                                   it is joined to; HONE_NONE: there is none */
    uint8_t mode;                               /* hone_body_mode */
    hone_affine bone_from_body, body_from_bone; /* of the bone that places it; without one: model space */
    hone_bullet_body body;                      /* but place, speeds and kinematic */
} hone_rigid;

/* How far a joint lets B's anchor go from A's, along each axis of its frame on A. The fourth numbers fill a vector. */
typedef struct hone_joint_range {
    float lower[4], upper[4];
} hone_joint_range;

/* How a body yields to an impulse; all 0: not at all. */
typedef struct hone_body_inertia {
    float inverse_mass, inverse_inertia[3]; /* about the body's own axes */
} hone_body_inertia;

/* Bodies as nodes, joints as edges, and the bodies that were reached from some of them. */
typedef struct hone_joint_graph {
    uint32_t *begin;  /* [rigid_count + 1] where the joints of a rigid begin in `joints` */
    uint32_t *joints; /* [2 * joint_count] */
    uint32_t reached_count;
    uint32_t *reached; /* [rigid_count] from the roots outwards */
    int32_t *depth;    /* [rigid_count] joints to its root; HONE_NONE: not reached */
    uint32_t spreads;
    uint32_t *spread; /* [rigid_count] in which spread it was reached, from 1 on; 0: it is a root */
    int32_t *via;     /* [rigid_count] the joint by which it was reached; HONE_NONE: it is a root */
} hone_joint_graph;

/* Bodies that a morph pushes. */
typedef struct hone_impulse {
    const hone_morph *morph;
    uint32_t index; /* of the morph */
    float weight;   /* at the next step */
} hone_impulse;

/* It is in its own builder. */
struct hone_physics {
    hone_builder *builder; /* collects the warnings */
    hone_arena *memory;    /* the builder's */
    hone_physics_world *world;
    hone_physics *next; /* in the world */
    bool owns_world;
    const hone_model *model;
    hone_physics_source *source;
    void *user;
    hone_warnings warnings;
    hone_physics_diagnostics incidents;
    int32_t *rigid_of_body; /* [body_count of the model] HONE_NONE: left out */
    uint32_t rigid_count;
    hone_rigid *rigids;
    uint32_t joint_count;
    hone_bullet_joint *joints;   /* a and b: rigids */
    hone_joint_range *ranges;    /* [joint_count] */
    hone_body_inertia *inertias; /* [rigid_count] */
    hone_joint_graph graph;      /* holds the tree of leashes */
    uint32_t *held_steps;        /* [rigid_count] in how many steps a leash held it */
    uint32_t steps;              /* taken */
    uint8_t *corrected;          /* [rigid_count] 1: the last step corrected its place */
    uint32_t impulse_count;
    hone_impulse *impulses;        /* in the order of the morphs */
    hone_body_state *now, *before; /* [rigid_count] after the last step, and before it */
    hone_body_aim *aims;           /* [rigid_count] */
    hone_affine *animated;         /* [bone_count] as aimed at */
    uint32_t first;                /* of its bodies in the world's Bullet */
    bool pins;                     /* has bodies of mode 2 */
    uint32_t *order;               /* [bone_count] parents first */
    int32_t *carrier;              /* [bone_count] scratch: the rigid that the bone hangs on, or HONE_NONE */
    uint8_t *carried;              /* [bone_count] scratch */
    hone_affine *model_from_bone;  /* [bone_count] scratch */
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

/* Bones by the places of rigids, [rigid_count]; carrier says who hangs on whom. model_from_bone: [bone_count] out,
 * where moved is set: those and their descendants. */
void hone_bones_follow(hone_physics *physics, const hone_affine *places, const hone_affine *animated,
                       hone_affine *model_from_bone);
void hone_joint_graph_make(hone_physics *physics);
void hone_joint_graph_clear(hone_physics *physics);
/* Does nothing if it is reached already. */
void hone_joint_graph_add_root(hone_physics *physics, uint32_t rigid);
/* Goes from all that is reached, breadth first, over the joints that pass the test for the body which they lead to. */
typedef bool hone_joint_test(const hone_physics *physics, uint32_t joint, uint32_t rigid);
void hone_joint_graph_spread(hone_physics *physics, hone_joint_test *test);
uint32_t hone_joint_other(const hone_bullet_joint *joint, uint32_t rigid);

/* Once the graph is made: bodies of no bone get a bone that places them. */
void hone_rigids_place(hone_physics *physics);

/* Once joints are known: into the member's memory. */
void hone_corrections_make(hone_physics *physics);
/* Once Bullet's world is built: which bodies yield, and which joints make the tree. */
void hone_corrections_begin(hone_physics *physics);
/* After a step: closes joints by moving bodies, whose speeds stay, and marks them in `corrected`. */
void hone_joints_correct(hone_physics *physics);

/* Brings bodies of mode 2 back to where their bones are under their parents, after a step. */
void hone_bodies_pin(hone_physics *physics);

/* Builds Bullet's world anew from what the members say. */
void hone_physics_build(hone_physics_world *world);

#endif
