/* IK chains, prepared: what of a model's chain does not change from frame to frame, and what solving one needs. */
#ifndef HONE_SRC_RIG_IK_CHAIN_H
#define HONE_SRC_RIG_IK_CHAIN_H

#include "base/arena.h"
#include "rig/ik/limits.h"
#include <hone/model.h>

/* The most that a link may turn in one step. */
typedef struct hone_slerp_segment_cap {
    float angle, sine, cosine, half_sine, half_cosine;
} hone_slerp_segment_cap;

typedef struct hone_link {
    uint32_t turn;  /* into hone_rig.turns */
    uint32_t place; /* on the path, counted from the top */
    bool idle;      /* cannot help: the effector does not hang on it */
    bool limited, fixed;
    hone_limits limits;
    float axis[3]; /* with `fixed`: the only one it turns about, unit length */
    hone_slerp_segment_cap cap;
} hone_link;

/* The path runs from the highest link that the effector hangs on (place 0) down to the effector, bone by bone, links or
 * not. */
typedef struct hone_chain {
    uint32_t ik;             /* into hone_skeleton.iks */
    uint32_t goal, effector; /* bones; the goal is the IK bone */
    uint32_t path_count;
    uint32_t top_rank; /* of the bone at place 0 */
    uint32_t loop_count, link_count;
    hone_link *links; /* as in hone_ik: nearest the effector first */
    float unit_angle;
    bool read_early;    /* some bone of the path comes after the IK bone */
    bool noted;         /* an earlier chain notes `start` before it is solved */
    int32_t notes;      /* into hone_rig.chains: the first chain whose `start` this one notes, or HONE_NONE */
    int32_t next_noted; /* the next one of that list, or HONE_NONE */
    float start[3];     /* model space: where the effector's own turn placed it, of this evaluation */
    uint64_t cost;      /* how many bones are looked at in a frame, at most */
} hone_chain;

/* A bone of the path while its chain is solved, in the frame of the path's parent. */
typedef struct hone_member {
    uint32_t bone;
    float offset[3];   /* from its parent, parent's axes */
    float own[4];      /* rotation without what this chain adds */
    float local[4];    /* with it */
    float rotation[4]; /* of its axes in the frame */
    float position[3]; /* in the frame */
} hone_member;

typedef struct hone_ik_scratch { /* as much as the largest chain needs */
    hone_member *members;
    float (*best)[4];   /* by place: `local` at the best iteration */
    float (*angles)[3]; /* by link: the total angles of solver B */
} hone_ik_scratch;

/* Turn caps, limits and axes of the links, and where they stand on the path. False where no link can move the effector.
 * rank: [bone_count] places in the order. turn_of: [bone_count] into the rig's turns. height: [bone_count], all
 * UINT32_MAX before and after. *climbed: how many bones it took to find out. Memory comes from `memory`, which the
 * caller asks whether it failed. */
bool hone_chain_make(const hone_skeleton *skeleton, uint32_t ik, const uint32_t *rank, const int32_t *turn_of,
                     uint32_t *height, hone_arena *memory, hone_chain *out, uint32_t *climbed);

#endif
