/* The connections of a file, and the searches among them. */
#include "base/arena.h"
#include "format/fbx/scene/scene_context.h"

/* ---- reading -------------------------------------------------------------------------------------------------- */

/* In version 6.1 deformers belong to a model. Here they belong to its mesh. */
static uint32_t mesh_for_deformer(const fbx_scene_context *scene, uint32_t source, uint32_t destination)
{
    fbx_kind kind = scene->objects[source].kind;
    uint32_t part = hone_fbx_part_of(scene, destination);
    return (kind == FBX_SKIN || kind == FBX_BLEND_SHAPE) && part != UINT32_MAX ? part : destination;
}

/* Where earlier versions connect to something inside of the destination, connects to the object that was made of it. */
static void redirect(const fbx_scene_context *scene, fbx_connection *connection)
{
    uint32_t channel = UINT32_MAX;
    if (scene->document->version < 7000)
        connection->destination = mesh_for_deformer(scene, connection->source, connection->destination);
    if (scene->document->version <= 7100 && connection->property.size > 0)
        channel = hone_fbx_channel_of(scene, connection->destination, connection->property);
    if (channel == UINT32_MAX)
        return;
    connection->destination = channel;
    connection->property = (fbx_text){"DeformPercent", 13};
}

static uint32_t object_at(const fbx_scene_context *scene, const fbx_node *node, uint32_t index)
{
    if (index >= node->value_count)
        return UINT32_MAX;
    return scene->document->version < 7000 ? hone_fbx_find_name(scene, hone_fbx_text(node, index))
                                           : hone_fbx_find_id(scene, hone_fbx_integer(node, index, INT64_MIN));
}

/* The values of a connection are its kind (OO, OP, PO, PP: an object or a property at each end), then the source, its
 * property, the destination, its property. */
static void add_connection(fbx_scene_context *scene, const fbx_node *node)
{
    fbx_text kind = hone_fbx_text(node, 0);
    if (kind.size != 2 || (kind.data[0] != 'O' && kind.data[0] != 'P') || (kind.data[1] != 'O' && kind.data[1] != 'P'))
        return;
    if (scene->counting) {
        scene->connection_count++;
        return;
    }
    uint32_t at = kind.data[0] == 'P' ? 3 : 2;
    fbx_connection connection = {.source = object_at(scene, node, 1), .destination = object_at(scene, node, at)};
    connection.source_property = kind.data[0] == 'P' ? hone_fbx_text(node, 2) : (fbx_text){"", 0};
    connection.property = kind.data[1] == 'P' ? hone_fbx_text(node, at + 1) : (fbx_text){"", 0};
    if (connection.source == UINT32_MAX || connection.destination == UINT32_MAX) {
        scene->dangling++;
        return;
    }
    redirect(scene, &connection);
    scene->connections[scene->connection_count++] = connection;
}

void hone_fbx_add_connections(fbx_scene_context *scene)
{
    const fbx_node *list = hone_fbx_child(scene->document->root, "Connections");
    for (const fbx_node *n = list ? list->first_child : NULL; n; n = n->next) add_connection(scene, n);
}

/* ---- sorting -------------------------------------------------------------------------------------------------- */

static uint32_t end_of(const fbx_connection *connection, bool by_source)
{
    return by_source ? connection->source : connection->destination;
}

static uint32_t *first_of(fbx_object *object, bool by_source)
{
    return by_source ? &object->first_destination : &object->first_source;
}

static uint32_t *count_of(fbx_object *object, bool by_source)
{
    return by_source ? &object->destination_count : &object->source_count;
}

/* Counts, then puts each connection into its place; those of one object stay in order. */
const fbx_connection *hone_fbx_sort_connections(fbx_scene_context *scene, bool by_source)
{
    const fbx_connection *in = scene->connections;
    fbx_connection *out = hone_arena_raw(scene->memory, (size_t)scene->connection_count + 1, sizeof *out);
    uint32_t first = 0;
    if (!out)
        return NULL;
    for (uint32_t c = 0; c < scene->connection_count; c++)
        ++*count_of(&scene->objects[end_of(&in[c], by_source)], by_source);
    for (uint32_t o = 0; o < scene->object_count; o++) {
        *first_of(&scene->objects[o], by_source) = first;
        first += *count_of(&scene->objects[o], by_source);
        *count_of(&scene->objects[o], by_source) = 0;
    }
    for (uint32_t c = 0; c < scene->connection_count; c++) {
        fbx_object *object = &scene->objects[end_of(&in[c], by_source)];
        out[*first_of(object, by_source) + (*count_of(object, by_source))++] = in[c];
    }
    return out;
}

/* ---- searching ------------------------------------------------------------------------------------------------ */

static bool fits(const fbx_scene *scene, const fbx_connection *connection, uint32_t other, fbx_kind kind,
                 const char *property)
{
    return (kind == FBX_ANY || scene->objects[other].kind == kind) &&
           (!property || hone_fbx_text_is(connection->property, property));
}

uint32_t hone_fbx_next_source(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property,
                              uint32_t after)
{
    uint32_t first = scene->objects[object].first_source, end = first + scene->objects[object].source_count;
    for (uint32_t at = after == UINT32_MAX ? first : after + 1; at < end; at++)
        if (fits(scene, &scene->by_destination[at], scene->by_destination[at].source, kind, property))
            return at;
    return UINT32_MAX;
}

uint32_t hone_fbx_next_destination(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property,
                                   uint32_t after)
{
    uint32_t first = scene->objects[object].first_destination, end = first + scene->objects[object].destination_count;
    for (uint32_t at = after == UINT32_MAX ? first : after + 1; at < end; at++)
        if (fits(scene, &scene->by_source[at], scene->by_source[at].destination, kind, property))
            return at;
    return UINT32_MAX;
}

uint32_t hone_fbx_source(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property)
{
    uint32_t found = hone_fbx_next_source(scene, object, kind, property, UINT32_MAX);
    return found == UINT32_MAX ? found : scene->by_destination[found].source;
}

uint32_t hone_fbx_destination(const fbx_scene *scene, uint32_t object, fbx_kind kind, const char *property)
{
    uint32_t found = hone_fbx_next_destination(scene, object, kind, property, UINT32_MAX);
    return found == UINT32_MAX ? found : scene->by_source[found].destination;
}
