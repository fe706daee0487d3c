/* One renderer for all tests of a program, and checks of the pixels that it draws. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_PIXELS_H
#define HONE_TESTS_SUPPORT_IMAGE_PIXELS_H

#include "support/support.h"
#include <hone/render.h>

/* Group fixtures of cmocka. The renderer is shared, since creating one compiles shaders. Fails if its memory is not
 * freed at the end. */
int pixels_enter(void **state);
int pixels_leave(void **state);

hone_renderer *pixels_renderer(void); /* skips the test if EGL has no driver, and only then */
test_allocator *pixels_memory(void);

/* Draws only this model at rest; fails on warnings. Releases the model. desc.items: how it is drawn, without the model
 * itself; NULL: as usual. */
hone_image pixels_draw(hone_model *model, hone_draw_desc desc);
hone_image pixels_draw_with(hone_model *model, const hone_file_resolver *files, hone_draw_desc desc);

const uint8_t *pixel(const hone_image *image, uint32_t x, uint32_t y);
void check_pixel(const hone_image *image, uint32_t x, uint32_t y, int red, int green, int blue, int alpha); /* +-1 */

#endif
