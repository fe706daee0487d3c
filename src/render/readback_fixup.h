/* Converts pictures from the device's form to the usual one. */
#ifndef HONE_SRC_RENDER_READBACK_FIXUP_H
#define HONE_SRC_RENDER_READBACK_FIXUP_H

#include <hone/image.h>

/* Flips the rows so that the top row is first, and divides colours by alpha. */
void hone_readback_fixup(hone_image *image);

#endif
