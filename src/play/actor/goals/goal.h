/* One goal of an actor: checking it, and changing a pose so that it is met. */
#ifndef HONE_SRC_ACTOR_GOALS_GOAL_H
#define HONE_SRC_ACTOR_GOALS_GOAL_H

#include <hone/goals.h>
#include <hone/rig.h>

/* Memory of goals of several bones. It holds nothing from one goal to the next. */
typedef struct hone_goal_scratch {
    int32_t *parents;        /* [bone_count] of the skeleton */
    hone_affine *bones;      /* [bone_count] */
    hone_limit *limits;      /* [bone_count] */
    float (*corrections)[4]; /* [bone_count] */
    void *solver;            /* for hone_fabrik_solve and hone_full_body_solve */
} hone_goal_scratch;

/* A pose that goals change, and the rig that has evaluated it. A goal keeps nothing from frame to frame: what it does
 * depends on its hone_goal and the pose alone. So a copy of the goals is all that saving an actor needs. */
typedef struct hone_goal_context {
    const hone_model_data *model;
    hone_rig *rig;
    hone_pose *pose;
    hone_rigid_transform world;       /* world from model space */
    const hone_goal_scratch *scratch; /* for goals that need it: hone_goal_needs_scratch */
} hone_goal_context;

bool hone_goal_needs_scratch(const hone_goal *goal);

/* Whether the goal reads where the rig has placed the pose's bones. */
bool hone_goal_needs_bones(const hone_goal *goal);

bool hone_goal_check(const hone_goal *goal, const hone_model *model, hone_error *error);

/* Changes the pose. Returns whether the goal is reached. */
bool hone_goal_apply(const hone_goal *goal, const hone_goal_context *context);

/* The matrix of a bone without the scale of the bone itself: its columns are the axes in which the bone's rotation
 * turns. */
hone_affine hone_goal_axes(const hone_goal_context *context, uint32_t bone);

/* Sets the bone's rotation to its rotation * correction. */
void hone_goal_turn(const hone_goal_context *context, uint32_t bone, const float correction[4]);

/* The same for a link of an MMD model's IK chain: the keys take over its rotation by IK, also if the correction is the
 * identity. */
void hone_goal_turn_link(const hone_goal_context *context, uint32_t bone, const float correction[4]);

/* Turns the upper bones of a limb by the corrections of hone_two_bone_solve. If an IK chain that is on moves the end,
 * its rotations become part of the keys: the chain then finds the end at its goal bone, and turns nothing. Returns
 * where the end goes. */
void hone_goal_bend(const hone_goal_context *context, const int32_t bones[3], const float corrections[2][4],
                    float end[3]);

/* Other spaces than MMD: turns the bone from its local rotation in the pose to another one, the fraction `weight` of
 * the way. */
void hone_goal_rotate_to(const hone_goal_context *context, uint32_t bone, const float rotation[4], float weight);

/* Moves the bone by a vector of model space. */
void hone_goal_move(const hone_goal_context *context, uint32_t bone, const float offset[3]);

/* The bone that an IK chain which is on brings the bone to; HONE_NONE: there is no such chain. */
int32_t hone_goal_chain_bone(const hone_goal_context *context, uint32_t effector);

/* The bone that is moved to where a limb brings its end, because the limb does not carry it: the goal bone of such a
 * chain, or an end that is detached. HONE_NONE: none. */
int32_t hone_goal_carrier(const hone_goal_context *context, const int32_t bones[3]);

/* The kinds that have several bones: for hone_goal_apply. */
bool hone_goal_apply_gaze(const hone_goal *goal, const hone_goal_context *context);
bool hone_goal_apply_feet(const hone_goal *goal, const hone_goal_context *context);
bool hone_goal_apply_chain(const hone_goal *goal, const hone_goal_context *context);
bool hone_goal_apply_full_body(const hone_goal *goal, const hone_goal_context *context);
bool hone_goal_apply_look_at(const hone_goal *goal, const hone_goal_context *context);

/* Turns all bones by scratch->corrections, and moves the root by a vector of model space; HONE_NONE: no bone moves. An
 * IK chain that is on and has a link among them agrees: the keys take over the rotations of its links, and its goal
 * bone goes where its effector goes. */
void hone_goal_correct(const hone_goal_context *context, int32_t root, const float move[3]);

/* Whether `ancestor` is the parent of `bone`, or its parent's parent, and so on. */
bool hone_goal_is_below(const hone_skeleton *skeleton, int32_t bone, int32_t ancestor);

/* Whether the end of a limb hangs elsewhere: on no bone of the limb, and no bone of the limb on it. */
bool hone_goal_is_detached(const hone_skeleton *skeleton, const int32_t bones[3]);

/* The hinge of an elbow or knee, in the axes of the middle bone. Returns false if the limb has no length. */
bool hone_goal_hinge(const hone_model_data *data, const hone_humanoid *human, const int32_t bones[3], bool arm,
                     float out[3]);

/* The humanoid map of a model; given: the caller's, NULL: finds it. Errors: ARGUMENT (NULL, a bone out of range). */
bool hone_goal_human(const hone_model *model, const hone_humanoid *given, hone_humanoid *out, hone_error *error);

/* Whether the model is an avatar with a look-at. */
bool hone_goal_may_look(const hone_model_data *model);

/* Makes the goal of a gaze of the eyes alone, whose limits are counted from the head. Errors: ARGUMENT (no eyes). */
bool hone_goal_for_eyes(const hone_model *model, const hone_humanoid *human, hone_goal *out, hone_error *error);

/* Whether all that the goal turns are eyes. */
bool hone_goal_turns_eyes_only(const hone_goal *goal);

/* Errors: ARGUMENT (the map lacks the bone). */
bool hone_goal_need(const hone_humanoid *human, hone_humanoid_bone bone, hone_error *error);

#endif
