/* Chapter 1: three bones in a row, each turned by some degrees about z. Plain C: no library is used.
 *
 * usage: bones DEGREES_A DEGREES_B DEGREES_C */
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BONES = 3 };
typedef struct matrix {
    double m[3][4]; /* p' = M p; the fourth row would be 0 0 0 1; the fourth column is the translation */
} matrix;

/* A bone at `x` in its parent's space, turned by some degrees: M = T R. */
static matrix bone_matrix(double x, double degrees)
{
    double a = degrees * acos(-1) / 180;
    return (matrix){{{cos(a), -sin(a), 0, x}, {sin(a), cos(a), 0, 0}, {0, 0, 1, 0}}};
}

/* (A B) p = A (B p): B acts first. */
static matrix multiply(matrix a, matrix b)
{
    matrix out;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) {
            out.m[row][column] = column == 3 ? a.m[row][3] : 0;
            for (int i = 0; i < 3; i++) out.m[row][column] += a.m[row][i] * b.m[i][column];
        }
    return out;
}

int main(int argc, char **argv)
{
    if (argc != 1 + BONES)
        return fprintf(stderr,
                       words("usage: bones DEGREES_A DEGREES_B DEGREES_C\n", "使い方: bones Aの度 Bの度 Cの度\n")),
               2;
    static const int parent[BONES] = {-1, 0, 1}; /* parents come first */
    static const double offset[BONES] = {0, 1, 1};
    matrix model_from_bone[BONES];
    /* listing: chain */
    for (int i = 0; i < BONES; i++) {
        matrix parent_from_bone = bone_matrix(offset[i], strtod(argv[1 + i], NULL));
        model_from_bone[i] = parent[i] < 0 ? parent_from_bone : multiply(model_from_bone[parent[i]], parent_from_bone);
    }
    /* end of listing */
    printf("%s\n", words("bone      x      y   direction", "ボーン    x      y   向き"));
    for (int i = 0; i < BONES; i++) {
        double(*m)[4] = model_from_bone[i].m;
        printf("%c    %6.3f %6.3f   %6.3f %6.3f\n", 'A' + i, m[0][3], m[1][3], m[0][0] + 0.0, m[1][0] + 0.0);
    }
    return 0;
}
