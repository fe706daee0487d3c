/** goals: what an actor's hands, feet, gaze and chains of bones reach for, on top of its motions. Each names the bones
 * and has the settings of a solver of ik.h.
 *
 * This header makes goals for a model; hone_actor_goal_add gives them to an actor, which solves them in every update.
 * Positions and directions are in model space, except those that hone_goal_feet.ground gets: these are in the world.
 */
#ifndef HONE_GOALS_H
#define HONE_GOALS_H

#include <hone/ik.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a goal. */
typedef enum hone_goal_kind {
    HONE_GOAL_REACH,     /**< a limb of two bones reaches a position: hone_two_bone_solve */
    HONE_GOAL_AIM,       /**< a bone points at a position: hone_aim_solve */
    HONE_GOAL_GAZE,      /**< neck, head and eyes look at a position: hone_gaze_solve */
    HONE_GOAL_FEET,      /**< the feet stand on the ground, without a position: hone_feet_solve */
    HONE_GOAL_CHAIN,     /**< the end of a chain of bones reaches a position: hone_fabrik_solve */
    HONE_GOAL_FULL_BODY, /**< several bones reach positions and orientations: hone_full_body_solve */
    HONE_GOAL_LOOK_AT,   /**< an avatar (VRM) looks at a position as its file has it, with its eyes or expressions */
    HONE_GOAL_KIND_COUNT /**< the number of kinds */
} hone_goal_kind;

/** A bone of a GAZE: the fields of hone_gaze_part, with the index of the bone. */
typedef struct hone_goal_part {
    int32_t bone;     /**< HONE_NONE: the model has no such bone */
    float forward[3]; /**< the direction in which it looks, in its own axes, unit length */
    float share;      /**< as hone_gaze_part.share */
    float max_yaw;    /**< as hone_gaze_part.max_yaw */
    float max_pitch;  /**< as hone_gaze_part.max_pitch */
} hone_goal_part;

/** The bones of a GAZE. */
typedef struct hone_goal_gaze {
    int32_t base;            /**< the bone whose axes front and up are in; HONE_NONE: model space */
    float front[3];          /**< as hone_gaze_job.front, but in the axes of the base */
    float up[3];             /**< as hone_gaze_job.up, but in the axes of the base */
    hone_goal_part parts[2]; /**< neck and head */
    hone_goal_part eyes[2];  /**< left and right */
} hone_goal_gaze;

/** A leg of FEET. */
typedef struct hone_goal_leg {
    int32_t bones[3]; /**< hip, knee and ankle; the ankle may hang at the root: see hone_goal.bones */
    float hinge[3];   /**< of the knee: as hone_two_bone_job.hinge */
    float sole;       /**< height of the ankle above the sole */
    float offset[3];  /**< as hone_feet_job.offsets: how far the foot is from where the motions have it */
    float length;     /**< of the leg, from hip to ankle */
} hone_goal_leg;

/** The bones of FEET, and the ground. */
typedef struct hone_goal_feet {
    int32_t body;          /**< the bone that moves the hips; HONE_NONE: they stay */
    hone_goal_leg legs[2]; /**< left and right */
    /** Called in every frame and step of physics, for each foot. Positions are in the world: hone_actor_set_world. */
    hone_ground *ground;
    void *ground_user; /**< passed to ground */
    float floor;       /**< as hone_feet_job.floor */
    float max_drop;    /**< as hone_feet_job.max_drop */
    float max_rise;    /**< as hone_feet_job.max_rise */
    float max_tilt;    /**< as hone_feet_job.max_tilt */
} hone_goal_feet;

/** The effectors of a FULL_BODY that hone_goal_for_full_body makes. */
typedef enum hone_full_body_effector {
    HONE_FULL_BODY_HIPS,     /**< the hips */
    HONE_FULL_BODY_HEAD,     /**< the head */
    HONE_FULL_BODY_HAND,     /**< the left hand; + 1: the right one */
    HONE_FULL_BODY_FOOT = 4, /**< the left foot; + 1: the right one */
    HONE_FULL_BODY_COUNT = 6 /**< the number of effectors */
} hone_full_body_effector;

/** The effectors of FULL_BODY. */
typedef struct hone_goal_full_body {
    int32_t root;                                /**< the bone that may move; HONE_NONE: none */
    uint32_t effector_count;                     /**< how many there are, at most HONE_MAX_EFFECTORS */
    hone_effector effectors[HONE_MAX_EFFECTORS]; /**< [effector_count] a bone HONE_NONE is passed over */
} hone_goal_full_body;

/** Something that an actor shall reach or point at while its motions play. */
typedef struct hone_goal {
    hone_goal_kind kind; /**< how it is met, and which of the fields below are read */
    float weight;        /**< 0 to 1: how much of the way from the motions' pose the goal has. 0: none, to the bit */
    float position[3];   /**< model space: where the end of the limb goes, or at what the bone points */
    /** REACH: start, middle and end of the limb, each below the one before. The end may also hang on another bone above
     * the limb, as the feet of files hang at the root whose IK was baked: it then moves along, as if it hung on the
     * middle. AIM: the bone, first. CHAIN: the first bone, and the end below it; all bones between turn, too.
     * LOOK_AT: the head, and the left and right eye; an eye may be HONE_NONE. */
    int32_t bones[3];
    float hinge[3];                /**< REACH: as hone_two_bone_job.hinge */
    float pole[3];                 /**< a direction in model space, as in the jobs; all zero: none */
    float twist;                   /**< radians, as in the jobs */
    float softness;                /**< REACH: as hone_two_bone_job.softness */
    float forward[3];              /**< AIM: as hone_aim_job.forward */
    float offset[3];               /**< AIM: as hone_aim_job.offset */
    float up[3];                   /**< AIM: as hone_aim_job.up */
    float max_angle;               /**< AIM: as hone_aim_job.max_angle */
    hone_goal_gaze gaze;           /**< GAZE */
    hone_goal_feet feet;           /**< FEET; softness holds for the legs, too */
    hone_goal_full_body full_body; /**< FULL_BODY */
    /** CHAIN, FULL_BODY: [bone_count] of the skeleton, not copied: they must outlive the goal. NULL: no limits. */
    const hone_limit *limits;
    const float *stiffness; /**< FULL_BODY: [bone_count] as hone_full_body_job.stiffness, not copied; NULL: 0 */
} hone_goal;

/** Makes the goal of an arm or a leg, of weight 1: finds its bones and the hinge of its elbow or knee.
 *
 * The hinge follows from the rest pose. If the limb is straight at rest, knees bend forwards and elbows backwards.
 * model: of any format; other bones of a humanoid may be missing.
 * map: which bone is which; NULL: hone_model_humanoid. To choose the bones by name, put what hone_model_find_bone
 * returns into a map that is HONE_NONE elsewhere: `body` and all `bones`.
 * upper: HONE_HUMANOID_UPPER_ARM or HONE_HUMANOID_UPPER_LEG, + 1 for the right one.
 * out: the goal, at position 0 0 0; untouched on failure.
 * Returns: whether it was made.
 * Errors: ARGUMENT (NULL, another bone, a bone of the limb was not found, or the limb's middle is not below its start).
 */
HONE_API bool hone_goal_for_limb(const hone_model *model, const hone_humanoid *map, hone_humanoid_bone upper,
                                 hone_goal *out, hone_error *error);

/** Makes the goal of a gaze, of weight 1, for neck, head and eyes. The neck takes 0.3 of the angle, the head 0.75 of
 * the rest, the eyes what is left over; without eyes the head takes the rest. The limits of yaw and pitch are 0.7 and
 * 0.4 radians for the neck, 0.9 and 0.6 for the head, 0.35 and 0.25 for the eyes. The caller may change all of these.
 *
 * The front is across both legs, else both arms, shoulders or eyes, else that of the model (hone_model_front).
 * model: of any format; the bones besides the head may be missing.
 * map: as in hone_goal_for_limb.
 * out: the goal, at position 0 0 0; untouched on failure.
 * Returns: whether it was made.
 * Errors: ARGUMENT (NULL, the head was not found).
 */
HONE_API bool hone_goal_for_gaze(const hone_model *model, const hone_humanoid *map, hone_goal *out, hone_error *error);

/** Makes the goal of a character that looks at a position with its eyes alone, of weight 1. For an avatar it is a
 * LOOK_AT, the look-at of its file (hone_look_at), which turns the eyes or weighs the expressions lookUp, lookDown,
 * lookLeft and lookRight; it is reached while the angles are within the range maps. For another model it is a GAZE of
 * the eyes with the limits of hone_goal_for_gaze, counted from the head.
 *
 * Add it after goals that move the head. A LOOK_AT has the head where motions and goals have it: constraints act later.
 * A goal of the eyes alone may be added, set and removed in any frame without a restart of exact physics; what swings
 * on an eye then depends on when it was set.
 * model: of any format, with a look-at or eyes.
 * map: as in hone_goal_for_limb.
 * out: the goal, at position 0 0 0; untouched on failure.
 * Returns: whether it was made.
 * Errors: ARGUMENT (NULL, the head was not found, the model has no look-at and no eyes).
 * Source: VRMC_vrm-1.0, "lookAt".
 */
HONE_API bool hone_goal_for_look_at(const hone_model *model, const hone_humanoid *map, hone_goal *out,
                                    hone_error *error);

/** Makes the goal of feet on the ground, of weight 1. The floor is at 0, or lower if the ankles are below that at rest.
 * The hips move by at most a quarter of the legs' length, and feet tilt by at most 0.6 radians. The caller may change
 * all of these.
 *
 * model: of any format; other bones than the legs' may be missing. Without map.body the hips stay.
 * map: as in hone_goal_for_limb.
 * ground: see hone_ground. For exact physics it must not change.
 * user: passed to ground.
 * out: the goal; untouched on failure.
 * Returns: whether it was made.
 * Errors: ARGUMENT (NULL, a bone of the legs was not found, or a knee is not below its hip).
 */
HONE_API bool hone_goal_for_feet(const hone_model *model, const hone_humanoid *map, hone_ground *ground, void *user,
                                 hone_goal *out, hone_error *error);

/** Makes the goal of a whole humanoid, of weight 1: the effectors of hone_full_body_effector, in this order. The feet
 * stay where the motions have them, with weights of 1; the others have weights of 0, and the positions and orientations
 * of the rest pose, until the caller sets them. If a foot hangs on no leg, its effector is the end of the shin. The
 * hips, or MMD's センター, may move.
 *
 * model: of any format; bones may be missing, except the head.
 * map: as in hone_goal_for_limb.
 * limits: out: [bone_count] limits of a human's joints; bones that are not in the map are FIXED. They must outlive the
 *         goal. NULL: no limits.
 * out: the goal; untouched on failure.
 * Returns: whether it was made.
 * Errors: ARGUMENT (NULL, the head was not found).
 */
HONE_API bool hone_goal_for_full_body(const hone_model *model, const hone_humanoid *map, hone_limit *limits,
                                      hone_goal *out, hone_error *error);

#ifdef __cplusplus
}
#endif

#endif
