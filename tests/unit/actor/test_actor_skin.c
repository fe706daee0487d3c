/* The skin that all actors of a model share, and the vertices that morphs move for one actor alone. */
#define _POSIX_C_SOURCE 200809L /* pthread_barrier_t */
#include "support/support.h"
#include <hone/actor.h>
#include <pthread.h>
#include <string.h>

enum { VERTICES = 900, BONES = 4, MORPHS = 2, THREADS = 8 };

/* The two morphs move vertices of different bones; the second one moves normals as well. */
enum { FACE_FIRST = 700, FACE_LAST = 719, HAND = 3 };

static void make_mesh(hone_builder *b, hone_mesh *mesh)
{
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, VERTICES, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, VERTICES, 1);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, VERTICES, sizeof *influences);
    for (uint32_t v = 0; influences && v < VERTICES; v++) {
        positions[v][0] = (float)(v % 7), positions[v][1] = (float)v * 0.1f, positions[v][2] = (float)(v % 5);
        normals[v][v % 3] = 1;
        deforms[v] = HONE_DEFORM_BDEF1;
        begin[v + 1] = v + 1;
        influences[v] = (hone_influence){(int32_t)(v * BONES / VERTICES), 1};
    }
    *mesh = (hone_mesh){.vertex_count = VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = VERTICES,
                        .influences = influences};
}

static void make_morphs(hone_builder *b, hone_model_data *data)
{
    enum { FACE = FACE_LAST - FACE_FIRST + 1 };
    hone_morph *morphs = hone_builder_array(b, MORPHS, sizeof *morphs);
    hone_morph_vertex *face = hone_builder_array(b, FACE, sizeof *face);
    hone_morph_vertex *hand = hone_builder_array(b, 2, sizeof *hand);
    for (uint32_t i = 0; i < FACE; i++) face[i] = (hone_morph_vertex){FACE_FIRST + i, {0, 0, (float)i}};
    hand[0] = (hone_morph_vertex){HAND, {1, 2, 3}};
    hand[1] = (hone_morph_vertex){HAND, {2, 2, 2}};
    morphs[0] = (hone_morph){.name = "face", .kind = HONE_MORPH_VERTEX, .count = FACE, .u.vertices = face};
    morphs[1] = (hone_morph){.name = "hand",
                             .kind = HONE_MORPH_VERTEX,
                             .count = 1,
                             .u.vertices = hand,
                             .normal_count = 1,
                             .normals = hand + 1};
    data->morphs = morphs, data->morph_count = MORPHS;
}

static hone_model *make_model(const hone_allocator *allocator)
{
    hone_builder *b = hone_builder_create(allocator, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    for (int i = 0; i < BONES; i++)
        bones[i] = (hone_bone){.name = "b",
                               .parent = i - 1,
                               .position = {0, (float)(20 * i), 0},
                               .flags = HONE_BONE_ROTATABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    hone_model_data data = {
        .space = HONE_SPACE_MMD, .name = "strip", .skeleton = {.bone_count = BONES, .bones = bones}};
    make_mesh(b, &data.mesh);
    make_morphs(b, &data);
    return test_model_create(b, &data);
}

/* The input that poses an actor. */
typedef struct stance {
    float weights[MORPHS];
} stance;

static void pose_by_stance(void *user, double frame, hone_pose *pose)
{
    const stance *s = user;
    (void)frame;
    for (int b = 0; b < BONES; b++) {
        float turn[4] = {0, 0, 0.1f * (float)b, 1};
        hone_quat_normalise(turn, pose->bones[b].rotation);
    }
    memcpy(pose->morphs, s->weights, sizeof s->weights);
}

static hone_actor *make_actor(const hone_model *model, stance *s, const hone_allocator *allocator)
{
    const hone_actor_desc desc = {.model = model, .edit = pose_by_stance, .edit_user = s, .allocator = allocator};
    hone_actor *actor = hone_actor_create(&desc, NULL);
    CHECK(actor);
    return actor;
}

typedef struct vertices {
    float positions[VERTICES][3], normals[VERTICES][3];
} vertices;

static bool skin(hone_actor *actor, vertices *out, hone_error *error)
{
    memset(out, 0, sizeof *out);
    const hone_skin_out to = {.positions = {out->positions, VERTICES, sizeof *out->positions},
                              .normals = {out->normals, VERTICES, sizeof *out->normals}};
    return hone_actor_skin(actor, &to, error);
}

/* Skins with a skin of its own and a copy of all rest positions, which get all morphed vertices. */
static void skin_alone(hone_actor *actor, vertices *out)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    const hone_morph_result *morphs = hone_actor_morph_result(actor);
    hone_skin *own = hone_skin_compile_mesh(mesh, NULL, NULL);
    hone_skin_rest *rest = hone_skin_rest_create(own, true, NULL, NULL);
    CHECK(own && rest);
    hone_skin_rest_set(rest, (hone_stream){0},
                       (hone_stream){(void *)morphs->positions, VERTICES, sizeof *morphs->positions},
                       (hone_stream){(void *)morphs->normals, VERTICES, sizeof *morphs->normals});
    const hone_skin_job job = {.palette = hone_actor_palette(actor),
                               .rest = rest,
                               .positions = {out->positions, VERTICES, sizeof *out->positions},
                               .normals = {out->normals, VERTICES, sizeof *out->normals}};
    CHECK(hone_skin_run_on(NULL, own, &job, NULL));
    hone_skin_rest_destroy(rest);
    hone_skin_release(own);
}

static void check_skinned(hone_actor *actor)
{
    vertices got, want;
    CHECK(hone_actor_update_frame(actor, 0, NULL) && skin(actor, &got, NULL));
    skin_alone(actor, &want);
    assert_memory_equal(&got, &want, sizeof got);
}

static void actors_of_a_model_share_the_skin_that_the_first_one_needs(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_model *model = make_model(&memory.allocator);
    stance s = {0};
    vertices out;
    uint64_t before = memory.calls;
    hone_actor *first = make_actor(model, &s, NULL), *second = make_actor(model, &s, NULL);
    CHECK(memory.calls == before); /* not compiled yet */
    CHECK(skin(first, &out, NULL) && memory.calls > before);
    before = memory.calls;
    CHECK(skin(second, &out, NULL) && memory.calls == before);
    const hone_skin *shared = hone_skin_retain(hone_model_compiled_skin(model, NULL));
    CHECK(shared && hone_actor_compiled_skin(first, NULL) == shared);
    CHECK(hone_actor_compiled_skin(second, NULL) == shared);
    hone_model_release(model);
    hone_actor_destroy(first);
    CHECK(skin(second, &out, NULL)); /* an actor keeps its model */
    hone_actor_destroy(second);
    CHECK(hone_skin_vertex_count(shared) == VERTICES && memory.live > 0); /* retained: it outlives the model */
    hone_skin_release(shared);
    assert_int_equal(memory.live, 0);
}

static void a_skin_that_could_not_be_compiled_is_compiled_by_a_later_call(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_model *model = make_model(&memory.allocator);
    stance s = {.weights = {1, 1}};
    hone_actor *actor = make_actor(model, &s, NULL);
    vertices out;
    uint64_t failures = 0;
    for (bool done = false; !done; failures += !done) {
        hone_error error = {0};
        memory.fail_at = memory.calls + failures;
        done = skin(actor, &out, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(done || !hone_actor_compiled_skin(actor, NULL));
    }
    CHECK(failures > 3);
    check_skinned(actor);
    hone_actor_destroy(actor);
    hone_model_release(model);
    assert_int_equal(memory.live, 0);
    hone_error error = {0};
    CHECK(!hone_model_compiled_skin(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
}

typedef struct racer {
    hone_actor *actor;
    pthread_barrier_t *start;
    vertices out;
    const hone_skin *skin;
} racer;

static void *race(void *user)
{
    racer *r = user;
    pthread_barrier_wait(r->start);
    r->skin = skin(r->actor, &r->out, NULL) ? hone_actor_compiled_skin(r->actor, NULL) : NULL;
    return NULL;
}

/* The model's allocator counts without a lock: ThreadSanitizer would report two threads that compile. */
static void threads_that_skin_at_once_compile_once(void **state)
{
    (void)state;
    static racer racers[THREADS];
    for (int round = 0; round < 10; round++) {
        test_allocator memory;
        test_allocator_make(&memory, UINT64_MAX);
        hone_model *model = make_model(&memory.allocator);
        stance s = {.weights = {0.5f, 0}};
        pthread_barrier_t start;
        pthread_t threads[THREADS];
        pthread_barrier_init(&start, NULL, THREADS);
        for (int t = 0; t < THREADS; t++) racers[t] = (racer){.actor = make_actor(model, &s, NULL), .start = &start};
        for (int t = 0; t < THREADS; t++) CHECK(pthread_create(&threads[t], NULL, race, &racers[t]) == 0);
        for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
        uint64_t calls = memory.calls;
        hone_skin_release(hone_skin_compile_mesh(hone_model_mesh(model), &memory.allocator, NULL));
        uint64_t once = memory.calls - calls, with_model = calls;
        test_allocator alone;
        test_allocator_make(&alone, UINT64_MAX);
        hone_model_release(make_model(&alone.allocator));
        CHECK(with_model == alone.calls + once);
        for (int t = 0; t < THREADS; t++) {
            CHECK(racers[t].skin && racers[t].skin == racers[0].skin);
            assert_memory_equal(&racers[t].out, &racers[0].out, sizeof racers[t].out);
            hone_actor_destroy(racers[t].actor);
        }
        pthread_barrier_destroy(&start);
        hone_model_release(model);
        assert_int_equal(memory.live, 0);
    }
}

static void an_actor_has_a_small_copy_of_its_own_once_a_morph_acts(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_model *model = make_model(NULL);
    stance s = {0};
    hone_actor *actor = make_actor(model, &s, &memory.allocator);
    check_skinned(actor);
    uint64_t at_rest = memory.live_size, calls;
    const float steps[][MORPHS] = {{0.5f, 0}, {0.5f, 1}, {0, 1}, {0, 0}, {0, 0.25f}, {1, 0}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        memcpy(s.weights, steps[i], sizeof s.weights);
        calls = memory.calls;
        check_skinned(actor);
        if (i == 0) /* about a tenth of the blocks, positions and normals */
            CHECK(memory.live_size > at_rest && memory.live_size - at_rest < VERTICES * 24 / 4);
        else
            CHECK(memory.calls == calls);
    }
    hone_actor_destroy(actor);
    hone_model_release(model);
    assert_int_equal(memory.live, 0);
}

static void morphed_vertices_survive_every_failed_allocation(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_model *model = make_model(NULL);
    stance s = {.weights = {1, 1}};
    hone_actor *actor = make_actor(model, &s, &memory.allocator);
    vertices out;
    CHECK(hone_actor_compiled_skin(actor, NULL) && hone_actor_update_frame(actor, 0, NULL));
    uint64_t failures = 0, live = memory.live;
    for (bool done = false; !done; failures += !done) {
        hone_error error = {0};
        memory.fail_at = memory.calls + failures;
        done = skin(actor, &out, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && memory.live == live));
    }
    CHECK(failures > 3);
    check_skinned(actor);
    hone_actor_destroy(actor);
    hone_model_release(model);
    assert_int_equal(memory.live, 0);
}

TEST_GROUP(test_actor_skin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actors_of_a_model_share_the_skin_that_the_first_one_needs),
        cmocka_unit_test(a_skin_that_could_not_be_compiled_is_compiled_by_a_later_call),
        cmocka_unit_test(threads_that_skin_at_once_compile_once),
        cmocka_unit_test(an_actor_has_a_small_copy_of_its_own_once_a_morph_acts),
        cmocka_unit_test(morphed_vertices_survive_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
