/* Quantises rest data to half the size. */
#ifndef HONE_SRC_SKIN_QUANTISE_H
#define HONE_SRC_SKIN_QUANTISE_H

#include "core/skin/compiled.h"

/* Computes the bounding box of all finite positions and its division into 65,535 steps per axis. */
void hone_pack_box(const hone_stream *positions, uint32_t count, float origin[3], float step[3]);
void hone_pack_position(const float origin[3], const float step[3], const float position[3], uint16_t out[3][LANES],
                        uint32_t lane);

/* Octahedral encoding of a unit vector: it is projected onto an octahedron, and the lower half is folded out to the
 * corners of a square (Meyer et al., On Floating-Point Normal Vectors, 2010). */
void hone_pack_normal(const float normal[3], int16_t out[2][LANES], uint32_t lane);

/* Encodes a weight of 0..1. Weights of implicit groups are in that range; others are clamped. */
uint16_t hone_pack_weight(float weight);

/* The decoders, with the same arithmetic as in the kernels. The decoded normal is not of unit length. */
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
