/* Bones: the nodes of the hierarchy, in the order of the file. */
#include "base/memory/builder.h"
#include "files/format/fbx/reader.h"
#include <string.h>

enum { NODE_FLAGS = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE };

static hone_bone *bones_of(fbx_reader *reader)
{
    return (hone_bone *)reader->data.skeleton.bones;
}

/* ---- which object is which bone ------------------------------------------------------------------------------- */

static bool index_bones(fbx_reader *reader)
{
    const fbx_scene *scene = &reader->scene;
    uint32_t *object_of_bone, count = 0;
    int32_t *bone_of_object;
    for (uint32_t o = 1; o < scene->object_count; o++) count += scene->objects[o].kind == FBX_MODEL;
    if (!hone_reading_scratch(&reader->file, count, sizeof *object_of_bone, &object_of_bone) ||
        !hone_reading_scratch(&reader->file, scene->object_count, sizeof *bone_of_object, &bone_of_object))
        return false;
    for (uint32_t o = 0; o < scene->object_count; o++) {
        bool is_bone = o > 0 && scene->objects[o].kind == FBX_MODEL;
        bone_of_object[o] = is_bone ? (int32_t)reader->bone_count : HONE_NONE;
        if (is_bone)
            object_of_bone[reader->bone_count++] = o;
    }
    reader->object_of_bone = object_of_bone;
    reader->bone_of_object = bone_of_object;
    return true;
}

/* Returns the bone that a node is connected to. Of several, the last in the order of objects. */
static int32_t find_parent(fbx_reader *reader, uint32_t bone)
{
    uint32_t object = reader->object_of_bone[bone], connection = UINT32_MAX;
    int32_t parent = HONE_NONE;
    bool several = false;
    while ((connection = hone_fbx_next_destination(&reader->scene, object, FBX_MODEL, "", connection)) != UINT32_MAX) {
        int32_t found = reader->bone_of_object[hone_fbx_destination_at(&reader->scene, connection)];
        several |= parent != HONE_NONE && found != parent;
        parent = found > parent ? found : parent;
    }
    if (several)
        hone_fbx_warn(reader, "node with several parents: the last one is used", object);
    return parent;
}

/* Keeps the pivots of a node. Many nodes have none. */
static bool keep_pivots(fbx_reader *reader, uint32_t node, const fbx_pivots *read)
{
    static const fbx_pivots none[] = {FBX_NO_PIVOTS(FBX_INHERIT_RrSs), FBX_NO_PIVOTS(FBX_INHERIT_RSrs),
                                      FBX_NO_PIVOTS(FBX_INHERIT_Rrs)};
    fbx_pivots *kept;
    reader->pivots[node] = &none[read->inherit];
    if (hone_fbx_same_pivots(read, &none[read->inherit]))
        return true;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *kept, &kept))
        return false;
    *kept = *read;
    reader->pivots[node] = kept;
    return true;
}

static bool read_nodes(fbx_reader *reader)
{
    fbx_pivots pivots;
    fbx_local *rest;
    int32_t *parents;
    uint32_t count = reader->bone_count;
    if (!hone_reading_scratch(&reader->file, count, sizeof *reader->pivots, &reader->pivots) ||
        !hone_reading_scratch(&reader->file, count, sizeof *rest, &rest) ||
        !hone_reading_scratch(&reader->file, count, sizeof *parents, &parents))
        return false;
    for (uint32_t b = 0; b < count; b++) {
        hone_fbx_read_pivots(&reader->scene.objects[reader->object_of_bone[b]], &pivots, &rest[b]);
        if (!keep_pivots(reader, b, &pivots))
            return false;
        parents[b] = find_parent(reader, b);
    }
    reader->rest = rest;
    reader->parents = parents;
    return true;
}

/* Orders parents first: goes up from each node to one that is done, then down again. A walk that comes back to one of
 * its own nodes has found a cycle. */
static bool order_nodes(fbx_reader *reader)
{
    enum { NEW, OPEN, DONE };
    uint32_t count = reader->bone_count, *path, *order, done = 0;
    uint8_t *state;
    int32_t *parents = (int32_t *)reader->parents;
    if (!hone_reading_scratch(&reader->file, count, sizeof *path, &path) ||
        !hone_reading_scratch(&reader->file, count, 1, &state) ||
        !hone_reading_scratch(&reader->file, count, sizeof *order, &order))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t depth = 0;
        for (int32_t at = (int32_t)i; at != HONE_NONE && state[at] == NEW; at = parents[at]) {
            state[at] = OPEN;
            path[depth++] = (uint32_t)at;
        }
        if (depth && parents[path[depth - 1]] != HONE_NONE && state[parents[path[depth - 1]]] == OPEN) {
            parents[path[depth - 1]] = HONE_NONE;
            hone_fbx_warn(reader, "cycle of child nodes: one of them made a root",
                          reader->object_of_bone[path[depth - 1]]);
        }
        while (depth) {
            order[done++] = path[--depth];
            state[path[depth]] = DONE;
        }
    }
    reader->order = order;
    return true;
}

/* ---- bones at rest -------------------------------------------------------------------------------------------- */

static void set_rest(hone_bone *bone, const fbx_trs *trs)
{
    for (int i = 0; i < 4; i++) bone->rest.rotation[i] = (float)trs->rotation[i];
    for (int i = 0; i < 3; i++) {
        bone->rest.translation[i] = (float)trs->translation[i];
        bone->rest.scale[i] = (float)trs->scale[i];
    }
    bone->rest_local = hone_affine_from_transform(&bone->rest);
}

/* Returns the bone relative to which the transform of a node is: its parent, with or without the parent's scale. */
static int32_t parent_bone(const fbx_reader *reader, uint32_t node)
{
    int32_t parent = reader->parents[node];
    if (parent == HONE_NONE || reader->pivots[node]->inherit != FBX_INHERIT_RSrs)
        return parent;
    return (int32_t)hone_fbx_whole_bone(reader, (uint32_t)parent);
}

/* Computes the rest transform of a node, whose parent must be done already. A scale that is apart goes to the scale
 * bone. */
static void evaluate(fbx_reader *reader, uint32_t at)
{
    static const fbx_inherited_scale none = FBX_INHERITED_SCALE_NONE;
    hone_bone *bones = bones_of(reader);
    fbx_inherited_scale *scales = reader->scales;
    int32_t parent = reader->parents[at], scale_bone = reader->scale_bones[at];
    fbx_trs trs, scale = FBX_TRS_IDENTITY;
    hone_fbx_transform(reader->pivots[at], &reader->rest[at], &trs);
    if (!hone_fbx_inherit_scale(reader->pivots[at], parent == HONE_NONE ? &none : &scales[parent], &trs, &scales[at]))
        hone_fbx_warn(reader, "node that inherits a scale in a way that needs shear: without the shear",
                      reader->object_of_bone[at]);
    hone_fbx_trs_to_hone(&reader->scene.space, &trs, &trs);
    if (scale_bone != HONE_NONE)
        for (int i = 0; i < 3; i++) scale.scale[i] = trs.scale[i], trs.scale[i] = 1;
    set_rest(&bones[at], &trs);
    if (scale_bone != HONE_NONE)
        set_rest(&bones[scale_bone], &scale);
}

static const char *scale_bone_name(fbx_reader *reader, fbx_text node)
{
    static const char suffix[] = " scale";
    char *name;
    if (!hone_reading_scratch(&reader->file, (uint64_t)node.size + sizeof suffix, 1, &name))
        return NULL;
    if (node.size)
        memcpy(name, node.data, node.size);
    memcpy(name + node.size, suffix, sizeof suffix);
    return hone_fbx_keep(reader, (fbx_text){name, node.size + (uint32_t)sizeof suffix - 1});
}

/* Names the bones of a node. Returns false if out of memory. */
static bool make_bones(fbx_reader *reader, uint32_t node)
{
    static const hone_bone blank = {
        .flags = NODE_FLAGS, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    hone_bone *bones = bones_of(reader);
    int32_t scale_bone = reader->scale_bones[node];
    fbx_text name = reader->scene.objects[reader->object_of_bone[node]].name;
    bones[node] = blank;
    bones[node].name = hone_fbx_keep(reader, name);
    bones[node].parent = parent_bone(reader, node);
    if (scale_bone == HONE_NONE)
        return bones[node].name != NULL;
    bones[scale_bone] = blank;
    bones[scale_bone].name = scale_bone_name(reader, name);
    bones[scale_bone].parent = (int32_t)node;
    return bones[node].name && bones[scale_bone].name;
}

/* ---- all bones ------------------------------------------------------------------------------------------------ */

static bool read_skeleton(fbx_reader *reader)
{
    uint32_t nodes = reader->bone_count, scale_bone_count;
    int32_t *scale_bones;
    hone_bone *bones;
    if (!hone_reading_scratch(&reader->file, nodes, sizeof *scale_bones, &scale_bones) ||
        !hone_reading_scratch(&reader->file, nodes, sizeof *reader->scales, &reader->scales) ||
        !hone_fbx_find_scale_bones(reader, scale_bones, &scale_bone_count) ||
        !hone_reading_array(&reader->file, (uint64_t)nodes + scale_bone_count, sizeof *bones, &bones))
        return false;
    reader->scale_bones = scale_bones;
    reader->data.skeleton = (hone_skeleton){.bone_count = nodes + scale_bone_count, .bones = bones};
    for (uint32_t b = 0; b < nodes; b++)
        if (!make_bones(reader, b))
            return hone_reading_is_fine(&reader->file);
    for (uint32_t i = 0; i < nodes; i++) evaluate(reader, reader->order[i]);
    return true;
}

bool hone_fbx_read_bones(fbx_reader *reader)
{
    return index_bones(reader) && read_nodes(reader) && order_nodes(reader) && read_skeleton(reader) &&
           hone_fbx_read_blend_channels(reader);
}
