#include "files/format/hclip/keyed.h"
#include "base/memory/arena.h"
#include "core/motion/binding/bind.h"
#include "core/motion/key_repair.h"
#include "files/format/hclip/keys.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* ---- tracks ---- */

enum { TWICE = 2 };

/* Binds the tracks as playing does. Two tracks of one bone are not kept. keyed: out: bones with one track. */
static bool bind(const hone_model *model, const hone_motion_data *motion, int32_t *bone_of, uint8_t *keyed,
                 hone_arena *memory)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    const hone_bone_track *tracks = motion->bone_tracks;
    const int32_t *found =
        hone_bind((hone_named){tracks, sizeof *tracks, motion->bone_track_count},
                  (hone_named){skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count}, HONE_NAME_SIZE, memory);
    if (motion->bone_track_count == 0)
        return true;
    if (!found)
        return false;
    memcpy(bone_of, found, motion->bone_track_count * sizeof *bone_of);
    for (uint32_t t = 0; t < motion->bone_track_count; t++)
        if (bone_of[t] != HONE_NONE && tracks[t].key_count)
            keyed[bone_of[t]] = keyed[bone_of[t]] ? TWICE : 1;
    for (uint32_t t = 0; t < motion->bone_track_count; t++)
        if (bone_of[t] != HONE_NONE && (tracks[t].key_count == 0 || keyed[bone_of[t]] == TWICE))
            bone_of[t] = HONE_NONE;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) keyed[b] = keyed[b] == 1 ? HCLIP_KEYED_EXACTLY : HCLIP_SAMPLED;
    return true;
}

/* ---- between samples ---- */

/* Returns the largest distance from each bone to a point that it carries. */
static float *measure_reach(const hone_skeleton *skeleton, float distance, hone_arena *memory)
{
    float *reach = hone_arena_array(memory, skeleton->bone_count, sizeof *reach);
    for (uint32_t b = 0; reach && b < skeleton->bone_count; b++)
        for (int32_t a = (int32_t)b; a != HONE_NONE; a = skeleton->bones[a].parent)
            reach[a] = fmaxf(reach[a],
                             hone_vec3_distance(skeleton->bones[a].position, skeleton->bones[b].position) + distance);
    return reach;
}

/* Poses at one frame, at the next, and between them. */
typedef struct between {
    hone_sampler *sampler;
    hone_pose *from, *to, *now;
    const float *reach;
    float *errors; /* [bone_count] how far a straight line moves what a bone carries, at most */
} between;

/* Returns how far two values of a bone are apart, at a distance from it. */
static float distance_of(const float translation[3], const float rotation[4], const hone_transform *other, float reach)
{
    float sum = 0, sign = hone_quat_dot(rotation, other->rotation) < 0 ? -1.0f : 1.0f;
    for (int c = 0; c < 4; c++) {
        float offset = rotation[c] - sign * other->rotation[c];
        sum += offset * offset;
    }
    return 2 * reach * sqrtf(sum) + hone_vec3_distance(translation, other->translation);
}

static void compare(const between *b, double part)
{
    for (uint32_t i = 0; i < b->now->bone_count; i++) {
        const hone_transform *from = &b->from->bones[i], *to = &b->to->bones[i];
        float translation[3], rotation[4];
        hone_vec3_lerp(from->translation, to->translation, (float)part, translation);
        hone_quat_slerp(from->rotation, to->rotation, (float)part, rotation);
        b->errors[i] = fmaxf(b->errors[i], distance_of(translation, rotation, &b->now->bones[i], b->reach[i]));
    }
}

static void sample(const between *b, const hone_model *model, double frame, hone_pose *pose)
{
    hone_pose_reset(pose, model);
    hone_sampler_sample(b->sampler, frame, pose);
}

static bool measure_lines(const hone_model *model, const hone_motion *motion, const hone_allocator *allocator,
                          between *b, hone_error *error)
{
    const hone_sampler_desc desc = {.model = model, .motion = motion, .allocator = allocator};
    uint32_t last = (uint32_t)ceil(hone_motion_duration(motion) * HONE_FRAMES_PER_SECOND - 1e-3);
    b->sampler = hone_sampler_create(&desc, error);
    b->from = b->sampler ? hone_pose_create(model, allocator, error) : NULL;
    b->to = b->from ? hone_pose_create(model, allocator, error) : NULL;
    b->now = b->to ? hone_pose_create(model, allocator, error) : NULL;
    for (uint32_t f = 0; b->now && f < last; f++) {
        sample(b, model, f, b->from);
        sample(b, model, f + 1.0, b->to);
        for (int quarter = 1; quarter < 4; quarter++) {
            sample(b, model, f + quarter / 4.0, b->now);
            compare(b, quarter / 4.0);
        }
    }
    bool ok = b->now != NULL;
    hone_sampler_destroy(b->sampler);
    hone_pose_destroy(b->from);
    hone_pose_destroy(b->to);
    hone_pose_destroy(b->now);
    return ok;
}

/* ---- chains ---- */

static bool is_above(const hone_skeleton *skeleton, int32_t bone, int32_t below)
{
    while (below != HONE_NONE && below != bone) below = skeleton->bones[below].parent;
    return below == bone;
}

static bool moves_chain(const hone_skeleton *skeleton, int32_t bone)
{
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        const hone_ik *ik = &skeleton->iks[i];
        if (ik->link_count &&
            (is_above(skeleton, bone, ik->bone) || is_above(skeleton, bone, ik->links[ik->link_count - 1].bone)))
            return true;
    }
    return false;
}

bool hone_hclip_key_chains(const hone_model *model, const int32_t *bone_of, uint32_t track_count, uint8_t *keyed)
{
    bool changes = false;
    for (uint32_t t = 0; t < track_count; t++) {
        if (bone_of[t] == HONE_NONE || !moves_chain(hone_model_skeleton(model), bone_of[t]))
            continue;
        changes |= keyed[bone_of[t]] != HCLIP_KEYED_EXACTLY;
        keyed[bone_of[t]] = HCLIP_KEYED_EXACTLY;
    }
    return changes;
}

/* ---- choosing ---- */

/* A key takes about ten bytes, a sample of a rotation one or two. */
static bool is_sparse(const hone_bone_track *track, double frames)
{
    enum { FRAMES_A_KEY = 8 };
    return track->key_count * (double)FRAMES_A_KEY < frames;
}

static bool choose(const hone_hclip_desc *desc, const hone_motion *motion, float tolerance, float distance,
                   const int32_t *bone_of, uint8_t *keyed, hone_arena *memory, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_skeleton *skeleton = hone_model_skeleton(desc->model);
    double frames = hone_motion_duration(motion) * HONE_FRAMES_PER_SECOND;
    between b = {.reach = measure_reach(skeleton, distance, memory),
                 .errors = hone_arena_array(memory, skeleton->bone_count, sizeof *b.errors)};
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    if (!measure_lines(desc->model, motion, desc->allocator, &b, error))
        return false;
    memset(keyed, HCLIP_SAMPLED, skeleton->bone_count);
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        if (bone_of[t] != HONE_NONE &&
            (b.errors[bone_of[t]] > tolerance / 4 || is_sparse(&data->bone_tracks[t], frames)))
            keyed[bone_of[t]] = moves_chain(skeleton, bone_of[t]) ? HCLIP_KEYED_EXACTLY : HCLIP_KEYED;
    return true;
}

bool hone_hclip_choose_keyed(const hone_hclip_desc *desc, const hone_motion *motion, float tolerance, float distance,
                             int32_t *bone_of, uint8_t *keyed, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(motion);
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return false;
    memset(keyed, 0, hone_model_skeleton(desc->model)->bone_count);
    bool ok = bind(desc->model, data, bone_of, keyed, memory) || hone_arena_fail(memory, error);
    if (ok && !data->packed && data->bone_track_count) /* the tracks of a packed motion are keyed already */
        ok = choose(desc, motion, tolerance, distance, bone_of, keyed, memory, error);
    hone_arena_destroy(memory);
    return ok;
}

/* ---- what was stored ---- */

/* Compares two motions at the quarters between frames. errors: [bone_count] out. */
static bool compare_motions(const hone_hclip_desc *desc, const hone_motion *const motions[2], const float *reach,
                            float *errors, hone_error *error)
{
    hone_sampler *samplers[2] = {NULL, NULL};
    hone_pose *poses[2] = {NULL, NULL};
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++) {
        const hone_sampler_desc sampler = {.model = desc->model, .motion = motions[i], .allocator = desc->allocator};
        samplers[i] = hone_sampler_create(&sampler, error);
        poses[i] = samplers[i] ? hone_pose_create(desc->model, desc->allocator, error) : NULL;
        ok = poses[i] != NULL;
    }
    double last = hone_motion_duration(motions[0]) * HONE_FRAMES_PER_SECOND;
    for (uint32_t quarter = 1; ok && quarter < 4 * last; quarter += quarter % 4 == 3 ? 2 : 1) {
        for (int i = 0; i < 2; i++) {
            hone_pose_reset(poses[i], desc->model);
            hone_sampler_sample(samplers[i], quarter / 4.0, poses[i]);
        }
        for (uint32_t b = 0; b < poses[0]->bone_count; b++) {
            const hone_transform *is = &poses[1]->bones[b];
            errors[b] = fmaxf(errors[b], distance_of(is->translation, is->rotation, &poses[0]->bones[b], reach[b]));
        }
    }
    for (int i = 0; i < 2; i++) {
        hone_sampler_destroy(samplers[i]);
        hone_pose_destroy(poses[i]);
    }
    return ok;
}

/* Samples become keys, and keys exact. */
static bool key_bones(const int32_t *bone_of, uint32_t track_count, const float *errors, float tolerance,
                      uint8_t *keyed)
{
    bool changes = false;
    for (uint32_t t = 0; t < track_count; t++) {
        int32_t bone = bone_of[t];
        if (bone == HONE_NONE || keyed[bone] == HCLIP_KEYED_EXACTLY || !(errors[bone] > tolerance))
            continue;
        keyed[bone]++;
        changes = true;
    }
    return changes;
}

bool hone_hclip_key_worst(const hone_hclip_desc *desc, const hone_motion *const motions[2], float tolerance,
                          float distance, const int32_t *bone_of, uint8_t *keyed, bool *changes, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(desc->model);
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return false;
    float *reach = measure_reach(skeleton, distance, memory);
    float *errors = hone_arena_array(memory, skeleton->bone_count, sizeof *errors);
    bool ok = !hone_arena_failed(memory) || hone_arena_fail(memory, error);
    ok = ok && compare_motions(desc, motions, reach, errors, error);
    if (ok && skeleton->bone_count)
        *changes |= key_bones(bone_of, hone_motion_get(motions[0])->bone_track_count, errors, tolerance, keyed);
    hone_arena_destroy(memory);
    return ok;
}
