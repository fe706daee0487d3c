/* Finds objects by their number or, in version 6.1, by their name, in a sorted table: no choice of numbers or names
 * makes that slow. */
#include "base/memory/arena.h"
#include "base/memory/builder.h"
#include "files/format/fbx/scene/scene_context.h"
#include <stdlib.h>
#include <string.h>

struct fbx_table_entry {
    int64_t id;
    fbx_text name, class_name; /* empty from version 7 on */
    uint32_t object;
};

static int compare_texts(fbx_text a, fbx_text b)
{
    uint32_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare_keys(const fbx_table_entry *a, const fbx_table_entry *b)
{
    int order = (a->id > b->id) - (a->id < b->id);
    order = order ? order : compare_texts(a->name, b->name);
    return order ? order : compare_texts(a->class_name, b->class_name);
}

static int compare_entries(const void *a, const void *b)
{
    const fbx_table_entry *x = a, *y = b;
    int order = compare_keys(x, y);
    return order ? order : (x->object > y->object) - (x->object < y->object);
}

/* ---- searching ------------------------------------------------------------------------------------------------ */

/* Returns the first object with a name, or UINT32_MAX. */
static uint32_t find(const fbx_scene_context *scene, const fbx_table_entry *wanted)
{
    uint32_t begin = 0, end = scene->table_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (compare_keys(&scene->table[middle], wanted) < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    bool found = begin < scene->table_count && compare_keys(&scene->table[begin], wanted) == 0;
    return found ? scene->table[begin].object : UINT32_MAX;
}

uint32_t hone_fbx_find_id(const fbx_scene_context *scene, int64_t id)
{
    uint32_t begin = 0, end = scene->table_count;
    if (id == 0 || id == scene->root_id)
        return 0;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (scene->table[middle].id < id)
            begin = middle + 1;
        else
            end = middle;
    }
    bool found = begin < scene->table_count && scene->table[begin].id == id;
    return found ? scene->table[begin].object : UINT32_MAX;
}

uint32_t hone_fbx_find_name(const fbx_scene_context *scene, fbx_text whole)
{
    fbx_table_entry wanted = {.id = 0};
    hone_fbx_split_name(whole, &wanted.name, &wanted.class_name);
    uint32_t found = find(scene, &wanted);
    bool is_root = hone_fbx_text_is(wanted.name, "Scene") && hone_fbx_text_is(wanted.class_name, "Model");
    return found == UINT32_MAX && is_root ? 0 : found;
}

/* ---- making --------------------------------------------------------------------------------------------------- */

static void set_entry(const fbx_scene_context *scene, uint32_t object, fbx_table_entry *out)
{
    const fbx_object *o = &scene->objects[object];
    *out = (fbx_table_entry){.id = o->id, .name = {"", 0}, .class_name = {"", 0}, .object = object};
    if (scene->document->version >= 7000)
        return;
    out->id = 0;
    hone_fbx_split_name(hone_fbx_text(o->node, 0), &out->name, &out->class_name);
}

bool hone_fbx_make_table(fbx_scene_context *scene)
{
    scene->table = hone_arena_raw(scene->temporary, scene->object_count, sizeof *scene->table);
    if (!scene->table)
        return false;
    for (uint32_t i = 1; i < scene->object_count; i++)
        if (scene->objects[i].id != 0)
            set_entry(scene, i, &scene->table[scene->table_count++]);
    qsort(scene->table, scene->table_count, sizeof *scene->table, compare_entries);
    for (uint32_t i = 1; i < scene->table_count; i++)
        if (compare_keys(&scene->table[i - 1], &scene->table[i]) == 0) {
            fbx_text name = scene->objects[scene->table[i].object].name;
            hone_builder_warn_named(scene->warnings, "object with the number or name of another: nothing refers to it",
                                    name.data, name.size);
        }
    return true;
}
