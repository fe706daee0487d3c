/** actor: a character that plays motions. Model, motions, pose, physics and skin, with one call a frame.
 *
 * An actor belongs to one thread at a time and retains what it plays. It allocates in the calls that create it and give
 * it motions, and once for its vertices: hone_actor_skin.
 *
 * A frame: pose, rig, physics and palette, then vertices.
 * ```c
 * bool show_frame(hone_actor *actor, double seconds, float (*positions)[3], hone_error *error)
 * {
 *     uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
 *     hone_skin_out out = {.positions = {positions, count, sizeof *positions}};
 *     return hone_actor_update(actor, seconds, error) && hone_actor_skin(actor, &out, error);
 * }
 * ```
 */
#ifndef HONE_ACTOR_H
#define HONE_ACTOR_H

#include <hone/base.h>
#include <hone/bounds.h>
#include <hone/goals.h>
#include <hone/math.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/physics.h>
#include <hone/rig.h>
#include <hone/root_motion.h>
#include <hone/skin.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- actors -------------------------------------------------------------------------------------------------- */

/** A character that plays motions on a model. */
typedef struct hone_actor hone_actor;

/** A function that changes the motions' pose before the rig reads it, for every frame and every step of physics: the
 * place for a blend tree of the program. It may write the whole pose. If exact physics is to stay exact, the pose must
 * depend on `frame` (30ths of a second) only. */
typedef void hone_pose_edit(void *user, double frame, hone_pose *pose);

/** A function that tells where an actor is at any time: world from model space, in the model's units and axes. It must
 * depend on `frame` (30ths of a second) only. */
typedef void hone_actor_path(void *user, double frame, hone_rigid_transform *world);

/** A function that sets the external parents of bones, with hone_rig_set_external_parent, before every evaluation: for
 * every frame and every step of physics. They must depend on `frame` (30ths of a second) only if physics is exact. */
typedef void hone_actor_parents(void *user, double frame, hone_rig *rig);

/** The physics of an actor. All zero: none. */
typedef struct hone_actor_physics {
    bool on; /**< whether the bodies and springs of the model, if it has any, are simulated */
    /** With `exact`, add all motions before the first update; every later change of them starts the simulation again.
     * For motions that are chosen while the actor plays, leave `exact` off, and set options.settle_seconds to -1: a
     * frame that comes late is then not followed by a longer one. */
    hone_physics_options options;
    /** Whether the character can fall: hone_actor_set_ragdoll. Models of any format can, also without bodies. */
    bool ragdoll;
    const hone_humanoid *humanoid; /**< of the ragdoll; read at creation. NULL: hone_model_humanoid */
    /** A world shared with other actors, which must outlive them; its own options hold. An update of one actor moves
     * all of them. NULL: a world of its own. */
    hone_physics_world *world;
} hone_actor_physics;

/** The name of a play, which is a motion while an actor plays it. It is never used for another play of that actor. All
 * zero: none. */
typedef struct hone_play_id {
    uint32_t id; /**< 0: none */
} hone_play_id;

/** The name of a goal of an actor. It is never used for another goal of that actor. All zero: none. */
typedef struct hone_goal_id {
    uint32_t id; /**< 0: none */
} hone_goal_id;

/** An event of a motion that an update has passed. */
typedef struct hone_actor_event {
    hone_play_id play; /**< the motion, as the actor plays it */
    uint32_t id;       /**< hone_motion_event.id */
    double seconds;    /**< the actor's time at which it happened */
    float weight;      /**< of the motion at that time: hone_actor_play_weight */
    bool backwards;    /**< whether the motion was played backwards */
} hone_actor_event;

/** A function that is told of events, within hone_actor_update. It must not change the actor. A motion that
 * has passed more than 100 000 events since the last update reports none of them. */
typedef void hone_event_report(void *user, const hone_actor_event *event);

/** Settings of hone_actor_create. */
typedef struct hone_actor_desc {
    const hone_model *model;     /**< required; retained */
    hone_mmd_rules rules;        /**< how MMD motions and models are evaluated */
    hone_actor_physics physics;  /**< all zero: none */
    hone_pose_edit *edit;        /**< changes the motions' pose; NULL: none */
    void *edit_user;             /**< passed to edit */
    hone_actor_parents *parents; /**< sets external parents; NULL: none */
    void *parents_user;          /**< passed to parents */
    /** Where the actor is, in place of hone_actor_set_world, which then does nothing. With it also exact physics runs
     * in the world, with inertia. NULL: as set. */
    hone_actor_path *path;
    void *path_user;                 /**< passed to path */
    hone_event_report *report;       /**< is told of the events of motions; NULL: none */
    void *report_user;               /**< passed to report */
    hone_workers *workers;           /**< for skinning; must outlive the actor. NULL: the calling thread alone */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_actor_desc;

/** Creates an actor in the rest pose. Physics begins with the first update.
 *
 * Returns: the actor; destroy it with hone_actor_destroy. NULL on failure.
 * Errors: ARGUMENT (no model, an option of physics out of range), UNSUPPORTED (physics is not built in), MEMORY.
 */
HONE_API hone_actor *hone_actor_create(const hone_actor_desc *desc, hone_error *error);

/** Destroys an actor and releases what it plays. NULL is allowed. */
HONE_API void hone_actor_destroy(hone_actor *actor);

/* ---- motions ------------------------------------------------------------------------------------------------ */

/** A moment of a motion that the program wants to know of, such as a footstep. */
typedef struct hone_motion_event {
    double seconds; /**< time in the motion, 0 to its duration */
    uint32_t id;    /**< the program's */
} hone_motion_event;

/** A moment of a motion that has its like in other motions: a foot that comes down. */
typedef struct hone_sync_marker {
    double seconds; /**< time in the motion, at least 0 and below its duration */
    uint32_t id;    /**< which moment it is: such as 0 for the left foot, 1 for the right one */
} hone_sync_marker;

/** How a motion keeps step with others. */
typedef enum hone_sync {
    HONE_SYNC_NONE,     /**< it has a clock of its own */
    HONE_SYNC_LEADER,   /**< all keep the pace of the first one */
    HONE_SYNC_WEIGHTED, /**< their average time between two markers, with their weights, is the pace */
    HONE_SYNC_COUNT     /**< the number of these */
} hone_sync;

/** Settings of hone_actor_play.
 *
 * Motions are layers, in the order in which they were added. The weight of a motion is how much it covers the motions
 * below it, for the bones, morphs and IK chains that it has keys for: at 1 it replaces them, at 0.3 the pose is three
 * tenths of the way from theirs to its own (see hone_pose_blend). To go from one motion to another, call
 * hone_actor_cross_fade or hone_actor_inertialize.
 *
 * **Several motions in one layer** (`with`), such as a walk and a run, are blended by their weights. Where the weights
 * add up to more than 1 they are divided by their sum; where they add up to less, the motions below, or rest, have what
 * is missing. Masks count as part of the weights. The blend is that of hone_blend_run.
 *
 * **An additive motion** adds its difference to a reference pose to what the other motions give, times its weight. It
 * does not change visibility, physics and IK chains.
 *
 * **Motions in step** (`sync`): the motions of a layer, those of a cross-fade included, for which this is set, pass
 * their markers together. The first of them leads: speed, seeking and pausing change its clock, and its `sync` says
 * whose pace holds. Each motion has its own number of markers, but their ids must follow each other in the same order.
 *
 * For a blend tree of another shape, use hone_actor_desc.edit: sample motions there with samplers of your own
 * (hone_sampler_sample), blend them (hone_blend_run) and write the pose; physics sees the result. */
typedef struct hone_play_desc {
    bool loop;           /**< whether the motion starts again after its last key */
    bool ping_pong;      /**< with `loop`: whether every second pass goes backwards */
    uint32_t loop_count; /**< with `loop`: how many passes it plays; 0: without end */
    /** Whether the motion counts as stopped at its end, instead of holding its last key there. */
    bool stop;
    double fade_out_seconds; /**< with `stop`: how long before the end its weight begins to go to 0 */
    double start_seconds;    /**< actor time at which the motion begins; before, it holds its first key */
    double offset_seconds;   /**< time in the motion at which it begins */
    double speed;            /**< seconds of the motion in a second of the actor; below 0: backwards; 0: 1 */
    /** Any play of the actor: the new motion is blended with it, in its layer. The layer stays as long as one of its
     * motions plays, also when the one that began it has stopped. None: a layer of its own. */
    hone_play_id with;
    bool additive; /**< whether it adds its difference to the reference */
    /** Additive: the motion, such as the same one, whose pose at `reference_seconds` is the reference. NULL: rest. */
    const hone_motion *reference;
    double reference_seconds; /**< additive: time in that motion */
    hone_sync sync;           /**< whether it keeps step; then it must loop without end, and not to and fro */
    uint32_t marker_count;    /**< how many markers it has, at most 32 */
    /** [marker_count] ascending; copied. With none its first frame is the only one. */
    const hone_sync_marker *markers;
    uint32_t event_count;            /**< how many events it has */
    const hone_motion_event *events; /**< [event_count] in any order; copied */
    /** How long its weight, or its share of a cross-fade, takes from 0 to 1, from the later of `start_seconds` and now;
     * 0: it is 1 at all times. */
    double fade_in_seconds;
    const float *mask; /**< [bone_count] 0 to 1, a factor of its weight for each bone; copied; NULL: 1 */
    /** Parts of its root motion, such as HONE_ROOT_WALK, that are taken out of the pose and given to
     * hone_actor_root_motion; 0: none. Such a motion writes all bones without a parent. Not for additive ones. */
    uint32_t root;
    /** Whether it plays, without an effect, also if the model has none of the bones and morphs that it moves: for
     * editors, in which motion or model may change. Otherwise that is an error. */
    bool allow_unbound;
} hone_play_desc;

/** Adds a motion above the others.
 *
 * A motion of another rig is refused if the model has none of its bones and morphs, unless it switches IK or
 * visibility. hone_retarget makes one that fits. Where some are missing, hone_actor_play_bound_count and
 * hone_motion_unbound tell how many.
 * desc: NULL: defaults. Its times are seconds; frames of motions are 30ths: hone_frame_from_seconds.
 * Returns: the play; none on failure.
 * Errors: ARGUMENT (NULL, a number out of range, a motion of another space, one that moves nothing of the model though
 *         it has tracks or channels, no such motion `with`, more than 16 motions in a blend, markers that do not
 *         agree), MEMORY.
 * Cost: allocates, once for each motion. With `root`, the first play of the motion on a model also samples each of its
 *       frames: hone_motion_root_track.
 */
HONE_API hone_play_id hone_actor_play(hone_actor *actor, const hone_motion *motion, const hone_play_desc *desc,
                                      hone_error *error);

/** Adds a motion in the place of `from`, and changes over to it within desc->fade_in_seconds.
 *
 * At every moment the pose is between the pose that the actor would have with `from` alone and the one that it would
 * have with the new motion alone; the share of the new one grows linearly from 0 to 1. So
 *   - a bone or morph that has the same value in both motions does not move during the fade;
 *   - a bone or morph that has keys in one of them only goes to, or comes from, its value in the motions below, or
 *     rest;
 *   - nothing jumps when the fade ends. `from` then counts as stopped, and its id names nothing.
 *
 * The effect of an IK chain that is on in one motion and off in the other fades. Switches (physics, visibility) change
 * in the middle of the fade.
 *
 * A third motion may be cross-faded in before a fade has ended; `from` is then any motion of the fade. The third motion
 * takes its share from both, while their own fade goes on: shares always add up to 1.
 *
 * The new motion has the weight of `from`, and a fade of that weight goes on. It has a mask, a clock and a loop of its
 * own; `start_seconds` is usually the actor's time now. Times may go back: before the fade the pose is that of `from`,
 * until the next call that plays, cross-fades or stops a motion, which frees the motions that have ended at that time.
 * from: a play of the actor.
 * desc: NULL: defaults.
 * Returns: the new play; none on failure, when nothing has changed.
 * Errors: ARGUMENT (as hone_actor_play; `from` does not play), MEMORY.
 * Cost: allocates as hone_actor_play. A frame within the fade takes one sampling and one hone_pose_blend more for each
 *       motion of the fade, and allocates nothing.
 */
HONE_API hone_play_id hone_actor_cross_fade(hone_actor *actor, hone_play_id from, const hone_motion *motion,
                                            const hone_play_desc *desc, hone_error *error);

/** Goes to another motion at once, and lets the difference to the old pose die away within desc->fade_in_seconds:
 * inertialization, see hone_inertia_begin. The old motion is not evaluated any more.
 *
 * Position and velocity of every bone and morph are continuous. Unlike in a cross-fade, the actor keeps the offset of
 * its whole pose, so another inertialization may begin before this one has ended. IK chains, physics and visibility
 * switch at once.
 *
 * Times must not go back before now: there the pose is that of the new motion with the whole offset.
 * from: a play of the actor. It and all others of its layer count as stopped.
 * desc: NULL: defaults, without a transition.
 * Returns: the new play, which has the weight of `from`; none on failure, when nothing has changed.
 * Errors: ARGUMENT (as hone_actor_cross_fade), MEMORY.
 * Cost: allocates as hone_actor_play, and once for the offsets. Samples all motions four times. A frame until it ends
 *       takes one hone_inertia_apply more, and allocates nothing.
 */
HONE_API hone_play_id hone_actor_inertialize(hone_actor *actor, hone_play_id from, const hone_motion *motion,
                                             const hone_play_desc *desc, hone_error *error);

/** Stops a motion at once. Within a cross-fade the other motions take over its share. Other plays go on.
 *
 * play: its id.
 * Returns: whether it was stopped.
 * Errors: ARGUMENT (no such motion).
 */
HONE_API bool hone_actor_play_stop(hone_actor *actor, hone_play_id play, hone_error *error);

/** Puts another version of a motion in its place, as an editor does that has changed a key. Id, clock, weight,
 * fades and mask stay.
 *
 * Exact physics keeps the steps and checkpoints up to `frame`, so that only what comes after it is simulated again.
 * play: its id; not of a motion with events, sync or root motion, or that is additive.
 * motion: the other version.
 * frame: the frame of the actor up to which both versions move the model in the same way; negative: they differ from
 *        the beginning.
 * Returns: whether it plays; if not, the old version still does.
 * Errors: ARGUMENT (NULL, no such motion, one with events and so on, a motion of another space), MEMORY.
 * Cost: as hone_actor_play.
 */
HONE_API bool hone_actor_play_replace(hone_actor *actor, hone_play_id play, const hone_motion *motion, double frame,
                                      hone_error *error);

/** Returns how many motions play at the time of the last update, without those whose cross-fade has ended. */
HONE_API uint32_t hone_actor_play_count(const hone_actor *actor);

/** Returns a play by its place; none if there is no such place.
 *
 * index: 0 is the lowest motion. When a motion stops, the indices of those above it go down by one.
 */
HONE_API hone_play_id hone_actor_play_at(const hone_actor *actor, uint32_t index);

/** Returns how many tracks and channels of a motion are bound to a bone or morph: hone_sampler_bound_count; 0 if there
 * is no such motion.
 *
 * play: its id.
 */
HONE_API uint32_t hone_actor_play_bound_count(const hone_actor *actor, hone_play_id play);

/** Changes the weight of a motion linearly, from now (the time of the last update) on.
 *
 * Times may still go back: before now the weight is what it is now. Within a cross-fade it is the weight of this
 * motion alone, beside its share of the fade.
 * play: its id.
 * weight: 0 to 1; of an additive motion any finite number: 1.5 adds more than its difference, below 0 takes it away.
 * seconds: of the actor's time until it is reached; 0: it holds at all times.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion, a number out of range).
 */
HONE_API bool hone_actor_play_fade(hone_actor *actor, hone_play_id play, float weight, double seconds,
                                   hone_error *error);

/** Sets the weight of a motion at all times: hone_actor_play_fade within 0 seconds.
 *
 * play: its id.
 * weight: as hone_actor_play_fade.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion, a number out of range).
 */
HONE_API bool hone_actor_play_set_weight(hone_actor *actor, hone_play_id play, float weight, hone_error *error);

/** Returns the weight of a motion at the time of the last update, times its share of a cross-fade: 0 to 1, of an
 * additive motion any number; 0 if there is no such motion.
 *
 * play: its id.
 */
HONE_API float hone_actor_play_weight(const hone_actor *actor, hone_play_id play);

/** Lets the weight of a motion go to 0, after which it counts as stopped: nothing jumps.
 *
 * play: its id.
 * seconds: of the actor's time, from now (the time of the last update) on.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion, a number out of range).
 */
HONE_API bool hone_actor_play_fade_out(hone_actor *actor, hone_play_id play, double seconds, hone_error *error);

/* ---- clocks of motions --------------------------------------------------------------------------------------- */

/* These calls change the clock of a motion from now (the time of the last update) on. They also change what the actor
 * shows at times before now: the clock is one line over the actor's time, so going back in time does not bring back the
 * clock of before. Exact physics starts again. */

/** Goes to a time in a motion. Events at that time count as not yet reported.
 *
 * play: its id. A motion in step takes the others of its layer along.
 * seconds: of the motion. Of a loop also beyond its duration: passes count.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion, a number that is not finite).
 */
HONE_API bool hone_actor_play_seek(hone_actor *actor, hone_play_id play, double seconds, hone_error *error);

/** Returns the time in a motion at the last update: 0 to its duration; 0 if there is no such motion.
 *
 * play: its id.
 */
HONE_API double hone_actor_play_seconds(const hone_actor *actor, hone_play_id play);

/** Goes to a phase of a motion: hone_actor_play_seek to phase times its duration.
 *
 * play: its id.
 * phase: 0 is the first frame, 1 the last key.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion, a number that is not finite).
 */
HONE_API bool hone_actor_play_set_phase(hone_actor *actor, hone_play_id play, double phase, hone_error *error);

/** Returns the phase of a motion at the time of the last update: 0 to 1; 0 if it has no duration or there is no such
 * motion.
 *
 * play: its id.
 */
HONE_API double hone_actor_play_phase(const hone_actor *actor, hone_play_id play);

/** Changes the speed of a motion. It goes on from where it is: nothing jumps.
 *
 * play: its id. For a motion in step it is the speed of all of them.
 * speed: seconds of the motion in a second of the actor; below 0: backwards. 0: it stands.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion, a number that is not finite).
 */
HONE_API bool hone_actor_play_set_speed(hone_actor *actor, hone_play_id play, double speed, hone_error *error);

/** Returns the speed of a motion, also while it is paused: seconds of the motion in a second of the actor; 0 if there
 * is no such motion.
 *
 * play: its id.
 */
HONE_API double hone_actor_play_speed(const hone_actor *actor, hone_play_id play);

/** Pauses a motion, or lets it go on.
 *
 * play: its id. For a motion in step it holds for all of them.
 * paused: whether it stands.
 * Returns: whether it was set.
 * Errors: ARGUMENT (no such motion).
 */
HONE_API bool hone_actor_play_pause(hone_actor *actor, hone_play_id play, bool paused, hone_error *error);

/* ---- goals --------------------------------------------------------------------------------------------------- */

/** Adds a goal. It holds in every frame until it is removed.
 *
 * Goals are met in the order in which they were added, after the motions and hone_actor_desc.edit, and before the rig
 * and physics; so bodies follow them, also in exact physics. They change the actor's pose.
 *
 * MMD: if the end of a limb, or an ankle, is the effector of an IK chain that is on, the goal bends the limb and also
 * moves the chain's goal bone (左足ＩＫ) to where that brings the end, so that the chain agrees. The tilt of a foot
 * turns the goal bone.
 *
 * Every change of the goals starts exact physics again. With HONE_ORDER_LAG the evaluations that goals need count as
 * previous ones.
 * goal: copied.
 * Returns: the goal; none on failure.
 * Errors: ARGUMENT (NULL, a number out of range, a bone that is not there, is not below the one before, or is evaluated
 *         after physics), MEMORY.
 * Cost: allocates, when the list grows, and for the first CHAIN or FULL_BODY. In a frame each goal of weight above 0
 * takes an evaluation of the rig's first stage, and allocates nothing.
 */
HONE_API hone_goal_id hone_actor_goal_add(hone_actor *actor, const hone_goal *goal, hone_error *error);

/** Replaces a goal: moves it, or gives it another weight, at every frame if necessary.
 *
 * goal: its id.
 * to: copied.
 * Returns: whether it was replaced; on failure it stays as it is.
 * Errors: ARGUMENT (no such goal; as hone_actor_goal_add), MEMORY.
 * Cost: no allocation, except for the first CHAIN or FULL_BODY of the actor.
 */
HONE_API bool hone_actor_goal_set(hone_actor *actor, hone_goal_id goal, const hone_goal *to, hone_error *error);

/** Removes a goal. The others stay.
 *
 * goal: its id.
 * Returns: whether it was removed.
 * Errors: ARGUMENT (no such goal).
 */
HONE_API bool hone_actor_goal_remove(hone_actor *actor, hone_goal_id goal, hone_error *error);

/** Tells whether a goal was reached when the actor was sampled last.
 *
 * goal: its id.
 * Returns: as the job; of an IK chain, whether its goal bone is there. false if there is no such goal.
 */
HONE_API bool hone_actor_goal_reached(const hone_actor *actor, hone_goal_id goal);

/* ---- root motion ----------------------------------------------------------------------------------------------- */

/** Returns the movement of a character in the last update, by the motions that play with hone_play_desc.root, in the
 * axes that the character had before it.
 *
 * It goes on over loops, and the movements of many small updates join to that of one large update. Motions move the
 * character by their weights in the pose, for the bone that hone_root_bone finds: a motion that has keys for this bone,
 * and no root motion, stands still. Times that go back give the movement back, and a seek gives none.
 *
 * A frame of a character that walks by its motions:
 * ```c
 * bool walk(hone_actor *actor, double seconds, hone_error *error)
 * {
 *     hone_actor_sample_frame(actor, hone_frame_from_seconds(seconds));
 *     hone_root_delta moved = hone_actor_root_motion(actor);
 *     hone_rigid_transform step = hone_root_delta_transform(&moved), world = hone_actor_world(actor);
 *     world = hone_rigid_transform_compose(&world, &step); // then keep it out of walls
 *     if (!hone_actor_set_world(actor, &world, error) || !hone_actor_evaluate(actor, error))
 *         return false;
 *     hone_actor_apply_morphs(actor);
 *     hone_actor_build_palette(actor);
 *     return true;
 * }
 * ```
 */
HONE_API hone_root_delta hone_actor_root_motion(const hone_actor *actor);

/* ---- place in the world ---------------------------------------------------------------------------------------- */

/** Puts an actor at a place in the world, for the next update. Its bodies move there with inertia, so hair and skirts
 * trail behind a character that runs and swing when it stops.
 *
 * Pose, bones, palette and vertices stay in model space: draw the actor at hone_actor_world. Goals are there, too (see
 * hone_actor_to_model). Physics runs in the world: gravity, wind, the floor and bodies of other actors in a
 * shared world are there. Steps of physics between two updates see places between the two. Actors that share a world
 * should all be placed before the first of them is updated.
 *
 * In exact physics a time has one result, wherever the actor is: its bodies are in model space and move along without
 * inertia, unless the actor has a hone_actor_desc.path.
 * world: world from model space, in the model's units and axes; at most 1e5 units from the origin.
 * Returns: whether it was set.
 * Errors: ARGUMENT (NULL, a number that is not finite, a rotation that is not of unit length).
 */
HONE_API bool hone_actor_set_world(hone_actor *actor, const hone_rigid_transform *world, hone_error *error);

/** Puts an actor at a place without inertia: hair and skirts come along as they are, with their speeds. For the
 * beginning of a scene, doors, and characters that begin again elsewhere.
 *
 * world: as in hone_actor_set_world.
 * Returns: whether it was set.
 * Errors: ARGUMENT (as hone_actor_set_world).
 * Cost: no allocation; the next step of physics rebuilds Bullet's world.
 */
HONE_API bool hone_actor_teleport(hone_actor *actor, const hone_rigid_transform *world, hone_error *error);

/** Returns where an actor is: world from model space; the identity if no place was set. */
HONE_API hone_rigid_transform hone_actor_world(const hone_actor *actor);

/** Converts a point of the world to model space, for goals.
 *
 * point: world.
 * out: model space; may be `point`.
 */
static inline void hone_actor_to_model(const hone_actor *actor, const float point[3], float out[3])
{
    hone_rigid_transform world = hone_actor_world(actor), back = hone_rigid_transform_invert(&world);
    hone_rigid_transform_point(&back, point, out);
}

/* ---- pushes, and falling down ---------------------------------------------------------------------------------- */

/** Pushes a dynamic body of an actor: hone_physics_push_body.
 *
 * body: index in the model.
 * impulse: mass times velocity, world.
 * point: world: where it acts; NULL: the centre of the body.
 * Returns: whether it was pushed.
 * Errors: ARGUMENT (an actor that was created without physics; as hone_physics_push_body).
 * Cost: no allocation.
 */
HONE_API bool hone_actor_push_body(hone_actor *actor, uint32_t body, const float impulse[3], const float point[3],
                                   hone_error *error);

/** Pushes the part of a falling actor that a bone moves with: hone_physics_push_bone.
 *
 * bone: any bone of the model.
 * impulse: mass times velocity, world.
 * point: world: where it acts; NULL: the centre of the part.
 * Returns: whether it was pushed.
 * Errors: ARGUMENT (an actor that was created without physics; as hone_physics_push_bone).
 * Cost: no allocation.
 */
HONE_API bool hone_actor_push_bone(hone_actor *actor, uint32_t bone, const float impulse[3], const float point[3],
                                   hone_error *error);

/** Lets an actor fall, or parts of it, and blends that with its motions: hone_physics_set_ragdoll. To let it stand up,
 * let its motions lie down where it lies, and the weights go to 0 within half a second.
 *
 * weights: [bone_count] 0: the bone follows the motions, 1: its body; NULL: all 0.
 * Returns: whether the weights were set.
 * Errors: ARGUMENT (an actor that was created without physics or hone_actor_physics.ragdoll; as
 *         hone_physics_set_ragdoll).
 * Cost: no allocation; when a weight becomes 0 or comes from 0, the next step rebuilds Bullet's world.
 */
HONE_API bool hone_actor_set_ragdoll(hone_actor *actor, const float *weights, hone_error *error);

/* ---- frames -------------------------------------------------------------------------------------------------- */

/** Goes to a time: samples the motions, evaluates the rig with physics, applies morphs and builds the palette.
 *
 * Times may come in any order. The result of physics depends on the times before, unless it is exact:
 * hone_physics_world_seek_frame.
 * seconds: the actor's time. A time within 1e-6 frame of a whole frame becomes that frame.
 * Returns: whether all was updated; without physics always true.
 * Errors: MEMORY (physics).
 * Cost: no allocation (except by Bullet).
 */
HONE_API bool hone_actor_update(hone_actor *actor, double seconds, hone_error *error);

/** Goes to a time given in frames: hone_actor_update.
 *
 * frame: 30ths of a second.
 * Returns: whether all was updated; without physics always true.
 * Errors: MEMORY (physics).
 * Cost: no allocation (except by Bullet).
 */
HONE_API bool hone_actor_update_frame(hone_actor *actor, double frame, hone_error *error);

/** Writes the motions' pose at a time: the first of the four stages of an update, for callers that act between them.
 *
 * frame: 30ths of a second.
 */
HONE_API void hone_actor_sample_frame(hone_actor *actor, double frame);

/** Evaluates physics and rig: bones from the pose. The second stage; a caller that reads only bones stops after it.
 *
 * Returns: whether it was evaluated; without physics always true.
 * Errors: MEMORY (physics).
 */
HONE_API bool hone_actor_evaluate(hone_actor *actor, hone_error *error);

/** Applies the final morph weights to mesh and materials: the third stage. */
HONE_API void hone_actor_apply_morphs(hone_actor *actor);

/** Builds the palette from the bones: the last stage. */
HONE_API void hone_actor_build_palette(hone_actor *actor);

/** Simulates physics alone towards a time; hone_actor_evaluate then does the rest.
 *
 * So an actor can run ahead and leave checkpoints for others, which then begin anywhere: hone_actor_copy_checkpoints.
 * frame: 30ths of a second.
 * Returns: whether the time was reached; without physics always true.
 * Errors: MEMORY (physics).
 */
HONE_API bool hone_actor_simulate_frame(hone_actor *actor, double frame, hone_error *error);

/** Copies the checkpoints of exact physics from an actor that plays the same motions on the same model. `to` may then
 * begin at any time that `from` has passed, and gives the same bits there.
 *
 * Returns: whether they were copied.
 * Errors: ARGUMENT (no physics, or as hone_physics_world_copy_checkpoints).
 */
HONE_API bool hone_actor_copy_checkpoints(hone_actor *to, const hone_actor *from, hone_error *error);

/** Returns the pose that the motions write and the rig reads. Its counts must stay as they are. The caller may change
 * the rest between sampling, which starts it again from rest, and evaluating. Physics samples for itself and does not
 * see such changes: for those use hone_actor_desc.edit. */
HONE_API hone_pose *hone_actor_writable_pose(hone_actor *actor);

/** Gives an actor other weights: for editors, while it plays. Motions, pose and physics go on.
 *
 * model: made by hone_model_with_weights from the actor's model, or the one that this was made from. It becomes the
 *        actor's model, and is retained. Its skin is compiled when it is first needed: hone_model_compiled_skin.
 * Returns: whether it was changed; on failure the actor is unchanged.
 * Errors: ARGUMENT (NULL, a model with other vertices, slots, bones or morphs).
 */
HONE_API bool hone_actor_set_skin_weights(hone_actor *actor, const hone_model *model, hone_error *error);

/* ---- saved states -------------------------------------------------------------------------------------------- */

/** Returns the size of an actor's state in bytes, now: see hone_actor_save. With physics it grows and shrinks with the
 * number of contacts. */
HONE_API size_t hone_actor_state_size(const hone_actor *actor);

/** Saves the whole state that later updates depend on: the clock, the motions that play with their weights and fades,
 * the goals, and physics. An actor that is restored and updated again, with the same calls between, gives the same bits
 * again. This is meant for rollback of a game over a network.
 * ```c
 * bool go_back(hone_actor *actor, const void *state, size_t size, double seconds, int frames, hone_error *error)
 * {
 *     bool ok = hone_actor_restore(actor, state, size, error); // saved at `seconds`
 *     for (int k = 1; ok && k <= frames; k++) // correct what the actor was told meanwhile, and play that again
 *         ok = hone_actor_update(actor, seconds + k / 60.0, error);
 *     return ok;
 * }
 * ```
 * A world of physics that is shared is not part of it: save that once with hone_physics_world_save, for all of its
 * actors. What hone_actor_desc.edit reads is the program's own.
 *
 * From the first save on, the actor keeps the last 32 motions that have stopped, so that a state in which they play can
 * be restored.
 * state: out: any alignment. It holds no pointers but those that the goals hold (ground).
 * capacity: bytes of `state`, at least hone_actor_state_size(actor).
 * Returns: whether it was saved.
 * Errors: ARGUMENT (NULL, too small a buffer).
 * Cost: a copy; no allocation (except by Bullet).
 */
HONE_API bool hone_actor_save(hone_actor *actor, void *state, size_t capacity, hone_error *error);

/** Restores a saved state. Pose, bones and palette are those of the state after the next update.
 *
 * Ids are those of the time of the state. Motions and goals that were added since are gone, and the next one that
 * is added gets the id that it got then. A state may be restored into another actor, also in another process, if
 * both have the same model, settings and build of hone, and were given the same motions in the same order.
 * state: from hone_actor_save.
 * size: bytes of `state`, at least those that were saved.
 *
 * What the bytes count and name is checked, and sizes; values such as weights, places and velocities are not. A state
 * from a network should have a checksum of its own (hone_hash).
 * Returns: whether it was restored; otherwise the actor is unchanged, but for a lack of memory in physics.
 * Errors: ARGUMENT (the state is damaged, or of an actor of another model, with other settings, or with a motion that
 *         this one no longer has), MEMORY.
 * Cost: two copies of physics, one of the rest; no allocation after the first (except by Bullet). In a world of exact
 *       physics it forgets the checkpoints.
 */
HONE_API bool hone_actor_restore(hone_actor *actor, const void *state, size_t size, hone_error *error);

/* ---- results of the last update ------------------------------------------------------------------------------ */

/** Returns the model of an actor, valid as long as the actor; retain it to keep it longer. */
HONE_API const hone_model *hone_actor_model(const hone_actor *actor);

/** Returns the rig of an actor, valid as long as the actor. */
HONE_API const hone_rig *hone_actor_rig(const hone_actor *actor);

/** Returns the bodies of an actor, valid as long as the actor; NULL if physics is off or the model has neither
 * bodies nor springs. */
HONE_API const hone_physics *hone_actor_get_physics(const hone_actor *actor);

/** Returns the bones of an actor: [bone_count] model space from bone space, file order; at the same address as long as
 * the actor lives. */
HONE_API const hone_affine *hone_actor_bones(const hone_actor *actor);

/** Returns the parts of a bone's transform: what keys, bone morphs, append, IK and physics each add, as
 * hone_rig_bone_parts gives them.
 *
 * bone: index of the bone.
 */
HONE_API hone_bone_parts hone_actor_bone_parts(const hone_actor *actor, uint32_t bone);

/** Returns the final morph weights of an actor: [morph_count] file order; at the same address as long as the actor
 * lives. */
HONE_API const float *hone_actor_morphs(const hone_actor *actor);

/** Returns the mesh and materials of an actor with morphs applied, as hone_rig_morph_result; at the same address as
 * long as the actor lives. */
HONE_API const hone_morph_result *hone_actor_morph_result(const hone_actor *actor);

/** Returns the skinning palette of an actor, with all its arrays; at the same address as long as the actor lives. */
HONE_API const hone_palette *hone_actor_palette(const hone_actor *actor);

/** Returns the mesh of an actor, compiled for skinning: hone_model_compiled_skin of its model, valid as long as the
 * model; NULL on failure.
 *
 * Errors: MEMORY.
 * Cost: as hone_model_compiled_skin: the first call of all actors of the model compiles it.
 */
HONE_API const hone_skin *hone_actor_compiled_skin(const hone_actor *actor, hone_error *error);

/** Tells whether an actor is visible.
 *
 * Returns: false if a property key hides the model.
 */
HONE_API bool hone_actor_visible(const hone_actor *actor);

/** The output of hone_actor_skin: as hone_skin_job. */
typedef struct hone_skin_out {
    hone_stream positions;       /**< out: float[3] each, model space; NULL data: not wanted */
    hone_stream normals;         /**< out: float[3] each, unit length; NULL data: not wanted */
    hone_stream tangents;        /**< out: float[4] each, as hone_skin_job.tangents; NULL data: not wanted */
    hone_skin_method method;     /**< how vertices are blended */
    hone_skin_order order;       /**< LANES: see hone_skin_lanes of hone_actor_compiled_skin */
    const char *kernel;          /**< as hone_skin_job.kernel */
    const hone_palette *palette; /**< in place of the actor's own; NULL: the actor's */
} hone_skin_out;

/** Skins the vertices of an actor as they are after the last update, morphs included.
 *
 * While no vertex morph acts, the rest positions are those of the model's skin. When the first one acts, the actor gets
 * a copy of the blocks of vertices that vertex morphs can move.
 * out: the streams to write; they must not overlap.
 * Returns: whether they were written.
 * Errors: ARGUMENT, UNSUPPORTED: as hone_skin_run; MEMORY.
 * Cost: allocates twice at most: for the skin of the model, unless it exists (hone_model_compiled_skin), and for the
 *       copy of morphed blocks.
 */
HONE_API bool hone_actor_skin(hone_actor *actor, const hone_skin_out *out, hone_error *error);

/** Computes a box and a sphere that contain all vertices of an actor as they are after the last update. Nothing is
 * skinned. This is hone_skin_bounds_pose with the actor's palette and morphs, for culling before hone_actor_skin.
 *
 * method: that with which the vertices are skinned.
 * box: out: model space; empty without vertices. NULL: not wanted.
 * sphere: out: model space; empty without vertices. NULL: not wanted.
 * Returns: whether they were computed.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: the first call of all actors of a model measures its mesh: hone_model_skin_bounds. Later calls take about 10 ns
 *       a slot and do not allocate.
 */
HONE_API bool hone_actor_bounds(const hone_actor *actor, hone_skin_method method, hone_bounds *box,
                                hone_bounding_sphere *sphere, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
