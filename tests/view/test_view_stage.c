/* A stage or an accessory beside characters: which model is active, and which one a motion plays on. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/make/bodies/statue.h"
#include "support/support.h"
#include "view/document/document.h"

#include <hone/format.h>
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* A box in .x, which is another space than that of MMD, and has no bones to which a motion could be retargeted. */
static bool write_stage(const char *path)
{
    statue s = {0};
    size_t size;
    statue_box(&s, (const float[]){-20, -1, -20}, (const float[]){20, 0, 20});
    char *text = statue_x(&s, &size);
    bool ok = text && command_file_write(path, text, size);
    free(text);
    statue_release(&s);
    return ok;
}

static bool write_character(const char *path)
{
    hone_bytes bytes = {0};
    hone_model *model = hone_sample_character(NULL);
    bool ok =
        model && hone_model_write_pmx(model, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_model_release(model);
    return ok;
}

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && write_stage("stage.x") && write_character("girl.pmx") &&
                   puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_motion("dance.vmd", hone_sample_dance(NULL))
               ? 0
               : -1;
}

#define OPEN(d, ...) open_files(d, (const char *const[]){__VA_ARGS__, NULL})

static void open_files(document *d, const char *const *paths)
{
    uint32_t count = 0, bad = 0;
    hone_error error = {0};
    while (paths[count]) count++;
    document_open(d, paths, count, &bad, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(bad, 0);
}

static document make(void)
{
    document d;
    const character_rules rules = {.mode = CHARACTER_PHYSICS_OFF};
    CHECK(document_make(&d, &rules, 1, NULL));
    return d;
}

static const char *active_name(const document *d)
{
    return document_active(d) ? document_active(d)->name : "";
}

static const document_model *named(const document *d, const char *name)
{
    for (uint32_t i = 0; i < d->model_count; i++)
        if (strcmp(d->models[i]->name, name) == 0)
            return d->models[i];
    return NULL;
}

static bool is_noted(const document *d, const char *line)
{
    bool any = false;
    for (uint32_t i = 0; i < d->note_count; i++) any |= strcmp(d->notes[i], line) == 0;
    return any;
}

static void a_stage_does_not_become_active_beside_a_character(void **state)
{
    (void)state;
    document d = make();
    OPEN(&d, "stage.x");
    assert_string_equal(active_name(&d), "stage.x"); /* nothing else is open */
    OPEN(&d, "girl.pmx");
    assert_string_equal(active_name(&d), "girl.pmx");
    OPEN(&d, "stage.x", "tower.pmx");
    assert_string_equal(active_name(&d), "girl.pmx");
    uint32_t first = d.active;
    OPEN(&d, "girl.pmx");
    assert_true(d.active != first); /* the last character */
    document_close_model(&d, d.active);
    assert_int_equal(d.active, first); /* and not the tower, which was opened later */
    document_close_model(&d, d.active);
    assert_string_equal(active_name(&d), "tower.pmx");
    document_release(&d);
}

static void a_motion_plays_on_the_model_that_it_fits(void **state)
{
    (void)state;
    document d = make();
    OPEN(&d, "girl.pmx", "stage.x", "dance.vmd"); /* the dance follows the stage */
    assert_int_equal(d.motions[0].target, named(&d, "girl.pmx")->character->id);
    assert_true(is_noted(&d, "dance.vmd: does not fit stage.x; it plays on girl.pmx"));
    document_set_active(&d, named(&d, "stage.x")->character->id);
    OPEN(&d, "dance.vmd"); /* dropped while the stage is active */
    assert_int_equal(d.motions[1].target, named(&d, "girl.pmx")->character->id);
    document_release(&d);
}

static bool turns(const document *d, const char *name)
{
    const document_model *m = named(d, name);
    const hone_pose *pose = hone_actor_writable_pose(m->character->shown);
    bool any = false;
    for (uint32_t b = 0; b < hone_model_skeleton(m->character->model)->bone_count; b++)
        any |= pose->bones[b].rotation[3] < 0.9999f;
    return any;
}

static void a_motion_before_all_models_leaves_a_stage_alone(void **state)
{
    (void)state;
    static const char *const orders[][4] = {{"dance.vmd", "stage.x", "girl.pmx", "tower.pmx"},
                                            {"dance.vmd", "girl.pmx", "tower.pmx", "stage.x"}};
    for (int i = 0; i < 2; i++) {
        document d = make();
        frame_timing unused = {0};
        OPEN(&d, orders[i][0], orders[i][1], orders[i][2], orders[i][3]);
        assert_int_equal(d.motions[0].target, 0);
        CHECK(document_update(&d, 45, false, 0, &unused, NULL));
        assert_true(turns(&d, "girl.pmx"));
        assert_false(turns(&d, "tower.pmx"));
        assert_true(is_noted(&d, "dance.vmd: does not fit stage.x, and does not play on it"));
        document_close_model(&d, named(&d, "girl.pmx")->character->id);
        assert_int_equal(d.motion_count, 1);
        document_release(&d);
    }
}

static void check_drawn_alike(const char *expected, const char *warning, const char *const *files)
{
    const char *all[16] = {"render"}, *const rest[] = {"--frame", "40", "--size", "64x48", "-o", "out.png", NULL};
    int count = 1;
    for (int i = 0; files[i]; i++) all[count++] = files[i];
    for (int i = 0; rest[i]; i++) all[count++] = rest[i];
    command_result r = command_run(NULL, all);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.err, warning));
    size_t sizes[2];
    char *a = command_file_content(expected, &sizes[0]), *b = command_file_content("out.png", &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(a, b, sizes[0]);
    free(a);
    free(b);
    command_result_release(&r);
}

static void render_has_the_same_rule(void **state)
{
    (void)state;
    command_result r =
        HONE("render", "girl.pmx", "dance.vmd", "stage.x", "--frame", "40", "--size", "64x48", "-o", "alone.png");
    bool drawn = r.status == 0;
    command_result_release(&r);
    if (!drawn)
        test_skip(1, "test of pictures, which cannot be made here");
    check_drawn_alike("alone.png", "hone: dance.vmd: warning: does not fit stage.x; it plays on girl.pmx\n",
                      (const char *const[]){"girl.pmx", "stage.x", "dance.vmd", NULL});
    check_drawn_alike("alone.png", "hone: dance.vmd: warning: does not fit stage.x, and does not play on it\n",
                      (const char *const[]){"dance.vmd", "girl.pmx", "stage.x", NULL});
}

TEST_GROUP(test_view_stage)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stage_does_not_become_active_beside_a_character),
        cmocka_unit_test(a_motion_plays_on_the_model_that_it_fits),
        cmocka_unit_test(a_motion_before_all_models_leaves_a_stage_alone),
        cmocka_unit_test(render_has_the_same_rule),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
