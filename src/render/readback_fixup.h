/* Pictures as a device has them, and as people do. */
#ifndef HONE_SRC_RENDER_READBACK_FIXUP_H
#define HONE_SRC_RENDER_READBACK_FIXUP_H

#include <hone/image.h>

/* From the lowest row first and colours times alpha to the top row first and plain colours. */
void hone_readback_fixup(hone_image *image);

#endif
