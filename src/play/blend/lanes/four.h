/* Four bones at once. */
#ifndef HONE_SRC_BLEND_LANES_FOUR_H
#define HONE_SRC_BLEND_LANES_FOUR_H

#define HONE_LANES 4
#include "base/lanes/lanes.h"

/* Numbers of the bones in the order of their rotations. */
static inline lanes lanes_of_rotations(lanes v)
{
    return v;
}

static inline void lanes_load_rotations(const hone_transform *bones, lanes q[4])
{
    for (int i = 0; i < HONE_LANES; i++) q[i] = simd4_load(bones[i].rotation);
    simd4_transpose(q);
}

/* Translations and scales, each with a number of the rotation beside it: the last of the first vector, and the first of
 * the second. */
typedef struct parts {
    simd4 translation[HONE_LANES], scale[HONE_LANES];
} parts;

/* The factor of a bone. uniform: they are all equal. */
static inline simd4 spread(lanes factors, int bone, bool uniform)
{
    return uniform ? factors : simd4_set(factors[bone]);
}

static inline parts parts_load(const hone_transform *bones, lanes factors, bool uniform)
{
    parts out;
    for (int i = 0; i < HONE_LANES; i++) {
        simd4 factor = spread(factors, i, uniform);
        out.translation[i] = simd4_load(bones[i].translation) * factor;
        out.scale[i] = simd4_load(bones[i].rotation + 3) * factor;
    }
    return out;
}

static inline void parts_add(parts *sum, parts p)
{
    for (int i = 0; i < HONE_LANES; i++) sum->translation[i] += p.translation[i], sum->scale[i] += p.scale[i];
}

/* Adds weighted bones where the weight is above 0. */
static inline void parts_add_some(parts *sum, const hone_transform *bones, lanes weights)
{
    const parts p = parts_load(bones, weights, false);
    for (int i = 0; i < HONE_LANES; i++)
        if (weights[i] > 0)
            sum->translation[i] += p.translation[i], sum->scale[i] += p.scale[i];
}

/* Adds a weighted difference to the translations, and multiplies the scales by 1 + the weighted difference to 1; or
 * the reverse. */
static inline void parts_apply(parts *p, const hone_transform *difference, lanes weights, bool uniform, bool back)
{
    for (int i = 0; i < HONE_LANES; i++) {
        simd4 weight = spread(weights, i, uniform), translation = simd4_load(difference[i].translation) * weight;
        simd4 scale = (simd4_load(difference[i].rotation + 3) - simd4_set(1)) * weight;
        p->translation[i] += back ? -translation : translation;
        p->scale[i] = back ? p->scale[i] / (simd4_set(1) + scale) : p->scale[i] + scale * p->scale[i];
    }
}

/* Writes the rotations last, because the others overlap them. */
static inline void lanes_store_bones(const lanes q[4], parts p, hone_transform *bones)
{
    lanes rows[4] = {q[0], q[1], q[2], q[3]};
    simd4_transpose(rows);
    for (int i = 0; i < HONE_LANES; i++) {
        simd4_store(bones[i].translation, p.translation[i]);
        simd4_store(bones[i].rotation + 3, p.scale[i]);
        simd4_store(bones[i].rotation, rows[i]);
    }
}

#endif
