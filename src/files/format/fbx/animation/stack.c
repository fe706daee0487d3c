/* Stacks: their names, time ranges and layers. */
#include "base/memory/builder.h"
#include "files/format/fbx/animation/animation.h"
#include <math.h>

/* ---- time ranges ---------------------------------------------------------------------------------------------- */

typedef struct time_range {
    double start, stop;
} time_range;

static bool is_range(const time_range *range)
{
    return range->stop > range->start;
}

/* Reads two properties of a stack, in ticks. */
static time_range property_range(const fbx_object *stack, const char *start, const char *stop)
{
    return (time_range){(double)hone_fbx_property_integer(stack, start, 0),
                        (double)hone_fbx_property_integer(stack, stop, 0)};
}

/* Finds the take of a stack: version 7 may have both, with the same name. */
static const fbx_node *take_of(const fbx_scene *scene, const fbx_object *stack)
{
    if (hone_fbx_is(stack->node, "Take"))
        return stack->node;
    const fbx_node *takes = hone_fbx_child(scene->document->root, "Takes");
    for (const fbx_node *take = hone_fbx_child(takes, "Take"); take; take = hone_fbx_next(take))
        if (hone_fbx_same_text(hone_fbx_text(take, 0), stack->name))
            return take;
    return NULL;
}

static time_range take_range(const fbx_node *take, const char *name)
{
    const fbx_node *node = hone_fbx_child(take, name);
    return (time_range){(double)hone_fbx_integer(node, 0, 0), (double)hone_fbx_integer(node, 1, 0)};
}

/* Widens a range by the keys of all curves of a layer. */
static bool add_keys(fbx_reader *reader, uint32_t layer, time_range *range)
{
    const fbx_scene *scene = &reader->scene;
    for (uint32_t n = UINT32_MAX; (n = hone_fbx_next_source(scene, layer, FBX_CURVE_NODE, "", n)) != UINT32_MAX;) {
        uint32_t node = scene->by_destination[n].source;
        for (uint32_t c = UINT32_MAX; (c = hone_fbx_next_source(scene, node, FBX_CURVE, NULL, c)) != UINT32_MAX;) {
            const fbx_curve *curve;
            if (!hone_fbx_read_curve(reader, scene->by_destination[c].source, &curve))
                return false;
            if (!curve)
                continue;
            range->start = fmin(range->start, curve->keys[0].time);
            range->stop = fmax(range->stop, curve->keys[curve->count - 1].time);
        }
    }
    return true;
}

static bool key_range(fbx_reader *reader, uint32_t stack, time_range *out)
{
    const fbx_scene *scene = &reader->scene;
    *out = (time_range){(double)INFINITY, -(double)INFINITY};
    for (uint32_t l = UINT32_MAX; (l = hone_fbx_next_source(scene, stack, FBX_LAYER, "", l)) != UINT32_MAX;)
        if (!add_keys(reader, scene->by_destination[l].source, out))
            return false;
    if (!(out->start <= out->stop))
        *out = (time_range){0, 0};
    return true;
}

bool hone_fbx_stack_range(fbx_reader *reader, uint32_t stack, double *start, double *stop)
{
    const fbx_object *object = &reader->scene.objects[stack];
    const fbx_node *take = take_of(&reader->scene, object);
    double ticks = hone_fbx_ticks_per_second(&reader->document);
    const time_range ranges[] = {property_range(object, "LocalStart", "LocalStop"), take_range(take, "LocalTime"),
                                 property_range(object, "ReferenceStart", "ReferenceStop"),
                                 take_range(take, "ReferenceTime")};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (is_range(&ranges[i])) {
            *start = ranges[i].start / ticks, *stop = ranges[i].stop / ticks;
            return true;
        }
    time_range keys;
    if (!key_range(reader, stack, &keys))
        return false;
    *start = keys.start, *stop = keys.stop;
    return true;
}

/* ---- clips ---------------------------------------------------------------------------------------------------- */

static uint32_t count_stacks(const fbx_scene *scene)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->object_count; i++) count += scene->objects[i].kind == FBX_STACK;
    return count;
}

bool hone_fbx_read_clips(fbx_reader *reader)
{
    const fbx_scene *scene = &reader->scene;
    uint32_t count = count_stacks(scene), at = 0;
    hone_clip *clips;
    if (!hone_reading_array(&reader->file, count, sizeof *clips, &clips))
        return false;
    for (uint32_t i = 0; i < scene->object_count; i++) {
        double start, stop;
        if (scene->objects[i].kind != FBX_STACK)
            continue;
        if (!hone_fbx_stack_range(reader, i, &start, &stop))
            return false;
        clips[at++] = (hone_clip){.name = hone_fbx_keep(reader, scene->objects[i].name), .duration = stop - start};
    }
    reader->data.clips = clips;
    reader->data.clip_count = count;
    return true;
}

/* ---- layers --------------------------------------------------------------------------------------------------- */

enum { ADDITIVE, OVERRIDE, OVERRIDE_PASSTHROUGH }; /* BlendMode */

/* Reads the keys of the weight, which belong to the layer itself. */
static bool read_weight(fbx_animation *animation, fbx_layer *layer)
{
    const fbx_scene *scene = &animation->reader->scene;
    uint32_t node = hone_fbx_source(scene, layer->object, FBX_CURVE_NODE, "Weight");
    uint32_t curve = node == UINT32_MAX ? node : hone_fbx_source(scene, node, FBX_CURVE, NULL);
    if (curve == UINT32_MAX || !layer->blended)
        return true;
    return hone_fbx_animation_curve(animation, curve, &layer->weight_curve);
}

static bool open_layer(fbx_animation *animation, uint32_t object)
{
    const fbx_scene *scene = &animation->reader->scene;
    const fbx_object *from = &scene->objects[object];
    fbx_layer *layer = &animation->layers[animation->layer_count++];
    int64_t mode = hone_fbx_property_integer(from, "BlendMode", ADDITIVE);
    *layer = (fbx_layer){.object = object,
                         .blended = mode == ADDITIVE || mode == OVERRIDE_PASSTHROUGH,
                         .additive = mode == ADDITIVE,
                         .whole_rotations = hone_fbx_property_integer(from, "RotationAccumulationMode", 0) == 0,
                         .multiplies = hone_fbx_property_integer(from, "ScaleAccumulationMode", 0) == 0,
                         .weight = hone_fbx_property(from, "Weight", 100) / 100};
    for (uint32_t n = UINT32_MAX; (n = hone_fbx_next_source(scene, object, FBX_CURVE_NODE, "", n)) != UINT32_MAX;) {
        uint8_t *owner = &animation->layer_of_node[scene->by_destination[n].source];
        *owner = *owner ? *owner : (uint8_t)animation->layer_count;
    }
    return read_weight(animation, layer);
}

static bool open_layers(fbx_animation *animation, uint32_t stack)
{
    fbx_reader *reader = animation->reader;
    const fbx_scene *scene = &reader->scene;
    uint32_t count = 0;
    for (uint32_t l = UINT32_MAX; (l = hone_fbx_next_source(scene, stack, FBX_LAYER, "", l)) != UINT32_MAX;) count++;
    if (count > FBX_LAYERS_MAX)
        hone_fbx_warn(reader, "more than 255 layers of an animation: the others are left out", stack);
    count = count < FBX_LAYERS_MAX ? count : FBX_LAYERS_MAX;
    if (!hone_reading_scratch(&reader->file, count, sizeof *animation->layers, &animation->layers))
        return false;
    uint32_t l = UINT32_MAX;
    while (animation->layer_count < count && (l = hone_fbx_next_source(scene, stack, FBX_LAYER, "", l)) != UINT32_MAX)
        if (!open_layer(animation, scene->by_destination[l].source))
            return false;
    return true;
}

bool hone_fbx_animation_open(fbx_animation *animation, fbx_reader *reader, uint32_t stack)
{
    uint32_t count = reader->scene.object_count;
    bool any = stack != UINT32_MAX;
    *animation = (fbx_animation){.reader = reader};
    return (!any || hone_fbx_stack_range(reader, stack, &animation->start, &animation->stop)) &&
           hone_reading_scratch(&reader->file, count, sizeof *animation->layer_of_node, &animation->layer_of_node) &&
           hone_reading_scratch(&reader->file, count, sizeof *animation->curves, &animation->curves) &&
           hone_reading_scratch(&reader->file, count, sizeof *animation->curve_is_read, &animation->curve_is_read) &&
           (!any || open_layers(animation, stack));
}
