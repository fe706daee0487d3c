/* The rows of the dopesheet: groups and tracks, the frames of a group's keys, selection. */
#include "samples/samples.h"
#include "support/support.h"
#include "view/dopesheet/sheet.h"
#include "view/keys/keys_edit.h"

#include <string.h>

typedef struct fixture {
    hone_model *model;
    hone_motion *motion;
    keyframes *own, *scene;
    history *history;
    sheet sheet;
} fixture;

static fixture make(void)
{
    hone_error error = {0};
    fixture f = {.model = hone_sample_character(&error), .motion = hone_sample_dance(&error)};
    f.own = keys_create(f.model, f.motion, &error);
    f.scene = keys_create(NULL, NULL, &error);
    f.history = history_create(0, &error);
    CHECK(f.own && f.scene && f.history);
    CHECK(sheet_build(&f.sheet, f.model, f.own, f.scene));
    return f;
}

static void drop(fixture *f)
{
    sheet_release(&f->sheet);
    history_destroy(f->history);
    keys_destroy(f->own);
    keys_destroy(f->scene);
    hone_motion_release(f->motion);
    hone_model_release(f->model);
}

/* The group that has the track of a bone, and is not that of all keys. */
static uint32_t group_of(const fixture *f, uint32_t track)
{
    for (uint32_t g = 1; g < f->sheet.group_count; g++)
        for (uint32_t i = 0; i < f->sheet.groups[g].count; i++) {
            const sheet_track *t = &f->sheet.tracks[f->sheet.groups[g].begin + i];
            if (t->source == SHEET_CHARACTER && t->track == track)
                return g;
        }
    return UINT32_MAX;
}

static void groups_are_the_display_frames(void **state)
{
    (void)state;
    fixture f = make();
    const hone_model_data *model = hone_model_get(f.model);
    uint32_t frames = 0;
    CHECK(f.sheet.groups[0].kind == SHEET_ALL);
    CHECK(f.sheet.groups[1].kind == SHEET_CAMERA && f.sheet.groups[1].count == 3);
    CHECK(f.sheet.groups[2].kind == SHEET_SWITCHES);
    for (uint32_t g = 0; g < f.sheet.group_count; g++) frames += f.sheet.groups[g].kind == SHEET_FRAME;
    CHECK(frames == model->display_frame_count);
    CHECK(f.sheet.row_count == f.sheet.group_count); /* all are closed */
    drop(&f);
}

static void every_track_is_in_one_group(void **state)
{
    (void)state;
    fixture f = make();
    for (uint32_t t = 0; t < keys_track_count(f.own); t++) {
        uint32_t found = 0;
        const keys_track *track = keys_get_track(f.own, t);
        for (uint32_t g = 1; g < f.sheet.group_count; g++)
            for (uint32_t i = 0; i < f.sheet.groups[g].count; i++)
                found += f.sheet.tracks[f.sheet.groups[g].begin + i].source == SHEET_CHARACTER &&
                         f.sheet.tracks[f.sheet.groups[g].begin + i].track == t;
        CHECK(found <= 1);
        CHECK(found == 1 || track->kind >= KEYS_CAMERA || track->count == 0);
    }
    drop(&f);
}

static void camera_and_light_are_those_of_the_scene_if_there_is_one(void **state)
{
    (void)state;
    fixture f = make();
    CHECK(f.sheet.tracks[f.sheet.groups[1].begin].source == SHEET_SCENE);
    CHECK(sheet_build(&f.sheet, f.model, f.own, NULL));
    CHECK(f.sheet.groups[1].kind == SHEET_CAMERA);
    CHECK(f.sheet.tracks[f.sheet.groups[1].begin].source == SHEET_CHARACTER);
    CHECK(sheet_build(&f.sheet, NULL, NULL, f.scene)); /* without a character */
    CHECK(f.sheet.group_count == 2 && f.sheet.groups[1].count == 3);
    CHECK(sheet_build(&f.sheet, NULL, NULL, NULL));
    CHECK(f.sheet.group_count == 1 && f.sheet.row_count == 1);
    drop(&f);
}

static void a_bone_opens_its_group(void **state)
{
    (void)state;
    fixture f = make();
    uint32_t track = keys_find_track(f.own, KEYS_BONE, 7), group = group_of(&f, track);
    CHECK(sheet_find_row(&f.sheet, SHEET_CHARACTER, track, false) == UINT32_MAX);
    uint32_t row = sheet_find_row(&f.sheet, SHEET_CHARACTER, track, true);
    CHECK(row != UINT32_MAX && f.sheet.groups[group].open);
    CHECK(f.sheet.row_count == f.sheet.group_count + f.sheet.groups[group].count);
    CHECK(sheet_get_track(&f.sheet, f.sheet.rows[row].track)->index == 7);
    CHECK(sheet_build(&f.sheet, f.model, f.own, NULL)); /* it stays open */
    CHECK(sheet_find_row(&f.sheet, SHEET_CHARACTER, track, false) == row);
    sheet_open(&f.sheet, group, false);
    CHECK(f.sheet.row_count == f.sheet.group_count);
    drop(&f);
}

/* A frame is a mark of a group if, and only if, one of its tracks has a key there. */
static void marks_are_the_frames_of_all_tracks(void **state)
{
    (void)state;
    fixture f = make();
    for (uint32_t g = 0; g < f.sheet.group_count; g++) {
        uint32_t count = 0, at = 0;
        const sheet_mark *marks = sheet_marks(&f.sheet, g, &count);
        for (uint32_t frame = 0; frame <= sheet_last_frame(&f.sheet); frame++) {
            bool any = false;
            for (uint32_t i = 0; i < f.sheet.groups[g].count; i++)
                any = any || keys_at(sheet_get_track(&f.sheet, f.sheet.groups[g].begin + i), frame);
            CHECK(sheet_lower_bound(marks, count, frame) == at);
            CHECK(any == (at < count && marks[at].frame == frame));
            at += any;
        }
        CHECK(at == count);
    }
    drop(&f);
}

static void rows_select_their_keys(void **state)
{
    (void)state;
    fixture f = make();
    bool selected = true;
    uint32_t track = keys_find_track(f.own, KEYS_BONE, 1), row = sheet_find_row(&f.sheet, SHEET_CHARACTER, track, true);
    const keys_track *t = keys_get_track(f.own, track);
    CHECK(t->count > 3);
    uint32_t first = t->array[1].frame, last = t->array[2].frame;
    CHECK(sheet_has_key(&f.sheet, row, first, &selected) && !selected);
    sheet_select_row(&f.sheet, row, first, last, true);
    CHECK(sheet_selected(&f.sheet) == 2 && keys_get_track(f.own, track)->selected == 2);
    CHECK(sheet_has_key(&f.sheet, row, first, &selected) && selected);
    CHECK(sheet_has_key(&f.sheet, 0, first, &selected) && selected); /* the row of all keys */
    sheet_select_row(&f.sheet, row, last, last, false);
    CHECK(sheet_selected(&f.sheet) == 1);
    CHECK(sheet_has_key(&f.sheet, row, last, &selected) && !selected);
    CHECK(!sheet_has_key(&f.sheet, row, UINT32_MAX, NULL));
    sheet_select_row(&f.sheet, f.sheet.rows[row].group, 0, UINT32_MAX, true); /* the first rows are closed groups */
    sheet_select_none(&f.sheet);
    CHECK(sheet_selected(&f.sheet) == 0);
    sheet_select_all(&f.sheet);
    CHECK(sheet_selected(&f.sheet) == keys_total(f.own) + keys_total(f.scene));
    drop(&f);
}

static void marks_follow_changes(void **state)
{
    (void)state;
    fixture f = make();
    uint32_t before = 0, after = 0, track = keys_find_track(f.own, KEYS_BONE, 1);
    uint64_t revision = sheet_revision(&f.sheet);
    sheet_marks(&f.sheet, 0, &before);
    keys_value value = keys_get_track(f.own, track)->array[0].value;
    CHECK(keys_set(f.history, f.own, track, 5000, &value));
    CHECK(sheet_revision(&f.sheet) != revision);
    const sheet_mark *marks = sheet_marks(&f.sheet, 0, &after);
    CHECK(after == before + 1 && marks[before].frame == 5000 && sheet_last_frame(&f.sheet) == 5000);
    CHECK(history_undo(f.history));
    sheet_marks(&f.sheet, 0, &after);
    CHECK(after == before);
    drop(&f);
}

TEST_GROUP(test_view_sheet)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_the_display_frames),
        cmocka_unit_test(every_track_is_in_one_group),
        cmocka_unit_test(camera_and_light_are_those_of_the_scene_if_there_is_one),
        cmocka_unit_test(a_bone_opens_its_group),
        cmocka_unit_test(marks_are_the_frames_of_all_tracks),
        cmocka_unit_test(rows_select_their_keys),
        cmocka_unit_test(marks_follow_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
