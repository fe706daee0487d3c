/** blend: poses blended into one. Normalised blending of any number of poses, additive poses, masks, inertialization,
 * as jobs on plain arrays.
 *
 * A pose is an array of transforms, relative to the parent bones, and an array of weights of morphs: those of a
 * hone_pose, or the caller's own. Jobs allocate nothing and share nothing, so threads may run them together, and one
 * thread may run them for many characters. On a character that plays, hone_actor_play does all of this.
 *
 * Three quarters of a walk and a quarter of a run, with a wave over the upper body:
 * ```c
 * void mix(const hone_pose *walk, const hone_pose *run, const hone_pose *wave, const float *upper_body,
 *          const hone_pose *rest, hone_pose *out)
 * {
 *     hone_blend_layer layers[] = {{.bones = walk->bones, .morphs = walk->morphs, .weight = 0.75f},
 *                                  {.bones = run->bones, .morphs = run->morphs, .weight = 0.25f}};
 *     hone_blend_layer added = {.bones = wave->bones, .weight = 1, .bone_weights = upper_body};
 *     hone_blend_run(&(hone_blend_job){.bone_count = out->bone_count,
 *                                      .morph_count = out->morph_count,
 *                                      .layer_count = 2,
 *                                      .layers = layers,
 *                                      .additive_count = 1, // a difference: hone_blend_subtract has made it
 *                                      .additives = &added,
 *                                      .rest = rest->bones,
 *                                      .rest_morphs = rest->morphs,
 *                                      .bones = out->bones,
 *                                      .morphs = out->morphs});
 * }
 * ```
 */
#ifndef HONE_BLEND_H
#define HONE_BLEND_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- blending ------------------------------------------------------------------------------------------------ */

/** A pose that takes part in a blend. */
typedef struct hone_blend_layer {
    const hone_transform *bones; /**< [bone_count] relative to the parent; of an additive layer the difference */
    const float *morphs;         /**< [morph_count] weights; NULL: the layer does not take part in morphs */
    /** At least 0; the weights need not add up to 1. An additive layer adds so much of its difference, and below 0
     * subtracts it. */
    float weight;
    const float *bone_weights;  /**< [bone_count] at least 0, a factor of the weight for each bone; NULL: 1 */
    const float *morph_weights; /**< [morph_count] at least 0, a factor of the weight for each morph; NULL: 1 */
} hone_blend_layer;

/** Input and output of hone_blend_run. */
typedef struct hone_blend_job {
    uint32_t bone_count;               /**< of each pose */
    uint32_t morph_count;              /**< of each pose */
    uint32_t layer_count;              /**< any number */
    const hone_blend_layer *layers;    /**< [layer_count] their weights are normalised */
    uint32_t additive_count;           /**< any number */
    const hone_blend_layer *additives; /**< [additive_count] added to the blend, in this order */
    const hone_transform *rest;        /**< [bone_count] the pose that fills in where layers have little weight */
    const float *rest_morphs;          /**< [morph_count] the same for morphs; NULL: 0 */
    /** The weight of the layers, added up, below which the rest pose has the weight that is missing. 1: layers that
     * add up to less than 1 lie over the rest pose. 0: 0.1. */
    float threshold;
    hone_transform *bones; /**< [bone_count] out; may be the array of a layer, of an additive layer or of the rest */
    float *morphs;         /**< [morph_count] out; the same; NULL with a morph_count of 0 */
} hone_blend_job;

/** Blends poses into one, and adds additive ones.
 *
 * Translations, scales and morph weights are averages with the layers' weights. Rotations are the normalised average of
 * the quaternions, each negated if that brings it nearer to the sum of those before it. So where all layers are equal
 * the blend is equal to them, within rounding; and a single layer without bone weights is copied to the bit if its
 * weight is at least the threshold.
 *
 * An additive layer of weight w then adds w of its translation, turns by its rotation, applied before the bone's own
 * and interpolated from the identity (normalised linear interpolation), multiplies the scale by 1 + w (scale - 1), and
 * adds w of its morph weights. With a weight below 0 it does the reverse with -w: it subtracts the translation, turns
 * back, and divides.
 *
 * The result for a bone depends on that bone only. It is the same to the bit on all processors.
 * A number that is not finite spoils the numbers of its bone or morph only.
 * Cost: no allocation.
 */
HONE_API void hone_blend_run(const hone_blend_job *job);

/** Computes the difference of a pose to a reference pose, which is what an additive layer is: adding it to the
 * reference gives the pose.
 *
 * bones: [bone_count] the pose.
 * reference: [bone_count] such as the rest pose, or the first frame of a motion.
 * out: [bone_count] out; may be one of the two. Translation: pose - reference; rotation: reference^-1 * pose, with
 *      w >= 0; scale: pose / reference, 1 where the reference is 0.
 * Cost: no allocation.
 */
HONE_API void hone_blend_subtract(const hone_transform *bones, const hone_transform *reference, uint32_t bone_count,
                                  hone_transform *out);

/* ---- masks --------------------------------------------------------------------------------------------------- */

/** Sets the weights of a bone and of all bones below it. The other weights stay.
 *
 * weights: [bone_count of the skeleton] such as hone_blend_layer.bone_weights or hone_play_desc.mask.
 * bone: the topmost bone.
 * weight: what they get.
 * feather: over how many bones the weight builds up: the topmost bone gets 1 / (feather + 1) of the way from its own
 *          weight to `weight`, its children 2 / (feather + 1), and so on. 0: all get `weight`.
 * Returns: how many weights were set; 0 if there is no such bone.
 * Cost: no allocation; the number of bones times the depth of the skeleton.
 */
HONE_API uint32_t hone_mask_below(const hone_skeleton *skeleton, uint32_t bone, float weight, uint32_t feather,
                                  float *weights);

/* ---- inertialization ----------------------------------------------------------------------------------------- */

/** How many numbers an inertialization has for each bone: translation, rotation vector and scale. */
enum { HONE_INERTIA_NUMBERS = 9 };

/** A transition to new poses that needs the old motion only once: the offset from the new pose to the old one at the
 * moment of the transition, and how fast it changed there. The offset dies away while the new motion plays. It is plain
 * data, which may be copied with its two arrays. */
typedef struct hone_inertia {
    uint32_t bone_count;  /**< how many bones there are */
    uint32_t morph_count; /**< how many morphs there are */
    /** [HONE_INERTIA_NUMBERS * bone_count + morph_count] at the transition: for each bone the translation, the rotation
     * vector (axis times angle in radians, of a rotation that is applied before the bone's own) and the scale; then the
     * weights of the morphs. */
    float *offsets;
    float *velocities; /**< [the same] change of the offsets in a second */
    float seconds;     /**< how long the offset takes to die away; 0: no offset */
} hone_inertia;

/** The poses of an old and a new motion at one moment. */
typedef struct hone_inertia_moment {
    const hone_transform *old_bones; /**< [bone_count] */
    const hone_transform *new_bones; /**< [bone_count] */
    const float *old_morphs;         /**< [morph_count] */
    const float *new_morphs;         /**< [morph_count] */
} hone_inertia_moment;

/** Begins an inertialization.
 *
 * inertia: its counts are set, and it has its two arrays, which are written.
 * now: the poses at the transition.
 * before: the poses `step_seconds` earlier, from which follow the velocities. With `now` again the offset begins at
 *         rest.
 * step_seconds: between the two, above 0.
 * seconds: how long the offset takes to die away, at least 0.
 * Cost: no allocation; two arc tangents for each bone whose rotations differ.
 */
HONE_API void hone_inertia_begin(hone_inertia *inertia, const hone_inertia_moment *now,
                                 const hone_inertia_moment *before, float step_seconds, float seconds);

/** Adds what is left of the offset to a pose of the new motion.
 *
 * Each number of the offset follows a polynomial of degree five that begins with its value and its velocity, so that
 * position and velocity are continuous, and ends at 0 with velocity and acceleration 0. Where the offset moves towards
 * 0 already, it takes at most five times as long as it would at that velocity, so that it does not swing past.
 * elapsed_seconds: since the transition. Up to 1/30 s before it, the offset continues straight; earlier it stays.
 * bones: [bone_count] the new motion's pose; out: with the offset.
 * morphs: [morph_count] the same.
 * Returns: whether anything was left to add; from inertia->seconds on no number is changed.
 * Cost: no allocation; a sine and a cosine for each bone whose rotation has an offset.
 * Source: D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War", GDC 2018.
 */
HONE_API bool hone_inertia_apply(const hone_inertia *inertia, float elapsed_seconds, hone_transform *bones,
                                 float *morphs);

#ifdef __cplusplus
}
#endif
#endif
