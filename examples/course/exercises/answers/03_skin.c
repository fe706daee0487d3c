/* Chapter 3: the loop of skinning on the CPU. Blend the matrices, carry the position, turn the normal. */
#include "exercise.h"

#include <math.h>

static matrix blend(const vertex *v, const matrix *palette)
{
    matrix sum = {{{0}}};
    for (int b = 0; b < 4; b++)
        for (int i = 0; i < 12; i++) sum.m[i / 4][i % 4] += v->weights[b] * palette[v->bones[b]].m[i / 4][i % 4];
    return sum;
}

void skin(int count, const vertex *vertices, const matrix *palette, double (*positions)[3], double (*normals)[3])
{
    for (int v = 0; v < count; v++) {
        matrix sum = blend(&vertices[v], palette);
        double length = 0;
        for (int i = 0; i < 3; i++) {
            positions[v][i] = sum.m[i][3], normals[v][i] = 0;
            for (int k = 0; k < 3; k++) {
                positions[v][i] += sum.m[i][k] * vertices[v].position[k];
                normals[v][i] += sum.m[i][k] * vertices[v].normal[k];
            }
            length += normals[v][i] * normals[v][i];
        }
        for (int i = 0; i < 3; i++) normals[v][i] /= sqrt(length);
    }
}
