/** clip: packed clips. Sampled animation in a few per cent of its bytes, with an error bound in model space, which is
 * decoded at any time, in any order, at the same speed.
 *
 * A packed clip is one block of bytes: position independent, little-endian on every machine, and without names, so that
 * it plays on any skeleton whose bones are in the same order. Packing chooses how precisely each bone is stored, so
 * that points at a distance from each bone, carried by the whole hierarchy, stay within a tolerance. Opening a block
 * checks all of it; decoding then needs no checks and allocates nothing. A .hclip file (format.h) has blocks with
 * names. How a clip is packed: docs/motions.md, "Packed clips". The bytes: docs/formats.md.
 *
 * Packing samples and decoding one:
 * ```c
 * bool pack_and_play(const hone_transform *samples, uint32_t sample_count, const int32_t *parents, uint32_t bone_count,
 *                    hone_transform *pose, hone_error *error)
 * {
 *     hone_clip_pack_desc desc = {.bone_count = bone_count, .parents = parents, .rest = samples, .bones = samples,
 *                                 .sample_count = sample_count, .rate = 30, .tolerance = 0.0001f, .distance = 0.03f};
 *     hone_bytes bytes = {0};
 *     hone_clip_pack(&desc, &bytes, NULL, error);
 *     hone_packed_clip *clip = hone_packed_clip_open(bytes.data, bytes.size, NULL, error);
 *     for (uint32_t b = 0; b < bone_count; b++) pose[b] = samples[b]; // bones at rest are not in the clip
 *     if (clip)
 *         hone_packed_clip_decode(clip, 2.5, pose);
 *     hone_packed_clip_close(clip);
 *     hone_bytes_release(&bytes);
 *     return clip != NULL;
 * }
 * ```
 */
#ifndef HONE_CLIP_H
#define HONE_CLIP_H

#include <hone/base.h>
#include <hone/io.h>
#include <hone/math.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- packing ------------------------------------------------------------------------------------------------- */

/** The parts of a bone's transform, as bits. */
enum {
    HONE_CLIP_TRANSLATION = 1, /**< hone_transform.translation */
    HONE_CLIP_ROTATION = 2,    /**< hone_transform.rotation */
    HONE_CLIP_SCALE = 4,       /**< hone_transform.scale */
    HONE_CLIP_ALL = 7          /**< all of them */
};

/** The most samples of a clip: 64 hours at 30 a second. A longer one is a mistake. */
enum { HONE_CLIP_MAX_SAMPLES = 1 << 23 };

/** Samples to pack. */
typedef struct hone_clip_pack_desc {
    uint32_t bone_count;    /**< how many bones there are */
    const int32_t *parents; /**< [bone_count] bone or HONE_NONE, in any order; there must be no cycles */
    /** [bone_count] A part that always has this value takes no bytes: see hone_packed_clip_decode. NULL: the identity.
     */
    const hone_transform *rest;
    /** [bone_count] For MMD: what is added to translations, which are offsets from rest. NULL: nothing. */
    const float (*offsets)[3];
    /** [bone_count] The parts that the clip has, bits HONE_CLIP_TRANSLATION and so on. Something else moves the
     * other parts, to the values in the samples. NULL: all. */
    const uint8_t *parts;
    uint32_t sample_count;       /**< at least 1 */
    double rate;                 /**< samples in a second; above 0 */
    const hone_transform *bones; /**< [sample_count][bone_count] relative to the parent */
    uint32_t weight_count;       /**< how many weights of morphs there are */
    const float *rest_weights;   /**< [weight_count] as `rest`; NULL: 0 */
    const uint8_t *has_weight;   /**< [weight_count] whether the clip has the weight; NULL: all */
    const float *weights;        /**< [sample_count][weight_count] */
    /** The largest error of the points at each sample, in the unit of translations; above 0. The points of a bone are
     * at `distance` along each of its three axes. */
    float tolerance;
    float distance; /**< above 0 */
    /** [bone_count] How many times smaller than the tolerance the errors of a bone's points must be: at least 1, such
     * as for the goals of IK, whose errors grow in the limbs. NULL: 1. */
    const float *precision;
    float weight_tolerance;          /**< the largest error of a weight; 0: 0.001 */
    hone_workers *workers;           /**< threads that share the work; NULL: the calling thread alone */
    const hone_allocator *allocator; /**< of the bytes too; NULL: malloc */
} hone_clip_pack_desc;

/** The measurements of packing, made by decoding the finished block at all samples. */
typedef struct hone_clip_pack_report {
    uint64_t raw_bytes;    /**< the parts and weights that the clip has, as floats of all samples */
    double error;          /**< the largest error of a point */
    uint32_t worst_bone;   /**< whose point it is */
    uint32_t worst_sample; /**< when */
    double weight_error;   /**< the largest error of a weight */
    uint32_t worst_weight; /**< which weight */
    uint32_t animated;     /**< parts of bones, and weights, that change */
    uint32_t constant;     /**< those that do not, but differ from rest */
} hone_clip_pack_report;

/** Packs samples into a block.
 *
 * Rotations need not be of unit length; zero becomes the identity.
 * out: the block; release it with hone_bytes_release. Zeroed on failure.
 * report: NULL: not wanted.
 * Returns: whether it was packed, within the bounds.
 * Errors: ARGUMENT (NULL, a number out of range or not finite, a cycle of parents), UNSUPPORTED (the numbers are so
 *         large that floats cannot keep the bound), MEMORY.
 * Cost: tens of milliseconds for each second of a character with 60 moving bones.
 * Source: docs/motions.md, "Packed clips".
 */
HONE_API bool hone_clip_pack(const hone_clip_pack_desc *desc, hone_bytes *out, hone_clip_pack_report *report,
                             hone_error *error);

/* ---- decoding ------------------------------------------------------------------------------------------------ */

/** An open block. It never changes: threads may share it. */
typedef struct hone_packed_clip hone_packed_clip;

/** The sizes of a clip. */
typedef struct hone_packed_clip_info {
    uint32_t bone_count;   /**< of hone_clip_pack_desc */
    uint32_t weight_count; /**< of hone_clip_pack_desc */
    uint32_t sample_count; /**< of hone_clip_pack_desc */
    double rate;           /**< samples in a second */
    float tolerance;       /**< of hone_clip_pack_desc */
    float distance;        /**< of hone_clip_pack_desc */
    uint32_t animated;     /**< of hone_clip_pack_report */
    uint32_t constant;     /**< of hone_clip_pack_report */
    size_t size;           /**< bytes of the block */
} hone_packed_clip_info;

/** Opens a block, and checks all of it.
 *
 * bytes: [size] the block; not copied: it must outlive the clip. It may be at any address.
 * allocator: of the tables that decoding needs, less than 32 times the size of the block; NULL: malloc.
 * Returns: the clip, to be closed with hone_packed_clip_close; NULL on failure.
 * Errors: FORMAT (with the offset), UNSUPPORTED (a later version), MEMORY, ARGUMENT (NULL).
 */
HONE_API hone_packed_clip *hone_packed_clip_open(const void *bytes, size_t size, const hone_allocator *allocator,
                                                 hone_error *error);

/** Closes a clip. NULL is allowed. */
HONE_API void hone_packed_clip_close(hone_packed_clip *clip);

/** Returns the sizes of a clip, valid as long as the clip. */
HONE_API const hone_packed_clip_info *hone_packed_clip_get_info(const hone_packed_clip *clip);

/** Returns the parts of bones that a clip has: [bone_count] bits HONE_CLIP_TRANSLATION and so on, valid as long as the
 * clip. See hone_clip_pack_desc.parts. */
HONE_API const uint8_t *hone_packed_clip_parts(const hone_packed_clip *clip);

/** Returns which weights a clip has: [weight_count] 0 or 1, valid as long as the clip. See
 * hone_clip_pack_desc.has_weight. */
HONE_API const uint8_t *hone_packed_clip_has_weight(const hone_packed_clip *clip);

/** Decodes all bones at a time.
 *
 * Between two samples, translations and scales are interpolated linearly, rotations almost at constant speed.
 * sample: which sample, any real number: seconds * rate. It is clamped to the clip; NaN is 0.
 * bones: [bone_count] relative to the parent. Only parts that the clip has and that are not always at rest are written:
 *        fill the array with rest first, once for any number of calls.
 * Cost: proportional to the parts that change; the same for any order of times. No allocation.
 */
HONE_API void hone_packed_clip_decode(const hone_packed_clip *clip, double sample, hone_transform *bones);

/** Decodes some bones at a time, to the same numbers as hone_packed_clip_decode.
 *
 * first, count: the bones; first + count is at most bone_count.
 * bones: [count] of which as hone_packed_clip_decode writes them.
 * Cost: as hone_packed_clip_decode, about a third for the bones that are left out.
 */
HONE_API void hone_packed_clip_decode_range(const hone_packed_clip *clip, double sample, uint32_t first, uint32_t count,
                                            hone_transform *bones);

/** Decodes all weights at a time.
 *
 * sample: as for hone_packed_clip_decode.
 * weights: [weight_count] those that the clip has and that are not always at rest are written.
 * Cost: as hone_packed_clip_decode.
 */
HONE_API void hone_packed_clip_decode_weights(const hone_packed_clip *clip, double sample, float *weights);

#ifdef __cplusplus
}
#endif
#endif
