#include "offline/bake/sample_chunk.h"
#include "base/arena.h"
#include "base/error.h"
#include "model/parents_first.h"
#include <hone/math.h>
#include <string.h>

const uint32_t hone_bake_part_widths[BAKE_PARTS] = {
    [HONE_CHANNEL_TRANSLATION] = 3, [HONE_CHANNEL_ROTATION] = 4, [HONE_CHANNEL_SCALE] = 3};

/* ---- creation -------------------------------------------------------------------------------------------------- */

/* glTF has vertex morphs only. Group morphs are already contained in the weights of the others, bone morphs in the
 * keys of bones. */
static bool has_track(const hone_morph *morph, hone_bake_player player)
{
    if (player == HONE_BAKE_HIERARCHY)
        return morph->kind == HONE_MORPH_VERTEX;
    return morph->kind == HONE_MORPH_VERTEX || (morph->kind >= HONE_MORPH_UV && morph->kind <= HONE_MORPH_MATERIAL);
}

static void list_morphs(hone_sample_chunk *chunk, hone_bake_player player)
{
    for (uint32_t m = 0; m < chunk->model->morph_count; m++)
        if (has_track(&chunk->model->morphs[m], player))
            chunk->morphs[chunk->morph_count++] = m;
}

static void make_samples(const hone_sample_chunk *chunk, uint32_t morphs, hone_arena *memory, bake_samples *out)
{
    for (int p = 0; p < BAKE_PARTS; p++)
        out->parts[p] = hone_arena_array(memory, chunk->bone_count,
                                         sizeof *out->parts[p] * SAMPLE_CHUNK_FRAMES * hone_bake_part_widths[p]);
    out->weights = hone_arena_array(memory, morphs, SAMPLE_CHUNK_FRAMES * sizeof *out->weights);
}

bool hone_sample_chunk_make(const hone_model *model, hone_bake_player player, hone_arena *memory,
                            hone_sample_chunk *out, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    uint32_t bones = data->skeleton.bone_count;
    *out = (hone_sample_chunk){.model = data, .bone_count = bones};
    int32_t *way = hone_arena_array(memory, bones, sizeof *way);
    uint8_t *done = hone_arena_array(memory, bones, 1);
    out->order = hone_arena_array(memory, bones, sizeof *out->order);
    out->model_from_bone = hone_arena_array(memory, bones, SAMPLE_CHUNK_FRAMES * sizeof *out->model_from_bone);
    out->animated = hone_arena_array(memory, bones, 1);
    out->last_turns = hone_arena_array(memory, bones, sizeof *out->last_turns);
    out->morphs = hone_arena_array(memory, data->morph_count, sizeof *out->morphs);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    list_morphs(out, player);
    make_samples(out, out->morph_count, memory, &out->truth);
    make_samples(out, out->morph_count, memory, &out->keyed);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    hone_parents_first(&data->skeleton, way, done, out->order);
    return true;
}

/* Returns the bone's rest matrix in model space. */
static hone_affine rest_of(const hone_skeleton *skeleton, uint32_t bone)
{
    hone_affine world = skeleton->bones[bone].rest_local;
    for (int32_t at = skeleton->bones[bone].parent; at != HONE_NONE; at = skeleton->bones[at].parent)
        world = hone_affine_multiply(&skeleton->bones[at].rest_local, &world);
    return world;
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
    chunk->mirrored = data->space == HONE_SPACE_GLTF;
    for (uint32_t b = 0; b < count; b++) {
        hone_affine rest = rest_of(&data->skeleton, b);
        hone_quat_from_affine(&rest, chunk->unrests[b]);
        hone_quat_conjugate(chunk->unrests[b], chunk->unrests[b]);
    }
    return true;
}

/* ---- a frame --------------------------------------------------------------------------------------------------- */

hone_transform hone_bake_between(const hone_affine *parent, const hone_affine *bone)
{
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    float turned[4], offset[3], back[4];
    hone_quat_from_affine(bone, turned);
    for (int i = 0; i < 3; i++) offset[i] = bone->m[i][3] - (parent ? parent->m[i][3] : 0);
    if (!parent) {
        memcpy(out.rotation, turned, sizeof turned);
        memcpy(out.translation, offset, sizeof offset);
        return out;
    }
    hone_quat_from_affine(parent, back);
    hone_quat_conjugate(back, back);
    hone_quat_multiply(back, turned, out.rotation);
    hone_quat_normalise(out.rotation, out.rotation);
    for (int i = 0; i < 3; i++)
        out.translation[i] = parent->m[0][i] * offset[0] + parent->m[1][i] * offset[1] + parent->m[2][i] * offset[2];
    return out;
}

/* For MMD's rig the local transform is derived from the bones' places. Elsewhere the pose's values are used
 * unchanged, bit for bit. */
static hone_transform local_of(const hone_sample_chunk *chunk, uint32_t bone, const hone_affine *model_from_bone,
                               const hone_pose *pose)
{
    int32_t parent = chunk->model->skeleton.bones[bone].parent;
    if (chunk->model->space == HONE_SPACE_MMD)
        return hone_bake_between(parent == HONE_NONE ? NULL : &model_from_bone[parent], &model_from_bone[bone]);
    return pose->animated[bone] ? pose->bones[bone] : chunk->model->skeleton.bones[bone].rest;
}

static void note_turn(float last[4], const float rotation[4], float *to)
{
    float sign = hone_quat_dot(last, rotation) < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 4; i++) last[i] = to[i] = sign * rotation[i];
}

/* Converts to the MMD model's space. MMD's bones have no rest rotation, so only the rotation relative to rest is
 * kept. */
static hone_affine translate(const hone_sample_chunk *chunk, uint32_t bone, const hone_affine *world)
{
    float turn[4], place[3], side = chunk->mirrored ? -1.0f : 1.0f;
    hone_quat_from_affine(world, turn);
    hone_quat_multiply(turn, chunk->unrests[bone], turn);
    hone_quat_normalise(turn, turn);
    turn[0] *= side, turn[1] *= side;
    for (int i = 0; i < 3; i++) place[i] = world->m[i][3] * chunk->unit;
    place[2] *= side;
    return hone_affine_from_rotation(turn, place);
}

static void note_scales(hone_sample_chunk *chunk, const hone_pose *pose)
{
    const float much = 1e-3f;
    for (uint32_t b = 0; chunk->source && b < chunk->source->skeleton.bone_count; b++)
        for (int i = 0; i < 3 && pose->animated[b]; i++)
            chunk->scaled[b] |=
                !(fabsf(pose->bones[b].scale[i] - chunk->source->skeleton.bones[b].rest.scale[i]) <= much);
}

static void record_bones(hone_sample_chunk *chunk, const hone_affine *model_from_bone, hone_affine *out)
{
    uint32_t count = chunk->source ? chunk->source->skeleton.bone_count : chunk->bone_count;
    for (uint32_t b = 0; b < count; b++)
        out[b] = chunk->source ? translate(chunk, b, &model_from_bone[b]) : model_from_bone[b];
    for (uint32_t b = count; b < chunk->bone_count; b++) out[b] = (hone_affine)HONE_AFFINE_IDENTITY;
}

void hone_sample_chunk_note(hone_sample_chunk *chunk, uint32_t at, hone_actor *actor)
{
    const hone_pose *pose = hone_actor_pose(actor);
    const float *weights = hone_actor_morphs(actor);
    hone_affine *model_from_bone = chunk->model_from_bone + (size_t)at * chunk->bone_count;
    record_bones(chunk, hone_actor_bones(actor), model_from_bone);
    note_scales(chunk, pose);
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        hone_transform local = local_of(chunk, b, model_from_bone, pose);
        chunk->animated[b] |= chunk->model->space == HONE_SPACE_MMD || pose->animated[b];
        note_turn(chunk->last_turns[b], local.rotation, bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, b, at));
        memcpy(bake_part_at(&chunk->truth, HONE_CHANNEL_TRANSLATION, b, at), local.translation,
               sizeof local.translation);
        memcpy(bake_part_at(&chunk->truth, HONE_CHANNEL_SCALE, b, at), local.scale, sizeof local.scale);
    }
    for (uint32_t m = 0; m < chunk->morph_count; m++) bake_weights(&chunk->truth, m)[at] = weights[chunk->morphs[m]];
}

void hone_sample_chunk_reset(hone_sample_chunk *chunk)
{
    for (int p = 0; p < BAKE_PARTS && chunk->bone_count; p++)
        memcpy(chunk->keyed.parts[p], chunk->truth.parts[p],
               (size_t)chunk->bone_count * SAMPLE_CHUNK_FRAMES * hone_bake_part_widths[p] * sizeof(float));
    if (chunk->morph_count)
        memcpy(chunk->keyed.weights, chunk->truth.weights,
               (size_t)chunk->morph_count * SAMPLE_CHUNK_FRAMES * sizeof(float));
}

hone_affine hone_sample_chunk_local(const hone_sample_chunk *chunk, uint32_t bone, uint32_t at)
{
    if (!chunk->animated[bone])
        return chunk->model->skeleton.bones[bone].rest_local;
    hone_transform local;
    memcpy(local.translation, bake_part_at(&chunk->keyed, HONE_CHANNEL_TRANSLATION, bone, at),
           sizeof local.translation);
    memcpy(local.rotation, bake_part_at(&chunk->keyed, HONE_CHANNEL_ROTATION, bone, at), sizeof local.rotation);
    memcpy(local.scale, bake_part_at(&chunk->keyed, HONE_CHANNEL_SCALE, bone, at), sizeof local.scale);
    return hone_affine_from_transform(&local);
}
