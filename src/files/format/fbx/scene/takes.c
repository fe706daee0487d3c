/* Version 6.1 has animation in "Takes": below each take its models, and below each model its channels, which are
 * nested. A take becomes a stack with one layer, a channel of a property a curve node, and a channel with keys a curve.
 */
#include "base/memory/builder.h"
#include "files/format/fbx/scene/scene_context.h"

typedef struct take_context {
    fbx_scene_context *scene;
    uint32_t layer, model; /* model: UINT32_MAX: none; its channels are left out */
} take_context;

static fbx_text text_of(const char *text)
{
    fbx_text out = {text, 0};
    while (text[out.size]) out.size++;
    return out;
}

static bool has_keys(const fbx_node *channel)
{
    return hone_fbx_child(channel, "Key") || hone_fbx_child(channel, "Default");
}

static void add_curve(const take_context *take, uint32_t curve_node, const fbx_node *channel, const char *property)
{
    fbx_object curve = {.kind = FBX_CURVE, .node = channel};
    uint32_t added = hone_fbx_add_object(take->scene, &curve);
    hone_fbx_connect(take->scene, added, curve_node, text_of(property));
}

/* Returns which of three numbers a channel moves: the one of its name, or else of its place. */
static uint32_t number_of(const fbx_node *channel, uint32_t place)
{
    fbx_text name = hone_fbx_text(channel, 0);
    char letter = name.size == 1 ? name.data[0] : 0;
    return letter >= 'X' && letter <= 'Z' ? (uint32_t)(letter - 'X') : place;
}

/* Adds the curves of a channel: its own, or those of the first three channels in it. Returns how many there are. */
static uint32_t add_curves(const take_context *take, uint32_t curve_node, const fbx_node *channel, bool count_only)
{
    static const char *const properties[3] = {"d|X", "d|Y", "d|Z"};
    uint32_t count = 0;
    if (has_keys(channel)) {
        if (!count_only)
            add_curve(take, curve_node, channel, properties[0]);
        return 1;
    }
    for (const fbx_node *n = hone_fbx_child(channel, "Channel"); n && count < 3; n = hone_fbx_next(n)) {
        if (!has_keys(n))
            continue;
        if (!count_only)
            add_curve(take, curve_node, n, properties[number_of(n, count)]);
        count++;
    }
    return count;
}

/* A property of a model belongs to its blend channel or node attribute, as in version 7. */
static uint32_t owner_of(const take_context *take, bool is_transform, fbx_text *property)
{
    const fbx_scene_context *scene = take->scene;
    if (scene->counting || is_transform || hone_fbx_text_is(*property, "Visibility"))
        return take->model;
    uint32_t channel = hone_fbx_channel_of(scene, take->model, *property);
    if (channel != UINT32_MAX) {
        *property = text_of("DeformPercent");
        return channel;
    }
    uint32_t part = hone_fbx_part_of(scene, take->model);
    return part != UINT32_MAX && scene->objects[part].kind == FBX_NODE_ATTRIBUTE ? part : take->model;
}

static void add_property(const take_context *take, const fbx_node *channel, bool is_transform, fbx_text property)
{
    if (add_curves(take, 0, channel, true) == 0)
        return;
    uint32_t owner = owner_of(take, is_transform, &property);
    fbx_object object = {.kind = FBX_CURVE_NODE, .name = property, .node = channel};
    uint32_t added = hone_fbx_add_object(take->scene, &object);
    hone_fbx_connect(take->scene, added, take->layer, text_of(""));
    hone_fbx_connect(take->scene, added, owner, property);
    add_curves(take, added, channel, false);
}

/* "Transform" has channels "T", "R" and "S". */
static void add_transform(const take_context *take, const fbx_node *transform)
{
    static const char *const names[3][2] = {{"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}};
    for (const fbx_node *n = hone_fbx_child(transform, "Channel"); n; n = hone_fbx_next(n))
        for (int i = 0; i < 3; i++)
            if (hone_fbx_text_is(hone_fbx_text(n, 0), names[i][0]))
                add_property(take, n, true, text_of(names[i][1]));
}

static void add_model(take_context *take, const fbx_node *node)
{
    take->model = take->scene->counting ? 0 : hone_fbx_find_name(take->scene, hone_fbx_text(node, 0));
    if (take->model == UINT32_MAX) {
        fbx_text name, class_name;
        hone_fbx_split_name(hone_fbx_text(node, 0), &name, &class_name);
        hone_builder_warn_named(take->scene->warnings, "animation of an object that the file does not have: left out",
                                name.data, name.size);
        return;
    }
    for (const fbx_node *n = hone_fbx_child(node, "Channel"); n; n = hone_fbx_next(n)) {
        fbx_text name = hone_fbx_text(n, 0);
        if (hone_fbx_text_is(name, "Transform"))
            add_transform(take, n);
        else
            add_property(take, n, false, name);
    }
}

void hone_fbx_add_takes(fbx_scene_context *scene)
{
    const fbx_node *takes = hone_fbx_child(scene->document->root, "Takes");
    for (const fbx_node *n = hone_fbx_child(takes, "Take"); n; n = hone_fbx_next(n)) {
        fbx_object stack = {.kind = FBX_STACK, .name = hone_fbx_text(n, 0), .node = n}, layer = stack;
        layer.kind = FBX_LAYER;
        layer.name = text_of("BaseLayer");
        uint32_t at = hone_fbx_add_object(scene, &stack);
        take_context take = {.scene = scene, .layer = hone_fbx_add_object(scene, &layer)};
        hone_fbx_connect(scene, take.layer, at, text_of(""));
        for (const fbx_node *m = hone_fbx_child(n, "Model"); m; m = hone_fbx_next(m)) add_model(&take, m);
    }
}
