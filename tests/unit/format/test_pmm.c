#include "support/make/files/make_pmd.h"
#include "support/make/files/make_pmm.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/project.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static hone_project *read_bytes(const hone_bytes *bytes, const hone_file_resolver *files)
{
    hone_error error = {0};
    hone_project *project =
        hone_project_load_memory(bytes->data, bytes->size, &(hone_project_desc){.files = files}, &error);
    if (!project)
        fail_msg("%s", error.message);
    return project;
}

static hone_project *read_made(const make_pmm_desc *desc)
{
    hone_bytes bytes = make_pmm(desc, NULL);
    hone_project *project = read_bytes(&bytes, NULL);
    hone_bytes_release(&bytes);
    return project;
}

static bool warns(const hone_project *project, const char *part)
{
    hone_warnings warnings = hone_project_warnings(project);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], part))
            return true;
    return false;
}

static void check_bone_tracks(const hone_motion_data *motion, bool switches)
{
    assert_int_equal(motion->bone_track_count, 2);
    const hone_bone_track *center = &motion->bone_tracks[0], *arm = &motion->bone_tracks[1];
    assert_string_equal(center->name.text, "center");
    assert_string_equal(arm->name.text, "arm");
    assert_int_equal(center->key_count, 3);
    assert_int_equal(center->keys[1].frame, 10);
    CHECK_NEAR(center->keys[1].translation[0], 1, 0);
    CHECK_NEAR(center->keys[2].translation[0], 3, 0);
    const hone_curve curve = center->keys[2].curves[3];
    CHECK(curve.x1 == 64 && curve.y1 == 0 && curve.x2 == 64 && curve.y2 == 127);
    assert_int_equal(arm->key_count, 2);
    assert_int_equal(arm->keys[1].frame, 15);
    CHECK_NEAR(arm->keys[1].rotation[1], 1, 0);
    CHECK(!arm->keys[0].physics_off && arm->keys[1].physics_off == switches);
}

static void a_model_has_its_keys(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1});
    const hone_project_data *data = hone_project_get(project);
    assert_int_equal(data->version, 2);
    assert_int_equal(data->model_count, 2);
    const hone_project_model *model = &data->models[0];
    assert_string_equal(model->name, "doll");
    assert_string_equal(model->english_name, "doll in English");
    assert_string_equal(model->path, "C:\\MMD\\UserFile\\Model\\doll.pmd");
    CHECK(model->visible && model->self_shadow && !model->additive && model->draw_order == 1);
    CHECK_NEAR(model->edge_scale, 1.5, 0);
    const hone_motion_data *motion = hone_motion_get(model->motion);
    check_bone_tracks(motion, true);
    assert_int_equal(motion->morph_track_count, 1);
    assert_string_equal(motion->morph_tracks[0].name.text, "smile");
    CHECK_NEAR(motion->morph_tracks[0].keys[1].weight, 0.5, 0);
    assert_int_equal(motion->property_key_count, 2);
    CHECK(motion->property_keys[0].visible && !motion->property_keys[1].visible);
    assert_int_equal(motion->property_keys[1].frame, 20);
    assert_string_equal(motion->property_keys[1].states[0].name.text, "leg IK");
    CHECK(!motion->property_keys[1].states[0].enabled);
    CHECK(!hone_motion_moves(data->models[1].motion)); /* keys that say nothing make no tracks */
    assert_int_equal(hone_project_warnings(project).count, 0);
    hone_project_destroy(project);
}

static void the_scene_has_its_keys(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1});
    const hone_project_data *data = hone_project_get(project);
    const hone_motion_data *scene = hone_motion_get(data->scene);
    assert_int_equal(scene->camera_key_count, 2);
    const hone_camera_key *key = &scene->camera_keys[1];
    CHECK_NEAR(key->camera.distance, -65, 0);
    CHECK_NEAR(key->camera.target[1], 10, 0);
    CHECK_NEAR(key->camera.angles[2], 0.3f, 0);
    CHECK_NEAR(key->camera.fov, 50, 0);
    CHECK(key->camera.orthographic && key->curves[HONE_CAMERA_FOV].y2 == 127 && key->curves[0].x1 == 64);
    assert_int_equal(scene->light_key_count, 2);
    CHECK_NEAR(scene->light_keys[1].light.colour[2], 1, 0);
    assert_int_equal(scene->shadow_key_count, 2);
    CHECK(scene->shadow_keys[1].frame == 7 && scene->shadow_keys[1].mode == 2);
    assert_int_equal(data->gravity_key_count, 2);
    CHECK_NEAR(data->gravity_keys[1].acceleration, 9.8f, 0);
    CHECK(data->gravity_keys[1].noisy && data->gravity_keys[1].direction[1] == -1);
    assert_int_equal(data->camera_parent_count, 0);
    hone_project_destroy(project);
}

static void settings_are_read(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1});
    const hone_project_data *data = hone_project_get(project);
    CHECK(data->width == 640 && data->height == 360);
    assert_string_equal(data->sound, "song.wav");
    CHECK(data->sound_on && data->loop && data->first_frame_on && !data->last_frame_on);
    CHECK(data->first_frame == 2 && data->last_frame == 25 && data->current_frame == 8);
    assert_string_equal(data->video.path, "back.avi");
    CHECK(data->video.shown && data->video.offset[0] == -3 && data->video.scale == 0.5f);
    assert_string_equal(data->image.path, "back.png");
    CHECK(!data->image.shown && data->image.offset[1] == 6);
    CHECK(data->physics == HONE_PROJECT_PHYSICS_ANYTIME && !data->physics_ground && !data->self_shadow);
    CHECK(data->ground_shadow && data->ground_shadow_translucent && data->black_background);
    CHECK_NEAR(data->ground_shadow_brightness, 0.75, 0);
    CHECK_NEAR(data->edge_colour[0], 1, 0);
    CHECK_NEAR(data->edge_colour[2], 0.2, 1e-6);
    CHECK(data->accessories_before == 1 && data->information && !data->grid);
    hone_project_destroy(project);
}

static void things_follow_bones(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = 0});
    const hone_project_data *data = hone_project_get(project);
    assert_int_equal(data->camera_parent_count, 1);
    CHECK(data->camera_parents[0].frame == 20 && data->camera_parents[0].parent.model == 0);
    assert_string_equal(data->camera_parents[0].parent.name, "arm");
    const hone_project_model *model = &data->models[1];
    assert_int_equal(data->models[0].parent_key_count, 0);
    assert_int_equal(model->parent_key_count, 1);
    assert_string_equal(model->parent_keys[0].child, "center");
    assert_string_equal(model->parent_keys[0].parent.name, "arm");
    assert_int_equal(model->parent_keys[0].frame, 20);
    assert_int_equal(data->accessory_count, 1);
    const hone_project_accessory *accessory = &data->accessories[0];
    assert_string_equal(accessory->path, "UserFile\\Accessory\\stick.x");
    CHECK(accessory->additive && accessory->draw_order == 4 && accessory->key_count == 2);
    const hone_accessory_key *keys = accessory->keys;
    CHECK(keys[0].visible && keys[0].opacity == 1 && keys[0].parent.model == HONE_NONE);
    CHECK(!keys[1].visible && keys[1].opacity == 0.5f && keys[1].parent.model == 0 && keys[1].shadow);
    assert_string_equal(keys[1].parent.name, "arm");
    CHECK(keys[1].translation[2] == 3 && keys[1].rotation[0] == 0.1f && keys[1].scale == 0.5f);
    hone_project_destroy(project);
}

static void keys_with_gaps_are_found(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1, .holes = true});
    check_bone_tracks(hone_motion_get(hone_project_get(project)->models[0].motion), true);
    assert_int_equal(hone_project_warnings(project).count, 0);
    hone_project_destroy(project);
}

/* ---- defects --------------------------------------------------------------------------------------------------- */

static void keys_in_a_circle_end_with_a_warning(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1, .loop = true});
    CHECK(warns(project, "a key belongs to two bones"));
    check_bone_tracks(hone_motion_get(hone_project_get(project)->models[0].motion), true);
    hone_project_destroy(project);
}

static void keys_of_no_bone_are_reported(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1, .stray = true});
    CHECK(warns(project, "keys that belong to no bone"));
    hone_project_destroy(project);
}

static void missing_models_are_reported(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = 7});
    CHECK(warns(project, "a model that the project does not have"));
    assert_int_equal(hone_project_get(project)->camera_parent_count, 0);
    hone_project_destroy(project);
}

static void numbers_are_repaired(void **state)
{
    (void)state;
    hone_project *project = read_made(&(make_pmm_desc){.followed = -1, .odd_numbers = true});
    CHECK(warns(project, "not finite"));
    CHECK_NEAR(hone_project_get(project)->accessories[0].keys[1].translation[2], 0, 0);
    hone_project_destroy(project);
}

static void strict_reading_refuses_warnings(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.followed = -1, .stray = true}, NULL);
    CHECK(!hone_project_load_memory(bytes.data, bytes.size, &(hone_project_desc){.strict = true}, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    hone_bytes_release(&bytes);
}

static void cut_files_fail_or_warn(void **state)
{
    (void)state;
    size_t at[6];
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.followed = 0}, at);
    for (size_t size = 0; size < bytes.size; size++) {
        hone_error error = {0};
        uint8_t *exact = malloc(size + !size);
        memcpy(exact, bytes.data, size);
        hone_project *project = hone_project_load_memory(exact, size, NULL, &error);
        if (size < at[4])
            CHECK(!project && error.code == HONE_ERROR_FORMAT);
        else if (project && size < bytes.size - 4) /* the last number is not read */
            CHECK(warns(project, "cut short in its settings"));
        hone_project_destroy(project);
        free(exact);
    }
    hone_bytes_release(&bytes);
}

static void damaged_files_are_read_or_refused(void **state)
{
    (void)state;
    test_random random = {9};
    for (uint32_t round = 0; round < 3000; round++) {
        hone_bytes bytes = make_pmm(&(make_pmm_desc){.followed = 0, .holes = round & 1}, NULL);
        for (uint32_t i = 0; i < 1 + round % 4; i++)
            bytes.data[test_random_u32(&random) % bytes.size] = (uint8_t)test_random_u32(&random);
        hone_error error = {0};
        hone_project *project = hone_project_load_memory(bytes.data, bytes.size, NULL, &error);
        CHECK(project || error.message[0]);
        hone_project_destroy(project);
        hone_bytes_release(&bytes);
    }
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.followed = 0, .holes = true}, NULL);
    for (uint64_t fail_at = 0;; fail_at++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, fail_at);
        hone_project *project =
            hone_project_load_memory(bytes.data, bytes.size, &(hone_project_desc){.allocator = &a.allocator}, &error);
        CHECK(project || error.code == HONE_ERROR_MEMORY);
        bool done = project != NULL;
        hone_project_destroy(project);
        assert_int_equal(a.live, 0);
        if (done)
            break;
    }
    hone_bytes_release(&bytes);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!hone_project_load_memory("PMX ", 4, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    CHECK(strstr(error.message, "not a project of MikuMikuDance"));
    char newer[64] = "Polygon Movie maker 0003";
    CHECK(!hone_project_load_memory(newer, sizeof newer, NULL, &error));
    CHECK(strstr(error.message, "unknown version"));
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.followed = -1}, NULL);
    assert_int_equal(hone_format_detect(bytes.data, bytes.size), HONE_FORMAT_PMM);
    CHECK(!hone_model_load_memory(bytes.data, bytes.size, NULL, &error));
    CHECK(strstr(error.message, "is a project of MikuMikuDance, not a model"));
    hone_bytes_release(&bytes);
}

/* ---- version 0001 ---------------------------------------------------------------------------------------------- */

static bool read_pmd(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    const make_pmd *model = user;
    (void)allocator;
    if (strcmp(path, "C:\\MMD\\UserFile\\Model\\doll.pmd") != 0)
        return hone_fail(error, HONE_ERROR_IO, 0, "not found");
    *out = make_pmd_write(model, NULL);
    return true;
}

static make_pmd doll(void)
{
    static const pmd_bone bones[] = {{.name = "center", .parent = 0xffff}, {.name = "arm"}, {.name = "leg IK"}};
    static const pmd_ik iks[] = {{.goal = 2, .effector = 1, .loop_count = 1, .weight = 1, .link_count = 1}};
    static const pmd_part part[] = {{0, {0, 0, 0}}};
    static const pmd_morph_desc morphs[] = {{.name = "base", .count = 1, .parts = part},
                                            {.name = "smile", .category = 1, .count = 1, .parts = part}};
    make_pmd model = make_pmd_rich();
    model.bone_count = 3, model.bones = bones;
    model.ik_count = 1, model.iks = iks;
    model.morph_count = 2, model.morphs = morphs;
    return model;
}

static void names_of_old_projects_come_from_the_model(void **state)
{
    (void)state;
    make_pmd model = doll();
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.old = true, .followed = -1}, NULL);
    hone_project *project = read_bytes(&bytes, &(hone_file_resolver){.read = read_pmd, .user = &model});
    const hone_project_data *data = hone_project_get(project);
    assert_int_equal(data->version, 1);
    assert_int_equal(data->model_count, 2);
    const hone_motion_data *motion = hone_motion_get(data->models[0].motion);
    check_bone_tracks(motion, false);
    assert_string_equal(motion->morph_tracks[0].name.text, "smile");
    assert_string_equal(motion->property_keys[1].states[0].name.text, "leg IK");
    assert_string_equal(data->sound, "song.wav");
    CHECK(data->physics == HONE_PROJECT_PHYSICS_PLAYING && data->gravity_key_count == 0);
    assert_int_equal(hone_project_warnings(project).count, 0);
    hone_project_destroy(project);
    hone_bytes_release(&bytes);
}

static void old_projects_need_their_models(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.old = true, .followed = -1}, NULL);
    CHECK(!hone_project_load_memory(bytes.data, bytes.size, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_IO);
    CHECK(strstr(error.message, "doll.pmd: not found"));
    hone_bytes_release(&bytes);
}

/* MikuMikuDance writes in the encoding of its system: GBK in China. */
static void texts_may_be_gbk(void **state)
{
    (void)state;
    static const char *const bones[] = {"\xc8\xab\xa4\xc6\xa4\xce\xd3\x48", "\xc9\xcf\xb0\xeb\xc9\xed",
                                        "\xd7\xf3\xd7\xe3\xa3\xc9\xa3\xcb"};
    const make_pmm_desc desc = {.path = "C:\\MMD\\"
                                        "\xc4\xa3\xd0\xcd"
                                        "\\"
                                        "\xb3\xf5\xd2\xf4\xce\xb4\xc0\xb4"
                                        ".pmx",
                                .bones = bones,
                                .bone_count = 3};
    hone_bytes bytes = make_pmm(&desc, NULL);
    hone_error error = {0};
    hone_project *project = hone_project_load_memory(bytes.data, bytes.size, NULL, &error);
    assert_string_equal(error.message, "");
    assert_string_equal(hone_project_get(project)->models[0].path, "C:\\MMD\\模型\\初音未来.pmx");
    hone_project_destroy(project);
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_pmm)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_may_be_gbk),
        cmocka_unit_test(a_model_has_its_keys),
        cmocka_unit_test(the_scene_has_its_keys),
        cmocka_unit_test(settings_are_read),
        cmocka_unit_test(things_follow_bones),
        cmocka_unit_test(keys_with_gaps_are_found),
        cmocka_unit_test(keys_in_a_circle_end_with_a_warning),
        cmocka_unit_test(keys_of_no_bone_are_reported),
        cmocka_unit_test(missing_models_are_reported),
        cmocka_unit_test(numbers_are_repaired),
        cmocka_unit_test(strict_reading_refuses_warnings),
        cmocka_unit_test(cut_files_fail_or_warn),
        cmocka_unit_test(damaged_files_are_read_or_refused),
        cmocka_unit_test(every_failed_allocation_is_reported),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(names_of_old_projects_come_from_the_model),
        cmocka_unit_test(old_projects_need_their_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
