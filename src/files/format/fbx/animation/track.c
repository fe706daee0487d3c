#include "files/format/fbx/animation/track.h"
#include "base/memory/builder.h"
#include "files/format/fbx/animation/rotation.h"
#include <math.h>
#include <string.h>

/* ---- opening -------------------------------------------------------------------------------------------------- */

/* The numbers of a curve node that have no curve. */
static void read_defaults(const fbx_object *node, double out[3])
{
    static const char *const names[3][2] = {{"X", "d|X"}, {"Y", "d|Y"}, {"Z", "d|Z"}};
    for (int i = 0; i < 3; i++) {
        double value = hone_fbx_property(node, names[i][1], hone_fbx_property(node, names[i][0], 0));
        out[i] = isfinite(value) ? value : 0;
    }
}

/* Returns which of the three numbers a connection of a curve moves. */
static int number_of(fbx_text property)
{
    char last = property.size ? property.data[property.size - 1] : 0;
    bool plain = property.size == 1 || (property.size == 3 && memcmp(property.data, "d|", 2) == 0);
    return plain && last == 'Y' ? 1 : plain && last == 'Z' ? 2 : 0;
}

static bool open_curve(fbx_animation *animation, const fbx_connection *connection, fbx_track_layer *layer)
{
    const fbx_scene *scene = &animation->reader->scene;
    const fbx_node *otherwise = hone_fbx_child(scene->objects[connection->source].node, "Default"); /* version 6.1 */
    int i = number_of(connection->property);
    char name[64];
    if (connection->property.size < sizeof name) { /* such as "d|DeformPercent" */
        memcpy(name, connection->property.data, connection->property.size);
        name[connection->property.size] = 0;
        layer->defaults[i] = hone_fbx_property(&scene->objects[connection->destination], name, layer->defaults[i]);
    }
    layer->defaults[i] = hone_fbx_real(otherwise, 0, layer->defaults[i]);
    return hone_fbx_animation_curve(animation, connection->source, &layer->cursors[i].curve);
}

static bool open_curves(fbx_animation *animation, uint32_t node, fbx_track_layer *layer)
{
    const fbx_scene *scene = &animation->reader->scene;
    read_defaults(&scene->objects[node], layer->defaults);
    for (uint32_t c = UINT32_MAX; (c = hone_fbx_next_source(scene, node, FBX_CURVE, NULL, c)) != UINT32_MAX;)
        if (!open_curve(animation, &scene->by_destination[c], layer))
            return false;
    return true;
}

/* Finds the curve node of each layer; the first of several counts. Returns how many layers move the property. */
static uint32_t find_nodes(const fbx_animation *animation, uint32_t object, const char *property,
                           uint32_t nodes[FBX_LAYERS_MAX])
{
    const fbx_scene *scene = &animation->reader->scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < animation->layer_count; i++) nodes[i] = UINT32_MAX;
    for (uint32_t n = UINT32_MAX;
         (n = hone_fbx_next_source(scene, object, FBX_CURVE_NODE, property, n)) != UINT32_MAX;) {
        uint32_t node = scene->by_destination[n].source, layer = animation->layer_of_node[node];
        if (layer && nodes[layer - 1] == UINT32_MAX) {
            nodes[layer - 1] = node;
            count++;
        }
    }
    return count;
}

bool hone_fbx_track_open(fbx_animation *animation, uint32_t object, const char *property, fbx_track *track)
{
    uint32_t nodes[FBX_LAYERS_MAX];
    uint32_t count = find_nodes(animation, object, property, nodes);
    track->layer_count = 0;
    if (!hone_reading_scratch(&animation->reader->file, count, sizeof *track->layers, &track->layers))
        return false;
    for (uint32_t i = 0; i < animation->layer_count && count; i++) {
        if (nodes[i] == UINT32_MAX)
            continue;
        fbx_track_layer *layer = &track->layers[track->layer_count++];
        layer->layer = &animation->layers[i];
        layer->is_first = i == 0;
        layer->weight.curve = i == 0 ? NULL : layer->layer->weight_curve;
        if (!open_curves(animation, nodes[i], layer))
            return false;
    }
    return true;
}

static bool is_still(const fbx_curve *curve)
{
    return !curve || curve->still;
}

bool hone_fbx_track_is_still(const fbx_track *track)
{
    bool still = true;
    for (uint32_t l = 0; l < track->layer_count; l++) {
        still = still && is_still(track->layers[l].weight.curve);
        for (int i = 0; i < 3; i++) still = still && is_still(track->layers[l].cursors[i].curve);
    }
    return still;
}

/* ---- segments ------------------------------------------------------------------------------------------------- */

void hone_fbx_track_seek(fbx_track *track, double time)
{
    for (uint32_t l = 0; l < track->layer_count; l++) {
        fbx_track_layer *layer = &track->layers[l];
        for (int i = 0; i < 3; i++)
            if (layer->cursors[i].curve)
                hone_fbx_cursor_seek(&layer->cursors[i], time);
        if (layer->weight.curve)
            hone_fbx_cursor_seek(&layer->weight, time);
    }
}

double hone_fbx_track_end(const fbx_track *track)
{
    double end = (double)INFINITY;
    for (uint32_t l = 0; l < track->layer_count; l++) {
        const fbx_track_layer *layer = &track->layers[l];
        for (int i = 0; i < 3; i++)
            if (layer->cursors[i].curve)
                end = hone_fbx_smaller(end, layer->cursors[i].segment.end);
        if (layer->weight.curve)
            end = hone_fbx_smaller(end, layer->weight.segment.end);
    }
    return end;
}

/* Returns the length of the path of the control points, which is at least the change of the value. A line may go on
 * beyond its two values. */
static double change(const fbx_cursor *cursor, double from, double to)
{
    const fbx_segment *segment = &cursor->segment;
    const double *v = segment->values;
    if (!cursor->curve || segment->kind == FBX_CONSTANT)
        return 0;
    if (segment->kind == FBX_LINEAR)
        return fabs(v[3] - v[0]) * (hone_fbx_smaller(segment->end, to) - hone_fbx_larger(segment->begin, from)) /
               segment->length;
    return fabs(v[1] - v[0]) + fabs(v[2] - v[1]) + fabs(v[3] - v[2]);
}

double hone_fbx_track_curve_change(const fbx_track *track, double from, double to)
{
    double most = 0;
    for (uint32_t l = 0; l < track->layer_count; l++)
        for (int i = 0; i < 3; i++) most = hone_fbx_larger(most, change(&track->layers[l].cursors[i], from, to));
    return most;
}

double hone_fbx_track_change(const fbx_track *track, double from, double to)
{
    double most = hone_fbx_track_curve_change(track, from, to), weights = 0;
    for (uint32_t l = 0; l < track->layer_count; l++)
        weights = hone_fbx_larger(weights, change(&track->layers[l].weight, from, to));
    bool alone = track->layer_count == 1 && track->layers->is_first;
    return alone || (most == 0 && weights == 0) ? most : (double)INFINITY;
}

static bool is_uneven(const fbx_cursor *cursor)
{
    return cursor->curve && cursor->segment.kind == FBX_CUBIC && !cursor->segment.even;
}

bool hone_fbx_track_is_uneven(const fbx_track *track)
{
    bool uneven = track->layer_count > 1; /* weights of layers move too */
    for (uint32_t l = 0; l < track->layer_count; l++)
        for (int i = 0; i < 3; i++) uneven |= is_uneven(&track->layers[l].cursors[i]);
    return uneven;
}

/* ---- layers --------------------------------------------------------------------------------------------------- */

static double weight_at(const fbx_track_layer *layer, double time)
{
    double weight =
        layer->weight.curve ? hone_fbx_segment_value(&layer->weight.segment, time) / 100 : layer->layer->weight;
    return weight > 0.99999 ? 1 : weight > 0 ? weight : 0;
}

/* The power of a scale, which keeps its sign. */
static double power(double scale, double exponent)
{
    return exponent <= 0 ? 1 : exponent >= 1 ? scale : copysign(pow(fabs(scale), exponent), scale);
}

static void combine_numbers(const fbx_layer *layer, double weight, const double value[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = layer->additive ? out[i] + weight * value[i] : (1 - weight) * out[i] + weight * value[i];
}

static void combine_scales(const fbx_layer *layer, double weight, const double value[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (layer->additive ? out[i] : power(out[i], 1 - weight)) * power(value[i], weight);
}

static void combine_rotations(const fbx_layer *layer, uint8_t order, double weight, const double value[3],
                              double out[3])
{
    static const double identity[4] = {0, 0, 0, 1};
    double below[4], own[4], result[4];
    hone_fbx_quat_from_angles(order, out, below);
    hone_fbx_quat_from_angles(order, value, own);
    if (layer->additive) {
        hone_fbx_quat_slerp(identity, own, weight, own);
        hone_fbx_quat_multiply(below, own, result);
    } else {
        hone_fbx_quat_slerp(below, own, weight, result);
    }
    hone_fbx_angles_from_quat(order, result, out);
}

static void combine(const fbx_track *track, const fbx_track_layer *part, double time, const double value[3],
                    double out[3])
{
    const fbx_layer *layer = part->layer;
    double weight = weight_at(part, time);
    if (part->is_first || !layer->blended)
        memcpy(out, value, 3 * sizeof *out);
    else if (track->kind == FBX_TRACK_ROTATION && layer->whole_rotations)
        combine_rotations(layer, track->order, weight, value, out);
    else if (track->kind == FBX_TRACK_SCALE && layer->multiplies)
        combine_scales(layer, weight, value, out);
    else
        combine_numbers(layer, weight, value, out);
}

void hone_fbx_track_value(const fbx_track *track, double time, double out[3])
{
    memcpy(out, track->rest, sizeof track->rest);
    for (uint32_t l = 0; l < track->layer_count; l++) {
        const fbx_track_layer *layer = &track->layers[l];
        double value[3];
        for (int i = 0; i < 3; i++)
            value[i] =
                layer->cursors[i].curve ? hone_fbx_segment_value(&layer->cursors[i].segment, time) : layer->defaults[i];
        combine(track, layer, time, value, out);
    }
}

/* The values of the only layer. */
static void values_of_layer(const fbx_track_layer *layer, const double times[4], double out[3][4])
{
    for (int i = 0; i < 3; i++)
        if (layer->cursors[i].curve)
            hone_fbx_segment_values(&layer->cursors[i].segment, times, out[i]);
        else
            for (int k = 0; k < 4; k++) out[i][k] = layer->defaults[i];
}

void hone_fbx_track_values(const fbx_track *track, const double *times, uint32_t count, double out[3][4])
{
    double value[3] = {0}, all[4];
    if (count > 1 && track->layer_count == 1 && track->layers->is_first) {
        for (uint32_t k = 0; k < 4; k++) all[k] = times[k < count ? k : count - 1];
        values_of_layer(track->layers, all, out);
        return;
    }
    for (uint32_t k = 0; k < 4; k++) {
        if (k < count)
            hone_fbx_track_value(track, times[k], value);
        for (int i = 0; i < 3; i++) out[i][k] = value[i];
    }
}
