/* Scales pictures down that were drawn larger for anti-aliasing. */
#ifndef HONE_TOOL_PICTURE_DOWNSAMPLE_H
#define HONE_TOOL_PICTURE_DOWNSAMPLE_H

#include <hone/image.h>

/* Each pixel of `out` is the mean of factor x factor pixels of `large`, weighted by their alpha. */
void downsample(const hone_image *large, uint32_t factor, hone_image *out);

#endif
