/* One bone at a time. */
#ifndef HONE_SRC_BLEND_LANES_SCALAR_H
#define HONE_SRC_BLEND_LANES_SCALAR_H

#define HONE_LANES 1
#include "base/lanes/lanes.h"
#include <string.h>

/* Numbers of the bones in the order of their rotations. */
static inline lanes lanes_of_rotations(lanes v)
{
    return v;
}

static inline void lanes_load_rotations(const hone_transform *bones, lanes q[4])
{
    memcpy(q, bones->rotation, sizeof bones->rotation);
}

/* Translation and scale of the bone. */
typedef struct parts {
    float translation[3], scale[3];
} parts;

static inline parts parts_load(const hone_transform *bone, lanes factor, bool uniform)
{
    (void)uniform;
    parts out;
    for (int i = 0; i < 3; i++)
        out.translation[i] = bone->translation[i] * factor, out.scale[i] = bone->scale[i] * factor;
    return out;
}

static inline void parts_add(parts *sum, parts p)
{
    for (int i = 0; i < 3; i++) sum->translation[i] += p.translation[i], sum->scale[i] += p.scale[i];
}

/* Adds the weighted bone if the weight is above 0. */
static inline void parts_add_some(parts *sum, const hone_transform *bone, lanes weight)
{
    if (weight > 0)
        parts_add(sum, parts_load(bone, weight, false));
}

/* Adds a weighted difference to the translation, and multiplies the scale by 1 + the weighted difference to 1; or the
 * reverse. */
static inline void parts_apply(parts *p, const hone_transform *difference, lanes weight, bool uniform, bool back)
{
    (void)uniform;
    for (int i = 0; i < 3; i++) {
        float translation = difference->translation[i] * weight, scale = (difference->scale[i] - 1) * weight;
        p->translation[i] += back ? -translation : translation;
        p->scale[i] = back ? p->scale[i] / (1 + scale) : p->scale[i] + scale * p->scale[i];
    }
}

static inline void lanes_store_bones(const lanes q[4], parts p, hone_transform *bone)
{
    hone_quat_copy(q, bone->rotation);
    hone_vec3_copy(p.translation, bone->translation);
    hone_vec3_copy(p.scale, bone->scale);
}

#endif
