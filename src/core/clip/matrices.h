/* Matrices and transforms of a bone at sixteen times, which packing computes side by side. */
#ifndef HONE_SRC_CLIP_MATRICES_H
#define HONE_SRC_CLIP_MATRICES_H

enum { CLIP_ROW = 16 };

/* A number at all times. */
typedef float clip_row[CLIP_ROW];

/* A matrix of 12 numbers, row by row. */
typedef struct clip_matrices {
    clip_row m[12];
} clip_matrices;

/* The parts of a bone's transform. */
typedef struct clip_parts {
    clip_row translation[3], rotation[4], scale[3];
} clip_parts;

/* Computes the matrices of parts. offset: what is added to translations; NULL: nothing. */
void hone_clip_matrices_of_parts(const clip_parts *parts, const float offset[3], clip_matrices *out);

/* Computes a * b. out: neither of them. */
void hone_clip_matrices_multiply(const clip_matrices *a, const clip_matrices *b, clip_matrices *out);

#endif
