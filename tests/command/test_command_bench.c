/* hone bench: its JSON has every documented key, and plausible values. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <hone/physics.h>
#include <hone/render.h>
#include <hone/skin.h>
#include <stdio.h>
#include <string.h>

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

static double number_at(const char *json, const char *path)
{
    double value = json_number(json, path);
    if (!(value >= 0 && value < 1e9))
        fail_msg("%s is %g", path, value);
    return value;
}

/* A member of entry `entry` of the list `skin`. */
static const char *of_skin(size_t entry, const char *member)
{
    static char path[64];
    snprintf(path, sizeof path, "skin.%zu.%s", entry, member);
    return path;
}

static bool is_method(const char *json, size_t entry, const char *method)
{
    return json_string_is(json, of_skin(entry, "method"), method);
}

static void check_entry(const char *json, size_t entry, double vertices)
{
    static const char *const figures[] = {"ns_per_vertex",   "min_ns_per_vertex", "naive_ns_per_vertex",
                                          "naive_ratio",     "roofline_fraction", "scalar_ratio",
                                          "bytes_per_vertex"};
    assert_true(number_at(json, of_skin(entry, "vertices")) == vertices);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        assert_true(number_at(json, of_skin(entry, figures[i])) > 0);
    assert_true(number_at(json, of_skin(entry, "min_ns_per_vertex")) <=
                number_at(json, of_skin(entry, "ns_per_vertex")));
    static const char *const in_file_order[] = {"linear-file", "sdef-file", "interleaved-file", "packed-file"};
    bool file = false;
    for (size_t i = 0; i < sizeof in_file_order / sizeof *in_file_order; i++)
        file |= is_method(json, entry, in_file_order[i]);
    assert_true(json_string_is(json, of_skin(entry, "order"), file ? "file" : "lanes"));
    if (is_method(json, entry, "packed") || is_method(json, entry, "packed-file"))
        assert_true(number_at(json, of_skin(entry, "linear_ratio")) > 0);
    else
        assert_null(json_find(json, of_skin(entry, "linear_ratio")));
}

static size_t count_entries(const char *json, const char *method, const char *kernel, size_t threads)
{
    size_t count = 0;
    for (size_t e = 0; e < json_count(json, "skin"); e++)
        count += is_method(json, e, method) && json_string_is(json, of_skin(e, "kernel"), kernel) &&
                 json_number(json, of_skin(e, "threads")) == (double)threads;
    return count;
}

/* Checks that the entries are every method with every kernel of this CPU on each number of threads, once, and no
 * others. */
static void check_skin(const char *json, const char *const *methods, size_t threads, double vertices)
{
    size_t expected = 0;
    bool available;
    const char *kernel;
    for (; *methods; methods++)
        for (uint32_t k = 0; (kernel = hone_skin_kernel_name(k, &available)); k++)
            for (size_t t = 1; available && t <= threads; t++, expected++)
                assert_int_equal(count_entries(json, *methods, kernel, t), 1);
    assert_int_equal(json_count(json, "skin"), expected);
    for (size_t e = 0; e < expected; e++) check_entry(json, e, vertices);
}

static void check_stages(const char *json, const char *object)
{
    static const char *const stages[] = {"sample", "rig", "physics", "palette", "skin"};
    char path[32];
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%s.%s", object, stages[i]);
        sum += number_at(json, path);
    }
    snprintf(path, sizeof path, "%s.total", object);
    assert_true(sum > 0);
    CHECK_NEAR(number_at(json, path) / sum, 1, 0.5);
}

/* Present if there is a device, and only then. */
static void check_render(const char *json)
{
    static const char *const passes[] = {"base", "edges", "ground_shadow", "self_shadow", "both"};
    static const char *const figures[] = {"milliseconds", "min_milliseconds", "frames_per_second", "own_fraction"};
    hone_renderer *renderer = hone_renderer_create(NULL, NULL); /* bench writes no picture and so needs no PNG */
    hone_renderer_destroy(renderer);
    if (!renderer) {
        assert_null(json_find(json, "render"));
        return;
    }
    CHECK(number_at(json, "render.width") == 1280 && number_at(json, "render.height") == 720);
    CHECK(number_at(json, "render.own_milliseconds") > 0);
    for (size_t p = 0; p < sizeof passes / sizeof *passes; p++) {
        char path[64];
        for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
            snprintf(path, sizeof path, "render.%s.%s", passes[p], figures[f]);
            CHECK(number_at(json, path) > 0);
        }
        CHECK(number_at(json, path) < 1); /* own_fraction */
    }
}

static void json_has_every_key_of_the_contract(void **state)
{
    (void)state;
    static const char *const methods[] = {"linear", "linear-pages", "dual-quaternion", "cor", "packed", "linear-file", NULL};
    command_result r = HONE("bench", "tower.pmx", "turn.vmd", "--json", "--size", "500", "--threads", "2");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_true(json_is_valid(r.out));
    check_stages(r.out, "frame");
    CHECK(number_at(r.out, "physics.A.bodies") == 45 && number_at(r.out, "physics.A.joints") == 27);
    CHECK(number_at(r.out, "physics.B.bodies") == 350 && number_at(r.out, "physics.B.joints") == 550);
    CHECK((number_at(r.out, "physics.B.step") > 0) == hone_physics_available());
    CHECK(number_at(r.out, "springs.joints") == 100 && number_at(r.out, "springs.step") > 0);
    CHECK((number_at(r.out, "spring_fit.time") > 0) == hone_physics_available());
    CHECK(!hone_physics_available() || number_at(r.out, "spring_fit.joints") > 0);
    check_stages(r.out, "frame_min");
    check_skin(r.out, methods, 2, 500);
    check_render(r.out);
    assert_true(json_string_is(r.out, "skin.0.method", "linear"));
    assert_true(number_at(r.out, "palette.slots") == 3);
    assert_true(number_at(r.out, "palette.build_affine") > 0 && number_at(r.out, "palette.build_cofactor") > 0);
    assert_true(number_at(r.out, "palette.build_duals") > 0 && number_at(r.out, "palette_min.build_all") > 0);
    assert_true(number_at(r.out, "palette.write_3x4") > 0 && number_at(r.out, "palette.write_dual_quaternion") > 0);
    assert_true(number_at(r.out, "load.bytes") > 2e6);
    assert_true(number_at(r.out, "load.milliseconds") > 0);
    assert_true(number_at(r.out, "load.memory_ratio") < 4);
    assert_true(number_at(r.out, "rig.bones") == 470);
    assert_true(number_at(r.out, "rigs.A.bones") == 120 && number_at(r.out, "rigs.A.chains") == 7);
    assert_true(number_at(r.out, "rigs.B.bones") == 470 && number_at(r.out, "rigs.B.chains") == 4);
    assert_true(number_at(r.out, "rigs.B.appends") == 28);
    assert_true(number_at(r.out, "rigs.A.naive_vertices") > 0);
    assert_true(number_at(r.out, "rigs.A.total") > 0 && number_at(r.out, "rigs.B.total") > 0);
    command_result_release(&r);
}

/* Checks that a scene has these methods in this order, without measuring. */
static void check_methods(const char *scene, const char *const *methods)
{
    command_result r = HONE("bench", "--scene", scene, "--kernel", "scalar", "--size", "300", "--repeat", "1");
    assert_int_equal(r.status, 0);
    const char *line = r.out;
    for (; *methods; methods++) {
        char begin[64];
        int size = snprintf(begin, sizeof begin, "%s scalar: ", *methods);
        CHECK(strncmp(line, begin, (size_t)size) == 0);
        line = strchr(line, '\n') + 1;
    }
    assert_string_equal(line, "");
    command_result_release(&r);
}

/* Uses the built-in character, which has vertices of all kinds and enough bones. A run that measures takes seconds, so
 * only the scenes with most methods and with most bytes do. */
static void each_scene_has_its_methods(void **state)
{
    (void)state;
    static const struct {
        const char *name, *methods[11];
        double bytes; /* least number of bytes a vertex; 0: it is not measured */
    } scenes[] = {{"character", {"linear", "linear-pages", "dual-quaternion", "cor", "packed", "linear-file", "sdef"}, 0},
                  {"random4", {"linear", "dual-quaternion", "cor", "packed", "linear-file"}, 0},
                  {"sdef", {"sdef", "sdef-file"}, 60},
                  {"packed", {"linear", "packed"}, 0},
                  {"layouts",
                   {"linear", "linear-pages", "linear-file", "positions", "tangents", "interleaved", "interleaved-file",
                    "half", "normalised", "packed-file"},
                   30}};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        check_methods(scenes[i].name, scenes[i].methods);
        if (scenes[i].bytes == 0)
            continue;
        command_result r = HONE("bench", "--scene", scenes[i].name, "--json", "--size", "300", "--threads", "1");
        assert_int_equal(r.status, 0);
        assert_true(json_string_is(r.out, "scene", scenes[i].name));
        check_skin(r.out, scenes[i].methods, 1, 300);
        assert_true(number_at(r.out, "skin.0.bytes_per_vertex") > scenes[i].bytes);
        command_result_release(&r);
    }
}

static void one_method_by_one_kernel_can_be_repeated(void **state)
{
    (void)state;
    command_result r = HONE("bench", "tower.pmx", "--method", "packed", "--kernel", "scalar", "--repeat", "3");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "packed scalar: 28 vertices 3 times\n");
    command_result_release(&r);
    r = HONE("bench", "tower.pmx", "--scene", "layouts", "--kernel", "scalar", "--repeat", "1");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "linear scalar: 28 vertices 1 times\nlinear-pages scalar: 28 vertices 1 times\n"
                               "linear-file scalar: 28 vertices 1 times\n"
                               "positions scalar: 28 vertices 1 times\ntangents scalar: 28 vertices 1 times\n"
                               "interleaved scalar: 28 vertices 1 times\n"
                               "interleaved-file scalar: 28 vertices 1 times\n"
                               "half scalar: 28 vertices 1 times\nnormalised scalar: 28 vertices 1 times\n"
                               "packed-file scalar: 28 vertices 1 times\n");
    command_result_release(&r);
    r = HONE("bench", "tower.pmx", "--scene", "mush", "--kernel", "scalar", "--repeat", "2");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "linear-file scalar: 28 vertices 2 times\ndelta-mush scalar: 28 vertices 2 times\n"
                               "direct-delta-mush scalar: 28 vertices 2 times\n");
    command_result_release(&r);
    CHECK_FAILS(1, "bench", "tower.pmx", "--scene", "mush", "--size", "100", "--repeat", "1");
    CHECK_FAILS(1, "bench", "tower.pmx", "--kernel", "none", "--repeat", "1");
    CHECK_FAILS(2, "bench", "tower.pmx", "--method", "none", "--repeat", "1");
}

static void scenes_that_need_more_bones_say_so(void **state)
{
    (void)state;
    CHECK_FAILS(1, "bench", "tower.pmx", "--scene", "random4", "--repeat", "1");
    CHECK_RUNS("bench", "tower.pmx", "--scene", "sdef", "--repeat", "1");
}

/* ---- --palettes ---- */

/* A member of form `form` of the list `palettes`. */
static double of_palette(const char *json, int form, const char *member)
{
    char path[96];
    snprintf(path, sizeof path, "palettes.%d.%s", form, member);
    return number_at(json, path);
}

static double of_limit(const char *json, int form, int limit, const char *member)
{
    char path[64];
    snprintf(path, sizeof path, "limits.%d.%s", limit, member);
    return of_palette(json, form, path);
}

enum { F4X4, F3X4, F3X4_HALF, QUATERNION, QUATERNION_SCALE, QUATERNION_SCALE_HALF, DUAL_QUATERNION, FORMS };
static const char *const form_names[FORMS] = {
    "4x4", "3x4", "3x4-half", "quaternion", "quaternion-scale", "quaternion-scale-half", "dual-quaternion"};

/* Checks what holds for any model: bytes, and the pieces that a palette for `used` bones must and may have. */
static void check_palettes(const char *json, double used)
{
    assert_int_equal(json_count(json, "palettes"), FORMS);
    assert_true(number_at(json, "bones_used") == used);
    for (int f = 0; f < FORMS; f++) {
        char path[64];
        snprintf(path, sizeof path, "palettes.%d.form", f);
        assert_true(json_string_is(json, path, form_names[f]));
        double bytes = of_palette(json, f, "bytes");
        assert_true(of_palette(json, f, "frame_bytes") == bytes * used);
        assert_true(of_palette(json, f, "registers") == bytes / 16);
        for (int l = 0; l < 3; l++) {
            double bones = of_limit(json, f, l, "bones"), pieces = of_limit(json, f, l, "pieces");
            double all = of_limit(json, f, l, "frame_bytes");
            assert_true((pieces == 1) == (used <= bones) && pieces * bones >= used);
            assert_true(pieces == 1 ? all == bytes * used : all > bytes * used && all <= bytes * bones * pieces);
        }
    }
}

/* The classic figures: 234 registers hold 58 bones as 4x4 matrices, 78 as three rows and 117 as rotation and
 * translation. These take half of the bytes of a 4x4 matrix, in registers and in a texture; half floats half again. */
static void palettes_have_the_classic_costs(void **state)
{
    (void)state;
    static const double bones[FORMS][3] = {[F4X4] = {58, 64, 256},
                                           [F3X4] = {78, 85, 341},
                                           [F3X4_HALF] = {156, 170, 682},
                                           [QUATERNION] = {117, 128, 512},
                                           [QUATERNION_SCALE] = {117, 128, 512},
                                           [QUATERNION_SCALE_HALF] = {234, 256, 1024},
                                           [DUAL_QUATERNION] = {117, 128, 512}};
    static const double registers[3] = {234, 256, 1024};
    command_result r = HONE("bench", "--palettes", "--json");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_true(json_is_valid(r.out) && json_string_is(r.out, "model", "character"));
    check_palettes(r.out, 113);
    for (int f = 0; f < FORMS; f++)
        for (int l = 0; l < 3; l++) {
            assert_true(of_limit(r.out, f, l, "registers") == registers[l]);
            assert_true(of_limit(r.out, f, l, "bones") == bones[f][l]);
        }
    assert_true(of_palette(r.out, QUATERNION, "ratio_of_4x4") == 0.5);
    assert_true(of_palette(r.out, QUATERNION, "frame_bytes") == of_palette(r.out, F4X4, "frame_bytes") / 2);
    assert_true(of_palette(r.out, QUATERNION_SCALE_HALF, "ratio_of_4x4") == 0.25);
    assert_true(of_limit(r.out, F4X4, 0, "pieces") == 2 && of_limit(r.out, QUATERNION, 0, "pieces") == 1);
    command_result_release(&r);
    r = HONE("bench", "--palettes");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.out, "\n  4x4                         64   1.000      7232        4.0      58       2 "));
    CHECK(strstr(r.out, "\n  quaternion                  32   0.500      3616        2.0     117       1 "));
    command_result_release(&r);
    r = HONE("bench", "--palettes", "--json", "tower.pmx", "turn.vmd");
    assert_int_equal(r.status, 0);
    check_palettes(r.out, 3);
    command_result_release(&r);
}

/* Five bones move each vertex, which a shader's attributes do not hold. */
static void write_five_influences(const char *path)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    fputs("xof 0303txt 0032\nFrame Root {\n", f);
    for (int b = 0; b < 5; b++) fprintf(f, "Frame b%d {}\n", b);
    fputs("Mesh { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\nXSkinMeshHeader { 5; 5; 5; }\n", f);
    for (int b = 0; b < 5; b++)
        fprintf(f, "SkinWeights { \"b%d\"; 3; 0,1,2; 0.2,0.2,0.2; 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;; }\n", b);
    fputs("} }\n", f);
    CHECK(fclose(f) == 0);
}

static void palettes_of_a_mesh_that_cannot_be_split_have_no_pieces(void **state)
{
    (void)state;
    write_five_influences("five.x");
    command_result r = HONE("bench", "--palettes", "five.x");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.out, "of which the mesh uses 5\n") && strstr(r.out, "      58       -"));
    CHECK(strstr(r.out, "a vertex has 5 influences"));
    command_result_release(&r);
    r = HONE("bench", "--palettes", "--json", "five.x");
    CHECK(number_at(r.out, "influences") == 5 && of_limit(r.out, F4X4, 0, "pieces") == 0);
    CHECK(of_palette(r.out, F4X4, "frame_bytes") == 320);
    command_result_release(&r);
    CHECK_FAILS(2, "bench", "--palettes", "--size", "300");
    CHECK_FAILS(2, "bench", "--palettes", "--repeat", "1");
}

/* A skin is nothing that an actor pays for, and an actor of a small model takes little memory. */
static void actors_of_one_model_are_measured(void **state)
{
    (void)state;
    command_result r = HONE("bench", "--actors", "3", "--json", "tower.pmx", "turn.vmd");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    CHECK(json_is_valid(r.out) && json_string_is(r.out, "model", "tower.pmx"));
    CHECK(number_at(r.out, "actors") == 3 && number_at(r.out, "vertices") == PUPPET_VERTICES);
    CHECK(number_at(r.out, "actor_bytes") > 1000 && number_at(r.out, "actor_bytes") < 200000);
    CHECK(number_at(r.out, "skin_bytes") > PUPPET_VERTICES * 24 && number_at(r.out, "skin_bytes") < 200000);
    static const char *const times[] = {
        "shared.frame", "shared.frame_min", "shared.make",          "own.frame",   "own.frame_min", "own.make", "ratio",
        "windows",      "one_output.frame", "one_output.frame_min", "output_ratio"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) CHECK(number_at(r.out, times[i]) > 0);
    CHECK(number_at(r.out, "shared.frame_min") <= number_at(r.out, "shared.frame"));
    command_result_release(&r);
    r = HONE("bench", "--actors", "1", "tower.pmx");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.out, "tower.pmx: 1 actors of 28 vertices\n") && strstr(r.out, "\n  shared skin "));
    CHECK(strstr(r.out, "\n  one output ") && strstr(r.out, "\n  one output / shared skin "));
    command_result_release(&r);
    CHECK_FAILS(2, "bench", "--actors", "0");
    CHECK_FAILS(2, "bench", "--actors", "2", "--size", "300");
    CHECK_FAILS(2, "bench", "--actors", "2", "--palettes");
}

static void crowds_are_measured(void **state)
{
    (void)state;
    command_result r = HONE("bench", "--crowd", "9", "--json", "tower.pmx", "turn.vmd");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    CHECK(json_is_valid(r.out) && json_string_is(r.out, "model", "tower.pmx"));
    CHECK(number_at(r.out, "members") == 9 && number_at(r.out, "vertices") == PUPPET_VERTICES);
    CHECK(number_at(r.out, "slots") == PUPPET_BONES && number_at(r.out, "clips") == 1);
    CHECK(number_at(r.out, "member_bytes") > 100 && number_at(r.out, "member_bytes") < 1000);
    static const char *const times[] = {
        "single.median",  "single.min",  "crowd.median", "crowd.min", "held.median",       "interpolated.median",
        "skinned.median", "skinned.min", "ratio",        "windows",   "interpolated_bytes"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) CHECK(number_at(r.out, times[i]) > 0);
    command_result_release(&r);
    r = HONE("bench", "--crowd", "1", "tower.pmx");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.out, "tower.pmx: 1 members of 28 vertices and 3 slots, 0 clips\n"));
    CHECK(strstr(r.out, "\n  crowd / one after another "));
    command_result_release(&r);
    CHECK_FAILS(2, "bench", "--crowd", "0");
    CHECK_FAILS(2, "bench", "--crowd", "2", "--size", "300");
    CHECK_FAILS(2, "bench", "--crowd", "2", "--palettes");
    CHECK_FAILS(2, "bench", "--crowd", "2", "--actors", "2");
}

static void blending_is_measured(void **state)
{
    (void)state;
    static const char *const numbers[] = {"ns_per_bone", "min_ns_per_bone", "roofline_fraction", "windows"};
    command_result r = HONE("bench", "--blend", "30", "--json");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    CHECK(json_is_valid(r.out) && number_at(r.out, "bones") == 30);
    assert_int_equal(json_count(r.out, "blends"), 10);
    for (int b = 0; b < 10; b++)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            char path[64];
            snprintf(path, sizeof path, "blends.%d.%s", b, numbers[i]);
            CHECK(number_at(r.out, path) > 0);
        }
    CHECK(number_at(r.out, "blends.4.layers") == 8 && number_at(r.out, "blends.4.bytes_per_bone") == 9 * 40);
    CHECK(number_at(r.out, "blends.8.additives") == 1 && number_at(r.out, "blends.8.bytes_per_bone") == 3 * 40 + 4);
    command_result_release(&r);
    r = HONE("bench", "--blend", "1");
    assert_int_equal(r.status, 0);
    CHECK(strstr(r.out, "poses of 1 bones, blended on one thread\n") && strstr(r.out, "\n  1 layer, 1 subtracted "));
    command_result_release(&r);
    CHECK_FAILS(2, "bench", "--blend", "0");
    CHECK_FAILS(2, "bench", "--blend", "30", "tower.pmx");
    CHECK_FAILS(2, "bench", "--blend", "30", "--crowd", "2");
}

static void takes_one_model(void **state)
{
    (void)state;
    CHECK_FAILS(1, "bench", "turn.vmd");
    CHECK_FAILS(1, "bench", "tower.pmx", "tower.pmx");
    CHECK_FAILS(1, "bench", "missing.pmx");
    CHECK_FAILS(2, "bench", "--size", "0");
}

static void a_scene_stands_for_its_models(void **state)
{
    (void)state;
    static const char one[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\" } ] }",
                      two[] =
                          "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\" }, { \"file\": \"tower.pmx\" } ] }",
                      none[] = "{ \"hone\": 1, \"models\": [] }";
    CHECK(command_file_write("one.json", one, sizeof one - 1) && command_file_write("two.json", two, sizeof two - 1) &&
          command_file_write("none.json", none, sizeof none - 1));
    command_result r = HONE("bench", "one.json", "--repeat", "1"), plain = HONE("bench", "tower.pmx", "--repeat", "1");
    CHECK(r.status == 0 && plain.status == 0);
    assert_string_equal(r.out, plain.out);
    command_result_release(&r);
    command_result_release(&plain);
    r = HONE("bench", "two.json", "--method", "packed", "--kernel", "scalar", "--repeat", "3"); /* both models */
    CHECK(r.status == 0);
    assert_string_equal(r.out, "packed scalar: 28 vertices 3 times\npacked scalar: 28 vertices 3 times\n");
    command_result_release(&r);
    r = HONE("bench", "two.json", "--palettes", "--json");
    CHECK(r.status == 0 && json_is_valid(r.out) && json_count(r.out, "") == 2 && json_count(r.out, "1.palettes") == 7);
    command_result_release(&r);
    r = HONE("bench", "two.json", "--model", "2", "--palettes", "--json");
    CHECK(r.status == 0 && json_is_valid(r.out) && json_count(r.out, "palettes") == 7);
    command_result_release(&r);
    CHECK_FAILS(1, "bench", "two.json", "--model", "3", "--palettes");
    CHECK_FAILS(1, "bench", "none.json", "--repeat", "1");
    CHECK_FAILS(2, "bench", "one.json", "two.json", "--repeat", "1");
}

TEST_GROUP(test_command_bench)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_stands_for_its_models),
        cmocka_unit_test(json_has_every_key_of_the_contract),
        cmocka_unit_test(each_scene_has_its_methods),
        cmocka_unit_test(one_method_by_one_kernel_can_be_repeated),
        cmocka_unit_test(scenes_that_need_more_bones_say_so),
        cmocka_unit_test(palettes_have_the_classic_costs),
        cmocka_unit_test(palettes_of_a_mesh_that_cannot_be_split_have_no_pieces),
        cmocka_unit_test(actors_of_one_model_are_measured),
        cmocka_unit_test(crowds_are_measured),
        cmocka_unit_test(blending_is_measured),
        cmocka_unit_test(takes_one_model),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
