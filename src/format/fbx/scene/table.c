/* Finds objects by their number or, in version 6.1, by their name. */
#include "base/arena.h"
#include "format/fbx/scene/scene_context.h"
#include <string.h>

/* FNV-1a. Source: http://www.isthe.com/chongo/tech/comp/fnv. */
static uint64_t hash_text(fbx_text text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < text.size; i++) hash = (hash ^ (uint8_t)text.data[i]) * 0x100000001b3u;
    return hash;
}

/* The top bits depend on all bits of the key. */
static uint32_t slot_of(const fbx_scene_context *scene, uint64_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & scene->table_mask;
}

static bool is_named(const fbx_scene_context *scene)
{
    return scene->document->version < 7000;
}

uint32_t hone_fbx_find_id(const fbx_scene_context *scene, int64_t id)
{
    if (id == 0 || id == scene->root_id)
        return 0;
    for (uint32_t at = slot_of(scene, (uint64_t)id);; at = (at + 1) & scene->table_mask) {
        uint32_t object = scene->table[at];
        if (object == UINT32_MAX || scene->objects[object].id == id)
            return object;
    }
}

static uint32_t find_split(const fbx_scene_context *scene, fbx_text name, fbx_text class_name)
{
    for (uint32_t at = slot_of(scene, hash_text(name));; at = (at + 1) & scene->table_mask) {
        uint32_t object = scene->table[at];
        fbx_text other_name, other_class;
        if (object == UINT32_MAX)
            return object;
        hone_fbx_split_name(hone_fbx_text(scene->objects[object].node, 0), &other_name, &other_class);
        if (hone_fbx_same_text(name, other_name) && hone_fbx_same_text(class_name, other_class))
            return object;
    }
}

uint32_t hone_fbx_find_name(const fbx_scene_context *scene, fbx_text whole)
{
    fbx_text name, class_name;
    hone_fbx_split_name(whole, &name, &class_name);
    uint32_t found = find_split(scene, name, class_name);
    bool is_root = hone_fbx_text_is(name, "Scene") && hone_fbx_text_is(class_name, "Model");
    return found == UINT32_MAX && is_root ? 0 : found;
}

/* Adds an object. Returns false if there is one with the same number or name. */
static bool add_to_table(fbx_scene_context *scene, uint32_t object)
{
    const fbx_object *o = &scene->objects[object];
    fbx_text name, class_name;
    hone_fbx_split_name(hone_fbx_text(o->node, 0), &name, &class_name);
    bool named = is_named(scene);
    if ((named ? find_split(scene, name, class_name) : hone_fbx_find_id(scene, o->id)) != UINT32_MAX)
        return false;
    uint32_t at = slot_of(scene, named ? hash_text(name) : (uint64_t)o->id);
    while (scene->table[at] != UINT32_MAX) at = (at + 1) & scene->table_mask;
    scene->table[at] = object;
    return true;
}

bool hone_fbx_make_table(fbx_scene_context *scene)
{
    uint32_t size = 4;
    while (size < UINT32_MAX / 4 && size / 2 < scene->object_count) size *= 2;
    scene->table = hone_arena_raw(scene->memory, size, sizeof *scene->table);
    scene->table_mask = size - 1;
    if (!scene->table)
        return false;
    memset(scene->table, 0xff, size * sizeof *scene->table);
    for (uint32_t i = 1; i < scene->object_count; i++)
        if (scene->objects[i].id != 0 && !add_to_table(scene, i))
            hone_builder_warn(scene->warnings, "object with the number or name of another: nothing refers to it", i);
    return true;
}
