/* The springs of a member of a world. */
#ifndef HONE_SRC_PHYSICS_SPRINGS_H
#define HONE_SRC_PHYSICS_SPRINGS_H

#include "play/spring/rate.h"
#include <hone/physics.h>
#include <hone/spring.h>

/* A state is one block of memory: [joint_count] hone_spring_state, then [spring_count] hone_affine, the places of the
 * bones that carry the springs. */
typedef struct hone_springs {
    hone_spring_plan *plan; /* NULL: the model has no springs */
    uint32_t joint_count, spring_count;
    size_t size;                     /* bytes of a state */
    hone_spring_state *now, *before; /* after and before the last step */
    hone_spring_state *saved;        /* states of checkpoints; NULL: not exact */
    hone_spring_shape *shapes;       /* [collider_count of the model] scratch */
    uint8_t *off;                    /* [bone_count] 1: a joint of this bone follows it */
    hone_affine *bones, *moved;      /* [bone_count] scratch */
} hone_springs;

/* Where the bone was that carries each spring, in a state. */
static inline hone_affine *hone_springs_anchors(const hone_springs *springs, const hone_spring_state *state)
{
    return (hone_affine *)(void *)(state + springs->joint_count);
}

/* The state of a checkpoint; NULL: there are no springs. */
static inline hone_spring_state *hone_springs_saved(const hone_springs *springs, uint32_t checkpoint)
{
    char *saved = (char *)springs->saved;
    return saved ? (hone_spring_state *)(void *)(saved + checkpoint * springs->size) : NULL;
}

/* Makes the springs of a new member whose model has some. Errors: MEMORY. */
bool hone_springs_make(hone_physics *physics, hone_error *error);

/* The following are for members that have springs: those with a plan. */

void hone_springs_close(hone_physics *physics);
/* Allocates states of checkpoints from the member's memory. */
void hone_springs_allocate_checkpoints(hone_physics *physics, uint32_t count);

void hone_springs_set_input(hone_physics *physics, const hone_physics_input *input);
void hone_springs_reset(hone_physics *physics);
/* A step of 1 / HONE_SPRING_RATE seconds, after those of bodies. */
void hone_springs_step(hone_physics *physics);
/* Moves them in the world without inertia. */
void hone_springs_move(hone_physics *physics, const hone_affine *by);
/* Adds the bones that springs move to those that bodies move, which physics->carried tells: see hone_physics_bones. */
void hone_springs_show(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone, uint8_t *dynamic);

#endif
