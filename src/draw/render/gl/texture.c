#include "draw/render/gl/texture.h"
#include "base/error.h"
#include "files/image/toon_ramp.h"
#include <math.h>

void hone_texture_set_unpacking(void)
{
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
}

static GLuint create(uint32_t width, uint32_t height, GLint format, const uint8_t *pixels)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    hone_texture_set_unpacking();
    glTexImage2D(GL_TEXTURE_2D, 0, format, (GLsizei)width, (GLsizei)height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

GLuint hone_texture_create(const hone_image *image, bool colours, hone_error *error)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (image->width > (uint32_t)most || image->height > (uint32_t)most) {
        hone_fail(error, HONE_ERROR_DEVICE, 0, "the device takes pictures of at most %d pixels a side", most);
        return 0;
    }
    GLuint texture = create(image->width, image->height, colours ? GL_SRGB8_ALPHA8 : GL_RGBA8, image->pixels);
    if (glGetError() == GL_NO_ERROR)
        return texture;
    glDeleteTextures(1, &texture);
    hone_gl_fail(error, "the device has no room for a picture of %u x %u pixels", (unsigned)image->width,
                 (unsigned)image->height);
    return 0;
}

GLuint hone_texture_create_white(void)
{
    return create(1, 1, GL_RGBA8, (const uint8_t[4]){255, 255, 255, 255});
}

GLuint hone_texture_create_toon(uint32_t index)
{
    uint8_t pixels[HONE_TOON_ROWS][4];
    hone_toon_ramp(index, pixels);
    return create(1, HONE_TOON_ROWS, GL_RGBA8, *pixels);
}

GLuint hone_sampler_create_gl(GLenum across, GLenum down, GLenum near, float anisotropy)
{
    GLuint sampler = 0;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, (GLint)across);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, (GLint)down);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, (GLint)near);
    if (anisotropy > 1)
        glSamplerParameterf(sampler, GL_TEXTURE_MAX_ANISOTROPY, anisotropy);
    return sampler;
}

GLuint hone_sampler_create_nearest(void)
{
    GLuint sampler = hone_sampler_create_gl(GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, GL_NEAREST, 1);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return sampler;
}
