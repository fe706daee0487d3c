/* The root motion of an actor: the movements of its motions, by their weights in the pose. */
#include "play/actor/layers/layers.h"

#include <math.h>

/* ---- parts ----------------------------------------------------------------------------------------------------- */

static bool has_keys(const hone_pose *sampled, const hone_skeleton *skeleton, int32_t bone)
{
    for (uint32_t depth = 0; bone != HONE_NONE && depth <= skeleton->bone_count; depth++) {
        if (sampled->animated[bone])
            return true;
        bone = skeleton->bones[bone].parent;
    }
    return false;
}

static void find_share(hone_layers *layers, hone_layer *layer, const hone_model *model)
{
    layer->root_share = 0;
    if (layers->root_bone == HONE_NONE || layer->additive)
        return;
    hone_pose_reset(&layers->over, model);
    hone_sampler_sample(layer->sampler, 0, &layers->over);
    bool root = layer->data && layer->data->root;
    if (root || has_keys(&layers->over, hone_model_skeleton(model), layers->root_bone))
        layer->root_share = layer->mask ? layer->mask[layers->root_bone] : 1;
}

void hone_layers_find_root(hone_layers *layers, hone_layer *layer, const hone_model *model)
{
    if (!layers->roots && layer->data && layer->data->root) {
        layers->roots = true;
        layers->root_bone = hone_root_bone(model);
        for (uint32_t i = 0; i < layers->count + layers->stopped; i++) find_share(layers, &layers->items[i], model);
    }
    if (layers->roots)
        find_share(layers, layer, model);
}

/* ---- movements ------------------------------------------------------------------------------------------------- */

/* Where a motion is that plays some passes only. */
static double within_passes(const hone_clock *clock, double position)
{
    double most = hone_clock_last_pass(clock) * clock->length, least = hone_clock_first_pass(clock) * clock->length;
    return position > most ? most : position < least ? least : position;
}

static hone_root_delta movement_of(const hone_layers *layers, const hone_layer *layer, double from, double to)
{
    const hone_root_track *root = layer->data ? layer->data->root : NULL;
    const hone_clock *clock = &layer->clock;
    if (!root)
        return (hone_root_delta){{0}, 0};
    double begin = hone_layers_position(layers, layer, from), end = hone_layers_position(layers, layer, to);
    if (clock->ping_pong || !clock->loop)
        return hone_root_track_delta(root, hone_clock_wrap(clock, begin), hone_clock_wrap(clock, end), false);
    return hone_root_track_delta(root, within_passes(clock, begin), within_passes(clock, end), true);
}

static void add(hone_root_delta *sum, const hone_root_delta *part, float weight)
{
    for (int i = 0; i < 3; i++) sum->translation[i] += part->translation[i] * weight;
    sum->yaw += part->yaw * weight;
}

/* The movement between two frames with the weights of a third. */
static hone_root_delta movement(const hone_layers *layers, double from, double to, double weighed)
{
    hone_root_delta out = {{0}, 0};
    for (uint32_t begin = 0, end; begin < layers->count; begin = end) {
        hone_root_delta group = {{0}, 0};
        float below = 1;
        end = hone_layers_group_end(layers, begin);
        for (uint32_t i = begin; i < end; i++) {
            const hone_layer *layer = &layers->items[i];
            float share = layer->root_share > 0 ? layer->root_share * hone_layers_weight(layers, layer, weighed) : 0;
            if (!(share > 0))
                continue;
            hone_root_delta own = movement_of(layers, layer, from, to);
            add(&group, &own, share);
            below -= share;
        }
        if (below < 1)
            add(&group, &out, fmaxf(below, 0)), out = group;
    }
    return out;
}

/* Weights are those in the middle of each of the actor's frames, so that a fade moves the character as far at every
 * rate of updates. */
hone_root_delta hone_layers_root_motion(const hone_layers *layers, double from, double to)
{
    hone_root_delta out = {{0}, 0};
    const double most = 64;
    double direction = to > from ? 1 : -1, cell = fmax(1, ceil(fabs(to - from) / most));
    if (!layers->roots || !(fabs(to - from) < 1e9))
        return out;
    for (double at = from; at != to;) {
        double index = direction > 0 ? floor(at / cell) : ceil(at / cell) - 1;
        double next = direction > 0 ? fmin(to, (index + 1) * cell) : fmax(to, index * cell);
        hone_root_delta part = movement(layers, at, next, (index + 0.5) * cell);
        out = hone_root_delta_compose(&out, &part);
        at = next;
    }
    return out;
}
