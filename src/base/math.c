#include "base/math.h"

void hone_quat_slerp(const float a[4], const float b[4], float t, float out[4])
{
    float cosine = hone_dot4(a, b), sign = cosine < 0 ? -1.0f : 1.0f;
    float from = 1 - t, to = t;
    cosine *= sign;
    if (cosine < 0.9995f) { /* nearer than that the lerp is within 5e-7, and acos has no digits left */
        float angle = acosf(cosine), sine = sinf(angle);
        from = sinf(from * angle) / sine;
        to = sinf(to * angle) / sine;
    }
    float sum[4];
    for (int i = 0; i < 4; i++) sum[i] = from * a[i] + to * sign * b[i];
    hone_quat_normalise(sum, out);
}

/* The matrix's columns brought to unit length. */
static hone_affine unit_columns(const hone_affine *m)
{
    hone_affine out = *m;
    for (int c = 0; c < 3; c++) {
        float column[3] = {m->m[0][c], m->m[1][c], m->m[2][c]};
        if (hone_normalise3(column, column))
            for (int r = 0; r < 3; r++) out.m[r][c] = column[r];
    }
    return out;
}

void hone_quat_from_affine(const hone_affine *matrix, float out[4])
{
    hone_affine unit = unit_columns(matrix);
    const float(*m)[4] = (const float(*)[4])unit.m;
    float trace = m[0][0] + m[1][1] + m[2][2], q[4];
    int largest = m[0][0] > m[1][1] ? 0 : 1; /* of the diagonal */
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
    for (int c = 0; c < 3; c++) out.scale[c] = sqrtf(hone_dot3(columns[c], columns[c]));
    hone_cross3(columns[0], columns[1], cross);
    if (hone_dot3(cross, columns[2]) < 0) {
        out.scale[0] = -out.scale[0];
        for (int r = 0; r < 3; r++) turned.m[r][0] = -turned.m[r][0];
    }
    hone_quat_from_affine(&turned, out.rotation);
    for (int r = 0; r < 3; r++) out.translation[r] = m->m[r][3];
    return out;
}
