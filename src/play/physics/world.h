/* The inside of physics: the members of a world, and the state of a body after each step. */
#ifndef HONE_SRC_PHYSICS_WORLD_H
#define HONE_SRC_PHYSICS_WORLD_H

#include "base/memory/arena.h"
#include "play/physics/bullet/bullet.h"
#include "play/physics/springs/springs.h"
#include <hone/physics.h>
#include <hone/rig.h>

enum {
    HONE_PHYSICS_BODIES_MOST = 4096,  /* per model; ten times what characters have */
    HONE_PHYSICS_JOINTS_MOST = 16384, /* per model */
    HONE_PHYSICS_PAIRS_MOST = 16384,  /* per world */
    HONE_RAGDOLL_PARTS_MOST = 32,     /* per model */
    HONE_CHECKPOINT_SECONDS = 10,
    HONE_CHECKPOINTS_MOST = 64,
    HONE_CHECKPOINT_BYTES = 4 << 20 /* per model; with many bodies there are fewer checkpoints */
};

/* The complete state of a body between two steps. */
typedef struct hone_body_state {
    hone_body_motion motion;
    hone_affine target; /* place of the body by its bone */
} hone_body_state;

/* The input of the next step for a body. */
typedef struct hone_body_aim {
    hone_affine target;
    bool follows;
} hone_body_aim;

typedef struct hone_ragdoll hone_ragdoll;

/* The constant data of a simulated body. */
typedef struct hone_rigid {
    int32_t bone; /* HONE_NONE: it moves no bone */
    /* The bone that places it: its own, else that of the nearest body joined to it; HONE_NONE: none. */
    int32_t placed_by;
    uint8_t mode; /* hone_body_mode */
    int32_t part; /* the part of a ragdoll whose body it is; HONE_NONE: it is a body of the model */
    int32_t on;   /* the part of a ragdoll with which its bone moves; HONE_NONE: none */
    hone_affine bone_from_body, body_from_bone; /* of the bone that places it; without one: model space */
    hone_bullet_body body;                      /* without place, velocities and kinematic */
} hone_rigid;

/* How far a joint lets B's anchor move away from A's, along each axis of its frame on A. The fourth elements only
 * fill a SIMD vector. */
typedef struct hone_joint_range {
    float lower[4], upper[4];
} hone_joint_range;

/* How a body reacts to an impulse; all 0: not at all. */
typedef struct hone_body_inertia {
    float inverse_mass, inverse_inertia[3]; /* about the body's own axes */
} hone_body_inertia;

/* A graph with bodies as nodes and joints as edges, and the bodies reached from some roots by breadth-first search. */
typedef struct hone_joint_graph {
    uint32_t *begin;  /* [rigid_count + 1] first joint of each rigid in `joints` */
    uint32_t *joints; /* [2 * joint_count] */
    uint32_t reached_count;
    uint32_t *reached; /* [rigid_count] in order, from the roots outwards */
    int32_t *depth;    /* [rigid_count] number of joints to its root; HONE_NONE: not reached */
    uint32_t spreads;
    uint32_t *spread; /* [rigid_count] number of the search that reached it, from 1 on; 0: it is a root */
    int32_t *via;     /* [rigid_count] joint over which it was reached; HONE_NONE: it is a root */
} hone_joint_graph;

/* The first joint and body of an island; those of the next one follow its last ones. */
typedef struct hone_joint_island {
    uint32_t joint, body;
} hone_joint_island;

/* An island by a body of it, its root, while islands are found. */
typedef struct hone_joint_rank {
    uint32_t joints, root; /* joints: how many it has */
} hone_joint_rank;

/* Bodies that joints move together: islands share no body that correction can move. */
typedef struct hone_joint_islands {
    uint32_t count;
    hone_joint_island *islands; /* [count + 1] largest first; the last one: ends of the others */
    uint32_t *joints;           /* [joint_count] by island, and within each by level */
    uint32_t *bodies;           /* [rigid_count] those that correction can move, from the roots of leashes outwards */
    uint32_t *numbers;          /* [rigid_count] of their islands; HONE_NONE: no joint moves it */
    hone_joint_rank *ranks;     /* [rigid_count] scratch */
    uint32_t *levels, *sorted;  /* [joint_count] scratch */
    uint32_t *firsts;           /* [joint_count + 2] scratch */
} hone_joint_islands;

/* An impulse morph, which pushes bodies. */
typedef struct hone_impulse {
    const hone_morph *morph;
    uint32_t index; /* index of the morph */
    float weight;   /* weight at the next step */
} hone_impulse;

/* An impulse at the centre of a body, and about it. */
typedef struct hone_push {
    float linear[3], angular[3];
} hone_push;

/* A body of the program. */
typedef struct hone_prop_item {
    uint32_t handle;
    hone_prop prop; /* with defaults filled in */
    hone_body_motion now, before;
    hone_rigid_transform target, passed; /* without mass: its place at the frame that is sought, and at the last one */
    hone_push push;                      /* at the next step */
} hone_prop_item;

typedef struct hone_props {
    hone_prop_item *items; /* [count] in the order in which they were added */
    uint32_t count, capacity, last_handle;
    uint32_t first; /* index of the first one in Bullet's world */
} hone_props;

/* Allocated from its own builder. */
struct hone_physics {
    hone_builder *builder; /* collects the warnings */
    hone_arena *memory;    /* the builder's */
    hone_physics_world *world;
    hone_physics *next; /* next member of the world */
    bool owns_world;
    const hone_model *model;
    hone_physics_source *source;
    void *user;
    hone_warnings warnings;
    hone_physics_diagnostics incidents;
    int32_t *rigid_of_body; /* [body_count of the model] HONE_NONE: not simulated */
    uint32_t rigid_count;
    hone_rigid *rigids;
    uint32_t joint_count;
    hone_bullet_joint *joints;   /* a and b are indices of rigids */
    hone_joint_range *ranges;    /* [joint_count] */
    hone_body_inertia *inertias; /* [rigid_count] */
    hone_joint_graph graph;      /* holds the tree of leashes */
    hone_joint_islands islands;
    uint32_t *held_steps; /* [rigid_count] number of steps in which a leash held the body */
    uint32_t steps;       /* number of steps taken */
    uint8_t *corrected;   /* [rigid_count] 1: the last step corrected its position */
    uint32_t impulse_count;
    hone_impulse *impulses;        /* in morph order */
    hone_body_state *now, *before; /* [rigid_count] states after and before the last step */
    hone_body_aim *aims;           /* [rigid_count] */
    hone_affine *animated;         /* [bone_count] bones of the last input, in the world */
    hone_affine place;             /* world from model space, of the last input */
    bool placed;                   /* whether `place` holds; otherwise it is the identity */
    uint32_t first;                /* index of its first body in the world's Bullet */
    bool pins;                     /* has bodies of mode 2 */
    uint32_t *order;               /* [bone_count] parents first */
    int32_t *carrier;              /* [bone_count] scratch: the rigid that moves the bone, or HONE_NONE */
    uint8_t *carried;              /* [bone_count] scratch: 1: physics moves the bone or an ancestor */
    hone_affine *model_from_bone;  /* [bone_count] scratch */
    hone_affine *shown;            /* [rigid_count] scratch */
    hone_push *pushes;             /* [rigid_count] at the next step */
    bool pushed;                   /* any of them is not 0 */
    hone_ragdoll *ragdoll;         /* NULL: it cannot fall */
    hone_body_state *saved;        /* [checkpoints * rigid_count]; NULL: not exact */
    uint32_t checkpoints;          /* number of checkpoints that there is room for */
    hone_springs springs;
};

typedef struct hone_checkpoints {
    int64_t steps[HONE_CHECKPOINTS_MOST];
    uint32_t count, most; /* most: room of the member with the least room */
    int64_t stride;       /* every stride-th checkpoint is kept */
} hone_checkpoints;

struct hone_physics_world {
    hone_allocator allocator;
    hone_physics_options options; /* with defaults filled in */
    float gravity[3];             /* of the next step */
    hone_physics *members;        /* in the order in which they joined */
    hone_bullet *bullet;
    hone_workers *workers; /* those of the options; NULL: there is too little to divide */
    bool stale;            /* Bullet's world is out of date and must be built again before the next step */
    bool started;          /* seek has been called */
    int64_t step;          /* number of the last step taken */
    int64_t first;         /* number of the step that `before` belongs to; equal to `step` if none was taken since */
    double goal;           /* the frame that hone_physics_world_seek_frame goes to */
    double from;           /* the one before, from which props move */
    uint32_t spring_phase; /* time since the last step of springs: 1 / rate of a step of theirs; below rate */
    bool settling;         /* bodies come to rest, and props stay where they are */
    hone_props props;
    double behind; /* how far the requested time is before `step`, in steps, 0..1 */
    hone_checkpoints checkpoints;
    void *undo; /* [undo_size] the state before the one that is restored, or room for it */
    size_t undo_size;
};

static inline uint32_t hone_model_bone_count(const hone_model *model)
{
    return hone_model_skeleton(model)->bone_count;
}

/* These convert the model's data into the member's memory. The caller checks later whether that has failed. */
/* room: for how many more rigids or joints, of a ragdoll. */
void hone_rigids_make(hone_physics *physics, uint32_t room);
void hone_joints_make(hone_physics *physics, uint32_t room);
void hone_impulses_make(hone_physics *physics);

/* For the next step, for impulse morphs with weight: stops bodies, then pushes them. */
void hone_impulses_push(hone_physics *physics);

/* Returns whether the numbers are in a range that Bullet can handle. */
bool hone_place_is_sane(const hone_affine *place);
/* Returns whether a bone that moves so in a step, or in `scale` of 1/60 s, was put elsewhere: a cut in the motion. */
bool hone_place_leapt(const hone_physics *physics, const hone_affine *from, const hone_affine *to, float scale);

/* Computes bones from the places of rigids, [rigid_count], by physics->carrier. model_from_bone: [bone_count] out;
 * only bones that physics moves, and their descendants, are written. */
void hone_bones_follow(hone_physics *physics, const hone_affine *places, const hone_affine *animated,
                       hone_affine *model_from_bone);
/* The same after the last step, in the world; physics->carried tells which bones are written. */
void hone_bones_at_step(hone_physics *physics, hone_affine *world_from_bone);
void hone_joint_graph_make(hone_physics *physics);
void hone_joint_graph_clear(hone_physics *physics);
/* Does nothing if the body is reached already. */
void hone_joint_graph_add_root(hone_physics *physics, uint32_t rigid);
/* Spreads from all reached bodies, breadth first, over the joints that pass the test for the body at their other
 * end. */
typedef bool hone_joint_test(const hone_physics *physics, uint32_t joint, uint32_t rigid);
void hone_joint_graph_spread(hone_physics *physics, hone_joint_test *test);
uint32_t hone_joint_other(const hone_bullet_joint *joint, uint32_t rigid);

/* Finds a bone that places each body without a bone. The graph must exist. */
void hone_rigids_place(hone_physics *physics);

/* Allocates the islands from the member's memory. */
void hone_joint_islands_make(hone_physics *physics);
/* Finds the islands, after the tree of leashes was built. `moves`: whether correction can move a body. */
typedef bool hone_body_test(const hone_physics *physics, uint32_t rigid);
void hone_joint_islands_find(hone_physics *physics, hone_body_test *moves);
/* Works on each island, on the world's threads. */
typedef void hone_island_work(void *user, uint32_t island);
void hone_joint_islands_each(const hone_physics *physics, hone_island_work *work, void *user);

/* Allocates the data of position correction from the member's memory. The joints must be known. */
void hone_corrections_make(hone_physics *physics);
/* Reads the inertias and builds the tree of joints. Bullet's world must have been built. */
void hone_corrections_begin(hone_physics *physics);
/* Position correction after a step, for joints begin to end - 1: closes them by moving bodies without changing
 * velocities, and marks the bodies in `corrected`. */
void hone_joints_correct(hone_physics *physics, uint32_t begin, uint32_t end);

/* Moves bodies of mode 2 back to their bones' positions under their parents, after a step. */
void hone_bodies_pin(hone_physics *physics);

/* The bones that bodies move: hone_physics_bones_at without springs. */
void hone_bodies_show(hone_physics *physics, const hone_affine *bones, const hone_affine *place,
                      hone_affine *model_from_bone, uint8_t *dynamic);
/* hone_physics_bones with the character at a place: world from model space; NULL: model space is the world. */
void hone_physics_bones_at(hone_physics *physics, const hone_affine *bones, const hone_affine *place,
                           hone_affine *model_from_bone, uint8_t *dynamic);

/* A place between two steps. behind: how far the time is before the second, 0..1. At the time of a step it is exactly
 * the step's. */
hone_affine hone_place_between(const hone_affine *before, const hone_affine *now, double behind);

/* Adds the props to Bullet's world, after all bodies. */
void hone_props_build(hone_physics_world *world);
/* Before a step: share: how far props without mass are on their way to where the program has put them. */
void hone_props_aim(hone_physics_world *world, double share);
/* After a step. Returns true if one is lost, so that Bullet's world must be built again. */
bool hone_props_collect(hone_physics_world *world);
/* The time that was sought is reached. */
void hone_props_pass(hone_physics_world *world);
/* hone_physics_world_step, with props on their way: see hone_props_aim. */
bool hone_physics_step_props(hone_physics_world *world, double share, hone_error *error);
/* Whether numbers from outside are a prop. Errors: ARGUMENT. */
bool hone_prop_check(const hone_prop *prop, hone_error *error);
bool hone_props_reserve(hone_physics_world *world, uint32_t count, hone_error *error);

/* Makes the parts of a ragdoll, with their rigids and joints, after those of the model. map: NULL: finds it. Errors:
 * ARGUMENT (nothing can fall), MEMORY. */
bool hone_ragdoll_make(hone_physics *physics, const hone_humanoid *map, hone_error *error);
/* Finds the part that each rigid moves with, when bones have been found for all of them. */
void hone_ragdoll_attach(hone_physics *physics);
/* Whether a rigid is a part that is let go. */
bool hone_ragdoll_lets_go(const hone_physics *physics, uint32_t rigid);
/* Whether a rigid is a part that moves its bone: it is let go, or hangs on a part that is. */
bool hone_ragdoll_moves(const hone_physics *physics, uint32_t rigid);
/* The rigid of the first part. */
const hone_rigid *hone_ragdoll_first(const hone_physics *physics);
/* Whether a part that is let go carries a rigid that follows bones. */
bool hone_ragdoll_carries(const hone_physics *physics, uint32_t rigid);
/* Whether the whole that a rigid belongs to has been let go, so that a cut in the motion does not move it. */
bool hone_ragdoll_has_fallen(const hone_physics *physics, uint32_t rigid);
/* Before a step: computes where rigids go that ride on parts. */
void hone_ragdoll_aim(hone_physics *physics);
/* [rigid_count] where rigids that follow bones go in this step: to their bones, or where parts carry them. NULL: there
 * is no ragdoll. */
const hone_affine *hone_ragdoll_targets(const hone_physics *physics);
/* After a step: puts them where the parts have come to. */
void hone_ragdoll_ride(hone_physics *physics);
/* Blends places of bodies, [rigid_count], with those of the animation. */
void hone_ragdoll_show(hone_physics *physics, const hone_affine *bones, hone_affine *places);
/* Sets the velocity and spin with which a body moves from one place to another in a step. */
void hone_motion_between(const hone_affine *from, const hone_affine *to, float rate, hone_body_motion *out);
/* Where a bone places a body; rigid, also if the bone is scaled. */
hone_affine hone_rigid_target(const hone_physics *physics, const hone_rigid *rigid, const hone_affine *bones);
/* Whether a bone is between a part that is let go and its holder; there parts do without the animation. */
bool hone_ragdoll_is_between(const hone_physics *physics, uint32_t bone);
/* Where such a bone is, as seen from the bone of the holder. */
hone_affine hone_ragdoll_between(const hone_physics *physics, uint32_t bone, const hone_affine *animated,
                                 uint32_t *holder);
/* Which bones follow the first part of a ragdoll from above: those marked with 1; NULL: none. */
const uint8_t *hone_ragdoll_above(const hone_physics *physics);
/* The first joint of a ragdoll; without one, the number of joints. */
uint32_t hone_ragdoll_joint_begin(const hone_physics *physics);
/* Whether a rigid is a part without a holder that is let go: the end of a tree of joints, though nothing holds it. */
bool hone_ragdoll_is_root(const hone_physics *physics, uint32_t rigid);
/* The weights of the parts, for saved states. */
float *hone_ragdoll_weights(const hone_physics *physics, uint32_t *count);
/* [count][4] the rotations between the animation and physics at the last step, for saved states. */
float *hone_ragdoll_turns(const hone_physics *physics);
/* The size of a model: the longest side of the box around its bones at rest. */
float hone_model_height(const hone_model *model);
/* The place of a body at rest, model space. */
hone_affine hone_rigid_rest(const hone_physics *physics, uint32_t rigid);

/* An impulse at a point as one at the centre. Returns whether all numbers are finite. */
bool hone_push_add(hone_push *push, const hone_affine *place, const float impulse[3], const float point[3]);
void hone_push_apply(hone_bullet *bullet, uint32_t body, hone_push *push, float rate);

void hone_checkpoints_forget(hone_physics_world *world);

/* Restores a state as hone_physics_world_restore does, but into an exact world, too, which then has no checkpoints: the
 * caller knows that the sources give what they gave when it was saved. */
bool hone_physics_restore_any(hone_physics_world *world, const void *state, size_t size, hone_error *error);

/* Whether anything in the world is simulated by Bullet: bodies of models, or props. */
bool hone_physics_has_bodies(const hone_physics_world *world);

/* Builds Bullet's world again from the members' data. Returns false if out of memory. */
bool hone_physics_build(hone_physics_world *world);

#endif
