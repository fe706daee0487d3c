/* An OpenGL context: either hone's own one without a display, or the one that the caller has made current. */
#ifndef HONE_SRC_RENDER_GL_CONTEXT_H
#define HONE_SRC_RENDER_GL_CONTEXT_H

#include <hone/base.h>
#include <hone/io.h>

typedef struct hone_context {
    void *display; /* EGL's */
    void *context; /* EGL's; NULL: the caller's context, which must be current in every call */
    unsigned api;
    bool lost; /* it may not be called any more */
} hone_context;

/* The context that was current before, so that it can be restored. */
typedef struct hone_context_before {
    void *display, *draw, *read, *context;
    unsigned api;
} hone_context_before;

/* Creates a context. It is not current afterwards. Errors: DEVICE. */
bool hone_context_create(hone_context *out, hone_error *error);
void hone_context_destroy(hone_context *context);

/* All GL calls must be between these two. They do nothing if the context is the caller's own. Errors: DEVICE (also if
 * the context is lost). */
bool hone_context_enter(const hone_context *context, hone_context_before *before, hone_error *error);
void hone_context_leave(const hone_context *context, const hone_context_before *before);

/* Whether the context can be called. Errors: DEVICE. */
static inline bool hone_context_check(const hone_context *context, hone_error *error)
{
    return !context->lost || hone_fail(error, HONE_ERROR_DEVICE, 0,
                                       "the renderer's context is lost: hone_renderer_restore makes it work again");
}

#endif
