/** math: vectors, quaternions, affine matrices, rigid transforms. Single precision, inline where short.
 *
 * Quaternions are x,y,z,w. Matrices act on column vectors, p' = M p. Results may overwrite arguments. Sums run from
 * left to right, so that a result is the same with every compiler that does not contract a * b + c into one operation
 * (gcc and clang: -ffp-contract=off). A function cannot fail unless its comment says so.
 */
#ifndef HONE_MATH_H
#define HONE_MATH_H

#include <hone/base.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HONE_PI 3.14159265358979323846 /**< half the circumference of the unit circle */

/* ---- types --------------------------------------------------------------------------------------------------- */

/** An affine matrix: the upper three rows of a 4x4 matrix whose last row is 0 0 0 1. */
typedef struct hone_affine {
    float m[3][4]; /**< m[row][column]; m[r][3] is the translation */
} hone_affine;

/** A transform in parts: the matrix translation * rotation * scale. */
typedef struct hone_transform {
    float translation[3]; /**< applied last */
    float rotation[4];    /**< quaternion x,y,z,w of unit length */
    float scale[3];       /**< along x, y, z; applied first */
} hone_transform;

/** A rigid transform: the matrix translation * rotation, which moves a rigid body. It has 28 bytes, without padding, so
 * that arrays of it can be sent to other programs and to the GPU as they are. */
typedef struct hone_rigid_transform {
    float rotation[4];    /**< quaternion x,y,z,w of unit length; applied first */
    float translation[3]; /**< applied last */
} hone_rigid_transform;

/** A similarity transform: the matrix translation * rotation * scale with one scale for all axes. It has 32 bytes, as
 * an entry of a palette of quaternions and scales (HONE_PALETTE_QUATERNION_SCALE). */
typedef struct hone_similarity_transform {
    float rotation[4];    /**< quaternion x,y,z,w of unit length */
    float translation[3]; /**< applied last */
    float scale;          /**< applied first; not 0 */
} hone_similarity_transform;

/* clang-format off */
/** The affine matrix that changes nothing: an initialiser of hone_affine. */
#define HONE_AFFINE_IDENTITY {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}
/** The transform that changes nothing: an initialiser of hone_transform. */
#define HONE_TRANSFORM_IDENTITY {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}
/** The rigid transform that changes nothing: an initialiser of hone_rigid_transform. */
#define HONE_RIGID_TRANSFORM_IDENTITY {{0, 0, 0, 1}, {0, 0, 0}}
/* clang-format on */

/* ---- vectors ------------------------------------------------------------------------------------------------- */

/** Sets a vector: out = (x, y, z). */
static inline void hone_vec3_set(float x, float y, float z, float out[3])
{
    out[0] = x, out[1] = y, out[2] = z;
}

/** Copies a vector: out = v. */
static inline void hone_vec3_copy(const float v[3], float out[3])
{
    hone_vec3_set(v[0], v[1], v[2], out);
}

/** Adds two vectors: out = a + b. */
static inline void hone_vec3_add(const float a[3], const float b[3], float out[3])
{
    hone_vec3_set(a[0] + b[0], a[1] + b[1], a[2] + b[2], out);
}

/** Subtracts two vectors: out = a - b. */
static inline void hone_vec3_subtract(const float a[3], const float b[3], float out[3])
{
    hone_vec3_set(a[0] - b[0], a[1] - b[1], a[2] - b[2], out);
}

/** Scales a vector: out = v * factor. */
static inline void hone_vec3_scale(const float v[3], float factor, float out[3])
{
    hone_vec3_set(v[0] * factor, v[1] * factor, v[2] * factor, out);
}

/** Adds a scaled vector: out = a + b * factor. */
static inline void hone_vec3_add_scaled(const float a[3], const float b[3], float factor, float out[3])
{
    hone_vec3_set(a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor, out);
}

/** Interpolates linearly between two vectors: out = a + (b - a) * t. */
static inline void hone_vec3_lerp(const float a[3], const float b[3], float t, float out[3])
{
    hone_vec3_set(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t, out);
}

/** Returns the dot product of two vectors. */
static inline float hone_vec3_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Computes the cross product of two vectors: out = a x b. */
static inline void hone_vec3_cross(const float a[3], const float b[3], float out[3])
{
    hone_vec3_set(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], out);
}

/** Returns the length of a vector. */
static inline float hone_vec3_length(const float v[3])
{
    return sqrtf(hone_vec3_dot(v, v));
}

/** Returns the distance between two points. */
static inline float hone_vec3_distance(const float a[3], const float b[3])
{
    float d[3];
    hone_vec3_subtract(a, b, d);
    return hone_vec3_length(d);
}

/** Normalises a vector.
 *
 * out: v at unit length; untouched on failure.
 * Returns: false if the length is below 1e-12 or not finite.
 */
static inline bool hone_vec3_normalise(const float v[3], float out[3])
{
    float square = hone_vec3_dot(v, v);
    if (!(square > 1e-24f && square < INFINITY))
        return false;
    hone_vec3_scale(v, 1 / sqrtf(square), out);
    return true;
}

/* ---- quaternions x,y,z,w ------------------------------------------------------------------------------------- */

/** Returns the dot product of two quaternions: the cosine of half the angle between unit ones. */
static inline float hone_quat_dot(const float a[4], const float b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/** Sets a quaternion to the identity: out = (0, 0, 0, 1). */
static inline void hone_quat_identity(float out[4])
{
    out[0] = out[1] = out[2] = 0, out[3] = 1;
}

/** Copies a quaternion: out = q. */
static inline void hone_quat_copy(const float q[4], float out[4])
{
    float x = q[0], y = q[1], z = q[2], w = q[3];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/** Conjugates a quaternion: the inverse of a unit one. */
static inline void hone_quat_conjugate(const float q[4], float out[4])
{
    float x = -q[0], y = -q[1], z = -q[2], w = q[3];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/** Multiplies two quaternions: out = a * b, the rotation by b, then by a. */
static inline void hone_quat_multiply(const float a[4], const float b[4], float out[4])
{
    float x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    float y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    float z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    float w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/** Normalises a quaternion. The result is the identity if the length is below 1e-12 or not finite. */
static inline void hone_quat_normalise(const float q[4], float out[4])
{
    float square = hone_quat_dot(q, q);
    if (!(square > 1e-24f && square < INFINITY)) {
        hone_quat_identity(out);
        return;
    }
    float scale = 1 / sqrtf(square);
    for (int i = 0; i < 4; i++) out[i] = q[i] * scale;
}

/** Rotates a vector by a unit quaternion: out = q v q*, as v + 2 r x (r x v + w v) with r = (x, y, z). */
static inline void hone_quat_rotate(const float q[4], const float v[3], float out[3])
{
    float t[3], u[3];
    hone_vec3_cross(q, v, t);
    hone_vec3_add_scaled(t, v, q[3], t);
    hone_vec3_cross(q, t, u);
    hone_vec3_add_scaled(v, u, 2, out);
}

/** Interpolates between two rotations along the shortest arc at constant speed (slerp). If the two are nearly equal, it
 * uses normalised linear interpolation.
 *
 * a: unit quaternion, at t = 0.
 * b: unit quaternion, at t = 1.
 * out: unit quaternion.
 */
HONE_API void hone_quat_slerp(const float a[4], const float b[4], float t, float out[4]);

/** The order of Euler angles: the rotation is the product of the axes' rotations in the order of the name. */
typedef enum hone_euler {
    HONE_EULER_YXZ, /**< Ry Rx Rz: z first, then x, then y */
    HONE_EULER_ZYX, /**< Rz Ry Rx: x first, then y, then z */
    HONE_EULER_XZY  /**< Rx Rz Ry: y first, then z, then x */
} hone_euler;

/** Computes the Euler angles of a rotation.
 *
 * rotation: unit quaternion.
 * angles: out: about x, y, z in radians, whatever the order.
 */
HONE_API void hone_euler_from_quat(hone_euler order, const float rotation[4], float angles[3]);

/** Computes the rotation of Euler angles.
 *
 * angles: about x, y, z in radians, whatever the order.
 * out: unit quaternion.
 */
HONE_API void hone_quat_from_euler(hone_euler order, const float angles[3], float out[4]);

/* ---- affine matrices ----------------------------------------------------------------------------------------- */

/** Returns the product of two affine matrices, a * b: b applies first. */
static inline hone_affine hone_affine_multiply(const hone_affine *a, const hone_affine *b)
{
    hone_affine out;
    for (int r = 0; r < 3; r++) {
        const float *row = a->m[r];
        for (int c = 0; c < 4; c++) out.m[r][c] = row[0] * b->m[0][c] + row[1] * b->m[1][c] + row[2] * b->m[2][c];
        out.m[r][3] += row[3];
    }
    return out;
}

/** Transforms a point: applies all of the matrix. */
static inline void hone_affine_point(const hone_affine *a, const float p[3], float out[3])
{
    float v[3];
    for (int r = 0; r < 3; r++) v[r] = a->m[r][0] * p[0] + a->m[r][1] * p[1] + a->m[r][2] * p[2] + a->m[r][3];
    hone_vec3_copy(v, out);
}

/** Transforms a direction: applies the matrix without its translation. */
static inline void hone_affine_direction(const hone_affine *a, const float d[3], float out[3])
{
    float v[3];
    for (int r = 0; r < 3; r++) v[r] = a->m[r][0] * d[0] + a->m[r][1] * d[1] + a->m[r][2] * d[2];
    hone_vec3_copy(v, out);
}

/** Copies the translation of a matrix, which is the point to which it moves the origin. */
static inline void hone_affine_origin(const hone_affine *a, float out[3])
{
    hone_vec3_set(a->m[0][3], a->m[1][3], a->m[2][3], out);
}

/** Returns the matrix of a translation. */
static inline hone_affine hone_affine_translation(const float t[3])
{
    hone_affine out = {{{1, 0, 0, t[0]}, {0, 1, 0, t[1]}, {0, 0, 1, t[2]}}};
    return out;
}

/** Solves m x = v without the translation of the matrix: converts a direction to the space that it comes from.
 *
 * out: x; untouched on failure.
 * Returns: false if the matrix has no inverse, or a number is not finite.
 */
static inline bool hone_affine_solve(const hone_affine *m, const float v[3], float out[3])
{
    float x[3], y[3], z[3], rows[3][3];
    for (int r = 0; r < 3; r++) x[r] = m->m[r][0], y[r] = m->m[r][1], z[r] = m->m[r][2];
    hone_vec3_cross(y, z, rows[0]), hone_vec3_cross(z, x, rows[1]), hone_vec3_cross(x, y, rows[2]);
    float scale = 1 / hone_vec3_dot(x, rows[0]);
    float a = scale * hone_vec3_dot(rows[0], v), b = scale * hone_vec3_dot(rows[1], v);
    float c = scale * hone_vec3_dot(rows[2], v);
    if (!(fabsf(a) + fabsf(b) + fabsf(c) < INFINITY))
        return false;
    hone_vec3_set(a, b, c, out);
    return true;
}

/** Returns the inverse of a matrix that only rotates and translates. */
static inline hone_affine hone_affine_invert_rigid(const hone_affine *a)
{
    hone_affine out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = a->m[c][r];
        out.m[r][3] = -(a->m[0][r] * a->m[0][3] + a->m[1][r] * a->m[1][3] + a->m[2][r] * a->m[2][3]);
    }
    return out;
}

/** Inverts any matrix that can be inverted.
 *
 * out: the inverse; untouched on failure; may be `a`.
 * Returns: false if the matrix has no inverse, or a number is not finite.
 */
static inline bool hone_affine_invert(const hone_affine *a, hone_affine *out)
{
    hone_affine back;
    for (int c = 0; c < 4; c++) {
        float column[3] = {a->m[0][3], a->m[1][3], a->m[2][3]}, sign = c < 3 ? 1.0f : -1.0f;
        for (int r = 0; r < 3 && c < 3; r++) column[r] = r == c ? 1.0f : 0.0f;
        if (!hone_affine_solve(a, column, column))
            return false;
        for (int r = 0; r < 3; r++) back.m[r][c] = sign * column[r];
    }
    *out = back;
    return true;
}

/** Returns the matrix of a rotation and a translation. q: unit quaternion, t: translation. */
static inline hone_affine hone_affine_from_rotation(const float q[4], const float t[3])
{
    float x = q[0], y = q[1], z = q[2], w = q[3];
    hone_affine out = {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), t[0]},
                        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), t[1]},
                        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), t[2]}}};
    return out;
}

/** Returns the matrix of a transform. */
static inline hone_affine hone_affine_from_transform(const hone_transform *transform)
{
    hone_affine out = hone_affine_from_rotation(transform->rotation, transform->translation);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= transform->scale[c];
    return out;
}

/** Returns the transform that is nearest to a matrix: equal to it if the matrix has no shear. A mirrored matrix gives a
 * negative scale of x. */
HONE_API hone_transform hone_transform_from_affine(const hone_affine *m);

/** Computes the rotation of a matrix whose columns are orthogonal, of any length.
 *
 * out: unit quaternion.
 * Source: S. W. Shepperd, "Quaternion from Rotation Matrix", 1978: by the largest of trace and diagonal.
 */
HONE_API void hone_quat_from_affine(const hone_affine *m, float out[4]);

/** Removes the rounding errors from the rotation of a matrix that only rotates and translates. */
static inline void hone_affine_orthonormalise(hone_affine *a)
{
    float q[4], t[3] = {a->m[0][3], a->m[1][3], a->m[2][3]};
    hone_quat_from_affine(a, q);
    *a = hone_affine_from_rotation(q, t);
}

/* ---- rigid transforms ---------------------------------------------------------------------------------------- */

/** Returns the product of two rigid transforms, a * b: b applies first. Each call changes the length of the rotation by
 * about 1e-7; normalise it after long chains. */
static inline hone_rigid_transform hone_rigid_transform_compose(const hone_rigid_transform *a,
                                                                const hone_rigid_transform *b)
{
    hone_rigid_transform out;
    hone_quat_multiply(a->rotation, b->rotation, out.rotation);
    hone_quat_rotate(a->rotation, b->translation, out.translation);
    hone_vec3_add(out.translation, a->translation, out.translation);
    return out;
}

/** Returns the inverse of a rigid transform. */
static inline hone_rigid_transform hone_rigid_transform_invert(const hone_rigid_transform *a)
{
    hone_rigid_transform out;
    hone_quat_conjugate(a->rotation, out.rotation);
    hone_quat_rotate(out.rotation, a->translation, out.translation);
    hone_vec3_scale(out.translation, -1, out.translation);
    return out;
}

/** Transforms a point: rotates and translates it. */
static inline void hone_rigid_transform_point(const hone_rigid_transform *a, const float p[3], float out[3])
{
    float rotated[3];
    hone_quat_rotate(a->rotation, p, rotated);
    hone_vec3_add(rotated, a->translation, out);
}

/** Transforms a direction: rotates it. */
static inline void hone_rigid_transform_direction(const hone_rigid_transform *a, const float d[3], float out[3])
{
    hone_quat_rotate(a->rotation, d, out);
}

/** Returns the matrix of a rigid transform. */
static inline hone_affine hone_affine_from_rigid_transform(const hone_rigid_transform *a)
{
    return hone_affine_from_rotation(a->rotation, a->translation);
}

/** Converts a matrix that only rotates and translates to a rigid transform. Dot products of columns may differ by 1e-4
 * from those of a rotation, which is more than rounding causes.
 *
 * out: untouched on failure.
 * Returns: whether it was converted.
 * Errors: ARGUMENT (the matrix scales, mirrors or shears, or has values that are not finite; `at` is the column of the
 *         first scale).
 */
HONE_API bool hone_rigid_transform_from_affine(const hone_affine *m, hone_rigid_transform *out, hone_error *error);

/* ---- similarity transforms ----------------------------------------------------------------------------------- */

/** Returns the product of two similarity transforms, a * b: b applies first. */
static inline hone_similarity_transform hone_similarity_transform_compose(const hone_similarity_transform *a,
                                                                          const hone_similarity_transform *b)
{
    hone_similarity_transform out;
    float scaled[3];
    out.scale = a->scale * b->scale;
    hone_quat_multiply(a->rotation, b->rotation, out.rotation);
    hone_vec3_scale(b->translation, a->scale, scaled);
    hone_quat_rotate(a->rotation, scaled, out.translation);
    hone_vec3_add(out.translation, a->translation, out.translation);
    return out;
}

/** Returns the inverse of a similarity transform. */
static inline hone_similarity_transform hone_similarity_transform_invert(const hone_similarity_transform *a)
{
    hone_similarity_transform out;
    out.scale = 1 / a->scale;
    hone_quat_conjugate(a->rotation, out.rotation);
    hone_quat_rotate(out.rotation, a->translation, out.translation);
    hone_vec3_scale(out.translation, -out.scale, out.translation);
    return out;
}

/** Transforms a point: scales, rotates and translates it. */
static inline void hone_similarity_transform_point(const hone_similarity_transform *a, const float p[3], float out[3])
{
    float turned[3];
    hone_vec3_scale(p, a->scale, turned);
    hone_quat_rotate(a->rotation, turned, turned);
    hone_vec3_add(turned, a->translation, out);
}

/** Returns the matrix of a similarity transform, whose rows a shader blends. */
static inline hone_affine hone_affine_from_similarity_transform(const hone_similarity_transform *a)
{
    hone_affine out = hone_affine_from_rotation(a->rotation, a->translation);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= a->scale;
    return out;
}

/** Converts a matrix that rotates, translates and scales all axes alike to a similarity transform. Relative to the
 * scale, dot products of columns may differ by 1e-4 from those of a rotation.
 *
 * out: untouched on failure.
 * Returns: whether it was converted.
 * Errors: ARGUMENT (the matrix scales differently along its axes or to nothing, mirrors or shears, or has values that
 * are not finite; `at` is the first column whose scale differs).
 */
HONE_API bool hone_similarity_transform_from_affine(const hone_affine *m, hone_similarity_transform *out,
                                                    hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
