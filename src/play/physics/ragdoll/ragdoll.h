/* The inside of ragdolls: a character's parts, each with a capsule of its own, beside the bodies of the model. */
#ifndef HONE_SRC_PHYSICS_RAGDOLL_RAGDOLL_H
#define HONE_SRC_PHYSICS_RAGDOLL_RAGDOLL_H

#include "play/physics/world.h"

/* A part of the body, such as an upper arm: the bone that it moves, its rigid and the joint to its holder. */
typedef struct hone_part {
    int32_t bone;
    int32_t role;   /* hone_humanoid_bone; HONE_NONE: not of a humanoid */
    int32_t holder; /* the part that it hangs on; an earlier one, or HONE_NONE */
    int32_t joint;  /* in hone_physics.joints; HONE_NONE without a holder */
    uint32_t rigid;
    float along[3];   /* its direction at rest, unit length, model space */
    float length;     /* to the next joint; 0: it has none */
    hone_affine rest; /* of its body, model space */
} hone_part;

struct hone_ragdoll {
    const hone_model_data *data;
    hone_humanoid human;
    float height;         /* of the skeleton and mesh at rest */
    float front[3];       /* where the character looks at rest */
    uint32_t joint_begin; /* the first joint of the parts; the others are the model's */
    uint32_t count;
    hone_part parts[HONE_RAGDOLL_PARTS_MOST];
    float weights[HONE_RAGDOLL_PARTS_MOST];
    /* Rotations from the animation to physics at the last step, of parts between both; 0 0 0 0: none. They
     * decide the direction in which a part turns when it is half a turn away from its animation. */
    float turns[HONE_RAGDOLL_PARTS_MOST][4];
    int32_t *part_of_bone; /* [bone_count] the part that a bone moves with, or HONE_NONE */
    int32_t *path;         /* [bone_count] a bone between a part and its holder: that part; or HONE_NONE */
    uint8_t *above;        /* [bone_count] 1: carries the first part, and follows it */
    hone_affine *rest;     /* [bone_count] model space from bone space at rest */
    hone_affine *targets;  /* [rigid_count] hone_body_aim.target, or where parts carry it */
    /* Scratch: places of the parts' bodies by the bones and by physics, and between both by the weights. */
    hone_affine animated[HONE_RAGDOLL_PARTS_MOST], simulated[HONE_RAGDOLL_PARTS_MOST], shown[HONE_RAGDOLL_PARTS_MOST];
};

/* ---- making ---------------------------------------------------------------------------------------------------- */

/* Chooses the parts of a model, parents first, and finds the part of each bone. order: bones, parents first; scratch:
 * [bone_count]. */
void hone_parts_choose(hone_ragdoll *ragdoll, const uint32_t *order, float *scratch);
/* Fits a capsule to the vertices of each part: sets along, length and rest, and appends their rigids. Returns false if
 * out of memory. */
bool hone_parts_fit(hone_physics *physics);
/* Appends the joints of all parts, with the limits of a human's joints. */
void hone_parts_join(hone_physics *physics);

/* ---- moving ---------------------------------------------------------------------------------------------------- */

/* Whether a part or one that it hangs on is let go. */
bool hone_part_is_free(const hone_ragdoll *ragdoll, int32_t part);
/* The part that carries a rigid which follows bones, because that part is let go; HONE_NONE: bones place it. */
int32_t hone_ragdoll_carrier(const hone_physics *physics, uint32_t rigid);
/* The angles of a joint as Bullet counts them: about B's x, a y between, and A's z. */
void hone_joint_angles(const hone_affine *frame_a, const hone_affine *frame_b, float out[3]);

#endif
