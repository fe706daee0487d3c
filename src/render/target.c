#include "render/target.h"
#include "base/error.h"
#include <string.h>

enum { COLOUR, DEPTH, RESOLVED };

static void make_buffer(GLuint buffer, GLenum format, uint32_t samples, uint32_t width, uint32_t height)
{
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, (GLsizei)samples, format, (GLsizei)width, (GLsizei)height);
}

static bool make_framebuffer(GLuint framebuffer, GLuint colour, GLuint depth)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
    return glGetError() == GL_NO_ERROR && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool make(hone_target *target, uint32_t width, uint32_t height, uint32_t samples)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    if (width > (uint32_t)most || height > (uint32_t)most)
        return false;
    glGenRenderbuffers(3, target->buffers);
    glGenFramebuffers(1, &target->draw);
    make_buffer(target->buffers[COLOUR], GL_RGBA8, samples, width, height);
    make_buffer(target->buffers[DEPTH], GL_DEPTH24_STENCIL8, samples, width, height);
    bool ok = make_framebuffer(target->draw, target->buffers[COLOUR], target->buffers[DEPTH]);
    target->resolved = target->draw;
    if (samples > 0 && ok) {
        glGenFramebuffers(1, &target->resolved);
        make_buffer(target->buffers[RESOLVED], GL_RGBA8, 0, width, height);
        ok = make_framebuffer(target->resolved, target->buffers[RESOLVED], 0);
    }
    return ok;
}

bool hone_target_prepare(hone_target *target, uint32_t width, uint32_t height, uint32_t samples, hone_error *error)
{
    if (target->draw && target->width == width && target->height == height && target->samples == samples)
        return true;
    hone_target_destroy(target);
    if (!make(target, width, height, samples)) {
        hone_target_destroy(target);
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver gives no picture of %u x %u pixels, %u samples each",
                         (unsigned)width, (unsigned)height, (unsigned)(samples ? samples : 1));
    }
    target->width = width, target->height = height, target->samples = samples;
    return true;
}

void hone_target_destroy(hone_target *target)
{
    if (target->resolved != target->draw)
        glDeleteFramebuffers(1, &target->resolved);
    glDeleteFramebuffers(1, &target->draw); /* 0 is passed over */
    glDeleteRenderbuffers(3, target->buffers);
    *target = (hone_target){0};
}

void hone_target_begin(const hone_target *target, const float colour[4])
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    glViewport(0, 0, (GLsizei)target->width, (GLsizei)target->height);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glClearBufferfv(GL_COLOR, 0, colour);
    glStencilMask(0xff);
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 1, 0);
}

/* Drawing accumulates colour times alpha, which is what averaging samples wants; pictures are kept without. */
static void divide_by_alpha(uint8_t *row, uint32_t width)
{
    for (uint32_t x = 0; x < width; x++, row += 4) {
        uint32_t alpha = row[3];
        if (alpha == 255)
            continue;
        for (int c = 0; c < 3; c++) {
            uint32_t value = alpha ? (row[c] * 255u + alpha / 2) / alpha : 0;
            row[c] = (uint8_t)(value < 255 ? value : 255);
        }
    }
}

static void swap_rows(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t piece[1024];
    for (size_t at = 0; at < size; at += sizeof piece) {
        size_t count = size - at < sizeof piece ? size - at : sizeof piece;
        memcpy(piece, a + at, count);
        memcpy(a + at, b + at, count);
        memcpy(b + at, piece, count);
    }
}

void hone_target_end(const hone_target *target)
{
    GLint width = (GLint)target->width, height = (GLint)target->height;
    if (target->resolved != target->draw) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, target->draw);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->resolved);
        glDisable(GL_SCISSOR_TEST);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glFlush();
}

void hone_target_read(const hone_target *target, hone_image *out)
{
    GLint width = (GLint)target->width, height = (GLint)target->height;
    glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_SKIP_ROWS, 0);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, out->pixels);
    size_t stride = 4 * (size_t)target->width;
    for (uint32_t y = 0; y < target->height / 2; y++) /* GL counts rows from below */
        swap_rows(out->pixels + stride * y, out->pixels + stride * (target->height - 1 - y), stride);
    for (uint32_t y = 0; y < target->height; y++) divide_by_alpha(out->pixels + stride * y, target->width);
}
