#include "draw/render/data/data_target.h"
#include "base/error.h"

static void make_buffer(const hone_data_target *target, GLuint buffer, GLenum format, GLenum attachment)
{
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 0, format, (GLsizei)target->width, (GLsizei)target->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
}

static bool make(hone_data_target *target)
{
    GLint side = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &side);
    if (target->width > (uint32_t)side || target->height > (uint32_t)side)
        return false;
    glGenRenderbuffers(2, target->buffers);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    make_buffer(target, target->buffers[0], GL_RGBA32UI, GL_COLOR_ATTACHMENT0);
    make_buffer(target, target->buffers[1], GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
    return glGetError() == GL_NO_ERROR && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool hone_data_target_begin(hone_data_target *target, uint32_t width, uint32_t height, hone_error *error)
{
    if (!target->framebuffer || target->width != width || target->height != height) {
        hone_data_target_destroy(target);
        target->width = width, target->height = height;
        if (!make(target)) {
            hone_data_target_destroy(target);
            return hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver gives no data of %u x %u pixels", (unsigned)width,
                             (unsigned)height);
        }
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, (GLsizei)width, (GLsizei)height);
    glClearBufferuiv(GL_COLOR, 0, (const GLuint[4]){0, 0, 0, 0});
    glClearBufferfv(GL_DEPTH, 0, &(float){1});
    return true;
}

void hone_data_target_destroy(hone_data_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer); /* 0 is ignored */
    glDeleteRenderbuffers(2, target->buffers);
    *target = (hone_data_target){0};
}
