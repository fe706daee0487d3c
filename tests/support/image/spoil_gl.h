/* Sets every piece of GL state that a host may have changed to an unusual value: the next draw must set its own
 * state. */
#ifndef HONE_TESTS_SUPPORT_IMAGE_SPOIL_GL_H
#define HONE_TESTS_SUPPORT_IMAGE_SPOIL_GL_H

#include "support/image/gl.h"

static void spoil_gl(void)
{
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 2, 2);
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_NEVER);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_NEVER, 1, 1);
    glStencilMask(0);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT_AND_BACK);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(100, 100);
    glBlendEquation(GL_FUNC_SUBTRACT);
    glEnable(GL_RASTERIZER_DISCARD);
    glViewport(7, 8, 9, 10);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 100);
    glPixelStorei(GL_PACK_ROW_LENGTH, 100);
    glActiveTexture(GL_TEXTURE3);
    if (!hone_gl_is_es()) {
        glEnable(GL_SAMPLE_MASK);
        glSampleMaski(0, 0);
        glEnable(GL_DEPTH_CLAMP);
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    }
}

#endif
