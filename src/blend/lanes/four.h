/* Four bones at once. */
#ifndef HONE_SRC_BLEND_LANES_FOUR_H
#define HONE_SRC_BLEND_LANES_FOUR_H

#define HONE_LANES 4
#include "base/lanes.h"

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

/* Also adds 0: see block.h. */
static inline void parts_scale(parts *p, lanes factors)
{
    for (int i = 0; i < HONE_LANES; i++) {
        p->translation[i] = p->translation[i] * simd4_set(factors[i]) + simd4_set(0);
        p->scale[i] = p->scale[i] * simd4_set(factors[i]) + simd4_set(0);
    }
}

/* Adds a difference to the translation, and multiplies the scale by it plus `one_less`; or the reverse. */
static inline void parts_apply(parts *p, parts difference, lanes one_less, bool uniform, bool back)
{
    for (int i = 0; i < HONE_LANES; i++) {
        simd4 factor = difference.scale[i] + spread(one_less, i, uniform);
        p->translation[i] += back ? -difference.translation[i] : difference.translation[i];
        p->scale[i] = back ? p->scale[i] / factor : p->scale[i] * factor;
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
