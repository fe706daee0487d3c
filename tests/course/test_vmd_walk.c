/* The walk through a VMD file of the course (examples/course/vmd_walk.c) finds what hone's reader finds, field by
 * field. */
#include "../../examples/course/vmd_walk.h"
#include "base/text/text.h"
#include "support/make/make_tracks.h"
#include "support/support.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

/* ---- comparing ---- */

typedef struct comparison {
    const hone_motion_data *data;
    char name[24]; /* of the record that is walked through, in CP932 */
    const hone_bone_key *bone;
    const hone_morph_key *morph;
    uint32_t ik, compared[7]; /* compared: by section */
} comparison;

static const char *const sections[] = {"header", "bones", "morphs", "cameras", "lights", "shadows", "properties"};

static void check_numbers(const walk_field *f, const float *expected, int count)
{
    assert_int_equal(f->count, count);
    for (int i = 0; i < count; i++)
        if (!(fabs(f->values[i] - (double)expected[i]) <= 1e-6)) /* rotations are read with unit length */
            fail_msg("%s %u %s: %g, not %g", f->section, (unsigned)f->record, f->name, f->values[i],
                     (double)expected[i]);
}

static void check_number(const walk_field *f, double expected)
{
    const float value = (float)expected;
    check_numbers(f, &value, 1);
}

static void check_curve(const walk_field *f, hone_curve c)
{
    check_numbers(f, (const float[]){c.x1, c.y1, c.x2, c.y2}, 4);
}

static void check_text(const walk_field *f, const hone_track_name *name)
{
    assert_int_equal(f->text_size, name->cp932_size);
    assert_memory_equal(f->text, name->cp932, f->text_size);
}

static int suffix(const walk_field *f, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(f->name, names[i]) == 0)
            return i;
    return -1;
}

static bool is(const walk_field *f, const char *name)
{
    return strcmp(f->name, name) == 0;
}

static void find_bone_key(comparison *c, uint32_t frame)
{
    c->bone = NULL;
    for (uint32_t t = 0; t < c->data->bone_track_count; t++) {
        const hone_bone_track *track = &c->data->bone_tracks[t];
        for (uint32_t k = 0; k < track->key_count && strcmp((const char *)track->name.cp932, c->name) == 0; k++)
            c->bone = track->keys[k].frame == frame ? &track->keys[k] : c->bone;
    }
    assert_non_null(c->bone);
}

static void find_morph_key(comparison *c, uint32_t frame)
{
    c->morph = NULL;
    for (uint32_t t = 0; t < c->data->morph_track_count; t++) {
        const hone_morph_track *track = &c->data->morph_tracks[t];
        for (uint32_t k = 0; k < track->key_count && strcmp((const char *)track->name.cp932, c->name) == 0; k++)
            c->morph = track->keys[k].frame == frame ? &track->keys[k] : c->morph;
    }
    assert_non_null(c->morph);
}

static void take_bone(comparison *c, const walk_field *f)
{
    static const char *const curves[] = {"curve of x", "curve of y", "curve of z", "curve of rotation"};
    int curve = suffix(f, curves, 4);
    if (is(f, "frame"))
        find_bone_key(c, (uint32_t)f->values[0]);
    else if (is(f, "translation"))
        check_numbers(f, c->bone->translation, 3);
    else if (is(f, "rotation"))
        check_numbers(f, c->bone->rotation, 4);
    else if (curve >= 0)
        check_curve(f, c->bone->curves[curve]);
    else
        assert_true(is(f, "physics") && (f->values[0] == 99 && f->values[1] == 15) == c->bone->physics_off);
}

static void take_morph(comparison *c, const walk_field *f)
{
    if (is(f, "frame"))
        find_morph_key(c, (uint32_t)f->values[0]);
    else
        check_number(f, (double)c->morph->weight);
}

static void take_camera(comparison *c, const walk_field *f)
{
    static const char *const curves[] = {"curve of x",        "curve of y",        "curve of z",
                                         "curve of rotation", "curve of distance", "curve of view"};
    const hone_camera_key *key = &c->data->camera_keys[f->record];
    int curve = suffix(f, curves, 6);
    if (is(f, "frame"))
        check_number(f, key->frame);
    else if (is(f, "distance"))
        check_number(f, (double)key->camera.distance);
    else if (is(f, "target"))
        check_numbers(f, key->camera.target, 3);
    else if (is(f, "angles"))
        check_numbers(f, key->camera.angles, 3);
    else if (is(f, "field of view"))
        check_number(f, (double)key->camera.fov);
    else if (is(f, "no perspective"))
        check_number(f, key->camera.orthographic);
    else
        check_curve(f, key->curves[curve]);
}

static void take_light(comparison *c, const walk_field *f)
{
    const hone_light_key *key = &c->data->light_keys[f->record];
    if (is(f, "frame"))
        check_number(f, key->frame);
    else
        check_numbers(f, is(f, "colour") ? key->light.colour : key->light.direction, 3);
}

static void take_shadow(comparison *c, const walk_field *f)
{
    const hone_shadow_key *key = &c->data->shadow_keys[f->record];
    check_number(f, is(f, "frame") ? key->frame : is(f, "mode") ? key->mode : (double)key->distance);
}

static void take_property(comparison *c, const walk_field *f)
{
    const hone_property_key *key = &c->data->property_keys[f->record];
    if (is(f, "frame"))
        c->ik = 0, check_number(f, key->frame);
    else if (is(f, "ik"))
        check_text(f, &key->states[c->ik++].name);
    else
        check_number(f, is(f, "visible") ? key->visible
                        : is(f, "iks")   ? key->state_count
                                         : key->states[c->ik - 1].enabled);
}

static void take_header(comparison *c, const walk_field *f)
{
    const char *expected = is(f, "model") ? c->data->model_name : "Vocaloid Motion Data 0002";
    uint8_t bytes[30];
    assert_int_equal(f->text_size, hone_cp932_from_utf8(expected, strlen(expected), bytes, sizeof bytes, NULL));
    assert_memory_equal(f->text, bytes, f->text_size);
}

static void take(void *user, const walk_field *f)
{
    static void (*const take_section[])(comparison *, const walk_field *) = {
        take_header, take_bone, take_morph, take_camera, take_light, take_shadow, take_property};
    comparison *c = user;
    int section = 0;
    while (strcmp(sections[section], f->section) != 0) section++;
    if (is(f, "count"))
        return;
    c->compared[section]++;
    if (is(f, "name")) {
        memset(c->name, 0, sizeof c->name);
        memcpy(c->name, f->text, f->text_size);
    } else {
        take_section[section](c, f);
    }
}

static hone_bytes make_file(uint64_t seed)
{
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .keys = 5});
    hone_bytes file = {0};
    hone_error error = {0};
    if (!hone_motion_write_vmd(motion, NULL, &file, &error))
        fail_msg("%s", error.message);
    hone_motion_release(motion);
    return file;
}

static void every_field_is_as_the_reader_has_it(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        hone_bytes file = make_file(seed);
        hone_error error = {0};
        hone_motion *motion = hone_motion_load_memory(file.data, file.size, NULL, &error);
        assert_non_null(motion);
        comparison c = {.data = hone_motion_get(motion)};
        assert_true(vmd_walk(file.data, file.size, &(walk_visitor){&c, take, NULL}));
        for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) assert_true(c.compared[i] > 1);
        hone_motion_release(motion);
        hone_bytes_release(&file);
    }
}

static void ignore(void *user, const walk_field *f)
{
    (void)user, (void)f;
}

static void count_section(void *user, const char *name, size_t offset, uint32_t count)
{
    size_t *ends = user; /* of the sections before each */
    (void)name, (void)count;
    ends[0]++;
    ends[ends[0]] = offset;
}

/* A file may end before any section, nowhere else; three bytes there are no count. */
static void a_file_that_ends_early_is_noticed(void **state)
{
    (void)state;
    hone_bytes file = make_file(4);
    size_t ends[10] = {0};
    assert_true(vmd_walk(file.data, file.size, &(walk_visitor){ends, ignore, count_section}));
    assert_int_equal(ends[0], 7);
    for (size_t size = 0; size <= file.size; size++) {
        uint8_t *exact = malloc(size ? size : 1); /* so that AddressSanitizer sees reads beyond it */
        memcpy(exact, file.data, size);
        bool may_end = size == file.size;
        for (size_t i = 2; i <= ends[0]; i++) may_end |= size >= ends[i] && size < ends[i] + 4;
        if (vmd_walk(exact, size, &(walk_visitor){NULL, ignore, NULL}) != may_end)
            fail_msg("%zu of %zu bytes", size, file.size);
        free(exact);
    }
    hone_bytes_release(&file);
}

TEST_GROUP(test_vmd_walk)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_as_the_reader_has_it),
        cmocka_unit_test(a_file_that_ends_early_is_noticed),
    };
    return cmocka_run_group_tests_name("course, VMD", tests, NULL, NULL);
}
