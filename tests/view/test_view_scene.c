/* Scenes in the viewer's document: opened, placed, saved, and drawn by hone render as the viewer draws them. */
#define _XOPEN_SOURCE 700
#include "samples/samples.h"
#include "tool/place/place_model.h"
#include "view/as_render.h"
#include "view/document/document_changes.h"
#include "view/document/document_keys.h"
#include "view/document/document_look.h"

#include <hone/format.h>
#include <hone/io.h>
#include <hone/math.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 && write_model("a.pmx", hone_sample_character(NULL)) &&
                   write_model("b.pmx", hone_sample_character(NULL)) &&
                   write_motion("dance.vmd", hone_sample_dance(NULL))
               ? 0
               : -1;
}

static document open_files(character_physics mode)
{
    document d;
    const character_rules rules = {.mode = mode};
    CHECK(document_make(&d, &rules, 1, NULL));
    CHECK(document_open(&d, (const char *const[]){"a.pmx", "dance.vmd", "b.pmx"}, 3, NULL, NULL));
    return d;
}

/* Places and edits both characters. */
static void arrange(document *d)
{
    character *a = character_at(d, 0), *b = character_at(d, 1);
    const edit_placement first = {.at = {-6, 0, 2}, .turn = {0, 35, 0}};
    const edit_placement second = {.at = {0, 1, 0}, .scale = 0.25f, .attach = a->id, .bone = bone_named(a, "右手首")};
    CHECK(history_set_place(d->history, a->edit, &first) && history_set_place(d->history, b->edit, &second));
    edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, 0.5f, 0}};
    CHECK(history_set_bone(d->history, a->edit, (uint32_t)bone_named(a, "頭"), bent));
    CHECK(history_set_morph(d->history, a->edit, 0, (edit_morph){true, 0.75f}));
    CHECK(history_set_chain(d->history, a->edit, 0, EDIT_CHAIN_OFF));
    CHECK(history_set_hidden(d->history, b->edit, 0, true));
}

static void a_saved_scene_is_opened_as_it_was(void **state)
{
    (void)state;
    document d = open_files(CHARACTER_PHYSICS_OFF), again;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_EXACT};
    arrange(&d);
    update(&d, 30);
    CHECK(document_save_scene(&d, &shown, "scene.json", NULL));
    CHECK(document_make(&again, &rules, 1, NULL));
    CHECK(document_open(&again, (const char *const[]){"scene.json"}, 1, NULL, NULL));
    assert_int_equal(again.model_count, 2);
    assert_int_equal(again.motion_count, 1);
    assert_true(again.rules.mode == CHARACTER_PHYSICS_OFF && again.scene.camera.is_fixed && again.scene.frame == 30);
    assert_memory_equal(&again.scene.camera.fixed, &camera, sizeof camera);
    update(&again, 30);
    for (uint32_t i = 0; i < 2; i++) {
        const edit *was = character_at(&d, i)->edit, *is = character_at(&again, i)->edit;
        assert_true(edit_place(was)->scale == edit_place(is)->scale &&
                    edit_place(was)->turn[1] == edit_place(is)->turn[1]);
        const hone_affine before = document_place(character_at(&d, i)), after = document_place(character_at(&again, i));
        assert_memory_equal(&before, &after, sizeof before);
        uint32_t bones = hone_model_skeleton(character_at(&d, i)->model)->bone_count;
        assert_memory_equal(hone_actor_bones(character_at(&d, i)->shown),
                            hone_actor_bones(character_at(&again, i)->shown), bones * sizeof(hone_affine));
    }
    assert_true(edit_get_chain(character_at(&again, 0)->correction, 0) == EDIT_CHAIN_OFF);
    assert_true(edit_get_hidden(character_at(&again, 1)->correction, 0));
    CHECK(document_save_scene(&again, &shown, "again.json", NULL)); /* and saved again equal */
    size_t size;
    char *first = command_file_content("scene.json", &size), *second = command_file_content("again.json", &size);
    assert_string_equal(first, second);
    free(first);
    free(second);
    document_release(&d);
    document_release(&again);
}

static void check_pixels(character_physics mode)
{
    needs_pictures();
    document d = open_files(mode);
    arrange(&d);
    update(&d, 20);
    CHECK(document_save_scene(&d, &shown, "pixels.json", NULL));
    CHECK_RUNS("render", "pixels.json", "--size", "160x120", "-q", "-o", "command.png");
    record_picture(&d, "viewer.png", 20, mode != CHARACTER_PHYSICS_OFF);
    hone_image a = picture_read("command.png", 160, 120), b = picture_read("viewer.png", 160, 120);
    assert_memory_equal(a.pixels, b.pixels, (size_t)160 * 120 * 4);
    assert_true(picture_drawn("command.png", 160, 120) > 500);
    hone_image_release(&a);
    hone_image_release(&b);
    document_release(&d);
}

static void render_draws_the_pixels_of_the_viewer(void **state)
{
    (void)state;
    check_pixels(CHARACTER_PHYSICS_OFF);
    if (hone_physics_available())
        check_pixels(CHARACTER_PHYSICS_EXACT);
}

/* ---- keys of a scene -------------------------------------------------------------------------------------------- */

static const char keyed[] =
    "{ \"hone\": 1, \"models\": [ { \"file\": \"a.pmx\" }, { \"file\": \"b.pmx\", \"edge_colour\": [1, 0, 0],\n"
    "  \"self_shadow\": false, \"edge_scale\": 3, \"keys\": [ { \"at\": [9, 0, 0], \"scale\": 0.5 },\n"
    "    { \"frame\": 10, \"turn\": [10, 0, 0], \"scale\": 0.4, \"attach\": { \"model\": 1, \"bone\": \"右手首\" } },\n"
    "    { \"frame\": 30, \"turn\": [10, 360, 0], \"scale\": 0.8, \"opacity\": 0, \"shadow\": false } ] } ],\n"
    "  \"motions\": [ { \"file\": \"dance.vmd\", \"model\": 1 } ], \"playback\": { \"physics\": \"off\" },\n"
    "  \"camera\": { \"parents\": [ { \"frame\": 5, \"attach\": { \"model\": 1, \"bone\": \"頭\" } }, { \"frame\": 25 "
    "} ] } "
    "}\n";

static void keys_of_a_scene_are_drawn_as_by_render(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {0};
    CHECK(command_file_write("keyed.json", keyed, sizeof keyed - 1) && document_make(&d, &rules, 1, NULL));
    CHECK(document_open(&d, (const char *const[]){"a.pmx"}, 1, NULL, NULL)); /* so that ids are no numbers */
    CHECK(document_open(&d, (const char *const[]){"keyed.json"}, 1, NULL, NULL));
    document_close_model(&d, character_at(&d, 0)->id);
    for (int frame = 0; frame <= 30 && picture_can_be_made(); frame += 10) {
        update(&d, frame);
        CHECK(document_save_scene(&d, &shown, "pixels.json", NULL));
        CHECK_RUNS("render", "pixels.json", "--size", "160x120", "-q", "-o", "command.png");
        record_picture(&d, "viewer.png", frame, false);
        assert_true(picture_same("command.png", "viewer.png"));
    }
    update(&d, 0);
    hone_draw_item item = {0};
    CHECK(document_dress(&d, character_at(&d, 1), &item) && item.no_self_shadow && item.edge_scale == 3);
    CHECK(item.opacity == 1 && item.edge_colour && item.edge_colour[0] == 1);
    CHECK(document_place(character_at(&d, 1)).m[0][3] == 9);
    update(&d, 20);
    hone_camera follows = camera;
    document_follow_camera(&d, &follows);
    const character *a = character_at(&d, 0);
    const hone_affine *head = &hone_actor_bones(a->shown)[bone_named(a, "頭")];
    CHECK_NEAR(follows.target[1], camera.target[1] + head->m[1][3], 1e-4);
    CHECK(document_dress(&d, character_at(&d, 1), &item) && item.opacity == 0.5f);
    update(&d, 30);
    follows = camera;
    document_follow_camera(&d, &follows);
    CHECK(follows.target[1] == camera.target[1]);
    CHECK(!document_dress(&d, character_at(&d, 1), &item) && item.no_ground_shadow);
    document_release(&d);
}

/* ---- physics where models are placed ---------------------------------------------------------------------------- */

static void copy_bones(const character *c, hone_affine *out)
{
    memcpy(out, hone_actor_bones(c->shown), hone_model_skeleton(c->model)->bone_count * sizeof *out);
}

static bool same_bones(const character *c, const hone_affine *bones)
{
    return memcmp(bones, hone_actor_bones(c->shown), hone_model_skeleton(c->model)->bone_count * sizeof *bones) == 0;
}

static void physics_moves_with_the_place_as_in_render(void **state)
{
    (void)state;
    enum { MOST_BONES = 400 };
    NEEDS(physics);
    document d = open_files(CHARACTER_PHYSICS_EXACT);
    character *a = character_at(&d, 0), *b = character_at(&d, 1);
    hone_affine before[MOST_BONES];
    uint32_t wrist = (uint32_t)bone_named(a, "右手首");
    assert_true(hone_model_skeleton(b->model)->bone_count <= MOST_BONES);
    update(&d, 40);
    copy_bones(b, before);
    const edit_placement places[] = {{.turn = {0, 50, 0}, .at = {3, 0, 0}},                    /* changes nothing */
                                     {.turn = {60, 0, 10}},                                    /* tilted */
                                     {.attach = a->id, .bone = (int32_t)wrist, .scale = 0.5f}, /* on a hand */
                                     {.attach = a->id, .bone = (int32_t)wrist, .turn = {0, 0, 90}}};
    for (int i = 0; i < 4; i++) {
        CHECK(history_set_place(d.history, b->edit, &places[i]));
        update(&d, 40);
        assert_true(character_is_simulated(a) && character_is_simulated(b));
        check_bones_of_command(&d, 40);
        assert_true(same_bones(b, before) == (i == 0));
        copy_bones(b, before);
    }
    edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, 0, 0}}; /* of what carries it */
    character_set_layer(a, CHARACTER_CORRECTION);
    CHECK(history_set_bone(d.history, a->edit, (uint32_t)bone_named(a, "右腕"), bent));
    update(&d, 40);
    assert_false(same_bones(b, before));
    check_bones_of_command(&d, 40);
    CHECK(document_open_scene(&d, "bones.json", NULL)); /* more of both, and a dance for all that is left */
    document_close_model(&d, a->id);
    update(&d, 40);
    assert_true(character_is_simulated(b));
    document_release(&d);
}

static void wind_and_tilted_carriers_reach_physics(void **state)
{
    (void)state;
    NEEDS(physics);
    document d = open_files(CHARACTER_PHYSICS_EXACT);
    character *a = character_at(&d, 0), *b = character_at(&d, 1);
    character_rules rules = d.rules;
    rules.physics.wind[0] = 20;
    CHECK(document_set_rules(&d, &rules, NULL));
    CHECK(history_set_place(d.history, a->edit, &(edit_placement){.turn = {0, 90, 0}}));
    const edit_placement on = {.attach = a->id, .bone = bone_named(a, "頭")};
    CHECK(history_set_place(d.history, b->edit, &on));
    update(&d, 30);
    check_bones_of_command(&d, 30);
    CHECK(document_reload(&d, NULL));
    update(&d, 30);
    check_bones_of_command(&d, 30);
    document_release(&d);
}

static scene saved_again(document *d)
{
    scene s;
    CHECK(document_save_scene(d, &(document_shown){0}, "again.json", NULL));
    CHECK(scene_load("again.json", &s, NULL));
    return s;
}

/* As in hone render, which draws it without the keys. */
static void gravity_of_the_command_line_wins_over_keys(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    playback_values given = {0};
    static const char text[] = "{\"hone\": 1, \"models\": [{\"file\": \"a.pmx\"}], \"playback\": {\"gravity_keys\": "
                               "[{\"frame\": 0, \"gravity\": [0, -5, 0]}, {\"frame\": 9, \"gravity\": [0, 5, 0]}]}}";
    CHECK(command_file_write("keys.json", text, strlen(text)) && document_make(&d, &rules, 1, NULL));
    CHECK(document_open(&d, (const char *const[]){"keys.json"}, 1, NULL, NULL));
    assert_int_equal(d.rules.physics.gravity_key_count, 2);
    document_close_all(&d);
    given.physics.gravity.given = true, given.physics.gravity.value[1] = -1;
    d.play = &given;
    CHECK(document_open(&d, (const char *const[]){"keys.json"}, 1, NULL, NULL));
    CHECK(d.rules.physics.gravity_key_count == 0 && d.rules.physics.gravity[1] == -1);
    scene s = saved_again(&d);
    CHECK(s.play.physics.gravity_key_count == 0 && s.play.physics.gravity.value[1] == -1);
    scene_release(&s);
    document_release(&d);
}

static void a_file_that_the_camera_names_moves_it(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    static const char text[] = "{\"hone\": 1, \"models\": [{\"file\": \"a.pmx\"}], \"camera\": {\"file\": \"%s.vmd\", "
                               "\"fov\": 20}}";
    char filled[256];
    CHECK(write_motion("camera.vmd", hone_sample_camera(NULL)) && document_make(&d, &rules, 1, NULL));
    snprintf(filled, sizeof filled, text, "camera");
    CHECK(command_file_write("camera.json", filled, strlen(filled)));
    CHECK(document_open(&d, (const char *const[]){"camera.json"}, 1, NULL, NULL));
    CHECK(d.motion_count == 1 && d.camera_keys == d.motions[0].motion && d.note_count == 0);
    scene s = saved_again(&d);
    CHECK(s.camera.fov == 20 && strcmp(s.camera.source, "keys") == 0 && s.motion_count == 1);
    scene_release(&s);
    document_close_all(&d);
    snprintf(filled, sizeof filled, text, "dance");
    CHECK(command_file_write("camera.json", filled, strlen(filled)));
    CHECK(document_open(&d, (const char *const[]){"camera.json"}, 1, NULL, NULL));
    CHECK(d.note_count == 1 && strstr(d.notes[0], "has no camera keys"));
    document_release(&d);
}

/* Another picture is shown as the one before; that is unsaved, can be undone, and ends with the scene. */
static void another_backdrop_is_shown_as_the_one_before(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    static const char text[] = "{\"hone\": 1, \"models\": [{\"file\": \"a.pmx\"}], \"picture\": "
                               "{\"backdrop\": {\"file\": \"sky.png\", \"fit\": \"stretch\", \"offset\": [3, 4]}}}";
    CHECK(command_file_write("sky.json", text, strlen(text)) && document_make(&d, &rules, 1, NULL));
    CHECK(document_open(&d, (const char *const[]){"sky.json"}, 1, NULL, NULL));
    document_scene_saved(&d);
    CHECK(document_set_backdrop(&d, "sea.png", NULL));
    const look_backdrop *b = &d.scene.look.backdrop;
    CHECK(strcmp(b->file, "sea.png") == 0 && b->fit == HONE_BACKDROP_STRETCH && b->offset[1] == 4);
    CHECK(document_changes(&d) == DOCUMENT_CHANGED_FILES);
    CHECK(document_set_backdrop(&d, NULL, NULL) && !b->file && b->fit == 0);
    CHECK(history_undo(d.history) && b->offset[1] == 4);
    CHECK(history_undo(d.history) && strcmp(b->file + strlen(b->file) - 7, "sky.png") == 0);
    CHECK(!document_is_modified(&d));
    CHECK(document_open(&d, (const char *const[]){"sky.json"}, 1, NULL, NULL));
    CHECK(!history_redo(d.history));
    CHECK(document_is_backdrop("a/SKY.JPG") && document_is_backdrop("b.mp4") && !document_is_backdrop("song.wav"));
    document_release(&d);
}

/* ---- options ---------------------------------------------------------------------------------------------------- */

static void options_place_the_models_before_them(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    hone_error error = {0};
    placement_options places = {.count = 2};
    places.items[0] =
        (placed_file){.file = 1, .at = true, .turn = true, .place = {.at = {1, 2, 3}, .turn = {0, 90, 0}}};
    places.items[1] = (placed_file){.file = 3, .attach = true, .scale = true};
    places.items[1].place = (placement){.scale = 2, .attach = 1, .bone = "右手首"};
    CHECK(document_make(&d, &rules, 1, NULL));
    const char *const files[] = {"a.pmx", "dance.vmd", "b.pmx"};
    const uint32_t numbers[] = {0, 1, 3}; /* file 2 could not be found */
    CHECK(document_open_placed(&d, files, numbers, 3, &places, NULL, &error));
    const edit_placement *a = edit_place(character_at(&d, 0)->edit), *b = edit_place(character_at(&d, 1)->edit);
    assert_true(a->at[2] == 3 && a->turn[1] == 90 && a->attach == 0);
    assert_true(b->scale == 2 && b->attach == character_at(&d, 0)->id && b->at[0] == 0);
    assert_int_equal(b->bone, bone_named(character_at(&d, 0), "右手首"));
    assert_false(document_is_modified(&d));
    document_close_all(&d);
    places.items[1].place.bone = "none";
    assert_false(document_open_placed(&d, files, numbers, 3, &places, NULL, &error));
    assert_non_null(strstr(error.message, "b.pmx: is attached to a bone \"none\" that model 1 does not have"));
    assert_int_equal(d.model_count, 2);
    document_close_all(&d);
    places.items[1].place.attach = 9;
    assert_false(document_open_placed(&d, files, numbers, 3, &places, NULL, &error));
    assert_non_null(strstr(error.message, "is attached to model 9, but there are 2 models"));
    document_release(&d);
}

static void a_motion_given_as_one_plays_on_all_models(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    hone_error error = {0};
    CHECK(document_make(&d, &rules, 1, NULL));
    CHECK(document_open_as_motion(&d, "dance.vmd", &error) && d.motions[0].target == 0);
    CHECK(document_open(&d, (const char *const[]){"a.pmx"}, 1, NULL, NULL));
    assert_false(document_open_as_motion(&d, "a.pmx", &error));
    assert_non_null(strstr(error.message, "a.pmx: is no motion"));
    assert_int_equal(d.motion_count, 1);
    document_release(&d);
}

static void a_scene_says_how_motions_are_retargeted(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"a.pmx\" } ],\n"
        "\"motions\": [ { \"file\": \"dance.vmd\", \"model\": 1 } ],\n"
        "\"playback\": { \"retarget\": \"on\", \"retarget_hands\": \"reach\", \"physics\": \"off\" } }";
    const playback_values none = {0}, off = {.retarget = PLAYBACK_RETARGET_OFF};
    const character_rules rules = {.mode = CHARACTER_PHYSICS_EXACT};
    CHECK(command_file_write("retarget.json", text, sizeof text - 1));
    for (int i = 0; i < 2; i++) {
        document d;
        CHECK(document_make(&d, &rules, 1, NULL));
        d.play = i == 0 ? &none : &off;
        CHECK(document_open(&d, (const char *const[]){"retarget.json"}, 1, NULL, NULL));
        assert_true((document_played(&d, &d.motions[0], character_at(&d, 0)) != d.motions[0].motion) == (i == 0));
        assert_true(d.play->hands == PLAYBACK_HANDS_REACH && d.rules.mode == CHARACTER_PHYSICS_OFF);
        scene saved;
        CHECK(document_save_scene(&d, &shown, "saved.json", NULL) && scene_load("saved.json", &saved, NULL));
        assert_int_equal(saved.play.retarget, i == 0 ? PLAYBACK_RETARGET_ON : PLAYBACK_RETARGET_OFF);
        assert_int_equal(saved.play.hands, PLAYBACK_HANDS_REACH);
        scene_release(&saved);
        document_close_all(&d);
        assert_true(d.play == (i == 0 ? &none : &off));
        document_release(&d);
    }
}

static void placing_is_undone(void **state)
{
    (void)state;
    document d = open_files(CHARACTER_PHYSICS_OFF);
    arrange(&d);
    update(&d, 0);
    const character *b = character_at(&d, 1);
    assert_true(document_is_placed(b) && document_is_placed(character_at(&d, 0)));
    for (int i = 0; i < 4; i++) CHECK(history_undo(d.history));
    assert_true(document_is_placed(b));
    CHECK(history_undo(d.history));
    assert_false(document_is_placed(b));
    CHECK(history_redo(d.history));
    assert_true(edit_place(b->edit)->attach == character_at(&d, 0)->id);
    assert_false(document_may_attach(&d, character_at(&d, 0), b->id)); /* a circle */
    assert_false(document_may_attach(&d, b, b->id));
    assert_true(document_may_attach(&d, b, character_at(&d, 0)->id));
    document_close_model(&d, character_at(&d, 0)->id); /* it stays where its numbers say */
    const hone_affine place = document_place(character_at(&d, 0));
    CHECK_NEAR(place.m[1][3], 1, 1e-6);
    document_release(&d);
}

static void keys_are_saved_beside_the_scene(void **state)
{
    (void)state;
    document d = open_files(CHARACTER_PHYSICS_OFF), again;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    character *b = character_at(&d, 1);
    hone_error error = {0};
    update(&d, 12);
    edit_bone bent = {{0, 0.6f, 0, 0.8f}, {0, 0, 0}};
    character_set_layer(b, CHARACTER_KEYS);
    CHECK(history_set_bone(d.history, b->edit, (uint32_t)bone_named(b, "頭"), bent));
    CHECK(document_register(&d, b->id, 12, &error));
    update(&d, 12);
    CHECK(document_save_scene(&d, &shown, "keyed.json", &error));
    assert_int_equal(access("keyed-motion-2.vmd", R_OK), 0);
    assert_false(document_keys_are_modified(&d));
    CHECK(document_make(&again, &rules, 1, NULL));
    CHECK(document_open(&again, (const char *const[]){"keyed.json"}, 1, NULL, NULL));
    assert_int_equal(again.motion_count, 2);
    update(&again, 12);
    const hone_affine *was = hone_actor_bones(b->shown), *is = hone_actor_bones(character_at(&again, 1)->shown);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(is[bone_named(b, "頭")].m[r][c], was[bone_named(b, "頭")].m[r][c], 1e-5);
    document_release(&d);
    document_release(&again);
}

static void what_the_window_leaves_alone_is_saved_as_it_was(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"a.pmx\" }, { \"file\": \"b.pmx\" } ],\n"
        "\"camera\": { \"source\": \"face\", \"fov\": 20 }, \"light\": { \"direction\": [1, -2, 3] },\n"
        "\"picture\": { \"size\": [640, 360], \"edge_scale\": 2, \"shadow_size\": 512 },\n"
        "\"sound\": { \"file\": \"song.wav\", \"delay\": 1.5 }, \"frames\": { \"first\": 3, \"last\": 9 }, \"fps\": 24 "
        "}";
    document d, again;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(command_file_write("look.json", text, sizeof text - 1));
    CHECK(document_make(&d, &rules, 1, NULL) && document_make(&again, &rules, 1, NULL));
    CHECK(document_open(&d, (const char *const[]){"look.json"}, 1, NULL, NULL));
    assert_true(document_active(&d) == d.models[0]); /* the first, if the scene chooses none */
    document_shown same = shown;
    same.same_camera = true, same.look = NULL;
    CHECK(document_save_scene(&d, &same, "same.json", NULL));
    CHECK(document_open(&again, (const char *const[]){"same.json"}, 1, NULL, NULL));
    const scene *s = &again.scene;
    assert_true(!s->camera.is_fixed && s->camera.source && strcmp(s->camera.source, "face") == 0 &&
                s->camera.fov == 20);
    assert_true(s->look.light_direction.given && s->look.light_direction.value[1] == -2);
    assert_true(s->size.width == 640 && s->look.draw.edge_scale == 2 && s->look.draw.shadow_size == 512);
    assert_true(s->frames.first == 3 && s->frames.last == 9 && s->film.rate.rate == 24);
    CHECK_NEAR(document_sound_delay(&again), 1.5, 1e-9);
    CHECK(document_save_scene(&d, &shown, "moved.json", NULL)); /* the user has moved the camera */
    CHECK(document_open(&again, (const char *const[]){"moved.json"}, 1, NULL, NULL));
    assert_true(again.scene.camera.is_fixed && !again.scene.camera.source);
    document_release(&d);
    document_release(&again);
}

static void bad_scenes_are_told(void **state)
{
    (void)state;
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    hone_error error = {0};
    CHECK(document_make(&d, &rules, 1, NULL));
    CHECK(command_file_write("bad.json", "{ \"hone\": 1, \"x\": 2 }", 21));
    assert_false(document_open(&d, (const char *const[]){"bad.json"}, 1, NULL, &error));
    assert_non_null(strstr(error.message, "bad.json: line 1: x: is not known"));
    static const char missing[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"none.pmx\" }, { \"file\": \"a.pmx\" } ],\n"
        "\"motions\": [ { \"file\": \"dance.vmd\", \"model\": 1 } ] }";
    CHECK(command_file_write("missing.json", missing, sizeof missing - 1));
    assert_false(document_open(&d, (const char *const[]){"missing.json"}, 1, NULL, &error));
    assert_int_equal(d.model_count, 1); /* the good one is open */
    assert_int_equal(d.motion_count, 0);
    document_close_all(&d);
    CHECK(document_open_built_in(&d, NULL));
    assert_false(document_save_scene(&d, &shown, "x.json", &error));
    document_release(&d);
}

TEST_GROUP(test_view_scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_scene_is_opened_as_it_was),
        cmocka_unit_test(keys_of_a_scene_are_drawn_as_by_render),
        cmocka_unit_test(render_draws_the_pixels_of_the_viewer),
        cmocka_unit_test(physics_moves_with_the_place_as_in_render),
        cmocka_unit_test(wind_and_tilted_carriers_reach_physics),
        cmocka_unit_test(options_place_the_models_before_them),
        cmocka_unit_test(a_motion_given_as_one_plays_on_all_models),
        cmocka_unit_test(a_scene_says_how_motions_are_retargeted),
        cmocka_unit_test(placing_is_undone),
        cmocka_unit_test(keys_are_saved_beside_the_scene),
        cmocka_unit_test(what_the_window_leaves_alone_is_saved_as_it_was),
        cmocka_unit_test(another_backdrop_is_shown_as_the_one_before),
        cmocka_unit_test(gravity_of_the_command_line_wins_over_keys),
        cmocka_unit_test(a_file_that_the_camera_names_moves_it),
        cmocka_unit_test(bad_scenes_are_told),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
