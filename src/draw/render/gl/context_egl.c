/* Contexts without a display by EGL: Mesa's surfaceless platform first, then every device that EGL lists. All users
 * in a process share a display, and eglTerminate would end it for all of them. So hone destroys its contexts only
 * and leaves displays to EGL's own exit handler. */
#include "base/error.h"
#include "draw/render/gl/context.h"
#include "draw/render/gl/egl.h"
#include "draw/render/gl/functions.h"

enum { DEVICES_MAX = 16 };

static const struct {
    EGLenum api;
    EGLint attributes[7];
} kinds[] = {
    {EGL_OPENGL_API,
     {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE}},
    {EGL_OPENGL_ES_API, {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE}},
};

static hone_context_before remember(void)
{
    return (hone_context_before){eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ),
                                 eglGetCurrentContext(), eglQueryAPI()};
}

/* Creates a context on a display, if it has EGL_KHR_surfaceless_context and EGL_KHR_no_config_context. */
static bool create_on(EGLDisplay display, hone_context *out)
{
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) ||
        !hone_egl_has(display, "EGL_KHR_surfaceless_context"))
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!eglBindAPI(kinds[i].api))
            continue;
        EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, kinds[i].attributes);
        if (context == EGL_NO_CONTEXT)
            continue;
        if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
            *out = (hone_context){.display = display, .context = context, .api = kinds[i].api};
            return true;
        }
        eglDestroyContext(display, context);
    }
    return false;
}

static bool create_on_any_device(hone_context *out)
{
    if (!hone_egl_has(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") ||
        !hone_egl_has(EGL_NO_DISPLAY, "EGL_EXT_platform_device"))
        return false;
    EGLDeviceEXT devices[DEVICES_MAX];
    EGLint count = 0;
    if (!eglQueryDevicesEXT(DEVICES_MAX, devices, &count))
        return false;
    for (EGLint i = 0; i < count; i++)
        if (create_on(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), out))
            return true;
    return false;
}

static bool create_somewhere(hone_context *out)
{
    if (!hone_egl_has(EGL_NO_DISPLAY, "EGL_EXT_platform_base"))
        return false;
    if (hone_egl_has(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") &&
        create_on(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), out))
        return true;
    return create_on_any_device(out);
}

static void make_current(EGLDisplay any, const hone_context_before *before)
{
    eglBindAPI(before->api);
    if (before->context == EGL_NO_CONTEXT)
        eglMakeCurrent(any, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    else
        eglMakeCurrent(before->display, before->draw, before->read, before->context);
}

bool hone_context_create(hone_context *out, hone_error *error)
{
    if (!hone_gl_load(error))
        return false;
    hone_context_before before = remember();
    bool ok = create_somewhere(out);
    if (ok)
        make_current(out->display, &before);
    else
        eglBindAPI(before.api);
    return ok || hone_gl_fail(error, "no OpenGL 3.3 without a display: EGL gives no such context");
}

void hone_context_destroy(hone_context *context)
{
    if (context->context != EGL_NO_CONTEXT)
        eglDestroyContext(context->display, context->context);
    *context = (hone_context){0};
}

bool hone_context_enter(const hone_context *context, hone_context_before *before, hone_error *error)
{
    if (!hone_context_check(context, error))
        return false;
    if (context->context == EGL_NO_CONTEXT)
        return true;
    *before = remember();
    eglBindAPI(context->api);
    if (eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->context))
        return true;
    eglBindAPI(before->api);
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "the OpenGL context cannot be made current");
}

void hone_context_leave(const hone_context *context, const hone_context_before *before)
{
    if (context->context != EGL_NO_CONTEXT)
        make_current(context->display, before);
}
