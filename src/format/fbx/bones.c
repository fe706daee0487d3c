/* Bones: the nodes of the hierarchy, in the order of the file. */
#include "base/builder.h"
#include "format/fbx/reader.h"

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
    if (!hone_fbx_scratch(reader, count, sizeof *object_of_bone, &object_of_bone) ||
        !hone_fbx_scratch(reader, scene->object_count, sizeof *bone_of_object, &bone_of_object))
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
        const fbx_connection *c = &reader->scene.by_source[connection];
        int32_t found = reader->bone_of_object[c->destination];
        if (c->source_property.size > 0)
            continue;
        several |= parent != HONE_NONE && found != parent;
        parent = found > parent ? found : parent;
    }
    if (several)
        hone_builder_warn(reader->builder, "node with several parents: the last one is used", bone);
    return parent;
}

/* ---- transforms at rest --------------------------------------------------------------------------------------- */

static void set_rest(hone_bone *bone, const fbx_trs *trs)
{
    for (int i = 0; i < 4; i++) bone->rest.rotation[i] = (float)trs->rotation[i];
    for (int i = 0; i < 3; i++) {
        bone->rest.translation[i] = (float)trs->translation[i];
        bone->rest.scale[i] = (float)trs->scale[i];
    }
    bone->rest_local = hone_affine_from_transform(&bone->rest);
}

/* Computes the rest transform of a bone, whose parent must be done already. */
static void evaluate(fbx_reader *reader, uint32_t at, fbx_inherited_scale *scales)
{
    static const fbx_inherited_scale none = FBX_INHERITED_SCALE_NONE;
    hone_bone *bone = &bones_of(reader)[at];
    const fbx_pivots *pivots = &reader->pivots[at];
    const fbx_inherited_scale *parent = bone->parent == HONE_NONE ? &none : &scales[bone->parent];
    fbx_trs trs;
    hone_fbx_transform(pivots, &reader->rest[at], &trs);
    if (!hone_fbx_inherit_scale(pivots->inherit, parent, &trs, &scales[at]))
        hone_builder_warn(reader->builder, "node that inherits a scale in a way that needs shear: without the shear",
                          at);
    hone_fbx_trs_to_hone(&reader->scene.space, &trs, &trs);
    set_rest(bone, &trs);
}

/* Visits parents first: goes up from each node to one that is done, then down again. A walk that comes back to one of
 * its own nodes has found a cycle. */
static bool evaluate_all(fbx_reader *reader)
{
    enum { NEW, OPEN, DONE };
    uint32_t count = reader->bone_count, *way;
    uint8_t *state;
    fbx_inherited_scale *scales;
    hone_bone *bones = bones_of(reader);
    if (!hone_fbx_scratch(reader, count, sizeof *way, &way) || !hone_fbx_scratch(reader, count, 1, &state) ||
        !hone_fbx_scratch(reader, count, sizeof *scales, &scales))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t depth = 0;
        for (int32_t at = (int32_t)i; at != HONE_NONE && state[at] == NEW; at = bones[at].parent) {
            state[at] = OPEN;
            way[depth++] = (uint32_t)at;
        }
        if (depth && bones[way[depth - 1]].parent != HONE_NONE && state[bones[way[depth - 1]].parent] == OPEN) {
            bones[way[depth - 1]].parent = HONE_NONE;
            hone_builder_warn(reader->builder, "cycle of child nodes: one of them made a root", way[depth - 1]);
        }
        while (depth) {
            evaluate(reader, way[--depth], scales);
            state[way[depth]] = DONE;
        }
    }
    return true;
}

/* ---- all bones ------------------------------------------------------------------------------------------------ */

static bool read_bone(fbx_reader *reader, uint32_t at, fbx_pivots *pivots, fbx_local *rest)
{
    const fbx_object *object = &reader->scene.objects[reader->object_of_bone[at]];
    hone_fbx_read_pivots(object, pivots, rest);
    bones_of(reader)[at] = (hone_bone){.name = hone_fbx_keep(reader, object->name),
                                       .parent = find_parent(reader, at),
                                       .flags = NODE_FLAGS,
                                       .tail_bone = HONE_NONE,
                                       .append_source = HONE_NONE,
                                       .ik = HONE_NONE};
    return bones_of(reader)[at].name != NULL;
}

bool hone_fbx_read_bones(fbx_reader *reader)
{
    fbx_pivots *pivots;
    fbx_local *rest;
    hone_bone *bones;
    if (!index_bones(reader) || !hone_fbx_array(reader, reader->bone_count, sizeof *bones, &bones) ||
        !hone_fbx_scratch(reader, reader->bone_count, sizeof *pivots, &pivots) ||
        !hone_fbx_scratch(reader, reader->bone_count, sizeof *rest, &rest))
        return false;
    reader->pivots = pivots;
    reader->rest = rest;
    reader->data.skeleton = (hone_skeleton){.bone_count = reader->bone_count, .bones = bones};
    for (uint32_t b = 0; b < reader->bone_count; b++)
        if (!read_bone(reader, b, &pivots[b], &rest[b]))
            return hone_builder_fail(reader->builder, reader->error);
    return evaluate_all(reader) && hone_fbx_read_blend_channels(reader);
}
