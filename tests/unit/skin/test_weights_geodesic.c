/* Geodesic weights: automatic weights by distances over the surface. */
#include "support/support.h"
#include <hone/skin.h>
#include <string.h>

enum { SIDE = 40, BRIDGE = 8, RINGS = 2 * SIDE + BRIDGE, TUBE = 4 * RINGS, VERTICES = TUBE + 3 };
enum { THIGH, TORSO, ARM, SEGMENTS };

/* A tube up, across and down again: a thigh and an arm that hangs beside it; and a separate button on the thigh, on
 * the side of the arm. */
typedef struct fixture {
    float positions[VERTICES][3];
    uint32_t indices[24 * (RINGS - 1) + 3], index_count;
    hone_segment segments[SEGMENTS];
    hone_weights_geodesic_desc desc;
    hone_influence out[VERTICES][4];
} fixture;

static void ring_at(int ring, float at[2], float across[2])
{
    if (ring < SIDE)
        at[0] = 0, at[1] = 0.25f * (float)ring, across[0] = -1, across[1] = 0;
    else if (ring < SIDE + BRIDGE)
        at[0] = 0.2f * (float)(ring - SIDE + 1), at[1] = 10, across[0] = 0, across[1] = 1;
    else
        at[0] = 1.8f, at[1] = 10 - 0.25f * (float)(ring - SIDE - BRIDGE + 1), across[0] = 1, across[1] = 0;
}

static void make(fixture *f)
{
    *f = (fixture){.segments = {{{0, 0, 0}, {0, 10, 0}}, {{0, 10, 0}, {1.8f, 10, 0}}, {{1.8f, 10, 0}, {1.8f, 0, 0}}}};
    for (int r = 0; r < RINGS; r++) {
        float at[2], across[2];
        ring_at(r, at, across);
        for (int c = 0; c < 4; c++) {
            float out = c < 2 ? 0.5f : -0.5f;
            float *p = f->positions[4 * r + c];
            p[0] = at[0] + out * across[0], p[1] = at[1] + out * across[1], p[2] = c == 1 || c == 2 ? 0.5f : -0.5f;
        }
        for (uint32_t c = 0; r > 0 && c < 4; c++) {
            uint32_t a = 4 * (uint32_t)r + c, b = 4 * (uint32_t)r + (c + 1) % 4;
            const uint32_t quad[6] = {a - 4, b - 4, a, a, b - 4, b};
            memcpy(f->indices + f->index_count, quad, sizeof quad);
            f->index_count += 6;
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        const float button[3] = {0.55f, i == 2 ? 5.1f : 5, i == 1 ? 0.1f : 0};
        memcpy(f->positions[TUBE + i], button, sizeof button);
        f->indices[f->index_count++] = TUBE + i;
    }
    f->desc = (hone_weights_geodesic_desc){.rule = {.positions = {f->positions, VERTICES, 12},
                                                    .segments = f->segments,
                                                    .segment_count = SEGMENTS,
                                                    .length = 2},
                                           .indices = f->indices,
                                           .index_count = f->index_count};
}

static float weight_of(const fixture *f, int vertex, int32_t segment)
{
    for (int i = 0; i < 4; i++)
        if (f->out[vertex][i].slot == segment)
            return f->out[vertex][i].weight;
    return 0;
}

static float most(const fixture *f, int from, int to, int32_t segment)
{
    float found = 0;
    for (int v = from; v < to; v++) found = fmaxf(found, weight_of(f, v, segment));
    return found;
}

static void check_sums(const fixture *f)
{
    for (int v = 0; v < VERTICES; v++) {
        double sum = 0;
        for (int i = 0; i < 4; i++)
            if (f->out[v][i].slot != HONE_NONE)
                sum += (double)f->out[v][i].weight;
        CHECK_NEAR(sum, 1, 1e-5);
        CHECK(f->out[v][0].slot >= 0 && f->out[v][0].slot < SEGMENTS);
    }
}

static void what_hangs_beside_a_limb_has_nothing_of_it(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    assert_true(hone_weights_euclidean(&f.desc.rule, f.out[0], NULL));
    CHECK(most(&f, 0, 4 * 16, ARM) > 0.02f); /* with Euclidean distances it has weight */
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    CHECK(most(&f, 0, 4 * 16, ARM) == 0.0f);
    CHECK(most(&f, TUBE - 4 * 16, TUBE, THIGH) == 0.0f);
    CHECK(weight_of(&f, 4 * 39, TORSO) > 0.1f); /* a joint is blended */
}

static void a_loose_piece_goes_with_what_it_lies_on(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    for (int v = TUBE; v < VERTICES; v++) {
        CHECK(f.out[v][0].slot == THIGH && f.out[v][0].weight > 0.9f);
        CHECK(weight_of(&f, v, ARM) < 0.02f);
    }
    for (int v = TUBE; v < VERTICES; v++) { /* near a joint */
        f.positions[v][0] = -0.55f;
        f.positions[v][1] += 4.75f;
        f.positions[v][2] += 0.5f;
    }
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    for (int v = TUBE; v < VERTICES; v++) CHECK(weight_of(&f, v, THIGH) > 0.1f && weight_of(&f, v, TORSO) > 0.02f);
}

/* A thin strip along z with a border between two bones at z = 9, and a button beside it there: of all the vertices of
 * the strip, which differ in z only, those near the button have to be found. */
static void a_loose_piece_may_lie_on_a_long_one(void **state)
{
    (void)state;
    enum { STEPS = 400, STRIP = 2 * (STEPS + 1), BUTTON = 3, ALL = STRIP + BUTTON };
    static const hone_segment segments[2] = {{{0, 0, 0}, {0, 0, 9}}, {{0, 0, 9}, {0, 0, 10}}};
    float(*positions)[3] = test_calloc(ALL, 12);
    uint32_t *indices = test_calloc(6 * STEPS + 3, sizeof *indices), count = 0;
    hone_influence(*out)[2] = test_calloc(ALL, sizeof *out);
    for (uint32_t v = 0; v < STRIP; v++) {
        positions[v][0] = v % 2 ? 0.05f : 0, positions[v][2] = 10.0f * (float)(v / 2) / STEPS;
        for (uint32_t c = 0; v + 2 < STRIP && c < 3; c++) indices[count++] = v + (v % 2 ? 2 - c : c);
    }
    for (uint32_t i = 0; i < BUTTON; i++) {
        const float p[3] = {i == 1 ? 0.02f : 0, 0.02f, i == 2 ? 9.1f : 9.08f};
        memcpy(positions[STRIP + i], p, sizeof p);
        indices[count++] = STRIP + i;
    }
    const hone_weights_geodesic_desc desc = {.rule = {.positions = {positions, ALL, 12},
                                                      .segments = segments,
                                                      .segment_count = 2,
                                                      .length = 2,
                                                      .max_influences = 2},
                                             .indices = indices,
                                             .index_count = count};
    assert_true(hone_weights_geodesic(&desc, out[0], NULL));
    for (int v = STRIP; v < ALL; v++) CHECK(out[v][0].slot == 1 && out[v][1].slot == 0 && out[v][1].weight > 0.3f);
    test_free(positions);
    test_free(indices);
    test_free(out);
}

static void they_are_of_sum_one_and_heaviest_first(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    for (int v = 0; v < VERTICES; v++) {
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += (double)f.out[v][i].weight;
            CHECK(i == 0 || f.out[v][i].weight <= f.out[v][i - 1].weight);
            CHECK((f.out[v][i].slot == HONE_NONE) == (f.out[v][i].weight == 0.0f));
        }
        CHECK_NEAR(sum, 1, 1e-6);
    }
}

/* Twelve segments in a row: with an exponent of 1 each of them has weight everywhere. */
static void a_vertex_may_have_all_segments(void **state)
{
    (void)state;
    enum { PARTS = 12 };
    fixture f;
    make(&f);
    hone_segment segments[PARTS];
    for (int i = 0; i < PARTS; i++)
        segments[i] = (hone_segment){{0, (float)i * 10 / PARTS, 0}, {0, (float)(i + 1) * 10 / PARTS, 0}};
    hone_influence(*out)[PARTS] = test_calloc(VERTICES, sizeof *out);
    f.desc.rule.segments = segments, f.desc.rule.segment_count = PARTS;
    f.desc.rule.exponent = 1, f.desc.rule.max_influences = PARTS;
    assert_true(hone_weights_geodesic(&f.desc, out[0], NULL));
    for (int v = 0; v < TUBE / 2; v++) {
        double sum = 0;
        for (int i = 0; i < PARTS; i++) {
            CHECK(out[v][i].slot != HONE_NONE && out[v][i].weight > 0);
            CHECK(i == 0 || out[v][i].weight <= out[v][i - 1].weight);
            sum += (double)out[v][i].weight;
        }
        CHECK_NEAR(sum, 1, 1e-6);
    }
    test_free(out);
}

/* Triangles that meet at duplicate vertices, as on seams, are one surface. */
static void seams_do_not_matter(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    for (int v = 0; v < VERTICES; v++) f.positions[v][0] -= 0.8f; /* so that a ring between two bones is at x = 0 */
    for (int s = 0; s < SEGMENTS; s++) f.segments[s].head[0] -= 0.8f, f.segments[s].tail[0] -= 0.8f;
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    enum { SOUP = 24 * (RINGS - 1) + 3 };
    float(*positions)[3] = test_calloc(SOUP, 12);
    uint32_t *indices = test_calloc(SOUP, sizeof *indices);
    hone_influence(*out)[4] = test_calloc(SOUP, sizeof *out);
    for (uint32_t i = 0; i < f.index_count; i++) {
        memcpy(positions[i], f.positions[f.indices[i]], 12);
        for (int k = 0; k < 3; k++) positions[i][k] *= positions[i][k] == 0.0f && i % 2 ? -1 : 1; /* -0 is 0 */
        indices[i] = i;
    }
    hone_weights_geodesic_desc desc = f.desc;
    desc.rule.positions = (hone_stream){positions, f.index_count, 12};
    desc.indices = indices;
    assert_true(hone_weights_geodesic(&desc, out[0], NULL));
    for (uint32_t i = 0; i < f.index_count; i++)
        for (int k = 0; k < 4; k++) CHECK_NEAR(out[i][k].weight, f.out[f.indices[i]][k].weight, 1e-5);
    test_free(positions);
    test_free(indices);
    test_free(out);
}

/* ---- a symmetric tube along x with a bone for each half -------------------------------------------------------- */

enum { MOST_RINGS = 65, CORNERS = 6 };

typedef struct tube {
    int rings; /* over x = -10..10, or from 0 if `half` */
    bool half;
    float positions[MOST_RINGS * CORNERS][3];
    uint32_t indices[6 * CORNERS * (MOST_RINGS - 1)], index_count;
    hone_segment segments[2]; /* for x > 0 and for x < 0 */
    hone_influence out[MOST_RINGS * CORNERS][4];
} tube;

static void make_tube(tube *t, int rings, bool half)
{
    *t = (tube){.rings = rings, .half = half, .segments = {{{0, 0, 0}, {10, 0, 0}}, {{0, 0, 0}, {-10, 0, 0}}}};
    for (int v = 0; v < rings * CORNERS; v++) {
        double angle = v % CORNERS * 6.283185307179586 / CORNERS, along = (double)(v / CORNERS) / (rings - 1);
        t->positions[v][0] = (float)(half ? 10 * along : 20 * along - 10);
        t->positions[v][1] = (float)cos(angle);
        t->positions[v][2] = (float)sin(angle);
    }
    for (int r = 0; r + 1 < rings; r++)
        for (int c = 0; c < CORNERS; c++) {
            uint32_t a = (uint32_t)(r * CORNERS + c), b = (uint32_t)(r * CORNERS + (c + 1) % CORNERS);
            const uint32_t left[6] = {a, b, a + CORNERS, a + CORNERS, b, b + CORNERS}; /* diagonals are mirrored too */
            const uint32_t right[6] = {a, b, b + CORNERS, a, b + CORNERS, a + CORNERS};
            memcpy(t->indices + t->index_count, 2 * r + 1 < rings - 1 ? left : right, sizeof left);
            t->index_count += 6;
        }
}

static void weigh_tube(tube *t, float exponent)
{
    const hone_weights_geodesic_desc desc = {.rule = {.positions = {t->positions, (size_t)(t->rings * CORNERS), 12},
                                                      .segments = t->segments,
                                                      .segment_count = 2,
                                                      .exponent = exponent},
                                             .indices = t->indices,
                                             .index_count = t->index_count};
    assert_true(hone_weights_geodesic(&desc, t->out[0], NULL));
}

static float share(const tube *t, int vertex, int32_t segment)
{
    for (int i = 0; i < 4; i++)
        if (t->out[vertex][i].slot == segment)
            return t->out[vertex][i].weight;
    return 0;
}

static void mirrored_input_has_mirrored_weights(void **state)
{
    (void)state;
    static const int rings[] = {8, 9, 17, 32, 33, 65};
    for (size_t n = 0; n < sizeof rings / sizeof *rings; n++) {
        tube t;
        make_tube(&t, rings[n], false);
        weigh_tube(&t, 0);
        for (int r = 0; r < t.rings; r++)
            for (int c = 0; c < CORNERS; c++)
                CHECK_NEAR(share(&t, r * CORNERS + c, 0), share(&t, (t.rings - 1 - r) * CORNERS + c, 1), 1e-4);
        for (int c = 0; c < CORNERS && t.rings % 2; c++) CHECK_NEAR(share(&t, t.rings / 2 * CORNERS + c, 0), 0.5, 1e-4);
    }
}

static void the_order_of_bones_decides_nothing(void **state)
{
    (void)state;
    for (int half = 0; half < 2; half++) {
        tube t, swapped;
        make_tube(&t, 17, half);
        make_tube(&swapped, 17, half);
        hone_segment first = swapped.segments[0];
        swapped.segments[0] = swapped.segments[1], swapped.segments[1] = first;
        weigh_tube(&t, 0);
        weigh_tube(&swapped, 0);
        for (int v = 0; v < t.rings * CORNERS; v++) CHECK_NEAR(share(&t, v, 0), share(&swapped, v, 1), 1e-5);
    }
}

static void a_mesh_that_ends_between_two_bones_shares_its_end(void **state)
{
    (void)state;
    tube t;
    make_tube(&t, 65, true);
    weigh_tube(&t, 0);
    for (int c = 0; c < CORNERS; c++) CHECK_NEAR(share(&t, c, 1), 0.5, 0.03); /* minus the smoothing with neighbours */
}

/* Beside a long straight bone the distance over the surface equals the distance through the air, so the formula is
 * known. */
static void the_default_exponent_is_sixteen(void **state)
{
    (void)state;
    enum { AT = 44 }; /* ring 44 of 65: x = 3.75 */
    tube t, said;
    make_tube(&t, 65, false);
    make_tube(&said, 65, false);
    weigh_tube(&t, 0);
    weigh_tube(&said, 16);
    for (int v = 0; v < t.rings * CORNERS; v++) CHECK_NEAR(share(&t, v, 0), share(&said, v, 0), 0);
    double x = t.positions[AT * CORNERS][0], h = sqrt(400 + 4 + 3) / 20;
    double ratio = pow((h + 1) / (h + sqrt(1 + x * x)), 16);
    CHECK_NEAR(share(&t, AT * CORNERS, 1), ratio / (1 + ratio), 2e-3);
}

static void they_do_not_depend_on_size(void **state)
{
    (void)state;
    static const float sizes[] = {1e-6f, 1e-3f, 1e4f};
    tube t;
    make_tube(&t, 17, false);
    weigh_tube(&t, 0);
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        tube other;
        make_tube(&other, 17, false);
        for (int v = 0; v < t.rings * CORNERS; v++)
            for (int i = 0; i < 3; i++) other.positions[v][i] *= sizes[n];
        for (int s = 0; s < 2; s++) other.segments[s].tail[0] *= sizes[n];
        weigh_tube(&other, 0);
        for (int v = 0; v < t.rings * CORNERS; v++) CHECK_NEAR(share(&t, v, 0), share(&other, v, 0), 1e-4);
    }
}

static const uint8_t segment_kinds[SEGMENTS] = {1, 1, 2};

/* The fixture with geodesic weights, where vertices of the first rings may have only the thigh and the torso, and the
 * others those of `beyond`. */
static void weigh_kinds(fixture *f, int rings, uint8_t beyond, uint8_t vertex_kinds[VERTICES])
{
    for (int v = 0; v < VERTICES; v++) vertex_kinds[v] = v < 4 * rings ? 1 : beyond;
    f->desc.rule.segment_kinds = segment_kinds, f->desc.rule.vertex_kinds = vertex_kinds;
    assert_true(hone_weights_geodesic(&f->desc, f->out[0], NULL));
}

/* A segment that is not allowed for a vertex has no weight there, except by smoothing with neighbours: two rings. */
static void kinds_say_which_segments_a_vertex_may_have(void **state)
{
    (void)state;
    enum { HALF = RINGS / 2 };
    fixture f;
    uint8_t vertex_kinds[VERTICES];
    make(&f);
    weigh_kinds(&f, HALF, 3, vertex_kinds);
    CHECK(most(&f, 0, 4 * (HALF - 2), ARM) == 0.0f);
    CHECK(most(&f, TUBE - 4, TUBE, ARM) > 0.9f);
    assert_true(hone_weights_euclidean(&f.desc.rule, f.out[0], NULL));
    CHECK(most(&f, 0, 4 * HALF, ARM) == 0.0f);
    CHECK(most(&f, TUBE - 4, TUBE, ARM) > 0.9f);
    hone_error error = {0};
    vertex_kinds[9] = 4;
    CHECK(!hone_weights_geodesic(&f.desc, f.out[0], &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 9);
}

static void labels_do_not_enter_vertices_that_may_not_have_them(void **state)
{
    (void)state;
    enum { HALF = RINGS / 2 };
    fixture f;
    uint8_t vertex_kinds[VERTICES];
    make(&f);
    f.segments[ARM] = (hone_segment){{0.1f, 1, 0}, {0.1f, 9, 0}}; /* inside of the thigh, which may not have it */
    weigh_kinds(&f, HALF, 3, vertex_kinds);
    CHECK(most(&f, 0, 4 * (HALF - 2), ARM) == 0.0f);
    make(&f);
    for (int ring = HALF; ring < HALF + 12; ring++) { /* at one of them a bone ends, too */
        weigh_kinds(&f, ring, 2, vertex_kinds);
        CHECK(most(&f, 0, 4 * (ring - 2), ARM) == 0.0f);
        CHECK(most(&f, 4 * (ring + 2), TUBE, TORSO) == 0.0f);
    }
}

static void meshes_of_nothing_are_fine(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    hone_error error = {0};
    f.desc.index_count = 0; /* no triangles: almost the Euclidean weights */
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], &error));
    CHECK(f.out[0][0].slot == THIGH);
    check_sums(&f);
    f.desc.rule.positions.count = 1;
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], &error));
    CHECK(f.out[0][0].slot == THIGH && f.out[0][0].weight > 0.9f);
    f.desc.rule.positions.count = 0;
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], &error));
    make(&f);
    for (int v = 0; v < VERTICES; v++) memset(f.positions[v], 0, 12); /* all at one point */
    for (int own_length = 0; own_length < 2; own_length++) {
        f.desc.rule.length = own_length ? 2 : 0;
        assert_true(hone_weights_geodesic(&f.desc, f.out[0], &error));
        check_sums(&f);
    }
    make(&f);
    f.indices[7] = VERTICES;
    CHECK(!hone_weights_geodesic(&f.desc, f.out[0], &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == 7);
    f.positions[3][1] = NAN;
    CHECK(!hone_weights_geodesic(&f.desc, f.out[0], &error) && error.at == 3);
}

/* From some size on, long paths overflow floats, and then distances. */
static void any_size_has_weights_of_sum_one(void **state)
{
    (void)state;
    fixture f;
    for (float size = 1e-30f; size<3e37f; size *= size> 1e16f && size < 1e20f ? 1.1f : 10) {
        make(&f);
        for (int v = 0; v < VERTICES; v++)
            for (int i = 0; i < 3; i++) f.positions[v][i] *= size;
        for (int s = 0; s < SEGMENTS; s++)
            for (int i = 0; i < 3; i++) f.segments[s].head[i] *= size, f.segments[s].tail[i] *= size;
        f.desc.rule.length = 0;
        assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
        check_sums(&f);
    }
}

static void one_vertex_or_the_segments_may_be_far_away(void **state)
{
    (void)state;
    fixture f;
    make(&f);
    f.positions[0][1] = -3e38f;
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    check_sums(&f);
    make(&f);
    for (int s = 0; s < SEGMENTS; s++) f.segments[s].head[0] = f.segments[s].tail[0] = 3e38f;
    assert_true(hone_weights_geodesic(&f.desc, f.out[0], NULL));
    check_sums(&f);
}

/* Two strips, of which one has so many vertices that its arrays are blocks of their own. */
static void large_meshes_write_into_their_own_memory(void **state)
{
    (void)state;
    enum { LONG = 4100, SIZES = 4, SHORT = 3, MOST = LONG + SIZES + SHORT };
    static const hone_segment segments[2] = {{{0, 0, 0}, {5, 0, 0}}, {{5, 0, 0}, {10, 0, 0}}};
    float(*positions)[3] = test_calloc(MOST, 12);
    uint32_t *indices = test_calloc(3 * MOST, sizeof *indices);
    hone_influence(*out)[2] = test_calloc(MOST, sizeof *out);
    for (uint32_t size = LONG; size < LONG + SIZES; size++) {
        uint32_t all = size + SHORT, count = 0;
        for (uint32_t v = 0; v < all; v++) {
            positions[v][0] = 10 * (float)v / MOST, positions[v][1] = (float)(v % 2) + (v < size ? 0 : 0.1f);
            for (uint32_t c = 0; c < 3 && v + 2 < all && (v + 2 < size || v >= size); c++) indices[count++] = v + c;
        }
        hone_error error = {0};
        test_allocator a;
        test_allocator_make(&a, UINT64_MAX);
        const hone_weights_geodesic_desc desc = {
            {{positions, all, 12}, segments, 2, .max_influences = 2}, indices, count, &a.allocator};
        assert_true(hone_weights_geodesic(&desc, out[0], &error));
        CHECK(a.live == 0);
    }
    test_free(positions);
    test_free(indices);
    test_free(out);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fixture f;
    hone_error error = {0};
    bool done = false;
    make(&f);
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        f.desc.allocator = &a.allocator;
        done = hone_weights_geodesic(&f.desc, f.out[0], &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(a.live == 0);
    }
}

TEST_GROUP(test_weights_geodesic)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_hangs_beside_a_limb_has_nothing_of_it),
        cmocka_unit_test(a_loose_piece_goes_with_what_it_lies_on),
        cmocka_unit_test(a_loose_piece_may_lie_on_a_long_one),
        cmocka_unit_test(they_are_of_sum_one_and_heaviest_first),
        cmocka_unit_test(a_vertex_may_have_all_segments),
        cmocka_unit_test(seams_do_not_matter),
        cmocka_unit_test(mirrored_input_has_mirrored_weights),
        cmocka_unit_test(the_order_of_bones_decides_nothing),
        cmocka_unit_test(a_mesh_that_ends_between_two_bones_shares_its_end),
        cmocka_unit_test(the_default_exponent_is_sixteen),
        cmocka_unit_test(they_do_not_depend_on_size),
        cmocka_unit_test(kinds_say_which_segments_a_vertex_may_have),
        cmocka_unit_test(labels_do_not_enter_vertices_that_may_not_have_them),
        cmocka_unit_test(meshes_of_nothing_are_fine),
        cmocka_unit_test(any_size_has_weights_of_sum_one),
        cmocka_unit_test(one_vertex_or_the_segments_may_be_far_away),
        cmocka_unit_test(large_meshes_write_into_their_own_memory),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
