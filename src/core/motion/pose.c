#include "core/motion/pose.h"
#include "base/error.h"
#include "core/motion/lanes/kernel.h"

#include <hone/math.h>
#include <hone/motion.h>

#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------------------------- */

void hone_pose_allocate(hone_pose *pose, const hone_model_data *model, hone_arena *memory)
{
    uint32_t bones = model->skeleton.bone_count, iks = model->skeleton.ik_count;
    *pose = (hone_pose){.bone_count = bones, .morph_count = model->morph_count, .ik_count = iks};
    pose->bones = hone_arena_array(memory, bones, sizeof *pose->bones);
    pose->animated = hone_arena_array(memory, bones, sizeof *pose->animated);
    pose->physics_off = hone_arena_array(memory, bones, sizeof *pose->physics_off);
    pose->morphs = hone_arena_array(memory, model->morph_count, sizeof *pose->morphs);
    pose->ik_enabled = hone_arena_array(memory, iks, sizeof *pose->ik_enabled);
    pose->ik_weights = hone_arena_array(memory, iks, sizeof *pose->ik_weights);
}

/* A pose that hone_pose_create has made: in its own arena. */
typedef struct owned_pose {
    hone_pose pose; /* first, so that its address is this struct's */
    hone_arena *memory;
} owned_pose;

hone_pose *hone_pose_create(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    if (!model)
        return hone_fail_null(error, "the pose's model"), NULL;
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    owned_pose *owned = memory ? hone_arena_array(memory, 1, sizeof *owned) : NULL;
    if (owned)
        hone_pose_allocate(&owned->pose, hone_model_get(model), memory);
    if (!memory || hone_arena_failed(memory)) {
        if (memory)
            hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    owned->memory = memory;
    hone_pose_reset(&owned->pose, model);
    return &owned->pose;
}

void hone_pose_destroy(hone_pose *pose)
{
    if (pose)
        hone_arena_destroy(((owned_pose *)pose)->memory);
}

/* ---- rest ------------------------------------------------------------------------------------------------------ */

void hone_pose_reset(hone_pose *pose, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_skeleton *skeleton = &data->skeleton;
    HONE_ASSERT(pose->bone_count == skeleton->bone_count && pose->morph_count == data->morph_count &&
                pose->ik_count == skeleton->ik_count);
    for (uint32_t i = 0; i < pose->bone_count; i++) pose->bones[i] = skeleton->bones[i].rest;
    if (pose->bone_count) {
        memset(pose->animated, 0, pose->bone_count);
        memset(pose->physics_off, 0, pose->bone_count);
    }
    for (uint32_t i = 0; i < pose->morph_count; i++) pose->morphs[i] = data->morphs[i].default_weight;
    if (pose->ik_count)
        memset(pose->ik_enabled, 1, pose->ik_count);
    for (uint32_t i = 0; pose->ik_weights && i < pose->ik_count; i++) pose->ik_weights[i] = 1;
    pose->visible = true;
}

/* ---- copy and blend -------------------------------------------------------------------------------------------- */

static void copy(void *to, const void *from, size_t count, size_t size)
{
    if (count)
        memcpy(to, from, count * size);
}

void hone_pose_copy(hone_pose *to, const hone_pose *from)
{
    HONE_ASSERT(to->bone_count == from->bone_count && to->morph_count == from->morph_count &&
                to->ik_count == from->ik_count);
    copy(to->bones, from->bones, from->bone_count, sizeof *from->bones);
    copy(to->animated, from->animated, from->bone_count, sizeof *from->animated);
    copy(to->physics_off, from->physics_off, from->bone_count, sizeof *from->physics_off);
    copy(to->morphs, from->morphs, from->morph_count, sizeof *from->morphs);
    copy(to->ik_enabled, from->ik_enabled, from->ik_count, sizeof *from->ik_enabled);
    for (uint32_t i = 0; to->ik_weights && i < to->ik_count; i++)
        to->ik_weights[i] = from->ik_weights ? from->ik_weights[i] : 1;
    to->visible = from->visible;
}

static float lerp(float from, float to, float weight)
{
    return from + weight * (to - from);
}

/* The rotations that differ wait until there are eight. */
typedef struct waiting_bones {
    hone_slerp_pairs pairs;
    float *rotations[HONE_BLOCK_LANES]; /* [count] where the results are written */
    uint32_t count;
} waiting_bones;

static void slerp_together(waiting_bones *w)
{
    for (uint32_t k = w->count; k < HONE_BLOCK_LANES; k++) { /* lanes without a bone do as the first */
        w->pairs.weight[k] = w->pairs.weight[0];
        for (int i = 0; i < 4; i++) w->pairs.from[i][k] = w->pairs.from[i][0], w->pairs.to[i][k] = w->pairs.to[i][0];
    }
    hone_motion_best_kernel()->slerp(&w->pairs);
    for (uint32_t k = 0; k < w->count; k++)
        for (int i = 0; i < 4; i++) w->rotations[k][i] = w->pairs.from[i][k];
}

static void slerp_alone(const waiting_bones *w, uint32_t k)
{
    float to[4];
    for (int i = 0; i < 4; i++) to[i] = w->pairs.to[i][k];
    hone_quat_slerp(w->rotations[k], to, w->pairs.weight[k], w->rotations[k]);
}

static void slerp_waiting(waiting_bones *w)
{
    enum { FEW = 3 }; /* fewer are faster one by one; the bits are equal */
    if (w->count >= FEW)
        slerp_together(w);
    for (uint32_t k = 0; w->count < FEW && k < w->count; k++) slerp_alone(w, k);
    w->count = 0;
}

static void add_waiting(waiting_bones *w, float rotation[4], const float over[4], float weight)
{
    const uint32_t k = w->count++;
    w->rotations[k] = rotation;
    w->pairs.weight[k] = weight;
    for (int i = 0; i < 4; i++) w->pairs.from[i][k] = rotation[i], w->pairs.to[i][k] = over[i];
    if (w->count == HONE_BLOCK_LANES)
        slerp_waiting(w);
}

/* 0 < weight < 1 */
static void blend_transform(hone_transform *transform, const hone_transform *over, float weight, waiting_bones *w)
{
    for (int i = 0; i < 3; i++) {
        transform->translation[i] = lerp(transform->translation[i], over->translation[i], weight);
        transform->scale[i] = lerp(transform->scale[i], over->scale[i], weight);
    }
    if (memcmp(transform->rotation, over->rotation, sizeof over->rotation) != 0)
        add_waiting(w, transform->rotation, over->rotation, weight);
}

static void blend_bone(hone_pose *pose, const hone_pose *over, uint32_t bone, float weight, waiting_bones *w)
{
    if (!(weight > 0))
        return;
    if (weight >= 1) {
        pose->bones[bone] = over->bones[bone];
        pose->animated[bone] = over->animated[bone];
    } else {
        blend_transform(&pose->bones[bone], &over->bones[bone], weight, w);
        pose->animated[bone] |= over->animated[bone];
    }
    if (weight >= 0.5f)
        pose->physics_off[bone] = over->physics_off[bone];
}

/* Blends an IK chain. The stored weight of a chain that is off is 1, ready for when it is switched on. */
static void blend_chain(hone_pose *pose, const hone_pose *over, uint32_t ik, float weight)
{
    if (!(weight > 0))
        return;
    if (!pose->ik_weights || !over->ik_weights) {
        if (weight >= 0.5f)
            pose->ik_enabled[ik] = over->ik_enabled[ik];
        return;
    }
    float to = hone_pose_ik_weight(over, ik);
    float mixed = weight >= 1 ? to : lerp(hone_pose_ik_weight(pose, ik), to, weight);
    pose->ik_enabled[ik] = mixed > 0;
    pose->ik_weights[ik] = mixed > 0 ? mixed : 1;
}

void hone_pose_blend(hone_pose *pose, const hone_pose *over, float weight, const float *bone_weights,
                     const hone_model *model)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    HONE_ASSERT(pose->bone_count == over->bone_count && pose->morph_count == over->morph_count &&
                pose->ik_count == over->ik_count && pose->ik_count == skeleton->ik_count);
    if (!(weight > 0))
        return;
    waiting_bones waiting;
    waiting.count = 0;
    for (uint32_t b = 0; b < pose->bone_count; b++)
        blend_bone(pose, over, b, bone_weights ? weight * bone_weights[b] : weight, &waiting);
    slerp_waiting(&waiting);
    for (uint32_t m = 0; m < pose->morph_count; m++)
        pose->morphs[m] = weight >= 1 ? over->morphs[m] : lerp(pose->morphs[m], over->morphs[m], weight);
    for (uint32_t i = 0; i < pose->ik_count; i++)
        blend_chain(pose, over, i, bone_weights ? weight * bone_weights[skeleton->iks[i].bone] : weight);
    if (weight >= 0.5f)
        pose->visible = over->visible;
}
