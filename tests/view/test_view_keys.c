/* Keys that the user edits: reading them from a motion, operations, undo and redo, the motion made of them. */
#include "samples/samples.h"
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/memory/refuse_memory.h"
#include "support/support.h"
#include "view/keys/keys.h"
#include "view/keys/keys_edit.h"
#include "view/keys/keys_weigh.h"
#include <hone/math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fixtures -----------------------------------------------------------------------------------------------------
 */

typedef struct fixture {
    hone_model *model;
    hone_motion *motion;
    keyframes *keys;
    history *history;
} fixture;

static fixture make_of(hone_model *model, hone_motion *motion)
{
    hone_error error = {0};
    fixture f = {.model = model, .motion = motion};
    f.keys = keys_create(model, motion, &error);
    f.history = history_create((size_t)1 << 28, &error);
    CHECK(f.keys && f.history);
    return f;
}

static fixture make_dance(void)
{
    return make_of(hone_sample_character(NULL), hone_sample_dance(NULL));
}

/* Every kind of key, on a model with chains. */
static fixture make_rich(uint64_t seed, uint32_t keys_per_track)
{
    const make_pmx_desc desc = make_pmx_rich(seed);
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    const make_motion_desc motion = {.seed = seed, .keys_per_track = keys_per_track, .scene = true};
    return make_of(model, make_motion(model, &motion, NULL));
}

static void drop(fixture *f)
{
    history_destroy(f->history);
    keys_destroy(f->keys);
    hone_motion_release(f->motion);
    hone_model_release(f->model);
}

/* All keys as one block of memory, which the caller frees: two equal states give equal blocks. */
typedef struct image {
    keys_change *keys;
    uint32_t count;
} image;

static image image_of(const keyframes *k)
{
    image out = {.keys = calloc((size_t)keys_total(k) + 1, sizeof *out.keys)};
    for (uint32_t t = 0; t < keys_track_count(k); t++)
        for (uint32_t i = 0; i < keys_get_track(k, t)->count; i++)
            out.keys[out.count++] = keys_state(k, t, keys_get_track(k, t)->array[i].frame);
    return out;
}

static bool same_image(const keyframes *k, const image *a, const image *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const keys_change *p = &a->keys[i], *q = &b->keys[i];
        same = p->track == q->track && p->frame == q->frame &&
               keys_value_equal(keys_get_track(k, p->track)->kind, &p->value, &q->value);
    }
    return same;
}

static bool is_image(const keyframes *k, const image *expected)
{
    image now = image_of(k);
    bool same = same_image(k, &now, expected);
    free(now.keys);
    return same;
}

/* Checks the conditions that hold after every operation. */
static void check_tracks(const keyframes *k)
{
    for (uint32_t t = 0; t < keys_track_count(k); t++) {
        const keys_track *track = keys_get_track(k, t);
        uint32_t selected = 0;
        for (uint32_t i = 0; i < track->count; i++) {
            CHECK(i == 0 || track->array[i - 1].frame < track->array[i].frame);
            selected += track->array[i].selected;
        }
        CHECK(selected == track->selected);
    }
}

static uint32_t bone_track(const fixture *f, const char *name)
{
    int32_t bone = hone_model_find_bone(f->model, name);
    CHECK(bone >= 0);
    return keys_find_track(f->keys, KEYS_BONE, (uint32_t)bone);
}

/* ---- the motion ---------------------------------------------------------------------------------------------------
 */

static hone_pose *pose_at(const fixture *f, const hone_motion *motion, double frame)
{
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = f->model, .motion = motion}, NULL);
    hone_pose *pose = hone_pose_create(f->model, NULL, NULL);
    hone_sampler_sample(sampler, frame, pose);
    hone_sampler_destroy(sampler);
    return pose;
}

static void check_same_pose(const fixture *f, const hone_motion *a, const hone_motion *b, double frame)
{
    hone_pose *p = pose_at(f, a, frame), *q = pose_at(f, b, frame);
    assert_memory_equal(p->bones, q->bones, p->bone_count * sizeof *p->bones);
    assert_memory_equal(p->physics_off, q->physics_off, p->bone_count);
    if (p->morph_count)
        assert_memory_equal(p->morphs, q->morphs, p->morph_count * sizeof *p->morphs);
    if (p->ik_count)
        assert_memory_equal(p->ik_enabled, q->ik_enabled, p->ik_count);
    CHECK(p->visible == q->visible);
    hone_pose_destroy(p);
    hone_pose_destroy(q);
}

static void check_same_scene(const hone_motion *a, const hone_motion *b, double frame)
{
    hone_camera camera[2] = {HONE_CAMERA_DEFAULT, HONE_CAMERA_DEFAULT};
    hone_light light[2] = {HONE_LIGHT_DEFAULT, HONE_LIGHT_DEFAULT};
    float distance[2] = {0};
    uint8_t mode[2] = {0};
    CHECK(hone_motion_camera(a, frame, HONE_CURVE_EXACT, &camera[0]) ==
          hone_motion_camera(b, frame, HONE_CURVE_EXACT, &camera[1]));
    CHECK(hone_motion_light(a, frame, &light[0]) == hone_motion_light(b, frame, &light[1]));
    CHECK(hone_motion_shadow(a, frame, &mode[0], &distance[0]) == hone_motion_shadow(b, frame, &mode[1], &distance[1]));
    CHECK(keys_value_equal(KEYS_CAMERA, &(keys_value){.camera = {.camera = camera[0]}},
                           &(keys_value){.camera = {.camera = camera[1]}}));
    assert_memory_equal(&light[0], &light[1], sizeof light[0]);
    CHECK(mode[0] == mode[1] && distance[0] == distance[1]);
}

static void check_same_motion(const fixture *f, const hone_motion *a, const hone_motion *b)
{
    for (double frame = -1; frame < 100; frame += 2.75) {
        check_same_pose(f, a, b, frame);
        check_same_scene(a, b, frame);
    }
}

static void the_motion_made_of_keys_moves_as_the_one_they_came_from(void **state)
{
    (void)state;
    fixture all[] = {make_dance(), make_rich(1, 12), make_rich(7, 3)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        hone_motion *made = keys_motion(all[i].keys, KEYS_ALL, NULL);
        CHECK(made && hone_motion_warnings(made).count == 0);
        check_same_motion(&all[i], made, all[i].motion);
        CHECK(hone_motion_get(made)->last_frame == keys_last_frame(all[i].keys));
        hone_motion_release(made);
        drop(&all[i]);
    }
}

static void every_part_of_the_model_has_a_track(void **state)
{
    (void)state;
    fixture f = make_rich(1, 4);
    const hone_model_data *data = hone_model_get(f.model);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        const keys_track *track = keys_get_track(f.keys, keys_find_track(f.keys, KEYS_BONE, b));
        CHECK(track->kind == KEYS_BONE && track->index == (int32_t)b);
        assert_string_equal(track->name.text, data->skeleton.bones[b].name);
    }
    for (uint32_t m = 0; m < data->morph_count; m++)
        CHECK(keys_get_track(f.keys, keys_find_track(f.keys, KEYS_MORPH, m))->index == (int32_t)m);
    for (uint32_t c = 0; c < data->skeleton.ik_count; c++)
        CHECK(keys_get_track(f.keys, keys_find_track(f.keys, KEYS_CHAIN, c))->kind == KEYS_CHAIN);
    CHECK(keys_get_track(f.keys, keys_find_track(f.keys, KEYS_VISIBLE, 0))->kind == KEYS_VISIBLE);
    CHECK(keys_find_track(f.keys, KEYS_VISIBLE, 1) == UINT32_MAX);
    CHECK(keys_find_track(f.keys, KEYS_CHAIN, data->skeleton.ik_count) == UINT32_MAX);
    drop(&f);
}

static void tracks_that_the_model_lacks_are_kept(void **state)
{
    (void)state;
    hone_model *other = hone_sample_character(NULL);
    fixture f = make_rich(1, 4);
    keyframes *k = keys_create(other, f.motion, NULL);
    CHECK(k && keys_total(k) == keys_total(f.keys));
    hone_motion *made = keys_motion(k, KEYS_ALL, NULL);
    check_same_motion(&f, made, f.motion);
    hone_motion_release(made);
    keys_destroy(k);
    hone_model_release(other);
    drop(&f);
}

static void keys_without_a_model_are_those_of_the_scene(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_motion *camera = hone_sample_camera(NULL);
    keyframes *k = keys_create(NULL, camera, &error);
    CHECK(k && keys_track_count(k) == 3 && keys_total(k) == hone_motion_get(camera)->camera_key_count);
    hone_motion *made = keys_motion(k, KEYS_ALL, NULL);
    for (double frame = 0; frame < 200; frame += 7.5) check_same_scene(made, camera, frame);
    hone_motion_release(made);
    keys_destroy(k);
    hone_motion_release(camera);
    k = keys_create(NULL, NULL, &error);
    CHECK(k && keys_track_count(k) == 3 && keys_total(k) == 0 && keys_last_frame(k) == 0);
    made = keys_motion(k, KEYS_ALL, NULL);
    CHECK(made && !hone_motion_moves(made));
    hone_motion_release(made);
    keys_destroy(k);
}

/* ---- operations ---------------------------------------------------------------------------------------------------
 */

static const keys_value turned = {
    .bone = {.rotation = {0, 0, 0.6f, 0.8f}, .curves = {{20, 20, 107, 107}, {20, 20, 107, 107}, {0}, {1, 2, 3, 4}}}};

static void a_key_is_set_replaced_and_removed(void **state)
{
    (void)state;
    fixture f = make_dance();
    uint32_t t = bone_track(&f, "頭"), before = keys_get_track(f.keys, t)->count;
    CHECK(keys_set(f.history, f.keys, t, 77, &turned));
    CHECK(keys_get_track(f.keys, t)->count == before + 1);
    CHECK(keys_value_equal(KEYS_BONE, &keys_at(keys_get_track(f.keys, t), 77)->value, &turned));
    assert_string_equal(history_undo_label(f.history), "Set a key");
    uint64_t revision = keys_revision(f.keys);
    CHECK(keys_set(f.history, f.keys, t, 77, &turned)); /* nothing changes */
    CHECK(keys_revision(f.keys) == revision);
    CHECK(keys_remove(f.history, f.keys, t, 77) && keys_get_track(f.keys, t)->count == before);
    CHECK(history_undo(f.history) && keys_get_track(f.keys, t)->count == before + 1);
    CHECK(history_undo(f.history) && keys_get_track(f.keys, t)->count == before);
    CHECK(!history_undo(f.history));
    check_tracks(f.keys);
    drop(&f);
}

static void moved_keys_replace_those_in_their_way(void **state)
{
    (void)state;
    fixture f = make_of(hone_sample_character(NULL), NULL);
    uint32_t t = bone_track(&f, "頭");
    for (uint32_t i = 0; i < 4; i++) {
        keys_value value = turned;
        value.bone.translation[0] = (float)i;
        CHECK(keys_set(f.history, f.keys, t, 10 * i, &value));
    }
    keys_select_none(f.keys);
    keys_select_box(f.keys, &t, 1, 0, 10);
    CHECK(keys_selected(f.keys) == 2);
    CHECK(keys_move(f.history, f.keys, 20));
    const keys_track *track = keys_get_track(f.keys, t);
    CHECK(track->count == 2 && track->selected == 2);
    CHECK(track->array[0].frame == 20 && track->array[0].value.bone.translation[0] == 0);
    CHECK(track->array[1].frame == 30 && track->array[1].value.bone.translation[0] == 1);
    CHECK(history_undo(f.history) && track->count == 4 && track->array[2].value.bone.translation[0] == 2);
    CHECK(track->selected == 2 && track->array[0].selected && track->array[1].selected);
    CHECK(keys_move(f.history, f.keys, -100)); /* stops at frame 0 */
    CHECK(track->count == 4 && track->array[0].frame == 0 && track->array[1].frame == 10);
    drop(&f);
}

static void a_drag_from_its_beginning_leaves_keys_on_the_way(void **state)
{
    (void)state;
    fixture f = make_of(hone_sample_character(NULL), NULL);
    uint32_t t = bone_track(&f, "頭");
    for (uint32_t i = 0; i < 4; i++) CHECK(keys_set(f.history, f.keys, t, 10 * i, &turned));
    keys_select_none(f.keys);
    keys_select(f.keys, t, 0, true);
    for (int64_t way = 1; way <= 35; way++) {
        history_cancel(f.history);
        history_begin(f.history, "Move keys", 0);
        CHECK(keys_move(f.history, f.keys, way));
    }
    history_end(f.history);
    const keys_track *track = keys_get_track(f.keys, t);
    CHECK(track->count == 4 && track->array[0].frame == 10 && track->array[3].frame == 35);
    CHECK(history_undo(f.history) && track->array[0].frame == 0 && track->array[0].selected);
    drop(&f);
}

static void frames_are_inserted_and_deleted_in_all_tracks(void **state)
{
    (void)state;
    fixture f = make_rich(3, 10);
    image before = image_of(f.keys);
    CHECK(keys_insert_frames(f.history, f.keys, 20, 15));
    image moved = image_of(f.keys);
    CHECK(moved.count == before.count);
    for (uint32_t i = 0; i < before.count; i++) {
        uint32_t expected = before.keys[i].frame + (before.keys[i].frame >= 20 ? 15 : 0);
        CHECK(moved.keys[i].track == before.keys[i].track && moved.keys[i].frame == expected);
    }
    CHECK(keys_remove_frames(f.history, f.keys, 20, 15));
    CHECK(is_image(f.keys, &before));
    CHECK(keys_remove_frames(f.history, f.keys, 0, 1 << 20) && keys_total(f.keys) == 0);
    CHECK(history_undo(f.history) && history_undo(f.history) && is_image(f.keys, &moved));
    check_tracks(f.keys);
    free(before.keys);
    free(moved.keys);
    drop(&f);
}

static void curves_of_selected_keys_are_set(void **state)
{
    (void)state;
    fixture f = make_rich(3, 10);
    image before = image_of(f.keys);
    keys_select_all(f.keys);
    CHECK(keys_set_curves(f.history, f.keys, KEYS_BONE, 1u << 3, (hone_curve){1, 2, 200, 4}));
    for (uint32_t i = 0; i < before.count; i++) {
        const keys_change *was = &before.keys[i];
        const keys_track *track = keys_get_track(f.keys, was->track);
        const keys_value *now = &keys_at(track, was->frame)->value;
        if (track->kind != KEYS_BONE) {
            CHECK(keys_value_equal(track->kind, now, &was->value));
            continue;
        }
        hone_curve set = now->bone.curves[3];
        CHECK(set.x1 == 1 && set.y1 == 2 && set.x2 == 127 && set.y2 == 4);
        assert_memory_equal(now->bone.curves, was->value.bone.curves, 3 * sizeof(hone_curve));
    }
    CHECK(history_undo(f.history) && is_image(f.keys, &before));
    free(before.keys);
    drop(&f);
}

static void pasted_keys_begin_at_the_frame_and_are_selected(void **state)
{
    (void)state;
    fixture f = make_of(hone_sample_character(NULL), NULL);
    uint32_t left = bone_track(&f, "左腕"), right = bone_track(&f, "右腕"), missed = 7;
    keys_value value = turned;
    value.bone.translation[0] = 2;
    value.bone.rotation[0] = 0.36f, value.bone.rotation[1] = 0.48f;
    CHECK(keys_set(f.history, f.keys, left, 5, &value) && keys_set(f.history, f.keys, left, 12, &turned));
    keys_clipboard *c = keys_copy(f.keys);
    CHECK(c && keys_clipboard_count(c) == 2 && keys_clipboard_first(c) == 5);
    CHECK(keys_paste(f.history, f.keys, c, 30, false, &missed) && missed == 0);
    CHECK(keys_get_track(f.keys, left)->count == 4 && keys_selected(f.keys) == 2);
    CHECK(keys_at(keys_get_track(f.keys, left), 30) && keys_at(keys_get_track(f.keys, left), 37)->selected);
    CHECK(keys_paste(f.history, f.keys, c, 40, true, NULL));
    const keys_key *mirrored = keys_at(keys_get_track(f.keys, right), 40);
    CHECK(mirrored && mirrored->value.bone.translation[0] == -2 && mirrored->value.bone.rotation[0] == 0.36f);
    CHECK(mirrored->value.bone.rotation[1] == -0.48f && mirrored->value.bone.rotation[2] == -0.6f);
    CHECK(history_undo(f.history) && keys_get_track(f.keys, right)->count == 0);
    keyframes *scene = keys_create(NULL, NULL, NULL);
    CHECK(keys_paste(f.history, scene, c, 0, false, &missed) && missed == 2 && keys_total(scene) == 0);
    keys_destroy(scene);
    keys_clipboard_destroy(c);
    drop(&f);
}

static void keys_before_a_change_are_told_to_be_unchanged(void **state)
{
    (void)state;
    fixture f = make_of(hone_sample_character(NULL), NULL);
    uint32_t t = bone_track(&f, "頭"), chain = keys_find_track(f.keys, KEYS_CHAIN, 0);
    CHECK(keys_take_unchanged(f.keys) == INT64_MAX);
    CHECK(keys_set(f.history, f.keys, t, 100, &turned) && keys_take_unchanged(f.keys) == -1);
    CHECK(keys_set(f.history, f.keys, t, 200, &turned) && keys_take_unchanged(f.keys) == 100);
    CHECK(keys_set(f.history, f.keys, t, 300, &turned) && keys_take_unchanged(f.keys) == 200);
    CHECK(keys_set(f.history, f.keys, t, 250, &turned) && keys_take_unchanged(f.keys) == 200);
    CHECK(keys_remove(f.history, f.keys, t, 300) && keys_take_unchanged(f.keys) == 250);
    CHECK(history_undo(f.history) && keys_take_unchanged(f.keys) == 250);
    CHECK(keys_remove(f.history, f.keys, t, 100) && keys_take_unchanged(f.keys) == -1);
    CHECK(keys_set(f.history, f.keys, chain, 50, &(keys_value){.on = false}) && keys_take_unchanged(f.keys) == 49);
    keys_select_all(f.keys);
    CHECK(keys_take_unchanged(f.keys) == INT64_MAX);
    drop(&f);
}

static void the_next_key_is_found(void **state)
{
    (void)state;
    fixture f = make_of(hone_sample_character(NULL), NULL);
    uint32_t a = bone_track(&f, "頭"), b = bone_track(&f, "首");
    CHECK(keys_set(f.history, f.keys, a, 10, &turned) && keys_set(f.history, f.keys, b, 20, &turned));
    keys_select_none(f.keys);
    CHECK(keys_next_frame(f.keys, 0, true) == 10 && keys_next_frame(f.keys, 10, true) == 20);
    CHECK(keys_next_frame(f.keys, 20, true) == 20 && keys_next_frame(f.keys, 20, false) == 10);
    keys_select(f.keys, b, 20, true);
    CHECK(keys_next_frame(f.keys, 0, true) == 20 && keys_next_frame(f.keys, 20, false) == 20);
    drop(&f);
}

/* ---- undo and redo -------------------------------------------------------------------------------------------------
 */

static void select_some(fixture *f, test_random *random)
{
    keys_select_none(f->keys);
    for (uint32_t t = 0; t < keys_track_count(f->keys); t++) {
        uint32_t first = test_random_u32(random) % 60;
        if (test_random_u32(random) % 3 == 0)
            keys_select_box(f->keys, &t, 1, first, first + test_random_u32(random) % 40);
    }
}

static void paste_selected(fixture *f, uint32_t frame, bool mirrored)
{
    keys_clipboard *c = keys_copy(f->keys);
    CHECK(!c || keys_paste(f->history, f->keys, c, frame, mirrored, NULL));
    keys_clipboard_destroy(c);
}

static void do_something(fixture *f, test_random *random)
{
    uint32_t frame = test_random_u32(random) % 120, some = test_random_u32(random) % 9 + 1;
    select_some(f, random);
    switch (test_random_u32(random) % 9) {
    case 0:
        CHECK(keys_move(f->history, f->keys, (int64_t)frame - 60));
        break;
    case 1:
        CHECK(keys_delete(f->history, f->keys));
        break;
    case 2:
        CHECK(keys_insert_frames(f->history, f->keys, frame, some));
        break;
    case 3:
        CHECK(keys_remove_frames(f->history, f->keys, frame, some));
        break;
    case 4:
        paste_selected(f, frame, false);
        break;
    case 5:
        paste_selected(f, frame, true);
        break;
    case 6:
        CHECK(keys_scale(f->history, f->keys, frame, some / 4.0));
        break;
    case 7:
        CHECK(keys_set_curves(f->history, f->keys, KEYS_CAMERA, some, (hone_curve){1, 2, 3, (uint8_t)frame}));
        break;
    default:
        CHECK(keys_set_physics_off(f->history, f->keys, some & 1));
    }
}

static void undo_goes_back_through_any_operations_and_redo_forward(void **state)
{
    (void)state;
    enum { STEPS = 60 };
    for (uint64_t seed = 1; seed <= 6; seed++) {
        fixture f = make_rich(seed, 8);
        test_random random = {seed};
        image images[STEPS + 1];
        images[0] = image_of(f.keys);
        uint32_t count = 0;
        for (uint32_t i = 0; i < STEPS; i++) {
            do_something(&f, &random);
            check_tracks(f.keys);
            image now = image_of(f.keys);
            if (same_image(f.keys, &now, &images[count]))
                free(now.keys);
            else
                images[++count] = now;
        }
        CHECK(count > STEPS / 2);
        for (uint32_t i = count; i-- > 0;) CHECK(history_undo(f.history) && is_image(f.keys, &images[i]));
        CHECK(!history_undo(f.history));
        for (uint32_t i = 1; i <= count; i++) CHECK(history_redo(f.history) && is_image(f.keys, &images[i]));
        check_tracks(f.keys);
        for (uint32_t i = 0; i <= count; i++) free(images[i].keys);
        drop(&f);
    }
}

/* A key that is blended over another value gives the wanted one. */
static void weighed_keys_give_the_value_over_another_one(void **state)
{
    (void)state;
    test_random random = {.state = 11};
    for (int i = 0; i < 2000; i++) {
        keys_value below = {.bone = {{0}, {0, 0, 0, 1}, {{0}}, false}}, wanted = below;
        float turn[4], weight = test_random_float(&random, 0.05f, 1), shown[4];
        float most = weight * test_random_float(&random, 0, 3.1f), axis[3] = {0};
        test_random_quat(&random, below.bone.rotation);
        for (int k = 0; k < 3; k++) axis[k] = test_random_float(&random, -1, 1);
        hone_vec3_normalise(axis, axis);
        for (int k = 0; k < 3; k++) turn[k] = axis[k] * sinf(most / 2);
        turn[3] = cosf(most / 2);
        hone_quat_multiply(below.bone.rotation, turn, wanted.bone.rotation);
        wanted.bone.translation[1] = test_random_float(&random, -4, 4);
        keys_value key = wanted;
        assert_true(keys_weigh(KEYS_BONE, &below, weight, &key));
        hone_quat_slerp(below.bone.rotation, key.bone.rotation, weight, shown);
        float same = fabsf(hone_quat_dot(shown, wanted.bone.rotation));
        CHECK_NEAR(same, 1, 1e-5);
        CHECK_NEAR(below.bone.translation[1] + weight * (key.bone.translation[1] - below.bone.translation[1]),
                   wanted.bone.translation[1], 1e-5);
    }
    keys_value on = {.on = true}, off = {.on = false}, far = {.bone = {{0}, {1, 0, 0, 0}, {{0}}, false}},
               rest = {.bone = {{0}, {0, 0, 0, 1}, {{0}}, false}};
    assert_true(keys_weigh(KEYS_CHAIN, &off, 0.5f, &on) && keys_weigh(KEYS_VISIBLE, &on, 0, &on));
    assert_false(keys_weigh(KEYS_CHAIN, &off, 0.4f, &on) || keys_weigh(KEYS_BONE, &rest, 0.9f, &far));
}

static void keys_that_are_closed_leave_the_history(void **state)
{
    (void)state;
    fixture f = make_dance();
    edit *e = edit_create(f.model, NULL);
    keyframes *other = keys_create(NULL, NULL, NULL);
    const keys_value light = {.light = HONE_LIGHT_DEFAULT};
    history_begin(f.history, "Both", 0);
    CHECK(keys_set(f.history, other, 1, 5, &light));
    edit_bone bone = EDIT_BONE_NONE;
    bone.translation[1] = 1;
    CHECK(history_set_bone(f.history, e, 1, bone));
    history_end(f.history);
    CHECK(keys_set(f.history, other, 1, 6, &light));
    history_forget_keys(f.history, other);
    keys_destroy(other);
    CHECK(history_undo(f.history) && !edit_bone_changed(e, 1));
    CHECK(!history_undo(f.history));
    edit_destroy(e);
    drop(&f);
}

/* ---- lack of memory ------------------------------------------------------------------------------------------------
 */

/* Does each operation with every allocation refused in turn: it fails and changes nothing, or it succeeds. */
static void a_lack_of_memory_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 9; seed++) {
        fixture f = make_rich(5, 6);
        image before = image_of(f.keys);
        keys_select_all(f.keys);
        bool ok = false;
        for (uint64_t n = 0; !ok; n++) {
            refuse_memory_from(n);
            if (seed == 1)
                ok = keys_move(f.history, f.keys, 1000);
            else if (seed == 2)
                ok = keys_scale(f.history, f.keys, 0, 3);
            else
                ok = keys_insert_frames(f.history, f.keys, (uint32_t)seed, 3);
            refuse_memory_end();
            CHECK(ok || is_image(f.keys, &before));
            check_tracks(f.keys);
        }
        CHECK(!is_image(f.keys, &before));
        refuse_memory_from(0);
        if (history_undo_label(f.history)) { /* no memory for the command itself: then it cannot be undone */
            CHECK(history_undo(f.history));  /* needs none */
            refuse_memory_end();
            CHECK(is_image(f.keys, &before));
        }
        refuse_memory_end();
        free(before.keys);
        drop(&f);
    }
}

static void a_lack_of_memory_makes_no_keys_motion_or_copy(void **state)
{
    (void)state;
    fixture f = make_rich(5, 6);
    keyframes *k = NULL;
    hone_motion *made = NULL;
    keys_clipboard *c = NULL;
    hone_error error = {0};
    keys_select_all(f.keys);
    for (uint64_t n = 0; !k; n++) {
        refuse_memory_from(n);
        k = keys_create(f.model, f.motion, &error);
        CHECK(k || error.code == HONE_ERROR_MEMORY);
    }
    for (uint64_t n = 0; !made; n++) {
        refuse_memory_from(n);
        made = keys_motion(f.keys, KEYS_ALL, &error);
        CHECK(made || error.code == HONE_ERROR_MEMORY);
    }
    for (uint64_t n = 0; !c; n++) {
        refuse_memory_from(n);
        c = keys_copy(f.keys);
    }
    for (uint64_t n = 0, done = 0; !done; n++) {
        refuse_memory_from(n);
        done = keys_paste(f.history, f.keys, c, 500, true, NULL);
    }
    refuse_memory_end();
    keys_clipboard_destroy(c);
    hone_motion_release(made);
    keys_destroy(k);
    drop(&f);
}

/* Whether it is that of the same keys in a list that was made of nothing else. */
static bool digest_is_fresh(const fixture *f)
{
    image all = image_of(f->keys);
    keyframes *fresh = keys_create(f->model, NULL, NULL);
    CHECK(fresh && keys_reserve(fresh, all.keys, all.count));
    keys_apply(fresh, all.keys, all.count);
    bool same = keys_digest(fresh, KEYS_ALL) == keys_digest(f->keys, KEYS_ALL);
    keys_destroy(fresh);
    free(all.keys);
    return same;
}

static bool change_key(fixture *f, uint32_t track, bool present)
{
    keys_change change = keys_state(f->keys, track, keys_get_track(f->keys, track)->array[0].frame);
    change.present = present;
    change.value.bone.translation[0] += 1;
    return history_set_keys(f->history, f->keys, &change, 1);
}

static void the_digest_follows_each_track(void **state)
{
    (void)state;
    fixture f = make_dance();
    uint32_t tracks[2], count = 0;
    for (uint32_t t = 0; t < keys_track_count(f.keys) && count < 2; t++)
        if (keys_get_track(f.keys, t)->kind == KEYS_BONE && keys_get_track(f.keys, t)->count > 2)
            tracks[count++] = t;
    assert_int_equal(count, 2);
    uint64_t begun = keys_digest(f.keys, KEYS_ALL);
    CHECK(digest_is_fresh(&f));
    CHECK(change_key(&f, tracks[0], true) && digest_is_fresh(&f) && keys_digest(f.keys, KEYS_ALL) != begun);
    CHECK(change_key(&f, tracks[1], false) && digest_is_fresh(&f));
    CHECK(keys_digest(f.keys, KEYS_OF_SCENE) != keys_digest(f.keys, KEYS_OF_CHARACTER));
    CHECK(history_undo(f.history) && digest_is_fresh(&f));
    CHECK(history_undo(f.history) && keys_digest(f.keys, KEYS_ALL) == begun);
    drop(&f);
}

TEST_GROUP(test_view_keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_motion_made_of_keys_moves_as_the_one_they_came_from),
        cmocka_unit_test(the_digest_follows_each_track),
        cmocka_unit_test(every_part_of_the_model_has_a_track),
        cmocka_unit_test(tracks_that_the_model_lacks_are_kept),
        cmocka_unit_test(keys_without_a_model_are_those_of_the_scene),
        cmocka_unit_test(a_key_is_set_replaced_and_removed),
        cmocka_unit_test(moved_keys_replace_those_in_their_way),
        cmocka_unit_test(a_drag_from_its_beginning_leaves_keys_on_the_way),
        cmocka_unit_test(frames_are_inserted_and_deleted_in_all_tracks),
        cmocka_unit_test(curves_of_selected_keys_are_set),
        cmocka_unit_test(pasted_keys_begin_at_the_frame_and_are_selected),
        cmocka_unit_test(keys_before_a_change_are_told_to_be_unchanged),
        cmocka_unit_test(the_next_key_is_found),
        cmocka_unit_test(undo_goes_back_through_any_operations_and_redo_forward),
        cmocka_unit_test(weighed_keys_give_the_value_over_another_one),
        cmocka_unit_test(keys_that_are_closed_leave_the_history),
        cmocka_unit_test(a_lack_of_memory_changes_nothing),
        cmocka_unit_test(a_lack_of_memory_makes_no_keys_motion_or_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
