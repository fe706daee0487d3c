/* Memory from an allocator that a caller gave, or from the system. */
#include "base/system/machine.h"
#include <hone/base.h>
#include <string.h>

enum { ALIGN = 64 }; /* a cache line, and the widest vector */

static void *default_alloc(void *user, size_t size, size_t align)
{
    (void)user;
    return hone_system_allocate(size, align);
}

static void default_free(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    hone_system_free(memory);
}

hone_allocator hone_allocator_or_default(const hone_allocator *allocator)
{
    return allocator && allocator->alloc ? *allocator : (hone_allocator){default_alloc, default_free, NULL};
}

void *hone_allocate(const hone_allocator *allocator, size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    hone_allocator a = hone_allocator_or_default(allocator);
    void *memory = a.alloc(a.user, count * size, ALIGN);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void hone_deallocate(const hone_allocator *allocator, void *memory, size_t count, size_t size)
{
    if (!memory)
        return;
    hone_allocator a = hone_allocator_or_default(allocator);
    a.free(a.user, memory, count * size);
}
