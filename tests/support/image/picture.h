/* Reads pictures back that the command wrote. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_PICTURE_H
#define HONE_TESTS_SUPPORT_IMAGE_PICTURE_H

#include <hone/image.h>

/* Whether this build and this machine can render and write pictures. */
bool picture_can_be_made(void);
/* Skips the running test if they cannot. */
void needs_pictures(void);
/* For a whole group of so many tests: returns true, and says that it is skipped, if they cannot. */
bool pictures_are_skipped(size_t tests);

/* Fails the test if it is not a picture of that size. */
hone_image picture_read(const char *path, uint32_t width, uint32_t height);
/* Counts pixels whose colour differs from the top left one. */
size_t picture_drawn(const char *path, uint32_t width, uint32_t height);
/* Compares byte for byte. */
bool picture_same(const char *a, const char *b);

#endif
