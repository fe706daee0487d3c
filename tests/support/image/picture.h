/* Pictures that the command made, read back. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_PICTURE_H
#define HONE_TESTS_SUPPORT_IMAGE_PICTURE_H

#include <hone/image.h>

/* This build and this machine can; if not, tests of pictures have nothing to look at. */
bool picture_can_be_made(void);

/* Fails the test if it is no picture, or not of that size. */
hone_image picture_read(const char *path, uint32_t width, uint32_t height);
/* Pixels that are not the colour of the top left one. */
size_t picture_drawn(const char *path, uint32_t width, uint32_t height);
/* Byte for byte. */
bool picture_same(const char *a, const char *b);

#endif
