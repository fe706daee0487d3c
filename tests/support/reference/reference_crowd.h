/* A slow reference implementation of sampling, blending, hierarchy and palettes of glTF models in double precision. It
 * reads the channels themselves and shares no code with the library. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_CROWD_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_CROWD_H

#include "support/reference/reference.h"
#include <hone/crowd.h>

/* Computes the palette of a blend. moves: as in hone_crowd_model_desc.levels; NULL: all bones move. Returns the
 * smallest cosine that decided the sign of a rotation: where it is tiny, the sign is a matter of rounding. */
double reference_crowd_palette(const hone_crowd_model_desc *desc, const hone_crowd_layer *layers, uint32_t layer_count,
                               const uint8_t *moves, reference_matrix *palette);

#endif
