/* What is under way while a motion is carried over from one humanoid to another. */
#ifndef HONE_SRC_OFFLINE_RETARGET_RETARGET_H
#define HONE_SRC_OFFLINE_RETARGET_RETARGET_H

#include "offline/bake/keys.h"
#include "offline/bake/sample_chunk.h"
#include "offline/retarget/humanoid_rest.h"

/* Which of the source's turns, and how far from one to the other, a bone of the target takes. */
typedef struct retarget_rule {
    int8_t from[2]; /* hone_humanoid_bone; from[0] -1: the bone keeps its place on its parent */
    float mix;
} retarget_rule;

typedef struct retarget_pair {
    uint32_t from, to; /* morphs */
    bool held;         /* a group of the source moves it too, which is itself one of a pair */
} retarget_pair;

/* A bone of the target that another one carries, although it does not hang on it. */
typedef struct retarget_tie {
    uint32_t bone, carrier;
    float offset[3], turn[4]; /* from the carrier's axes at rest */
} retarget_tie;

typedef struct retarget_context {
    const hone_retarget_desc *desc;
    const hone_model *target_model;
    hone_builder *memory;
    hone_humanoid_rest source, target;
    float scale;
    retarget_rule rules[HONE_HUMANOID_COUNT];
    float unrest[HONE_HUMANOID_COUNT][2][4]; /* what undoes the source's turn at rest: of the bone, of its carrier */
    float align[HONE_HUMANOID_COUNT][4];     /* common space: brings the target's limb at rest to the source's */
    int32_t twists[HONE_HUMANOID_COUNT];     /* of the target, or HONE_NONE */
    int32_t goals[2];                        /* IK bones of the target's feet, or HONE_NONE */
    int16_t *roles;                          /* [bone_count] of the target; -1: none */
    uint32_t tie_count;
    retarget_tie *ties; /* [tie_count] */
    int32_t *tie_of;    /* [bone_count] of the target, into ties; HONE_NONE: none */
    /* of a frame */
    float turns[HONE_HUMANOID_COUNT][4];  /* of the source, common space: from rest */
    float wanted[HONE_HUMANOID_COUNT][4]; /* of the target's bones, model space */
    float ankles[2][3];                   /* where the target's belong, common space */
    hone_affine *worlds;                  /* [bone_count] of the target */
    hone_transform *locals;               /* [bone_count] of the target, parent space from bone space */
    /* of a window */
    uint32_t driven_count, *driven; /* bones of the target */
    float (*last)[4];               /* [driven_count] of a rotation's two quaternions the nearer is taken */
    float *translations, *rotations, *weights;
    uint32_t pair_count;
    retarget_pair *pairs;
    uint32_t begin, count;
    hone_bake_keys keys; /* translation and rotation of each driven bone, then morphs */
    hone_bake_keys_mark mark;
    hone_retarget_report *report;
} retarget_context;

/* The target's pose by the source's: worlds and locals. */
bool hone_retarget_pose_prepare(retarget_context *r);
void hone_retarget_pose_make(retarget_context *r, const hone_affine *source_worlds);

/* Of a pose whose bones are turned: the hips in their place; feet and hands where they belong, as turns that are wanted
 * of the limbs; the goals of MMD's chains. */
void hone_retarget_place_hips(retarget_context *r, const hone_affine *source_worlds);
void hone_retarget_place_feet(retarget_context *r); /* after the hips */
void hone_retarget_place_hands(retarget_context *r, const hone_affine *source_worlds);
void hone_retarget_place_goals(retarget_context *r);

/* Finds the ties, once the roles are known. False: out of memory. */
bool hone_retarget_find_ties(retarget_context *r);
/* Sets the local transform of a tied bone by its carrier's and its parent's place. */
void hone_retarget_place_tied(retarget_context *r, const retarget_tie *t);
/* Solves m * out = v for directions. False where m flattens space. out may be v. */
bool hone_retarget_into(const hone_affine *m, const float v[3], float out[3]);

/* Which morphs follow which. */
bool hone_retarget_pair_morphs(retarget_context *r);

/* The keys as a motion. */
hone_motion *hone_retarget_make_motion(retarget_context *r, hone_error *error);

#endif
