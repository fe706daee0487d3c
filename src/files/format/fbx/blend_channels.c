/* The channels of blend shapes, and the weights of their shapes. */
#include "base/memory/builder.h"
#include "files/format/fbx/reader.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- full weights --------------------------------------------------------------------------------------------- */

bool hone_fbx_is_of_blender(const fbx_reader *reader)
{
    const fbx_node *header = hone_fbx_child(reader->document.root, "FBXHeaderExtension");
    fbx_text creator = hone_fbx_text(hone_fbx_child(header, "Creator"), 0);
    return creator.size >= 9 && memcmp(creator.data, "Blender", 7) == 0 && memcmp(creator.data + 7, " v", 2) != 0;
}

typedef struct weighted_shape {
    double full_weight;
    uint32_t shape, order;
} weighted_shape;

static int compare_shapes(const void *a, const void *b)
{
    const weighted_shape *x = a, *y = b;
    if (x->full_weight != y->full_weight)
        return x->full_weight < y->full_weight ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Returns the full weights of the file, or NULL with count 0 if it has none. */
static bool read_full_weights(fbx_reader *reader, uint32_t channel, const double **out, uint32_t *count)
{
    const fbx_node *node = hone_fbx_child(reader->scene.objects[channel].node, "FullWeights");
    *out = NULL;
    *count = 0;
    return hone_fbx_is_of_blender(reader) ||
           hone_fbx_doubles(&reader->document, node, reader->file.scratch, out, count, reader->file.error);
}

static bool read_shapes(fbx_reader *reader, fbx_blend_channel *channel)
{
    const fbx_scene *scene = &reader->scene;
    weighted_shape *sorted;
    const double *weights;
    uint32_t *shapes, weight_count, at = 0, connection = UINT32_MAX;
    double *full_weights;
    if (!hone_reading_scratch(&reader->file, channel->shape_count, sizeof *sorted, &sorted) ||
        !hone_reading_scratch(&reader->file, channel->shape_count, sizeof *shapes, &shapes) ||
        !hone_reading_scratch(&reader->file, channel->shape_count, sizeof *full_weights, &full_weights) ||
        !read_full_weights(reader, channel->object, &weights, &weight_count))
        return false;
    while ((connection = hone_fbx_next_source(scene, channel->object, FBX_SHAPE, NULL, connection)) != UINT32_MAX) {
        double weight = at < weight_count ? weights[at] / 100 : 1;
        sorted[at] = (weighted_shape){isfinite(weight) ? weight : 1, scene->by_destination[connection].source, at};
        at++;
    }
    if (at)
        qsort(sorted, at, sizeof *sorted, compare_shapes);
    for (uint32_t i = 0; i < at; i++) shapes[i] = sorted[i].shape, full_weights[i] = sorted[i].full_weight;
    channel->shapes = shapes;
    channel->full_weights = full_weights;
    return true;
}

/* ---- weight at rest ------------------------------------------------------------------------------------------- */

/* The exporter of Blender writes the weight as a node. Where the shape is part of a model or mesh, that has a property
 * with the name of the channel. */
static double rest_percent(const fbx_object *channel)
{
    uint32_t first;
    const fbx_node *named = hone_fbx_property_named(channel->properties, channel->name, &first);
    const fbx_node *alone = hone_fbx_child(channel->node, "DeformPercent");
    double percent = hone_fbx_property(channel, "DeformPercent", hone_fbx_real(alone, 0, 0));
    if (channel->id == 0)
        percent = hone_fbx_real(named, named ? first : 0, 0);
    return isfinite(percent) ? percent : 0;
}

/* ---- all channels --------------------------------------------------------------------------------------------- */

static uint32_t count_shapes(const fbx_scene *scene, uint32_t channel)
{
    uint32_t count = 0, connection = UINT32_MAX;
    while ((connection = hone_fbx_next_source(scene, channel, FBX_SHAPE, NULL, connection)) != UINT32_MAX) count++;
    return count;
}

bool hone_fbx_read_blend_channels(fbx_reader *reader)
{
    const fbx_scene *scene = &reader->scene;
    fbx_blend_channel *channels;
    uint32_t count = 0, at = 0;
    for (uint32_t o = 0; o < scene->object_count; o++) count += scene->objects[o].kind == FBX_BLEND_CHANNEL;
    if (!hone_reading_scratch(&reader->file, count, sizeof *channels, &channels))
        return false;
    for (uint32_t o = 0; o < scene->object_count; o++) {
        if (scene->objects[o].kind != FBX_BLEND_CHANNEL)
            continue;
        channels[at] = (fbx_blend_channel){.object = o,
                                           .shape_count = count_shapes(scene, o),
                                           .first_morph = reader->morph_count,
                                           .rest = rest_percent(&scene->objects[o])};
        if (!read_shapes(reader, &channels[at]))
            return false;
        reader->morph_count += channels[at++].shape_count;
    }
    reader->channels = channels;
    reader->channel_count = count;
    return true;
}

const fbx_blend_channel *hone_fbx_blend_channel(const fbx_reader *reader, uint32_t object)
{
    uint32_t begin = 0, end = reader->channel_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (reader->channels[middle].object < object)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin < reader->channel_count && reader->channels[begin].object == object ? &reader->channels[begin] : NULL;
}

const char *hone_fbx_morph_name(fbx_reader *reader, const fbx_blend_channel *channel, uint32_t shape)
{
    const char *name = hone_fbx_keep(reader, reader->scene.objects[channel->object].name);
    if (!name || shape + 1 == channel->shape_count)
        return name;
    size_t size = strlen(name) + 32;
    char *longer;
    if (hone_reading_array(&reader->file, size, 1, &longer))
        snprintf(longer, size, "%s %.6g%%", name, 100 * channel->full_weights[shape]);
    return longer;
}

/* ---- weights of shapes ---------------------------------------------------------------------------------------- */

/* Returns the first shape whose full weight is above a weight, or above or equal to it; their number if there is none.
 */
static uint32_t first_above(const fbx_blend_channel *channel, double weight, bool or_equal)
{
    uint32_t begin = 0, end = channel->shape_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        double full = channel->full_weights[middle];
        if (full > weight || (or_equal && full == weight))
            end = middle;
        else
            begin = middle + 1;
    }
    return begin;
}

/* Positive and negative weights each run from zero over the shapes on their side; beyond the last shape the last line
 * goes on. A side without shapes goes on with the first line of the other side. A line goes from the shape `previous`,
 * or from zero, to the shape `next`. */
double hone_fbx_shape_weight(const fbx_blend_channel *channel, double percent, uint32_t shape)
{
    const double *full = channel->full_weights, weight = percent / 100;
    uint32_t count = channel->shape_count, negative = first_above(channel, 0, true), previous = UINT32_MAX, next;
    if (weight > 0 && negative < count) {
        next = first_above(channel, weight, false);
        next = next < count ? next : count - 1;
        previous = next > negative ? next - 1 : UINT32_MAX;
    } else if (weight <= 0 && negative > 0) {
        next = first_above(channel, weight, true);
        next = next > 0 ? next - 1 : 0;
        next = next < negative ? next : negative - 1;
        previous = next + 1 < negative ? next + 1 : UINT32_MAX;
    } else {
        next = negative < count ? negative : negative - 1;
    }
    double from = previous == UINT32_MAX ? 0 : full[previous], to = full[next];
    double t = to != from ? (weight - from) / (to - from) : 0;
    return shape == next ? t : shape == previous && to != from ? 1 - t : 0;
}
