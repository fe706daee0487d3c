/* A renderer for all tests of a program, and the pixels that it draws. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_PIXELS_H
#define HONE_TESTS_SUPPORT_IMAGE_PIXELS_H

#include "support/support.h"
#include <hone/render.h>

/* cmocka's group fixtures. One for all tests, as making one compiles shaders; its memory is watched: what is left at
 * the end is a failure. */
int pixels_enter(void **state);
int pixels_leave(void **state);

hone_renderer *pixels_renderer(void); /* skips the test where EGL has no driver, and only there */
test_allocator *pixels_memory(void);

/* A picture of the model at rest and nobody else, which must need no warning. Releases the model. */
hone_image pixels_draw(hone_model *model, hone_draw_desc desc);

const uint8_t *pixel(const hone_image *image, uint32_t x, uint32_t y);
void check_pixel(const hone_image *image, uint32_t x, uint32_t y, int red, int green, int blue, int alpha); /* +-1 */

#endif
