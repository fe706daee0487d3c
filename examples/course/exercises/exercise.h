/* What the exercises of the course share: the types that a reader's file is given, and the functions that it defines.
 * Each file defines one of them; checks/ calls it. Matrices act on columns: p' = M p. */
#ifndef HONE_COURSE_EXERCISE_H
#define HONE_COURSE_EXERCISE_H

/* An affine matrix; the fourth column is the translation, and the fourth row would be 0 0 0 1. */
typedef struct matrix {
    double m[3][4];
} matrix;

/* A quaternion x, y, z, w of unit length, and a translation: first turn, then move. */
typedef struct rigid {
    double q[4], t[3];
} rigid;

/* A vertex with as many as four bones; those without have the weight 0. The weights have the sum 1. */
typedef struct vertex {
    double position[3], normal[3];
    int bones[4];
    double weights[4];
} vertex;

/* A bone as a line from a to b. */
typedef struct segment {
    double a[3], b[3];
} segment;

/* A vertex of SDEF with its two bones. The weight of the second is 1 - weight. */
typedef struct sdef {
    double position[3], c[3], r0[3], r1[3], weight;
} sdef;

/* 2: carries the point p, which is in model space at rest. rest, now: the bone's matrix to model space. It turns and
 * moves only. */
void carry(const matrix *rest, const matrix *now, const double p[3], double out[3]);

/* 3: skins `count` vertices. palette: for each bone what `carry` does, as one matrix; these turn and move only. The
 * normals that come out have unit length. */
void skin(int count, const vertex *vertices, const matrix *palette, double (*positions)[3], double (*normals)[3]);

/* 4: the weights of `count` bones for the point p: (1 + d / h)^-c, with the sum 1. */
void weigh(const double p[3], int count, const segment *bones, double h, double c, double *weights);

/* 7: how far a curve has come at x, both from 0 to 1. The control points are within the unit square. */
double ease(double x1, double y1, double x2, double y2, double x);

/* 9: turns a chain of joints in a plane, so that the last one comes to the goal. joints[0] stays, and all distances
 * from joint to joint stay. rounds: how often all joints may turn. */
void reach(int count, double (*joints)[2], const double goal[2], int rounds);

/* 10: first a, then b. */
rigid compose(const rigid *b, const rigid *a);

/* 12: blends by SDEF. bones: what each bone does to points of the model at rest. */
void deform(const sdef *v, const rigid bones[2], double out[3]);

#endif
