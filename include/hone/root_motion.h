/** root_motion: the way that a character goes in a motion, taken out of the pose and given to the program.
 *
 * A motion in which a character walks moves its root away from the origin, and a loop of it jumps back. Root motion is
 * that way: a movement over the ground and a turn about the vertical. A root track holds it for a whole motion; it goes
 * on over loops without a jump. Where it is removed from the pose, the character walks on the spot, and the program
 * moves it: through doors, up slopes, against walls.
 *
 * The vertical is y, as in all models of hone. Nothing is allocated but in hone_root_track_create, and jobs share
 * nothing, so threads may run them together. On a character that plays, hone_play_desc.root does all of this.
 *
 * Movements are in the axes and units of the model. Times are frames, 30ths of a second, as in samplers; actors take
 * seconds: hone_frame_from_seconds.
 */
#ifndef HONE_ROOT_MOTION_H
#define HONE_ROOT_MOTION_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/mmd_rules.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- deltas -------------------------------------------------------------------------------------------------- */

/** Parts of a movement: bits of a mask. */
enum {
    HONE_ROOT_XZ = 1,  /**< over the ground */
    HONE_ROOT_Y = 2,   /**< up and down */
    HONE_ROOT_YAW = 4, /**< turns about y */
    /** A character that walks: jumps and crouching stay in the pose. */
    HONE_ROOT_WALK = HONE_ROOT_XZ | HONE_ROOT_YAW
};

/** A movement of a character: it turns about y, and moves. In the axes and units of the model, as it stood before. */
typedef struct hone_root_delta {
    float translation[3]; /**< applied last */
    float yaw;            /**< radians, about y; applied first. May be more than a turn */
} hone_root_delta;

/** Joins two movements: first a, then b, which begins where a ends.
 *
 * Returns: the product a * b of their transforms.
 */
HONE_API hone_root_delta hone_root_delta_compose(const hone_root_delta *a, const hone_root_delta *b);

/** Returns the movement back, the inverse. */
HONE_API hone_root_delta hone_root_delta_invert(const hone_root_delta *a);

/** Interpolates two movements linearly.
 *
 * weight: 0: a, 1: b, to the bit.
 * Returns: the movement between them.
 */
HONE_API hone_root_delta hone_root_delta_blend(const hone_root_delta *a, const hone_root_delta *b, float weight);

/** Converts a movement to a transform. A character at `world` that moves is then at
 * hone_rigid_transform_compose(&world, &transform).
 *
 * Returns: the transform.
 */
HONE_API hone_rigid_transform hone_root_delta_transform(const hone_root_delta *a);

/* ---- tracks -------------------------------------------------------------------------------------------------- */

/** The root motion of a motion, from its beginning on. */
typedef struct hone_root_track {
    double last_frame;              /**< 30ths of a second: where the motion ends, and a loop begins again */
    uint32_t sample_count;          /**< at least 1: one for each frame, and one at last_frame */
    const hone_root_delta *samples; /**< [sample_count] the movement since frame 0; linear in between */
} hone_root_track;

/** Finds the movement in the path of a bone.
 *
 * The movement keeps the bone above the place over the ground that it has in the first frame, and keeps the heading
 * that it has there. Turns of more than half a turn within a frame are taken for turns the other way round.
 * path: [count] model space from bone space.
 * parts: which parts of the movement are found; the others are 0. Bits HONE_ROOT_XZ to HONE_ROOT_YAW.
 * samples: out: [count] the movement since the first frame.
 */
HONE_API void hone_root_extract(const hone_affine *path, uint32_t count, uint32_t parts, hone_root_delta *samples);

/** Returns the bone whose path hone_root_track_create takes: センター of MMD, else the hips of a humanoid, else the
 * first root that has children; HONE_NONE if the model has no bones. The path contains that of the bones above it, such
 * as 全ての親. */
HONE_API int32_t hone_root_bone(const hone_model *model);

/** Settings of hone_root_track_create. */
typedef struct hone_root_desc {
    const hone_model *model;         /**< required */
    const hone_motion *motion;       /**< required: in the space of the model */
    uint32_t parts;                  /**< as hone_root_extract */
    const char *bone;                /**< name of the bone whose path is taken; NULL: hone_root_bone */
    hone_mmd_rules rules;            /**< as hone_sampler_desc.rules */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_root_desc;

/** Makes the root track of a motion.
 *
 * Returns: the track; destroy it with hone_root_track_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, no such bone, unknown parts, a motion of another space), MEMORY.
 * Cost: samples each frame of the motion.
 */
HONE_API hone_root_track *hone_root_track_create(const hone_root_desc *desc, hone_error *error);

/** Returns the root track that all plays of a motion on a model share, valid as long as the motion; NULL on failure,
 * and the next call tries again. The first call makes it, and the motion keeps it.
 *
 * hone_actor_play, hone_actor_cross_fade and hone_actor_inertialize ask for it where hone_play_desc.root is set. A game
 * that calls it when it loads a clip has no such work in the frame that plays the clip first. Threads may call it
 * together.
 * desc: `allocator` is not read: the track is made with the motion's. Of `rules`, `curve` and `fixed_axis` count.
 * Errors: ARGUMENT, MEMORY, as hone_root_track_create.
 * Cost: that of hone_root_track_create, once for each model, bone, parts and rules; later a search among these. The
 *       track has 16 bytes for each frame. It stays with the motion, also when the model is gone.
 */
HONE_API const hone_root_track *hone_motion_root_track(const hone_root_desc *desc, hone_error *error);

/** Destroys a track of hone_root_track_create. NULL is allowed. */
HONE_API void hone_root_track_destroy(hone_root_track *track);

/** Returns the movement from the beginning of the motion to a time.
 *
 * frame: 30ths of a second. Without `loop`, times outside of the motion are its first or last.
 * loop: whether the motion begins again at its last frame, where it then stands; also for times before 0.
 */
HONE_API hone_root_delta hone_root_track_at(const hone_root_track *track, double frame, bool loop);

/** Returns the movement from one time to another, in the axes that the character has at the first.
 *
 * However a span of time is divided, the movements of its parts join to that of the whole, but for rounding.
 * from_frame, to_frame: 30ths of a second, in any order; with `loop` any number of loops apart.
 * loop: as hone_root_track_at.
 * Cost: grows with the logarithm of the number of loops between.
 */
HONE_API hone_root_delta hone_root_track_delta(const hone_root_track *track, double from_frame, double to_frame,
                                               bool loop);

/* ---- poses --------------------------------------------------------------------------------------------------- */

/** Moves a whole pose: all bones without a parent move, and with them all others, goals of IK included.
 *
 * To remove root motion, move the pose by the inverse of hone_root_track_at: at the frame that the pose was sampled at,
 * with `loop` false. In a loop that is the frame within the motion, from 0 to last_frame: the pose begins again with
 * each pass, while hone_root_track_at with `loop` goes on.
 * move: the movement.
 * pose: its counts are the model's. The roots then count as animated.
 * Cost: visits the bones; no allocation.
 */
HONE_API void hone_root_move_pose(const hone_model *model, const hone_root_delta *move, hone_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
