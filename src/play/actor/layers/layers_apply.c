/* Evaluates the motions of an actor: blends the motions of a state, and cross-fades the states of a group. */
#include "core/motion/pose.h"
#include "play/actor/layers/layers.h"

#include <hone/blend.h>
#include <math.h>

/* ---- states of several motions --------------------------------------------------------------------------------- */

/* The motions of a state at a frame, ready to be blended. */
typedef struct blend {
    hone_blend_layer layers[HONE_BLEND_MOST], additives[HONE_BLEND_MOST];
    const hone_pose *poses[HONE_BLEND_MOST]; /* of the layers */
    uint32_t layer_count, additive_count;
} blend;

static double own_frame(const hone_layers *layers, const hone_layer *layer, double frame)
{
    return hone_clock_wrap(&layer->clock, hone_layers_position(layers, layer, frame));
}

/* Samples an additive motion over its reference, so that what it has no keys for makes no difference. */
static void sample_difference(const hone_layer *layer, double own, hone_pose *pose)
{
    const hone_pose *reference = &layer->data->reference;
    hone_pose_copy(pose, reference);
    hone_sampler_sample(layer->sampler, own, pose);
    hone_blend_subtract(pose->bones, reference->bones, pose->bone_count, pose->bones);
    for (uint32_t m = 0; m < pose->morph_count; m++) pose->morphs[m] -= reference->morphs[m];
}

/* Marks the bones that an additive motion moves: in the formats that replace the rest matrix, others keep it. */
static void mark_animated(const hone_layer *layer, const hone_pose *difference, hone_pose *pose)
{
    for (uint32_t b = 0; b < pose->bone_count; b++)
        if (!layer->mask || layer->mask[b] > 0)
            pose->animated[b] |= difference->animated[b];
}

static void sample_members(hone_layers *layers, uint32_t begin, uint32_t end, double frame, hone_pose *pose,
                           const hone_model *model, blend *out)
{
    for (uint32_t i = begin; i < end; i++) {
        hone_layer *layer = &layers->items[i];
        hone_pose *member = layers->members[i - begin];
        float weight = hone_layer_weight(layer, frame);
        if (layer->additive ? weight == 0 : !(weight > 0))
            continue;
        hone_blend_layer item = {
            .bones = member->bones, .morphs = member->morphs, .weight = weight, .bone_weights = layer->mask};
        if (layer->additive) {
            sample_difference(layer, own_frame(layers, layer, frame), member);
            mark_animated(layer, member, pose);
            out->additives[out->additive_count++] = item;
        } else {
            hone_pose_copy(member, pose);
            hone_layer_sample(layer, own_frame(layers, layer, frame), member, model);
            out->poses[out->layer_count] = member;
            out->layers[out->layer_count++] = item;
        }
    }
}

/* The parts of the motions of a blend at a bone. Those below 1 in all are the pose's own. */
static void parts_at(const blend *b, int32_t bone, float parts[HONE_BLEND_MOST])
{
    float sum = 0;
    for (uint32_t i = 0; i < b->layer_count; i++) {
        const float *mask = b->layers[i].bone_weights;
        parts[i] = b->layers[i].weight * (mask && bone != HONE_NONE ? mask[bone] : 1);
        sum += parts[i];
    }
    for (uint32_t i = 0; sum > 1 && i < b->layer_count; i++) parts[i] /= sum;
}

/* The value that has at least half of all parts, or the pose's own. */
static bool majority(const blend *b, const float parts[HONE_BLEND_MOST], const uint8_t *values, bool own)
{
    float on = 0, rest = 1;
    for (uint32_t i = 0; i < b->layer_count; i++) on += values[i] ? parts[i] : 0, rest -= parts[i];
    on += own && rest > 0 ? rest : 0;
    return on > 0.5f || (on == 0.5f && !own);
}

static void blend_bone_switches(const blend *b, hone_pose *pose)
{
    float parts[HONE_BLEND_MOST];
    uint8_t off[HONE_BLEND_MOST];
    for (uint32_t bone = 0; bone < pose->bone_count; bone++) {
        bool differs = false;
        for (uint32_t i = 0; i < b->layer_count; i++) {
            const float *mask = b->layers[i].bone_weights;
            if (!mask || mask[bone] > 0)
                pose->animated[bone] |= b->poses[i]->animated[bone];
            off[i] = b->poses[i]->physics_off[bone];
            differs |= off[i] != pose->physics_off[bone];
        }
        if (!differs)
            continue;
        parts_at(b, (int32_t)bone, parts);
        pose->physics_off[bone] = majority(b, parts, off, pose->physics_off[bone]);
    }
}

static void blend_chains(const blend *b, hone_pose *pose, const hone_skeleton *skeleton)
{
    float parts[HONE_BLEND_MOST];
    for (uint32_t k = 0; k < pose->ik_count; k++) {
        float sum = 0, rest = 1;
        parts_at(b, skeleton->iks[k].bone, parts);
        for (uint32_t i = 0; i < b->layer_count; i++) {
            sum += parts[i] * hone_pose_ik_weight(b->poses[i], k);
            rest -= parts[i];
        }
        if (rest > 1e-6f)
            sum += rest * hone_pose_ik_weight(pose, k);
        pose->ik_enabled[k] = sum > 0;
        pose->ik_weights[k] = sum > 0 && sum < 1 - 1e-6f ? sum : 1;
    }
}

static void blend_visible(const blend *b, hone_pose *pose)
{
    float parts[HONE_BLEND_MOST];
    uint8_t visible[HONE_BLEND_MOST];
    parts_at(b, HONE_NONE, parts);
    for (uint32_t i = 0; i < b->layer_count; i++) visible[i] = b->poses[i]->visible;
    pose->visible = majority(b, parts, visible, pose->visible);
}

/* Blends the motions of a state over `pose`. */
static void apply_blend(hone_layers *layers, uint32_t begin, uint32_t end, double frame, hone_pose *pose,
                        const hone_model *model)
{
    blend b;
    b.layer_count = b.additive_count = 0;
    sample_members(layers, begin, end, frame, pose, model, &b);
    if (b.layer_count + b.additive_count == 0)
        return;
    if (b.layer_count) {
        blend_bone_switches(&b, pose);
        blend_chains(&b, pose, hone_model_skeleton(model));
        blend_visible(&b, pose);
    }
    hone_blend_run(&(hone_blend_job){.bone_count = pose->bone_count,
                                     .morph_count = pose->morph_count,
                                     .layer_count = b.layer_count,
                                     .layers = b.layers,
                                     .additive_count = b.additive_count,
                                     .additives = b.additives,
                                     .rest = pose->bones,
                                     .rest_morphs = pose->morphs,
                                     .threshold = 1,
                                     .bones = pose->bones,
                                     .morphs = pose->morphs});
}

/* ---- groups ---------------------------------------------------------------------------------------------------- */

static void apply_state(hone_layers *layers, uint32_t begin, double frame, hone_pose *pose, const hone_model *model)
{
    hone_layer *layer = &layers->items[begin];
    uint32_t end = hone_layers_state_end(layers, begin);
    if (end - begin == 1 && !layer->additive)
        hone_layer_apply(layer, frame, own_frame(layers, layer, frame), pose, &layers->over, model);
    else
        apply_blend(layers, begin, end, frame, pose, model);
}

/* Each state is applied over the pose below the group, and each of these poses is blended by its share into the result
 * of those before it. So the shares add up to 1, and where all motions agree the result is exactly theirs. */
static void apply_group(hone_layers *layers, uint32_t first, uint32_t end, double frame, hone_pose *pose,
                        const hone_model *model)
{
    uint32_t next = hone_layers_state_end(layers, first);
    if (next < end)
        hone_pose_copy(&layers->below, pose);
    apply_state(layers, first, frame, pose, model);
    for (uint32_t i = next; i < end; i = hone_layers_state_end(layers, i)) {
        float share = hone_fade_at(&layers->items[i].share, frame);
        if (!(share > 0))
            continue;
        hone_pose_copy(&layers->other, &layers->below);
        apply_state(layers, i, frame, &layers->other, model);
        hone_pose_blend(pose, &layers->other, share, NULL, model);
    }
}

void hone_layers_apply(hone_layers *layers, double frame, hone_pose *pose, const hone_model *model)
{
    for (uint32_t begin = 0, end; begin < layers->count; begin = end) {
        end = hone_layers_group_end(layers, begin);
        uint32_t first = hone_layers_first_showing(layers, begin, end, frame);
        apply_group(layers, first, end, frame, pose, model);
    }
}
