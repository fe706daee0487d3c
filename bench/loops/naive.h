/* The loop that `hone bench` compares with: linear blend skinning as a first version of it is often written. */
#ifndef HONE_BENCH_LOOPS_NAIVE_H
#define HONE_BENCH_LOOPS_NAIVE_H

#include <stddef.h>
#include <stdint.h>

typedef struct hone_naive_vertex {
    float position[3], normal[3];
    float weights[4]; /* heaviest first; ends at the first 0 */
    uint32_t bones[4];
} hone_naive_vertex;

typedef struct hone_naive_skinned {
    float position[3], normal[3];
} hone_naive_skinned;

/* palette: complete 4x4 row-major matrices, p' = M p. */
void hone_naive_skin(const float (*palette)[4][4], const hone_naive_vertex *vertices, hone_naive_skinned *out,
                     size_t count);

#endif
