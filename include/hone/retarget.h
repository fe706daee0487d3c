/** retarget: a motion of one humanoid model as a motion for another.
 *
 * hone_model_humanoid finds which bones of a model are which bones of a human (the humanoid map). docs/retargeting.md
 * describes which parts of a motion carry over. hone_retarget makes a motion; a hone_retargeter does the same with one
 * pose at a time, while the source plays.
 *
 * A dance of MMD for another model:
 * ```c
 * hone_motion *adapt(const hone_motion *dance, const hone_model *target, hone_error *error)
 * {
 *     hone_model *dancer = hone_mmd_default_skeleton(dance, NULL, error);
 *     hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = dancer}, error);
 *     hone_motion *out = NULL;
 *     if (hone_actor_play(actor, dance, NULL, error).id)
 *         out = hone_retarget(&(hone_retarget_desc){.source = actor,
 *                                                   .target = target,
 *                                                   .last_frame = hone_motion_get(dance)->last_frame,
 *                                                   .tolerance = 0.001f},
 *                             NULL, error);
 *     hone_actor_destroy(actor);
 *     hone_model_release(dancer);
 *     return out;
 * }
 * ```
 */
#ifndef HONE_RETARGET_H
#define HONE_RETARGET_H

#include <hone/actor.h>
#include <hone/bake.h>
#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How feet are retargeted. */
typedef enum hone_retarget_feet {
    HONE_RETARGET_FEET_AUTO,   /**< TURN for a VRM animation, PLANT for other motions */
    HONE_RETARGET_FEET_PLANT,  /**< feet stay where the source's are in contact with the floor, and never enter it */
    HONE_RETARGET_FEET_FOLLOW, /**< ankles follow the source's, frame by frame */
    /** Feet are where the rotations of the legs put them: all bones turn as the source's, and the path of the hips is
     * scaled by the heights of the hips. So VRM animations are meant to be played; one that lacks bones of a human, or
     * only has expressions, is a source too. */
    HONE_RETARGET_FEET_TURN
} hone_retarget_feet;

/** The largest hone_retarget_desc.rate. */
#define HONE_RETARGET_MAX_RATE 240
/** The default of hone_retarget_desc.contact_speed. */
#define HONE_RETARGET_CONTACT_SPEED 0.15f
/** The default of hone_retarget_desc.contact_height. */
#define HONE_RETARGET_CONTACT_HEIGHT 0.02f

/** Settings of hone_retarget. */
typedef struct hone_retarget_desc {
    /** Required. It plays the motion on the model that the motion was made for. It is updated at frames 0, 1, 2, … and
     * is left at the last of them. */
    hone_actor *source;
    const hone_model *target; /**< required: the model that the new motion is for */
    uint32_t last_frame;      /**< the frame of the last key; below HONE_BAKE_MAX_FRAMES. Not read with `duration` */
    /** Seconds from the source's frame 0 to the last key, in place of last_frame: hone_motion_duration of what it plays
     * keeps a loop a loop. Keys are at equal distances of at most 1/30 s (`rate`), and the last one is exactly there.
     * MMD has keys at whole frames only: the motion then ends at the nearest frame, and plays so much faster or slower.
     */
    double duration;
    /** With `duration`: how many times a second the source is sampled at least, up to HONE_RETARGET_MAX_RATE; 0: 120 for
     * a VRM animation, 30 for other motions. For sources with keys between frames. Not read for a target in MMD's
     * space. */
    double rate;
    /** How far key reduction may move what a bone carries, in the target's unit. 0: only keys that their neighbours
     * replace exactly are removed. */
    float tolerance;
    /** Whether hands that are near each other in the source are brought as near in the target by bending the arms,
     * which then point in other directions than the source's. */
    bool reach_hands;
    hone_retarget_feet feet; /**< how feet are retargeted */
    /** For PLANT. A heel or ball that is slower is in contact with the floor if it is also low: leg lengths of the
     * source per second. A foot that slides faster slides in the target too. 0: HONE_RETARGET_CONTACT_SPEED. */
    float contact_speed;
    /** For PLANT. The height below which a heel or ball may be in contact: leg lengths of the source above the height
     * at which it usually stands. 0: HONE_RETARGET_CONTACT_HEIGHT. */
    float contact_height;
    bool floor_known; /**< whether `floor` is given */
    /** The height of the source's floor: model space of the source, upwards. Without it the floor is 0 for a source in
     * MMD's space, else it is found from the heights at which slow feet are. */
    float floor;
    /** Only morphs carry over, and bones get no keys: for a motion without bones, such as one of lips that plays over a
     * dance. The models need not be humanoids. */
    bool morphs_only;
    bool (*progress)(void *user, uint32_t frame); /**< called after each frame; false cancels. NULL: not called */
    void *user;                                   /**< passed to progress */
    const hone_allocator *allocator;              /**< NULL: malloc */
} hone_retarget_desc;

/** The results of hone_retarget. */
typedef struct hone_retarget_report {
    uint64_t keys_before; /**< keys without key reduction: one a frame and track or channel */
    uint64_t keys_after;  /**< keys of the motion */
    uint32_t bones;       /**< bones of the target that move */
    uint32_t morphs;      /**< morphs of the target that move */
    uint32_t contacts;    /**< for PLANT: how often a foot stays on the floor for some time; both feet */
    /** For PLANT: the velocity of the floor under the source, its units per second along x and z of its model space: of
     * a walk or run on the spot, whose feet slide backwards together. Their contacts are found, and held, on that
     * floor. Zero: the floor stands still. */
    float treadmill[2];
    /** For PLANT: how fast a point of a foot that is in contact slides, in the mean: units of the target per second.
     * `before`: if its feet followed. */
    float slide_before, slide_after;
    float depth_before, depth_after; /**< for PLANT: how deep a foot is in the floor at most, units of the target */
    float floor;                     /**< for PLANT: the height of the source's floor, in its model space */
    float scale;                     /**< units of the target to one unit of the source, by the lengths of their legs */
} hone_retarget_report;

/** Makes a motion for one humanoid from the motion of another, with 30 keys a second before key reduction.
 *
 * Limbs point where the source's do, whatever the two rest poses are. Trunk, head and feet turn by as much as the
 * source's. The path of the hips is scaled by the ratio of the leg lengths. Ankles are brought to where the source's
 * are, scaled, with the soles as far above the ground; with HONE_RETARGET_FEET_PLANT feet stay where the source's touch
 * the floor. All frames are recorded first, about 1 KB each. If the target is an MMD model, the goals of its leg IK
 * have keys too, so that its feet stay where they are put, and its twist bones turn. Morphs carry over by name. The
 * gaze of a VRM animation turns the eyes, by the look-at of the target if it has one, or weighs its expressions; so
 * does that of eyes for an avatar that looks by expressions, and that of such an avatar for others. The motion has
 * channels for a .x or glTF target, tracks for an MMD target.
 * report: what was done; NULL: not wanted.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (no actor or model, a model that is no humanoid (see hone_model_humanoid), a number out of range,
 *         cancelled), MEMORY.
 * Source: docs/retargeting.md.
 */
HONE_API hone_motion *hone_retarget(const hone_retarget_desc *desc, hone_retarget_report *report, hone_error *error);

/* ---- at run time --------------------------------------------------------------------------------------------- */

/** Turns poses of one humanoid into poses of another. It belongs to one thread at a time. */
typedef struct hone_retargeter hone_retargeter;

/** Settings of hone_retargeter_create. */
typedef struct hone_retargeter_desc {
    const hone_model *source;        /**< required; retained */
    const hone_model *target;        /**< required; retained */
    bool reach_hands;                /**< as hone_retarget_desc.reach_hands */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_retargeter_desc;

/** Creates a retargeter.
 *
 * Returns: the retargeter; destroy it with hone_retargeter_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, a model that is no humanoid: see hone_model_humanoid), MEMORY.
 */
HONE_API hone_retargeter *hone_retargeter_create(const hone_retargeter_desc *desc, hone_error *error);

/** Destroys a retargeter and releases its models. NULL is allowed. */
HONE_API void hone_retargeter_destroy(hone_retargeter *retargeter);

/** Returns the units of the target to one unit of the source, by the lengths of their legs; above 0. */
HONE_API float hone_retargeter_scale(const hone_retargeter *retargeter);

/** Gives a pose of the source to the target, by the rules of hone_retarget with HONE_RETARGET_FEET_FOLLOW. Call it in
 * hone_actor_desc.edit of the target, or write into hone_actor_writable_pose between sampling and evaluating.
 *
 * bones: [bone_count] of the source, model space from bone space: hone_actor_bones or hone_rig_bones.
 * morphs: [morph_count] of the source, final weights: hone_actor_morphs; NULL: morphs of the target stay.
 * out: pose of the target. The bones and morphs that the source moves are written, and count as animated; the others
 *      stay.
 * Cost: four passes over the target's bones; no allocation.
 */
HONE_API void hone_retargeter_apply(hone_retargeter *retargeter, const hone_affine *bones, const float *morphs,
                                    hone_pose *out);

/* ---- a stand-in for the source --------------------------------------------------------------------------------- */

/** Creates a skeleton of MMD's usual proportions, bone names and leg IK, in MMD's usual A-pose, without a mesh.
 *
 * It stands in for the model of an MMD motion when that model is not there, for example as the source of
 * hone_retarget.
 * motion: the skeleton gets a morph for each morph track of it; NULL: none.
 * allocator: NULL: malloc.
 * Returns: a model with one reference; NULL on failure.
 * Errors: MEMORY.
 */
HONE_API hone_model *hone_mmd_default_skeleton(const hone_motion *motion, const hone_allocator *allocator,
                                               hone_error *error);

/* ---- names of other rigs --------------------------------------------------------------------------------------- */

/** Enough for each name that the two functions below write. */
enum { HONE_STANDARD_NAME_SIZE = 40 };

/** Translates the standard name of a bone or morph of MMD to English: "右ひじ" is "elbow_R", "まばたき" is "blink".
 * Latin letters and digits may be wide or narrow.
 *
 * name: UTF-8.
 * out: [HONE_STANDARD_NAME_SIZE] "" if the name is no standard one.
 * Returns: whether it is.
 */
HONE_API bool hone_name_translate(const char *name, char *out);

/** Returns the standard name that MMD has for a bone of a human: "右腕" for the right upper arm.
 *
 * out: [HONE_STANDARD_NAME_SIZE].
 */
HONE_API void hone_humanoid_bone_japanese(hone_humanoid_bone human, char *out);

/** Returns the names that MMD, VRM and others have for what a morph shows, with a bar before and after each, the same
 * text for all of them: "|まばたき|blink|Blink|". NULL: the morph is no standard expression.
 *
 * name: one of them, UTF-8.
 */
HONE_API const char *hone_morph_synonyms(const char *name);

#ifdef __cplusplus
}
#endif
#endif
