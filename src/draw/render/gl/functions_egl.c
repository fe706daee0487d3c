/* OpenGL's functions, found by EGL in the libraries of the system. */
#include "base/error.h"
#include "base/system/machine.h"
#include "draw/render/gl/egl.h"
#include "draw/render/gl/functions.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* written once, by the first hone_gl_load */
hone_gl_functions hone_gl;
hone_egl_functions hone_egl;

static const char library_name[] = "libEGL.so.1";
static hone_gl_function (*find_in_egl)(const char *name);
static hone_error failure; /* of loading; code 0: none */

/* Drivers need at least this much: those in software load a compiler of about 130 MB,
 * and C libraries reserve 64 MB for each thread. With less they crash. */
static bool is_memory_short(void)
{
    const size_t least = sizeof(void *) > 4 ? (size_t)700 << 20 : (size_t)256 << 20;
    void *probe = hone_system_allocate(least, sizeof(void *)); /* is not touched, so it takes address space alone */
    hone_system_free(probe);
    return probe == NULL;
}

bool hone_gl_fail(hone_error *error, const char *format, ...)
{
    if (is_memory_short())
        return hone_fail(error, HONE_ERROR_MEMORY, 0, "there is not enough memory for OpenGL");
    va_list arguments;
    va_start(arguments, format);
    hone_fail_list(error, HONE_ERROR_DEVICE, 0, format, arguments);
    va_end(arguments);
    return false;
}

/* The library is never closed: drivers leave threads and exit handlers behind. */
static void load(void)
{
    if (is_memory_short()) {
        hone_gl_fail(&failure, "no OpenGL");
        return;
    }
    void *library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "eglGetProcAddress") : NULL;
    const char *missing = symbol ? NULL : library_name;
    memcpy(&find_in_egl, &symbol, sizeof symbol);
    if (!missing) {
#define LOAD(name, type)                                                                                               \
    symbol = dlsym(library, "egl" #name);                                                                              \
    memcpy(&hone_egl.name, &symbol, sizeof symbol);                                                                    \
    missing = symbol ? missing : "egl" #name;
        HONE_EGL_FUNCTIONS(LOAD)
#undef LOAD
#define LOAD(name, type) hone_egl.name = (type)find_in_egl("egl" #name);
        HONE_EGL_EXTENSIONS(LOAD)
#undef LOAD
#define LOAD(name, type) hone_gl.name = (type)find_in_egl("gl" #name);
        HONE_GL_FUNCTIONS(LOAD)
        HONE_GL_EXTENSIONS(LOAD)
#undef LOAD
#define CHECK(name, type) missing = hone_gl.name ? missing : "gl" #name;
        HONE_GL_FUNCTIONS(CHECK)
#undef CHECK
    }
    if (missing)
        hone_gl_fail(&failure, "no OpenGL: the system lacks %s", missing);
}

bool hone_gl_load(hone_error *error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (failure.code && error)
        *error = failure;
    return !failure.code;
}

hone_gl_function hone_gl_find(const char *name)
{
    return hone_gl_load(NULL) ? find_in_egl(name) : NULL;
}

bool hone_egl_has(EGLDisplay display, const char *extension)
{
    const char *text = eglQueryString(display, EGL_EXTENSIONS);
    size_t size = strlen(extension);
    for (const char *at = text; at && (at = strstr(at, extension)); at += size)
        if ((at == text || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0'))
            return true;
    return false;
}
