/* Unsaved changes of a document: each kind of change, its undo, and what saves it. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "view/document/document_changes.h"
#include "view/document/document_keys.h"
#include "view/document/document_scene.h"

#include <hone/format.h>
#include <hone/io.h>

static const document_shown shown = {0};

static int make_files(void **state)
{
    const puppet_desc chain = {.ik = true};
    return command_folder_enter(state) == 0 && puppet_write_model("a.pmx", puppet_make(&chain, NULL), 0) &&
                   puppet_write_model("b.pmx", puppet_make(&chain, NULL), 0) &&
                   puppet_write_motion("bend.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("camera.vmd", puppet_camera(50, NULL))
               ? 0
               : -1;
}

static void open_one(document *d, const char *path)
{
    hone_error error = {0};
    document_open(d, &path, 1, NULL, &error);
    assert_string_equal(error.message, "");
}

/* Two models and a motion, opened as files. */
static document make(void)
{
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(document_make(&d, &rules, 1, NULL));
    open_one(&d, "a.pmx");
    open_one(&d, "bend.vmd");
    open_one(&d, "b.pmx");
    assert_false(document_is_modified(&d));
    return d;
}

/* The same, saved as a scene. */
static document make_scene(void)
{
    document d = make();
    CHECK(document_save_scene(&d, &shown, "scene.json", NULL));
    assert_false(document_is_modified(&d));
    return d;
}

static character *character_at(const document *d, uint32_t i)
{
    return d->models[i]->character;
}

static void check_changes(const document *d, uint32_t model, unsigned expected)
{
    assert_int_equal(document_changes_of(d, character_at(d, model)->id), expected);
    assert_int_equal(document_changes_of(d, character_at(d, 1 - model)->id), 0);
    assert_int_equal(document_changes(d), expected);
    assert_int_equal(document_is_modified(d), expected != 0);
}

/* After one command of the history: it is there, it is undone, and a scene saves it. */
static void check_command(document *d, uint32_t model, unsigned expected)
{
    check_changes(d, model, expected);
    CHECK(history_undo(d->history));
    check_changes(d, model, 0);
    CHECK(history_redo(d->history));
    check_changes(d, model, expected);
    CHECK(document_save_scene(d, &shown, "scene.json", NULL));
    check_changes(d, model, 0);
    CHECK(history_undo(d->history));
    check_changes(d, model, expected); /* the file has what was undone */
    CHECK(history_redo(d->history));
    check_changes(d, model, 0);
}

static void bends_of_both_layers_are_changes(void **state)
{
    (void)state;
    document d = make();
    edit_bone bent = {{0, 0.6f, 0, 0.8f}, {0, 0, 0}};
    character_set_layer(character_at(&d, 0), CHARACTER_CORRECTION);
    CHECK(history_set_bone(d.history, character_at(&d, 0)->edit, 1, bent));
    check_command(&d, 0, DOCUMENT_CHANGED_POSE);
    character_set_layer(character_at(&d, 0), CHARACTER_KEYS);
    bent.translation[0] = 2;
    CHECK(history_set_bone(d.history, character_at(&d, 0)->edit, 1, bent));
    check_command(&d, 0, DOCUMENT_CHANGED_POSE);
    document_release(&d);
}

static void switches_and_morphs_are_changes(void **state)
{
    (void)state;
    document d = make();
    CHECK(history_set_morph(d.history, character_at(&d, 1)->edit, 0, (edit_morph){true, 0.5f}));
    check_command(&d, 1, DOCUMENT_CHANGED_POSE);
    CHECK(history_set_chain(d.history, character_at(&d, 1)->edit, 0, EDIT_CHAIN_OFF));
    check_command(&d, 1, DOCUMENT_CHANGED_POSE);
    CHECK(history_set_hidden(d.history, character_at(&d, 1)->edit, 0, true));
    check_command(&d, 1, DOCUMENT_CHANGED_POSE);
    document_release(&d);
}

static void places_are_changes(void **state)
{
    (void)state;
    document d = make();
    CHECK(history_set_place(d.history, character_at(&d, 1)->edit, &(edit_placement){.at = {0, 0, 3}}));
    check_command(&d, 1, DOCUMENT_CHANGED_PLACE);
    const edit_placement attached = {.attach = character_at(&d, 0)->id, .bone = 2};
    CHECK(history_set_place(d.history, character_at(&d, 1)->edit, &attached));
    check_command(&d, 1, DOCUMENT_CHANGED_PLACE);
    CHECK(history_set_place(d.history, character_at(&d, 1)->edit, &(edit_placement){.scale = 2}));
    check_command(&d, 1, DOCUMENT_CHANGED_PLACE);
    document_release(&d);
}

static void a_saved_pose_is_that_of_its_character_alone(void **state)
{
    (void)state;
    document d = make();
    for (uint32_t i = 0; i < 2; i++)
        CHECK(history_set_morph(d.history, character_at(&d, i)->edit, 0, (edit_morph){true, 0.5f}));
    document_pose_saved(&d, character_at(&d, 0)->id);
    check_changes(&d, 1, DOCUMENT_CHANGED_POSE);
    document_close_model(&d, character_at(&d, 1)->id);
    assert_false(document_is_modified(&d));
    document_release(&d);
}

static void painted_weights_are_saved_with_a_model_only(void **state)
{
    (void)state;
    document d = make_scene();
    edit *e = character_at(&d, 0)->edit;
    vertex_weights all = {0};
    vertex_weights_include(&all, 2, 1);
    CHECK(edit_begin_weights(e, NULL) && history_set_weights(d.history, e, 0, &all));
    check_changes(&d, 0, DOCUMENT_CHANGED_WEIGHTS);
    CHECK(document_save_scene(&d, &shown, "scene.json", NULL));
    check_changes(&d, 0, DOCUMENT_CHANGED_WEIGHTS);
    weight_table_saved(edit_weights(e));
    check_changes(&d, 0, 0);
    CHECK(history_undo(d.history));
    check_changes(&d, 0, DOCUMENT_CHANGED_WEIGHTS);
    document_release(&d);
}

static void keys_are_changes_of_their_character_or_of_the_scene(void **state)
{
    (void)state;
    document d = make();
    hone_error error = {0};
    frame_timing unused = {0};
    CHECK(document_update(&d, 5, false, 0, &unused, NULL));
    CHECK(document_register_visible(&d, character_at(&d, 0)->id, 5, false, &error));
    check_command(&d, 0, DOCUMENT_CHANGED_KEYS);
    const hone_camera camera = HONE_CAMERA_DEFAULT;
    CHECK(document_register_camera(&d, 5, &camera, &error));
    assert_int_equal(document_changes_of(&d, 0), DOCUMENT_CHANGED_KEYS | DOCUMENT_CHANGED_FILES); /* a new motion */
    CHECK(document_save_scene_keys(&d, "keys.vmd", &error));
    assert_int_equal(document_changes_of(&d, 0), DOCUMENT_CHANGED_FILES);
    CHECK(document_save_scene(&d, &shown, "scene.json", NULL));
    assert_false(document_is_modified(&d));
    document_release(&d);
}

/* Makes one change of the files, looks at it, and takes it back by saving. */
static void check_files(document *d, const char *what)
{
    if (document_changes(d) != DOCUMENT_CHANGED_FILES)
        fail_msg("%s is no change of the scene", what);
    assert_int_equal(document_changes_of(d, 0), DOCUMENT_CHANGED_FILES);
    CHECK(document_save_scene(d, &shown, "scene.json", NULL));
    assert_false(document_is_modified(d));
}

static void files_are_changes_of_a_scene(void **state)
{
    (void)state;
    document d = make_scene();
    uint32_t motion = d.motions[0].id;
    open_one(&d, "b.pmx");
    check_files(&d, "a model");
    open_one(&d, "camera.vmd");
    check_files(&d, "a motion");
    document_close_model(&d, character_at(&d, 2)->id);
    check_files(&d, "a closed model");
    document_set_motion(&d, motion, true, 0.5f);
    check_files(&d, "a weight");
    document_set_motion(&d, motion, false, 0.5f);
    check_files(&d, "a switch");
    CHECK(document_set_motion_target(&d, motion, character_at(&d, 1)->id, NULL));
    check_files(&d, "a target");
    character_at(&d, 0)->visible = false;
    check_files(&d, "a hidden model");
    character_rules rules = d.rules;
    rules.physics.wind[0] = 5;
    CHECK(document_set_rules(&d, &rules, NULL));
    check_files(&d, "the wind");
    document_close_motion(&d, motion);
    check_files(&d, "a closed motion");
    document_release(&d);
}

static void files_that_were_only_opened_lose_nothing(void **state)
{
    (void)state;
    document d = make();
    document_set_motion(&d, d.motions[0].id, false, 1);
    character_at(&d, 0)->visible = false;
    document_close_model(&d, character_at(&d, 1)->id);
    assert_false(document_is_modified(&d));
    document_release(&d);
}

static void an_opened_scene_is_as_saved(void **state)
{
    (void)state;
    document d = make();
    edit_bone bent = {{0, 0.6f, 0, 0.8f}, {0, 0, 0}};
    CHECK(history_set_bone(d.history, character_at(&d, 0)->edit, 1, bent));
    CHECK(history_set_place(d.history, character_at(&d, 1)->edit, &(edit_placement){.at = {0, 0, 3}}));
    CHECK(document_save_scene(&d, &shown, "scene.json", NULL));
    document_release(&d);
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(document_make(&d, &rules, 1, NULL));
    open_one(&d, "scene.json");
    assert_false(document_is_modified(&d));
    CHECK(document_reload(&d, NULL));
    assert_false(document_is_modified(&d));
    edit_clear(character_at(&d, 0)->correction);
    check_changes(&d, 0, DOCUMENT_CHANGED_POSE);
    document_close_all(&d);
    assert_false(document_is_modified(&d)); /* nothing is left that could be saved */
    document_release(&d);
}

TEST_GROUP(test_view_changes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bends_of_both_layers_are_changes),
        cmocka_unit_test(switches_and_morphs_are_changes),
        cmocka_unit_test(places_are_changes),
        cmocka_unit_test(a_saved_pose_is_that_of_its_character_alone),
        cmocka_unit_test(painted_weights_are_saved_with_a_model_only),
        cmocka_unit_test(keys_are_changes_of_their_character_or_of_the_scene),
        cmocka_unit_test(files_are_changes_of_a_scene),
        cmocka_unit_test(files_that_were_only_opened_lose_nothing),
        cmocka_unit_test(an_opened_scene_is_as_saved),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
