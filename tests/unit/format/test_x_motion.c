/* .x as motions: keys of each kind, ticks, clips, and their effect on the file's own model and on others. */
#include "support/make/files/make_x.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* ---- help ---- */

#define IDENTITY "1;0;0;0; 0;1;0;0; 0;0;1;0; 0;0;0;1;;"
#define FRAMES "Frame A { Frame B { FrameTransformMatrix { 0;1;0;0; -1;0;0;0; 0;0;2;0; 5;6;7;1;; } } }"
#define KEYS(type, keys) "AnimationKey { " type "; " keys " }"
#define SET(name, frame, keys) "AnimationSet " name " { Animation { { " frame " } " keys " } }"

typedef struct scene {
    hone_model *model;
    hone_motion *motion;
    hone_actor *actor;
} scene;

static scene open_bytes(hone_bytes bytes, const char *clip)
{
    hone_error error = {0};
    scene s = {.model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error)};
    s.motion = hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = clip}, &error);
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model}, &error);
    if (!s.actor || !hone_actor_play(s.actor, s.motion, NULL, &error).id)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return s;
}

static scene open_text(const char *body, const char *clip)
{
    return open_bytes(make_x_of("txt ", "0032", body, strlen(body)), clip);
}

static void close(scene *s)
{
    hone_actor_destroy(s->actor);
    hone_motion_release(s->motion);
    hone_model_release(s->model);
}

/* Compares the matrix of bone `bone` at a tick with 12 numbers. */
static void check_bone(scene *s, double tick, uint32_t bone, const float want[3][4])
{
    CHECK(hone_actor_update(s->actor, tick / hone_motion_get(s->motion)->ticks_per_second, NULL));
    const hone_affine *got = &hone_actor_bones(s->actor)[bone];
    for (int i = 0; i < 12; i++) CHECK_NEAR(got->m[i / 4][i % 4], want[i / 4][i % 4], 1e-6);
}

static bool warns(const hone_motion *motion, const char *what)
{
    hone_warnings warnings = hone_motion_warnings(motion);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], what))
            return true;
    return false;
}

/* ---- keys ---- */

/* The sign convention of files: w, x, y, z of a quarter turn about z with negative z takes x to y. */
static void rotations_turn_the_way_that_matrices_do(void **state)
{
    (void)state;
    scene s = open_text(FRAMES SET("", "B", KEYS("0", "2; 0;4;0.70710678;0;0;-0.70710678;;, 10;4;1;0;0;0;;")), NULL);
    /* scale and position are those of the rest pose */
    const float as_rest[3][4] = {{0, -1, 0, 5}, {1, 0, 0, 6}, {0, 0, 2, 7}};
    const float r = sqrtf(0.5f), half_way[3][4] = {{r, -r, 0, 5}, {r, r, 0, 6}, {0, 0, 2, 7}};
    check_bone(&s, 0, 1, as_rest);
    check_bone(&s, 5, 1, half_way);
    check_bone(&s, -3, 1, as_rest);
    close(&s);
}

static void positions_and_scales_go_straight_and_replace_rest(void **state)
{
    (void)state;
    scene s = open_text(FRAMES "AnimationSet { Animation { AnimationOptions { 1; 0; } " KEYS(
                            "2", "2; 10;3;4;0;0;;, 0;3;0;0;0;;") KEYS("1", "1; 0;3;1;1;3;;") " { B } } }",
                        NULL);
    const float want[3][4] = {{0, -1, 0, 1}, {1, 0, 0, 0}, {0, 0, 3, 0}};
    check_bone(&s, 2.5, 1, want);
    CHECK(hone_motion_get(s.motion)->channel_count == 2 && hone_motion_warnings(s.motion).count == 0);
    close(&s);
}

static void matrix_keys_are_exact_and_come_apart_between(void **state)
{
    (void)state;
    static const char *const types[] = {"3", "4"};
    for (int i = 0; i < 2; i++) {
        char body[1024];
        snprintf(body, sizeof body,
                 FRAMES "AnimationSet { Animation { { B } " KEYS("2", "1; 0;3;9;9;9;;")
                     KEYS("%s", "2; 0;16; " IDENTITY ", 10;16; 0;3;0;0; -1;0;0;0; 0;0;-1;0; 8;0;0;1;;;") " } }",
                 types[i]);
        scene s = open_text(body, "0");
        const float first[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
        const float last[3][4] = {{0, -1, 0, 8}, {3, 0, 0, 0}, {0, 0, -1, 0}}; /* mirrored */
        check_bone(&s, 0, 1, first);
        check_bone(&s, 10, 1, last);
        CHECK(hone_actor_update(s.actor, 5 / 4800.0, NULL));
        CHECK_NEAR(hone_actor_bones(s.actor)[1].m[0][3], 4, 1e-6);
        CHECK(hone_motion_get(s.motion)->channel_count == 3); /* matrix keys take precedence over the position */
        close(&s);
    }
    scene s = open_text(FRAMES SET("", "B", KEYS("4", "1; 0;16; 1;1;0;0; 0;1;0;0; 0;0;1;0; 0;0;0;1;;;")), NULL);
    CHECK(warns(s.motion, "shear ignored"));
    close(&s);
}

static void keys_that_make_no_sense_are_dropped(void **state)
{
    (void)state;
    scene s = open_text(FRAMES SET("", "B",
                                   KEYS("2", "3; 0;3;1;1;1;;, 5;2;9;9;;, 10;3;3;3;3;;") KEYS("7", "1; 900;1;1;;;")
                                       KEYS("2", "0;")),
                        NULL);
    const float want[3][4] = {{0, -1, 0, 2}, {1, 0, 0, 2}, {0, 0, 2, 2}};
    check_bone(&s, 5, 1, want);
    CHECK(warns(s.motion, "wrong number of values") && warns(s.motion, "unknown type"));
    CHECK(hone_motion_get(s.motion)->clips[0].duration == 10 / 4800.0);
    close(&s);
}

/* ---- ticks ---- */

static void ticks_are_the_set_s_own_or_the_file_s_last_or_4800(void **state)
{
    (void)state;
#define TICKS(n) "AnimTicksPerSecond { " n "; }"
#define MOVE SET("a", "A", KEYS("2", "2; 0;3;0;0;0;;, 60;3;6;0;0;;"))
    static const struct {
        const char *body;
        double seconds[2];
    } cases[] = {
        {MOVE MOVE, {60 / 4800.0, 60 / 4800.0}},
        {TICKS("30") MOVE TICKS("60") MOVE, {2, 1}},
        {MOVE MOVE TICKS("10"), {6, 6}},
        {TICKS("0") MOVE MOVE, {60 / 4800.0, 60 / 4800.0}},
        {TICKS("30") "AnimationSet b { " TICKS("20") "Animation { " KEYS("2", "1; 60;3;0;0;0;;") "{A} } }" MOVE,
         {3, 2}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[2048];
        snprintf(body, sizeof body, FRAMES "%s", cases[i].body);
        for (int clip = 0; clip < 2; clip++) {
            scene s = open_text(body, clip ? "1" : "0");
            const hone_motion_data *data = hone_motion_get(s.motion);
            CHECK(hone_model_get(s.model)->clips[clip].duration == cases[i].seconds[clip]);
            CHECK_NEAR(data->duration, cases[i].seconds[clip], 0);
            CHECK_NEAR(data->ticks_per_second * cases[i].seconds[clip], 60, 1e-9);
            close(&s);
        }
    }
}

/* ---- clips ---- */

static void clips_are_chosen_by_number_or_name(void **state)
{
    (void)state;
    for (int binary = 0; binary < 2; binary++) {
        const make_x_desc desc = {.binary = binary};
        scene wave = open_bytes(make_x(&desc), NULL), slide = open_bytes(make_x(&desc), "slide");
        const float turned[3][4] = {{0, -1, 0, 0}, {3, 0, 0, 6}, {0, 0, 1, 0}}; /* High at 2, stretched threefold */
        const float moved[3][4] = {{1, 0, 0, 1.5f}, {0, 1, 0, 0}, {0, 0, 1, 0}};
        check_bone(&wave, 100, 2, turned);
        check_bone(&slide, 25, 0, moved);
        CHECK(hone_motion_duration(slide.motion) == 0.5 && hone_motion_get(slide.motion)->clip_count == MAKE_X_CLIPS);
        close(&wave);
        close(&slide);
    }
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_error error = {0};
    CHECK(!hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = "empty"}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_bytes_release(&bytes);
    static const char still[] = "xof 0303txt 0032Frame A { }";
    CHECK(!hone_motion_load_memory(still, sizeof still - 1, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "no clips"));
}

/* ---- other models ---- */

static hone_motion *motion_of(const char *body)
{
    hone_bytes bytes = make_x_of("txt ", "0032", body, strlen(body));
    hone_error error = {0};
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return motion;
}

static void a_motion_plays_on_other_models_by_name(void **state)
{
    (void)state;
    hone_motion *alone =
        motion_of(SET("", "B", KEYS("2", "1; 0;3;1;2;3;;")) "AnimationSet { Animation { { nobody } } }");
    CHECK(hone_motion_warnings(alone).count == 0); /* without frames the target cannot be known */
    hone_motion *strange = motion_of("Frame X { }" SET("", "B", KEYS("2", "1; 0;3;1;2;3;;")));
    CHECK(warns(strange, "not in the file"));
    scene s = open_text(FRAMES SET("", "A", KEYS("2", "1; 0;3;0;0;0;;")), NULL);
    for (int i = 0; i < 2; i++) {
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s.model}, NULL);
        CHECK(hone_actor_play(actor, i ? strange : alone, NULL, NULL).id);
        CHECK(hone_actor_update(actor, 0, NULL));
        CHECK(hone_actor_bones(actor)[1].m[1][3] == 2);
        hone_actor_destroy(actor);
    }
    hone_motion_release(alone);
    hone_motion_release(strange);
    close(&s);
}

/* If frames have the same name, the first one moves, also in its own file: an Animation refers to names only. */
static void of_frames_called_alike_the_first_moves(void **state)
{
    (void)state;
    scene s = open_text("Frame A { } Frame A { }" SET("", "A", KEYS("2", "1; 0;3;1;0;0;;")), NULL);
    CHECK(hone_actor_update(s.actor, 0, NULL));
    CHECK(hone_actor_bones(s.actor)[0].m[0][3] == 1 && hone_actor_bones(s.actor)[1].m[0][3] == 0);
    close(&s);
}

/* A skinned mesh moves with its bones and not with its own frame. Its unweighted ring does move with the frame. */
static void a_skinned_mesh_follows_its_bones(void **state)
{
    (void)state;
    scene s = open_bytes(make_x(&(make_x_desc){.packed = hone_compressed_x_available()}), "slide");
    float before[12][3], after[12][3];
    CHECK(hone_actor_skin(s.actor, &(hone_skin_out){.positions = {before, 12, sizeof *before}}, NULL));
    CHECK(hone_actor_update(s.actor, 0.5, NULL));
    CHECK(hone_actor_skin(s.actor, &(hone_skin_out){.positions = {after, 12, sizeof *after}}, NULL));
    for (int v = 0; v < 12; v++) CHECK_NEAR(after[v][0] - before[v][0], v < 8 ? 3 : 0, 1e-6);
    close(&s);
}

/* ---- several from one file ---- */

static void check_same_warnings(hone_warnings a, hone_warnings b)
{
    CHECK(a.count == b.count);
    for (uint32_t i = 0; i < a.count; i++) CHECK(strcmp(a.texts[i], b.texts[i]) == 0 && a.limits[i] == b.limits[i]);
}

static void check_same_motion(hone_motion *a, hone_motion *b)
{
    const hone_motion_data *x = hone_motion_get(a), *y = hone_motion_get(b);
    CHECK(a && b && x->channel_count == y->channel_count && x->duration == y->duration && x->source == y->source);
    for (uint32_t c = 0; c < x->channel_count; c++) {
        const hone_channel *p = &x->channels[c], *q = &y->channels[c];
        size_t width = p->path == HONE_CHANNEL_ROTATION ? 4 : 3;
        CHECK(p->path == q->path && p->key_count == q->key_count && p->targets->index == q->targets->index);
        CHECK(memcmp(p->times, q->times, p->key_count * sizeof *p->times) == 0);
        CHECK(memcmp(p->values, q->values, p->key_count * width * sizeof *p->values) == 0);
    }
    check_same_warnings(hone_motion_warnings(a), hone_motion_warnings(b));
    hone_motion_release(a);
    hone_motion_release(b);
}

static void check_same_model(hone_model *a, hone_model *b)
{
    const hone_model_data *x = hone_model_get(a), *y = hone_model_get(b);
    CHECK(a && b && x->clip_count == y->clip_count && x->mesh.vertex_count == y->mesh.vertex_count);
    CHECK(memcmp(x->mesh.positions, y->mesh.positions, x->mesh.vertex_count * sizeof *x->mesh.positions) == 0);
    check_same_warnings(hone_model_warnings(a), hone_model_warnings(b));
    hone_model_release(a);
    hone_model_release(b);
}

/* Loads what `order` says ('m': the model, a digit: a clip) from one asset, and each by itself. */
static void check_asset(const hone_bytes *file, const char *order)
{
    hone_asset *asset = hone_asset_open_memory(file->data, file->size, NULL, NULL);
    for (; *order; order++) {
        const char clip[2] = {*order, 0};
        hone_error alone = {0}, error = {0};
        if (*order == 'm') {
            hone_model *a = hone_model_load_memory(file->data, file->size, NULL, &alone);
            hone_model *b = hone_asset_model(asset, &error);
            CHECK(!a == !b && strcmp(alone.message, error.message) == 0);
            if (a)
                check_same_model(a, b);
        } else {
            check_same_motion(hone_motion_load_memory(file->data, file->size, &(hone_load_desc){.clip = clip}, &alone),
                              hone_asset_motion(asset, clip, &error));
        }
    }
    hone_asset_close(asset);
}

/* Warnings of meshes belong to models, others to both; a broken mesh leaves the motions as they are. */
static void one_asset_gives_what_several_do(void **state)
{
    (void)state;
    static const char *const meshes[] = {
        "Mesh { 3; 0;0;0;, 1;0;0;, 0;1;nan;; 1; 3;0,1,2;; MeshNormals { 1; 0;0;1;; 1; 3;0,0,9;; } Odd { 1; } }",
        "Mesh { 3; 0;0;0;, 1;0;0;, 0;1;0;; 9; 3;0,1,2;; }", /* has fewer faces than it says */
        ""};
    static const char *const orders[] = {"m01", "01m", "0m1m0"};
    char body[2048];
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; m++)
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
            snprintf(body, sizeof body, "Odder { } Frame A { %s Oddest { } } %s %s", meshes[m],
                     SET("one", "A", KEYS("2", "2; 0;3;1;2;3;;, 9;3;1;2;nan;;") KEYS("9", "1; 0;1;1;;")),
                     SET("two", "A", KEYS("0", "1; 0;4;1;0;0;0;;")));
            hone_bytes bytes = make_x_of("txt ", "0032", body, strlen(body));
            check_asset(&bytes, orders[o]);
            hone_bytes_release(&bytes);
        }
    for (int kind = 0; kind < 4; kind++) {
        const make_x_desc desc = {.binary = kind & 1, .packed = kind & 2 && hone_compressed_x_available()};
        hone_bytes bytes = make_x(&desc);
        check_asset(&bytes, "m01");
        check_asset(&bytes, "10m");
        hone_bytes_release(&bytes);
    }
}

TEST_GROUP(test_x_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_turn_the_way_that_matrices_do),
        cmocka_unit_test(positions_and_scales_go_straight_and_replace_rest),
        cmocka_unit_test(matrix_keys_are_exact_and_come_apart_between),
        cmocka_unit_test(keys_that_make_no_sense_are_dropped),
        cmocka_unit_test(ticks_are_the_set_s_own_or_the_file_s_last_or_4800),
        cmocka_unit_test(clips_are_chosen_by_number_or_name),
        cmocka_unit_test(a_motion_plays_on_other_models_by_name),
        cmocka_unit_test(of_frames_called_alike_the_first_moves),
        cmocka_unit_test(a_skinned_mesh_follows_its_bones),
        cmocka_unit_test(one_asset_gives_what_several_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
