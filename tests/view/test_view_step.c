/* Opening a scene in place of what is open, or in addition to it, as one step of the history. */
#define _XOPEN_SOURCE 700
#include "samples/samples.h"
#include "view/as_render.h"
#include "view/document/document_changes.h"
#include "view/document/document_keys.h"
#include "view/document/document_look.h"
#include "view/document/document_step.h"

#include <stdlib.h>

static const char scene_text_of_b[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"b.pmx\", \"at\": [3, 0, 0] } ],\n"
                                      "\"motions\": [ { \"file\": \"dance.vmd\", \"model\": 1 } ], \"playback\": { "
                                      "\"physics\": \"off\", \"ik\": \"off\" },\n"
                                      "\"picture\": { \"background\": [1, 0, 0] }, \"view\": { \"frame\": 12 } }";

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 && write_model("a.pmx", hone_sample_character(NULL)) &&
                   write_model("b.pmx", hone_sample_character(NULL)) &&
                   write_motion("dance.vmd", hone_sample_dance(NULL)) &&
                   command_file_write("b.json", scene_text_of_b, sizeof scene_text_of_b - 1) &&
                   command_file_write("bad.json", "{ \"hone\": 1, \"x\": 2 }", 21)
               ? 0
               : -1;
}

/* A document with a character that is bent, has an unsaved key, and stands elsewhere. */
static document open_a(void)
{
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(document_make(&d, &rules, 1, NULL));
    CHECK(document_open(&d, (const char *const[]){"a.pmx", "dance.vmd"}, 2, NULL, NULL));
    character *c = character_at(&d, 0);
    const edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, 0.5f, 0}};
    CHECK(history_set_place(d.history, c->edit, &(edit_placement){.at = {-6, 0, 2}}));
    CHECK(history_set_bone(d.history, c->edit, (uint32_t)bone_named(c, "頭"), bent));
    update(&d, 10);
    CHECK(document_register(&d, c->id, 10, NULL));
    CHECK(history_set_morph(d.history, c->edit, 0, (edit_morph){true, 0.75f}));
    update(&d, 10);
    return d;
}

static bool open_step(document *d, bool replaces, const char *path)
{
    return document_open_step(d, replaces, &path, 1, NULL, NULL);
}

static hone_affine head_of(const document *d)
{
    const character *c = document_active(d)->character;
    return hone_actor_bones(c->shown)[bone_named(c, "頭")];
}

static void check_is_a(document *d, const hone_affine *head)
{
    assert_int_equal(d->model_count, 1);
    assert_int_equal(d->motion_count, 1);
    assert_string_equal(d->models[0]->name, "a.pmx");
    assert_true(d->active == d->models[0]->character->id && !d->is_scene && !d->rules.ik_off);
    assert_int_equal(document_changes(d), DOCUMENT_CHANGED_POSE | DOCUMENT_CHANGED_PLACE | DOCUMENT_CHANGED_KEYS);
    update(d, 10);
    const hone_affine now = head_of(d);
    assert_memory_equal(&now, head, sizeof now);
}

static void a_scene_replaces_what_is_open_and_undo_brings_it_back(void **state)
{
    (void)state;
    document d = open_a();
    const hone_affine head = head_of(&d);
    CHECK(open_step(&d, true, "b.json"));
    assert_true(d.model_count == 1 && d.motion_count == 1 && d.is_scene && d.rules.ik_off);
    assert_string_equal(d.models[0]->name, "b.pmx");
    assert_false(document_is_modified(&d));
    assert_true(d.scene.look.background.given && d.scene.frame == 12);
    assert_string_equal(history_undo_label(d.history), "Open a scene");
    CHECK(history_set_morph(d.history, character_at(&d, 0)->edit, 0, (edit_morph){true, 0.5f}));
    for (int i = 0; i < 2; i++) { /* there and back, twice */
        CHECK(history_undo(d.history) && history_undo(d.history));
        check_is_a(&d, &head);
        CHECK(history_redo(d.history) && history_redo(d.history));
        assert_string_equal(d.models[0]->name, "b.pmx");
        assert_true(d.is_scene && d.rules.ik_off && d.scene.look.background.given);
        assert_true(edit_get_morph(character_at(&d, 0)->edit, 0).weight == 0.5f);
        update(&d, 20);
    }
    CHECK(history_undo(d.history) && history_undo(d.history));
    while (history_undo(d.history)) continue; /* what was done before is undone, too */
    assert_false(document_is_modified(&d));
    document_release(&d);
}

static void a_scene_is_added_and_undo_takes_it_away(void **state)
{
    (void)state;
    document d = open_a();
    const hone_affine head = head_of(&d);
    CHECK(open_step(&d, false, "b.json"));
    assert_true(d.model_count == 2 && d.motion_count == 2 && !d.is_scene && !d.rules.ik_off);
    assert_true(!d.scene.look.background.given && d.active == d.models[1]->character->id);
    CHECK_NEAR(edit_place(character_at(&d, 1)->edit)->at[0], 3, 0);
    assert_string_equal(history_undo_label(d.history), "Add to the scene");
    update(&d, 10);
    CHECK(history_undo(d.history));
    check_is_a(&d, &head);
    CHECK(history_redo(d.history));
    assert_true(d.model_count == 2 && d.motion_count == 2);
    assert_string_equal(d.models[1]->name, "b.pmx");
    assert_int_equal(d.motions[1].target, d.models[1]->character->id);
    update(&d, 10);
    document_close_model(&d, d.models[1]->character->id); /* nothing is left to take away */
    CHECK(history_undo(d.history));
    check_is_a(&d, &head);
    document_release(&d);
}

static void what_cannot_be_opened_replaces_nothing(void **state)
{
    (void)state;
    document d = open_a();
    const hone_affine head = head_of(&d);
    const char *label = history_undo_label(d.history);
    assert_false(open_step(&d, true, "bad.json"));
    assert_false(open_step(&d, true, "nowhere.json"));
    assert_false(open_step(&d, false, "bad.json"));
    assert_string_equal(history_undo_label(d.history), label);
    check_is_a(&d, &head);
    document_release(&d);
}

static void several_steps_are_undone_in_turn(void **state)
{
    (void)state;
    document d = open_a();
    const hone_affine head = head_of(&d);
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(open_step(&d, true, "b.json") && open_step(&d, false, "b.json") && open_step(&d, true, "b.json"));
    CHECK(document_set_threads(&d, 2, NULL) && document_set_rules(&d, &rules, NULL)); /* of those that are not open */
    assert_int_equal(d.model_count, 1);
    CHECK(history_undo(d.history));
    assert_int_equal(d.model_count, 2);
    update(&d, 5);
    CHECK(history_undo(d.history) && history_undo(d.history));
    check_is_a(&d, &head);
    CHECK(history_set_morph(d.history, character_at(&d, 0)->edit, 0,
                            (edit_morph){true, 0.25f})); /* frees what was undone */
    assert_null(history_redo_label(d.history));
    document_close_all(&d);
    assert_int_equal(d.model_count, 0);
    document_release(&d);
}

static void old_steps_are_dropped_with_what_they_have(void **state)
{
    (void)state;
    document d = open_a();
    for (int i = 0; i < 12; i++) CHECK(open_step(&d, true, "b.json"));
    int undone = 0;
    while (history_undo(d.history)) undone++;
    assert_true(undone >= 3 && undone < 12);
    assert_string_equal(d.models[0]->name, "b.pmx");
    document_release(&d);
}

static void the_surroundings_of_both_are_undone(void **state)
{
    (void)state;
    document d = open_a();
    CHECK(document_set_backdrop(&d, "sky.png", NULL));
    CHECK(open_step(&d, true, "b.json"));
    assert_null(d.scene.look.backdrop.file);
    CHECK(document_set_backdrop(&d, "sea.png", NULL));
    CHECK(history_undo(d.history) && history_undo(d.history));
    assert_string_equal(d.scene.look.backdrop.file, "sky.png");
    CHECK(history_redo(d.history) && history_redo(d.history));
    assert_string_equal(d.scene.look.backdrop.file, "sea.png");
    CHECK(history_undo(d.history) && history_undo(d.history) && history_undo(d.history));
    assert_null(d.scene.look.backdrop.file);
    document_release(&d);
}

TEST_GROUP(test_view_step)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_replaces_what_is_open_and_undo_brings_it_back),
        cmocka_unit_test(a_scene_is_added_and_undo_takes_it_away),
        cmocka_unit_test(what_cannot_be_opened_replaces_nothing),
        cmocka_unit_test(several_steps_are_undone_in_turn),
        cmocka_unit_test(old_steps_are_dropped_with_what_they_have),
        cmocka_unit_test(the_surroundings_of_both_are_undone),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
