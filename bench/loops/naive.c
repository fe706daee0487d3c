/* Always compiled with -O2 -fno-tree-vectorize, so that the ratios mean the same in every build. */
#include "bench/loops/naive.h"

/* Adds four elements in each step. As a loop over single elements its time varies by half with the address that the
 * linker gives it. */
static void blend(const float (*palette)[4][4], const hone_naive_vertex *vertex, float sum[4][4])
{
    for (int r = 0; r < 4; r++) sum[r][0] = sum[r][1] = sum[r][2] = sum[r][3] = 0;
    for (int i = 0; i < 4 && vertex->weights[i] != 0; i++)
        for (int r = 0; r < 4; r++) {
            const float weight = vertex->weights[i], *row = palette[vertex->bones[i]][r];
            sum[r][0] += weight * row[0];
            sum[r][1] += weight * row[1];
            sum[r][2] += weight * row[2];
            sum[r][3] += weight * row[3];
        }
}

void hone_naive_skin(const float (*palette)[4][4], const hone_naive_vertex *vertices, hone_naive_skinned *out,
                     size_t count)
{
    for (size_t v = 0; v < count; v++) {
        float m[4][4];
        blend(palette, &vertices[v], m);
        const float *p = vertices[v].position, *n = vertices[v].normal;
        for (int r = 0; r < 3; r++) {
            out[v].position[r] = m[r][0] * p[0] + m[r][1] * p[1] + m[r][2] * p[2] + m[r][3];
            out[v].normal[r] = m[r][0] * n[0] + m[r][1] * n[1] + m[r][2] * n[2];
        }
    }
}
