/* Which bones become joints of springs, in which chains, and what they can touch. */
#ifndef HONE_SRC_SPRING_FIT_CHAINS_H
#define HONE_SRC_SPRING_FIT_CHAINS_H

#include "base/memory/arena.h"
#include <hone/model.h>

/* A bone that becomes a joint. A bone of MMD has no rotation at rest, so its axes are those of the model there. */
typedef struct fit_joint {
    int32_t bone;
    int32_t tail_bone; /* a child of the bone; HONE_NONE: `tail` alone */
    float tail[3];     /* from the bone */
    float length;      /* of tail */
    float hit_radius;
    int32_t above;   /* the joint whose bone carries this one; HONE_NONE: the anchor carries it */
    int32_t anchor;  /* the bone that carries it; HONE_NONE: a joint does, or nothing */
    float offset[3]; /* from the bone that carries it */
    uint32_t spring; /* the chain that it is in */
    uint32_t level;  /* how many joints are above it */
    uint16_t groups; /* bits of the collision groups of its bodies */
    uint16_t mask;   /* bits of the groups that they collide with */
    /* Found by the fit: the numbers of hone_spring_joint. */
    double stiffness, drag, gravity, reach, rest[4];
} fit_joint;

/* A chain. Its joints follow each other in fit_chains.chain_joints. */
typedef struct fit_spring {
    uint32_t begin, end;                   /* in chain_joints */
    uint32_t collider_begin, collider_end; /* in spring_colliders */
    float length;                          /* from its first bone to its tip */
} fit_spring;

typedef struct fit_chains {
    uint32_t joint_count, spring_count, collider_count;
    fit_joint *joints;      /* [joint_count] those above others first */
    fit_spring *springs;    /* [spring_count] */
    uint32_t *chain_joints; /* [joint_count] joints, chain by chain */
    int32_t *joint_of_bone; /* [bone_count] */
    hone_collider *colliders;
    uint16_t *collider_groups, *collider_masks; /* [collider_count] */
    uint32_t *spring_colliders;                 /* indices into colliders, chain by chain */
    uint32_t bodies_left_out, colliders_left_out, cross_joints;
} fit_chains;

/* Finds joints, chains, and the colliders of all. False: out of memory. */
bool hone_fit_find_chains(const hone_model_data *model, hone_arena *memory, fit_chains *out);

/* The last joint of a chain. Its tail is the tip. */
static inline const fit_joint *hone_fit_tip(const fit_chains *chains, uint32_t spring)
{
    return &chains->joints[chains->chain_joints[chains->springs[spring].end - 1]];
}

/* Finds the colliders of the bodies that follow bones: hone_fit_find_chains. */
bool hone_fit_find_colliders(const hone_model_data *model, hone_arena *memory, fit_chains *out);

#endif
