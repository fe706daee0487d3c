/* Textures on the GPU, and MMD's shared toon ramps. A context must be current in all functions. */
#ifndef HONE_SRC_RENDER_GL_TEXTURE_H
#define HONE_SRC_RENDER_GL_TEXTURE_H

#include "draw/render/gl/functions.h"
#include <hone/image.h>

/* Creates a texture with all mip levels. colours: shaders read linear values, which are filtered; else the image's own
 * values. Returns 0 with error if the device does not support the size. Errors: DEVICE. */
GLuint hone_texture_create(const hone_image *image, bool colours, hone_error *error);

/* Returns the bytes that this number of pixels takes with their smaller levels. */
static inline uint64_t hone_texture_bytes(uint64_t pixels)
{
    return pixels * 4 + pixels * 4 / 3;
}

/* Creates one white pixel, which stands for a missing texture. */
GLuint hone_texture_create_white(void);

/* Creates toon ramp `index` of ten, with the lit end at the top: 32 rows, as MMD's toon01..toon10. */
GLuint hone_texture_create_toon(uint32_t index);

/* Creates a sampler with trilinear filtering. across, down: wrap modes. near: filter for magnification, GL_LINEAR or
 * GL_NEAREST. anisotropy: samples for surfaces seen at an angle; above 1 only if the device supports it. */
GLuint hone_sampler_create_gl(GLenum across, GLenum down, GLenum near, float anisotropy);
GLuint hone_sampler_create_nearest(void); /* for tables of numbers: reads one texel of level 0 */

/* Sets pixel unpacking to plain client memory, row after row. */
void hone_texture_set_unpacking(void);

#endif
