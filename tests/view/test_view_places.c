/* Models and bones that follow bones of other models in the viewer's document, as in hone render. */
#define _XOPEN_SOURCE 700
#include "samples/samples.h"
#include "tool/place/place_set.h"
#include "view/as_render.h"

#include <stdlib.h>

static int make_files(void **state)
{
    bool ok = command_folder_enter(state) == 0;
    for (int i = 0; i < 3; i++)
        ok = ok && write_model((const char *const[]){"a.pmx", "b.pmx", "c.pmx"}[i], hone_sample_character(NULL));
    return ok && write_motion("dance.vmd", hone_sample_dance(NULL)) ? 0 : -1;
}

/* b hangs on a's hand from frame 10 on. Bones of b and c follow others for a time: c those of b, which are moved by
 * physics or not. */
static const char hanging[] =
    "{ \"hone\": 1, \"models\": [\n"
    "  { \"file\": \"c.pmx\", \"at\": [3, 0, 0], \"turn\": [0, 40, 0], \"parents\": [\n"
    "    { \"bone\": \"センター\", \"attach\": { \"model\": 3, \"bone\": \"右手首\" } },\n"
    "    { \"frame\": 12, \"bone\": \"頭\", \"attach\": { \"model\": 2, \"bone\": \"左手首\" } },\n"
    "    { \"frame\": 22, \"bone\": \"頭\" } ] },\n"
    "  { \"file\": \"a.pmx\" },\n"
    "  { \"file\": \"b.pmx\", \"keys\": [ { \"at\": [9, 0, 0], \"scale\": 0.5 },\n"
    "    { \"frame\": 10, \"turn\": [10, 0, 0], \"scale\": 0.4, \"attach\": { \"model\": 2, \"bone\": \"右手首\" } },\n"
    "    { \"frame\": 30, \"turn\": [10, 360, 0], \"scale\": 0.8 } ],\n"
    "    \"parents\": [ { \"frame\": 5, \"bone\": \"頭\", \"attach\": { \"model\": 2, \"bone\": \"頭\" } } ] } ],\n"
    "  \"motions\": [ { \"file\": \"dance.vmd\" } ], \"playback\": { \"physics\": \"%s\" } }\n";

static void open_scene(document *d, const char *text, const char *physics, character_physics mode)
{
    char filled[2048];
    int size = snprintf(filled, sizeof filled, text, physics);
    const character_rules rules = {.mode = mode};
    hone_error error = {0};
    CHECK(command_file_write("places.json", filled, (size_t)size) && document_make(d, &rules, 1, NULL));
    CHECK(document_open(d, (const char *const[]){"a.pmx"}, 1, NULL, NULL)); /* so that ids are no numbers */
    CHECK(document_open(d, (const char *const[]){"places.json"}, 1, NULL, &error));
    document_close_model(d, character_at(d, 0)->id);
}

static void check_bones(document *d, double frame)
{
    update(d, frame);
    check_bones_of_command(d, frame);
}

static void check_picture(document *d, double frame, bool physics)
{
    check_bones(d, frame);
    if (!picture_can_be_made())
        return;
    CHECK_RUNS("render", "bones.json", "--size", "160x120", "-q", "-o", "command.png");
    record_picture(d, "viewer.png", frame, physics);
    assert_true(picture_same("command.png", "viewer.png"));
}

static void bones_follow_as_in_render(void **state)
{
    (void)state;
    document d;
    open_scene(&d, hanging, "off", CHARACTER_PHYSICS_OFF);
    for (int frame = 0; frame <= 24; frame += 6) check_bones(&d, frame);
    check_picture(&d, 16, false);
    assert_int_equal(d.note_count, 0);
    document_release(&d);
}

static void bodies_follow_as_in_render(void **state)
{
    (void)state;
    NEEDS(physics);
    document d;
    open_scene(&d, hanging, "on", CHARACTER_PHYSICS_EXACT);
    for (int frame = 4; frame <= 24; frame += 10) check_bones(&d, frame);
    check_picture(&d, 20, true);
    character *a = character_at(&d, 1);
    edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, 0, 0}}; /* of what the others follow */
    character_set_layer(a, CHARACTER_CORRECTION);
    CHECK(history_set_bone(d.history, a->edit, (uint32_t)bone_named(a, "右腕"), bent));
    check_bones(&d, 24);
    const edit_placement moved = {.at = {-4, 0, 2}, .turn = {0, 90, 0}};
    CHECK(history_set_place(d.history, a->edit, &moved));
    check_bones(&d, 24);
    CHECK(document_reload(&d, NULL));
    check_bones(&d, 24);
    document_release(&d);
}

/* Where a bone of one character is beside a bone of another, as shown. */
static void beside(const character *a, const char *of, const character *b, const char *from, float out[3])
{
    hone_affine first = place_chain_shown_bone(&a->place, bone_named(a, of)), back,
                second = place_chain_shown_bone(&b->place, bone_named(b, from));
    hone_affine_origin(&first, out);
    hone_affine_orthonormalise(&second);
    CHECK(hone_affine_invert(&second, &back));
    hone_affine_point(&back, out, out);
}

static void bones_follow_while_others_are_dragged(void **state)
{
    (void)state;
    static const character_physics modes[] = {CHARACTER_PHYSICS_OFF, CHARACTER_PHYSICS_LIVE, CHARACTER_PHYSICS_EXACT};
    for (int i = 0; i < (hone_physics_available() ? 3 : 1); i++) {
        frame_timing unused = {0};
        document d;
        open_scene(&d, hanging, "default", modes[i]);
        update(&d, 20);
        character *a = character_at(&d, 1), *b = character_at(&d, 2), *c = character_at(&d, 0);
        float before[3], now[3];
        beside(c, "センター", b, "右手首", before);
        for (int step = 1; step < 3; step++) {
            const edit_placement moved = {.at = {0, (float)step, 0}};
            edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, (float)step, 0}};
            edit_set_place(a->correction, &moved);
            edit_set_bone(a->edit, (uint32_t)bone_named(a, "右腕"), bent);
            CHECK(document_update(&d, 20, true, 0.02, &unused, NULL));
            beside(c, "センター", b, "右手首", now);
            for (int k = 0; k < 3; k++) CHECK_NEAR(now[k], before[k], 1e-3);
        }
        document_release(&d);
    }
}

/* The window shows some characters while another one catches up: both may need the same carrier. */
static void pictures_are_made_while_bodies_catch_up(void **state)
{
    (void)state;
    NEEDS(physics);
    frame_timing unused = {0};
    document d;
    open_scene(&d, hanging, "on", CHARACTER_PHYSICS_EXACT);
    update(&d, 10);
    character *c = character_at(&d, 0);
    edit_bone bent = {{0, 0, 0.6f, 0.8f}, {0, 0, 0}};
    character_set_layer(c, CHARACTER_CORRECTION);
    CHECK(history_set_bone(d.history, c->edit, (uint32_t)bone_named(c, "上半身"), bent)); /* nothing follows it */
    uint32_t shown_meanwhile = 0;
    for (int i = 0; i < 1000 && (i == 0 || document_catch_up_progress(&d) >= 0); i++) {
        CHECK(document_update(&d, 10 + (i % 2), false, 0.01, &unused, NULL));
        shown_meanwhile += document_catch_up_progress(&d) >= 0 && character_is_simulated(character_at(&d, 2));
    }
    check_bones(&d, 12);
    document_release(&d);
}

static void circles_are_cut_as_in_render(void **state)
{
    (void)state;
    static const char circle[] =
        "{ \"hone\": 1, \"models\": [\n"
        "  { \"file\": \"a.pmx\", \"parents\": [ { \"bone\": \"頭\", \"attach\": { \"model\": 2, \"bone\": \"頭\" } } "
        "] },\n"
        "  { \"file\": \"b.pmx\", \"keys\": [ { \"at\": [1, 2, 0], \"attach\": { \"model\": 1, \"bone\": \"右手首\" } "
        "} ] "
        "} ],\n"
        "  \"motions\": [ { \"file\": \"dance.vmd\" } ], \"playback\": { \"physics\": \"%s\" } }\n";
    document d;
    open_scene(&d, circle, "off", CHARACTER_PHYSICS_OFF);
    check_bones(&d, 7);
    assert_int_equal(d.note_count, 1);
    CHECK(strstr(d.notes[0], "a.pmx: follows a model that follows it, too"));
    document_close_model(&d, character_at(&d, 1)->id);
    update(&d, 8); /* nothing is followed any more */
    document_release(&d);
}

static void missing_bones_are_told(void **state)
{
    (void)state;
    static const char missing[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"a.pmx\" }, { \"file\": \"b.pmx\", \"parents\": [\n"
        "  { \"bone\": \"nobody\", \"attach\": { \"model\": 1, \"bone\": \"頭\" } },\n"
        "  { \"bone\": \"頭\", \"attach\": { \"model\": 1, \"bone\": \"nothing\" } } ] } ],\n"
        "  \"motions\": [ { \"file\": \"dance.vmd\" } ], \"playback\": { \"physics\": \"%s\" } }\n";
    document d;
    open_scene(&d, missing, "off", CHARACTER_PHYSICS_OFF);
    check_bones(&d, 7);
    assert_int_equal(d.note_count, 2);
    CHECK(strstr(d.notes[0], "b.pmx: has no bone \"nobody\""));
    CHECK(strstr(d.notes[1], "b.pmx: the bone that it is attached to is missing"));
    document_release(&d);
}

TEST_GROUP(test_view_places)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_follow_as_in_render),
        cmocka_unit_test(bodies_follow_as_in_render),
        cmocka_unit_test(bones_follow_while_others_are_dragged),
        cmocka_unit_test(pictures_are_made_while_bodies_catch_up),
        cmocka_unit_test(circles_are_cut_as_in_render),
        cmocka_unit_test(missing_bones_are_told),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
