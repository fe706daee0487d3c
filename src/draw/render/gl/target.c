#include "draw/render/gl/target.h"
#include "base/error.h"
#include <hone/render.h>

enum { COLOUR, DEPTH, RESOLVED };
enum { STEP = 64 }; /* in pixels. Sizes are rounded up, so that a window that is being resized keeps its target */

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

static uint32_t round_up(uint32_t size, uint32_t most)
{
    uint32_t room = (size + STEP - 1) / STEP * STEP;
    return room < most ? room : most;
}

static bool fits(uint32_t size, uint32_t room)
{
    return size <= room && room - size < 2 * STEP;
}

static bool make(hone_target *target, uint32_t width, uint32_t height, uint32_t samples)
{
    GLint side = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &side);
    uint32_t most = (uint32_t)side;
    if (width > most || height > most)
        return false;
    width = target->room[0] = round_up(width, most), height = target->room[1] = round_up(height, most);
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
    if (target->draw && fits(width, target->room[0]) && fits(height, target->room[1]) && target->samples == samples) {
        target->width = width, target->height = height;
        return true;
    }
    hone_target_destroy(target);
    if (!make(target, width, height, samples)) {
        hone_target_destroy(target);
        return hone_gl_fail(error, "the driver gives no picture of %u x %u pixels, %u samples each", (unsigned)width,
                            (unsigned)height, (unsigned)(samples ? samples : 1));
    }
    target->width = width, target->height = height, target->samples = samples;
    return true;
}

void hone_target_destroy(hone_target *target)
{
    if (target->resolved != target->draw)
        glDeleteFramebuffers(1, &target->resolved);
    glDeleteFramebuffers(1, &target->draw); /* 0 is ignored */
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

void hone_target_end(const hone_target *target)
{
    GLint width = (GLint)target->width, height = (GLint)target->height;
    if (target->resolved != target->draw) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, target->draw);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->resolved);
        glDisable(GL_SCISSOR_TEST);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
}

void hone_target_pack_rows(void)
{
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_SKIP_ROWS, 0);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
}

void hone_target_read(const hone_target *target, hone_image *out)
{
    GLint width = (GLint)target->width, height = (GLint)target->height;
    glBindFramebuffer(GL_FRAMEBUFFER, target->resolved);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    hone_target_pack_rows();
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, out->pixels);
    hone_image_from_framebuffer(out);
}
