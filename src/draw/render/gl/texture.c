#include "draw/render/gl/texture.h"
#include "base/error.h"
#include <math.h>

enum { RAMP_ROWS = 32, STOPS_MAX = 13 };

/* The colour of one row of a toon ramp. */
typedef struct ramp_stop {
    uint8_t row, colour[3];
} ramp_stop;

/* clang-format off */
#define STEP_TO(red, green, blue)                                                                                      \
    {{0, {255, 255, 255}}, {15, {255, 255, 255}}, {16, {red, green, blue}}, {31, {red, green, blue}}}
#define WHITE {{0, {255, 255, 255}}, {31, {255, 255, 255}}}

/* Each ramp goes from row 0, the lit end, to row 31. Rows between two stops are interpolated. The white ones are for
 * models that bring their own toon textures under these names. */
static const ramp_stop ramps[10][STOPS_MAX] = {
    STEP_TO(205, 205, 205),
    STEP_TO(245, 225, 225),
    STEP_TO(154, 154, 154),
    STEP_TO(248, 239, 235),
    {{0, {255, 255, 255}}, {18, {255, 255, 255}}, {19, {255, 254, 254}}, {21, {255, 246, 242}}, {22, {255, 240, 234}},
     {24, {255, 233, 224}}, {25, {255, 231, 222}}, {26, {255, 231, 221}}, {31, {255, 231, 221}}},
    {{0, {255, 237, 97}}, {7, {255, 237, 97}}, {8, {255, 238, 106}}, {10, {255, 254, 242}}, {11, {255, 242, 138}},
     {12, {255, 237, 97}}, {21, {255, 237, 97}}, {22, {254, 235, 94}}, {23, {238, 218, 69}}, {24, {209, 187, 24}},
     {25, {197, 174, 6}}, {26, {195, 172, 3}}, {31, {195, 172, 3}}},
    WHITE, WHITE, WHITE, WHITE,
};
/* clang-format on */

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

static void find_row_colour(const ramp_stop *above, int row, uint8_t out[4])
{
    while (above[1].row < row) above++;
    double share = (double)(row - above->row) / (above[1].row - above->row);
    for (int c = 0; c < 3; c++)
        out[c] = (uint8_t)lround(above->colour[c] + share * (above[1].colour[c] - above->colour[c]));
    out[3] = 255;
}

GLuint hone_texture_create_toon(uint32_t index)
{
    uint8_t pixels[RAMP_ROWS][4];
    for (int row = 0; row < RAMP_ROWS; row++) find_row_colour(ramps[index], row, pixels[row]);
    return create(1, RAMP_ROWS, GL_RGBA8, *pixels);
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
