#include "base/error.h"
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = sizeof((hone_error *)0)->message };

/* Copies text to out with control characters written as \n, \t or \xNN. Cuts between whole characters. */
static void escape(const char *text, char *out, size_t out_size)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        char piece[4] = {(char)*c, 0, 0, 0};
        size_t size = 1;
        if (*c == '\n' || *c == '\t') {
            piece[0] = '\\', piece[1] = *c == '\n' ? 'n' : 't', size = 2;
        } else if (*c < 0x20 || *c == 0x7f) {
            piece[0] = '\\', piece[1] = 'x', piece[2] = digits[*c >> 4], piece[3] = digits[*c & 15], size = 4;
        }
        if (used + size >= out_size)
            break;
        memcpy(out + used, piece, size);
        used += size;
    }
    out[used] = 0;
}

bool hone_fail_list(hone_error *error, hone_code code, uint64_t at, const char *format, va_list arguments)
{
    if (!error)
        return false;
    char text[MESSAGE_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    error->code = code;
    error->at = at;
    escape(text, error->message, MESSAGE_SIZE);
    return false;
}

bool hone_fail(hone_error *error, hone_code code, uint64_t at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    hone_fail_list(error, code, at, format, arguments);
    va_end(arguments);
    return false;
}

bool hone_fail_null(hone_error *error, const char *what)
{
    if (error && error->code != HONE_OK)
        return false;
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%s must not be NULL", what);
}

bool hone_fail_memory(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_MEMORY, 0, "out of memory");
}

void hone_error_prefix(hone_error *error, const char *name)
{
    if (!error)
        return;
    char message[MESSAGE_SIZE], escaped[MESSAGE_SIZE * 8];
    memcpy(message, error->message, sizeof message);
    escape(name, escaped, sizeof escaped);
    size_t length = strlen(escaped), room = MESSAGE_SIZE - 1 - strlen(message);
    room = room > sizeof "...: " ? room - sizeof "...: " : 0;
    /* the end of a path is more informative than its beginning */
    const char *tail = escaped + (length > room ? length - room : 0);
    while (tail > escaped && (*tail & 0xc0) == 0x80) tail++; /* do not begin inside a character */
    size_t used = (size_t)snprintf(error->message, MESSAGE_SIZE, "%s%s: ", tail > escaped ? "..." : "", tail);
    size_t left = MESSAGE_SIZE - 1 - used, kept = strlen(message);
    if (kept > left) /* if the message leaves no room for the name, its end is cut */
        for (kept = left; kept > 0 && (message[kept] & 0xc0) == 0x80;) kept--;
    memcpy(error->message + used, message, kept);
    error->message[used + kept] = 0;
}
