/* Writes nodes: the bones in their order, then further nodes that glTF needs; and the skin. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/vrm/vrm.h"
#include <hone/math.h>
#include <string.h>

/* ---- building ---- */

static bool hangs_on_nothing(const hone_mesh *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        bool carried = false;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1] && !carried; i++)
            carried = mesh->influences[i].weight > 0 && mesh->influences[i].slot != HONE_NONE;
        if (!carried)
            return true;
    }
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        if (mesh->slots[s].bone == HONE_NONE)
            return true;
    return false;
}

static uint32_t count_roots(const hone_skeleton *skeleton)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) count += skeleton->bones[b].parent == HONE_NONE;
    return count;
}

/* A bone can be a joint only once. A further matrix on the same bone needs a node of its own at the same place. */
static void add_joints(gltf_writer *writer, int32_t *joint_of_bone, int32_t origin)
{
    const hone_mesh *mesh = &writer->model->mesh;
    const hone_bone *bones = writer->model->skeleton.bones;
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        const hone_slot *slot = &mesh->slots[s];
        int32_t *first = slot->bone == HONE_NONE ? NULL : &joint_of_bone[slot->bone];
        int32_t node = slot->bone == HONE_NONE ? origin : slot->bone;
        if (first && *first != HONE_NONE) {
            const hone_affine *other = &writer->joints[*first].inverse_bind;
            if (memcmp(other, &slot->bone_from_mesh, sizeof *other) == 0) {
                writer->joint_of_slot[s] = (uint32_t)*first;
                continue;
            }
            node = hone_gltf_add_node(writer, bones[slot->bone].name, slot->bone);
        } else if (!first && writer->origin_joint != HONE_NONE) {
            node = hone_gltf_add_node(writer, "origin", origin);
        }
        if (first && *first == HONE_NONE)
            *first = (int32_t)writer->joint_count;
        writer->joint_of_slot[s] = writer->joint_count;
        writer->joints[writer->joint_count++] = (gltf_out_joint){node, slot->bone_from_mesh};
    }
}

/* All joints need a common root node. */
static void add_root(gltf_writer *writer, bool origin)
{
    uint32_t roots = count_roots(&writer->model->skeleton) + origin;
    if (roots > 1)
        writer->root = hone_gltf_add_node(writer, *writer->model->name ? writer->model->name : "root", HONE_NONE);
}

static void add_skin(gltf_writer *writer)
{
    const hone_mesh *mesh = &writer->model->mesh;
    uint32_t bones = writer->model->skeleton.bone_count;
    int32_t *joint_of_bone = hone_gltf_write_scratch(writer, bones, sizeof *joint_of_bone);
    writer->joints = hone_gltf_write_scratch(writer, (size_t)mesh->slot_count + 1, sizeof *writer->joints);
    writer->joint_of_slot = hone_gltf_write_scratch(writer, mesh->slot_count, sizeof *writer->joint_of_slot);
    if (hone_arena_failed(writer->memory))
        return;
    for (uint32_t b = 0; b < bones; b++) joint_of_bone[b] = HONE_NONE;
    bool loose = hangs_on_nothing(mesh);
    add_root(writer, loose);
    int32_t origin = loose ? hone_gltf_add_node(writer, "origin", writer->root) : HONE_NONE;
    if (loose) {
        writer->origin_joint = 0;
        writer->joints[writer->joint_count++] = (gltf_out_joint){origin, HONE_AFFINE_IDENTITY};
    }
    add_joints(writer, joint_of_bone, origin);
}

static void add_inverse_binds(gltf_writer *writer)
{
    float(*columns)[16] = hone_gltf_write_scratch(writer, writer->joint_count, sizeof *columns);
    if (!columns)
        return;
    for (uint32_t j = 0; j < writer->joint_count; j++) {
        hone_affine bind = hone_gltf_to_affine(writer, &writer->joints[j].inverse_bind);
        for (int c = 0; c < 4; c++) {
            for (int r = 0; r < 3; r++) columns[j][4 * c + r] = bind.m[r][c];
            columns[j][4 * c + 3] = c == 3 ? 1.0f : 0.0f;
        }
    }
    gltf_out_accessor accessor = {.component = GLTF_FLOAT, .width = 16, .count = writer->joint_count};
    accessor.view =
        hone_gltf_add_words(writer, columns, sizeof *columns, sizeof **columns, writer->joint_count, GLTF_TARGET_NONE);
    writer->inverse_binds = hone_gltf_add_accessor(writer, &accessor);
}

void hone_gltf_build_skeleton(gltf_writer *writer)
{
    enum { ROOT_ORIGIN_MESH_CAMERA_PLACE = 5 };
    const hone_model_data *model = writer->model;
    bool skinned = model->mesh.vertex_count && model->mesh.slot_count;
    writer->node_count = model->skeleton.bone_count;
    size_t expressions = model->vrm_animation ? model->vrm_animation->expression_count : 0;
    writer->extras = hone_gltf_write_scratch(
        writer, (size_t)model->mesh.slot_count + ROOT_ORIGIN_MESH_CAMERA_PLACE + expressions, sizeof *writer->extras);
    if (!writer->extras)
        return;
    if (skinned)
        add_skin(writer);
    if (hone_arena_failed(writer->memory))
        return;
    add_inverse_binds(writer);
    if (model->mesh.vertex_count) {
        writer->mesh_node = hone_gltf_add_node(writer, "mesh", HONE_NONE);
        writer->extras[writer->extra_count - 1].mesh = true;
    }
    if (writer->desc->camera) {
        writer->camera_node = hone_gltf_add_node(writer, "camera", HONE_NONE);
        writer->extras[writer->extra_count - 1].camera = true;
    }
    if (writer->desc->place || writer->desc->place_motion) {
        writer->place_node = hone_gltf_add_node(writer, "place", HONE_NONE);
        writer->extras[writer->extra_count - 1].place = true;
    }
    if (expressions)
        hone_gltf_build_expression_nodes(writer);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

/* The place of the model moves all but the camera. A skinned mesh is where its joints are, and belongs to the scene. */
static bool is_placed(const gltf_writer *writer, int32_t node)
{
    bool skin = node == writer->mesh_node && writer->joint_count;
    return writer->place_node != HONE_NONE && node != writer->place_node && node != writer->camera_node && !skin;
}

static int32_t parent_of(const gltf_writer *writer, uint32_t node)
{
    uint32_t bones = writer->model->skeleton.bone_count;
    int32_t parent = node >= bones ? writer->extras[node - bones].parent : writer->model->skeleton.bones[node].parent;
    if (node < bones && parent == HONE_NONE)
        parent = writer->root;
    return parent == HONE_NONE && is_placed(writer, (int32_t)node) ? writer->place_node : parent;
}

static bool is_like(const hone_affine *a, const hone_affine *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (!(fabsf(a->m[r][c] - b->m[r][c]) <= 1e-6f * fmaxf(1, fabsf(b->m[r][c]))))
                return false;
    return true;
}

static void write_parts(const gltf_writer *writer, const hone_transform *local, hone_json *json)
{
    static const hone_transform identity = HONE_TRANSFORM_IDENTITY;
    float translation[3], rotation[4];
    hone_gltf_to_point(writer, local->translation, translation);
    hone_gltf_to_rotation(writer, local->rotation, rotation);
    if (hone_vec3_dot(translation, translation) != 0)
        hone_gltf_json_floats(json, "translation", translation, 3);
    if (memcmp(local->rotation, identity.rotation, sizeof identity.rotation) != 0)
        hone_gltf_json_floats(json, "rotation", rotation, 4);
    if (memcmp(local->scale, identity.scale, sizeof identity.scale) != 0)
        hone_gltf_json_floats(json, "scale", local->scale, 3);
}

/* Writes translation, rotation and scale if they give the whole matrix, or if the node is animated; otherwise the
 * matrix. */
static void write_rest(const gltf_writer *writer, uint32_t bone, hone_json *json)
{
    const hone_bone *b = &writer->model->skeleton.bones[bone];
    hone_transform local = b->rest;
    for (int r = 0; writer->model->space == HONE_SPACE_MMD && r < 3; r++) local.translation[r] = b->rest_local.m[r][3];
    hone_affine parts = hone_affine_from_transform(&local);
    if (writer->animated[bone] || is_like(&parts, &b->rest_local)) {
        write_parts(writer, &local, json);
        return;
    }
    hone_affine matrix = hone_gltf_to_affine(writer, &b->rest_local);
    float columns[16] = {0};
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 3; r++) columns[4 * c + r] = matrix.m[r][c];
    columns[15] = 1;
    hone_gltf_json_floats(json, "matrix", columns, 16);
}

static void write_place(const hone_transform *place, hone_json *json)
{
    hone_gltf_json_floats(json, "translation", place->translation, 3);
    hone_gltf_json_floats(json, "rotation", place->rotation, 4);
    hone_gltf_json_floats(json, "scale", place->scale, 3);
}

static void write_extra(const gltf_writer *writer, const gltf_out_node *node, hone_json *json)
{
    hone_gltf_json_text(json, "name", node->name);
    if (node->mesh) {
        hone_gltf_json_index(json, "mesh", 0);
        if (writer->joint_count)
            hone_gltf_json_index(json, "skin", 0);
    }
    if (node->camera)
        hone_gltf_json_index(json, "camera", 0);
    if (node->place && writer->desc->place)
        write_place(writer->desc->place, json);
}

/* Lists of children: the first child of each node, and the next sibling. */
typedef struct gltf_children {
    int32_t *first, *next;
} gltf_children;

static void write_children(const gltf_children *children, int32_t first, const char *key, hone_json *json)
{
    if (first == HONE_NONE)
        return;
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (int32_t node = first; node != HONE_NONE; node = children->next[node]) hone_json_integer(json, (uint64_t)node);
    hone_json_end(json, ']');
}

/* Children are in ascending order. Nodes without a parent are the scene's, at the index after the last node. */
static bool find_children(gltf_writer *writer, gltf_children *out)
{
    uint32_t count = writer->node_count;
    out->first = hone_gltf_write_scratch(writer, (size_t)count + 1, sizeof *out->first);
    out->next = hone_gltf_write_scratch(writer, (size_t)count + 1, sizeof *out->next);
    if (!out->first || !out->next)
        return false;
    for (uint32_t n = 0; n <= count; n++) out->first[n] = out->next[n] = HONE_NONE;
    for (uint32_t n = count; n-- > 0;) {
        int32_t parent = parent_of(writer, n);
        int32_t *first = &out->first[parent == HONE_NONE ? (int32_t)count : parent];
        out->next[n] = *first;
        *first = (int32_t)n;
    }
    return true;
}

static void write_skin(const gltf_writer *writer, hone_json *json)
{
    hone_gltf_json_begin(json, "skins", '[');
    hone_json_object(json);
    hone_gltf_json_index(json, "inverseBindMatrices", writer->inverse_binds);
    if (writer->root != HONE_NONE)
        hone_gltf_json_index(json, "skeleton", writer->root);
    hone_json_key(json, "joints");
    hone_json_flat_array(json);
    for (uint32_t j = 0; j < writer->joint_count; j++) hone_json_integer(json, (uint64_t)writer->joints[j].node);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
    hone_json_end(json, ']');
}

static void write_number(hone_json *json, const char *key, float value)
{
    hone_json_key(json, key);
    hone_json_float(json, value);
}

static void write_perspective(const gltf_writer *writer, hone_json *json)
{
    const float fov = writer->desc->fov > 0 && writer->desc->fov < 179 ? writer->desc->fov : 30;
    hone_gltf_json_text(json, "type", "perspective");
    hone_gltf_json_begin(json, "perspective", '{');
    write_number(json, "yfov", (float)((double)fov * HONE_PI / 180));
}

/* The far plane, which only this camera needs, is as far away as a stage is large. */
static void write_orthographic(gltf_writer *writer, hone_json *json)
{
    const float far_plane = 1000;
    hone_gltf_use_space(writer, hone_motion_get(writer->desc->camera)->space);
    const float height = writer->desc->height * writer->scale;
    hone_gltf_use_model_space(writer);
    hone_gltf_json_text(json, "type", "orthographic");
    hone_gltf_json_begin(json, "orthographic", '{');
    write_number(json, "xmag", height * hone_gltf_flat_aspect());
    write_number(json, "ymag", height);
    write_number(json, "zfar", far_plane);
}

static void write_camera(gltf_writer *writer, hone_json *json)
{
    const float near_plane = 0.1f;
    hone_gltf_json_begin(json, "cameras", '[');
    hone_json_object(json);
    if (writer->desc->height > 0)
        write_orthographic(writer, json);
    else
        write_perspective(writer, json);
    write_number(json, "znear", near_plane);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
    hone_json_end(json, ']');
}

static void write_scene(const gltf_writer *writer, const gltf_children *children, hone_json *json)
{
    hone_gltf_json_index(json, "scene", 0);
    hone_gltf_json_begin(json, "scenes", '[');
    hone_json_object(json);
    hone_gltf_json_text(json, "name", writer->model->name);
    write_children(children, children->first[writer->node_count], "nodes", json);
    hone_json_end(json, '}');
    hone_json_end(json, ']');
}

void hone_gltf_write_nodes(gltf_writer *writer, hone_json *json)
{
    const hone_skeleton *skeleton = &writer->model->skeleton;
    gltf_children children;
    if (writer->node_count == 0 || !find_children(writer, &children))
        return;
    write_scene(writer, &children, json);
    hone_gltf_json_begin(json, "nodes", '[');
    for (uint32_t n = 0; n < writer->node_count; n++) {
        hone_json_object(json);
        if (n < skeleton->bone_count) {
            hone_gltf_json_text(json, "name", skeleton->bones[n].name);
            write_rest(writer, n, json);
            if (writer->desc->vrm)
                hone_gltf_write_constraint(writer, n, json);
        } else {
            write_extra(writer, &writer->extras[n - skeleton->bone_count], json);
        }
        write_children(&children, children.first[n], "children", json);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
    if (writer->joint_count)
        write_skin(writer, json);
    if (writer->camera_node != HONE_NONE)
        write_camera(writer, json);
}
