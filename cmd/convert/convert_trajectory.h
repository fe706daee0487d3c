/* Where a model goes as a whole over time, sampled as a bake samples its bones. */
#ifndef HONE_CMD_CONVERT_CONVERT_TRAJECTORY_H
#define HONE_CMD_CONVERT_CONVERT_TRAJECTORY_H

#include "cmd/convert/convert.h"

/* Where the model is at one time. */
typedef struct place_sample {
    hone_affine place; /* world from its own world */
    float opacity;
} place_sample;

typedef struct convert_trajectory {
    place_sample *samples; /* [count] at four times of each frame */
    uint32_t count;
    const hone_model *model;
} convert_trajectory;

/* count: 1 if the model does not move. */
const place_sample *convert_trajectory_at(const convert_trajectory *trajectory, double frame);

#endif
