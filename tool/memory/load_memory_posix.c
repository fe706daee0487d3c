/* Memory for loading on POSIX: large pages, and malloc for what does not fit. */
#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS, madvise */
#define _POSIX_C_SOURCE 200809L /* posix_memalign */
#include "tool/memory/load_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20, ROOM = 4 * LARGE_PAGE };

/* Filled from its begin. */
typedef struct large_pages {
    pthread_mutex_t mutex;
    bool tried;
    char *begin; /* NULL: malloc gives all memory */
    size_t used, pieces;
} large_pages;

static void map(large_pages *p)
{
    p->tried = true;
#if defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__) /* which finds errors in pieces of malloc only */
    char *memory = mmap(NULL, ROOM + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    p->begin = memory + (LARGE_PAGE - (uintptr_t)memory % LARGE_PAGE) % LARGE_PAGE;
    madvise(p->begin, ROOM, MADV_HUGEPAGE);
#endif
}

/* Returns NULL if it does not fit. */
static void *take(large_pages *p, size_t size, size_t align)
{
    void *piece = NULL;
    pthread_mutex_lock(&p->mutex);
    if (!p->tried)
        map(p);
    size_t at = (p->used + align - 1) / align * align;
    if (p->begin && at < ROOM && size <= ROOM - at) {
        piece = p->begin + at;
        p->used = at + size;
        p->pieces++;
    }
    pthread_mutex_unlock(&p->mutex);
    return piece;
}

static void *allocate(void *user, size_t size, size_t align)
{
    void *memory = take(user, size, align);
    return memory || posix_memalign(&memory, align, size) == 0 ? memory : NULL;
}

static void release(void *user, void *memory, size_t size)
{
    large_pages *p = user;
    (void)size;
    pthread_mutex_lock(&p->mutex);
    bool here = p->begin && (uintptr_t)memory - (uintptr_t)p->begin < ROOM;
    if (here && --p->pieces == 0)
        p->used = 0;
    pthread_mutex_unlock(&p->mutex);
    if (!here)
        free(memory);
}

const hone_allocator *load_memory(void)
{
    static large_pages pages = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    static const hone_allocator allocator = {allocate, release, &pages};
    return &allocator;
}
