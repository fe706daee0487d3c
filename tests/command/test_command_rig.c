/* hone rig as users run it. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/mannequin.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include <hone/autorig.h>
#include <hone/format.h>
#include <hone/image.h>
#include <stdlib.h>
#include <string.h>

/* The Khronos validator checks it: tests/interop. */
#define RIGGED HONE_BUILD_DIR "/interop/rig.glb"

static void write_puppet(const char *path)
{
    hone_error error = {0};
    assert_true(puppet_write_model(path, puppet_make(&(puppet_desc){.ik = true}, &error), 0));
}

static void it_writes_what_loads(void **state)
{
    (void)state;
    write_puppet("mesh.pmx");
    write_puppet("bones.pmx");
    command_result r = HONE("rig", "mesh.pmx", "--skeleton", "bones.pmx", "-o", "out.pmx", "--json", "-q");
    CHECK(r.status == 0 && r.err_size == 0 && json_is_valid(r.out));
    CHECK(json_number(r.out, "vertices") == PUPPET_VERTICES && json_number(r.out, "scale") == 1);
    command_result_release(&r);
    hone_error error = {0};
    hone_model *model = hone_model_load("out.pmx", &(hone_load_desc){.strict = true}, &error);
    if (!model)
        fail_msg("%s", error.message);
    CHECK(hone_model_mesh(model)->vertex_count == PUPPET_VERTICES);
    CHECK(hone_model_skeleton(model)->ik_count == 1);
    hone_model_release(model);
    CHECK_RUNS("rig", "mesh.pmx", "--skeleton", "bones.pmx", "--raw", "-q", "-o", RIGGED);
    size_t size;
    char *glb = command_file_content(RIGGED, &size);
    CHECK(glb && size > 12 && memcmp(glb, "glTF", 4) == 0);
    free(glb);
}

static hone_model *load(const char *path)
{
    hone_error error = {0};
    hone_model *model = hone_model_load(path, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static void write_mannequin(const char *path, const mannequin_desc *desc, int quarters)
{
    mannequin m = mannequin_make(desc);
    statue_move(&m.mesh, quarters, 1, (const float[3]){0, 0, 0});
    assert_true(puppet_write_model(path, statue_model(&m.mesh), 0));
    statue_release(&m.mesh);
}

static void without_a_skeleton_it_makes_one(void **state)
{
    (void)state;
    write_mannequin("human.pmx", &(mannequin_desc){0}, 0);
    write_mannequin("behind.pmx", &(mannequin_desc){.no_feet = false}, 2);
    CHECK_RUNS("rig", "human.pmx", "-o", "made.pmx", "-q");
    hone_model *model = load("made.pmx");
    CHECK(hone_model_humanoid(model).missing == 0 && hone_model_skeleton(model)->ik_count == 4);
    hone_model_release(model);
    command_result r = HONE("rig", "behind.pmx", "-o", "ahead.pmx", "--json");
    CHECK(r.status == 0 && json_number(r.out, "turned") == 180 && json_count(r.out, "unsure") == 0);
    CHECK(strstr(r.err, "hone: behind.pmx: warning: turned by 180 degrees"));
    command_result_release(&r);
}

static void what_it_places_by_proportion_it_says(void **state)
{
    (void)state;
    write_mannequin("stumps.pmx", &(mannequin_desc){.no_feet = true, .skirt = true, .arms = 30}, 0);
    command_result r = HONE("rig", "stumps.pmx", "-o", "stumps-made.glb", "--json");
    CHECK(r.status == 0 && json_count(r.out, "unsure") == 2);
    CHECK(json_string_is(r.out, "unsure.0", "facing") && json_string_is(r.out, "unsure.1", "hips"));
    CHECK(strstr(r.err, "warning: its feet do not show") && strstr(r.err, "warning: its hips were not found"));
    command_result_release(&r);
}

/* A mesh with all features of glTF, rigged again: see make_gltf_rich. */
static void write_rich(void)
{
    make_gltf *file = calloc(1, sizeof *file);
    CHECK(file);
    make_gltf_rich(file);
    hone_bytes bytes = make_gltf_glb(file);
    assert_true(command_file_write("rich.glb", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    free(file);
    write_puppet("bones.pmx");
}

static void check_same_surface(const hone_model *is, const hone_model *was)
{
    const hone_model_data *a = hone_model_get(is), *b = hone_model_get(was);
    uint32_t seen = 0;
    CHECK(a->material_count == b->material_count && a->mesh.vertex_count == b->mesh.vertex_count);
    for (uint32_t m = 0; m < a->material_count; m++) {
        const hone_pbr *p = a->materials[m].pbr, *q = b->materials[m].pbr;
        assert_string_equal(a->materials[m].name, b->materials[m].name);
        CHECK(p && q && p->alpha_mode == q->alpha_mode && p->unlit == q->unlit);
        CHECK_NEAR(p->metallic, q->metallic, 1e-6);
        CHECK_NEAR(p->roughness, q->roughness, 1e-6);
        for (int c = 0; c < 4; c++) CHECK_NEAR(p->base_colour[c], q->base_colour[c], 1e-6);
        for (int k = 0; k < HONE_MAP_COUNT; k++) {
            CHECK((p->maps[k].texture == HONE_NONE) == (q->maps[k].texture == HONE_NONE));
            CHECK(p->maps[k].uv_set == q->maps[k].uv_set);
            seen += p->maps[k].texture != HONE_NONE;
        }
    }
    CHECK(seen > 0 || !hone_image_available()); /* without PNG textures are not copied */
    CHECK(a->morph_count == b->morph_count && a->mesh.extra_uv_count == b->mesh.extra_uv_count);
}

static void surfaces_of_gltf_stay_in_gltf(void **state)
{
    (void)state;
    static const char *const names[] = {"rich-made.glb", "rich-made.gltf"};
    write_rich();
    CHECK_RUNS("convert", "rich.glb", "-q", "-o", "rich-copy.glb"); /* without the missing textures */
    hone_model *was = load("rich-copy.glb");
    for (size_t i = 0; i < 2; i++) {
        CHECK_RUNS("rig", "rich.glb", "--skeleton", "bones.pmx", "-q", "-o", names[i]);
        hone_model *is = load(names[i]);
        check_same_surface(is, was);
        hone_model_release(is);
    }
    hone_model_release(was);
    size_t size;
    char *buffer = command_file_content("rich-made.bin", &size);
    CHECK(buffer && size > 0);
    free(buffer);
}

static void pictures_inside_are_written_beside_a_pmx(void **state)
{
    (void)state;
    write_rich();
    CHECK_RUNS("rig", "rich.glb", "--skeleton", "bones.pmx", "-q", "-o", "rich-rigged.pmx");
    CHECK_RUNS("convert", "rich.glb", "-q", "-o", "rich-converted.pmx");
    hone_model *rigged = load("rich-rigged.pmx"), *converted = load("rich-converted.pmx");
    const hone_model_data *a = hone_model_get(rigged), *b = hone_model_get(converted);
    uint32_t written = 0;
    CHECK(a->texture_count == b->texture_count && a->morph_count == b->morph_count);
    for (uint32_t t = 0; t < a->texture_count; t++) {
        size_t sizes[2] = {0};
        char *content[2] = {command_file_content(a->textures[t], &sizes[0]),
                            command_file_content(b->textures[t], &sizes[1])};
        CHECK(!content[0] == !content[1] && sizes[0] == sizes[1]);
        CHECK(!content[0] || memcmp(content[0], content[1], sizes[0]) == 0);
        written += content[0] && strncmp(a->textures[t], "rich-rigged-", 12) == 0;
        free(content[0]);
        free(content[1]);
    }
    CHECK(written > 0);
    hone_model_release(rigged);
    hone_model_release(converted);
}

static void check_bound(const char *skeleton)
{
    command_result r = HONE("rig", "mesh.pmx", "--skeleton", skeleton, "-o", "bound.pmx", "--json");
    CHECK(r.status == 0 && json_is_valid(r.out));
    CHECK(json_number(r.out, "vertices") == PUPPET_VERTICES && json_number(r.out, "bones_bound") >= 1);
    command_result_release(&r);
}

/* Frames and an AnimationSet, or nodes and an animation, without a mesh: other commands read a motion, this one a
 * skeleton. */
static void a_clip_with_bones_is_a_skeleton(void **state)
{
    (void)state;
    write_puppet("mesh.pmx");
    hone_bytes bytes = make_x(&(make_x_desc){.no_mesh = true});
    assert_true(command_file_write("clip.x", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    check_bound("clip.x");
    make_gltf *file = calloc(1, sizeof *file);
    CHECK(file);
    int input = make_gltf_floats(file, "SCALAR", (float[]){0, 1}, 2);
    int output = make_gltf_floats(file, "VEC3", (float[]){0, 0, 0, 1, 0, 0}, 2);
    make_gltf_add(file, MAKE_NODES, "{\"name\": \"low\", \"children\": [1]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\": \"high\", \"translation\": [0, 1, 0], \"children\": [2]}");
    make_gltf_add(file, MAKE_NODES, "{\"name\": \"end\", \"translation\": [0, 1, 0]}");
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\": [0]}");
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"channels\": [{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"translation\"}}], "
                  "\"samplers\": [{\"input\": %d, \"output\": %d}]}",
                  input, output);
    bytes = make_gltf_glb(file);
    assert_true(command_file_write("clip.glb", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    free(file);
    check_bound("clip.glb");
}

/* Reads a model back and gives the most influences of a vertex. */
static uint32_t most_influences(const char *path)
{
    hone_model *model = load(path);
    const hone_mesh *mesh = hone_model_mesh(model);
    uint32_t most = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = mesh->influence_begin[v + 1] - mesh->influence_begin[v], used = 0;
        for (uint32_t i = 0; i < count; i++) used += mesh->influences[mesh->influence_begin[v] + i].weight > 0;
        most = used > most ? used : most;
    }
    hone_model_release(model);
    return most;
}

static bool same_files(const char *a, const char *b)
{
    size_t sizes[2];
    char *contents[2] = {command_file_content(a, &sizes[0]), command_file_content(b, &sizes[1])};
    bool same = contents[0] && contents[1] && sizes[0] == sizes[1] && memcmp(contents[0], contents[1], sizes[0]) == 0;
    free(contents[0]), free(contents[1]);
    return same;
}

static void influences_and_the_exponent_are_options(void **state)
{
    (void)state;
    write_mannequin("human.pmx", &(mannequin_desc){0}, 0);
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "usual.pmx");
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "given.pmx", "--exponent", "16", "--influences", "4");
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "soft.pmx", "--exponent", "4");
    CHECK(same_files("usual.pmx", "given.pmx") && !same_files("usual.pmx", "soft.pmx"));
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "one.pmx", "--influences", "1");
    CHECK(most_influences("one.pmx") == 1 && most_influences("usual.pmx") == 4);
    CHECK_FAILS(2, "rig", "human.pmx", "-o", "no.pmx", "--influences", "5");
    CHECK_FAILS(2, "rig", "human.pmx", "-o", "no.pmx", "--influences", "0");
    static const char *const bad[] = {"0", "-1", "1001", "nan", "x", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "rig", "human.pmx", "-o", "no.pmx", "--exponent", bad[i]);
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "six.glb", "--influences", "6", "--exponent", "2");
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "all.glb", "--influences", "0", "--exponent", "1", "--distance",
               "straight");
    size_t size;
    char *content = command_file_content("all.glb", &size);
    assert_non_null(content);
    assert_true(size > 20 && strstr(content + 20, "\"JOINTS_8\"")); /* more than 32 bones */
    free(content);
    assert_int_equal(most_influences("six.glb"), 6);
    assert_in_range(most_influences("all.glb"), 33, 256);
    CHECK_RUNS("pose", "all.glb", "--vertices", "all.npy"); /* at rest the mesh is as it was */
    CHECK_RUNS("rig", "human.pmx", "-q", "-o", "four.glb");
    CHECK_RUNS("pose", "four.glb", "--vertices", "four.npy");
    float *rows[2];
    size_t sizes[2];
    rows[0] = (float *)(void *)command_file_content("all.npy", &sizes[0]);
    rows[1] = (float *)(void *)command_file_content("four.npy", &sizes[1]);
    CHECK(rows[0] && rows[1] && sizes[0] == sizes[1]);
    for (size_t i = 32; i < sizes[0] / 4; i++) CHECK_NEAR(rows[0][i], rows[1][i], 1e-5); /* after the header */
    free(rows[0]), free(rows[1]);
}

static void what_it_cannot_do_it_says(void **state)
{
    (void)state;
    hone_error error = {0};
    write_puppet("mesh.pmx");
    assert_true(puppet_write_motion("turn.vmd", puppet_motion(1, &error)));
    CHECK_FAILS(1, "rig", "mesh.pmx", "-o", "no.pmx"); /* a tower has no human joints */
    CHECK_FAILS(2, "rig", "mesh.pmx", "--fit", "none", "-o", "out.pmx");
    CHECK_FAILS(2, "rig", "mesh.pmx", "--skeleton", "mesh.pmx");
    CHECK_FAILS(2, "rig", "mesh.pmx", "--skeleton", "mesh.pmx", "-o", "out.vmd");
    CHECK_FAILS(2, "rig", "mesh.pmx", "--skeleton", "mesh.pmx", "-o", "out.pmx", "--influences", "5");
    CHECK_FAILS(1, "rig", "turn.vmd", "--skeleton", "mesh.pmx", "-o", "no.pmx");
    CHECK_FAILS(1, "rig", "mesh.pmx", "--skeleton", "none.pmx", "-o", "no.pmx");
    CHECK(!command_file_content("no.pmx", &(size_t){0}));
}

TEST_GROUP(test_command_rig)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_writes_what_loads),
        cmocka_unit_test(without_a_skeleton_it_makes_one),
        cmocka_unit_test(what_it_places_by_proportion_it_says),
        cmocka_unit_test(surfaces_of_gltf_stay_in_gltf),
        cmocka_unit_test(pictures_inside_are_written_beside_a_pmx),
        cmocka_unit_test(a_clip_with_bones_is_a_skeleton),
        cmocka_unit_test(influences_and_the_exponent_are_options),
        cmocka_unit_test(what_it_cannot_do_it_says),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
