/* Translations and scales in whole vectors. Included after a header that says where they are in these. */
#ifndef HONE_SRC_BLEND_LANES_PARTS_H
#define HONE_SRC_BLEND_LANES_PARTS_H

#include <string.h>

typedef struct parts {
    lanes all[PARTS];
} parts;

/* uniform: the numbers of the bones are all equal. */
HONE_ALWAYS_INLINE parts spread(lanes v, bool uniform)
{
    parts out;
    if (!uniform)
        spread_bones(v, out.all);
    for (int i = 0; uniform && i < PARTS; i++) out.all[i] = v;
    return out;
}

HONE_ALWAYS_INLINE parts parts_load(const hone_transform *bones, lanes factor, bool uniform)
{
    const float *numbers = bones->translation;
    parts out = spread(factor, uniform);
    for (int i = 0; i < PARTS; i++) out.all[i] *= lanes_load(numbers + i * HONE_LANES);
    return out;
}

HONE_ALWAYS_INLINE void parts_add(parts *sum, parts p)
{
    for (int i = 0; i < PARTS; i++) sum->all[i] += p.all[i];
}

/* Adds weighted bones where the weight is above 0: there the sign of 0 - weight is negative. */
HONE_ALWAYS_INLINE void parts_add_some(parts *sum, const hone_transform *bones, lanes weights)
{
    const float *numbers = bones->translation;
    const parts less = spread(lanes_set(0) - weights, false);
    for (int i = 0; i < PARTS; i++) {
        lanes added = sum->all[i] - lanes_load(numbers + i * HONE_LANES) * less.all[i];
        sum->all[i] = lanes_pick_negative(less.all[i], added, sum->all[i]);
    }
}

HONE_ALWAYS_INLINE void apply_to_half(lanes sum[HALF], const float *difference, const lanes weights[HALF], bool back)
{
    const lanes one = lanes_set(1), ones[HALF] = {one, one, one, one, one};
    lanes d[HALF] = {{0}}, other[HALF];
    pick_scales(ones, d);
    for (int i = 0; i < HALF; i++) d[i] = (lanes_load(difference + i * HONE_LANES) - d[i]) * weights[i];
    if (back) {
        for (int i = 0; i < HALF; i++) other[i] = sum[i] / (one + d[i]), sum[i] -= d[i];
        pick_scales(other, sum);
    } else {
        memcpy(other, ones, sizeof other);
        pick_scales(sum, other);
        for (int i = 0; i < HALF; i++) sum[i] += d[i] * other[i];
    }
}

/* Adds a weighted difference to the translations, and multiplies the scales by 1 + the weighted difference to 1; or
 * the reverse. */
HONE_ALWAYS_INLINE void parts_apply(parts *p, const hone_transform *difference, lanes weights, bool uniform, bool back)
{
    const parts w = spread(weights, uniform);
    apply_to_half(p->all, difference[0].translation, w.all, back);
    apply_to_half(p->all + HALF, difference[HONE_LANES / 2].translation, w.all + HALF, back);
}

#endif
