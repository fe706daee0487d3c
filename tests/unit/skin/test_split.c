/* The data of a skin for vertex shaders, and meshes split for palettes of limited size. No GL. */
#include "support/support.h"
#include <hone/skin.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 200, VERTICES = 900, TRIANGLES = 1500, RANGES = 4, MOST = 4 };

typedef struct fixture {
    float positions[VERTICES][3];
    uint8_t deforms[VERTICES];
    uint32_t begin[VERTICES + 1], indices[3 * TRIANGLES];
    hone_influence influences[VERTICES * (MOST + 1)];
    hone_sdef sdefs[VERTICES];
    hone_index_range ranges[RANGES];
    hone_skin_desc desc;
    hone_skin *skin;
    test_random random;
} fixture;

/* Bones that are neighbours in a chain, as along a body; some weights are zero, some slots occur twice, some
 * vertices have none. */
static void add_influences(fixture *f, uint32_t v)
{
    uint32_t count = f->deforms[v] == HONE_DEFORM_SDEF ? 2 : test_random_u32(&f->random) % (MOST + 1);
    uint32_t first = v * (SLOTS - 8) / VERTICES;
    hone_influence *in = f->influences + f->begin[v];
    for (uint32_t i = 0; i < count; i++)
        in[i] = (hone_influence){(int32_t)(first + test_random_u32(&f->random) % 8), 1.0f / (float)count};
    if (count > 2 && v % 5 == 0)
        in[1].weight = 0;
    if (f->deforms[v] == HONE_DEFORM_SDEF)
        in[1].slot = in[0].slot + (in[0].slot > 0 ? -1 : 1), in[0].weight = 0.25f, in[1].weight = 0.75f;
    f->begin[v + 1] = f->begin[v] + count;
}

static fixture *make(uint64_t seed)
{
    fixture *f = calloc(1, sizeof *f);
    CHECK(f);
    f->random.state = seed;
    for (uint32_t v = 0; v < VERTICES; v++) {
        f->deforms[v] = v % 7 == 3 ? HONE_DEFORM_SDEF : v % 11 == 5 ? HONE_DEFORM_QDEF : HONE_DEFORM_LINEAR;
        for (int c = 0; c < 3; c++) f->positions[v][c] = test_random_float(&f->random, -5, 5);
        add_influences(f, v);
        hone_sdef *sdef = &f->sdefs[f->desc.sdef_count];
        if (f->deforms[v] != HONE_DEFORM_SDEF)
            continue;
        f->desc.sdef_count++;
        sdef->vertex = v;
        for (int c = 0; c < 3; c++) {
            sdef->c[c] = test_random_float(&f->random, -5, 5);
            sdef->r0[c] = test_random_float(&f->random, -5, 5);
            sdef->r1[c] = test_random_float(&f->random, -5, 5);
        }
    }
    for (uint32_t t = 0; t < TRIANGLES; t++) /* everywhere on the body, twice */
        for (uint32_t c = 0; c < 3; c++)
            f->indices[3 * t + c] = (t * 2 * VERTICES / TRIANGLES + test_random_u32(&f->random) % 6) % VERTICES;
    const hone_index_range ranges[RANGES] = {{0, 900}, {900, 0}, {900, 1501}, {2403, 3 * TRIANGLES - 2403}};
    memcpy(f->ranges, ranges, sizeof ranges);
    f->desc.vertex_count = VERTICES;
    f->desc.slot_count = SLOTS;
    f->desc.positions = (hone_stream){f->positions, VERTICES, sizeof *f->positions};
    f->desc.deforms = f->deforms;
    f->desc.influence_begin = f->begin;
    f->desc.influences = f->influences;
    f->desc.sdefs = f->sdefs;
    f->skin = hone_skin_compile(&f->desc, NULL);
    CHECK(f->skin);
    return f;
}

static void release(fixture *f)
{
    hone_skin_release(f->skin);
    free(f);
}

static hone_split_desc desc_of(const fixture *f, uint32_t max_slots)
{
    return (hone_split_desc){
        .skin = f->skin, .indices = f->indices, .ranges = f->ranges, .range_count = RANGES, .max_slots = max_slots};
}

/* ---- data of a vertex ------------------------------------------------------------------------------------------ */

static void attributes_are_the_files_less_what_does_not_count(void **state)
{
    (void)state;
    fixture *f = make(1);
    for (int packed = 0; packed < 2; packed++) {
        f->desc.packed = packed;
        hone_skin *skin = hone_skin_compile(&f->desc, NULL);
        for (uint32_t v = 0; v < VERTICES; v++) {
            float want[SLOTS] = {0}, got[SLOTS] = {0};
            hone_skin_vertex vertex = hone_skin_vertex_at(skin, v);
            for (uint32_t i = f->begin[v]; i < f->begin[v + 1]; i++)
                want[f->influences[i].slot] += f->influences[i].weight;
            for (uint32_t i = 0; i < vertex.influences; i++) {
                CHECK(vertex.weights[i] != 0 && (i == 0 || vertex.slots[i] > vertex.slots[i - 1]));
                got[vertex.slots[i]] += vertex.weights[i];
            }
            for (uint32_t i = vertex.influences; i < MOST; i++) CHECK(vertex.weights[i] == 0 && vertex.slots[i] == 0);
            for (uint32_t s = 0; s < SLOTS; s++) CHECK_NEAR(got[s], want[s], packed ? 3e-5 : 1e-6);
            uint32_t kind = f->begin[v] == f->begin[v + 1]      ? HONE_SKIN_KIND_STILL
                            : f->deforms[v] == HONE_DEFORM_SDEF ? HONE_SKIN_KIND_SDEF
                            : f->deforms[v] == HONE_DEFORM_QDEF ? HONE_SKIN_KIND_DUAL_QUATERNION
                                                                : HONE_SKIN_KIND_LINEAR;
            assert_int_equal(vertex.kind, kind);
        }
        hone_skin_release(skin);
    }
    assert_int_equal(hone_skin_max_influences(f->skin), MOST);
    release(f);
}

static void sdef_attributes_make_sdef(void **state)
{
    (void)state;
    fixture *f = make(2);
    uint32_t met = 0;
    for (uint32_t i = 0; i < f->desc.sdef_count; i++, met++) { /* at rest w0 c0 + w1 c1 = c, so nothing moves */
        hone_skin_vertex v = hone_skin_vertex_at(f->skin, f->sdefs[i].vertex);
        for (int c = 0; c < 3; c++) {
            CHECK_NEAR(v.c[c], f->sdefs[i].c[c], 0);
            CHECK_NEAR(v.weights[0] * v.c0[c] + v.weights[1] * v.c1[c], v.c[c], 1e-5);
        }
        bool swapped = (int32_t)v.slots[0] != f->influences[f->begin[f->sdefs[i].vertex]].slot;
        float along = swapped ? v.c0[0] - v.c1[0] : v.c1[0] - v.c0[0];
        CHECK_NEAR(along, (f->sdefs[i].r1[0] - f->sdefs[i].r0[0]) / 2, 1e-5);
    }
    CHECK(met > 100);
    release(f);
}

/* ---- the split ------------------------------------------------------------------------------------------------- */

static uint32_t range_of(const fixture *f, uint32_t index)
{
    uint32_t r = 0;
    while (index < f->ranges[r].first || index >= f->ranges[r].first + f->ranges[r].count / 3 * 3) r++;
    return r;
}

/* Every triangle of every range is drawn once, with vertices that refer to the same ones of the file. */
static void check_triangles(const fixture *f, const hone_split *split)
{
    uint32_t drawn = 0, *met = calloc(TRIANGLES, sizeof *met);
    CHECK(met);
    for (uint32_t r = 0; r < RANGES; r++)
        for (uint32_t d = split->draw_begin[r]; d < split->draw_begin[r + 1]; d++) {
            const hone_split_draw *draw = &split->draws[d];
            assert_int_equal(draw->range, r);
            CHECK(draw->count > 0 && draw->palette < split->palette_count);
            uint32_t next = f->ranges[r].first; /* triangles of a draw keep their order */
            for (uint32_t i = draw->first; i < draw->first + draw->count; i += 3, drawn++) {
                uint32_t corners[3];
                for (uint32_t c = 0; c < 3; c++) {
                    uint32_t vertex = split->indices[i + c];
                    CHECK(vertex >= split->vertex_begin[draw->palette] &&
                          vertex < split->vertex_begin[draw->palette + 1]);
                    corners[c] = split->vertices[vertex];
                }
                while (memcmp(corners, f->indices + next, sizeof corners) != 0) CHECK((next += 3) < 3 * TRIANGLES);
                assert_int_equal(range_of(f, next), r);
                met[next / 3]++;
                next += 3;
            }
        }
    uint32_t whole = 0;
    for (uint32_t r = 0; r < RANGES; r++) whole += f->ranges[r].count / 3;
    assert_int_equal(drawn, whole);
    assert_int_equal(split->index_count, 3 * whole);
    free(met);
}

static void check_palettes(const fixture *f, const hone_split *split, uint32_t max_slots)
{
    for (uint32_t p = 0; p < split->palette_count; p++) {
        const uint32_t *slots = split->slots + split->slot_begin[p];
        uint32_t count = split->slot_begin[p + 1] - split->slot_begin[p];
        bool used[SLOTS] = {false};
        CHECK(max_slots == 0 || count <= max_slots);
        for (uint32_t v = split->vertex_begin[p]; v < split->vertex_begin[p + 1]; v++) {
            hone_skin_vertex vertex = hone_skin_vertex_at(f->skin, split->vertices[v]);
            for (uint32_t i = 0; i < MOST; i++) {
                uint32_t local = split->vertex_slots[v][i];
                if (i < vertex.influences) {
                    CHECK(local < count && slots[local] == vertex.slots[i]);
                    used[slots[local]] = true;
                } else {
                    assert_int_equal(local, 0);
                }
            }
        }
        uint32_t distinct = 0;
        for (uint32_t s = 0; s < SLOTS; s++) distinct += used[s];
        assert_int_equal(distinct, count); /* none twice, none unused */
    }
}

static void every_limit_keeps_every_triangle(void **state)
{
    (void)state;
    const uint32_t limits[] = {12, 13, 20, 58, 78, 117, SLOTS, 0};
    fixture *f = make(3);
    uint32_t before = UINT32_MAX;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        hone_error error = {0};
        hone_split_desc desc = desc_of(f, limits[i]);
        hone_split *split = hone_split_create(&desc, &error);
        if (!split)
            fail_msg("%s", error.message);
        check_triangles(f, split);
        check_palettes(f, split, limits[i]);
        CHECK(split->palette_count <= before); /* more room never needs more palettes */
        before = split->palette_count;
        if (limits[i] == 117) /* 200 bones along a body: two palettes must be enough */
            assert_int_equal(split->palette_count, 2);
        if (limits[i] == 0 || limits[i] == SLOTS)
            assert_int_equal(split->palette_count, 1);
        hone_split_destroy(split);
    }
    release(f);
}

static void one_palette_has_each_vertex_once(void **state)
{
    (void)state;
    fixture *f = make(4);
    hone_split_desc desc = desc_of(f, 0);
    hone_split *split = hone_split_create(&desc, NULL);
    bool met[VERTICES] = {false};
    for (uint32_t i = 0; i < split->vertex_begin[1]; i++) {
        CHECK(!met[split->vertices[i]]);
        met[split->vertices[i]] = true;
    }
    hone_split_destroy(split);
    release(f);
}

static void what_cannot_be_split_is_an_error(void **state)
{
    (void)state;
    fixture *f = make(5);
    hone_error error = {0};
    hone_split_desc desc = desc_of(f, 3);
    CHECK(!hone_split_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "room for 3"));
    CHECK(!hone_split_create(NULL, &error) && !hone_split_create(&(hone_split_desc){0}, &error));
    desc.max_slots = 0;
    f->indices[30] = VERTICES;
    CHECK(!hone_split_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 30);
    f->indices[30] = 0;
    uint32_t v = 0;
    while (f->begin[v + 1] - f->begin[v] != MOST || f->influences[f->begin[v] + 1].weight == 0) v++;
    for (uint32_t i = v + 1; i <= VERTICES; i++) f->begin[i]++; /* one more, taken from the next vertex */
    for (uint32_t i = 0; i < 5; i++) f->influences[f->begin[v] + i] = (hone_influence){(int32_t)i, 0.2f};
    f->desc.deforms = NULL, f->desc.sdef_count = 0;
    hone_skin *skin = hone_skin_compile(&f->desc, NULL);
    desc.skin = skin;
    CHECK(hone_skin_max_influences(skin) == 5);
    CHECK(!hone_split_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == v);
    hone_skin_release(skin);
    for (uint32_t i = 1; i <= VERTICES; i++) f->begin[i] = f->begin[i] > 5 ? f->begin[i] : 5; /* the first one */
    for (uint32_t i = 0; i < 5; i++) f->influences[i] = (hone_influence){(int32_t)i, 0.2f};
    desc.skin = skin = hone_skin_compile(&f->desc, NULL);
    CHECK(!hone_split_create(&desc, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 0);
    hone_skin_release(skin);
    release(f);
}

static void nothing_splits_into_nothing(void **state)
{
    (void)state;
    fixture *f = make(6);
    hone_split_desc desc = {.skin = f->skin};
    hone_split *split = hone_split_create(&desc, NULL);
    CHECK(split && split->palette_count == 0 && split->index_count == 0 && split->vertex_begin[0] == 0);
    hone_split_destroy(split);
    hone_split_destroy(NULL);
    release(f);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fixture *f = make(7);
    hone_split *split = NULL;
    for (uint64_t n = 0; !split; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        hone_split_desc desc = desc_of(f, 20);
        desc.allocator = &memory.allocator;
        split = hone_split_create(&desc, &error);
        CHECK(split || error.code == HONE_ERROR_MEMORY);
        hone_split_destroy(split);
        assert_int_equal(memory.live, 0);
    }
    release(f);
}

TEST_GROUP(test_split)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_are_the_files_less_what_does_not_count),
        cmocka_unit_test(sdef_attributes_make_sdef),
        cmocka_unit_test(every_limit_keeps_every_triangle),
        cmocka_unit_test(one_palette_has_each_vertex_once),
        cmocka_unit_test(what_cannot_be_split_is_an_error),
        cmocka_unit_test(nothing_splits_into_nothing),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
