#include "support/memory/refuse_memory.h"

#include <errno.h>
#include <stddef.h>

static uint64_t allocations, first = UINT64_MAX, last = UINT64_MAX;
static bool refused;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);

void refuse_memory_from(uint64_t n)
{
    allocations = 0, first = n, last = UINT64_MAX;
}

void refuse_memory_at(uint64_t n)
{
    allocations = 0, first = last = n;
}

bool refuse_memory_end(void)
{
    bool any = refused;
    first = last = UINT64_MAX;
    refused = false;
    return any;
}

static bool refuse(void)
{
    uint64_t n = allocations++;
    bool is = first != UINT64_MAX && n >= first && n <= last;
    refused = refused || is;
    return is;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refuse() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *text)
{
    return refuse() ? NULL : __real_strdup(text);
}

#ifndef _WIN32
int __real_posix_memalign(void **out, size_t align, size_t size);
int __wrap_posix_memalign(void **out, size_t align, size_t size);

int __wrap_posix_memalign(void **out, size_t align, size_t size)
{
    return refuse() ? ENOMEM : __real_posix_memalign(out, align, size);
}
#endif
