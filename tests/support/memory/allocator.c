#include "support/support.h"

#include <stdlib.h>

static void *allocate(void *user, size_t size, size_t align)
{
    test_allocator *a = user;
    uint64_t call = a->calls++;
    if (a->only_once ? call == a->fail_at : call >= a->fail_at)
        return NULL;
    assert_true(size > 0 && align > 0 && (align & (align - 1)) == 0);
    if (size > SIZE_MAX - align)
        return NULL;
    if (align < sizeof(void *)) /* which posix_memalign needs */
        align = sizeof(void *);
    const hone_allocator all = hone_allocator_or_default(NULL);
    void *memory = all.alloc(all.user, size, align);
    if (!memory)
        return NULL;
    a->live++;
    a->live_size += size;
    if (a->peak_size < a->live_size)
        a->peak_size = a->live_size;
    return memory;
}

static void deallocate(void *user, void *memory, size_t size)
{
    test_allocator *a = user;
    assert_non_null(memory);
    assert_true(a->live > 0 && a->live_size >= size); /* else freed twice, or with a wrong size */
    a->live--;
    a->live_size -= size;
    const hone_allocator all = hone_allocator_or_default(NULL);
    all.free(all.user, memory, size);
}

void test_allocator_make(test_allocator *a, uint64_t fail_at)
{
    *a = (test_allocator){.fail_at = fail_at, .allocator = {allocate, deallocate, a}};
}
