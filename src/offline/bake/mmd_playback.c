#include "offline/bake/mmd_playback.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/motion/pose.h"
#include <hone/math.h>
#include <string.h>

bool hone_mmd_playback_make(const hone_model *model, const hone_mmd_rules *rules, const hone_allocator *allocator,
                            hone_arena *memory, hone_mmd_playback *out, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    hone_pose *pose = &out->pose;
    *out = (hone_mmd_playback){.model = data};
    hone_pose_allocate(pose, data, memory);
    out->kept = hone_arena_array(memory, pose->bone_count, sizeof *out->kept);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    hone_pose_reset(pose, model);
    if (pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
    if (pose->morph_count)
        memset(pose->morphs, 0, pose->morph_count * sizeof *pose->morphs);
    out->rig = hone_rig_create(&(hone_rig_desc){model, *rules, allocator}, error);
    return out->rig != NULL;
}

void hone_mmd_playback_release(hone_mmd_playback *playback)
{
    hone_rig_destroy(playback->rig);
}

/* Projects the rotation onto the bone's fixed axis, as the sampler does: the angle stays, the axis is replaced. */
static void keep_axis(const hone_bone *bone, float rotation[4])
{
    float axis[3];
    if (!(bone->flags & HONE_BONE_FIXED_AXIS) || !hone_vec3_normalise(bone->fixed_axis, axis))
        return;
    float sine = hone_vec3_length(rotation);
    if (hone_vec3_dot(rotation, axis) < 0)
        sine = -sine;
    hone_vec3_scale(axis, sine, rotation);
}

const hone_affine *hone_mmd_playback_bones(hone_mmd_playback *playback, const hone_sample_chunk *chunk,
                                           const bake_samples *samples, uint32_t at)
{
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        const hone_bone *bone = &playback->model->skeleton.bones[b];
        hone_transform *to = &playback->pose.bones[b];
        const float *translation = bake_part_at(samples, HONE_CHANNEL_TRANSLATION, b, at);
        for (int i = 0; i < 3; i++) to->translation[i] = translation[i] - bone->rest_local.m[i][3];
        float *rotation = bake_part_at(samples, HONE_CHANNEL_ROTATION, b, at);
        keep_axis(bone, rotation);
        memcpy(to->rotation, rotation, sizeof to->rotation);
    }
    hone_rig_evaluate(playback->rig, &playback->pose);
    return hone_rig_bones(playback->rig);
}

/* rotation = wanted * found^-1 * rotation; translations likewise. Returns the size of the change. */
static float correct(const hone_transform *wanted, const hone_transform *found, float translation[3], float rotation[4])
{
    float back[4], turn[4];
    float change = 0;
    hone_quat_conjugate(found->rotation, back);
    for (int i = 0; i < 3; i++) {
        float by = wanted->translation[i] - found->translation[i];
        translation[i] += by;
        change = fmaxf(change, fabsf(by));
    }
    hone_quat_multiply(wanted->rotation, back, turn);
    change = fmaxf(change, hone_vec3_length(turn));
    hone_quat_multiply(turn, rotation, turn);
    hone_quat_normalise(turn, rotation);
    return change;
}

/* Moves bones with appends nearer to where they were. The result is exact if their sources are exact. */
static float correct_all(const hone_sample_chunk *chunk, const hone_affine *wanted, const hone_affine *found,
                         uint32_t at)
{
    enum { APPENDS = HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION };
    float change = 0;
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        const hone_bone *bone = &chunk->model->skeleton.bones[b];
        if (!(bone->flags & APPENDS) || bone->append_source == HONE_NONE)
            continue;
        hone_transform is = hone_bake_between(bone->parent == HONE_NONE ? NULL : &found[bone->parent], &found[b]);
        hone_transform was = hone_bake_between(bone->parent == HONE_NONE ? NULL : &wanted[bone->parent], &wanted[b]);
        change = fmaxf(change, correct(&was, &is, bake_part_at(&chunk->truth, HONE_CHANNEL_TRANSLATION, b, at),
                                       bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, b, at)));
    }
    return change;
}

static double furthest_apart(const hone_affine *a, const hone_affine *b, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float apart[3] = {a[i].m[0][3] - b[i].m[0][3], a[i].m[1][3] - b[i].m[1][3], a[i].m[2][3] - b[i].m[2][3]};
        double distance = sqrt((double)hone_vec3_dot(apart, apart));
        most = distance <= most ? most : distance;
    }
    return most;
}

static void keep_or_restore(hone_mmd_playback *playback, hone_sample_chunk *chunk, uint32_t at, bool restore)
{
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        float *translation = bake_part_at(&chunk->truth, HONE_CHANNEL_TRANSLATION, b, at);
        float *rotation = bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, b, at);
        hone_transform *kept = &playback->kept[b];
        memcpy(restore ? translation : kept->translation, restore ? kept->translation : translation,
               sizeof kept->translation);
        memcpy(restore ? rotation : kept->rotation, restore ? kept->rotation : rotation, sizeof kept->rotation);
    }
}

double hone_mmd_playback_solve(hone_mmd_playback *playback, hone_sample_chunk *chunk, uint32_t at)
{
    enum { ROUNDS = 16 }; /* one round for each level of appends of appended bones */
    const float enough = 1e-5f;
    hone_affine *model_from_bone = chunk->model_from_bone + (size_t)at * chunk->bone_count;
    const hone_affine *found = hone_mmd_playback_bones(playback, chunk, &chunk->truth, at);
    double off = furthest_apart(found, model_from_bone, chunk->bone_count);
    for (int i = 0; i < ROUNDS; i++) {
        keep_or_restore(playback, chunk, at, false);
        if (!(correct_all(chunk, model_from_bone, found, at) > enough))
            break;
        found = hone_mmd_playback_bones(playback, chunk, &chunk->truth, at);
        double now = furthest_apart(found, model_from_bone, chunk->bone_count);
        if (!(now <= off + (double)enough)) { /* bones that append each other in a circle do not converge */
            keep_or_restore(playback, chunk, at, true);
            break;
        }
        off = now;
    }
    found = hone_mmd_playback_bones(playback, chunk, &chunk->truth, at);
    if (chunk->bone_count)
        memcpy(model_from_bone, found, chunk->bone_count * sizeof *model_from_bone);
    return off;
}
