/* OpenGL in tests: the functions that the library has found, and those that only tests call. Call hone_gl_load first.
 */
#ifndef HONE_TESTS_SUPPORT_IMAGE_GL_H
#define HONE_TESTS_SUPPORT_IMAGE_GL_H

#include "draw/render/gl/egl.h"
#include "draw/render/gl/functions.h"

#define glClear ((PFNGLCLEARPROC)hone_gl_find("glClear"))
#define glClearColor ((PFNGLCLEARCOLORPROC)hone_gl_find("glClearColor"))
#define glIsEnabled ((PFNGLISENABLEDPROC)hone_gl_find("glIsEnabled"))
#define glMapBufferRange ((PFNGLMAPBUFFERRANGEPROC)hone_gl_find("glMapBufferRange"))
#define glSampleMaski ((PFNGLSAMPLEMASKIPROC)hone_gl_find("glSampleMaski"))
#define glScissor ((PFNGLSCISSORPROC)hone_gl_find("glScissor"))
#define glUnmapBuffer ((PFNGLUNMAPBUFFERPROC)hone_gl_find("glUnmapBuffer"))

#endif
