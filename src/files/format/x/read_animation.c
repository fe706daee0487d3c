/* Reads the AnimationSet objects of a .x file. */
#include "files/format/x/scene.h"

void hone_x_read_ticks(hone_x_reader *reader, uint32_t *ticks_per_second)
{
    *ticks_per_second = hone_x_unsigned(reader);
    hone_x_end(reader);
}

/* Converts the number of a key type. Returns false if it is unknown. Documents give 3 for matrices, Direct3D and
 * exporters use 4. */
static bool key_type(uint32_t number, hone_x_key_type *type)
{
    static const hone_x_key_type types[] = {HONE_X_ROTATION, HONE_X_SCALE, HONE_X_POSITION, HONE_X_MATRIX,
                                            HONE_X_MATRIX};
    if (number >= sizeof types / sizeof types[0])
        return false;
    *type = types[number];
    return true;
}

/* Reads the values of one key. Returns false, having skipped them, if their number does not match the type. */
static bool read_values(hone_x_reader *reader, uint32_t width, hone_x_key_type type, float *out)
{
    float value[16];
    uint32_t count = hone_x_count(reader, "values of a key", 1);
    if (count != width) {
        for (uint32_t i = 0; i < count && !reader->file.failed; i++) hone_x_float(reader);
        return false;
    }
    if (type == HONE_X_MATRIX)
        hone_x_matrix(reader, value);
    else
        hone_x_floats(reader, value, width);
    for (uint32_t i = 0; out && i < width; i++) out[i] = value[i];
    return true;
}

/* Returns NULL if keys are not wanted. */
static hone_x_keys *read_keys(hone_x_reader *reader, bool wanted, uint32_t *last_tick)
{
    uint32_t number = hone_x_unsigned(reader), kept = 0;
    hone_x_key_type type = HONE_X_POSITION;
    bool known = key_type(number, &type);
    uint32_t width = known ? hone_x_key_width(type) : 0;
    uint32_t count = hone_x_count(reader, "keys", 2 + width);
    wanted = wanted && known;
    hone_x_keys *keys;
    hone_reading_scratch(&reader->file, wanted, sizeof *keys, &keys);
    uint32_t *ticks;
    hone_reading_scratch(&reader->file, wanted ? count : 0, sizeof *ticks, &ticks);
    float *values;
    hone_reading_scratch(&reader->file, wanted ? count : 0, width * sizeof *values, &values);
    for (uint32_t k = 0; k < count && !reader->file.failed; k++) {
        uint32_t tick = hone_x_unsigned(reader);
        if (!read_values(reader, width, type, values ? values + (size_t)kept * width : NULL)) {
            hone_x_warn(reader, known ? "a key with a wrong number of values was dropped"
                                      : "a key of an unknown type was dropped");
            continue;
        }
        if (ticks)
            ticks[kept++] = tick;
        *last_tick = tick > *last_tick ? tick : *last_tick;
    }
    hone_x_end(reader);
    if (keys)
        *keys = (hone_x_keys){NULL, type, kept, ticks, values};
    return keys;
}

static void read_animation(hone_x_reader *reader, bool want_keys, hone_x_set *set, hone_x_animation *out)
{
    hone_x_keys **end = &out->keys;
    for (hone_x_child child; (child = hone_x_next_child(reader)) != HONE_X_NO_CHILD;) {
        if (child == HONE_X_REFERENCE) {
            out->target = hone_x_utf8(reader);
        } else if (hone_x_is(reader, "AnimationKey")) {
            hone_x_keys *keys = read_keys(reader, want_keys, &set->last_tick);
            if (keys) {
                out->has_matrices |= keys->type == HONE_X_MATRIX && keys->count;
                *end = keys;
                end = &keys->next;
            }
        } else {
            hone_x_skip(reader);
        }
    }
}

static void read_animations(hone_x_reader *reader, bool want_keys, hone_x_set *set)
{
    hone_x_animation **end = &set->animations;
    for (hone_x_child child; (child = hone_x_next_child(reader)) != HONE_X_NO_CHILD;) {
        if (child == HONE_X_REFERENCE)
            continue;
        if (hone_x_is(reader, "AnimTicksPerSecond")) {
            hone_x_read_ticks(reader, &set->ticks_per_second);
        } else if (hone_x_is(reader, "Animation")) {
            hone_x_animation *animation;
            if (!hone_reading_scratch(&reader->file, 1, sizeof *animation, &animation))
                return;
            read_animation(reader, want_keys, set, animation);
            *end = animation;
            end = &animation->next;
            set->animation_count++;
        } else {
            hone_x_skip(reader);
        }
    }
}

void hone_x_read_animation_set(hone_x_reader *reader, hone_x_scene *scene)
{
    hone_x_set *set;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *set, &set))
        return;
    set->name = hone_x_utf8(reader);
    set->ticks_per_second = scene->ticks_per_second;
    read_animations(reader, scene->want_keys, set);
    if (set->animation_count == 0)
        return;
    *scene->set_end = set;
    scene->set_end = &set->next;
    scene->set_count++;
}
