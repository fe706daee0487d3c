/** ik: inverse kinematics at run time. Two-bone IK and aim, as jobs on plain arrays.
 *
 * Each job reads bones in model space, and writes rotations for the bones that it turns. Nothing is allocated, and jobs
 * share nothing, so threads may run them together. On a character that plays, hone_actor_add_goal does all of this.
 *
 * A correction is a unit quaternion that is applied before the bone's own rotation:
 *     local rotation of the bone = its local rotation * correction
 * The jobs compute in the space of the bone that they turn. So its parents may scale unevenly, mirror or shear. A bone
 * of a chain may scale evenly, relative to the bone above it in the chain. If a bone itself scales unevenly or mirrors,
 * pass its matrix with each column divided by that scale, because the scale acts before the rotation.
 *
 * Weight 0 gives corrections that change no bit. A number that is not finite, a bone without length, or a matrix
 * without inverse gives the identity for the part that it spoils, and never a number that is not finite.
 * Source: docs/ik.md.
 */
#ifndef HONE_IK_H
#define HONE_IK_H

#include <hone/base.h>
#include <hone/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- two-bone IK --------------------------------------------------------------------------------------------- */

/** Input of hone_two_bone_solve: a limb of three joints, such as hip, knee and ankle. Other bones may be between them;
 * they stay as they are. */
typedef struct hone_two_bone_job {
    const hone_affine *start;  /**< model space from the upper bone: hip, shoulder */
    const hone_affine *middle; /**< model space from the lower bone: knee, elbow */
    const hone_affine *end;    /**< model space from the end: ankle, hand */
    float goal[3];             /**< model space: where the end shall go */
    /** The axis about which the middle bends, in its own axes, unit length. A positive turn about it opens the limb;
     * the limb never bends to the other side. */
    float hinge[3];
    /** A direction in model space: the middle is on this side of the line from start to goal. All zero: the limb turns
     * to the goal by the shortest way. The limb flips where the goal passes the direction of the pole. */
    float pole[3];
    float twist; /**< radians: a further turn of the whole limb about the line from start to goal */
    /** 0 to 1: the last part of the limb's length, in which it falls behind the goal gradually, so that it never snaps
     * straight. 0: none. */
    float softness;
    float weight; /**< 0 to 1: how much of the corrections is applied */
} hone_two_bone_job;

/** Turns a limb of two bones so that its end reaches a goal.
 *
 * The middle opens or closes until the end has the goal's distance from the start, by the law of cosines; the component
 * of the bones along the hinge is taken into account. Then the start turns the end onto the line to the goal, and the
 * hinge across the pole. A goal that is too far or too near is approached along this line.
 * start, middle: out: the corrections of the two bones.
 * Returns: whether the end reaches the goal: it is within reach, outside of the soft part, and the weight is 1.
 * Errors: none.
 * Cost: about ten square roots and divisions; no allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_two_bone_solve(const hone_two_bone_job *job, float start[4], float middle[4]);

/* ---- aim ----------------------------------------------------------------------------------------------------- */

/** Input of hone_aim_solve: a bone that shall point at a target, such as a head or a gun. */
typedef struct hone_aim_job {
    const hone_affine *bone; /**< model space from bone space */
    float target[3];         /**< model space */
    float forward[3];        /**< the direction that is aimed, in the bone's axes, unit length */
    float offset[3];         /**< bone space: the point from which `forward` is aimed, such as the muzzle of a gun */
    float up[3];             /**< the bone's axes: is turned to the side of the pole; all zero: no such turn */
    float pole[3];           /**< a direction in model space; all zero: no such turn */
    float twist;             /**< radians: a further turn about the line to the target */
    /** Radians: the most by which `forward` is swung away from where the pose points it, below pi. A target outside of
     * this cone is approached as far as the cone allows. 0: no limit. */
    float most;
    float weight; /**< 0 to 1: how much of the correction is applied */
} hone_aim_job;

/** Turns a bone so that a direction of it points at a target.
 *
 * The bone swings by the shortest way, and then turns about the line to the target so that `up` is on the side of the
 * pole.
 * correction: out: the correction of the bone.
 * Returns: whether `forward` meets the target: it is in front of the offset, within the cone, and the weight is 1.
 * Errors: none.
 * Cost: about six square roots and divisions; no allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_aim_solve(const hone_aim_job *job, float correction[4]);

#ifdef __cplusplus
}
#endif
#endif
