/* Decodes BC7, a block of 4 x 4 texels in 16 bytes. */
#ifndef HONE_SRC_IMAGE_BC7_H
#define HONE_SRC_IMAGE_BC7_H

#include <hone/base.h>

/* out: red, green, blue, alpha; the top row first. A block of no mode is transparent black. */
void hone_bc7_decode(const uint8_t block[16], uint8_t out[16][4]);

#endif
