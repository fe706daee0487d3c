/* The humanoid rest pose as retargeting uses it: measures, directions of limbs, and a common space in which all
 * humanoids have the same orientation. */
#ifndef HONE_SRC_OFFLINE_RETARGET_HUMANOID_REST_H
#define HONE_SRC_OFFLINE_RETARGET_HUMANOID_REST_H

#include "base/memory/arena.h"
#include <hone/math.h>
#include <hone/retarget.h>

/* In common space x points to the figure's left, y up and z forward. Lengths are in the model's own unit. */
typedef struct hone_humanoid_rest {
    const hone_model_data *model;
    hone_humanoid human;
    uint32_t *order;   /* [bone_count] parents before children */
    hone_affine *rest; /* [bone_count] model space from bone space */
    float axes[3][3];  /* common = axes * model: a rotation, or a reflection */
    float handed;      /* determinant of axes, 1 or -1 */
    uint32_t twist_count;
    hone_humanoid_twist twists[HONE_HUMANOID_MAX_TWISTS];
    /* For upper arms, forearms and thighs the bone that the next one is attached to: a twist bone, or the bone itself.
     */
    int32_t carriers[HONE_HUMANOID_COUNT];
    /* Common space, for arms, fingers and legs; else 0. */
    float directions[HONE_HUMANOID_COUNT][3];
    float leg, arm;           /* leg: length of thigh and shin; arm: of upper arm and forearm; means of both sides */
    float ankle[2][3], floor; /* common space at rest; height of the soles */
    float soles[2][2][3];     /* heel and ball of each foot, relative to the ankle */
    float toes[2][3];         /* joint of the toes, relative to the ankle */
    float tips[2][3];         /* tip of the toes on the floor, relative to their joint */
    float tops[2][3];         /* upper end of each leg, relative to the middle between them */
    float legs[2];            /* length of thigh and shin */
    bool posed;               /* at rest it is in the T-pose, as VRM says */
    float pelvis[3];          /* in the axes of the hips' bone: the point whose path is that of the body */
    float height;             /* of that point */
} hone_humanoid_rest;

/* Computes the place of the pelvis in model space. */
void hone_humanoid_rest_pelvis(const hone_humanoid_rest *humanoid, const hone_affine *model_from_bone, float out[3]);

/* Computes the middle between the upper ends of both legs. */
void hone_humanoid_rest_hips(const hone_humanoid_rest *humanoid, const hone_affine *model_from_bone, float out[3]);

/* Convert a position and a rotation to common space and back. */
void hone_humanoid_rest_place(const hone_humanoid_rest *humanoid, const float model[3], float common[3]);
void hone_humanoid_rest_unplace(const hone_humanoid_rest *humanoid, const float common[3], float model[3]);
void hone_humanoid_rest_turn(const hone_humanoid_rest *humanoid, const float model[4], float common[4]);
void hone_humanoid_rest_unturn(const hone_humanoid_rest *humanoid, const float common[4], float model[4]);

/* All arrays come from `memory`. partial: the skeleton of a VRM animation may lack bones; then only the rest
 * transforms, the axes and the pelvis are known. Errors: ARGUMENT (not a humanoid; the message lists what is missing),
 * MEMORY. */
bool hone_humanoid_rest_make(const hone_model *model, bool partial, hone_arena *memory, hone_humanoid_rest *out,
                             hone_error *error);

/* Computes the shortest rotation from one direction to another. Both must have unit length. */
void hone_quat_arc(const float from[3], const float to[3], float out[4]);

/* Computes the twist of a rotation about the y axis: where a foot points, also if it is pitched steeply. out may be
 * turn. */
void hone_quat_heading(const float turn[4], float out[4]);

#endif
