/* Skeletons for meshes whose own skeleton is known: how near they are. */
#include "samples/samples.h"
#include "support/make/bodies/statue.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdlib.h>
#include <string.h>

static hone_model *fit(const hone_model *mesh, hone_autorig_report *report)
{
    hone_error error = {0};
    hone_model *made = hone_model_autorig(mesh, &(hone_autorig_desc){0}, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

/* The required bones of a humanoid, and others that dances move. Hips and spine count as the same: in MMD both begin
 * at the waist, elsewhere hips begin between the legs. */
static bool is_compared(int human)
{
    return human != HONE_HUMANOID_HIPS &&
           (hone_humanoid_bone_is_required((hone_humanoid_bone)human) || human == HONE_HUMANOID_NECK ||
            human == HONE_HUMANOID_CHEST || human == HONE_HUMANOID_TOES || human == HONE_HUMANOID_TOES + 1);
}

static float height_of(const hone_model *model)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    float low = INFINITY, high = -INFINITY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        low = fminf(low, mesh->positions[v][1]), high = fmaxf(high, mesh->positions[v][1]);
    return high - low;
}

/* The largest distance of a bone of `made` from the same bone of `original`, relative to the height. */
static double worst_of(const char *what, const hone_model *made, const hone_model *original, const hone_humanoid *own)
{
    hone_humanoid found = hone_model_humanoid(made);
    double most = 0;
    int worst = 0;
    CHECK(found.missing == 0 && found.found > 50);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        if (!is_compared(h) || own->bones[h] == HONE_NONE)
            continue;
        const float *is = hone_model_skeleton(made)->bones[found.bones[h]].position;
        const float *was = hone_model_skeleton(original)->bones[own->bones[h]].position;
        double off = 0;
        for (int i = 0; i < 3; i++) off += pow((double)is[i] - (double)was[i], 2);
        off = sqrt(off) / (double)height_of(made);
        if (!(off <= most))
            most = off, worst = h;
    }
    print_message("%-24s worst %s: %.1f %% of the height\n", what, hone_humanoid_bone_name((hone_humanoid_bone)worst),
                  100 * most);
    return most;
}

/* Every limb, foot, hand and the head have their own vertices. The trunk may be a tube without rings. */
static void check_all_carry(const hone_model *made)
{
    hone_humanoid found = hone_model_humanoid(made);
    const hone_mesh *mesh = hone_model_mesh(made);
    float *most = test_calloc(mesh->slot_count, sizeof *most);
    for (uint32_t i = 0; i < mesh->influence_count; i++)
        if (mesh->influences[i].slot != HONE_NONE)
            most[mesh->influences[i].slot] = fmaxf(most[mesh->influences[i].slot], mesh->influences[i].weight);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (h > HONE_HUMANOID_SPINE && hone_humanoid_bone_is_required((hone_humanoid_bone)h))
            CHECK(most[found.bones[h]] > 0.25f);
    test_free(most);
}

static hone_model *character(void)
{
    hone_error error = {0};
    hone_model *model = hone_sample_character(&error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

/* ---- the built-in character ------------------------------------------------------------------------------------- */

static void check_character(const char *what, const hone_model *mesh, int quarters)
{
    hone_model *original = character();
    hone_humanoid own = hone_model_humanoid(original);
    hone_autorig_report report;
    hone_model *made = fit(mesh, &report);
    CHECK(report.quarters == quarters);
    check_all_carry(made);
    CHECK(report.landmark_warnings == HONE_AUTORIG_WARN_HIPS); /* under its skirt the hips cannot be seen */
    CHECK(worst_of(what, made, original, &own) < 0.05);
    hone_model_release(made);
    hone_model_release(original);
}

static void the_character_gets_its_bones_again(void **state)
{
    (void)state;
    hone_model *original = character();
    statue mesh = statue_of(original);
    for (int turned = 0; turned < 4; turned += 2) {
        statue_move(&mesh, turned, 1, (const float[3]){0, 0, 0});
        hone_model *bare = statue_model(&mesh);
        check_character(turned ? "turned" : "as it stands", bare, turned);
        hone_model_release(bare);
    }
    statue_release(&mesh);
    hone_model_release(original);
}

static void a_mesh_of_x_gets_them(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *original = character();
    statue mesh = statue_of(original);
    size_t size;
    statue_move(&mesh, 0, (float)HONE_MMD_METRES, (const float[3]){0, 0, 0});
    char *text = statue_x(&mesh, &size);
    hone_model *bare = hone_model_load_memory(text, size, NULL, &error);
    if (!bare)
        fail_msg("%s", error.message);
    check_character(".x", bare, 0);
    hone_model_release(bare);
    free(text);
    statue_release(&mesh);
    hone_model_release(original);
}

static void a_mesh_of_gltf_gets_them(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *original = character();
    statue mesh = statue_of(original);
    hone_model *stone = statue_model(&mesh);
    hone_bytes bytes;
    CHECK(hone_model_write_gltf(stone, NULL, &bytes, NULL, &error));
    hone_model *bare = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!bare)
        fail_msg("%s", error.message);
    check_character(".glb", bare, 0);
    CHECK(hone_model_get(bare)->materials[0].pbr);
    for (int keep = 0; keep < 2; keep++) {
        hone_model *made = hone_model_autorig(bare, &(hone_autorig_desc){.keep_materials = keep}, NULL, &error);
        CHECK(made && (hone_model_get(made)->materials[0].pbr != NULL) == keep);
        hone_model_release(made);
    }
    hone_model_release(bare);
    hone_bytes_release(&bytes);
    hone_model_release(stone);
    statue_release(&mesh);
    hone_model_release(original);
}

static void the_same_comes_of_the_same(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = character();
    hone_bytes bytes[2];
    for (int i = 0; i < 2; i++) {
        hone_model *made = fit(model, NULL);
        CHECK(hone_model_write_pmx(made, NULL, &bytes[i], &error));
        hone_model_release(made);
    }
    CHECK(bytes[0].size == bytes[1].size && memcmp(bytes[0].data, bytes[1].data, bytes[0].size) == 0);
    for (int i = 0; i < 2; i++) hone_bytes_release(&bytes[i]);
    hone_model_release(model);
}

static void it_loads_without_a_warning_and_keeps_what_it_shows(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = character(), *made = fit(model, NULL);
    const hone_model_data *was = hone_model_get(model), *is = hone_model_get(made);
    CHECK(is->material_count == was->material_count && is->texture_count == was->texture_count);
    CHECK(is->morph_count == was->morph_count && is->mesh.index_count == was->mesh.index_count);
    for (uint32_t m = 0; m < is->morph_count; m++) {
        assert_string_equal(is->morphs[m].name, was->morphs[m].name);
        CHECK(is->morphs[m].kind != HONE_MORPH_VERTEX || is->morphs[m].count == was->morphs[m].count);
    }
    hone_bytes bytes;
    CHECK(hone_model_write_pmx(made, NULL, &bytes, &error));
    hone_model *again = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    if (!again)
        fail_msg("%s", error.message);
    CHECK(hone_model_skeleton(again)->ik_count == 4);
    hone_model_release(again);
    hone_bytes_release(&bytes);
    hone_model_release(made);
    hone_model_release(model);
}

/* MMD hides bones and morphs that are in no panel, and has two panels that it treats specially. */
static void each_bone_and_morph_is_in_a_panel(void **state)
{
    (void)state;
    static const char *const names[] = {"Root", "表情", "bones"};
    hone_model *model = character(), *made = fit(model, NULL);
    const hone_model_data *data = hone_model_get(made);
    uint32_t *shown = test_calloc(data->skeleton.bone_count, sizeof *shown), morphs = 0;
    CHECK(data->display_frame_count == 3);
    for (uint32_t p = 0; p < 3; p++) {
        const hone_display_frame *panel = &data->display_frames[p];
        assert_string_equal(panel->name, names[p]);
        CHECK((panel->special != 0) == (p < 2));
        CHECK(p > 0 || (panel->item_count == 1 && panel->items[0].index == 0));
        for (uint32_t i = 0; i < panel->item_count; i++)
            if (!panel->items[i].is_morph)
                shown[panel->items[i].index]++;
            else
                CHECK(p == 1 && panel->items[i].index == (int32_t)morphs++);
    }
    CHECK(data->morph_count > 0 && morphs == data->morph_count);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) CHECK(shown[b] == 1);
    test_free(shown);
    hone_model_release(made);
    hone_model_release(model);
}

/* Mean distance of vertices from those on the original skeleton, relative to the height. */
static void it_dances(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *models[2] = {character()};
    models[1] = fit(models[0], NULL);
    hone_motion *dance = hone_sample_dance(&error);
    uint32_t count = hone_model_mesh(models[0])->vertex_count, frames = 0;
    float(*rows[2])[3] = {test_calloc(count, 12), test_calloc(count, 12)};
    double sum = 0;
    hone_actor *actors[2];
    for (int i = 0; i < 2; i++) {
        actors[i] = hone_actor_create(&(hone_actor_desc){.model = models[i]}, &error);
        CHECK(actors[i] && hone_actor_play(actors[i], dance, NULL, &error).id);
    }
    for (uint32_t frame = 0; frame < 240; frame += 10, frames++) {
        for (int i = 0; i < 2; i++) {
            CHECK(hone_actor_update_frame(actors[i], frame, NULL));
            CHECK(hone_actor_skin(actors[i], &(hone_skin_out){.positions = {rows[i], count, 12}}, &error));
        }
        for (uint32_t v = 0; v < count; v++) {
            double square = 0;
            for (int c = 0; c < 3; c++) square += pow((double)rows[0][v][c] - (double)rows[1][v][c], 2);
            sum += sqrt(square) / count;
        }
    }
    double mean = sum / frames / (double)height_of(models[0]);
    print_message("mean distance over the dance: %.2f %% of the height\n", 100 * mean);
    CHECK(mean < 0.02);
    for (int i = 0; i < 2; i++) {
        hone_actor_destroy(actors[i]);
        hone_model_release(models[i]);
        test_free(rows[i]);
    }
    hone_motion_release(dance);
}

/* ---- other models ---------------------------------------------------------------------------------------------- */

/* The same model in MMD's space, rotated as the mesh was. */
static hone_model *turned(const hone_model *model, int quarters)
{
    hone_error error = {0};
    hone_model *flat = hone_model_to_mmd(model, NULL, NULL, &error);
    hone_builder *b = hone_builder_create(NULL, 0, &error);
    const hone_skeleton *from = hone_model_skeleton(flat);
    hone_bone *bones = hone_builder_array(b, from->bone_count, sizeof *bones);
    CHECK(flat && bones);
    for (uint32_t i = 0; i < from->bone_count; i++) {
        bones[i] = (hone_bone){.name = hone_builder_text(b, from->bones[i].name, strlen(from->bones[i].name)),
                               .parent = from->bones[i].parent,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        memcpy(bones[i].position, from->bones[i].position, sizeof bones[i].position);
        for (int q = 0; q < quarters; q++) {
            float x = bones[i].position[0];
            bones[i].position[0] = bones[i].position[2], bones[i].position[2] = -x;
        }
    }
    hone_model_data data = {.space = HONE_SPACE_MMD, .skeleton = {.bone_count = from->bone_count, .bones = bones}};
    hone_model *made = hone_model_create(b, &data, NULL, &error);
    hone_model_release(flat);
    CHECK(made);
    return made;
}

/* own: the bone of each role; NULL: found by names. */
static void check_file(const char *name, const hone_humanoid *own, double limit)
{
    hone_error error = {0};
    char path[512];
    if (!test_data_path(name, path, sizeof path)) {
        test_skip(1, name);
        return;
    }
    hone_model *model = hone_model_load(path, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_autorig_report report;
    hone_model *made = fit(model, &report), *original = turned(model, report.quarters);
    hone_humanoid named = hone_model_humanoid(model);
    check_all_carry(made);
    CHECK(worst_of(strrchr(name, '/') + 1, made, original, own ? own : &named) < limit);
    hone_model_release(original);
    hone_model_release(made);
    hone_model_release(model);
}

static void a_figure_of_mmd_comes_near_its_own(void **state)
{
    (void)state;
    check_file("mmd/three-mmd-loader/yw_test_model.pmx", NULL, 0.05);
}

static hone_humanoid nobody(void)
{
    hone_humanoid out = {.body = HONE_NONE};
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) out.bones[h] = HONE_NONE;
    return out;
}

/* It faces x and has bent arms; its bones have no names. */
static void cesium_man_comes_near_its_own(void **state)
{
    (void)state;
    hone_humanoid own = nobody();
    static const struct {
        int human, bone;
    } bones[] = {{HONE_HUMANOID_UPPER_LEG, 7},      {HONE_HUMANOID_UPPER_LEG + 1, 3},  {HONE_HUMANOID_LOWER_LEG, 8},
                 {HONE_HUMANOID_LOWER_LEG + 1, 4},  {HONE_HUMANOID_FOOT, 9},           {HONE_HUMANOID_FOOT + 1, 5},
                 {HONE_HUMANOID_UPPER_ARM, 16},     {HONE_HUMANOID_UPPER_ARM + 1, 13}, {HONE_HUMANOID_LOWER_ARM, 17},
                 {HONE_HUMANOID_LOWER_ARM + 1, 14}, {HONE_HUMANOID_HAND, 18},          {HONE_HUMANOID_HAND + 1, 15},
                 {HONE_HUMANOID_NECK, 19},          {HONE_HUMANOID_HEAD, 20}};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) own.bones[bones[i].human] = bones[i].bone;
    check_file("gltf/khronos/cesium_man.gltf", &own, 0.05);
}

/* A quarter of its height is the head, and its limbs are rods. */
static void a_robot_comes_near_its_own(void **state)
{
    (void)state;
    hone_humanoid own = nobody();
    static const struct {
        int human, bone;
    } bones[] = {{HONE_HUMANOID_UPPER_LEG, 35}, {HONE_HUMANOID_UPPER_LEG + 1, 37},
                 {HONE_HUMANOID_LOWER_LEG, 34}, {HONE_HUMANOID_LOWER_LEG + 1, 36},
                 {HONE_HUMANOID_UPPER_ARM, 15}, {HONE_HUMANOID_UPPER_ARM + 1, 29},
                 {HONE_HUMANOID_NECK, 2},       {HONE_HUMANOID_HEAD, 1}};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) own.bones[bones[i].human] = bones[i].bone;
    check_file("gltf/raylib/robot.glb", &own, 0.1);
}

static void check_file_refused(const char *name, const char *why)
{
    hone_error error = {0};
    char path[512];
    if (!test_data_path(name, path, sizeof path)) {
        test_skip(1, name);
        return;
    }
    hone_model *model = hone_model_load(path, NULL, &error);
    CHECK(model && !hone_model_autorig(model, &(hone_autorig_desc){0}, NULL, &error) &&
          error.code == HONE_ERROR_ARGUMENT);
    if (!strstr(error.message, why))
        fail_msg("%s: %s", name, error.message);
    hone_model_release(model);
}

static void a_bison_is_refused(void **state)
{
    (void)state;
    check_file_refused("x/assimp/Testwuson.X", "4 feet");
}

static void a_blob_is_refused(void **state)
{
    (void)state;
    check_file_refused("gltf/raylib/greenman.glb", "no two legs");
}

TEST_GROUP(test_autorig_human)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_character_gets_its_bones_again),
        cmocka_unit_test(a_mesh_of_x_gets_them),
        cmocka_unit_test(a_mesh_of_gltf_gets_them),
        cmocka_unit_test(the_same_comes_of_the_same),
        cmocka_unit_test(it_loads_without_a_warning_and_keeps_what_it_shows),
        cmocka_unit_test(each_bone_and_morph_is_in_a_panel),
        cmocka_unit_test(it_dances),
        cmocka_unit_test(a_figure_of_mmd_comes_near_its_own),
        cmocka_unit_test(cesium_man_comes_near_its_own),
        cmocka_unit_test(a_robot_comes_near_its_own),
        cmocka_unit_test(a_bison_is_refused),
        cmocka_unit_test(a_blob_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
