/* Writes the chosen keys as MMD's tracks (VMD), by name. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/motion/binding/mmd_names.h"
#include "offline/bake/bake_internal.h"
#include <string.h>

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

typedef struct track_fill {
    const bake_context *b;
    hone_builder *builder;
    const hone_bake_key *keys; /* the keys of each track are consecutive */
    uint32_t *begin;           /* [track_count] first key of each track */
    uint8_t *dynamic;          /* [bone_count] 1: physics must not move the bone */
    hone_motion_data *out;
} track_fill;

static void fill_bone_key(const track_fill *fill, uint32_t bone, const hone_bake_key *translation,
                          const hone_bake_key *rotation, hone_bone_key *out)
{
    const hone_bone *rest = &fill->b->chunk.model->skeleton.bones[bone];
    *out = (hone_bone_key){.frame = translation->time / HONE_BAKE_TIMES_PER_FRAME, .physics_off = fill->dynamic[bone]};
    for (int i = 0; i < 3; i++) out->translation[i] = translation->value[i] - rest->rest_local.m[i][3];
    memcpy(out->rotation, rotation->value, sizeof out->rotation);
    for (int i = 0; i < 4; i++) out->curves[i] = (hone_curve)HONE_CURVE_LINEAR;
}

static hone_track_name name_of(const track_fill *fill, const char *name)
{
    return (hone_track_name){.text = hone_builder_text(fill->builder, name, strlen(name))};
}

static bool fill_bones(const track_fill *fill, const hone_mmd_names *known)
{
    const hone_skeleton *skeleton = &fill->b->chunk.model->skeleton;
    hone_bone_track *tracks = hone_builder_array(fill->builder, skeleton->bone_count, sizeof *tracks);
    fill->out->bone_tracks = tracks;
    for (uint32_t i = 0; tracks && i < skeleton->bone_count; i++) {
        uint32_t track = hone_bake_track_of(i, 0), count = fill->keys ? fill->b->keys.counts[track] : 0;
        if (count == 0 && !fill->dynamic[i])
            continue;
        if (!hone_mmd_names_find(known, i)) {
            fill->b->report->tracks_lost++;
            continue;
        }
        hone_bone_key *keys = hone_builder_array(fill->builder, count ? count : 1, sizeof *keys);
        if (!keys)
            return false;
        for (uint32_t k = 0; k < count; k++)
            fill_bone_key(fill, i, &fill->keys[fill->begin[track] + k], &fill->keys[fill->begin[track + 1] + k],
                          &keys[k]);
        if (count == 0) /* a key that keeps the bone at rest */
            keys[0] = (hone_bone_key){.rotation = {0, 0, 0, 1}, .physics_off = true};
        for (int c = 0; c < 4; c++) keys[0].curves[c] = (hone_curve)HONE_CURVE_LINEAR;
        tracks[fill->out->bone_track_count++] =
            (hone_bone_track){name_of(fill, skeleton->bones[i].name), count ? count : 1, keys};
    }
    return tracks || skeleton->bone_count == 0;
}

static bool fill_morphs(const track_fill *fill, const hone_mmd_names *known)
{
    const hone_sample_chunk *chunk = &fill->b->chunk;
    hone_morph_track *tracks = hone_builder_array(fill->builder, chunk->morph_count, sizeof *tracks);
    fill->out->morph_tracks = tracks;
    for (uint32_t m = 0; tracks && m < chunk->morph_count; m++) {
        uint32_t track = hone_bake_track_of(chunk->bone_count, 0) + m, count = fill->b->keys.counts[track];
        if (count == 0)
            continue;
        if (!hone_mmd_names_find(known, chunk->morphs[m])) {
            fill->b->report->tracks_lost++;
            continue;
        }
        hone_morph_key *keys = hone_builder_array(fill->builder, count, sizeof *keys);
        if (!keys)
            return false;
        for (uint32_t k = 0; k < count; k++) {
            const hone_bake_key *key = &fill->keys[fill->begin[track] + k];
            keys[k] = (hone_morph_key){key->time / HONE_BAKE_TIMES_PER_FRAME, key->value[0]};
        }
        tracks[fill->out->morph_track_count++] =
            (hone_morph_track){name_of(fill, chunk->model->morphs[chunk->morphs[m]].name), count, keys};
    }
    return tracks || chunk->morph_count == 0;
}

/* Switches every IK chain off, at every key. */
static bool fill_properties(const track_fill *fill)
{
    const bake_context *b = fill->b;
    const hone_skeleton *skeleton = &b->chunk.model->skeleton;
    const bake_seen *seen = (const bake_seen *)b->seen.bytes.data;
    hone_property_key *keys = hone_builder_array(fill->builder, b->seen_count, sizeof *keys);
    for (uint32_t k = 0; keys && k < b->seen_count; k++) {
        hone_ik_state *states = hone_builder_array(fill->builder, skeleton->ik_count, sizeof *states);
        for (uint32_t i = 0; states && i < skeleton->ik_count; i++)
            states[i] = (hone_ik_state){name_of(fill, skeleton->bones[skeleton->iks[i].bone].name), false};
        if (!states && skeleton->ik_count)
            return false;
        keys[k] = (hone_property_key){seen[k].frame, seen[k].visible, skeleton->ik_count, states};
    }
    fill->out->property_keys = keys;
    fill->out->property_key_count = keys ? b->seen_count : 0;
    return keys || b->seen_count == 0;
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static void find_dynamic(const track_fill *fill)
{
    const hone_model_data *model = fill->b->chunk.model;
    if (!hone_actor_get_physics(fill->b->desc->actor))
        return;
    for (uint32_t i = 0; i < model->body_count; i++)
        if (model->bodies[i].bone != HONE_NONE && model->bodies[i].mode != HONE_BODY_FOLLOWS)
            fill->dynamic[model->bodies[i].bone] = 1;
    for (uint32_t s = 0; s < model->spring_count; s++)
        for (uint32_t j = 0; j < model->springs[s].joint_count; j++)
            fill->dynamic[model->springs[s].joints[j].bone] = 1;
}

static bool fill_tracks(track_fill *fill)
{
    const bake_context *b = fill->b;
    const hone_model_data *model = b->chunk.model;
    hone_mmd_names bones = {0}, morphs = {0};
    size_t count = b->keys.log.bytes.size / sizeof(hone_bake_key);
    hone_bake_key *sorted = hone_arena_array(b->memory, count, sizeof *sorted);
    fill->begin = hone_arena_array(b->memory, (size_t)b->keys.track_count + 1, sizeof *fill->begin);
    fill->dynamic = hone_arena_array(b->memory, (size_t)b->chunk.bone_count + 1, 1);
    if ((count && !sorted) || !fill->begin || !fill->dynamic ||
        !hone_mmd_names_make(&bones, model->skeleton.bone_count, b->memory) ||
        !hone_mmd_names_make(&morphs, model->morph_count, b->memory))
        return false;
    for (uint32_t i = 0; i < model->skeleton.bone_count; i++)
        hone_mmd_names_set(&bones, i, model->skeleton.bones[i].name);
    for (uint32_t i = 0; i < model->morph_count; i++) hone_mmd_names_set(&morphs, i, model->morphs[i].name);
    if (!hone_mmd_names_finish(&bones, model->skeleton.bone_count, b->memory) ||
        !hone_mmd_names_finish(&morphs, model->morph_count, b->memory))
        return false;
    if (sorted)
        hone_bake_keys_sort(&b->keys, sorted);
    for (uint32_t t = 0; t < b->keys.track_count; t++) fill->begin[t + 1] = fill->begin[t] + b->keys.counts[t];
    fill->keys = sorted;
    find_dynamic(fill);
    return fill_bones(fill, &bones) && fill_morphs(fill, &morphs) && fill_properties(fill);
}

static void count_keys(const bake_context *b, const hone_motion_data *data)
{
    uint64_t tracks = data->bone_track_count + (uint64_t)data->morph_track_count;
    b->report->keys_before = tracks * (b->desc->last_frame + 1);
    for (uint32_t t = 0; t < data->bone_track_count; t++) b->report->keys_after += data->bone_tracks[t].key_count;
    for (uint32_t t = 0; t < data->morph_track_count; t++) b->report->keys_after += data->morph_tracks[t].key_count;
}

hone_motion *hone_bake_make_tracks(const bake_context *b, hone_error *error)
{
    const hone_model_data *model = b->chunk.model;
    hone_motion_data data = {.space = HONE_SPACE_MMD};
    hone_builder *builder = hone_builder_create(b->desc->allocator, 0, error);
    if (!builder)
        return NULL;
    track_fill fill = {.b = b, .builder = builder, .out = &data};
    data.model_name = hone_builder_text(builder, model->name, strlen(model->name));
    if (!fill_tracks(&fill)) {
        hone_builder_destroy(builder);
        return hone_fail_memory(error), NULL;
    }
    count_keys(b, &data);
    return hone_motion_create(builder, &data, NULL, error);
}
