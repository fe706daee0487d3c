/* Whether a motion can be played on a model. */
#ifndef HONE_SRC_MOTION_FITS_H
#define HONE_SRC_MOTION_FITS_H

#include <hone/motion.h>

/* Fails if the motion has tracks or channels with keys, but none is for a bone or morph of the model, and it switches
 * nothing either. Errors: ARGUMENT. */
bool hone_sampler_check_moves(const hone_sampler *sampler, hone_error *error);

/* The failure of a motion of another space than the model's. Returns false. */
bool hone_fail_space(hone_error *error);

#endif
