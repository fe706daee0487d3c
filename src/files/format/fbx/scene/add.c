/* Adds one object or one connection to a scene that is being read. */
#include "files/format/fbx/scene/scene_context.h"

uint32_t hone_fbx_add_object(fbx_scene_context *scene, const fbx_object *object)
{
    if (!scene->counting)
        scene->objects[scene->object_count] = *object;
    return scene->object_count++;
}

void hone_fbx_connect(fbx_scene_context *scene, uint32_t source, uint32_t destination, fbx_text property)
{
    if (!scene->counting)
        scene->connections[scene->connection_count] = (fbx_connection){source, destination, property};
    scene->connection_count++;
}
