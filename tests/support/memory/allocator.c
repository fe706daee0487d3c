#include "support/support.h"

#include <stdlib.h>
#include <string.h>

/* What is behind each block, and stays there. AddressSanitizer looks after the end of the block itself. */
static const char guard[] = "nobody writes here";
#ifdef __SANITIZE_ADDRESS__
enum { GUARD = 0 };
#else
enum { GUARD = sizeof guard };
#endif

static void *allocate(void *user, size_t size, size_t align)
{
    test_allocator *a = user;
    uint64_t call = a->calls++;
    if (a->only_once ? call == a->fail_at : call >= a->fail_at)
        return NULL;
    assert_true(size > 0 && align > 0 && (align & (align - 1)) == 0);
    if (size > SIZE_MAX - align - GUARD)
        return NULL;
    if (align < sizeof(void *)) /* which posix_memalign needs */
        align = sizeof(void *);
    const hone_allocator all = hone_allocator_or_default(NULL);
    void *memory = all.alloc(all.user, size + GUARD, align);
    if (!memory)
        return NULL;
    memcpy((char *)memory + size, guard, GUARD);
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
    assert_memory_equal((char *)memory + size, guard, GUARD);
    a->live--;
    a->live_size -= size;
    const hone_allocator all = hone_allocator_or_default(NULL);
    all.free(all.user, memory, size + GUARD);
}

void test_allocator_make(test_allocator *a, uint64_t fail_at)
{
    *a = (test_allocator){.fail_at = fail_at, .allocator = {allocate, deallocate, a}};
}
