/* The ramps of MMD's ten shared toons. */
#ifndef HONE_SRC_IMAGE_TOON_RAMP_H
#define HONE_SRC_IMAGE_TOON_RAMP_H

#include "files/image/model_pictures.h"

enum { HONE_TOON_ROWS = 32 };

/* Computes the colours of a ramp, red, green, blue, alpha; row 0 is the lit end. toon: below HONE_TOON_COUNT. */
void hone_toon_ramp(uint32_t toon, uint8_t rows[HONE_TOON_ROWS][4]);

#endif
