/** motion_edit: changes motions of MMD. Cuts them, moves them in time, joins and merges them, mirrors them.
 *
 * An operation takes a motion and returns a new one; the old one stays as it is. Keys that an operation need not change
 * keep every bit, their easing curves too. A new key between two others divides the segment between them: its value is
 * that of the curve, and the two halves get the curves that come nearest, since a curve has only 127 steps.
 *
 * Dividing an easing curve, and how near the two parts come:
 * ```c
 * double error_of_parts(void)
 * {
 *     const hone_curve ease = {64, 0, 64, 127}; // slow at both ends
 *     double errors[2];
 *     hone_curve_part(ease, 0, 0.25, &errors[0]);
 *     hone_curve_part(ease, 0.25, 1, &errors[1]);
 *     return fmax(errors[0], errors[1]);
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
 * Errors: none.
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
 * Errors: none.
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
 * Errors: none.
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
 * Errors: none.
 */
HONE_API size_t hone_mirror_name(const char *name, char *out, size_t size);

/** Mirrors a transform that is an offset from rest, as in a key of a bone: at the plane x = 0.
 *
 * Twice gives the same bits again.
 * translation: [3] in and out.
 * rotation: [4] a quaternion x,y,z,w, in and out.
 * Errors: none.
 */
HONE_API void hone_mirror_offset(float translation[3], float rotation[4]);

/** Mirrors a camera at the plane x = 0, so that the mirrored scene looks in it as the scene in a mirror.
 *
 * camera: in and out.
 * Errors: none.
 */
HONE_API void hone_mirror_camera(hone_camera *camera);

#ifdef __cplusplus
}
#endif
#endif
