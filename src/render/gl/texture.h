/* Pictures on the GPU, and MMD's shared toon ramps. A context is current in all of these. */
#ifndef HONE_SRC_RENDER_GL_TEXTURE_H
#define HONE_SRC_RENDER_GL_TEXTURE_H

#include <epoxy/gl.h>
#include <hone/image.h>

/* With all smaller levels. 0, with error, if the device takes none of this size. Errors: DEVICE. */
GLuint hone_texture_create(const hone_image *image, hone_error *error);

/* One white pixel: what a material without a texture multiplies by. */
GLuint hone_texture_create_white(void);

/* Ramp `index` of ten, lit at its top, shaded at its bottom: 32 rows, as MMD's toon01..toon10 have. */
GLuint hone_texture_create_toon(uint32_t index);

/* How textures are read: through all levels, smoothly, but `near` (GL_LINEAR or GL_NEAREST) where they are seen large;
 * what lies over their borders, GL says. anisotropy: samples of a surface that is seen from the side; above 1 only
 * where the device has it. */
GLuint hone_sampler_create_gl(GLenum across, GLenum down, GLenum near, float anisotropy);
GLuint hone_sampler_create_nearest(void); /* for numbers: what is in one texel, no other level */

/* So that what is sent next is read from memory, row after row. */
void hone_texture_set_unpacking(void);

#endif
