/* Transforms and matrices of a joint at sixteen times, which are computed side by side. */
#ifndef HONE_SRC_TOLERANCE_JOINT_MATRICES_H
#define HONE_SRC_TOLERANCE_JOINT_MATRICES_H

enum { TOLERANCE_TIMES = 16 };

/* A number at all times. */
typedef float tolerance_row[TOLERANCE_TIMES];

/* A matrix of 12 numbers, row by row. */
typedef struct tolerance_matrices {
    tolerance_row m[12];
} tolerance_matrices;

/* The parts of a transform. */
typedef struct tolerance_parts {
    tolerance_row translation[3], rotation[4], scale[3];
} tolerance_parts;

/* Computes the matrices of parts. offset: what is added to translations; NULL: nothing. */
void hone_tolerance_matrices(const tolerance_parts *parts, const float offset[3], tolerance_matrices *out);

/* Computes a * b. out: neither of them. */
void hone_tolerance_multiply(const tolerance_matrices *a, const tolerance_matrices *b, tolerance_matrices *out);

/* Returns the largest of numbers that are at least 0. */
static inline float hone_tolerance_largest(const tolerance_row numbers)
{
    float most = 0;
    for (int i = 0; i < TOLERANCE_TIMES; i++) most = numbers[i] <= most ? most : numbers[i]; /* NaN is the worst */
    return most;
}

#endif
