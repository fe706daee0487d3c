/* Node constraints (VRMC_node_constraint): bones whose rotation follows another bone. They act after the hierarchy was
 * placed by the pose: each turns its bone, and bones that are turned, or below one that is, are placed again, once. */
#ifndef HONE_SRC_RIG_CONSTRAINT_CONSTRAINTS_H
#define HONE_SRC_RIG_CONSTRAINT_CONSTRAINTS_H

#include "base/memory/arena.h"
#include <hone/motion.h>
#include <hone/rig.h>

/* A step of the evaluation: a constraint is evaluated, or a bone is placed. */
typedef struct hone_constraint_step {
    bool places;
    uint32_t at; /* index of the constraint, or of the bone */
} hone_constraint_step;

typedef struct hone_constraints {
    const hone_model_data *model;
    const hone_constraint *list; /* [count] those of the model */
    uint32_t count;              /* 0: nothing below is used; so it is for models of MMD */
    int32_t
        *of_bone; /* [bone_count] the constraint that turns each bone, or HONE_NONE; NULL: there are no constraints */
    float (*rotations)[4];       /* [count] local rotations of the constraints' bones in this evaluation */
    hone_constraint_step *steps; /* [step_count] a step comes after those that it depends on */
    uint32_t step_count;
} hone_constraints;

/* Finds the order of the steps. order: that of the rig, parents before children. A constraint that depends on itself
 * through others is left out; so is a second one of the same bone. Memory that is kept comes from `memory`. Returns
 * false if out of memory. */
bool hone_constraints_plan(hone_constraints *constraints, const hone_model_data *model, const uint32_t *order,
                           hone_arena *memory, hone_arena *scratch);

/* Evaluates the constraints, and places the bones again that they move. model_from_bone: [bone_count] as the pose
 * places them; in and out. */
void hone_constraints_apply(hone_constraints *constraints, const hone_pose *pose, hone_affine *model_from_bone);

/* Returns a bone's transform in its parent's space: that of the pose, turned by the bone's constraint. */
hone_affine hone_constraints_local(const hone_constraints *constraints, const hone_pose *pose, uint32_t bone);

/* Returns the constraint that turns the bone, or HONE_NONE. */
static inline int32_t hone_constraints_of(const hone_constraints *constraints, uint32_t bone)
{
    return constraints->of_bone ? constraints->of_bone[bone] : HONE_NONE;
}

#endif
