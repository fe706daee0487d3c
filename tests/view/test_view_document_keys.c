/* Keys in the viewer's document: registering bends, playing and saving keys, and what exact physics keeps. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/memory/refuse_memory.h"
#include "support/support.h"
#include "view/document/document_keys.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fixtures ------------------------------------------------------------------------------------------------------
 */

typedef hone_affine pose[PUPPET_BONES];

static const float quarter[4] = {0, 0, 0.38268343f, 0.92387953f}; /* 45 degrees about z */

static void write_files(void)
{
    CHECK(puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0));
    CHECK(puppet_write_model("ik.pmx", puppet_make(&(puppet_desc){.ik = true}, NULL), 0));
    CHECK(puppet_write_model("swing.pmx", puppet_make(&(puppet_desc){.swing = true}, NULL), 0));
    CHECK(puppet_write_motion("bend.vmd", puppet_motion(1, NULL)));
    CHECK(puppet_write_motion("other.vmd", puppet_motion(-0.5f, NULL)));
    CHECK(puppet_write_motion("camera.vmd", puppet_camera(60, NULL)));
}

static document make(character_physics mode)
{
    document d;
    hone_error error = {0};
    if (!document_make(&d, &(character_rules){.mode = mode}, 1, &error))
        fail_msg("%s", error.message);
    return d;
}

static void open_files(document *d, const char *const *paths)
{
    hone_error error = {0};
    uint32_t count = 0;
    while (paths[count]) count++;
    if (!document_open(d, paths, count, NULL, &error))
        fail_msg("%s", error.message);
}
#define OPEN(d, ...) open_files(d, (const char *const[]){__VA_ARGS__, NULL})

static character *character_at(const document *d, uint32_t index)
{
    assert_true(index < d->model_count);
    return d->models[index]->character;
}

static uint32_t id_at(const document *d, uint32_t index)
{
    return character_at(d, index)->id;
}

static void show(document *d, double frame, pose out)
{
    frame_timing unused = {0};
    CHECK(document_update(d, frame, false, 0, &unused, NULL));
    CHECK(document_settle(d, NULL));
    memcpy(out, hone_actor_bones(character_at(d, 0)->shown), sizeof(pose));
}

static double apart(pose one, pose other)
{
    double most = 0;
    for (int i = 0; i < PUPPET_BONES; i++)
        for (int k = 0; k < 12; k++)
            most = fmax(most, fabs((double)one[i].m[k / 4][k % 4] - (double)other[i].m[k / 4][k % 4]));
    return most;
}

static void bend(const document *d, edit *e, uint32_t bone)
{
    edit_bone value = {.rotation = {quarter[0], quarter[1], quarter[2], quarter[3]}, .translation = {0, 0.5f, 0}};
    CHECK(history_set_bone(d->history, e, bone, value));
}

static keyframes *keys_of(document *d)
{
    hone_error error = {0};
    keyframes *k = document_keys(d, id_at(d, 0), &error);
    if (!k)
        fail_msg("%s", error.message);
    return k;
}

static const keys_track *track_of(document *d, uint32_t bone)
{
    keyframes *k = keys_of(d);
    return keys_get_track(k, keys_find_track(k, KEYS_BONE, bone));
}

static void do_register(document *d, uint32_t frame)
{
    hone_error error = {0};
    if (!document_register(d, id_at(d, 0), frame, &error))
        fail_msg("%s", error.message);
}

/* ---- registering ---------------------------------------------------------------------------------------------------
 */

static void a_registered_bend_is_a_key_at_that_frame_only(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    pose first, shown, later, now;
    show(&d, 0, first);
    show(&d, 30, later);
    show(&d, 15, now);
    bend(&d, character_at(&d, 0)->edit, 1);
    CHECK(history_set_morph(d.history, character_at(&d, 0)->edit, 0, (edit_morph){true, 0.75f}));
    CHECK(document_unregistered(&d, id_at(&d, 0)).bones == 1 && document_unregistered(&d, id_at(&d, 0)).morphs == 1);
    show(&d, 15, shown);
    CHECK(apart(shown, now) > 0.1);
    CHECK(!document_keys_are_modified(&d));
    do_register(&d, 15);
    CHECK(document_unregistered(&d, id_at(&d, 0)).bones == 0 && document_unregistered(&d, id_at(&d, 0)).morphs == 0);
    CHECK(document_keys_are_modified(&d));
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-6);
    CHECK_NEAR(hone_actor_morphs(character_at(&d, 0)->shown)[0], 0.75, 1e-7);
    show(&d, 0, now);
    CHECK_NEAR(apart(first, now), 0, 1e-6);
    show(&d, 30, now);
    CHECK_NEAR(apart(later, now), 0, 1e-6);
    CHECK(history_undo(d.history)); /* one command: the key goes, the bend is back */
    CHECK(document_unregistered(&d, id_at(&d, 0)).bones == 1 && !document_keys_are_modified(&d));
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-6);
    CHECK(history_undo(d.history) && history_undo(d.history));
    show(&d, 15, now);
    CHECK(apart(shown, now) > 0.1);
    CHECK(history_redo(d.history) && history_redo(d.history) && history_redo(d.history));
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-6);
    document_release(&d);
}

static void set_weight(document *d, uint32_t motion, float weight)
{
    document_set_motion(d, d->motions[motion].id, true, weight);
}

static void a_motion_that_covers_another_partly_gets_keys_that_show_the_pose(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    hone_error error = {0};
    OPEN(&d, "tower.pmx", "bend.vmd", "other.vmd");
    set_weight(&d, 1, 0.6f);
    pose shown, now;
    show(&d, 15, now);
    bend(&d, character_at(&d, 0)->edit, 1);
    CHECK(history_set_morph(d.history, character_at(&d, 0)->edit, 0, (edit_morph){true, 0.75f}));
    show(&d, 15, shown);
    CHECK(apart(shown, now) > 0.1);
    do_register(&d, 15);
    CHECK(document_keys_are_modified(&d) && document_unregistered(&d, id_at(&d, 0)).bones == 0);
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-5);
    CHECK_NEAR(hone_actor_morphs(character_at(&d, 0)->shown)[0], 0.75, 1e-6);
    uint32_t all[64], count = keys_track_count(keys_of(&d)); /* and what is not bent, as it is shown */
    for (uint32_t t = 0; t < count; t++) all[t] = t;
    CHECK(document_register_tracks(&d, id_at(&d, 0), all, count, 15, &error));
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-5);
    set_weight(&d, 1, 0.01f); /* no key can make the pose */
    bend(&d, character_at(&d, 0)->edit, 1);
    show(&d, 15, shown);
    CHECK(!document_register(&d, id_at(&d, 0), 15, &error) && strstr(error.message, "weight"));
    CHECK(document_unregistered(&d, id_at(&d, 0)).bones == 1);
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-6);
    document_release(&d);
}

static void what_is_not_bent_is_registered_without_a_change(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    pose before[31], now;
    for (int f = 0; f <= 30; f++) show(&d, f, before[f]);
    keyframes *k = keys_of(&d);
    uint32_t all[64], count = keys_track_count(k), total = keys_total(k);
    for (uint32_t t = 0; t < count; t++) all[t] = t;
    CHECK(document_register_tracks(&d, id_at(&d, 0), all, count, 13, NULL));
    CHECK(keys_total(k) > total);
    for (int f = 0; f <= 30; f++) {
        show(&d, f, now);
        CHECK_NEAR(apart(before[f], now), 0, 5e-3); /* curves have 127 steps */
    }
    document_release(&d);
}

static void the_first_key_of_a_bone_begins_at_rest(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx");
    pose rest, now;
    show(&d, 0, rest);
    CHECK(d.motion_count == 0);
    bend(&d, character_at(&d, 0)->edit, 1);
    show(&d, 0, now);
    do_register(&d, 40);
    CHECK(d.motion_count == 1 && track_of(&d, 1)->count == 2 && !document_motion_is_blank(&d.motions[0]));
    show(&d, 0, now);
    CHECK_NEAR(apart(rest, now), 0, 1e-6);
    CHECK_NEAR(d.duration, 40 / 30.0, 1e-6);
    show(&d, 40, now);
    CHECK(apart(rest, now) > 0.1);
    CHECK(history_undo(d.history) && document_motion_is_blank(&d.motions[0]) && !document_keys_are_modified(&d));
    document_release(&d);
}

static void bends_stay_at_every_frame_until_they_are_dropped(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    static const double frames[] = {20, 30, 3, 10};
    pose before[4], now;
    for (int i = 0; i < 4; i++) show(&d, frames[i], before[i]);
    bend(&d, character_at(&d, 0)->edit, 1);
    for (int i = 0; i < 4; i++) {
        show(&d, frames[i], now);
        CHECK(apart(before[i], now) > 0.1);
    }
    CHECK(document_drop(&d, id_at(&d, 0)));
    assert_string_equal(history_undo_label(d.history), "Drop bends");
    for (int i = 0; i < 4; i++) {
        show(&d, frames[i], now);
        CHECK_NEAR(apart(before[i], now), 0, 0);
    }
    CHECK(history_undo(d.history) && document_unregistered(&d, id_at(&d, 0)).bones == 1);
    document_release(&d);
}

static void a_correction_is_no_part_of_keys(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    character *c = character_at(&d, 0);
    pose plain, corrected, shown, now;
    show(&d, 0, plain);
    character_set_layer(c, CHARACTER_CORRECTION);
    bend(&d, c->edit, 1);
    show(&d, 0, corrected);
    CHECK(apart(plain, corrected) > 0.1 && document_unregistered(&d, c->id).bones == 0);
    character_set_layer(c, CHARACTER_KEYS);
    const float up[4] = {0.6f, 0, 0, 0.8f};
    show(&d, 15, now);
    CHECK(history_set_bone(d.history, c->edit, 1, edit_bone_posed(c->edit, c->shown, 1, up, (float[]){0, 1, 0})));
    show(&d, 15, shown);
    const hone_transform *posed =
        &hone_actor_writable_pose(c->shown)->bones[1]; /* as asked for, through the correction */
    for (int i = 0; i < 4; i++) CHECK_NEAR(posed->rotation[i], up[i], 1e-6);
    CHECK_NEAR(posed->translation[1], 1, 1e-6);
    do_register(&d, 15);
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-5);
    show(&d, 0, now);
    CHECK_NEAR(apart(corrected, now), 0, 1e-6);
    float back[4], expected[4];
    hone_quat_conjugate(quarter, back);
    hone_quat_multiply(back, up, expected);
    const keys_value *value = &keys_at(track_of(&d, 1), 15)->value;
    for (int i = 0; i < 4; i++) CHECK_NEAR(value->bone.rotation[i], expected[i], 1e-6);
    CHECK_NEAR(value->bone.translation[1], 0.5, 1e-6);
    document_release(&d);
}

static void a_chain_is_registered_with_its_links(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "ik.pmx", "bend.vmd");
    character *c = character_at(&d, 0);
    pose shown, now;
    show(&d, 10, shown);
    CHECK(document_switch_chain(&d, c, 0, false, NULL));
    CHECK(document_unregistered(&d, c->id).chains == 1);
    show(&d, 10, shown);
    do_register(&d, 10);
    CHECK(document_unregistered(&d, c->id).chains == 0 && document_unregistered(&d, c->id).bones == 0);
    show(&d, 10, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-5);
    CHECK(!hone_actor_writable_pose(c->plain)->ik_enabled[0]);
    show(&d, 9, now);
    CHECK(hone_actor_writable_pose(c->plain)->ik_enabled[0]);
    document_release(&d);
}

static void camera_light_and_shadow_are_registered(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    hone_camera camera = HONE_CAMERA_DEFAULT, got = HONE_CAMERA_DEFAULT;
    hone_light light = HONE_LIGHT_DEFAULT;
    camera.distance = -20, camera.fov = 44.6f;
    CHECK(document_register_camera(&d, 5, &camera, NULL) && document_register_light(&d, 6, &light, NULL));
    CHECK(document_register_shadow(&d, 7, 2, 0.02f, NULL));
    CHECK(document_register_visible(&d, id_at(&d, 0), 3, false, NULL));
    pose unused;
    show(&d, 10, unused);
    CHECK(d.motion_count == 2 && d.camera_keys == d.motions[1].motion && d.light_keys && d.shadow_keys);
    CHECK(hone_motion_camera(d.camera_keys, 10, HONE_CURVE_EXACT, &got));
    CHECK(got.distance == -20 && got.fov == 45);
    CHECK(!hone_actor_visible(character_at(&d, 0)->shown));
    CHECK(history_undo(d.history) && history_undo(d.history) && history_undo(d.history) && history_undo(d.history));
    show(&d, 10, unused);
    CHECK(!d.camera_keys && !d.light_keys && !d.shadow_keys && hone_actor_visible(character_at(&d, 0)->shown));
    document_release(&d);
}

/* ---- which motion --------------------------------------------------------------------------------------------------
 */

static void keys_go_to_the_last_motion_that_is_on(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd", "other.vmd", "camera.vmd");
    CHECK(document_motion_of_keys(&d, keys_of(&d)) == &d.motions[1]);
    document_set_motion(&d, d.motions[1].id, false, 1);
    CHECK(document_motion_of_keys(&d, keys_of(&d)) == &d.motions[0]);
    CHECK(document_motion_of_keys(&d, document_scene_keys(&d, NULL)) == &d.motions[2] && d.motion_count == 3);
    uint32_t generation = d.keys_generation;
    document_close_motion(&d, d.motions[0].id);
    CHECK(d.keys_generation == generation + 1);
    document_release(&d);
}

static void a_motion_of_two_characters_becomes_one_for_each(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "bend.vmd", "tower.pmx", "ik.pmx", "other.vmd");
    pose unused;
    bend(&d, character_at(&d, 0)->edit, 1);
    do_register(&d, 10);
    show(&d, 10, unused);
    CHECK(d.motion_count == 3 && d.motions[0].target == id_at(&d, 0) && d.motions[1].target == id_at(&d, 1));
    CHECK(d.motions[0].keys && !d.motions[1].keys && d.motions[2].target == id_at(&d, 1));
    CHECK(hone_actor_play_count(character_at(&d, 0)->plain) == 1);
    CHECK(hone_actor_play_count(character_at(&d, 1)->plain) == 2);
    document_release(&d);
}

static void keys_of_a_closed_model_leave_the_history(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    bend(&d, character_at(&d, 0)->edit, 1);
    do_register(&d, 10);
    document_close_model(&d, id_at(&d, 0));
    CHECK(!history_undo(d.history) && !document_keys_are_modified(&d));
    document_release(&d);
}

/* ---- physics -------------------------------------------------------------------------------------------------------
 */

/* Long, with keys at 0, 650, 700 and 900. */
static document make_long(void)
{
    NEEDS(physics);
    document d = make(CHARACTER_PHYSICS_EXACT);
    OPEN(&d, "swing.pmx");
    static const uint32_t frames[] = {0, 650, 700, 900};
    keyframes *k = keys_of(&d);
    for (uint32_t i = 0; i < 4; i++) {
        keys_value value = {.bone = {.rotation = {0, 0, i & 1 ? 0.6f : 0, i & 1 ? 0.8f : 1}}};
        CHECK(keys_set(d.history, k, keys_find_track(k, KEYS_BONE, 0), frames[i], &value));
    }
    return d;
}

/* As a film shows it: from the beginning. */
static void show_straight(const document *d, double frame, pose out)
{
    hone_actor_desc desc = {.model = character_at(d, 0)->model,
                            .physics = {.on = true, .options.exact = true},
                            .edit = edit_apply,
                            .edit_user = character_at(d, 0)->bends};
    hone_actor *actor = hone_actor_create(&desc, NULL);
    CHECK(hone_actor_play(actor, d->motions[0].motion, NULL, NULL).id);
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    memcpy(out, hone_actor_bones(actor), sizeof(pose));
    hone_actor_destroy(actor);
}

static void a_changed_key_keeps_the_physics_before_it(void **state)
{
    (void)state;
    document d = make_long();
    character *c = character_at(&d, 0);
    frame_timing unused = {0};
    pose got, want;
    show(&d, 890, got);
    CHECK(c->runner.furthest == 890 && c->runner.keep == (double)INFINITY);
    bend(&d, c->edit, 0);
    CHECK(document_update(&d, 890, true, 0, &unused, NULL)); /* while the bend is held, nothing is forgotten */
    CHECK(c->runner.keep == (double)INFINITY);
    CHECK(document_update(&d, 890, false, 0, &unused, NULL));
    document_settle(&d, NULL);
    CHECK(c->runner.furthest == 890);
    do_register(&d, 890);
    CHECK(document_update(&d, 890, true, 0, &unused, NULL)); /* the keys are taken, but nothing is simulated yet */
    CHECK(c->runner.keep == 700);                            /* the key before */
    show(&d, 890, got);
    show_straight(&d, 890, want);
    CHECK(memcmp(got, want, sizeof got) == 0);
    CHECK(history_undo(d.history) && history_undo(d.history));
    show(&d, 890, got);
    show_straight(&d, 890, want);
    CHECK(memcmp(got, want, sizeof got) == 0);
    document_release(&d);
}

static void a_bend_keeps_the_physics_before_the_frames_where_it_was_shown(void **state)
{
    (void)state;
    document d = make_long();
    character *c = character_at(&d, 0);
    frame_timing unused = {0};
    pose got, want;
    show(&d, 890, got);
    show(&d, 700, got);
    bend(&d, c->edit, 1);
    show(&d, 700, got);
    CHECK_NEAR(edit_from(c->bends), 700, 0);
    show_straight(&d, 700, want);
    CHECK(memcmp(got, want, sizeof got) == 0);
    CHECK(document_update(&d, 750, true, 0, &unused, NULL) && edit_from(c->bends) == 700);
    CHECK(document_update(&d, 650, true, 0, &unused, NULL) && edit_from(c->bends) == 650);
    show(&d, 890, got);
    show_straight(&d, 890, want);
    CHECK(memcmp(got, want, sizeof got) == 0);
    CHECK(document_drop(&d, c->id));
    show(&d, 890, got);
    CHECK(edit_from(c->bends) == (double)INFINITY);
    show_straight(&d, 890, want);
    CHECK(memcmp(got, want, sizeof got) == 0);
    document_release(&d);
}

/* ---- files ---------------------------------------------------------------------------------------------------------
 */

static void save(document *d, const char *path)
{
    hone_error error = {0};
    uint32_t lost = 7;
    if (!document_save_keys(d, id_at(d, 0), path, &lost, &error))
        fail_msg("%s", error.message);
    CHECK(lost == 0);
}

static void a_saved_motion_is_not_modified_until_it_differs(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    bend(&d, character_at(&d, 0)->edit, 1);
    do_register(&d, 10);
    CHECK(document_keys_are_modified(&d));
    save(&d, "saved.vmd");
    CHECK(!document_keys_are_modified(&d));
    assert_string_equal(d.motions[0].path, "saved.vmd");
    CHECK(history_undo(d.history) && document_keys_are_modified(&d));
    CHECK(history_redo(d.history) && !document_keys_are_modified(&d));
    CHECK(keys_remove(d.history, keys_of(&d), keys_find_track(keys_of(&d), KEYS_BONE, 1), 10));
    CHECK(document_keys_are_modified(&d));
    document_release(&d);
}

static void a_saved_motion_gives_hone_pose_the_same_bones(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "ik.pmx", "bend.vmd");
    bend(&d, character_at(&d, 0)->edit, 1);
    do_register(&d, 17);
    bend(&d, character_at(&d, 0)->edit, 2);
    do_register(&d, 44);
    hone_camera camera = HONE_CAMERA_DEFAULT;
    CHECK(document_register_camera(&d, 5, &camera, NULL));
    save(&d, "saved.vmd");
    CHECK(document_save_scene_keys(&d, "saved-camera.vmd", NULL));
    static const char *const frames[] = {"0", "9", "17", "30.5", "44"};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        CHECK_RUNS("pose", "ik.pmx", "saved.vmd", "--frame", frames[i], "--bones", "bones.npy");
        pose shown;
        test_array bones;
        show(&d, strtod(frames[i], NULL), shown);
        CHECK(test_array_read("bones.npy", &bones) && bones.count == (size_t)PUPPET_BONES * 16);
        for (int b = 0; b < PUPPET_BONES; b++)
            for (int n = 0; n < 12; n++) CHECK_NEAR(bones.values[b * 16 + n], shown[b].m[n / 4][n % 4], 1e-5);
        test_array_release(&bones);
    }
    hone_motion *motion = hone_motion_load("saved.vmd", NULL, NULL), *of_camera = NULL;
    of_camera = hone_motion_load("saved-camera.vmd", NULL, NULL);
    CHECK(motion && hone_motion_get(motion)->camera_key_count == 0);
    CHECK(of_camera && hone_motion_get(of_camera)->camera_key_count == 1 && !hone_motion_moves(of_camera));
    hone_motion_release(motion);
    hone_motion_release(of_camera);
    document_release(&d);
}

static void reading_again_keeps_unsaved_keys(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "tower.pmx", "bend.vmd");
    pose shown, now;
    hone_error error = {0};
    bend(&d, character_at(&d, 0)->edit, 1);
    do_register(&d, 10);
    show(&d, 10, shown);
    CHECK(document_reload(&d, &error) && d.note_count == 1);
    show(&d, 10, now);
    CHECK_NEAR(apart(shown, now), 0, 0);
    CHECK(document_keys_are_modified(&d) && history_undo(d.history) && history_undo(d.history));
    CHECK(document_reload(&d, &error) && !d.motions[0].keys); /* without changes the file is read */
    show(&d, 10, now);
    CHECK(apart(shown, now) > 0.1);
    document_release(&d);
}

static void models_of_others_have_no_keys(void **state)
{
    (void)state;
    hone_error error = {0};
    document d = make(CHARACTER_PHYSICS_OFF);
    CHECK(!document_keys(&d, 99, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!document_register(&d, 99, 0, &error) && !document_save_keys(&d, 99, "x.vmd", NULL, &error));
    CHECK(document_drop(&d, 99) && document_unregistered(&d, 99).bones == 0);
    document_release(&d);
}

/* Any operations: bends, both layers, registering, dropping, keys; then undo to the beginning. */
static void undo_goes_back_through_bends_and_keys(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        document d = make(CHARACTER_PHYSICS_OFF);
        OPEN(&d, "ik.pmx", "bend.vmd");
        test_random random = {seed};
        character *c = character_at(&d, 0);
        pose before[4], after[4], now;
        for (int i = 0; i < 4; i++) show(&d, 11 * i, before[i]);
        for (int step = 0; step < 40; step++) {
            uint32_t frame = test_random_u32(&random) % 50;
            show(&d, frame, now);
            switch (test_random_u32(&random) % 6) {
            case 0:
                character_set_layer(c, (character_layer)(frame & 1));
                break;
            case 1:
                do_register(&d, frame);
                break;
            case 2:
                CHECK(document_drop(&d, c->id));
                break;
            case 3:
                keys_select_all(keys_of(&d));
                CHECK(keys_move(d.history, keys_of(&d), (int64_t)frame - 20));
                break;
            default:
                bend(&d, c->edit, frame % PUPPET_BONES);
                break;
            }
        }
        for (int i = 0; i < 4; i++) show(&d, 11 * i, after[i]);
        uint32_t undone = 0;
        while (history_undo(d.history)) undone++;
        CHECK(undone > 10 && !document_keys_are_modified(&d));
        for (int i = 0; i < 4; i++) {
            show(&d, 11 * i, now);
            CHECK_NEAR(apart(before[i], now), 0, 0);
        }
        while (history_redo(d.history)) undone--;
        CHECK(undone == 0);
        for (int i = 0; i < 4; i++) {
            show(&d, 11 * i, now);
            CHECK_NEAR(apart(after[i], now), 0, 1e-4); /* bends are normalised again */
        }
        document_release(&d);
    }
}

/* Each allocation is refused in turn, and all after it. */
static void without_memory_nothing_is_registered(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "ik.pmx", "bend.vmd");
    pose shown, now;
    uint32_t total = keys_total(keys_of(&d)), refused = 0;
    bend(&d, character_at(&d, 0)->edit, 1);
    CHECK(history_set_morph(d.history, character_at(&d, 0)->edit, 0, (edit_morph){true, 0.75f}));
    show(&d, 15, shown);
    bool ok = false;
    for (uint64_t n = 0; !ok; n++) {
        hone_error error = {0};
        refuse_memory_from(n);
        ok = document_register(&d, id_at(&d, 0), 15, &error);
        refuse_memory_end();
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        CHECK(ok || (keys_total(keys_of(&d)) == total && document_unregistered(&d, id_at(&d, 0)).bones == 1));
        refused += !ok;
    }
    CHECK(refused > 2 && keys_total(keys_of(&d)) == total + 2);
    frame_timing unused = {0};
    ok = false;
    for (uint64_t n = 0; !ok; n++) { /* playing the changed keys: it is tried again */
        hone_error error = {0};
        refuse_memory_from(n);
        ok = document_update(&d, 15, false, 0, &unused, &error);
        refuse_memory_end();
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
    }
    show(&d, 15, now);
    CHECK_NEAR(apart(shown, now), 0, 1e-6);
    document_release(&d);
}

static void without_memory_there_are_no_keys(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    OPEN(&d, "bend.vmd", "tower.pmx", "ik.pmx");
    const keyframes *k = NULL, *of_scene = NULL;
    for (uint64_t n = 0; !k; n++) {
        hone_error error = {0};
        refuse_memory_from(n);
        k = document_keys(&d, id_at(&d, 0), &error);
        refuse_memory_end();
        CHECK(k || error.code == HONE_ERROR_MEMORY);
    }
    for (uint64_t n = 0; !of_scene; n++) {
        hone_error error = {0};
        refuse_memory_from(n);
        of_scene = document_scene_keys(&d, &error);
        refuse_memory_end();
        CHECK(of_scene || error.code == HONE_ERROR_MEMORY);
    }
    CHECK(d.motion_count == 3); /* one for each character, and a camera */
    document_release(&d);
}

static int enter(void **state)
{
    if (command_folder_enter(state))
        return -1;
    write_files();
    return 0;
}

TEST_GROUP(test_view_document_keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_registered_bend_is_a_key_at_that_frame_only),
        cmocka_unit_test(a_motion_that_covers_another_partly_gets_keys_that_show_the_pose),
        cmocka_unit_test(what_is_not_bent_is_registered_without_a_change),
        cmocka_unit_test(the_first_key_of_a_bone_begins_at_rest),
        cmocka_unit_test(bends_stay_at_every_frame_until_they_are_dropped),
        cmocka_unit_test(a_correction_is_no_part_of_keys),
        cmocka_unit_test(a_chain_is_registered_with_its_links),
        cmocka_unit_test(camera_light_and_shadow_are_registered),
        cmocka_unit_test(keys_go_to_the_last_motion_that_is_on),
        cmocka_unit_test(a_motion_of_two_characters_becomes_one_for_each),
        cmocka_unit_test(keys_of_a_closed_model_leave_the_history),
        cmocka_unit_test(a_changed_key_keeps_the_physics_before_it),
        cmocka_unit_test(a_bend_keeps_the_physics_before_the_frames_where_it_was_shown),
        cmocka_unit_test(a_saved_motion_is_not_modified_until_it_differs),
        cmocka_unit_test(a_saved_motion_gives_hone_pose_the_same_bones),
        cmocka_unit_test(reading_again_keeps_unsaved_keys),
        cmocka_unit_test(models_of_others_have_no_keys),
        cmocka_unit_test(undo_goes_back_through_bends_and_keys),
        cmocka_unit_test(without_memory_nothing_is_registered),
        cmocka_unit_test(without_memory_there_are_no_keys),
    };
    return cmocka_run_group_tests(tests, enter, command_folder_leave);
}
