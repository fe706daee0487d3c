/* In a page a context belongs to a canvas, which the page has. So hone makes none of its own. */
#include "base/error.h"
#include "draw/render/gl/context.h"

bool hone_context_create(hone_context *out, hone_error *error)
{
    (void)out;
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "in a page a renderer needs use_current_context");
}

void hone_context_destroy(hone_context *context)
{
    (void)context;
}

bool hone_context_enter(const hone_context *context, hone_context_before *before, hone_error *error)
{
    (void)before;
    return hone_context_check(context, error);
}

void hone_context_leave(const hone_context *context, const hone_context_before *before)
{
    (void)context, (void)before;
}
