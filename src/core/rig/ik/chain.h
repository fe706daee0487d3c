/* Prepared IK chains: the data of a model's chain that do not change from frame to frame, and the memory needed to
 * solve it. */
#ifndef HONE_SRC_RIG_IK_CHAIN_H
#define HONE_SRC_RIG_IK_CHAIN_H

#include "base/memory/arena.h"
#include "core/rig/ik/limits.h"
#include <hone/model.h>

/* The largest rotation of a link in one step. */
typedef struct hone_turn_cap {
    float angle, sine, cosine, half_sine, half_cosine;
} hone_turn_cap;

typedef struct hone_link {
    uint32_t turn;  /* into hone_rig.ik_rotations */
    uint32_t place; /* index on the path, counted from the top */
    bool idle;      /* has no effect: the link is not an ancestor of the effector */
    bool limited, fixed;
    hone_limits limits;
    float axis[3]; /* with `fixed`: the only axis of rotation, unit length */
    hone_turn_cap cap;
} hone_link;

/* The path runs from the highest link that is an ancestor of the effector (place 0) down to the effector; it
 * includes bones that are no links. */
typedef struct hone_chain {
    uint32_t ik;             /* into hone_skeleton.iks */
    uint32_t goal, effector; /* bones; the goal is the IK bone */
    uint32_t path_count;
    uint32_t top_rank; /* of the bone at place 0 */
    uint32_t loop_count, link_count;
    hone_link *links; /* as in hone_ik: the nearest to the effector first */
    float unit_angle;
    bool read_early;    /* some bone of the path is evaluated after the IK bone */
    bool noted;         /* an earlier chain sets `start` before it is solved */
    int32_t notes;      /* into hone_rig.chains: the first chain whose `start` this one sets, or HONE_NONE */
    int32_t next_noted; /* next chain of that list, or HONE_NONE */
    float start[3];     /* model space: position of the effector in this evaluation before any chain moved it */
    uint64_t cost;      /* upper bound on the bones visited in a frame */
} hone_chain;

/* A bone of the path while its chain is solved, in the space of the path's parent. */
typedef struct hone_member {
    uint32_t bone;
    float offset[3];   /* from its parent, in the parent's axes */
    float own[4];      /* rotation without this chain's part */
    float local[4];    /* rotation with this chain's part */
    float rotation[4]; /* orientation in that space */
    float position[3]; /* in that space */
} hone_member;

typedef struct hone_ik_scratch { /* memory for the largest chain */
    hone_member *members;
    float (*best)[4];   /* by place: `local` in the best iteration */
    float (*angles)[3]; /* by link: the accumulated angles of solver B */
} hone_ik_scratch;

/* Prepares the limits, fixed axes and step sizes of the links, and their places on the path. False if no link can
 * move the effector. rank: [bone_count] positions in the order of evaluation. turn_of: [bone_count] into
 * hone_rig.ik_rotations. height: [bone_count], all UINT32_MAX before and after. *climbed: number of bones visited.
 * Memory comes from `memory`; the caller checks whether it failed. */
bool hone_chain_make(const hone_skeleton *skeleton, uint32_t ik, const uint32_t *rank, const int32_t *turn_of,
                     uint32_t *height, hone_arena *memory, hone_chain *out, uint32_t *climbed);

#endif
