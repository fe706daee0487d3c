/* EGL without linking it, as OpenGL (functions.h). */
#ifndef HONE_SRC_RENDER_GL_EGL_H
#define HONE_SRC_RENDER_GL_EGL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <hone/base.h>

/* clang-format off */
/* of libEGL */
#define HONE_EGL_FUNCTIONS(F)                         \
    F(BindAPI, PFNEGLBINDAPIPROC)                     \
    F(CreateContext, PFNEGLCREATECONTEXTPROC)         \
    F(DestroyContext, PFNEGLDESTROYCONTEXTPROC)       \
    F(GetCurrentContext, PFNEGLGETCURRENTCONTEXTPROC) \
    F(GetCurrentDisplay, PFNEGLGETCURRENTDISPLAYPROC) \
    F(GetCurrentSurface, PFNEGLGETCURRENTSURFACEPROC) \
    F(Initialize, PFNEGLINITIALIZEPROC)               \
    F(MakeCurrent, PFNEGLMAKECURRENTPROC)             \
    F(QueryAPI, PFNEGLQUERYAPIPROC)                   \
    F(QueryString, PFNEGLQUERYSTRINGPROC)

/* EGL's extensions, which a system may lack */
#define HONE_EGL_EXTENSIONS(F)                                \
    F(GetPlatformDisplayEXT, PFNEGLGETPLATFORMDISPLAYEXTPROC) \
    F(QueryDevicesEXT, PFNEGLQUERYDEVICESEXTPROC)

typedef struct hone_egl_functions {
#define HONE_EGL_FIELD(name, type) type name;
    HONE_EGL_FUNCTIONS(HONE_EGL_FIELD)
    HONE_EGL_EXTENSIONS(HONE_EGL_FIELD)
#undef HONE_EGL_FIELD
} hone_egl_functions;

extern hone_egl_functions hone_egl; /* hone_gl_load finds them */

#define eglBindAPI                       hone_egl.BindAPI
#define eglCreateContext                 hone_egl.CreateContext
#define eglDestroyContext                hone_egl.DestroyContext
#define eglGetCurrentContext             hone_egl.GetCurrentContext
#define eglGetCurrentDisplay             hone_egl.GetCurrentDisplay
#define eglGetCurrentSurface             hone_egl.GetCurrentSurface
#define eglInitialize                    hone_egl.Initialize
#define eglMakeCurrent                   hone_egl.MakeCurrent
#define eglQueryAPI                      hone_egl.QueryAPI
#define eglQueryString                   hone_egl.QueryString
#define eglGetPlatformDisplayEXT         hone_egl.GetPlatformDisplayEXT
#define eglQueryDevicesEXT               hone_egl.QueryDevicesEXT
/* clang-format on */

/* display: EGL_NO_DISPLAY for the extensions of EGL itself. */
bool hone_egl_has(EGLDisplay display, const char *extension);

#endif
