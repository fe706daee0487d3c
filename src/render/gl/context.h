/* A GL context: one of hone's own, without a display, or the one that the caller has made current. */
#ifndef HONE_SRC_RENDER_GL_CONTEXT_H
#define HONE_SRC_RENDER_GL_CONTEXT_H

#include <epoxy/egl.h>
#include <hone/base.h>

typedef struct hone_context {
    EGLDisplay display;
    EGLContext context; /* EGL_NO_CONTEXT: the caller's, which is current whenever hone is called */
    EGLenum api;
} hone_context;

/* What was current before. */
typedef struct hone_context_before {
    EGLDisplay display;
    EGLSurface draw, read;
    EGLContext context;
    EGLenum api;
} hone_context_before;

/* Not current afterwards. Errors: DEVICE. */
bool hone_context_create(hone_context *out, hone_error *error);
void hone_context_destroy(hone_context *context);

/* Every stretch of GL calls stands between these two; they do nothing to the caller's own context. Errors: DEVICE. */
bool hone_context_enter(const hone_context *context, hone_context_before *before, hone_error *error);
void hone_context_leave(const hone_context *context, const hone_context_before *before);

#endif
