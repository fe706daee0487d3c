/* Evaluates one member after another with a rig: samples its clips, blends the poses, and evaluates the bones. */
#include "base/error.h"
#include "play/crowd/scratch.h"
#include <string.h>

/* ---- memory ---- */

static bool make_samplers(hone_crowd_rig *rig, const hone_crowd_model *shared, hone_arena *memory,
                          const hone_allocator *allocator, hone_error *error)
{
    rig->samplers = hone_arena_array(memory, shared->clip_count, sizeof *rig->samplers);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    hone_sampler_desc desc = {.model = shared->model, .rules = shared->rules, .allocator = allocator};
    for (uint32_t c = 0; c < shared->clip_count; c++) {
        desc.motion = shared->clips[c];
        rig->samplers[c] = hone_sampler_create(&desc, error);
        if (!rig->samplers[c])
            return false;
    }
    return true;
}

/* Marks the bones that any clip moves. */
static void mark_animated(hone_crowd_rig *rig, const hone_crowd_model *shared, uint8_t *parts)
{
    for (uint32_t c = 0; c < shared->clip_count; c++) {
        hone_sampler_bound(rig->samplers[c], parts, NULL);
        for (uint32_t b = 0; b < rig->pose->bone_count; b++) rig->animated[b] |= parts[b] != 0;
    }
}

/* rest and rest_morphs are those of a pose at rest. */
static bool make_rest(hone_crowd_rig *rig, const hone_crowd_model *shared, hone_arena *memory, hone_error *error)
{
    const hone_pose *pose = rig->pose;
    rig->rest = hone_arena_array(memory, pose->bone_count, sizeof *rig->rest);
    rig->rest_morphs = hone_arena_array(memory, pose->morph_count, sizeof *rig->rest_morphs);
    rig->animated = hone_arena_array(memory, pose->bone_count, 1);
    uint8_t *parts = hone_arena_array(memory, pose->bone_count, 1);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    mark_animated(rig, shared, parts);
    if (pose->bone_count)
        memcpy(rig->rest, pose->bones, pose->bone_count * sizeof *rig->rest);
    if (pose->morph_count)
        memcpy(rig->rest_morphs, pose->morphs, pose->morph_count * sizeof *rig->rest_morphs);
    return true;
}

bool hone_crowd_rig_make(hone_crowd_rig *rig, const hone_crowd_model *shared, hone_arena *memory,
                         const hone_allocator *allocator, hone_error *error)
{
    if (!make_samplers(rig, shared, memory, allocator, error))
        return false;
    rig->rig = hone_rig_create(&(hone_rig_desc){.model = shared->model, .rules = shared->rules, .allocator = allocator},
                               error);
    rig->pose = rig->rig ? hone_pose_create(shared->model, allocator, error) : NULL;
    bool ok = rig->pose != NULL;
    for (int i = 0; ok && i < HONE_CROWD_LAYERS; i++) {
        rig->poses[i] = hone_pose_create(shared->model, allocator, error);
        ok = rig->poses[i] != NULL;
    }
    return ok && make_rest(rig, shared, memory, error);
}

void hone_crowd_rig_free(hone_crowd_rig *rig, const hone_crowd_model *shared)
{
    for (uint32_t c = 0; rig->samplers && c < shared->clip_count; c++) hone_sampler_destroy(rig->samplers[c]);
    for (int i = 0; i < HONE_CROWD_LAYERS; i++) hone_pose_destroy(rig->poses[i]);
    hone_pose_destroy(rig->pose);
    hone_rig_destroy(rig->rig);
}

/* ---- poses ---- */

/* Samples the layers that have weight. Returns how many; `heaviest` is the pose of the one with most weight. */
static uint32_t sample(hone_crowd_rig *rig, const hone_crowd_model *shared, const hone_crowd_item *item,
                       hone_blend_layer layers[HONE_CROWD_LAYERS], const hone_pose **heaviest)
{
    uint32_t count = 0;
    float most = 0;
    for (uint32_t l = 0; l < item->layer_count && count < HONE_CROWD_LAYERS; l++) {
        const hone_crowd_layer *layer = &item->layers[l];
        hone_pose *pose = rig->poses[count];
        if (!(layer->weight > 0))
            continue;
        hone_pose_reset(pose, shared->model);
        hone_sampler_sample(rig->samplers[layer->clip], hone_frame_from_seconds(layer->seconds), pose);
        layers[count++] = (hone_blend_layer){.bones = pose->bones, .morphs = pose->morphs, .weight = layer->weight};
        if (layer->weight > most)
            most = layer->weight, *heaviest = pose;
    }
    return count;
}

/* IK chains are those of the heaviest layer. */
static void set_switches(const hone_crowd_rig *rig, const hone_pose *heaviest)
{
    hone_pose *out = rig->pose;
    if (out->bone_count)
        memcpy(out->animated, rig->animated, out->bone_count);
    for (uint32_t i = 0; heaviest && i < out->ik_count; i++) {
        out->ik_enabled[i] = heaviest->ik_enabled[i];
        out->ik_weights[i] = heaviest->ik_weights[i];
    }
}

/* Puts the bones that the level leaves out at rest, and switches off the chains that would turn one. */
static void leave_out(const hone_crowd_model *shared, const uint8_t *moves, hone_pose *pose)
{
    const hone_skeleton *skeleton = hone_model_skeleton(shared->model);
    for (uint32_t b = 0; b < pose->bone_count; b++)
        if (!moves[b])
            pose->bones[b] = skeleton->bones[b].rest, pose->animated[b] = 0;
    for (uint32_t i = 0; i < pose->ik_count; i++)
        for (uint32_t l = 0; l < skeleton->iks[i].link_count; l++)
            pose->ik_enabled[i] &= moves[skeleton->iks[i].links[l].bone];
}

static void set_pose(hone_crowd_rig *rig, const hone_crowd_model *shared, const hone_crowd_item *item)
{
    hone_blend_layer layers[HONE_CROWD_LAYERS];
    const hone_pose *heaviest = NULL;
    hone_pose *pose = rig->pose;
    uint32_t count = sample(rig, shared, item, layers, &heaviest);
    hone_pose_reset(pose, shared->model);
    hone_blend_run(&(hone_blend_job){.bone_count = pose->bone_count,
                                     .morph_count = pose->morph_count,
                                     .layer_count = count,
                                     .layers = layers,
                                     .rest = rig->rest,
                                     .rest_morphs = rig->rest_morphs,
                                     .bones = pose->bones,
                                     .morphs = pose->morphs});
    set_switches(rig, heaviest);
    if (shared->moves[item->level])
        leave_out(shared, shared->moves[item->level], pose);
}

void hone_crowd_rig_run(hone_crowd_rig *rig, const hone_crowd_model *shared, const hone_crowd_item *item)
{
    const hone_skeleton *skeleton = hone_model_skeleton(shared->model);
    hone_palette palette = {.slot_count = shared->slot_count, .affine = item->palette};
    set_pose(rig, shared, item);
    hone_rig_evaluate(rig->rig, rig->pose);
    hone_palette_build(hone_model_mesh(shared->model)->slots, hone_rig_bones(rig->rig), skeleton->bone_count, &palette);
}
