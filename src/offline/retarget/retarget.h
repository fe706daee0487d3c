/* The state of a retarget in progress: FK (rotations of bones), IK (hips, feet, hands) and key reduction. */
#ifndef HONE_SRC_OFFLINE_RETARGET_RETARGET_H
#define HONE_SRC_OFFLINE_RETARGET_RETARGET_H

#include "base/arena.h"
#include "offline/bake/keys.h"
#include "offline/bake/sample_chunk.h"
#include "offline/retarget/humanoid_rest.h"

/* From which two bones of the source a bone of the target takes its rotation, and how far between them. */
typedef struct retarget_rule {
    int8_t from[2]; /* hone_humanoid_bone; from[0] -1: the bone keeps its rest transform */
    float mix;
} retarget_rule;

typedef struct retarget_pair {
    uint32_t from, to; /* morphs of source and target */
    bool held;         /* in the source a group that belongs to another pair moves it too */
} retarget_pair;

/* A bone of the target that follows another one, although it is not its child. */
typedef struct retarget_tie {
    uint32_t bone, carrier;
    float offset[3], turn[4]; /* relative to the carrier's rest transform */
} retarget_tie;

typedef struct retarget_context {
    const hone_retarget_desc *desc;
    const hone_model *target_model;
    hone_arena *memory;
    hone_humanoid_rest source, target;
    float scale;
    retarget_rule rules[HONE_HUMANOID_COUNT];
    float unrest[HONE_HUMANOID_COUNT][2][4]; /* inverse rest rotations of the source's bone and of its carrier */
    /* common space: rotates the target's limb from its rest direction to the source's */
    float align[HONE_HUMANOID_COUNT][4];
    int32_t twists[HONE_HUMANOID_COUNT]; /* twist bones of the target, or HONE_NONE */
    int32_t goals[2];                    /* IK bones of the target's feet, or HONE_NONE */
    int16_t *roles;                      /* [bone_count] of the target: its hone_humanoid_bone; -1: none */
    uint32_t tie_count;
    retarget_tie *ties; /* [tie_count] */
    int32_t *tie_of;    /* [bone_count] of the target: index into ties; HONE_NONE: none */
    /* Values of the current frame. */
    float turns[HONE_HUMANOID_COUNT][4];  /* rotations of the source's bones relative to rest, common space */
    float wanted[HONE_HUMANOID_COUNT][4]; /* wanted rotations of the target's bones, model space */
    float ankles[2][3];                   /* wanted positions of the target's ankles, common space */
    hone_affine *model_from_bone;         /* [bone_count] of the target, model space */
    hone_transform *locals;               /* [bone_count] of the target, parent space from bone space */
    /* Values of the current chunk. */
    uint32_t driven_count, *driven; /* bones of the target that get keys */
    float (*last)[4];               /* [driven_count] last rotations, to choose the nearer of two quaternions */
    float *translations, *rotations, *weights;
    uint32_t pair_count;
    retarget_pair *pairs;
    uint32_t begin, count;
    hone_bake_keys keys; /* tracks: translation and rotation of each driven bone, then morphs */
    hone_retarget_report *report;
} retarget_context;

/* Makes the rests of both models, and all that a pose and its morphs need. Errors: ARGUMENT, MEMORY. */
bool hone_retarget_prepare(retarget_context *r, const hone_model *source, const hone_model *target, hone_error *error);

/* Compute the target's pose (model_from_bone and locals) from the source's: retarget FK. */
bool hone_retarget_pose_prepare(retarget_context *r);
void hone_retarget_pose_make(retarget_context *r, const hone_affine *source_bones);

/* Retarget IK, after the bones are rotated: move the hips; compute wanted rotations of the limbs so that feet and
 * hands reach their positions; move the goals of MMD's IK chains. */
void hone_retarget_place_hips(retarget_context *r, const hone_affine *source_bones);
void hone_retarget_place_feet(retarget_context *r); /* after the hips */
void hone_retarget_place_hands(retarget_context *r, const hone_affine *source_bones);
void hone_retarget_place_goals(retarget_context *r);

/* Finds the ties; the roles must be known. Returns false if out of memory. */
bool hone_retarget_find_ties(retarget_context *r);
/* Sets the local transform of a tied bone from its carrier and its parent. */
void hone_retarget_place_tied(retarget_context *r, const retarget_tie *t);
/* Solves m * out = v for directions. Returns false if m is singular. out may be v. */
bool hone_retarget_into(const hone_affine *m, const float v[3], float out[3]);

/* Finds which morphs of the target follow which of the source. */
bool hone_retarget_pair_morphs(retarget_context *r);

/* Makes a motion from the keys. */
hone_motion *hone_retarget_make_motion(retarget_context *r, hone_error *error);

#endif
