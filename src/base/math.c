/* Rotations: slerp, Euler angles, and quaternions from matrices. */
#include "base/euler.h"
#include "base/slerp.h"
#include "base/trigonometry.h"
#include <hone/io.h>

void hone_quat_slerp(const float a[4], const float b[4], float t, float out[4])
{
    hone_slerp slerp = hone_slerp_plan(a, b);
    hone_slerp_at(&slerp, t, out);
}

void hone_euler_from_quat(hone_euler order, const float q[4], float angles[3])
{
    hone_euler_terms terms = hone_euler_find_terms(order, q);
    const uint8_t *axes = hone_euler_axes[order];
    angles[axes[0]] = hone_atan2f(terms.first[0], terms.first[1]);
    angles[axes[1]] = hone_asinf(terms.sine);
    angles[axes[2]] = hone_atan2f(terms.last[0], terms.last[1]);
}

void hone_quat_from_euler(hone_euler order, const float angles[3], float out[4])
{
    float rotations[3][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        int axis = hone_euler_axes[order][i];
        if (angles[axis] != 0) /* where IK turns about one axis, two are 0 */
            hone_sin_cosf(angles[axis] / 2, &rotations[i][axis], &rotations[i][3]);
    }
    hone_quat_multiply(rotations[0], rotations[1], out);
    hone_quat_multiply(out, rotations[2], out);
}

/* The matrix with its columns normalised. */
static hone_affine unit_columns(const hone_affine *m)
{
    hone_affine out = *m;
    for (int c = 0; c < 3; c++) {
        float column[3] = {m->m[0][c], m->m[1][c], m->m[2][c]};
        if (hone_vec3_normalise(column, column))
            for (int r = 0; r < 3; r++) out.m[r][c] = column[r];
    }
    return out;
}

void hone_quat_from_affine(const hone_affine *matrix, float out[4])
{
    hone_affine unit = unit_columns(matrix);
    const float(*m)[4] = (const float(*)[4])unit.m;
    float trace = m[0][0] + m[1][1] + m[2][2], q[4];
    int largest = m[0][0] > m[1][1] ? 0 : 1; /* index of the largest element of the diagonal */
    if (m[2][2] > m[largest][largest])
        largest = 2;
    if (trace >= m[largest][largest]) {
        q[0] = m[2][1] - m[1][2], q[1] = m[0][2] - m[2][0], q[2] = m[1][0] - m[0][1], q[3] = 1 + trace;
    } else {
        int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1 + m[i][i] - m[j][j] - m[k][k];
        q[j] = m[j][i] + m[i][j];
        q[k] = m[k][i] + m[i][k];
        q[3] = m[k][j] - m[j][k];
    }
    hone_quat_normalise(q, out);
}

hone_transform hone_transform_from_affine(const hone_affine *m)
{
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    hone_affine turned = *m;
    float columns[3][3], cross[3];
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) columns[c][r] = m->m[r][c];
    for (int c = 0; c < 3; c++) out.scale[c] = sqrtf(hone_vec3_dot(columns[c], columns[c]));
    hone_vec3_cross(columns[0], columns[1], cross);
    if (hone_vec3_dot(cross, columns[2]) < 0) {
        out.scale[0] = -out.scale[0];
        for (int r = 0; r < 3; r++) turned.m[r][0] = -turned.m[r][0];
    }
    hone_quat_from_affine(&turned, out.rotation);
    for (int r = 0; r < 3; r++) out.translation[r] = m->m[r][3];
    return out;
}

/* ---- rigid transforms ---------------------------------------------------------------------------------------- */

static void columns_of(const hone_affine *m, float out[3][3])
{
    for (int c = 0; c < 3; c++) hone_vec3_set(m->m[0][c], m->m[1][c], m->m[2][c], out[c]);
}

static bool is_finite(const hone_affine *m)
{
    for (int i = 0; i < 12; i++)
        if (!isfinite(m->m[i / 4][i % 4]))
            return false;
    return true;
}

/* Tells whether a matrix rotates and translates, and scales all axes by `scale`. */
static bool check_rotation(const hone_affine *m, float scale, const char *what, hone_error *error)
{
    static const float tolerance = 1e-4f;
    float columns[3][3], cross[3];
    columns_of(m, columns);
    for (int c = 0; c < 3; c++) hone_vec3_scale(columns[c], 1 / scale, columns[c]);
    for (unsigned c = 0; c < 3; c++)
        if (!(fabsf(hone_vec3_dot(columns[c], columns[c]) - 1) <= tolerance))
            return hone_fail(error, HONE_ERROR_ARGUMENT, c, "the matrix scales%s: its column %u has length %g", what, c,
                             (double)(hone_vec3_length(columns[c]) * scale));
    for (int c = 0; c < 3; c++)
        if (!(fabsf(hone_vec3_dot(columns[c], columns[(c + 1) % 3])) <= tolerance))
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the matrix shears: its columns are not at right angles");
    hone_vec3_cross(columns[0], columns[1], cross);
    return hone_vec3_dot(cross, columns[2]) > 0 || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the matrix mirrors");
}

bool hone_rigid_transform_from_affine(const hone_affine *m, hone_rigid_transform *out, hone_error *error)
{
    if (!is_finite(m))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the matrix is not finite");
    if (!check_rotation(m, 1, "", error))
        return false;
    hone_quat_from_affine(m, out->rotation);
    hone_vec3_set(m->m[0][3], m->m[1][3], m->m[2][3], out->translation);
    return true;
}

bool hone_similarity_transform_from_affine(const hone_affine *m, hone_similarity_transform *out, hone_error *error)
{
    float first[3] = {m->m[0][0], m->m[1][0], m->m[2][0]}, scale = hone_vec3_length(first);
    if (!is_finite(m))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the matrix is not finite");
    if (!(scale > 0) || !isfinite(1 / scale))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the matrix scales to nothing");
    if (!check_rotation(m, scale, " its axes differently", error))
        return false;
    hone_quat_from_affine(m, out->rotation);
    hone_vec3_set(m->m[0][3], m->m[1][3], m->m[2][3], out->translation);
    out->scale = scale;
    return true;
}
