#include "offline/bake/sample_chunk.h"
#include "base/error.h"
#include "base/lanes/lanes_math.h"
#include "base/memory/arena.h"
#include "core/model/parents_first.h"
#include <hone/math.h>
#include <string.h>

const uint32_t hone_bake_part_widths[BAKE_PARTS] = {
    [HONE_CHANNEL_TRANSLATION] = 3, [HONE_CHANNEL_ROTATION] = 4, [HONE_CHANNEL_SCALE] = 3};

/* ---- creation -------------------------------------------------------------------------------------------------- */

/* Whether a morph is an expression that changes materials. */
static bool tints(const hone_model_data *model, uint32_t morph)
{
    const hone_avatar *avatar = model->avatar;
    for (uint32_t i = 0; avatar && i < avatar->expression_count; i++)
        if (avatar->expressions[i].morph == (int32_t)morph)
            return avatar->expressions[i].colour_bind_count + avatar->expressions[i].texture_bind_count > 0;
    return false;
}

/* glTF has vertex morphs, and moves numbers of materials. Group morphs are already contained in the weights of the
 * others, bone morphs in the keys of bones. */
static bool has_track(const hone_model_data *model, uint32_t m, hone_bake_player player)
{
    const hone_morph *morph = &model->morphs[m];
    if (player == HONE_BAKE_HIERARCHY)
        return morph->kind == HONE_MORPH_VERTEX || morph->kind == HONE_MORPH_MATERIAL ||
               morph->kind == HONE_MORPH_VALUE || tints(model, m);
    return morph->kind == HONE_MORPH_VERTEX || (morph->kind >= HONE_MORPH_UV && morph->kind <= HONE_MORPH_MATERIAL);
}

static void list_morphs(hone_sample_chunk *chunk, hone_bake_player player)
{
    for (uint32_t m = 0; m < chunk->model->morph_count; m++)
        if (has_track(chunk->model, m, player))
            chunk->morphs[chunk->morph_count++] = m;
}

static void make_samples(const hone_sample_chunk *chunk, uint32_t morphs, hone_arena *memory, bake_samples *out)
{
    for (int p = 0; p < chunk->part_count; p++)
        out->parts[p] = hone_arena_array(memory, chunk->bone_count,
                                         sizeof *out->parts[p] * SAMPLE_CHUNK_FRAMES * hone_bake_part_widths[p]);
    out->weights = hone_arena_array(memory, morphs, SAMPLE_CHUNK_FRAMES * sizeof *out->weights);
}

bool hone_sample_chunk_make(const hone_model *model, hone_bake_player player, hone_arena *memory,
                            hone_sample_chunk *out, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    uint32_t bones = data->skeleton.bone_count;
    *out = (hone_sample_chunk){.model = data, .bone_count = bones, .part_count = BAKE_PARTS};
    if (data->space == HONE_SPACE_MMD)
        out->part_count = HONE_CHANNEL_SCALE;
    int32_t *path = hone_arena_array(memory, bones, sizeof *path);
    uint8_t *done = hone_arena_array(memory, bones, 1);
    out->order = hone_arena_array(memory, bones, sizeof *out->order);
    out->model_from_bone = hone_arena_array(memory, bones, SAMPLE_CHUNK_FRAMES * sizeof *out->model_from_bone);
    out->animated = hone_arena_array(memory, bones, 1);
    out->held = hone_arena_array(memory, bones, 1);
    out->last_turns = hone_arena_array(memory, bones, sizeof *out->last_turns);
    out->morphs = hone_arena_array(memory, data->morph_count, sizeof *out->morphs);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    list_morphs(out, player);
    make_samples(out, out->morph_count, memory, &out->truth);
    make_samples(out, out->morph_count, memory, &out->keyed);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    hone_parents_first(&data->skeleton, path, done, out->order);
    if (data->space == HONE_SPACE_MMD && bones)
        memset(out->animated, 1, bones);
    return true;
}

bool hone_sample_scratch_make(const hone_sample_chunk *chunk, hone_arena *memory, hone_sample_scratch *out)
{
    size_t bones = chunk->bone_count; /* at least as many as the source has */
    out->animated = hone_arena_array(memory, bones, 1);
    out->scaled = hone_arena_array(memory, bones, 1);
    if (chunk->model->space == HONE_SPACE_MMD) {
        out->matrices = hone_arena_array(memory, bones, SAMPLE_GROUPS * sizeof *out->matrices);
        out->rotations = hone_arena_array(memory, bones, SAMPLE_GROUPS * sizeof *out->rotations);
    }
    return !hone_arena_failed(memory);
}

/* Returns the bone's rest matrix in model space. */
static hone_affine rest_of(const hone_skeleton *skeleton, uint32_t bone)
{
    hone_affine model_from_bone = skeleton->bones[bone].rest_local;
    for (int32_t at = skeleton->bones[bone].parent; at != HONE_NONE; at = skeleton->bones[at].parent)
        model_from_bone = hone_affine_multiply(&skeleton->bones[at].rest_local, &model_from_bone);
    return model_from_bone;
}

bool hone_sample_chunk_translate(hone_sample_chunk *chunk, const hone_model *source, float scale, hone_arena *memory,
                                 hone_error *error)
{
    const hone_model_data *data = hone_model_get(source);
    uint32_t count = data->skeleton.bone_count;
    if (count > chunk->bone_count || data->morph_count != chunk->model->morph_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the model for MMD was not made of the actor's");
    chunk->unrests = hone_arena_array(memory, count, sizeof *chunk->unrests);
    chunk->scaled = hone_arena_array(memory, count, 1);
    if ((!chunk->unrests || !chunk->scaled) && count)
        return hone_fail_memory(error);
    chunk->source = data;
    chunk->unit = (float)((scale > 0 ? (double)scale : 1) / HONE_MMD_METRES);
    chunk->axes = hone_axes_to(data, HONE_SPACE_MMD);
    for (uint32_t b = 0; b < count; b++) {
        hone_affine rest = rest_of(&data->skeleton, b);
        hone_quat_from_affine(&rest, chunk->unrests[b]);
        hone_quat_conjugate(chunk->unrests[b], chunk->unrests[b]);
    }
    return true;
}

/* ---- a sample --------------------------------------------------------------------------------------------------- */

/* Converts to the MMD model's space. MMD's bones have no rest rotation, so only the rotation relative to rest is
 * kept. unrest: NULL: there is no rest rotation. */
static hone_affine translate(const hone_sample_chunk *chunk, const float unrest[4], const hone_affine *model_from_bone)
{
    float turn[4], place[3];
    hone_quat_from_affine(model_from_bone, turn);
    if (unrest)
        hone_quat_multiply(turn, unrest, turn);
    hone_quat_normalise(turn, turn);
    hone_axes_rotation(chunk->axes, turn, turn);
    for (int i = 0; i < 3; i++) place[i] = model_from_bone->m[i][3] * chunk->unit;
    hone_axes_direction(chunk->axes, place, place);
    return hone_affine_from_rotation(turn, place);
}

static void note_scales(const hone_sample_chunk *chunk, const hone_pose *pose, uint8_t *scaled)
{
    const float much = 1e-3f;
    for (uint32_t b = 0; chunk->source && b < chunk->source->skeleton.bone_count; b++)
        for (int i = 0; i < 3 && pose->animated[b]; i++)
            scaled[b] |= !(fabsf(pose->bones[b].scale[i] - chunk->source->skeleton.bones[b].rest.scale[i]) <= much);
}

/* place: NULL: none. Bones that only the MMD model has are at its origin. */
static void record_bones(hone_sample_chunk *chunk, const hone_affine *model_from_bone, const hone_affine *place,
                         hone_affine *out)
{
    uint32_t count = chunk->source ? chunk->source->skeleton.bone_count : chunk->bone_count;
    for (uint32_t b = 0; b < count; b++) {
        hone_affine bone = place ? hone_affine_multiply(place, &model_from_bone[b]) : model_from_bone[b];
        out[b] = chunk->source ? translate(chunk, chunk->unrests[b], &bone) : bone;
    }
    for (uint32_t b = count; b < chunk->bone_count; b++)
        out[b] = place ? translate(chunk, NULL, place) : (hone_affine)HONE_AFFINE_IDENTITY;
}

static void set_truth(hone_sample_chunk *chunk, uint32_t bone, uint32_t at, const hone_transform *local)
{
    memcpy(bake_part_at(&chunk->truth, HONE_CHANNEL_TRANSLATION, bone, at), local->translation,
           sizeof local->translation);
    memcpy(bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, bone, at), local->rotation, sizeof local->rotation);
    memcpy(bake_part_at(&chunk->truth, HONE_CHANNEL_SCALE, bone, at), local->scale, sizeof local->scale);
}

/* Outside MMD's space the pose's values are used unchanged, bit for bit. */
static void record_pose(hone_sample_chunk *chunk, uint32_t at, const hone_pose *pose, uint8_t *animated)
{
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        set_truth(chunk, b, at, pose->animated[b] ? &pose->bones[b] : &chunk->model->skeleton.bones[b].rest);
        animated[b] |= pose->animated[b];
    }
}

void hone_sample_chunk_record(hone_sample_chunk *chunk, uint32_t at, hone_actor *actor, const hone_affine *place,
                              hone_sample_scratch *scratch)
{
    const hone_pose *pose = hone_actor_writable_pose(actor);
    const float *weights = hone_actor_morphs(actor);
    record_bones(chunk, hone_actor_bones(actor), place, chunk->model_from_bone + (size_t)at * chunk->bone_count);
    note_scales(chunk, pose, scratch->scaled);
    if (chunk->model->space != HONE_SPACE_MMD)
        record_pose(chunk, at, pose, scratch->animated);
    for (uint32_t m = 0; m < chunk->morph_count; m++) bake_weights(&chunk->truth, m)[at] = weights[chunk->morphs[m]];
}

/* ---- values in parent space ------------------------------------------------------------------------------------ */

hone_transform hone_bake_between(const hone_affine *parent, const hone_affine *bone)
{
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    float offset[3], back[4];
    hone_quat_from_affine(bone, out.rotation);
    hone_affine_origin(bone, out.translation);
    if (!parent)
        return out;
    hone_quat_from_affine(parent, back);
    hone_quat_conjugate(back, back);
    hone_quat_multiply(back, out.rotation, out.rotation);
    hone_quat_normalise(out.rotation, out.rotation);
    for (int i = 0; i < 3; i++) offset[i] = bone->m[i][3] - parent->m[i][3];
    for (int i = 0; i < 3; i++)
        out.translation[i] = parent->m[0][i] * offset[0] + parent->m[1][i] * offset[1] + parent->m[2][i] * offset[2];
    return out;
}

/* As hone_bake_between, of SAMPLE_LANES samples, with the rotations at hand. parent NULL: model space. */
static void between(const lanes_affine *parent, const lanes parent_rotation[4], const lanes_affine *bone,
                    lanes translation[3], lanes rotation[4])
{
    for (int i = 0; i < 3; i++) translation[i] = bone->m[i][3];
    if (!parent)
        return;
    const lanes back[4] = {-parent_rotation[0], -parent_rotation[1], -parent_rotation[2], parent_rotation[3]};
    lanes_quat_multiply(back, rotation, rotation);
    lanes_quat_normalise(rotation);
    lanes offset[3];
    for (int i = 0; i < 3; i++) offset[i] = bone->m[i][3] - parent->m[i][3];
    for (int i = 0; i < 3; i++)
        translation[i] = parent->m[0][i] * offset[0] + parent->m[1][i] * offset[1] + parent->m[2][i] * offset[2];
}

/* Writes the values of the first `count` lanes. */
static void store_truth(hone_sample_chunk *chunk, uint32_t bone, uint32_t begin, uint32_t count,
                        const lanes translation[3], lanes rotation[4])
{
    lanes columns[4] = {translation[0], translation[1], translation[2], lanes_set(0)};
    simd4 translation_rows[SAMPLE_LANES], rotation_rows[SAMPLE_LANES];
    float *translations = bake_part_at(&chunk->truth, HONE_CHANNEL_TRANSLATION, bone, begin);
    float *rotations = bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, bone, begin);
    lanes_rows(columns, translation_rows);
    lanes_rows(rotation, rotation_rows);
    for (size_t i = 0; i < count; i++) {
        memcpy(translations + 3 * i, &translation_rows[i], 3 * sizeof *translations);
        simd4_store(rotations + 4 * i, rotation_rows[i]);
    }
}

/* Reads the bones at `count` samples, and computes their rotations. */
static void read_block(const hone_sample_chunk *chunk, uint32_t begin, uint32_t count, hone_sample_scratch *scratch)
{
    const size_t bones = chunk->bone_count;
    for (uint32_t g = 0; g * SAMPLE_LANES < count; g++) {
        uint32_t at[SAMPLE_LANES];
        bake_group_samples(begin, count, g, at);
        for (size_t b = 0, to = g; b < bones; b++, to += SAMPLE_GROUPS) {
            const hone_affine *each[SAMPLE_LANES];
            for (int i = 0; i < SAMPLE_LANES; i++) each[i] = &chunk->model_from_bone[at[i] * bones + b];
            scratch->matrices[to] = lanes_affine_gather(each);
            lanes_quat_from_matrix(&scratch->matrices[to], scratch->rotations[to]);
        }
    }
}

static void derive_block(hone_sample_chunk *chunk, uint32_t begin, uint32_t count, hone_sample_scratch *scratch)
{
    read_block(chunk, begin, count, scratch);
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        int32_t parent = chunk->model->skeleton.bones[b].parent;
        for (uint32_t g = 0; g * SAMPLE_LANES < count; g++) {
            size_t own = (size_t)b * SAMPLE_GROUPS + g, left = count - g * SAMPLE_LANES;
            size_t above = (size_t)(parent == HONE_NONE ? 0 : parent) * SAMPLE_GROUPS + g;
            lanes translation[3], rotation[4];
            memcpy(rotation, scratch->rotations[own], sizeof rotation);
            between(parent == HONE_NONE ? NULL : &scratch->matrices[above], scratch->rotations[above],
                    &scratch->matrices[own], translation, rotation);
            store_truth(chunk, b, begin + g * SAMPLE_LANES, left < SAMPLE_LANES ? (uint32_t)left : SAMPLE_LANES,
                        translation, rotation);
        }
    }
}
void hone_sample_chunk_derive(hone_sample_chunk *chunk, uint32_t begin, uint32_t end, hone_sample_scratch *scratch)
{
    for (uint32_t at = begin; at < end && chunk->model->space == HONE_SPACE_MMD; at += SAMPLE_BLOCK)
        derive_block(chunk, at, end - at < SAMPLE_BLOCK ? end - at : SAMPLE_BLOCK, scratch);
}

/* q and -q are the same rotation. Every sum in the steps before only changes its sign with q. */
void hone_sample_chunk_follow_signs(hone_sample_chunk *chunk, uint32_t bone_begin, uint32_t bone_end, bool corrected)
{
    for (uint32_t b = bone_begin; b < bone_end; b++) {
        float *last = chunk->last_turns[b];
        for (uint32_t at = 0; at < chunk->count; at++) {
            float *rotation = bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, b, at);
            const float *derived = corrected ? bake_part_at(&chunk->keyed, HONE_CHANNEL_ROTATION, b, at) : rotation;
            bool turned = hone_quat_dot(last, derived) < 0, away = corrected && hone_quat_dot(derived, rotation) < 0;
            float sign = turned != away ? -1.0f : 1.0f;
            for (int i = 0; i < 4; i++) last[i] = rotation[i] = sign * rotation[i];
        }
    }
}

void hone_sample_chunk_collect(hone_sample_chunk *chunk, const hone_sample_scratch *scratch)
{
    for (uint32_t b = 0; b < chunk->bone_count; b++) chunk->animated[b] |= scratch->animated[b];
    for (uint32_t b = 0; chunk->source && b < chunk->source->skeleton.bone_count; b++)
        chunk->scaled[b] |= scratch->scaled[b];
}

/* ---- keys -------------------------------------------------------------------------------------------------------- */

void hone_sample_chunk_reset_part(hone_sample_chunk *chunk, int part, uint32_t bone)
{
    memcpy(bake_part(&chunk->keyed, part, bone), bake_part(&chunk->truth, part, bone),
           (size_t)chunk->count * hone_bake_part_widths[part] * sizeof(float));
}

void hone_sample_chunk_reset_weights(hone_sample_chunk *chunk, uint32_t morph)
{
    memcpy(bake_weights(&chunk->keyed, morph), bake_weights(&chunk->truth, morph), chunk->count * sizeof(float));
}

static lanes_affine same_in_all_lanes(const hone_affine *matrix)
{
    lanes_affine out;
    for (int i = 0; i < 12; i++) out.m[i / 4][i % 4] = lanes_set(matrix->m[i / 4][i % 4]);
    return out;
}

/* Reads three numbers of each lane. */
static void load_part(const hone_sample_chunk *chunk, int part, uint32_t bone, const uint32_t at[SAMPLE_LANES],
                      lanes out[3])
{
    for (int i = 0; i < SAMPLE_LANES; i++) {
        const float *value = bake_part_at(&chunk->keyed, part, bone, at[i]);
        for (int c = 0; c < 3; c++) lanes_put(&out[c], i, value[c]);
    }
}

static lanes_affine keyed_local(const hone_sample_chunk *chunk, uint32_t bone, const uint32_t at[SAMPLE_LANES])
{
    lanes_affine out;
    simd4 rotations[SAMPLE_LANES];
    lanes rotation[4], translation[3], scale[3];
    for (int i = 0; i < SAMPLE_LANES; i++)
        rotations[i] = simd4_load(bake_part_at(&chunk->keyed, HONE_CHANNEL_ROTATION, bone, at[i]));
    lanes_columns(rotations, rotation);
    lanes_set_rotation(rotation, out.m);
    load_part(chunk, HONE_CHANNEL_TRANSLATION, bone, at, translation);
    for (int r = 0; r < 3; r++) out.m[r][3] = translation[r];
    if (chunk->part_count == HONE_CHANNEL_SCALE)
        return out;
    load_part(chunk, HONE_CHANNEL_SCALE, bone, at, scale);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= scale[c];
    return out;
}

lanes_affine hone_sample_chunk_local(const hone_sample_chunk *chunk, uint32_t bone, const uint32_t at[SAMPLE_LANES])
{
    static const uint32_t first[SAMPLE_LANES] = {0};
    if (!chunk->animated[bone])
        return same_in_all_lanes(&chunk->model->skeleton.bones[bone].rest_local);
    return keyed_local(chunk, bone, chunk->held[bone] ? first : at);
}
