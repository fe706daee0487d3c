/** spring: joints that swing, such as those of hair and clothes of a VRM, as jobs on plain arrays.
 *
 * A joint turns a bone so that its tail trails behind, falls, comes back to rest, and stays out of colliders. Each step
 * is that of the specification VRMC_springBone-1.0, with the colliders of VRMC_springBone_extended_collider-1.0 and the
 * limits of the draft VRMC_springBone_limit-1.0. Steps of 1/60 s look as in other programs; longer or shorter ones do
 * not. A world of physics (physics.h) takes them for a character that plays, at any frame rate, and saves them.
 *
 * A plan has what is fixed; it may be used by several threads. A job allocates nothing and computes in double
 * precision. The result is the same to the bit on every machine.
 * Source: docs/avatars.md.
 *
 * A step by hand, after the rig:
 * ```c
 * void swing(const hone_spring_plan *plan, const hone_affine *bones, hone_spring_state *states,
 *            hone_spring_shape *shapes, hone_affine *moved)
 * {
 *     hone_spring_step(&(hone_spring_job){
 *         .plan = plan, .bones = bones, .states = states, .shapes = shapes, .moved = moved});
 * }
 * ```
 */
#ifndef HONE_SPRING_H
#define HONE_SPRING_H

#include <hone/avatar.h>
#include <hone/base.h>
#include <hone/math.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- plans --------------------------------------------------------------------------------------------------- */

/** What steps need and never changes: the order of bones, and the numbers of joints and colliders. */
typedef struct hone_spring_plan hone_spring_plan;

/** Settings of hone_spring_plan_create. All arrays are copied. */
typedef struct hone_spring_desc {
    const hone_skeleton *skeleton;   /**< required: parents and rest transforms */
    uint32_t spring_count;           /**< how many springs there are */
    const hone_spring *springs;      /**< [spring_count] such as those of hone_model_data */
    uint32_t collider_count;         /**< how many colliders there are */
    const hone_collider *colliders;  /**< [collider_count] those without a bone touch nothing */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_spring_desc;

/** Creates a plan.
 *
 * Bones are computed parents first. A spring comes after springs whose bones carry its colliders, except in circles:
 * there a collider is where its bone was turned in the step before.
 * Returns: the plan; destroy it with hone_spring_plan_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, an index out of range, a bone in two joints, parents in a circle), MEMORY.
 */
HONE_API hone_spring_plan *hone_spring_plan_create(const hone_spring_desc *desc, hone_error *error);

/** Destroys a plan. NULL is allowed. */
HONE_API void hone_spring_plan_destroy(hone_spring_plan *plan);

/** Returns the number of joints of all springs. A state has this number of hone_spring_state, in the order of the
 * springs and of their joints. */
HONE_API uint32_t hone_spring_joint_count(const hone_spring_plan *plan);

/** Returns the bones that a step writes, parents first: those of joints, and those between joints or with colliders
 * below them. Bones below these keep their places under them.
 *
 * count: out: their number.
 */
HONE_API const uint32_t *hone_spring_bones(const hone_spring_plan *plan, uint32_t *count);

/* ---- steps --------------------------------------------------------------------------------------------------- */

/** The state of a joint between two steps. It holds no pointers: copy it to save it. */
typedef struct hone_spring_state {
    double tail[3];     /**< where the tail is: world; with a centre: in the axes of that bone */
    double previous[3]; /**< where it was a step before */
    float rotation[4];  /**< of the bone, relative to its parent: a quaternion x,y,z,w */
} hone_spring_state;

/** Scratch: a collider in the world. */
typedef struct hone_spring_shape {
    double from[3];       /**< the centre, an end, or a point of the plane */
    double along[3];      /**< to the other end, or the normal */
    double radius;        /**< of spheres and capsules */
    double square_length; /**< of `along` */
} hone_spring_shape;

/** Input and output of a step. All arrays are the caller's. */
typedef struct hone_spring_job {
    const hone_spring_plan *plan; /**< required */
    const hone_affine *bones;     /**< [bone_count] world from bone space, as the rig has them */
    const uint8_t *off;           /**< [bone_count] 1: a joint of this bone follows `bones`; NULL: none does */
    float wind[3];                /**< velocity of the air, units/s: drag is relative to it */
    float scale;                  /**< length of the model's unit in the world: of forces and radii; 0: 1 */
    double seconds;               /**< of the step; 0: 1/60 */
    hone_spring_state *states;    /**< [hone_spring_joint_count] in and out; hone_spring_reset makes the first */
    hone_spring_shape *shapes;    /**< [collider_count] scratch */
    hone_affine *moved;           /**< [bone_count] out: world from bone space, of hone_spring_bones */
} hone_spring_job;

/** Puts all joints to rest, without speed, where the bones are.
 *
 * job: wind and seconds are not read.
 * Cost: no allocation.
 */
HONE_API void hone_spring_reset(const hone_spring_job *job);

/** Takes a step: inertia, the joint's length and limit, then colliders in their order, each with length and limit.
 *
 * A joint without length follows `bones`, and so does one whose bones are not finite or cannot be inverted. One whose
 * tail is lost goes back to rest.
 * Cost: one visit of each bone of hone_spring_bones, and for each joint one of each collider of its spring; no
 * allocation.
 */
HONE_API void hone_spring_step(const hone_spring_job *job);

/** Moves states in the world without inertia: for a teleport. Those with a centre stay, because their bone moves.
 *
 * by: rigid: the new place of the character times the inverse of the old one.
 * states: [hone_spring_joint_count] in and out.
 */
HONE_API void hone_spring_move(const hone_spring_plan *plan, const hone_affine *by, hone_spring_state *states);

/** Computes bones between two steps.
 *
 * before: [hone_spring_joint_count] states before the step.
 * now: [hone_spring_joint_count] states after it.
 * share: 0 to 1: how far the time is on its way from `before` to `now`.
 * bones: [bone_count] any space from bone space, as the rig has them at that time.
 * moved: out: [bone_count] the same space from bone space, of hone_spring_bones.
 * Cost: no allocation.
 */
HONE_API void hone_spring_between(const hone_spring_plan *plan, const hone_spring_state *before,
                                  const hone_spring_state *now, double share, const hone_affine *bones,
                                  hone_affine *moved);

#ifdef __cplusplus
}
#endif
#endif
