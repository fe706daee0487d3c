/* Smaller versions of pictures. */
#ifndef HONE_SRC_IMAGE_HALVE_H
#define HONE_SRC_IMAGE_HALVE_H

#include <hone/image.h>

/* Halves both sides, rounded down but at least 1: each pixel becomes the mean of those it replaces. In place: the
 * pixels stay where they are, so release the picture by its size from before. */
void hone_image_halve(hone_image *image);

#endif
