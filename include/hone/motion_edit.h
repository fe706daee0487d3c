/** motion_edit: changes motions of MMD. Cuts them, moves them in time, joins and merges them, mirrors them.
 *
 * An operation takes a motion of MMD's tracks and returns a new one; the old one stays as it is. Keys that an operation
 * need not change keep every bit, their easing curves too. A new key between two others divides the segment between
 * them: its value is that of the curve, and the two halves get the curves that come nearest, since a curve has only 127
 * steps.
 *
 * The frames 100 to 200 of a dance, with left and right exchanged:
 * ```c
 * hone_motion *mirrored_part(const hone_motion *dance, hone_error *error)
 * {
 *     hone_motion *part = hone_motion_trim(dance, 100, 200, NULL, NULL, error);
 *     hone_motion *mirrored = hone_motion_mirror(part, NULL, NULL, error);
 *     hone_motion_release(part);
 *     return mirrored;
 * }
 * ```
 */
#ifndef HONE_MOTION_EDIT_H
#define HONE_MOTION_EDIT_H

#include <hone/base.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- dividing segments --------------------------------------------------------------------------------------- */

/** Finds the easing curve of a part of a segment, as for a new key between two others.
 *
 * A linear curve and a part from 0 to 1 keep their bytes, and are exact. So is every other part whose control points
 * are whole steps. Otherwise it is the nearest curve that was found: for curves that ease in and out the error is
 * usually below 0.001, and for steep ones whose part is no easing curve at all it is up to 0.2.
 * from, to: the part, as positions between the two keys, 0 to 1; clamped. `from` is not above `to`.
 * error: out: how far the new curve is from the old one at most, where the change of the whole segment is 1; NULL: not
 *        wanted.
 * Returns: the curve of the part. A part in which nothing changes gets HONE_CURVE_LINEAR.
 * Cost: up to some thousand evaluations of a curve; no allocation.
 */
HONE_API hone_curve hone_curve_part(hone_curve curve, double from, double to, double *error);

/** Divides the segment between two keys of a bone by a new key, so that the bone moves as before.
 *
 * from, to: two keys that follow each other.
 * frame: above from->frame, below to->frame.
 * middle: out: the new key, with the curves of the first part, and the physics switch of `from`.
 * after: out: [4] the curves that `to` must get, of the second part.
 * Returns: the largest error of a curve of both parts, where the change of the segment is 1. Parts of the transform
 *          that do not change count as exact.
 * Cost: that of eight hone_curve_part at most.
 */
HONE_API double hone_bone_key_divide(const hone_bone_key *from, const hone_bone_key *to, uint32_t frame,
                                     hone_bone_key *middle, hone_curve after[4]);

/** Divides the segment between two keys of the camera by a new key. Where keys are one frame apart, the camera jumps,
 * so a part of one frame no longer moves between its two frames.
 *
 * from, to: two keys that follow each other.
 * frame: above from->frame, below to->frame.
 * middle: out: the new key, with the curves of the first part. It has a field of view of any number of degrees; a VMD
 *         can only hold whole ones.
 * after: out: [6] the curves that `to` must get, of the second part.
 * Returns: as hone_bone_key_divide.
 * Cost: that of twelve hone_curve_part at most.
 */
HONE_API double hone_camera_key_divide(const hone_camera_key *from, const hone_camera_key *to, uint32_t frame,
                                       hone_camera_key *middle, hone_curve after[6]);

/* ---- mirroring ----------------------------------------------------------------------------------------------- */

/** Finds the name of a bone or morph on the other side of the body.
 *
 * 左 and 右 are exchanged, and so are the words Left and Right, the single letters L and R (`Arm_L`, `lShldr`,
 * `J_Bip_L_Hand`, `腕Ｌ`), and the pairs of MMD's morphs that have a side in only one of the names (ウィンク and
 * ウィンク右). A name without a side, or with both, stays as it is. The name of the result is the name that was given.
 * name: UTF-8.
 * out: [size] the name, cut at `size`, with a NUL; not `name` itself. May be NULL if `size` is 0.
 * Returns: the bytes of the whole result, without the NUL.
 */
HONE_API size_t hone_mirror_name(const char *name, char *out, size_t size);

/** Mirrors a transform that is an offset from rest, as in a key of a bone: at the plane x = 0.
 *
 * Twice gives the same bits again.
 * translation: [3] in and out.
 * rotation: [4] a quaternion x,y,z,w, in and out.
 */
HONE_API void hone_mirror_offset(float translation[3], float rotation[4]);

/** Mirrors a camera at the plane x = 0, so that the mirrored scene looks in it as the scene in a mirror.
 *
 * camera: in and out.
 */
HONE_API void hone_mirror_camera(hone_camera *camera);

/* ---- operations ---------------------------------------------------------------------------------------------- */

/** The last frame that a key can have: 2^31, which is 828 days. */
#define HONE_MOTION_MAX_FRAME UINT32_C(0x80000000)

/** The measurements of an operation. What an operation does not do stays 0. */
typedef struct hone_motion_edit_report {
    uint32_t divided; /**< segments that were divided at a frame without a key */
    /** The largest error of a curve of a divided segment, where the change of the segment is 1. At whole frames it is
     * at most 1/127: where a single curve would be further off, the segment gets more keys. */
    double curve_error;
    uint32_t jumps; /**< join: seams where the values of both motions differ, so that all take one frame more */
    uint32_t tracks_replaced; /**< merge: tracks of a lower motion that a higher one has too */
    uint32_t names_changed;   /**< mirror, rename: tracks with a new name */
    uint32_t keys_lost;       /**< speed: keys that fell on the frame of a later one; reduce: keys that are left out */
    double time_error;        /**< speed: how far a key is from its exact time at most, in new frames: up to 1/2 */
    double seam_distance;     /**< loop: how far a bone was from its first place at the end, in the motion's unit */
    double seam_angle;        /**< loop: the same for its rotation, in degrees */
} hone_motion_edit_report;

/** Cuts a motion: keeps the frames first to last, which become frames 0 to last - first.
 *
 * Keys in this range keep their bits. A segment that is cut is divided, unless its two keys have the same value. Where
 * a track has no key at or before the first frame, the value of its first key holds, as before. Property keys and
 * physics switches before the range hold in it.
 * motion: with MMD's tracks, without channels.
 * first, last: 30ths of a second; `last` may be behind the end of the motion.
 * allocator: of the result; NULL: malloc.
 * report: NULL: not wanted.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, no frames left), MEMORY.
 */
HONE_API hone_motion *hone_motion_trim(const hone_motion *motion, uint32_t first, uint32_t last,
                                       const hone_allocator *allocator, hone_motion_edit_report *report,
                                       hone_error *error);

/** Moves a motion in time. To move it back by N frames is to cut off its first N frames.
 *
 * frames: 30ths of a second; forward if positive. Before the first key of a track its value holds.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, no frames left, too many frames), MEMORY.
 */
HONE_API hone_motion *hone_motion_shift(const hone_motion *motion, int32_t frames, const hone_allocator *allocator,
                                        hone_motion_edit_report *report, hone_error *error);

/** Puts motions one after another.
 *
 * If all tracks have the same values at the last frame of one motion and the first frame of the next, both share it:
 * parts that hone_motion_trim has cut at keys give the keys of the whole, to the bit. Otherwise the next motion
 * begins one frame later, and tracks jump within this frame. A bone or morph that a motion lacks is at rest in it; a
 * chain that its property keys do not name is on. The result has the name of the first motion's model.
 * motions: [count] at least one.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, too many frames), MEMORY.
 */
HONE_API hone_motion *hone_motion_join(const hone_motion *const *motions, uint32_t count,
                                       const hone_allocator *allocator, hone_motion_edit_report *report,
                                       hone_error *error);

/** Puts motions over one another: the result has the tracks of all. Of a track that several have, the whole track of
 * the last of them is taken; so are all keys of camera, light, self-shadow and properties.
 *
 * motions: [count] at least one, the lowest first.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip), MEMORY.
 */
HONE_API hone_motion *hone_motion_merge(const hone_motion *const *motions, uint32_t count,
                                        const hone_allocator *allocator, hone_motion_edit_report *report,
                                        hone_error *error);

/** Mirrors a motion at the plane x = 0: left becomes right. Names change as by hone_mirror_name, values as by
 * hone_mirror_offset; camera and light are mirrored too. Twice gives the same bits again, except for names that become
 * too long for a VMD.
 *
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, two tracks that would have one name), MEMORY.
 */
HONE_API hone_motion *hone_motion_mirror(const hone_motion *motion, const hone_allocator *allocator,
                                         hone_motion_edit_report *report, hone_error *error);

/** Parts of a motion: bits of hone_motion_choice.parts. */
enum {
    HONE_MOTION_BONES = 1,   /**< all bone tracks */
    HONE_MOTION_MORPHS = 2,  /**< all morph tracks */
    HONE_MOTION_CAMERA = 4,  /**< the keys of the camera */
    HONE_MOTION_LIGHT = 8,   /**< the keys of the light */
    HONE_MOTION_SHADOW = 16, /**< the keys of the self-shadow */
    HONE_MOTION_IK = 32,     /**< which chains are on: the states in property keys */
    HONE_MOTION_VISIBLE = 64 /**< when the model is drawn: the other part of property keys */
};

/** A choice of parts and tracks. */
typedef struct hone_motion_choice {
    uint32_t parts; /**< bits HONE_MOTION_BONES and so on */
    /** [name_count] Names of bones, morphs and IK chains, in UTF-8. A '*' stands for any text. */
    const char *const *names;
    uint32_t name_count; /**< how many names there are */
} hone_motion_choice;

/** Leaves out the chosen parts and tracks of a motion.
 *
 * choice: what goes.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, a name that nothing in the motion has), MEMORY.
 */
HONE_API hone_motion *hone_motion_strip(const hone_motion *motion, const hone_motion_choice *choice,
                                        const hone_allocator *allocator, hone_motion_edit_report *report,
                                        hone_error *error);

/** Keeps only the chosen parts and tracks of a motion.
 *
 * choice: what stays.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, a name that nothing in the motion has), MEMORY.
 */
HONE_API hone_motion *hone_motion_keep(const hone_motion *motion, const hone_motion_choice *choice,
                                       const hone_allocator *allocator, hone_motion_edit_report *report,
                                       hone_error *error);

/** An old name and a new one. */
typedef struct hone_motion_rename_pair {
    const char *from; /**< of a bone, morph or IK chain; UTF-8 */
    const char *to;   /**< its new name; UTF-8 */
} hone_motion_rename_pair;

/** Gives bones, morphs and IK chains other names, all at once, so that two can exchange their names. Names that the
 * motion does not have are ignored.
 *
 * pairs: [count] the first of equal old names counts.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, two tracks that would have one name), MEMORY.
 */
HONE_API hone_motion *hone_motion_rename(const hone_motion *motion, const hone_motion_rename_pair *pairs,
                                         uint32_t count, const hone_allocator *allocator,
                                         hone_motion_edit_report *report, hone_error *error);

/** Plays a motion faster or slower.
 *
 * A key at frame f goes to the whole frame nearest to f / factor, so it is up to half a frame (1/60 s) early or late;
 * its value and curves keep their bits. Of several keys on one frame the last stays, and the frame before gets a key of
 * the motion's value there, if it has none: what jumps, still jumps within a frame. Cuts of the camera stay cuts.
 * Faster and then slower gives the same bytes again if all keys are on frames that stay whole.
 * factor: 0.001 to 1000; above 1 is faster.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, a number out of range, too many frames), MEMORY.
 */
HONE_API hone_motion *hone_motion_speed(const hone_motion *motion, double factor, const hone_allocator *allocator,
                                        hone_motion_edit_report *report, hone_error *error);

/** Repeats a motion. Its last frame is the first of the next time, so N loops are N times as long.
 *
 * The end is led to the values of the beginning: over the last `frames` frames each bone and morph takes on the
 * difference, slowly at first and at last. A track that ends with the value of its beginning keeps its keys. The
 * camera, the light, the self-shadow and properties jump within the last frame instead. What travels comes back:
 * root_motion.h is for walks that go on.
 * count: how often it plays; 1: it ends where it begins.
 * frames: 30ths of a second; at most half the motion is taken. 0: bones and morphs jump too.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, no loops, a motion of one frame, too many frames), MEMORY.
 */
HONE_API hone_motion *hone_motion_loop(const hone_motion *motion, uint32_t count, uint32_t frames,
                                       const hone_allocator *allocator, hone_motion_edit_report *report,
                                       hone_error *error);

/** Smooths a motion: each key of a bone, a morph or the camera gets the mean of its track around its frame, weighted by
 * a Hann window. Near the ends of a track, and near cuts of the camera, the window becomes smaller, so that the first
 * and the last key keep their bits. Frames and curves of keys stay.
 *
 * frames: the width of the window, 30ths of a second, at most 1000; below 2 nothing changes.
 * allocator, report: as hone_motion_trim.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, a number out of range), MEMORY.
 */
HONE_API hone_motion *hone_motion_smooth(const hone_motion *motion, uint32_t frames, const hone_allocator *allocator,
                                         hone_motion_edit_report *report, hone_error *error);

/** Settings of hone_motion_reduce. */
typedef struct hone_reduce_desc {
    /** How far a point that a bone carries may be from its place relative to the bone's parent, in the motion's unit.
     * It is also how far the weight of a morph may be off. */
    double tolerance;
    double distance;                 /**< how far these points are from the bone's origin at most; 0: a metre */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_reduce_desc;

/** Leaves out keys of bones and morphs that are not needed: segments become one, with the curves that come nearest.
 *
 * The tolerance holds at whole and half frames. Errors of a chain of bones add up. Keys whose segment stays keep every
 * bit; so do those where physics is switched.
 * desc: required.
 * report: NULL: not wanted.
 * Returns: a motion with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, channels or a packed clip, a number out of range), MEMORY.
 * Cost: some hundred evaluations of a curve for each key that is tried.
 */
HONE_API hone_motion *hone_motion_reduce(const hone_motion *motion, const hone_reduce_desc *desc,
                                         hone_motion_edit_report *report, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
