#include "core/tolerance/joint_matrices.h"
#include <stddef.h>

void hone_tolerance_matrices(const tolerance_parts *parts, const float offset[3], tolerance_matrices *out)
{
    for (int i = 0; i < TOLERANCE_TIMES; i++) {
        float x = parts->rotation[0][i], y = parts->rotation[1][i], z = parts->rotation[2][i],
              w = parts->rotation[3][i];
        float sx = parts->scale[0][i], sy = parts->scale[1][i], sz = parts->scale[2][i];
        out->m[0][i] = (1 - 2 * (y * y + z * z)) * sx;
        out->m[1][i] = 2 * (x * y - z * w) * sy;
        out->m[2][i] = 2 * (x * z + y * w) * sz;
        out->m[4][i] = 2 * (x * y + z * w) * sx;
        out->m[5][i] = (1 - 2 * (x * x + z * z)) * sy;
        out->m[6][i] = 2 * (y * z - x * w) * sz;
        out->m[8][i] = 2 * (x * z - y * w) * sx;
        out->m[9][i] = 2 * (y * z + x * w) * sy;
        out->m[10][i] = (1 - 2 * (x * x + y * y)) * sz;
    }
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < TOLERANCE_TIMES; i++)
            out->m[4 * r + 3][i] = parts->translation[r][i] + (offset ? offset[r] : 0);
}

void hone_tolerance_multiply(const tolerance_matrices *a, const tolerance_matrices *b, tolerance_matrices *out)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            const tolerance_row *row = &a->m[(size_t)4 * (size_t)r];
            for (int i = 0; i < TOLERANCE_TIMES; i++)
                out->m[4 * r + c][i] = row[0][i] * b->m[c][i] + row[1][i] * b->m[4 + c][i] +
                                       row[2][i] * b->m[8 + c][i] + (c == 3 ? row[3][i] : 0);
        }
}
