/* Nodes become bones, in the order of the file. */
#include "base/memory/builder.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/reader.h"
#include <hone/math.h>
#include <string.h>

enum { NODE_FLAGS = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE };

static hone_bone *bones_of(gltf_reader *reader)
{
    return (hone_bone *)reader->data.skeleton.bones;
}

/* ---- one node ---- */

/* The matrix is column-major; its last row is ignored. Returns whether that changes it. */
static bool from_matrix(const float m[16], hone_affine *out)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out->m[r][c] = m[4 * c + r];
    return m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1;
}

uint32_t hone_gltf_node_transform(const gltf_object *node, hone_transform *rest, hone_affine *local)
{
    float matrix[16];
    *rest = (hone_transform)HONE_TRANSFORM_IDENTITY;
    hone_gltf_floats(node, "translation", rest->translation, 3);
    hone_gltf_floats(node, "rotation", rest->rotation, 4);
    hone_gltf_floats(node, "scale", rest->scale, 3);
    float length = sqrtf(hone_quat_dot(rest->rotation, rest->rotation));
    uint32_t repaired = length > 0.99f && length < 1.01f ? 0 : GLTF_NODE_NOT_UNIT;
    hone_quat_normalise(rest->rotation, rest->rotation);
    *local = hone_affine_from_transform(rest);
    if (hone_gltf_floats(node, "matrix", matrix, 16)) {
        repaired |= GLTF_NODE_MATRIX | (from_matrix(matrix, local) ? GLTF_NODE_PROJECTIVE : 0);
        *rest = hone_transform_from_affine(local);
    }
    return repaired;
}

static void read_transform(gltf_reader *reader, const gltf_object *node, hone_bone *bone)
{
    hone_transform rest;
    uint32_t found = hone_gltf_node_transform(node, &rest, &bone->rest_local);
    if (found & GLTF_NODE_NOT_UNIT)
        hone_builder_warn(reader->file.builder, "node whose rotation is not of unit length: normalised", node->index);
    if (found & GLTF_NODE_PROJECTIVE)
        hone_builder_warn(reader->file.builder, "node with a projective matrix: its last row is ignored", node->index);
    if (!(found & GLTF_NODE_MATRIX))
        bone->rest = rest;
}

bool hone_gltf_is_hidden(const gltf_object *node)
{
    gltf_object extensions = hone_gltf_member(node, "extensions"),
                visibility = hone_gltf_member(&extensions, GLTF_VISIBILITY);
    return hone_gltf_has(&visibility, "visible") && !hone_gltf_flag(&visibility, "visible");
}

static void read_node(gltf_reader *reader, uint32_t at)
{
    gltf_object root = hone_gltf_root(&reader->json), node = hone_gltf_item(&reader->json, "nodes", (int32_t)at);
    hone_bone *bone = &bones_of(reader)[at];
    *bone = (hone_bone){.name = hone_gltf_copy_text(reader, &node, "name"),
                        .parent = HONE_NONE,
                        .flags = NODE_FLAGS,
                        .tail_bone = HONE_NONE,
                        .append_source = HONE_NONE,
                        .ik = HONE_NONE};
    read_transform(reader, &node, bone);
    reader->nodes[at] = (gltf_node){.mesh = hone_gltf_index(&node, "mesh", hone_gltf_count(&root, "meshes")),
                                    .skin = hone_gltf_index(&node, "skin", hone_gltf_count(&root, "skins")),
                                    .instance_count = 1,
                                    .hidden = hone_gltf_is_hidden(&node),
                                    .slot = HONE_NONE};
}

/* ---- all nodes ---- */

static void read_children(gltf_reader *reader, uint32_t at)
{
    gltf_object node = hone_gltf_item(&reader->json, "nodes", (int32_t)at);
    uint32_t count = hone_gltf_count(&node, "children");
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) {
        int32_t child = hone_gltf_index_at(&node, "children", i, reader->data.skeleton.bone_count);
        if (child < 0)
            return;
        hone_bone *bone = &bones_of(reader)[child];
        if (bone->parent == HONE_NONE)
            bone->parent = (int32_t)at;
        else
            hone_builder_warn(reader->file.builder, "node with several parents: the first is used", (uint64_t)child);
    }
}

bool hone_gltf_find_parents(gltf_reader *reader, int32_t **parents)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "nodes");
    if (!hone_reading_scratch(&reader->file, count, sizeof **parents, parents))
        return false;
    for (uint32_t n = 0; n < count; n++) (*parents)[n] = HONE_NONE;
    for (uint32_t n = 0; n < count && !reader->file.failed; n++) {
        gltf_object node = hone_gltf_item(&reader->json, "nodes", (int32_t)n);
        for (uint32_t i = 0, children = hone_gltf_count(&node, "children"); i < children; i++) {
            int32_t child = hone_gltf_index_at(&node, "children", i, count);
            if (child >= 0 && (*parents)[child] == HONE_NONE)
                (*parents)[child] = (int32_t)n;
        }
    }
    return !reader->file.failed;
}

/* Without a scene, all nodes are in it. */
static void read_scene(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t scenes = hone_gltf_count(&root, "scenes"), count = reader->data.skeleton.bone_count;
    int32_t chosen = hone_gltf_index(&root, "scene", scenes);
    gltf_object scene = hone_gltf_item(&reader->json, "scenes", chosen < 0 && scenes ? 0 : chosen);
    if (scenes > 1)
        hone_builder_warn_limit(reader->file.builder, "file of several scenes: one is drawn", NULL, 0);
    for (uint32_t i = 0; i < count; i++) reader->nodes[i].in_scene = scenes == 0;
    for (uint32_t i = 0, roots = hone_gltf_count(&scene, "nodes"); i < roots && !reader->file.failed; i++) {
        int32_t node = hone_gltf_index_at(&scene, "nodes", i, count);
        if (node >= 0)
            reader->nodes[node].in_scene = true;
    }
}

bool hone_gltf_is_mirrored(const hone_affine *m)
{
    float column[3][3], cross[3];
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) column[c][r] = m->m[r][c];
    hone_vec3_cross(column[0], column[1], cross);
    return hone_vec3_dot(cross, column[2]) < 0;
}

/* Takes over what a node has from its parent, which must be done already. */
static void inherit_from_parent(gltf_reader *reader, uint32_t at)
{
    const hone_bone *bone = &bones_of(reader)[at];
    gltf_node *node = &reader->nodes[at];
    node->mirrored = hone_gltf_is_mirrored(&bone->rest_local);
    if (bone->parent == HONE_NONE)
        return;
    node->mirrored ^= reader->nodes[bone->parent].mirrored;
    node->in_scene |= reader->nodes[bone->parent].in_scene;
    node->hidden |= reader->nodes[bone->parent].hidden;
}

/* Visits parents first: goes up from each node to one that is done, then down again. A walk that comes back to one of
 * its own nodes has found a cycle. */
static bool inherit_all(gltf_reader *reader)
{
    enum { NEW, OPEN, DONE };
    uint32_t count = reader->data.skeleton.bone_count, *path;
    uint8_t *state;
    hone_bone *bones = bones_of(reader);
    if (!hone_reading_scratch(&reader->file, count, sizeof *path, &path) ||
        !hone_reading_scratch(&reader->file, count, 1, &state))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t depth = 0;
        for (int32_t at = (int32_t)i; at != HONE_NONE && state[at] == NEW; at = bones[at].parent) {
            state[at] = OPEN;
            path[depth++] = (uint32_t)at;
        }
        if (depth && bones[path[depth - 1]].parent != HONE_NONE && state[bones[path[depth - 1]].parent] == OPEN) {
            bones[path[depth - 1]].parent = HONE_NONE;
            hone_builder_warn(reader->file.builder, "cycle of child nodes: one of them made a root", path[depth - 1]);
        }
        while (depth) {
            inherit_from_parent(reader, path[--depth]);
            state[path[depth]] = DONE;
        }
    }
    return true;
}

bool hone_gltf_read_nodes(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "nodes");
    hone_bone *bones;
    if (!hone_reading_array(&reader->file, count, sizeof *bones, &bones) ||
        !hone_reading_scratch(&reader->file, count, sizeof *reader->nodes, &reader->nodes))
        return false;
    reader->data.skeleton = (hone_skeleton){.bone_count = count, .bones = bones};
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) read_node(reader, i);
    for (uint32_t i = 0; i < count && !reader->file.failed; i++) read_children(reader, i);
    read_scene(reader);
    return !reader->file.failed && inherit_all(reader);
}
