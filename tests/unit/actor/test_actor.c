#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <string.h>

/* ---- a character of two bones -------------------------------------------------------------------------------- */

enum { LAST = 60, VERTICES = 3 };

/* Bone "a" at the origin, its child "b" at (0, 1, 0), a vertex on each and one between, and a morph "m" that lifts
 * vertex 0. */
static hone_model *make_pair(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, 2, sizeof *bones);
    for (int i = 0; i < 2; i++)
        bones[i] = (hone_bone){.name = i ? "b" : "a",
                               .parent = i - 1,
                               .position = {0, (float)i, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    static const float rest[VERTICES][3] = {{0, 0, 0}, {0, 2, 0}, {1, 1, 0}};
    static const float tangents[VERTICES][4] = {{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 0, 1, 1}};
    static const hone_influence influences[4] = {{0, 1}, {1, 1}, {0, 0.5f}, {1, 0.5f}};
    static const uint32_t begin[VERTICES + 1] = {0, 1, 2, 4};
    static const uint8_t deforms[VERTICES] = {HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF2};
    hone_morph *morph = hone_builder_array(b, 1, sizeof *morph);
    hone_morph_vertex *lifted = hone_builder_array(b, 1, sizeof *lifted);
    *lifted = (hone_morph_vertex){0, {0, 0, 8}};
    *morph = (hone_morph){.name = "m", .kind = HONE_MORPH_VERTEX, .count = 1, .u.vertices = lifted};
    hone_model_data data = {
        .space = HONE_SPACE_MMD,
        .skeleton = {.bone_count = 2, .bones = bones},
        .mesh = {.vertex_count = VERTICES,
                 .positions = memcpy(hone_builder_array(b, VERTICES, 12), rest, sizeof rest),
                 .normals = memcpy(hone_builder_array(b, VERTICES, 12), rest, sizeof rest),
                 .tangents = memcpy(hone_builder_array(b, VERTICES, 16), tangents, sizeof tangents),
                 .uvs = hone_builder_array(b, VERTICES, 8),
                 .edge_scales = hone_builder_array(b, VERTICES, 4),
                 .deforms = memcpy(hone_builder_array(b, VERTICES, 1), deforms, sizeof deforms),
                 .influence_begin = memcpy(hone_builder_array(b, VERTICES + 1, 4), begin, sizeof begin),
                 .influence_count = 4,
                 .influences = memcpy(hone_builder_array(b, 4, sizeof *influences), influences, sizeof influences)},
        .morph_count = 1,
        .morphs = morph,
    };
    return test_model_create(b, &data);
}

/* Moves bone `name` along x from 0 at frame 0 to `x` at frame LAST, eased if `curve` says so, hides the model from
 * frame 30 on, and brings the morph from 0 to 1. */
static hone_motion *make_slide(const char *name, float x, hone_curve curve)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_key *keys = hone_builder_array(b, 2, sizeof *keys);
    for (int k = 0; k < 2; k++) {
        keys[k] = (hone_bone_key){.frame = k ? LAST : 0, .translation = {k ? x : 0, 0, 0}, .rotation = {0, 0, 0, 1}};
        for (int c = 0; c < 4; c++) keys[k].curves[c] = curve;
    }
    hone_morph_key *weights = hone_builder_array(b, 2, sizeof *weights);
    weights[1] = (hone_morph_key){LAST, 1};
    hone_property_key *properties = hone_builder_array(b, 2, sizeof *properties);
    properties[0] = (hone_property_key){.visible = true};
    properties[1] = (hone_property_key){.frame = 30, .visible = false};
    hone_bone_track *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_morph_track *morph = hone_builder_array(b, 1, sizeof *morph);
    *bone = (hone_bone_track){{.text = hone_builder_text(b, name, strlen(name))}, 2, keys};
    *morph = (hone_morph_track){{.text = hone_builder_text(b, "m", 1)}, 2, weights};
    hone_motion_data data = {.space = HONE_SPACE_MMD,
                             .bone_track_count = 1,
                             .bone_tracks = bone,
                             .morph_track_count = 1,
                             .morph_tracks = morph,
                             .property_key_count = 2,
                             .property_keys = properties,
                             .last_frame = LAST};
    hone_error error = {0};
    hone_motion *motion = hone_motion_create(b, &data, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

static hone_motion *make_straight(const char *name, float x)
{
    return make_slide(name, x, (hone_curve)HONE_CURVE_LINEAR);
}

/* An actor of the pair that plays the motions. Only the actor holds them afterwards. */
static hone_actor *play(hone_motion *first, hone_motion *second, bool loop)
{
    hone_model *model = make_pair();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_model_release(model);
    CHECK(hone_actor_play(actor, first, &(hone_play_desc){.loop = loop}, NULL).id);
    CHECK(!second || hone_actor_play(actor, second, &(hone_play_desc){.loop = loop}, NULL).id);
    hone_motion_release(first);
    hone_motion_release(second);
    return actor;
}

static float x_of(const hone_actor *actor, int bone)
{
    return hone_actor_bones(actor)[bone].m[0][3];
}

/* ---- motions ------------------------------------------------------------------------------------------------- */

static void an_actor_stands_at_rest_until_it_plays(void **state)
{
    (void)state;
    hone_model *model = make_pair();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    float p[VERTICES][3];
    CHECK(hone_actor_model(actor) == model && hone_actor_play_count(actor) == 0 && hone_actor_visible(actor));
    for (int n = 0; n < 2; n++) {
        CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {p, VERTICES, sizeof *p}}, NULL));
        CHECK(memcmp(p, hone_model_mesh(model)->positions, sizeof p) == 0);
        CHECK(hone_actor_update(actor, 3, NULL));
    }
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void the_motion_added_last_wins_per_track(void **state)
{
    (void)state;
    hone_actor *actor = play(make_straight("a", 6), make_straight("b", 60), false);
    CHECK(hone_actor_play_count(actor) == 2);
    CHECK(hone_actor_update_frame(actor, LAST / 2, NULL));
    CHECK_NEAR(x_of(actor, 0), 3, 1e-6);
    CHECK_NEAR(x_of(actor, 1), 33, 1e-5); /* its own movement and its parent's */
    hone_actor_destroy(actor);
    actor = play(make_straight("a", 6), make_straight("a", 60), false);
    CHECK(hone_actor_update_frame(actor, LAST / 2, NULL));
    CHECK_NEAR(x_of(actor, 0), 30, 1e-5);
    hone_actor_destroy(actor);
}

static void a_loop_starts_again_at_its_last_key(void **state)
{
    (void)state;
    hone_actor *once = play(make_straight("a", 6), NULL, false), *loop = play(make_straight("a", 6), NULL, true);
    const double frames[] = {0, 10, 59.5, 70, 119, 12345.25};
    for (int i = 0; i < 6; i++) {
        CHECK(hone_actor_update_frame(once, fmod(frames[i], LAST), NULL));
        CHECK(hone_actor_update_frame(loop, frames[i], NULL));
        CHECK(x_of(once, 0) == x_of(loop, 0));
    }
    CHECK(hone_actor_update_frame(once, 1e6, NULL));
    CHECK(x_of(once, 0) == 6);
    CHECK(hone_actor_update_frame(loop, -5, NULL)); /* before the first key the first value holds */
    CHECK(x_of(loop, 0) == 0);
    hone_actor_destroy(once);
    hone_actor_destroy(loop);
}

static void seconds_are_frames_to_the_bit(void **state)
{
    (void)state;
    hone_actor *actor = play(make_slide("a", 6, (hone_curve){90, 3, 100, 120}), NULL, false);
    for (int frame = 0; frame <= LAST; frame++) {
        CHECK(hone_actor_update_frame(actor, frame, NULL));
        float by_frame = x_of(actor, 0);
        CHECK(hone_actor_update(actor, frame / 30.0, NULL));
        CHECK(x_of(actor, 0) == by_frame);
    }
    hone_actor_destroy(actor);
}

static void the_curve_mode_reaches_the_sampler(void **state)
{
    (void)state;
    hone_model *model = make_pair();
    hone_motion *slide = make_slide("a", 1, (hone_curve){0, 127, 127, 127});
    const hone_curve_mode modes[] = {HONE_CURVE_EXACT, HONE_CURVE_MMD};
    for (int m = 0; m < 2; m++) {
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .rules = {.curve = modes[m]}}, NULL);
        CHECK(hone_actor_play(actor, slide, NULL, NULL).id);
        CHECK(hone_actor_update_frame(actor, 10, NULL));
        double want = hone_curve_evaluate((hone_curve){0, 127, 127, 127}, 1.0 / 6, modes[m]);
        CHECK_NEAR(x_of(actor, 0), want, 1e-7);
        hone_actor_destroy(actor);
    }
    hone_motion_release(slide);
    hone_model_release(model);
}

static void a_property_key_hides_the_model(void **state)
{
    (void)state;
    hone_actor *actor = play(make_straight("a", 6), NULL, false);
    CHECK(hone_actor_update_frame(actor, 29.5, NULL));
    CHECK(hone_actor_visible(actor));
    CHECK(hone_actor_update_frame(actor, 30, NULL));
    CHECK(!hone_actor_visible(actor));
    CHECK(hone_actor_update_frame(actor, 0, NULL));
    CHECK(hone_actor_visible(actor));
    hone_actor_destroy(actor);
}

static void morphs_move_vertices_and_times_may_go_back(void **state)
{
    (void)state;
    hone_actor *actor = play(make_straight("a", 6), NULL, false);
    float p[VERTICES][3];
    hone_skin_out out = {.positions = {p, VERTICES, sizeof *p}};
    const float frames[] = {30, 60, 15, 0};
    for (int i = 0; i < 4; i++) {
        CHECK(hone_actor_update_frame(actor, frames[i], NULL));
        CHECK(hone_actor_skin(actor, &out, NULL));
        CHECK_NEAR(hone_actor_morphs(actor)[0], frames[i] / LAST, 1e-6);
        CHECK_NEAR(p[0][2], 8 * frames[i] / LAST, 1e-5);
        CHECK_NEAR(p[0][0], 6 * frames[i] / LAST, 1e-5);
    }
    hone_actor_destroy(actor);
}

static void tangents_turn_with_the_bone_and_keep_their_side(void **state)
{
    (void)state;
    hone_actor *actor = play(make_straight("a", 6), NULL, false);
    float n[VERTICES][3], t[VERTICES][4];
    hone_actor_sample_frame(actor, 0);
    memcpy(hone_actor_writable_pose(actor)->bones[1].rotation, (float[]){0, sqrtf(0.5f), 0, sqrtf(0.5f)},
           4 * sizeof(float));
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_build_palette(actor);
    CHECK(hone_actor_skin(
        actor, &(hone_skin_out){.normals = {n, VERTICES, sizeof *n}, .tangents = {t, VERTICES, sizeof *t}}, NULL));
    const float want[2][4] = {{1, 0, 0, 1}, {0, 0, -1, -1}}; /* a stays, b has turned by a quarter about y */
    for (int v = 0; v < 2; v++)
        for (int i = 0; i < 4; i++) CHECK_NEAR(t[v][i], want[v][i], 1e-6);
    CHECK_NEAR(n[1][1], 1, 1e-6);
    hone_actor_destroy(actor);
}

static void a_pose_may_be_changed_between_the_stages(void **state)
{
    (void)state;
    hone_actor *actor = play(make_straight("a", 6), NULL, false);
    hone_actor_sample_frame(actor, 60);
    hone_actor_writable_pose(actor)->bones[1].translation[1] = 4;
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    CHECK_NEAR(x_of(actor, 1), 6, 0);
    CHECK_NEAR(hone_actor_bones(actor)[1].m[1][3], 5, 0);
    const hone_palette *palette = hone_actor_palette(actor);
    CHECK(palette->slot_count == 2 && palette->affine && palette->cofactor && palette->duals && palette->rigid);
    CHECK_NEAR(palette->affine[1].m[1][3], 4, 0); /* relative to its rest position */
    hone_actor_destroy(actor);
}

/* ---- errors -------------------------------------------------------------------------------------------------- */

static void errors_may_be_looked_at_once_at_the_end(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = hone_model_load("/nowhere/at.all", NULL, &error);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    CHECK(!actor && !hone_actor_play(actor, NULL, NULL, &error).id);
    CHECK(!hone_actor_skin(actor, NULL, &error));
    CHECK(error.code == HONE_ERROR_IO && strstr(error.message, "/nowhere/at.all"));
    hone_actor_destroy(actor);

    hone_error own = {0};
    CHECK(!hone_actor_create(NULL, &own) && own.code == HONE_ERROR_ARGUMENT);
}

static void skinning_refuses_short_streams_and_unknown_kernels(void **state)
{
    (void)state;
    hone_actor *actor = play(make_straight("a", 6), NULL, false);
    float p[VERTICES][3] = {{77}};
    hone_error error = {0};
    CHECK(!hone_actor_skin(actor, &(hone_skin_out){.positions = {p, VERTICES - 1, sizeof *p}}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_skin_out out = {.positions = {p, VERTICES, sizeof *p}, .kernel = "abacus"};
    CHECK(!hone_actor_skin(actor, &out, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(p[0][0] == 77);
    out.kernel = "scalar";
    CHECK(hone_actor_skin(actor, &out, &error) && p[0][0] == 0);
    hone_actor_destroy(actor);
}

/* ---- a whole character --------------------------------------------------------------------------------------- */

enum { CROWD = 3000 }; /* number of vertices, enough for several grains */

static const make_pmx_desc LARGE = {
    .seed = 3, .plain = true, .vertex_count = CROWD, .bone_count = 40, .morph_count = 6, .morph_size = 30};

static void thread_counts_do_not_show(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = make_pmx_model(&LARGE, NULL, &error);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 5}, &error);
    size_t size = CROWD * 3 * sizeof(float);
    float *want = test_malloc(2 * size), *got = test_malloc(2 * size);
    for (uint32_t threads = 0; threads <= 5; threads++) {
        hone_workers *workers = threads ? hone_workers_create(threads, NULL, NULL) : NULL;
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .workers = workers}, &error);
        if (!hone_actor_play(actor, motion, NULL, &error).id)
            fail_msg("%s", error.message);
        CHECK(hone_actor_update_frame(actor, 17.5, NULL));
        float *to = threads ? got : want;
        hone_skin_out out = {.positions = {to, CROWD, 12}, .normals = {to + CROWD * 3, CROWD, 12}};
        CHECK(hone_actor_skin(actor, &out, NULL));
        CHECK(!threads || memcmp(want, got, 2 * size) == 0);
        hone_actor_destroy(actor);
        hone_workers_destroy(workers);
    }
    test_free(want);
    test_free(got);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void a_frame_allocates_nothing_once_morphs_have_acted(void **state)
{
    (void)state;
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    hone_model *model = make_pmx_model(&LARGE, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 5}, NULL);
    hone_workers *workers = hone_workers_create(2, &allocator.allocator, NULL);
    hone_actor *actor = hone_actor_create(
        &(hone_actor_desc){.model = model, .workers = workers, .allocator = &allocator.allocator}, NULL);
    CHECK(hone_actor_play(actor, motion, &(hone_play_desc){.loop = true}, NULL).id);
    float(*p)[3] = test_malloc(CROWD * sizeof *p);
    for (int frame = 0; frame < 90; frame++) {
        uint64_t calls = allocator.calls;
        CHECK(hone_actor_update(actor, frame / 24.0, NULL) && allocator.calls == calls);
        CHECK(hone_actor_skin(actor, &(hone_skin_out){.positions = {p, CROWD, sizeof *p}}, NULL));
        CHECK(frame < 10 || allocator.calls == calls);
    }
    test_free(p);
    hone_actor_destroy(actor);
    hone_workers_destroy(workers);
    CHECK(allocator.live == 0);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- allocation failure -------------------------------------------------------------------------------------- */

typedef struct files {
    hone_bytes model, motion;
    uint32_t vertex_count;
} files;

static files write_files(void)
{
    files out;
    make_pmx_desc rich = make_pmx_rich(9);
    hone_model *model = make_pmx_model(&rich, NULL, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 4, .keys_per_track = 3, .scene = true}, NULL);
    CHECK(hone_model_write_pmx(model, NULL, &out.model, NULL));
    CHECK(hone_motion_write_vmd(motion, NULL, &out.motion, NULL));
    out.vertex_count = hone_model_mesh(model)->vertex_count;
    hone_motion_release(motion);
    hone_model_release(model);
    return out;
}

/* Loads, plays, poses and skins, with one allocator for everything. */
static bool play_files(const files *f, const hone_allocator *allocator, float (*positions)[3], hone_error *error)
{
    hone_load_desc load = {.allocator = allocator};
    hone_model *model = hone_model_load_memory(f->model.data, f->model.size, &load, error);
    hone_motion *motion = model ? hone_motion_load_memory(f->motion.data, f->motion.size, &load, error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .allocator = allocator}, error);
    bool ok = motion && hone_actor_play(actor, motion, NULL, error).id;
    if (ok) {
        CHECK(hone_actor_update(actor, 0.5, NULL));
        ok = hone_actor_skin(actor, &(hone_skin_out){.positions = {positions, f->vertex_count, 12}}, error);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    return ok;
}

static void every_allocation_from_file_to_vertices_may_fail(void **state)
{
    (void)state;
    files f = write_files();
    float(*positions)[3] = test_malloc(f.vertex_count * sizeof *positions);
    bool done = false;
    uint64_t failed = 0;
    for (; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        hone_error error = {0};
        done = play_files(&f, &allocator.allocator, positions, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(allocator.live == 0);
    }
    CHECK(failed > 10);
    test_free(positions);
    hone_bytes_release(&f.model);
    hone_bytes_release(&f.motion);
}

TEST_GROUP(test_actor)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_actor_stands_at_rest_until_it_plays),
        cmocka_unit_test(the_motion_added_last_wins_per_track),
        cmocka_unit_test(a_loop_starts_again_at_its_last_key),
        cmocka_unit_test(seconds_are_frames_to_the_bit),
        cmocka_unit_test(the_curve_mode_reaches_the_sampler),
        cmocka_unit_test(a_property_key_hides_the_model),
        cmocka_unit_test(morphs_move_vertices_and_times_may_go_back),
        cmocka_unit_test(tangents_turn_with_the_bone_and_keep_their_side),
        cmocka_unit_test(a_pose_may_be_changed_between_the_stages),
        cmocka_unit_test(errors_may_be_looked_at_once_at_the_end),
        cmocka_unit_test(skinning_refuses_short_streams_and_unknown_kernels),
        cmocka_unit_test(thread_counts_do_not_show),
        cmocka_unit_test(a_frame_allocates_nothing_once_morphs_have_acted),
        cmocka_unit_test(every_allocation_from_file_to_vertices_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
