#define _POSIX_C_SOURCE 200809L
#include "memory.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_llong held, most;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
int __real_posix_memalign(void **out, size_t align, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
int __wrap_posix_memalign(void **out, size_t align, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);

void memory_count(void)
{
    atomic_store(&held, 0);
    atomic_store(&most, 0);
}

uint64_t memory_most_held(void)
{
    return (uint64_t)atomic_load(&most);
}

int64_t memory_held(void)
{
    return atomic_load(&held);
}

static void *take(void *block)
{
    long long size = block ? (long long)malloc_usable_size(block) : 0, now = atomic_fetch_add(&held, size) + size;
    long long before = atomic_load(&most);
    while (now > before && !atomic_compare_exchange_weak(&most, &before, now))
        ;
    return block;
}

static void give(void *block)
{
    if (block)
        atomic_fetch_sub(&held, (long long)malloc_usable_size(block));
}

void *__wrap_malloc(size_t size)
{
    return take(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return take(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    long long before = block ? (long long)malloc_usable_size(block) : 0;
    void *grown = __real_realloc(block, size);
    if (grown)
        atomic_fetch_sub(&held, before);
    return take(grown);
}

int __wrap_posix_memalign(void **out, size_t align, size_t size)
{
    int failed = __real_posix_memalign(out, align, size);
    if (!failed)
        take(*out);
    return failed;
}

char *__wrap_strdup(const char *text)
{
    return take(__real_strdup(text));
}

void __wrap_free(void *block)
{
    give(block);
    __real_free(block);
}
