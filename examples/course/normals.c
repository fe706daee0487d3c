/* Chapter 6: what a scale does to the normal of a sphere. The normal is turned by the matrix of the points, and by its
 * cofactor matrix; each is compared with the surface.
 *
 * usage: normals SX SY SZ */
#include "words.h"

#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>

static void print(const char *what, const float v[3], const float tangent[3])
{
    if (hone_vec3_length(v) == 0) {
        printf("%-*s %7.3f %7.3f %7.3f   %s\n", columns(22, what), what, 0.0, 0.0, 0.0,
               words("no direction", "向きなし"));
        return;
    }
    float cosine = hone_vec3_dot(v, tangent) / (hone_vec3_length(v) * hone_vec3_length(tangent));
    double degrees = acos((double)cosine) * 180 / HONE_PI;
    printf(words("%-*s %7.3f %7.3f %7.3f   %6.1f degrees to the surface\n", "%-*s %7.3f %7.3f %7.3f   表面と%6.1f度\n"),
           columns(22, what), what, (double)v[0], (double)v[1], (double)v[2], degrees);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, words("usage: normals SX SY SZ\n", "使い方: normals SX SY SZ\n")), 2;
    hone_affine m = HONE_AFFINE_IDENTITY, cofactor;
    for (int i = 0; i < 3; i++) m.m[i][i] = strtof(argv[1 + i], NULL);
    const float normal[3] = {0.6f, 0.8f, 0}, tangent[3] = {-0.8f, 0.6f, 0}; /* of a sphere, at right angles */
    float moved_tangent[3], wrong[3], right[3];
    hone_affine_direction(&m, tangent, moved_tangent);
    hone_affine_direction(&m, normal, wrong);
    float x[3] = {m.m[0][0], 0, 0}, y[3] = {0, m.m[1][1], 0}, z[3] = {0, 0, m.m[2][2]}, column[3];
    cofactor = m; /* its columns are y x z, z x x, x x y */
    const float *pairs[3][2] = {{y, z}, {z, x}, {x, y}};
    for (int i = 0; i < 3; i++) {
        hone_vec3_cross(pairs[i][0], pairs[i][1], column);
        for (int row = 0; row < 3; row++) cofactor.m[row][i] = column[row];
    }
    hone_affine_direction(&cofactor, normal, right);
    print(words("at rest", "初期姿勢"), normal, tangent);
    print(words("by the matrix", "行列で"), wrong, moved_tangent);
    print(words("by the cofactor matrix", "余因子行列で"), right, moved_tangent);
    return 0;
}
