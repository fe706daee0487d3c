/* The memory of what is loaded. */
#include "base/memory/large_pages.h"
#include "support/support.h"
#include <string.h>

enum { PIECES = 200, SIZE = 100000 }; /* 20 MB, more than the large pages hold */

static void pieces_are_aligned_and_apart(void **state)
{
    (void)state;
    const hone_allocator *memory = hone_allocator_or_large_pages(NULL);
    char *pieces[PIECES];
    for (int i = 0; i < PIECES; i++) {
        size_t align = (size_t)8 << i % 4;
        pieces[i] = memory->alloc(memory->user, SIZE + (size_t)i, align);
        CHECK(pieces[i] && (uintptr_t)pieces[i] % align == 0);
        memset(pieces[i], i, SIZE + (size_t)i);
    }
    for (int i = 0; i < PIECES; i++)
        for (int at = 0; at < SIZE + i; at++) CHECK(pieces[i][at] == (char)i);
    for (int i = 0; i < PIECES; i++) memory->free(memory->user, pieces[i], SIZE + (size_t)i);
}

/* Otherwise a process that loads many files would get large pages for the first ones only. */
static void large_pages_are_used_again(void **state)
{
    (void)state;
    const hone_allocator *memory = hone_allocator_or_large_pages(NULL);
    for (int i = 0; i < PIECES; i++) {
        void *first = memory->alloc(memory->user, SIZE, 64), *second = memory->alloc(memory->user, SIZE, 64);
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
        CHECK((uintptr_t)first % (2 << 20) == 0); /* it is the begin of a large page */
        memory->free(memory->user, first, SIZE);
        CHECK(memory->alloc(memory->user, SIZE, 64) == first); /* also while others are in use */
#endif
        memory->free(memory->user, first, SIZE);
        memory->free(memory->user, second, SIZE);
    }
}

static void what_is_too_large_for_them_comes_from_malloc(void **state)
{
    (void)state;
    const hone_allocator *memory = hone_allocator_or_large_pages(NULL);
    size_t size = (size_t)64 << 20;
    char *piece = memory->alloc(memory->user, size, 64);
    CHECK(piece != NULL);
    piece[0] = piece[size - 1] = 1;
    memory->free(memory->user, piece, size);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* whose malloc ends the program */
    CHECK(memory->alloc(memory->user, SIZE_MAX / 2, 64) == NULL);
#endif
}

TEST_GROUP(test_large_pages)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_aligned_and_apart),
        cmocka_unit_test(large_pages_are_used_again),
        cmocka_unit_test(what_is_too_large_for_them_comes_from_malloc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
