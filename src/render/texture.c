#include "render/texture.h"
#include "base/error.h"
#include <math.h>

enum { RAMP = 64 };

/* The shaded end of each ramp; 7 to 10 are white, as MMD's are, for models that bring their own meaning. */
static const uint8_t shades[10][3] = {{205, 205, 205}, {245, 225, 225}, {154, 154, 154}, {248, 239, 235},
                                      {232, 216, 200}, {224, 200, 160}, {255, 255, 255}, {255, 255, 255},
                                      {255, 255, 255}, {255, 255, 255}};

void hone_texture_set_unpacking(void)
{
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
}

static GLuint create(uint32_t width, uint32_t height, const uint8_t *pixels)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    hone_texture_set_unpacking();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

GLuint hone_texture_create(const hone_image *image, hone_error *error)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (image->width > (uint32_t)most || image->height > (uint32_t)most) {
        hone_fail(error, HONE_ERROR_DEVICE, 0, "the device takes pictures of at most %d pixels a side", most);
        return 0;
    }
    GLuint texture = create(image->width, image->height, image->pixels);
    if (glGetError() == GL_NO_ERROR)
        return texture;
    glDeleteTextures(1, &texture);
    hone_fail(error, HONE_ERROR_DEVICE, 0, "the device has no room for a picture of %u x %u pixels",
              (unsigned)image->width, (unsigned)image->height);
    return 0;
}

GLuint hone_texture_create_white(void)
{
    return create(1, 1, (const uint8_t[4]){255, 255, 255, 255});
}

/* Light above, shade below, and a soft step where the light grazes. */
GLuint hone_texture_create_toon(uint32_t index)
{
    uint8_t pixels[RAMP][4];
    for (int y = 0; y < RAMP; y++) {
        double t = ((y + 0.5) / RAMP - 0.46) / 0.08;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        t = t * t * (3 - 2 * t);
        for (int c = 0; c < 3; c++) pixels[y][c] = (uint8_t)lround(255 + (shades[index][c] - 255) * t);
        pixels[y][3] = 255;
    }
    return create(1, RAMP, *pixels);
}

GLuint hone_sampler_create_gl(GLenum across, GLenum down, GLenum near)
{
    GLuint sampler = 0;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, (GLint)across);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, (GLint)down);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, (GLint)near);
    return sampler;
}

GLuint hone_sampler_create_nearest(void)
{
    GLuint sampler = hone_sampler_create_gl(GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, GL_NEAREST);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return sampler;
}
