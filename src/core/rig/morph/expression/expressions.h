/* Weights of expressions (VRM): those that are on or off, and those that others override. */
#ifndef HONE_SRC_RIG_MORPH_EXPRESSIONS_H
#define HONE_SRC_RIG_MORPH_EXPRESSIONS_H

#include <hone/avatar.h>

/* Changes the weights of an avatar's expressions from those of the tracks to those that are shown. weights:
 * [morph_count] in and out. */
void hone_expressions_weigh(const hone_avatar *avatar, float *weights);

#endif
