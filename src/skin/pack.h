/* Rest data in half the bytes. */
#ifndef HONE_SRC_SKIN_PACK_H
#define HONE_SRC_SKIN_PACK_H

#include "skin/compiled.h"

/* The box of all positions that are finite, in 65,535 steps a side. */
void hone_pack_box(const hone_stream *positions, uint32_t count, float origin[3], float step[3]);
void hone_pack_position(const float origin[3], const float step[3], const float position[3], uint16_t out[3][LANES],
                        uint32_t lane);

/* A unit vector on the octahedron, whose lower half is folded out to the corners of a square (Meyer et al., On
 * Floating-Point Normal Vectors, 2010). */
void hone_pack_normal(const float normal[3], int16_t out[2][LANES], uint32_t lane);

/* 0..1, which the weights of an implicit group are unless they are odd: then the nearest of them. */
uint16_t hone_pack_weight(float weight);

/* The reverse, as kernels do it. The normal is not of unit length. */
static inline float hone_unpack_weight(uint16_t weight)
{
    return (float)weight * (1.0f / 65535);
}

static inline void hone_unpack_normal(int16_t u, int16_t v, float out[3])
{
    float x = (float)u * (1.0f / 32767), y = (float)v * (1.0f / 32767);
    float z = 1 - (x < 0 ? -x : x) - (y < 0 ? -y : y), fold = z < 0 ? -z : 0;
    out[0] = x + (x < 0 ? fold : -fold);
    out[1] = y + (y < 0 ? fold : -fold);
    out[2] = z;
}

#endif
