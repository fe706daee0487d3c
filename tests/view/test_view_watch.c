/* Files that change on disk are read again; the quality of pictures follows their time. */
#define _XOPEN_SOURCE 700 /* utimensat */
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "view/document/document_look.h"
#include "view/document/document_watch.h"
#include "view/overlay/quality.h"

#include <fcntl.h>
#include <hone/format.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Writes a file whose time of change is `seconds`, so that no test has to wait. */
static void put(const char *path, const char *text, long seconds)
{
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    CHECK(command_file_write(path, text, strlen(text)));
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static void age(const char *path, long seconds)
{
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static void a_file_has_changed_when_it_stays_the_same(void **state)
{
    (void)state;
    file_watch w = {0};
    put("a.txt", "one", 1000);
    file_watch_add(&w, "a.txt");
    file_watch_add(&w, "a.txt");
    file_watch_add(&w, "none.txt");
    assert_int_equal(w.count, 2);
    CHECK(!file_watch_look(&w));
    put("a.txt", "tw", 1001);
    CHECK(!file_watch_look(&w)); /* is being written */
    put("a.txt", "two!", 1002);
    CHECK(!file_watch_look(&w));
    CHECK(file_watch_look(&w) && file_watch_changed(&w, "a.txt") && !file_watch_changed(&w, "none.txt"));
    CHECK(!file_watch_look(&w) && !file_watch_changed(&w, "a.txt"));
    age("a.txt", 1003); /* written again with the same bytes */
    CHECK(!file_watch_look(&w) && file_watch_look(&w));
    file_watch_clear(&w);
}

/* A file of an archive changes with the archive. */
static void files_of_an_archive_change_with_it(void **state)
{
    (void)state;
    file_watch w = {0};
    put("pack.zip", "one", 1000);
    file_watch_add(&w, "pack.zip/folder/a.pmx");
    CHECK(!file_watch_look(&w) && w.files[0].known.exists);
    put("pack.zip", "other", 1001);
    CHECK(!file_watch_look(&w) && file_watch_look(&w) && file_watch_changed(&w, "pack.zip/folder/a.pmx"));
    file_watch_clear(&w);
}

static void a_file_that_is_gone_changes_when_it_is_back(void **state)
{
    (void)state;
    file_watch w = {0};
    put("b.txt", "one", 1000);
    file_watch_add(&w, "b.txt");
    unlink("b.txt");
    CHECK(!file_watch_look(&w) && !file_watch_look(&w) && !file_watch_look(&w));
    put("b.txt", "two", 1001);
    CHECK(!file_watch_look(&w) && file_watch_look(&w));
    put("b.tmp", "three", 1002); /* editors replace files */
    CHECK(rename("b.tmp", "b.txt") == 0);
    CHECK(!file_watch_look(&w) && file_watch_look(&w));
    put("b.txt", "by the viewer", 1005);
    CHECK(symlink("b.txt", "link.txt") == 0);
    file_watch_know(&w, "link.txt");
    CHECK(!file_watch_look(&w) && !file_watch_look(&w));
    file_watch_clear(&w);
}

/* ---- the document ------------------------------------------------------------------------------------------------ */

static void write_textured(const char *path)
{
    static const char *const textures[] = {"skin.png"};
    hone_model *puppet = puppet_make(&(puppet_desc){0}, NULL);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = *hone_model_get(puppet);
    hone_material *material = hone_builder_array(builder, 1, sizeof *material);
    *material = data.materials[0];
    material->texture = 0;
    data.materials = material, data.textures = textures, data.texture_count = 1;
    CHECK(puppet_write_model(path, test_model_create(builder, &data), 0));
    hone_model_release(puppet);
}

static document make(void)
{
    document d;
    CHECK(document_make(&d, &(character_rules){0}, 1, NULL));
    return d;
}

static document_news look_twice(document_watch *w, document *d, bool good)
{
    document_news news;
    hone_error error = {0};
    CHECK(document_watch_look(w, d, &news, &error) && news.count == 0 && !news.sound);
    CHECK(document_watch_look(w, d, &news, &error) == good);
    CHECK(good || error.code != HONE_OK);
    return news;
}

static void models_and_motions_are_read_again_with_their_edits(void **state)
{
    (void)state;
    document d = make();
    document_watch w = {0};
    const char *const paths[] = {"m.pmx", "m.vmd"};
    CHECK(puppet_write_model("m.pmx", puppet_make(&(puppet_desc){0}, NULL), 0));
    CHECK(puppet_write_motion("m.vmd", puppet_motion(1, NULL)));
    age("m.pmx", 1000), age("m.vmd", 1000);
    CHECK(document_open(&d, paths, 2, NULL, NULL));
    const float turn[4] = {0, 0, 0.38268343f, 0.92387953f};
    history_begin(d.history, "bend", 0);
    CHECK(history_set_bone(d.history, d.models[0]->character->edit, 1,
                           (edit_bone){.rotation = {turn[0], turn[1], turn[2], turn[3]}}));
    history_end(d.history);
    assert_int_equal(look_twice(&w, &d, true).count, 0);
    CHECK(puppet_write_model("m.pmx", puppet_make(&(puppet_desc){.append = true}, NULL), 0));
    age("m.pmx", 1001);
    document_news news = look_twice(&w, &d, true);
    assert_int_equal(news.count, 1);
    assert_string_equal(news.name, "m.pmx");
    CHECK(hone_model_skeleton(d.models[0]->character->model)->bones[2].append_source == 0);
    CHECK_NEAR(edit_get_bone(d.models[0]->character->edit, 1).rotation[2], turn[2], 1e-6);
    CHECK(puppet_write_motion("m.vmd", puppet_motion(2, NULL)));
    age("m.vmd", 1001);
    news = look_twice(&w, &d, true);
    assert_string_equal(news.name, "m.vmd");
    CHECK_NEAR(hone_motion_get(d.motions[0].motion)->bone_tracks[0].keys[1].rotation[2], sin(1), 1e-3);
    document_watch_release(&w);
    document_release(&d);
}

static void a_broken_file_leaves_what_was_there(void **state)
{
    (void)state;
    document d = make();
    document_watch w = {0};
    const char *const paths[] = {"m.pmx"};
    CHECK(puppet_write_model("m.pmx", puppet_make(&(puppet_desc){0}, NULL), 0));
    age("m.pmx", 1000);
    CHECK(document_open(&d, paths, 1, NULL, NULL));
    look_twice(&w, &d, true);
    put("m.pmx", "PMX and no more", 1001);
    look_twice(&w, &d, false);
    assert_int_equal(d.model_count, 1);
    CHECK(hone_model_mesh(d.models[0]->character->model)->vertex_count == PUPPET_VERTICES);
    look_twice(&w, &d, true); /* it is told once */
    CHECK(puppet_write_model("m.pmx", puppet_make(&(puppet_desc){.append = true}, NULL), 0));
    age("m.pmx", 1002);
    assert_int_equal(look_twice(&w, &d, true).count, 1);
    document_watch_release(&w);
    document_release(&d);
}

static void textures_are_followed(void **state)
{
    (void)state;
    document d = make();
    document_watch w = {0};
    const char *const paths[] = {"t.pmx"};
    write_textured("t.pmx");
    age("t.pmx", 1000);
    CHECK(document_open(&d, paths, 1, NULL, NULL));
    look_twice(&w, &d, true);
    hone_model *model = d.models[0]->character->model;
    uint32_t before = d.models[0]->textures;
    document_news news;
    put("skin.png", "not decoded here", 1000); /* it was missing, and is there */
    CHECK(document_watch_look(&w, &d, &news, NULL));
    assert_int_equal(news.count, 1);
    CHECK(d.models[0]->textures == before + 1);
    look_twice(&w, &d, true);
    put("skin.png", "changed", 1001);
    assert_int_equal(look_twice(&w, &d, true).count, 1);
    CHECK(d.models[0]->textures == before + 2);
    CHECK(d.models[0]->character->model == model); /* the model itself was not read again */
    document_watch_release(&w);
    document_release(&d);
}

/* It is read again by the window. One that comes back after it was gone counts as changed, too. */
static void a_backdrop_is_followed(void **state)
{
    (void)state;
    document d = make();
    document_watch w = {0};
    document_news news;
    put("sky.png", "one", 1000);
    CHECK(document_set_backdrop(&d, "sky.png", NULL));
    CHECK(document_watch_look(&w, &d, &news, NULL) && !news.backdrop);
    put("sky.png", "other", 1001);
    look_twice(&w, &d, true);
    CHECK(w.backdrop && strcmp(w.backdrop, "sky.png") == 0);
    put("sky.png", "a third", 1002);
    CHECK(document_watch_look(&w, &d, &news, NULL) && !news.backdrop);
    CHECK(document_watch_look(&w, &d, &news, NULL) && news.backdrop && !news.count);
    CHECK(document_watch_look(&w, &d, &news, NULL) && !news.backdrop);
    CHECK(document_set_backdrop(&d, NULL, NULL));
    put("sky.png", "not shown", 1003);
    CHECK(document_watch_look(&w, &d, &news, NULL) && document_watch_look(&w, &d, &news, NULL) && !news.backdrop);
    document_watch_release(&w);
    document_release(&d);
}

/* ---- quality ----------------------------------------------------------------------------------------------------- */

static unsigned show(quality *q, unsigned pictures, double milliseconds)
{
    unsigned changes = 0;
    for (unsigned i = 0; i < pictures; i++) changes += quality_follow(q, true, milliseconds);
    return changes;
}

static void slow_pictures_lower_the_quality_until_the_motion_stops(void **state)
{
    (void)state;
    quality q = {0};
    assert_int_equal(show(&q, 100, 49), 0);
    assert_int_equal(q.level, QUALITY_FULL);
    assert_int_equal(show(&(quality){0}, 1, 400), 0); /* one slow picture, such as the first, is none too many */
    assert_int_equal(show(&q, 1, 400), 0);
    assert_int_equal(show(&q, 1, 40), 0); /* it was one */
    assert_int_equal(show(&q, 2, 400), 1);
    assert_int_equal(q.level, QUALITY_NO_SHADOWS); /* two steps at once */
    q = (quality){0};
    assert_int_equal(show(&q, 5, 60), 1);
    assert_int_equal(q.level, QUALITY_FINE);
    show(&q, 100, 60);
    assert_int_equal(q.level, QUALITY_HALF); /* and not below */
    CHECK(quality_follow(&q, false, 60));
    assert_int_equal(q.level, QUALITY_FULL);
    CHECK(!quality_follow(&q, false, 60));
}

static void quality_comes_back_but_not_to_what_was_too_slow(void **state)
{
    (void)state;
    quality q = {0};
    show(&q, 15, 60);
    assert_int_equal(q.level, QUALITY_HALF);
    show(&q, 600, 20);
    assert_int_equal(q.level, QUALITY_HALF); /* all above was too slow */
    quality_follow(&q, false, 0);
    show(&q, 5, 60);
    q.level = QUALITY_HALF; /* the level is raised in steps */
    show(&q, 60, 20);
    assert_int_equal(q.level, QUALITY_NO_SHADOWS);
    show(&q, 60, 20);
    assert_int_equal(q.level, QUALITY_FINE);
    show(&q, 600, 20);
    assert_int_equal(q.level, QUALITY_FINE);
}

static void levels_take_away_shadows_edges_and_pixels(void **state)
{
    (void)state;
    hone_draw_desc desc = {.shadows = HONE_SHADOWS_BOTH};
    quality_apply(QUALITY_FULL, &desc);
    CHECK(desc.shadows == HONE_SHADOWS_BOTH && !desc.no_edges && desc.samples == 0 && desc.shadow_size == 0);
    quality_apply(QUALITY_FINE, &desc);
    CHECK(desc.shadows == HONE_SHADOWS_BOTH && desc.samples == 2 && quality_divisor(QUALITY_FINE) == 1);
    quality_apply(QUALITY_HALF, &desc);
    CHECK(desc.shadows == HONE_SHADOWS_OFF && desc.no_edges && desc.samples == 1 && quality_divisor(QUALITY_HALF) == 2);
}

TEST_GROUP(test_view_watch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_changed_when_it_stays_the_same),
        cmocka_unit_test(files_of_an_archive_change_with_it),
        cmocka_unit_test(a_file_that_is_gone_changes_when_it_is_back),
        cmocka_unit_test(models_and_motions_are_read_again_with_their_edits),
        cmocka_unit_test(a_broken_file_leaves_what_was_there),
        cmocka_unit_test(textures_are_followed),
        cmocka_unit_test(a_backdrop_is_followed),
        cmocka_unit_test(slow_pictures_lower_the_quality_until_the_motion_stops),
        cmocka_unit_test(quality_comes_back_but_not_to_what_was_too_slow),
        cmocka_unit_test(levels_take_away_shadows_edges_and_pixels),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
