/* In a page the functions of WebGL are linked (functions.h), and nothing has to be found. */
#include "base/error.h"
#include "draw/render/gl/functions.h"
#include <stdarg.h>
#include <stdio.h>

bool hone_gl_fail(hone_error *error, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "%s", text);
}

bool hone_gl_load(hone_error *error)
{
    (void)error;
    return true;
}
