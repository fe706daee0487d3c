/* Poses entered as numbers, and several characters whose edits are undone and simulated independently. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/support.h"
#include "tool/edit/readout.h"
#include "view/document/document.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

static document make(void)
{
    document d;
    hone_error error = {0};
    character_rules rules = {.mode = CHARACTER_PHYSICS_EXACT};
    CHECK(document_make(&d, &rules, 1, &error));
    CHECK(document_open_built_in(&d, &error) && document_open_built_in(&d, &error) && d.model_count == 2);
    return d;
}

static edit *edit_of(const document *d, uint32_t index)
{
    return d->models[index]->character->edit;
}

static edit_bone turned(float degrees)
{
    edit_bone bone = EDIT_BONE_NONE;
    readout_rotation((const float[]){degrees, 0, 0}, bone.rotation);
    return bone;
}

static void degrees_come_back_as_they_were(void **state)
{
    (void)state;
    const float given[][3] = {{0, 0, 0}, {30, 0, 0}, {0, -120, 0}, {0, 0, 75}, {-41, 160, -12}, {89, 3, -170}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        float rotation[4], degrees[3];
        readout_rotation(given[i], rotation);
        readout_degrees(rotation, degrees);
        for (int k = 0; k < 3; k++) CHECK_NEAR(degrees[k], given[i][k], 1e-2);
    }
    float rotation[4];
    readout_rotation((const float[]){0, 90, 0}, rotation); /* about Y: X becomes -Z */
    float x[3];
    hone_quat_rotate(rotation, (const float[]){1, 0, 0}, x);
    CHECK_NEAR(x[2], -1, 1e-6);
}

static void a_readout_says_how_a_bone_stands_and_hangs(void **state)
{
    (void)state;
    document d = make();
    frame_timing m = {0};
    uint32_t bone = 7;
    edit_set_bone(edit_of(&d, 0), bone, turned(30));
    edit_set_bone(edit_of(&d, 0), bone - 1, turned(15));
    CHECK(document_update(&d, 0, true, 0, &m, NULL));
    const hone_actor *actor = d.models[0]->character->shown;
    const hone_affine *bones = hone_actor_bones(actor);
    readout said = readout_of(actor, bone);
    for (int k = 0; k < 3; k++) CHECK_NEAR(said.position[k], bones[bone].m[k][3], 0);
    hone_affine parent = bones[hone_model_skeleton(hone_actor_model(actor))->bones[bone].parent];
    hone_affine back = hone_affine_invert_rigid(&parent), local = hone_affine_multiply(&back, &bones[bone]);
    float rotation[4], degrees[3];
    hone_quat_from_affine(&local, rotation);
    readout_degrees(rotation, degrees);
    for (int k = 0; k < 3; k++) CHECK_NEAR(said.degrees[k], degrees[k], 1e-3);
    CHECK(fabsf(said.degrees[0]) > 20);
    said = readout_of(actor, 1000000);
    CHECK_NEAR(said.position[0] + said.degrees[0], 0, 0);
    document_release(&d);
}

/* On top of an existing motion and edit. */
static void a_typed_pose_is_what_the_bone_then_has(void **state)
{
    (void)state;
    document d = make();
    frame_timing m = {0};
    for (uint32_t bone = 0; bone < 12; bone++) {
        const float wanted[3] = {12, -34, 56}, way[3] = {1, -2, 0.5f};
        float rotation[4], degrees[3];
        readout_rotation(wanted, rotation);
        for (int twice = 0; twice < 2; twice++) {
            CHECK(document_update(&d, 77, true, 0, &m, NULL));
            hone_actor *actor = d.models[0]->character->shown;
            edit_set_bone(edit_of(&d, 0), bone, edit_bone_posed(edit_of(&d, 0), actor, bone, rotation, way));
        }
        CHECK(document_update(&d, 77, true, 0, &m, NULL));
        const hone_transform *pose = &hone_actor_writable_pose(d.models[0]->character->shown)->bones[bone];
        readout_degrees(pose->rotation, degrees);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(degrees[k], wanted[k], 2e-2);
            CHECK_NEAR(pose->translation[k], way[k], 1e-4);
        }
    }
    CHECK(!edit_bone_changed(edit_of(&d, 1), 0));
    document_release(&d);
}

static void commands_of_several_characters_are_undone_on_whom_they_were_done(void **state)
{
    (void)state;
    document d = make();
    edit *first = edit_of(&d, 0), *second = edit_of(&d, 1);
    history *h = d.history;
    CHECK(!history_touched(h));
    CHECK(history_set_bone(h, first, 3, turned(20)));
    CHECK(history_set_place(h, second, &(edit_placement){.at = {8, 0, -1}}) &&
          history_set_bone(h, second, 3, turned(-20)));
    CHECK(history_undo(h) && history_touched(h) == second && !edit_bone_changed(second, 3));
    CHECK_NEAR(edit_place(second)->at[0], 8, 0);
    CHECK(history_undo(h));
    CHECK_NEAR(edit_place(second)->at[0], 0, 0);
    CHECK(edit_bone_changed(first, 3) && history_undo(h) && history_touched(h) == first && edit_is_empty(first));
    CHECK(history_redo(h) && history_redo(h) && edit_bone_changed(first, 3));
    CHECK_NEAR(edit_place(second)->at[2], -1, 0);
    document_close_model(&d, d.models[1]->character->id);
    CHECK(history_touched(h) != second && history_undo(h) && !history_undo(h) && edit_is_empty(first));
    document_release(&d);
}

/* With physics: else nothing could become stale. */
static void only_who_was_edited_simulates_anew(void **state)
{
    (void)state;
    NEEDS(physics);
    document d = make();
    frame_timing m = {0};
    CHECK(document_update(&d, 20, false, 0, &m, NULL));
    CHECK(document_settle(&d, NULL));
    character *first = d.models[0]->character, *second = d.models[1]->character;
    CHECK(!first->stale && !second->stale && first->shown == first->bodies && second->shown == second->bodies);
    edit_set_hidden(second->edit, 0, true); /* does not affect physics */
    CHECK(document_update(&d, 20, true, 0, &m, NULL));
    CHECK(!character_is_edited(first) && !character_is_edited(second));
    edit_set_bone(first->edit, 3, turned(25));
    CHECK(character_is_edited(first) && !character_is_edited(second));
    CHECK(document_update(&d, 20, true, 0, &m, NULL)); /* it does not start while the edit is held */
    CHECK(character_is_edited(first));
    CHECK(document_update(&d, 20.5, false, 0, &m, NULL));
    CHECK(!character_is_edited(first) && second->shown == second->bodies);
    CHECK(document_settle(&d, NULL));
    CHECK(first->shown == first->bodies && !first->stale);
    CHECK(edit_bone_changed(first->bodies_edit, 3) && !edit_bone_changed(second->bodies_edit, 3));
    document_release(&d);
}

static void threads_can_be_chosen_while_characters_are_there(void **state)
{
    (void)state;
    document d = make();
    frame_timing m = {0};
    hone_error error = {0};
    edit_set_bone(edit_of(&d, 0), 3, turned(25));
    for (uint32_t threads = 3; threads-- > 0;) CHECK(document_set_threads(&d, threads, &error));
    CHECK(document_update(&d, 40, false, 0, &m, NULL));
    CHECK(document_settle(&d, NULL));
    CHECK(edit_bone_changed(edit_of(&d, 0), 3) && hone_actor_play_count(d.models[1]->character->shown) > 0);
    document_release(&d);
}

/* A reloaded model keeps its edits, and their undo history. */
static void reading_again_keeps_edits_and_their_history(void **state)
{
    (void)state;
    document d;
    hone_error error = {0};
    character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    hone_bytes bytes = {0};
    hone_model *model = hone_sample_character(&error);
    CHECK(document_make(&d, &rules, 1, &error) && hone_model_write_pmx(model, NULL, &bytes, &error));
    CHECK(command_file_write("again.pmx", bytes.data, bytes.size));
    CHECK(document_open(&d, (const char *const[]){"again.pmx"}, 1, NULL, &error));
    CHECK(history_set_bone(d.history, edit_of(&d, 0), 3, turned(20)));
    CHECK(history_set_place(d.history, edit_of(&d, 0), &(edit_placement){.at = {1, 2, 3}}));
    const edit *before = edit_of(&d, 0);
    CHECK(document_reload(&d, &error) && edit_of(&d, 0) != before && edit_bone_changed(edit_of(&d, 0), 3));
    CHECK_NEAR(edit_place(edit_of(&d, 0))->at[2], 3, 0);
    CHECK(history_undo(d.history) && history_undo(d.history) && edit_is_empty(edit_of(&d, 0)));
    hone_bytes_release(&bytes);
    hone_model_release(model);
    document_release(&d);
}

TEST_GROUP(test_view_several)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(degrees_come_back_as_they_were),
        cmocka_unit_test(a_readout_says_how_a_bone_stands_and_hangs),
        cmocka_unit_test(a_typed_pose_is_what_the_bone_then_has),
        cmocka_unit_test(commands_of_several_characters_are_undone_on_whom_they_were_done),
        cmocka_unit_test(only_who_was_edited_simulates_anew),
        cmocka_unit_test(threads_can_be_chosen_while_characters_are_there),
        cmocka_unit_test(reading_again_keeps_edits_and_their_history),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
