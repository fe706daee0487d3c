/* What delta mush and direct delta mush do without memory. */
#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/skin.h>
#include <hone/thread.h>
#include <stdatomic.h>

/* The mesh is so large that each array is an allocation of its own. */
static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 128, .along = 132}, &t);
    for (int k = 0; k < 4; k++) {
        const hone_skin_method m = k / 2 ? HONE_SKIN_DIRECT_DELTA_MUSH : HONE_SKIN_DELTA_MUSH;
        bool done = false;
        uint64_t failed = 0;
        hone_skin *skin = tube_compile(&t);
        for (; !done; failed++) {
            test_allocator allocator;
            test_allocator_make(&allocator, failed);
            allocator.only_once = k % 2;
            const hone_mush_desc desc = {.mesh = &t.mesh, .iterations = 1, .allocator = &allocator.allocator};
            hone_error error = {0};
            done = hone_skin_add_mush(skin, m, &desc, &error);
            CHECK(done == (allocator.calls <= failed));
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            CHECK(done == (hone_skin_reach(skin, m) > 0));
            if (done)
                hone_skin_release(skin);
            assert_int_equal(allocator.live, 0);
        }
        CHECK(failed > 15);
    }
    tube_release(&t);
}

enum { THREADS = 2 };

/* Counts what is allocated, and lets each thread wait at its first allocation until the others are there. */
typedef struct meeting {
    atomic_int arrived, live;
    const hone_mesh *mesh;
    hone_skin *skin;
    hone_skin_method method;
    hone_allocator allocator;
} meeting;

static void *meet_and_allocate(void *user, size_t size, size_t align)
{
    meeting *m = user;
    const hone_allocator plain = hone_allocator_or_default(NULL);
    if (atomic_fetch_add(&m->arrived, 1) < THREADS)
        for (int turn = 0; turn < 1 << 26 && atomic_load(&m->arrived) < THREADS; turn++) {
        }
    atomic_fetch_add(&m->live, 1);
    return plain.alloc(plain.user, size, align);
}

static void release_counted(void *user, void *memory, size_t size)
{
    meeting *m = user;
    const hone_allocator plain = hone_allocator_or_default(NULL);
    atomic_fetch_sub(&m->live, 1);
    plain.free(plain.user, memory, size);
}

static void add_to_skin(void *user, uint32_t begin, uint32_t end)
{
    meeting *m = user;
    const hone_mush_desc desc = {.mesh = m->mesh, .iterations = 1, .allocator = &m->allocator};
    for (uint32_t i = begin; i < end; i++)
        if (!hone_skin_add_mush(m->skin, m->method, &desc, NULL))
            atomic_fetch_add(&m->live, 1000);
}

/* Two threads may make the same data at once. The skin keeps that of one thread, and the other thread frees its own. */
static void threads_that_add_at_once_leave_one(void **state)
{
    (void)state;
    tube t;
    tube_make(&(tube_desc){.around = 8, .along = 9}, &t);
    hone_workers *workers = hone_workers_create(THREADS, NULL, NULL);
    for (hone_skin_method method = HONE_SKIN_DELTA_MUSH; method <= HONE_SKIN_DIRECT_DELTA_MUSH; method++) {
        meeting m = {.mesh = &t.mesh, .skin = tube_compile(&t), .method = method};
        m.allocator = (hone_allocator){meet_and_allocate, release_counted, &m};
        hone_workers_run(workers, add_to_skin, &m, THREADS, 1);
        CHECK(atomic_load(&m.live) > 0 && atomic_load(&m.live) < 1000);
        CHECK(hone_skin_reach(m.skin, method) > 0);
        hone_skin_release(m.skin);
        assert_int_equal(atomic_load(&m.live), 0);
    }
    hone_workers_destroy(workers);
    tube_release(&t);
}

TEST_GROUP(test_mush_memory)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(threads_that_add_at_once_leave_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
