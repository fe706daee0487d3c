/* Reads the scene: counts its objects and connections, then reads them. */
#include "files/format/fbx/scene/scene.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "files/format/fbx/scene/scene_context.h"

/* The file may have another number than 0 for the root. */
static int64_t root_id(const fbx_document *document)
{
    const fbx_node *documents = hone_fbx_child(document->root, "Documents");
    return hone_fbx_integer(hone_fbx_child(hone_fbx_child(documents, "Document"), "RootNode"), 0, 0);
}

/* Adds everything. Returns false if out of memory. */
static bool add_all(fbx_scene_context *scene)
{
    scene->object_count = scene->connection_count = 0;
    hone_fbx_add_objects(scene);
    if (!scene->counting && !hone_fbx_make_table(scene))
        return false;
    if (scene->document->version < 7000)
        hone_fbx_add_takes(scene);
    hone_fbx_add_connections(scene);
    return true;
}

static bool count_and_add(fbx_scene_context *context)
{
    context->counting = true;
    add_all(context);
    context->counting = false;
    /* one more of each, so that an empty list is not taken for a failure */
    context->objects = hone_arena_array(context->memory, (size_t)context->object_count + 1, sizeof *context->objects);
    context->connections =
        hone_arena_raw(context->temporary, (size_t)context->connection_count + 1, sizeof *context->connections);
    return context->objects && context->connections && add_all(context);
}

/* Versions 6.1 and some of 7 have the settings in the list of objects. */
static const fbx_node *find_settings(const fbx_document *document)
{
    const fbx_node *settings = hone_fbx_child(document->root, "GlobalSettings");
    if (!settings)
        settings = hone_fbx_child(hone_fbx_child(document->root, "Objects"), "GlobalSettings");
    return hone_fbx_properties_of(settings);
}

static bool read_scene(fbx_scene_context *context, fbx_scene *scene)
{
    if (!count_and_add(context))
        return false;
    if (context->dangling)
        hone_builder_warn(context->warnings, "connection of an object that the file does not have: left out",
                          context->dangling);
    *scene = (fbx_scene){.document = context->document,
                         .object_count = context->object_count,
                         .objects = context->objects,
                         .connection_count = context->connection_count,
                         .settings = find_settings(context->document)};
    return hone_fbx_sort_connections(context, scene);
}

bool hone_fbx_scene_read(fbx_scene *scene, const fbx_document *document, hone_arena *memory, hone_builder *warnings,
                         hone_error *error)
{
    fbx_scene_context context = {.document = document,
                                 .memory = memory,
                                 .warnings = warnings,
                                 .definitions = hone_fbx_child(document->root, "Definitions"),
                                 .root_id = root_id(document)};
    if (!hone_fbx_child(document->root, "Objects"))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "has no section 'Objects', so there is nothing to read");
    context.temporary = hone_arena_create(hone_arena_allocator(memory), 0, error);
    if (!context.temporary)
        return false;
    bool ok = read_scene(&context, scene);
    if (!ok)
        hone_arena_fail(hone_arena_failed(memory) ? memory : context.temporary, error);
    hone_arena_destroy(context.temporary);
    if (ok)
        hone_fbx_space_read(&scene->space, scene->settings, warnings);
    return ok;
}
