/* Pictures that were drawn larger, made smaller. */
#ifndef HONE_TOOL_DOWNSAMPLE_H
#define HONE_TOOL_DOWNSAMPLE_H

#include <hone/image.h>

/* Every factor x factor pixels of `large` make one of `out`: their mean, in which each counts as much as it is there.
 */
void picture_shrink(const hone_image *large, uint32_t factor, hone_image *out);

#endif
