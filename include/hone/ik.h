/** ik: inverse kinematics at run time. Two-bone IK, aim, gaze, feet, chains and whole figures, as jobs on plain arrays.
 *
 * Each job reads bones in model space, and writes rotations for the bones that it turns. Nothing is allocated, and jobs
 * share nothing, so threads may run them together. On a character that plays, hone_actor_goal_add does all of this.
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
    float max_angle;
    float weight; /**< 0 to 1: how much of the correction is applied */
} hone_aim_job;

/** Turns a bone so that a direction of it points at a target.
 *
 * The bone swings by the shortest way, and then turns about the line to the target so that `up` is on the side of the
 * pole.
 * correction: out: the correction of the bone.
 * Returns: whether `forward` meets the target: it is in front of the offset, within the cone, and the weight is 1.
 * Cost: about six square roots and divisions; no allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_aim_solve(const hone_aim_job *job, float correction[4]);

/* ---- gaze ---------------------------------------------------------------------------------------------------- */

/** A bone that takes part in a gaze: neck, head or eye. */
typedef struct hone_gaze_part {
    const hone_affine *bone; /**< model space from bone space */
    float forward[3];        /**< the direction in which it looks, in its own axes, unit length */
    float share;             /**< 0 to 1: how much it takes of the angle that the parts before it leave over */
    /** Radians: the most by which it is turned to the side, from the part before it (the first: from the body). If the
     * pose turns it further, it may stay there. */
    float max_yaw;
    float max_pitch; /**< radians: the same, up and down */
} hone_gaze_part;

/** Input of hone_gaze_solve. */
typedef struct hone_gaze_job {
    uint32_t part_count;         /**< how many parts there are */
    const hone_gaze_part *parts; /**< [part_count] neck and head: each turns those after it, and the eyes */
    uint32_t eye_count;          /**< how many eyes there are */
    const hone_gaze_part *eyes;  /**< [eye_count] each looks for itself */
    float front[3];              /**< model space: the direction in which the body looks, in this pose */
    float up[3];                 /**< model space: the body's up; not parallel to front */
    float target[3];             /**< model space: the point to look at */
    float weight;                /**< 0 to 1: how much of the corrections is applied */
} hone_gaze_job;

/** Turns neck, head and eyes to a target. Angles are yaw, about the body's up, and pitch, so a head never tilts to the
 * side. The parts look from the middle of the eyes, or, without eyes, from the last part. A target that passes behind
 * the body moves the gaze from one side to the other.
 *
 * parts: out: [part_count] corrections.
 * eyes: out: [eye_count] corrections.
 * Returns: whether all eyes, or, without eyes, the last part, look at the target, and the weight is 1.
 * Cost: four rounds of a few angles for each part; no allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_gaze_solve(const hone_gaze_job *job, float (*parts)[4], float (*eyes)[4]);

/* ---- feet ---------------------------------------------------------------------------------------------------- */

/** The ground: a function of the program. Up is +y. Whoever calls it says in which space it asks: hone_feet_solve asks
 * in model space, and the goal FEET of an actor (hone_goal_feet.ground) in the world.
 *
 * position: x and z count.
 * height: out: y of the ground there.
 * normal: out: upwards, of any length.
 * Returns: false where there is no ground. */
typedef bool hone_ground(void *user, const float position[3], float *height, float normal[3]);

/** Input of hone_feet_solve. */
typedef struct hone_feet_job {
    uint32_t foot_count;              /**< how many feet there are */
    const hone_affine *const *ankles; /**< [foot_count] model space from the ankle (MMD: or from the foot's IK bone) */
    const float *soles;               /**< [foot_count] height of each ankle above its sole when it stands flat */
    /** [foot_count] model space: the foot goes so far away from where the pose has it, such as to stay where it was set
     * down while the body turns. NULL: none. */
    const float (*offsets)[3];
    /** [foot_count] model space from the bone at the top of each leg: the hips go down until its foot reaches the
     * ground. NULL: they follow the lowest foot only. */
    const hone_affine *const *tops;
    const float *lengths; /**< [foot_count] of each leg, if there are tops */
    hone_ground *ground;  /**< called once for each foot, with a position in model space */
    void *ground_user;    /**< passed to ground */
    float floor;          /**< y of the flat ground that the motion was made for */
    float max_drop;       /**< the most by which the hips go down */
    float max_rise;       /**< the most by which the hips go up */
    float max_tilt;       /**< radians: the most by which a foot is tilted to the ground */
    float weight;         /**< 0 to 1: how much of all is applied */
} hone_feet_job;

/** Where a foot shall go. */
typedef struct hone_foot_goal {
    float position[3]; /**< model space: of the ankle, for hone_two_bone_solve */
    float tilt[4];     /**< a rotation in model space, to be applied after the foot's orientation in the pose */
} hone_foot_goal;

/** Puts feet on the ground: each keeps the height above the ground that it has above the flat floor in the pose, and
 * tilts with the ground. The hips follow the lowest foot, and go lower
 * where a leg would be too short. On ground at the height of the floor nothing changes.
 *
 * hips: out: how far the hips go up, model units; mostly negative.
 * goals: out: [foot_count].
 * Returns: whether there is ground below every foot.
 * Cost: a call of `ground` and a few square roots for each foot; no allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_feet_solve(const hone_feet_job *job, float *hips, hone_foot_goal *goals);

/* ---- limits of joints ------------------------------------------------------------------------------------------- */

/** How a bone may turn. */
typedef enum hone_limit_kind {
    HONE_LIMIT_NONE,      /**< freely */
    HONE_LIMIT_BALL,      /**< its axis stays in a cone, and its turn about the axis in a range: shoulder, neck */
    HONE_LIMIT_HINGE,     /**< about one axis, in a range of angles: elbow, knee */
    HONE_LIMIT_FIXED,     /**< not at all */
    HONE_LIMIT_KIND_COUNT /**< the number of kinds */
} hone_limit_kind;

/** The limit of a joint. The rotation of a bone, from its own axes to those of the bone above it, is
 *     rest * swing * twist
 * where the twist is about the axis, and the swing about some axis perpendicular to it. A HINGE has no swing. If the
 * pose that a job begins with is outside of a limit, the bone may stay there, but turns no further. */
typedef struct hone_limit {
    hone_limit_kind kind; /**< which of the fields below are read */
    float axis[3];        /**< the bone's axes, unit length: HINGE: of the hinge; BALL: of the twist, along the bone */
    float rest[4];        /**< unit quaternion: the rotation at which all angles are 0 */
    float max_swing;      /**< BALL: radians, 0 to pi: the greatest angle between the axis and where it is at rest */
    float min_angle;      /**< radians: the least angle about the axis, at least -pi */
    float max_angle;      /**< radians: the greatest angle about the axis, at least `min_angle` and at most pi */
} hone_limit;

/* ---- FABRIK ----------------------------------------------------------------------------------------------------- */

/** Input of hone_fabrik_solve: a chain of bones, such as a tail, a tentacle or a spine. Each bone hangs on the one
 * before. */
typedef struct hone_fabrik_job {
    uint32_t bone_count;      /**< how many bones there are */
    const hone_affine *bones; /**< [bone_count] model space from bone space; the first one stays at its place */
    const hone_affine *base;  /**< model space from the space of the bone above the first; NULL: model space itself */
    const hone_limit *limits; /**< [bone_count] NULL: none */
    float end[3];             /**< model space: the point on the last bone that shall reach the goal */
    float goal[3];            /**< model space */
    uint32_t max_rounds;      /**< the most rounds; 0: 16. Each passes the chain from the end and from the base */
    float tolerance;          /**< model units: the distance of the end from the goal that is near enough */
    float weight;             /**< 0 to 1: how much of the corrections is applied */
    void *memory;             /**< hone_fabrik_memory_size(bone_count) bytes, aligned as malloc does; no state */
} hone_fabrik_job;

/** Returns how many bytes of memory hone_fabrik_solve needs. */
HONE_API size_t hone_fabrik_memory_size(uint32_t bone_count);

/** Turns a chain of bones so that its end reaches a goal: forward and backward reaching inverse kinematics.
 *
 * Each round places the bones from the end to the base, and then from the base to the end; each bone turns by the
 * shortest way, and back into its limit. A goal that is too far stretches the chain straight towards it, as far as
 * limits allow. A straight chain whose goal is on its line bends to some side.
 * corrections: out: [bone_count].
 * Returns: whether the end is within the tolerance of the goal, and the weight is 1.
 * Cost: linear in rounds and bones; no allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_fabrik_solve(const hone_fabrik_job *job, float (*corrections)[4]);

/* ---- full body -------------------------------------------------------------------------------------------------- */

/** What a bone of a full-body job shall reach: a position, an orientation, or both. */
typedef struct hone_effector {
    int32_t bone;          /**< index of the bone */
    float offset[3];       /**< the bone's axes: the point of the bone that shall reach the position */
    float position[3];     /**< model space */
    float rotation[4];     /**< model space from the bone's axes, unit quaternion; of a bone that is mirrored: the
                            * rotation that hone_transform_from_affine gives */
    uint8_t stays;         /**< 1: position and orientation are not read; the goal is where the pose has it */
    float position_weight; /**< at least 0: how much the position counts beside the others; 0: not at all, 1: usual */
    float rotation_weight; /**< at least 0: how much the orientation counts */
} hone_effector;

/** Input of hone_full_body_solve: a skeleton, or a part of it, in which several bones have goals. Only the bones above
 * effectors turn. */
typedef struct hone_full_body_job {
    uint32_t bone_count;            /**< how many bones there are */
    const int32_t *parents;         /**< [bone_count] index of the bone above each; HONE_NONE: none. In any order */
    const hone_affine *bones;       /**< [bone_count] model space from bone space */
    const hone_limit *limits;       /**< [bone_count] NULL: none */
    const float *stiffness;         /**< [bone_count] at least 0: how much less the bone turns than others; NULL: 0 */
    uint32_t effector_count;        /**< how many effectors there are, at most HONE_MAX_EFFECTORS */
    const hone_effector *effectors; /**< [effector_count] */
    int32_t root;                   /**< the bone that may also move, such as the hips; HONE_NONE: none */
    uint32_t max_rounds;            /**< the most rounds; 0: 24 */
    /** How often it begins again from another pose if limits keep it from the goals, with the same number of rounds; at
     * most HONE_MAX_RESTARTS. The best pose counts. For single poses: a result that another beginning has found may
     * differ much from that of the frame before. 0: never. */
    uint32_t restarts;
    float tolerance;       /**< model units: the distance of an effector from its position that is near enough */
    float angle_tolerance; /**< radians: the angle from its orientation that is near enough */
    float weight;          /**< 0 to 1: how much of the corrections is applied */
    void *memory; /**< hone_full_body_memory_size bytes, aligned as malloc does; nothing in it is kept between calls */
} hone_full_body_job;

/** Bounds of full-body jobs. */
enum {
    HONE_MAX_EFFECTORS = 10, /**< the most effectors of a full-body job */
    HONE_MAX_RESTARTS = 64   /**< the most restarts of a full-body job; more count as this many */
};

/** Returns how many bytes of memory hone_full_body_solve needs. */
HONE_API size_t hone_full_body_memory_size(uint32_t bone_count, uint32_t effector_count);

/** Turns the bones of a figure so that several of them reach their goals together: damped least squares with limits.
 *
 * Where goals exclude each other, weights decide. The result depends on the job alone, and changes little where the
 * job does.
 * corrections: out: [bone_count].
 * move: out: model space: how far the root moves.
 * Returns: whether all effectors are within the tolerances, and the weight is 1.
 * Cost: in each round at most eight Cholesky decompositions of six rows for each effector, mostly two or three; no
 *       allocation.
 * Source: docs/ik.md.
 */
HONE_API bool hone_full_body_solve(const hone_full_body_job *job, float (*corrections)[4], float move[3]);

#ifdef __cplusplus
}
#endif
#endif
