/* Influences of vertices in the form that plain linear blend skinning needs. */
#include "core/skin/linear_vertex.h"
#include "support/support.h"

enum { MOST = 8 };

/* Checks what becomes of the influences of a vertex between two others. */
static void check_vertex(const hone_influence *given, uint32_t count, const uint32_t *slots, const hone_influence *want,
                         uint32_t want_count, double want_sum)
{
    hone_influence influences[MOST + 2] = {{5, 1}}, out[MOST];
    CHECK(count <= MOST);
    for (uint32_t i = 0; i < count; i++) influences[1 + i] = given[i];
    influences[1 + count] = (hone_influence){6, 1};
    const uint32_t begin[4] = {0, 1, 1 + count, 2 + count};
    const hone_mesh mesh = {.vertex_count = 3, .influence_begin = begin, .influences = influences};
    double sum = -1;
    CHECK(hone_linear_influences(&mesh, 1, slots, out, &sum) == want_count);
    CHECK_NEAR(sum, want_sum, 1e-6);
    for (uint32_t i = 0; i < want_count; i++) {
        CHECK(out[i].slot == want[i].slot);
        CHECK_NEAR(out[i].weight, want[i].weight, 1e-6);
    }
    CHECK(hone_most_influences(&mesh) == (count ? count : 1));
}

#define CHECK_VERTEX(given, slots, want, sum)                                                                          \
    check_vertex(given, sizeof(given) / sizeof *(given), slots, want, sizeof(want) / sizeof *(want), sum)

static void the_heaviest_is_first_and_the_sum_is_one(void **state)
{
    (void)state;
    const hone_influence given[] = {{3, 0.5f}, {1, 2}, {0, 1}, {2, 0.5f}};
    const hone_influence want[] = {{1, 0.5f}, {0, 0.25f}, {3, 0.125f}, {2, 0.125f}}; /* equal ones keep their order */
    CHECK_VERTEX(given, NULL, want, 4);
    const hone_influence one[] = {{0, 0.3f}}, whole[] = {{0, 1}};
    CHECK_VERTEX(one, NULL, whole, 0.3);
}

static void influences_of_one_slot_are_merged(void **state)
{
    (void)state;
    const hone_influence given[] = {{4, 0.1f}, {2, 0.4f}, {4, 0.3f}, {4, 0.2f}}, want[] = {{4, 0.6f}, {2, 0.4f}};
    CHECK_VERTEX(given, NULL, want, 1);
    const uint32_t same[] = {0, 1, 2, 3, 2};
    const hone_influence all[] = {{2, 1}};
    CHECK_VERTEX(given, same, all, 1);
}

static void what_moves_nothing_is_left_out(void **state)
{
    (void)state;
    const hone_influence given[] = {{0, 0}, {1, -1}, {HONE_NONE, 1}, {2, NAN}, {3, INFINITY}, {4, 0.5f}};
    const hone_influence want[] = {{4, 1}};
    CHECK_VERTEX(given, NULL, want, 0.5);
    check_vertex(given, 5, NULL, NULL, 0, 0);
    check_vertex(NULL, 0, NULL, NULL, 0, 0);
    CHECK(hone_most_influences(&(hone_mesh){0}) == 1);
}

TEST_GROUP(test_linear_vertex)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_heaviest_is_first_and_the_sum_is_one),
        cmocka_unit_test(influences_of_one_slot_are_merged),
        cmocka_unit_test(what_moves_nothing_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
