/* What is fixed of springs. */
#ifndef HONE_SRC_SPRING_PLAN_H
#define HONE_SRC_SPRING_PLAN_H

#include "base/memory/arena.h"
#include "play/spring/limit.h"
#include <hone/spring.h>

/* The numbers of a hone_spring_joint, prepared: doubles only, which kernels read as an array. */
typedef struct hone_spring_numbers {
    double tail_offset[3];
    double axis[3];     /* to the tail at rest, unit length, in the axes of the bone; all 0: the joint has no length */
    double rotation[4]; /* of the bone at rest, relative to its parent */
    double hit_radius, stiffness, keep; /* keep: the part of the speed that stays in a step */
    double gravity[3];                  /* times its power */
} hone_spring_numbers;

/* A joint. */
typedef struct hone_spring_link {
    uint32_t bone;
    int32_t tail_bone; /* HONE_NONE: tail_offset */
    uint32_t spring;
    hone_spring_numbers numbers;
    hone_limit limit;
} hone_spring_link;

/* A bone that is computed. */
typedef struct hone_spring_place {
    uint32_t bone;
    int32_t parent;      /* bone; HONE_NONE: none */
    int32_t link;        /* the joint that turns it, or HONE_NONE */
    uint32_t begin, end; /* in `carried`: the colliders that follow it */
    uint32_t level;      /* it depends on places of lower levels only; where a collider is read before its bone is
                            computed, each place has a level of its own */
} hone_spring_place;

/* What the joints of a spring share. */
typedef struct hone_spring_chain {
    int32_t center; /* bone, or HONE_NONE */
    uint32_t collider_count;
    uint32_t *colliders;
} hone_spring_chain;

struct hone_spring_plan {
    hone_arena *memory;
    uint32_t bone_count, link_count, chain_count, collider_count, place_count;
    hone_spring_link *links;
    hone_spring_chain *chains;
    hone_collider *colliders;
    hone_spring_place *places; /* [place_count] in the order of evaluation, by level */
    uint32_t *bones;           /* [place_count] their bones */
    int32_t *place_of;         /* [bone_count] HONE_NONE: the bone is where the rig has it */
    uint32_t *carried;         /* colliders on bones of places, place by place */
    uint32_t fixed_count;
    uint32_t *fixed;  /* colliders on other bones */
    bool reads_ahead; /* a collider is read before its bone is computed */
};

/* Orders the bones that are computed: makes `places`, `bones` and `place_of`. links, chains and colliders must be
 * known. scratch is used within. False: out of memory, or parents in a circle, which `circle` tells. */
bool hone_spring_order(hone_spring_plan *plan, const hone_skeleton *skeleton, hone_arena *scratch, bool *circle);

#endif
