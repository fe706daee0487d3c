/* The front of a model, and the conversion to spaces in which another direction is the front. */
#ifndef HONE_SRC_MODEL_FRONT_H
#define HONE_SRC_MODEL_FRONT_H

#include <hone/model.h>

/* The z of the direction in which characters look, 1 or -1. */
float hone_front_of(const hone_model_data *model);

/* A conversion of axes that only changes signs, so that it is exact: a turn by half about y, a mirroring in z, or
 * both. Zero is none. */
typedef struct hone_axes {
    bool turned, mirrored;
} hone_axes;

/* From the model's space to the axes of another one, whose characters look to its front. */
hone_axes hone_axes_to(const hone_model_data *model, hone_space space);

void hone_axes_direction(hone_axes axes, const float in[3], float out[3]); /* in and out may be the same */
void hone_axes_rotation(hone_axes axes, const float in[4], float out[4]);  /* as for directions */
hone_affine hone_axes_affine(hone_axes axes, const hone_affine *in);       /* a transform within the space */

#endif
