#include "samples/make/base/generator.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void give_up(const char *format, ...)
{
    va_list arguments;
    fputs("hone_make_samples: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

void *reallocate(void *old, size_t count, size_t size)
{
    void *memory = realloc(old, count && size ? count * size : 1);
    if (!memory)
        give_up("out of memory");
    return memory;
}

void *allocate(size_t count, size_t size)
{
    void *memory = reallocate(NULL, count, size);
    memset(memory, 0, count * size);
    return memory;
}
