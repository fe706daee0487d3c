/* Version 6.1 has meshes and node attributes inside of models. They become objects of their own, which follow their
 * model. Up to version 7.1, blend shapes are inside of meshes. They become a blend shape, its channels and their
 * shapes, which follow the mesh. */
#include "files/format/fbx/scene/scene_context.h"

static const fbx_text nothing = {"", 0};

static bool is_mesh(const fbx_node *model)
{
    return hone_fbx_child(model, "Vertices") != NULL;
}

void hone_fbx_add_shapes(fbx_scene_context *scene, const fbx_object *mesh, uint32_t at)
{
    uint32_t deformer = UINT32_MAX;
    for (const fbx_node *n = hone_fbx_child(mesh->node, "Shape"); n; n = hone_fbx_next(n)) {
        fbx_object object = {.name = hone_fbx_text(n, 0), .node = n, .properties = mesh->properties};
        if (deformer == UINT32_MAX) {
            fbx_object first = {.kind = FBX_BLEND_SHAPE, .name = mesh->name, .node = mesh->node};
            deformer = hone_fbx_add_object(scene, &first);
            hone_fbx_connect(scene, deformer, at, nothing);
        }
        object.kind = FBX_BLEND_CHANNEL;
        uint32_t channel = hone_fbx_add_object(scene, &object);
        object.kind = FBX_SHAPE;
        object.properties = NULL;
        hone_fbx_connect(scene, channel, deformer, nothing);
        hone_fbx_connect(scene, hone_fbx_add_object(scene, &object), channel, nothing);
    }
}

void hone_fbx_add_parts(fbx_scene_context *scene, const fbx_object *model, uint32_t at)
{
    fbx_object part = *model;
    part.id = 0;
    part.kind = is_mesh(model->node) ? FBX_MESH : FBX_NODE_ATTRIBUTE;
    if (part.kind == FBX_NODE_ATTRIBUTE && (model->subclass.size == 0 || hone_fbx_text_is(model->subclass, "Model")))
        return;
    uint32_t added = hone_fbx_add_object(scene, &part);
    hone_fbx_connect(scene, added, at, nothing);
    if (part.kind == FBX_MESH)
        hone_fbx_add_shapes(scene, model, added);
}

uint32_t hone_fbx_part_of(const fbx_scene_context *scene, uint32_t model)
{
    const fbx_object *objects = scene->objects;
    uint32_t next = model + 1;
    return model && next < scene->object_count && objects[next].id == 0 && objects[next].node == objects[model].node
               ? next
               : UINT32_MAX;
}

uint32_t hone_fbx_channel_of(const fbx_scene_context *scene, uint32_t object, fbx_text name)
{
    for (uint32_t i = object + 1; i < scene->object_count && scene->objects[i].id == 0; i++)
        if (scene->objects[i].kind == FBX_BLEND_CHANNEL && hone_fbx_same_text(scene->objects[i].name, name))
            return i;
    return UINT32_MAX;
}
