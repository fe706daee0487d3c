#include "samples/make/dance/tracks.h"
#include "samples/make/base/generator.h"
#include "samples/make/dance/dance.h"
#include "samples/make/mesh/part.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hone_curve curves[] = {
    [EASE_LINEAR] = HONE_CURVE_LINEAR,
    [EASE_SMOOTH] = {52, 0, 75, 127}, /* slow, fast, slow */
    [EASE_SNAP] = {28, 30, 44, 127},  /* fast start, soft end: an accent */
};

static track *bone_track(tracks *t, const char *bone)
{
    for (uint32_t i = 0; i < t->bone_count; i++)
        if (!strcmp(t->bones[i].name, bone))
            return &t->bones[i];
    if (t->bone_count == MAX_TRACKS) {
        give_up("too many tracks");
    }
    track *new = &t->bones[t->bone_count++];
    *new = (track){0};
    snprintf(new->name, sizeof new->name, "%s", bone);
    return new;
}

void tracks_bone(tracks *t, const char *bone, int frame, vec3 translation, quat rotation, ease how)
{
    if (frame < 0 || frame > LAST_FRAME)
        return;
    track *to = bone_track(t, bone);
    if (to->count == to->capacity) {
        to->capacity = to->capacity ? 2 * to->capacity : 32;
        to->keys = reallocate(to->keys, to->capacity, sizeof *to->keys);
    }
    quat q = quat_unit(rotation);
    if (q.w < 0)
        q = (quat){-q.x, -q.y, -q.z, -q.w};
    hone_curve c = curves[how];
    to->keys[to->count++] = (hone_bone_key){
        (uint32_t)frame, {translation.x, translation.y, translation.z}, {q.x, q.y, q.z, q.w}, {c, c, c, c}, false};
}

void tracks_morph(tracks *t, const char *morph, int frame, float weight)
{
    if (frame < 0 || frame > LAST_FRAME)
        return;
    uint32_t i = 0;
    while (i < t->morph_count && strcmp(t->morphs[i].name, morph) != 0) i++;
    if (i == t->morph_count)
        t->morphs[t->morph_count++] = (morph_track){.name = morph};
    morph_track *to = &t->morphs[i];
    if (to->count == to->capacity) {
        to->capacity = to->capacity ? 2 * to->capacity : 32;
        to->keys = reallocate(to->keys, to->capacity, sizeof *to->keys);
    }
    to->keys[to->count++] = (hone_morph_key){(uint32_t)frame, weight};
}

static quat key_rotation(const hone_bone_key *k)
{
    return (quat){k->rotation[0], k->rotation[1], k->rotation[2], k->rotation[3]};
}

/* Whether linear interpolation between keys first and last gives the rotations and translations between them. */
static bool is_straight(const hone_bone_key *keys, uint32_t first, uint32_t last, float degrees)
{
    quat a = key_rotation(&keys[first]), b = key_rotation(&keys[last]);
    for (uint32_t i = first + 1; i < last; i++) {
        float t = (float)(keys[i].frame - keys[first].frame) / (float)(keys[last].frame - keys[first].frame);
        quat off = quat_multiply(quat_inverse(quat_nlerp(a, b, t)), key_rotation(&keys[i]));
        if (length(v3(off.x, off.y, off.z)) > degrees * PI / 360)
            return false;
        for (int axis = 0; axis < 3; axis++)
            if (fabsf(mix(keys[first].translation[axis], keys[last].translation[axis], t) - keys[i].translation[axis]) >
                0.004f)
                return false;
    }
    return true;
}

static bool is_linear(const track *t)
{
    static const hone_curve linear = HONE_CURVE_LINEAR;
    for (uint32_t i = 0; i < t->count; i++)
        if (memcmp(&t->keys[i].curves[3], &linear, sizeof linear) != 0)
            return false;
    return true;
}

void tracks_thin(tracks *t, uint32_t first_track, float degrees)
{
    enum { LONGEST = 8 }; /* keys bridged at once */
    for (uint32_t i = first_track; i < t->bone_count; i++) {
        track *one = &t->bones[i];
        uint32_t kept = 1;
        if (one->count < 3 || !is_linear(one))
            continue;
        for (uint32_t first = 0, last; first + 1 < one->count; first = last) {
            last = first + 1;
            while (last + 1 < one->count && last - first < LONGEST && is_straight(one->keys, first, last + 1, degrees))
                last++;
            one->keys[kept++] = one->keys[last];
        }
        one->count = kept;
    }
}

static const void *copy(hone_builder *builder, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(builder, count, size);
    return to ? memcpy(to, from, count * size) : NULL;
}

static void fill_tracks(const tracks *t, hone_builder *builder, hone_motion_data *data)
{
    hone_bone_track *bones = hone_builder_array(builder, t->bone_count, sizeof *bones);
    hone_morph_track *morphs = hone_builder_array(builder, t->morph_count, sizeof *morphs);
    for (uint32_t i = 0; bones && i < t->bone_count; i++) {
        const track *from = &t->bones[i];
        bones[i].name.text = hone_builder_text(builder, from->name, strlen(from->name));
        bones[i].key_count = from->count;
        bones[i].keys = copy(builder, from->keys, from->count, sizeof *from->keys);
    }
    for (uint32_t i = 0; morphs && i < t->morph_count; i++) {
        const morph_track *from = &t->morphs[i];
        morphs[i].name.text = from->name;
        morphs[i].key_count = from->count;
        morphs[i].keys = copy(builder, from->keys, from->count, sizeof *from->keys);
    }
    data->bone_tracks = bones, data->bone_track_count = t->bone_count;
    data->morph_tracks = morphs, data->morph_track_count = t->morph_count;
}

/* The legs have keys themselves. */
static void fill_properties(hone_builder *builder, hone_motion_data *data)
{
    static const char *const chains[] = {"左足ＩＫ", "左つま先ＩＫ", "右足ＩＫ", "右つま先ＩＫ"};
    enum { COUNT = sizeof chains / sizeof *chains };
    hone_property_key *key = hone_builder_array(builder, 1, sizeof *key);
    hone_ik_state *states = hone_builder_array(builder, COUNT, sizeof *states);
    if (!key || !states)
        return;
    for (int i = 0; i < COUNT; i++) states[i] = (hone_ik_state){.name = {.text = chains[i]}, .enabled = false};
    *key = (hone_property_key){0, true, COUNT, states};
    data->property_keys = key, data->property_key_count = 1;
}

hone_motion *tracks_motion(const tracks *t, const char *model_name)
{
    hone_error error = {0};
    hone_motion *motion = NULL;
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    if (builder) {
        hone_motion_data data = {.space = HONE_SPACE_MMD, .model_name = model_name};
        fill_tracks(t, builder, &data);
        fill_properties(builder, &data);
        motion = hone_motion_create(builder, &data, NULL, &error);
    }
    if (!motion) {
        give_up("%s", error.message);
    }
    return motion;
}

void tracks_release(tracks *t)
{
    for (uint32_t i = 0; i < t->bone_count; i++) free(t->bones[i].keys);
    for (uint32_t i = 0; i < t->morph_count; i++) free(t->morphs[i].keys);
    *t = (tracks){0};
}
