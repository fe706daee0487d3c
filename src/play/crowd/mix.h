/* Prepares the clips that a member blends: the rows that surround each time, and the factors of their numbers. */
#ifndef HONE_SRC_CROWD_MIX_H
#define HONE_SRC_CROWD_MIX_H

#include "play/crowd/crowd_model.h"

/* Rows between which a clip is at a time. With x, the fifth number of a rotation in `from`, its share of the blend is
 *     from (a[0] + a[1] x + a[2] x^2 + a[3] x^3) + to (b[0] + b[1] x + b[2] x^2 + b[3] x^3),
 * which is a slerp times the weight: a and b are the series of sin((1 - t) w) / sin w and of sin(t w) / sin w, where
 * x = cos w - 1. That of a vector is from a[0] + to b[0].
 * Source: D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP", 2011. */
typedef struct hone_crowd_mix_layer {
    const float *from, *to;
    float a[4], b[4];
} hone_crowd_mix_layer;

typedef struct hone_crowd_mix {
    uint32_t count; /* at least 1; the weights of the layers add up to 1 */
    hone_crowd_mix_layer layers[HONE_CROWD_LAYERS + 1];
} hone_crowd_mix;

void hone_crowd_mix_prepare(const hone_crowd_model *shared, const hone_crowd_item *item, hone_crowd_mix *mix);

#endif
