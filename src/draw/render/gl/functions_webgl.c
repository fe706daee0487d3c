/* In a page the functions of WebGL are linked (functions.h), and nothing has to be found. */
#include "base/error.h"
#include "draw/render/gl/functions.h"

bool hone_gl_fail(hone_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    hone_fail_list(error, HONE_ERROR_DEVICE, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool hone_gl_load(hone_error *error)
{
    (void)error;
    return true;
}
