/* The connections of a file, and the searches among them. */
#include "base/memory/arena.h"
#include "files/format/fbx/scene/scene_context.h"

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
 * property, the destination, its property. Only constraints, which hone does not read, connect a property of a source.
 */
static void add_connection(fbx_scene_context *scene, const fbx_node *node)
{
    fbx_text kind = hone_fbx_text(node, 0);
    if (kind.size != 2 || kind.data[0] != 'O' || (kind.data[1] != 'O' && kind.data[1] != 'P'))
        return;
    if (scene->counting) {
        scene->connection_count++;
        return;
    }
    fbx_connection connection = {.source = object_at(scene, node, 1), .destination = object_at(scene, node, 2)};
    connection.property = kind.data[1] == 'P' ? hone_fbx_text(node, 3) : (fbx_text){"", 0};
    if (connection.source == UINT32_MAX || connection.destination == UINT32_MAX) {
        scene->dangling++;
        return;
    }
    redirect(scene, &connection);
    scene->connections[scene->connection_count++] = connection;
}

void hone_fbx_add_connections(fbx_scene_context *scene)
{
    for (const fbx_node *list = hone_fbx_child(scene->document->root, "Connections"); list; list = hone_fbx_next(list))
        for (const fbx_node *n = list->first_child; n; n = n->next) add_connection(scene, n);
}

/* ---- sorting -------------------------------------------------------------------------------------------------- */

/* Makes the number of connections of each object the place of its first one. */
static void place(const fbx_scene_context *context, bool by_source)
{
    uint32_t first = 0;
    for (uint32_t o = 0; o < context->object_count; o++) {
        fbx_object *object = &context->objects[o];
        uint32_t *count = by_source ? &object->destination_count : &object->source_count;
        *(by_source ? &object->first_destination : &object->first_source) = first;
        first += *count;
        *count = 0;
    }
}

/* Counts, then puts each connection into its place; those of one object stay in order. */
bool hone_fbx_sort_connections(fbx_scene_context *context, fbx_scene *scene)
{
    uint32_t count = context->connection_count;
    fbx_object *objects = context->objects;
    fbx_connection *by_destination = hone_arena_raw(context->memory, (size_t)count + 1, sizeof *by_destination);
    uint32_t *by_source = hone_arena_raw(context->memory, (size_t)count + 1, sizeof *by_source);
    if (!by_destination || !by_source)
        return false;
    for (uint32_t c = 0; c < count; c++) {
        objects[context->connections[c].source].destination_count++;
        objects[context->connections[c].destination].source_count++;
    }
    place(context, false);
    place(context, true);
    for (uint32_t c = 0; c < count; c++) {
        const fbx_connection *from = &context->connections[c];
        fbx_object *source = &objects[from->source], *destination = &objects[from->destination];
        uint32_t at = destination->first_source + destination->source_count++;
        by_destination[at] = *from;
        by_source[source->first_destination + source->destination_count++] = at;
    }
    scene->by_destination = by_destination;
    scene->by_source = by_source;
    return true;
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
        if (fits(scene, &scene->by_destination[scene->by_source[at]], hone_fbx_destination_at(scene, at), kind,
                 property))
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
    return found == UINT32_MAX ? found : hone_fbx_destination_at(scene, found);
}
