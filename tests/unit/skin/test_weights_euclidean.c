#include "support/support.h"
#include <hone/math.h>
#include <hone/skin.h>
#include <string.h>

enum { VERTICES = 60, SEGMENTS = 9, KEPT = 4 };

typedef struct fixture {
    float positions[VERTICES][3];
    hone_segment segments[SEGMENTS];
    hone_weights_desc desc;
    hone_influence out[VERTICES][KEPT];
} fixture;

static void random_vector(test_random *random, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = test_random_float(random, -10, 10);
}

static void make(fixture *f)
{
    test_random random = {11};
    for (int v = 0; v < VERTICES; v++) random_vector(&random, f->positions[v]);
    for (int s = 0; s < SEGMENTS; s++) {
        random_vector(&random, f->segments[s].head);
        random_vector(&random, f->segments[s].tail);
    }
    memcpy(f->segments[3].tail, f->segments[3].head, sizeof f->segments[3].tail); /* length 0 */
    f->desc = (hone_weights_desc){.positions = {f->positions, VERTICES, sizeof *f->positions},
                                  .segments = f->segments,
                                  .segment_count = SEGMENTS};
}

static void run(fixture *f)
{
    CHECK(hone_weights_euclidean(&f->desc, f->out[0], NULL));
}

/* The weight of a segment for a vertex, 0 if it is not among the kept ones. */
static float weight_of(fixture *f, int vertex, int32_t segment)
{
    for (int i = 0; i < KEPT; i++)
        if (f->out[vertex][i].slot == segment)
            return f->out[vertex][i].weight;
    return 0;
}

static double distance(const float p[3], const hone_segment *s)
{
    double best = INFINITY;
    for (int i = 0; i <= 4000; i++) { /* found by sampling along it */
        double t = i / 4000.0, sum = 0;
        for (int c = 0; c < 3; c++) sum += pow(p[c] - (s->head[c] + t * ((double)s->tail[c] - s->head[c])), 2);
        best = fmin(best, sqrt(sum));
    }
    return best;
}

static void weights_are_positive_of_sum_one_and_heaviest_first(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    run(&f);
    for (int v = 0; v < VERTICES; v++) {
        double sum = 0;
        for (int i = 0; i < KEPT; i++) {
            sum += f.out[v][i].weight;
            CHECK(f.out[v][i].slot >= 0 && f.out[v][i].slot < SEGMENTS && f.out[v][i].weight >= 0);
            CHECK(i == 0 || f.out[v][i].weight <= f.out[v][i - 1].weight);
        }
        CHECK(f.out[v][0].weight > 0);
        CHECK_NEAR(sum, 1, 1e-6);
    }
}

/* Exponents that are whole, fractional, and so large that only the nearest segment counts. */
static void weights_follow_the_formula(void **state)
{
    (void)state;
    static const float exponents[] = {1, 3, 2.5f, 1e10f};
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
        fixture f;
        make(&f);
        f.desc.length = 1;
        f.desc.exponent = exponents[e];
        run(&f);
        for (int v = 0; v < VERTICES; v++)
            for (int i = 1; i < KEPT; i++) {
                double nearest = distance(f.positions[v], &f.segments[f.out[v][0].slot]);
                double d = distance(f.positions[v], &f.segments[f.out[v][i].slot]);
                CHECK_NEAR(f.out[v][i].weight / f.out[v][0].weight, pow((1 + nearest) / (1 + d), (double)exponents[e]),
                           2e-4);
            }
    }
}

static void the_default_length_makes_the_rule_independent_of_size(void **state)
{
    (void)state;
    fixture f, large;
    make(&f);
    large = f;
    large.desc.positions.data = large.positions;
    large.desc.segments = large.segments;
    for (int v = 0; v < VERTICES; v++)
        for (int c = 0; c < 3; c++) large.positions[v][c] *= 1024;
    for (int s = 0; s < SEGMENTS; s++)
        for (int c = 0; c < 3; c++) large.segments[s].head[c] *= 1024, large.segments[s].tail[c] *= 1024;
    run(&f);
    run(&large);
    for (int v = 0; v < VERTICES; v++)
        for (int i = 0; i < KEPT; i++) {
            CHECK(f.out[v][i].slot == large.out[v][i].slot);
            CHECK_NEAR(f.out[v][i].weight, large.out[v][i].weight, 1e-6);
        }
}

static void the_default_exponent_is_sixteen(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    f.desc.length = 2;
    run(&f);
    for (int v = 0; v < VERTICES; v++)
        for (int i = 1; i < KEPT; i++) {
            double nearest = distance(f.positions[v], &f.segments[f.out[v][0].slot]);
            double d = distance(f.positions[v], &f.segments[f.out[v][i].slot]);
            CHECK_NEAR(f.out[v][i].weight / f.out[v][0].weight, pow((2 + nearest) / (2 + d), 16), 1e-3);
        }
}

static void the_shortest_bones_still_have_two_ends(void **state)
{
    (void)state;
    const float unit = 1e-9f;
    hone_segment segments[2] = {{{0, 0, 0}, {100 * unit, 0, 0}},
                                {{90 * unit, 60 * unit, 0}, {90 * unit, 60 * unit, 0}}};
    float position[3] = {90 * unit, 10 * unit, 0};
    hone_influence out[2];
    hone_weights_desc desc = {
        .positions = {position, 1, 12}, .segments = segments, .segment_count = 2, .length = unit, .max_influences = 2};
    CHECK(hone_weights_euclidean(&desc, out, NULL));
    CHECK(out[0].slot == 0);
    CHECK_NEAR(out[0].weight, 1, 1e-6);
}

static void rigid_motion_of_mesh_and_segments_changes_nothing(void **state)
{
    (void)state;
    fixture f, moved;
    make(&f);
    f.desc.length = 2;
    run(&f);
    moved = f;
    moved.desc.positions.data = moved.positions;
    moved.desc.segments = moved.segments;
    test_random random = {5};
    float q[4], t[3] = {3, -2, 1};
    test_random_quat(&random, q);
    hone_affine motion = hone_affine_from_rotation(q, t);
    for (int v = 0; v < VERTICES; v++) hone_affine_point(&motion, f.positions[v], moved.positions[v]);
    for (int s = 0; s < SEGMENTS; s++) {
        hone_affine_point(&motion, f.segments[s].head, moved.segments[s].head);
        hone_affine_point(&motion, f.segments[s].tail, moved.segments[s].tail);
    }
    run(&moved);
    for (int v = 0; v < VERTICES; v++)
        for (int32_t s = 0; s < SEGMENTS; s++) CHECK_NEAR(weight_of(&f, v, s), weight_of(&moved, v, s), 1e-5);
}

static void mirrored_input_has_mirrored_weights(void **state)
{
    (void)state;
    hone_segment segments[2] = {{{1, 0, 0}, {3, 1, 0}}, {{-1, 0, 0}, {-3, 1, 0}}};
    float positions[2][3] = {{0.7f, 2, -1}, {-0.7f, 2, -1}};
    hone_influence out[4];
    hone_weights_desc desc = {
        .positions = {positions, 2, 12}, .segments = segments, .segment_count = 2, .max_influences = 2};
    CHECK(hone_weights_euclidean(&desc, out, NULL));
    for (int i = 0; i < 2; i++) {
        CHECK(out[i].slot == 1 - out[2 + i].slot);
        CHECK_NEAR(out[i].weight, out[2 + i].weight, 1e-7);
    }
}

static void one_influence_is_the_nearest_segment_and_ties_go_to_the_first(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    f.segments[5] = f.segments[2];
    f.desc.max_influences = 1;
    run(&f);
    const hone_influence *out = f.out[0];
    for (int v = 0; v < VERTICES; v++) {
        CHECK(out[v].weight == 1 && out[v].slot != 5);
        for (int s = 0; s < SEGMENTS; s++)
            CHECK(distance(f.positions[v], &f.segments[out[v].slot]) <=
                  distance(f.positions[v], &f.segments[s]) + 1e-3);
    }
}

static void a_vertex_on_a_segment_belongs_to_it(void **state)
{
    (void)state;
    hone_segment segments[2] = {{{0, 0, 0}, {0, 10, 0}}, {{50, 0, 0}, {50, 10, 0}}};
    float position[3] = {0, 4, 0};
    hone_influence out[4];
    hone_weights_desc desc = {.positions = {position, 1, 12}, .segments = segments, .segment_count = 2, .length = 1};
    CHECK(hone_weights_euclidean(&desc, out, NULL));
    CHECK(out[0].slot == 0);
    CHECK_NEAR(out[0].weight, 1, 1e-6);
    CHECK(out[2].slot == HONE_NONE && out[2].weight == 0); /* two segments for four places */
    CHECK(out[3].slot == HONE_NONE && out[3].weight == 0);
}

/* (1 + d)^16 overflows a float for both; their ratio does not. */
static void far_vertices_still_have_weights(void **state)
{
    (void)state;
    hone_segment segments[2] = {{{0, 0, 0}, {0, 1, 0}}, {{0, 0, 1e6f}, {0, 1, 1e6f}}};
    float position[3] = {1e9f, 0, 4e5f};
    hone_influence out[2];
    hone_weights_desc desc = {
        .positions = {position, 1, 12}, .segments = segments, .segment_count = 2, .length = 1, .max_influences = 2};
    CHECK(hone_weights_euclidean(&desc, out, NULL));
    CHECK_NEAR(out[0].weight + out[1].weight, 1, 1e-6);
    CHECK_NEAR(out[0].weight, 0.5, 0.01);
}

static void what_is_not_finite_or_missing_is_refused(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    hone_error error = {0};
    CHECK(!hone_weights_euclidean(NULL, f.out[0], &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_weights_desc desc = f.desc;
    desc.segment_count = 0;
    CHECK(!hone_weights_euclidean(&desc, f.out[0], &error) && error.at == 0);
    desc = f.desc, desc.exponent = -1;
    CHECK(!hone_weights_euclidean(&desc, f.out[0], &error));
    desc = f.desc, desc.length = NAN;
    CHECK(!hone_weights_euclidean(&desc, f.out[0], &error));
    f.segments[7].tail[1] = INFINITY;
    CHECK(!hone_weights_euclidean(&f.desc, f.out[0], &error) && error.at == 7);
    f.positions[31][2] = NAN;
    CHECK(!hone_weights_euclidean(&f.desc, f.out[0], &error) && error.at == 31);
    f.desc.positions = (hone_stream){0};
    f.segments[7].tail[1] = 0;
    CHECK(hone_weights_euclidean(&f.desc, NULL, NULL)); /* no vertex: nothing to do */
}

static void one_point_has_a_length_too(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    f.desc.positions.count = 1;
    run(&f);
    CHECK(f.out[0][0].weight > 0 && f.out[0][0].weight <= 1);
}

TEST_GROUP(test_weights_euclidean)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_positive_of_sum_one_and_heaviest_first),
        cmocka_unit_test(weights_follow_the_formula),
        cmocka_unit_test(the_default_length_makes_the_rule_independent_of_size),
        cmocka_unit_test(the_default_exponent_is_sixteen),
        cmocka_unit_test(the_shortest_bones_still_have_two_ends),
        cmocka_unit_test(rigid_motion_of_mesh_and_segments_changes_nothing),
        cmocka_unit_test(mirrored_input_has_mirrored_weights),
        cmocka_unit_test(one_influence_is_the_nearest_segment_and_ties_go_to_the_first),
        cmocka_unit_test(a_vertex_on_a_segment_belongs_to_it),
        cmocka_unit_test(far_vertices_still_have_weights),
        cmocka_unit_test(what_is_not_finite_or_missing_is_refused),
        cmocka_unit_test(one_point_has_a_length_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
