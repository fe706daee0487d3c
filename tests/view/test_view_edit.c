/* Edits of a character, undo and redo, and saving a pose. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "tool/edit/edit.h"
#include "tool/edit/readout.h"
#include "view/edit/history.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    hone_model *model;
    hone_motion *dance;
    edit *edit;
    hone_actor *actor;
    history *history;
} fixture;

static fixture make_of(hone_model *model, hone_motion *dance)
{
    hone_error error = {0};
    fixture f = {.model = model, .dance = dance};
    f.edit = edit_create(f.model, &error);
    f.actor = hone_actor_create(&(hone_actor_desc){.model = f.model, .edit = edit_apply, .edit_user = f.edit}, &error);
    f.history = history_create(0, &error);
    CHECK(f.actor && f.edit && f.history);
    CHECK(!dance || hone_actor_play(f.actor, dance, NULL, &error).id);
    CHECK(hone_actor_update_frame(f.actor, 40, NULL));
    return f;
}

static fixture make(void)
{
    return make_of(hone_sample_character(NULL), hone_sample_dance(NULL));
}

static void drop(fixture *f)
{
    history_destroy(f->history);
    hone_actor_destroy(f->actor);
    edit_destroy(f->edit);
    hone_motion_release(f->dance);
    hone_model_release(f->model);
}

static uint32_t bone_count(const fixture *f)
{
    return hone_model_skeleton(f->model)->bone_count;
}

/* The dance turns some off. */
static void turn_chains_on(const fixture *f)
{
    for (uint32_t c = 0; c < hone_model_skeleton(f->model)->ik_count; c++) edit_set_chain(f->edit, c, EDIT_CHAIN_ON);
    CHECK(hone_actor_update_frame(f->actor, 40, NULL));
}

static hone_affine *bones_now(const fixture *f)
{
    hone_affine *bones = calloc(bone_count(f), sizeof *bones);
    memcpy(bones, hone_actor_bones(f->actor), bone_count(f) * sizeof *bones);
    return bones;
}

static double bones_apart(const hone_affine *a, const hone_affine *b, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 12; k++)
            most = fmax(most, fabs((double)a[i].m[k / 4][k % 4] - (double)b[i].m[k / 4][k % 4]));
    return most;
}

static const float quarter[4] = {0, 0, 0.38268343f, 0.92387953f}; /* 45 degrees about z */

static void bending_turns_the_bone_in_the_model(void **state)
{
    (void)state;
    fixture f = make();
    static const float still[3] = {0, 0, 0}, turn[4] = {0.2f, -0.3f, 0.1f, 0.92736185f};
    uint32_t tried = 0;
    for (uint32_t b = 0; b < bone_count(&f); b++) {
        if (edit_held(f.actor, b, NULL) != EDIT_HOLD_NONE ||
            hone_model_skeleton(f.model)->bones[b].flags & HONE_BONE_FIXED_AXIS)
            continue;
        float before[4], after[4], want[4];
        hone_quat_from_affine(&hone_actor_bones(f.actor)[b], before);
        edit_bend bend = edit_bend_begin(f.edit, f.actor, b);
        edit_set_bone(f.edit, b, edit_bend_to(&bend, turn, still));
        CHECK(hone_actor_update_frame(f.actor, 40, NULL));
        hone_quat_from_affine(&hone_actor_bones(f.actor)[b], after);
        hone_quat_multiply(turn, before, want);
        CHECK_NEAR(fabsf(hone_quat_dot(want, after)), 1, 1e-4);
        edit_clear(f.edit);
        CHECK(hone_actor_update_frame(f.actor, 40, NULL));
        tried++;
    }
    CHECK(tried > 10);
    drop(&f);
}

static void bending_moves_the_bone_in_the_model(void **state)
{
    (void)state;
    fixture f = make();
    static const float way[3] = {0.5f, -0.25f, 1}, none[4] = {0, 0, 0, 1};
    uint32_t bone = (uint32_t)hone_model_find_bone(f.model, "上半身");
    hone_affine before = hone_actor_bones(f.actor)[bone];
    edit_bend bend = edit_bend_begin(f.edit, f.actor, bone);
    edit_set_bone(f.edit, bone, edit_bend_to(&bend, none, way));
    CHECK(hone_actor_update_frame(f.actor, 40, NULL));
    for (int i = 0; i < 3; i++) CHECK_NEAR(hone_actor_bones(f.actor)[bone].m[i][3], before.m[i][3] + way[i], 1e-4);
    drop(&f);
}

static void an_edit_of_an_appending_bone_bends_it_as_asked(void **state)
{
    (void)state;
    fixture f = make_of(puppet_make(&(puppet_desc){.append = true}, NULL), puppet_motion(0.8f, NULL));
    static const float still[3] = {0, 0, 0}, turn[4] = {0.6f, 0, 0, 0.8f};
    float before[4], after[4], want[4];
    CHECK(hone_actor_update_frame(f.actor, 10, NULL));
    hone_quat_from_affine(&hone_actor_bones(f.actor)[2], before);
    edit_bend bend = edit_bend_begin(f.edit, f.actor, 2);
    edit_set_bone(f.edit, 2, edit_bend_to(&bend, turn, still));
    CHECK(hone_actor_update_frame(f.actor, 10, NULL));
    hone_quat_from_affine(&hone_actor_bones(f.actor)[2], after);
    hone_quat_multiply(turn, before, want);
    CHECK_NEAR(fabsf(hone_quat_dot(want, after)), 1, 1e-4);
    drop(&f);
}

static void edits_count_and_clear(void **state)
{
    (void)state;
    fixture f = make();
    CHECK(edit_is_empty(f.edit) && !edit_hidden(f.edit));
    edit_set_morph(f.edit, 0, (edit_morph){true, 0.5f});
    edit_set_hidden(f.edit, 1, true);
    edit_set_chain(f.edit, 0, EDIT_CHAIN_OFF);
    edit_set_bone(f.edit, 2, (edit_bone){{0, 0, 2, 2}, {NAN, 1, 0}});
    edit_set_bone(f.edit, 1u << 30, (edit_bone)EDIT_BONE_NONE);
    CHECK(!edit_is_empty(f.edit) && edit_hidden(f.edit)[1] && edit_bone_changed(f.edit, 2));
    CHECK_NEAR(edit_get_bone(f.edit, 2).rotation[2], sqrt(0.5), 1e-6);
    CHECK_NEAR(edit_get_bone(f.edit, 2).translation[0], 0, 0);
    CHECK(hone_actor_update_frame(f.actor, 40, NULL));
    CHECK_NEAR(hone_actor_writable_pose(f.actor)->morphs[0], 0.5, 0);
    CHECK(!hone_actor_writable_pose(f.actor)->ik_enabled[0]);
    edit *copy = edit_create(f.model, NULL);
    CHECK(edit_copy(copy, f.edit) && edit_get_hidden(copy, 1) && edit_get_chain(copy, 0) == EDIT_CHAIN_OFF);
    edit_clear(f.edit);
    CHECK(edit_is_empty(f.edit) && !edit_is_empty(copy) && !edit_hidden(f.edit));
    edit_destroy(copy);
    drop(&f);
}

static void a_fixed_axis_keeps_its_twist(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_bone *bones = hone_builder_array(builder, 1, sizeof *bones);
    bones[0] = (hone_bone){.name = "b",
                           .parent = HONE_NONE,
                           .flags = HONE_BONE_ROTATABLE | HONE_BONE_FIXED_AXIS,
                           .fixed_axis = {0, 2, 0},
                           .tail_bone = HONE_NONE,
                           .append_source = HONE_NONE,
                           .ik = HONE_NONE};
    hone_model_data data = {.skeleton = {.bone_count = 1, .bones = bones}};
    fixture f = make_of(hone_model_create(builder, &data, NULL, &error), NULL);
    edit_set_bone(f.edit, 0, (edit_bone){{0.3f, 0.4f, 0, 0.8660254f}, {0, 0, 0}});
    edit_bone now = edit_get_bone(f.edit, 0);
    CHECK_NEAR(now.rotation[0], 0, 1e-6);
    CHECK_NEAR(now.rotation[1] / now.rotation[3], 0.4 / 0.8660254, 1e-5);
    drop(&f);
}

static void a_link_of_a_chain_is_held_until_it_is_released(void **state)
{
    (void)state;
    fixture f = make();
    turn_chains_on(&f);
    const hone_skeleton *skeleton = hone_model_skeleton(f.model);
    CHECK(skeleton->ik_count > 0);
    for (uint32_t k = 0; k < skeleton->ik_count; k++) {
        uint32_t c =
            /* toes before legs: a leg that is released changes where its toe's chain begins */
            skeleton->ik_count - 1 - k;
        uint32_t link = (uint32_t)skeleton->iks[c].links[0].bone, chain = 99;
        CHECK(edit_held(f.actor, link, &chain) == EDIT_HOLD_CHAIN && chain == c);
        hone_affine *before = bones_now(&f), *after;
        CHECK(history_release_chain(f.history, f.edit, f.actor, c, NULL));
        CHECK(edit_get_chain(f.edit, c) == EDIT_CHAIN_OFF);
        CHECK(hone_actor_update_frame(f.actor, 40, NULL));
        CHECK(edit_held(f.actor, link, NULL) == EDIT_HOLD_NONE);
        after = bones_now(&f);
        CHECK_NEAR(bones_apart(before, after, bone_count(&f)), 0, 2e-3);
        free(before), free(after);
    }
    for (uint32_t c = 0; c < skeleton->ik_count; c++) CHECK(history_undo(f.history));
    for (uint32_t b = 0; b < bone_count(&f); b++) CHECK(!edit_bone_changed(f.edit, b));
    CHECK(edit_get_chain(f.edit, 0) == EDIT_CHAIN_ON);
    CHECK(!history_release_chain(f.history, f.edit, f.actor, 1000, NULL));
    drop(&f);
}

/* ---- history -------------------------------------------------------------------------------------------------- */

static void a_drag_is_one_command(void **state)
{
    (void)state;
    fixture f = make();
    edit_bone value = EDIT_BONE_NONE;
    CHECK(!history_undo(f.history) && !history_redo(f.history));
    history_begin(f.history, "Turn a bone", 0);
    for (int i = 1; i <= 50; i++) {
        value.translation[0] = (float)i;
        CHECK(history_set_bone(f.history, f.edit, 1, value));
    }
    history_end(f.history);
    CHECK_NEAR(edit_get_bone(f.edit, 1).translation[0], 50, 0);
    CHECK_NEAR(strcmp(history_undo_label(f.history), "Turn a bone"), 0, 0);
    CHECK(history_undo(f.history) && edit_is_empty(f.edit) && !history_undo(f.history));
    CHECK(history_redo(f.history) && !history_redo(f.history));
    CHECK_NEAR(edit_get_bone(f.edit, 1).translation[0], 50, 0);
    drop(&f);
}

static void what_changes_nothing_leaves_no_trace(void **state)
{
    (void)state;
    fixture f = make();
    history_set_morph(f.history, f.edit, 0, (edit_morph){true, 1});
    CHECK(history_undo(f.history));
    history_begin(f.history, "Nothing", 0);
    history_set_morph(f.history, f.edit, 1, (edit_morph){true, 1});
    history_set_morph(f.history, f.edit, 1, (edit_morph){false, 0});
    history_end(f.history);
    CHECK(!history_undo_label(f.history) && history_redo_label(f.history)); /* the undone change can still be redone */
    history_begin(f.history, "Taken back", 0);
    history_set_morph(f.history, f.edit, 1, (edit_morph){true, 1});
    history_cancel(f.history);
    CHECK(edit_is_empty(f.edit) && history_redo(f.history));
    drop(&f);
}

static void steps_of_a_slider_merge_until_sealed(void **state)
{
    (void)state;
    fixture f = make();
    for (int i = 1; i <= 30; i++) {
        if (i == 21)
            history_seal(f.history);
        history_begin(f.history, "Weigh a morph", 7);
        history_set_morph(f.history, f.edit, 0, (edit_morph){true, (float)i / 30});
        history_end(f.history);
    }
    CHECK(history_undo(f.history));
    CHECK_NEAR(edit_get_morph(f.edit, 0).weight, 20.0 / 30, 1e-6);
    CHECK(history_undo(f.history) && edit_is_empty(f.edit) && !history_undo(f.history));
    drop(&f);
}

static void a_new_command_forgets_what_was_undone(void **state)
{
    (void)state;
    fixture f = make();
    history_set_hidden(f.history, f.edit, 0, true);
    history_undo(f.history);
    CHECK(history_redo_label(f.history));
    history_set_hidden(f.history, f.edit, 1, true);
    CHECK(!history_redo_label(f.history));
    drop(&f);
}

static void memory_is_bounded(void **state)
{
    (void)state;
    fixture f = make();
    history *small = history_create(4000, NULL);
    for (uint32_t i = 0; i < 500; i++) {
        edit_bone value = EDIT_BONE_NONE;
        value.translation[1] = (float)(i + 1);
        CHECK(history_set_bone(small, f.edit, i % bone_count(&f), value));
        CHECK(history_size(small) <= 4000);
    }
    uint32_t undone = 0;
    while (history_undo(small)) undone++;
    CHECK(undone > 2 && undone < 100);
    while (history_redo(small)) undone--;
    CHECK(undone == 0);
    history_forget(small, f.edit);
    CHECK(!history_undo(small) && history_size(small) == 0);
    history_destroy(small);
    drop(&f);
}

static void resets_are_one_command(void **state)
{
    (void)state;
    fixture f = make();
    history_begin(f.history, "Much", 0);
    for (uint32_t b = 0; b < bone_count(&f); b++)
        history_set_bone(f.history, f.edit, b,
                         (edit_bone){{quarter[0], quarter[1], quarter[2], quarter[3]}, {1, 0, 0}});
    history_set_morph(f.history, f.edit, 0, (edit_morph){true, 1});
    history_set_hidden(f.history, f.edit, 0, true);
    history_end(f.history);
    CHECK(history_reset_bone(f.history, f.edit, 0) && !edit_bone_changed(f.edit, 0) && edit_bone_changed(f.edit, 1));
    CHECK(history_reset_bones(f.history, f.edit) && !edit_bone_changed(f.edit, 1) && !edit_is_empty(f.edit));
    CHECK(history_reset_all(f.history, f.edit) && edit_is_empty(f.edit));
    CHECK(history_undo(f.history) && history_undo(f.history) && history_undo(f.history));
    CHECK(edit_bone_changed(f.edit, 0) && edit_get_morph(f.edit, 0).on);
    CHECK(history_undo(f.history) && edit_is_empty(f.edit));
    drop(&f);
}

/* ---- poses ---------------------------------------------------------------------------------------------------- */

static void a_saved_pose_reads_back_to_the_same_bones(void **state)
{
    (void)state;
    fixture f = make();
    turn_chains_on(&f);
    uint32_t off = 99, goal = (uint32_t)hone_model_skeleton(f.model)->iks[0].bone;
    uint32_t arm = (uint32_t)hone_model_find_bone(f.model, "左腕"),
             body = (uint32_t)hone_model_find_bone(f.model, "上半身");
    history_set_bone(f.history, f.edit, arm, (edit_bone){{quarter[0], quarter[1], quarter[2], quarter[3]}, {0, 0, 0}});
    history_set_bone(f.history, f.edit, body, (edit_bone){{0.1f, 0.2f, 0, 0.97f}, {0, 0, 0}});
    history_set_bone(f.history, f.edit, goal, (edit_bone){{0, 0, 0, 1}, {0.3f, 1.2f, -0.5f}});
    CHECK(hone_actor_update_frame(f.actor, 40, NULL));
    hone_error error = {0};
    CHECK(edit_save_pose(f.actor, "saved.vpd", &off, &error));
    CHECK(off == 0);
    hone_motion *pose = hone_motion_load("saved.vpd", NULL, &error);
    hone_actor *other = hone_actor_create(&(hone_actor_desc){.model = f.model}, &error);
    CHECK(pose && other && hone_actor_play(other, pose, NULL, &error).id);
    CHECK(hone_actor_update_frame(other, 0, NULL));
    CHECK_NEAR(bones_apart(hone_actor_bones(f.actor), hone_actor_bones(other), bone_count(&f)), 0, 1e-4);
    for (uint32_t m = 0; m < hone_model_get(f.model)->morph_count; m++)
        CHECK_NEAR(hone_actor_morphs(f.actor)[m], hone_actor_morphs(other)[m], 1e-4);
    edit_set_chain(f.edit, 0, EDIT_CHAIN_OFF);
    CHECK(hone_actor_update_frame(f.actor, 40, NULL));
    CHECK(edit_save_pose(f.actor, "saved.vpd", &off, &error) && off == 1);
    CHECK(!edit_save_pose(f.actor, "no/such/folder.vpd", &off, &error) && error.code == HONE_ERROR_IO);
    hone_actor_destroy(other);
    hone_motion_release(pose);
    drop(&f);
}

/* The dance turns and moves bones, and IK turns the legs. */
static bool place_backdrop(history *h, look_values *look, float x)
{
    look_values value = *look;
    value.backdrop.offset[0] = x;
    history_begin(h, "place", 3);
    bool ok = history_set_surroundings(h, look, &value);
    history_end(h);
    return ok;
}

/* Steps of one number merge; undoing gives the surroundings before, whatever else the look has. */
static void surroundings_are_undone_and_forgotten(void **state)
{
    (void)state;
    history *h = history_create(0, NULL);
    look_values look = {.backdrop.file = "sky.png", .draw.edge_scale = 2};
    look_values value = look;
    value.backdrop.file = "sea.png", value.ground_shadow.strength.given = true,
    value.ground_shadow.strength.value = 0.25f;
    CHECK(history_set_surroundings(h, &look, &value));
    CHECK(place_backdrop(h, &look, 5) && place_backdrop(h, &look, 6));
    CHECK(look.backdrop.offset[0] == 6 && look.ground_shadow.strength.value == 0.25f);
    CHECK(history_undo(h) && look.backdrop.offset[0] == 0 && strcmp(look.backdrop.file, "sea.png") == 0);
    CHECK(history_undo(h) && strcmp(look.backdrop.file, "sky.png") == 0 && !look.ground_shadow.strength.given);
    CHECK(!history_undo(h) && look.draw.edge_scale == 2);
    CHECK(history_redo(h) && history_redo(h) && look.backdrop.offset[0] == 6);
    look_values other = {0};
    history_begin(h, "both", 0);
    CHECK(history_set_surroundings(h, &look, &value) && !history_set_surroundings(h, &other, &value));
    history_cancel(h);
    CHECK(look.backdrop.offset[0] == 6);
    CHECK(place_backdrop(h, &look, 6)); /* changes nothing, and leaves no step */
    history_forget_look(h);
    CHECK(!history_undo(h) && look.backdrop.offset[0] == 6);
    history_destroy(h);
}

static void a_bones_parts_can_be_read(void **state)
{
    (void)state;
    fixture f = make();
    float numbers[6];
    edit_bone bent = EDIT_BONE_NONE;
    hone_quat_from_euler(HONE_EULER_YXZ, (const float[3]){0, 0.5f, 0}, bent.rotation);
    bent.translation[1] = 2;
    turn_chains_on(&f);
    uint32_t knee = (uint32_t)hone_model_find_bone(f.model, "左ひざ"), root = 0;
    edit_set_bone(f.edit, root, bent);
    CHECK(hone_actor_update_frame(f.actor, 40, NULL));
    CHECK(readout_part(f.actor, root, READOUT_KEYS, numbers));
    CHECK_NEAR(numbers[1], 0.5 * 180 / HONE_PI, 1e-3);
    CHECK_NEAR(numbers[4], 2, 1e-5);
    CHECK(readout_part(f.actor, knee, READOUT_IK, numbers) && fabsf(numbers[0]) > 1);
    assert_false(readout_part(f.actor, root, READOUT_IK, numbers));
    assert_false(readout_part(f.actor, knee, READOUT_PHYSICS, numbers));
    assert_false(readout_part(f.actor, 99999, READOUT_KEYS, numbers));
    drop(&f);
}

TEST_GROUP(test_view_edit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surroundings_are_undone_and_forgotten),
        cmocka_unit_test(a_bones_parts_can_be_read),
        cmocka_unit_test(bending_turns_the_bone_in_the_model),
        cmocka_unit_test(bending_moves_the_bone_in_the_model),
        cmocka_unit_test(an_edit_of_an_appending_bone_bends_it_as_asked),
        cmocka_unit_test(edits_count_and_clear),
        cmocka_unit_test(a_fixed_axis_keeps_its_twist),
        cmocka_unit_test(a_link_of_a_chain_is_held_until_it_is_released),
        cmocka_unit_test(a_drag_is_one_command),
        cmocka_unit_test(what_changes_nothing_leaves_no_trace),
        cmocka_unit_test(steps_of_a_slider_merge_until_sealed),
        cmocka_unit_test(a_new_command_forgets_what_was_undone),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(resets_are_one_command),
        cmocka_unit_test(a_saved_pose_reads_back_to_the_same_bones),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
