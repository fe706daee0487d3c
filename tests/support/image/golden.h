/* Compares pictures with approved ones: tests/golden/NAME.png. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_GOLDEN_H
#define HONE_TESTS_SUPPORT_IMAGE_GOLDEN_H

#include <hone/image.h>

/* Fails the test if the picture differs from the approved one by more than drivers do: in more than 1 pixel of 200 by
 * more than 32 of 255, or by more than 0.75 in the mean. Then the picture and the difference are written below the
 * build folder, as golden/NAME.png and golden/NAME-difference.png. With $HONE_GOLDEN=write the picture becomes the
 * approved one. */
void golden_check(const char *name, const hone_image *image);

#endif
