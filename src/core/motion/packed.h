/* Samples the packed clip of a motion. */
#ifndef HONE_SRC_MOTION_PACKED_H
#define HONE_SRC_MOTION_PACKED_H

#include "base/memory/arena.h"
#include <hone/motion.h>

/* A bone of the clip that the model has. */
typedef struct hone_packed_bone {
    uint32_t from, to; /* in the clip, in the model */
    uint8_t parts;
    uint32_t switch_begin, switch_end; /* of hone_packed_motion.switches */
} hone_packed_bone;

typedef struct hone_packed_morph {
    uint32_t from, to;
} hone_packed_morph;

typedef struct hone_packed_sampler {
    const hone_packed_motion *packed; /* NULL: none */
    hone_packed_bone *bones;          /* [bone_count] */
    hone_packed_morph *morphs;        /* [morph_count] */
    uint32_t bone_count, morph_count;
    hone_transform *decoded; /* [bones of the clip] at rest where the clip writes nothing */
    float *weights;          /* [weights of the clip] */
    double rate;             /* samples in a frame */
} hone_packed_sampler;

/* Binds the clip of a motion to a model. Memory comes from `memory`. Returns false if out of memory. */
bool hone_packed_bind(hone_packed_sampler *sampler, const hone_motion *motion, const hone_model *model,
                      hone_arena *memory, hone_arena *scratch);

void hone_packed_sample(hone_packed_sampler *sampler, double frame, hone_pose *pose);

#endif
