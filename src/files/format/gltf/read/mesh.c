/* Meshes: the parts to draw, and their vertices. A mesh that several nodes show is read once for each of them. */
#include "base/memory/builder.h"
#include "files/format/gltf/read/accessor.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

gltf_object hone_gltf_primitive_of(gltf_reader *reader, const gltf_part *part)
{
    gltf_object mesh = hone_gltf_item(&reader->json, "meshes", reader->nodes[part->node].mesh);
    return hone_gltf_element(&mesh, "primitives", part->primitive);
}

gltf_object hone_gltf_attributes_of(gltf_reader *reader, const gltf_part *part)
{
    gltf_object primitive = hone_gltf_primitive_of(reader, part);
    return hone_gltf_member(&primitive, "attributes");
}

/* ---- parts ---------------------------------------------------------------------------------------------------- */

/* Counts the sets JOINTS_n and WEIGHTS_n, from 0 on. */
static uint16_t count_sets(const gltf_object *attributes)
{
    char joints[GLTF_KEY_SIZE], weights[GLTF_KEY_SIZE];
    uint16_t sets = 0;
    for (; sets < GLTF_SETS_MOST; sets++) {
        snprintf(joints, sizeof joints, "JOINTS_%u", sets);
        snprintf(weights, sizeof weights, "WEIGHTS_%u", sets);
        if (!hone_gltf_has(attributes, joints) || !hone_gltf_has(attributes, weights))
            break;
    }
    return sets;
}

static uint32_t triangle_indices(uint8_t mode, uint32_t count)
{
    if (mode == GLTF_TRIANGLES)
        return count / 3 * 3;
    return count > 2 ? (count - 2) * 3 : 0;
}

/* Counts the indices that its triangles have as a list. */
static uint32_t count_indices(gltf_reader *reader, const gltf_part *part, const gltf_object *primitive)
{
    gltf_accessor indices;
    if (part->mode < GLTF_TRIANGLES) {
        hone_builder_warn_limit(reader->file.builder, "primitive of points or lines: not drawn", NULL, 0);
        return 0;
    }
    if (part->vertex_count == 0 || !reader->nodes[part->node].in_scene || reader->nodes[part->node].hidden)
        return 0;
    bool indexed = hone_gltf_indices_of(reader, primitive, &indices);
    return reader->file.failed ? 0 : triangle_indices(part->mode, indexed ? indices.count : part->vertex_count);
}

static void read_material(gltf_reader *reader, gltf_part *part, const gltf_object *primitive)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t count = hone_gltf_count(&root, "materials");
    int32_t material = hone_gltf_index(primitive, "material", count);
    part->material = material < 0 ? count : (uint32_t)material;
    if (material < 0)
        reader->material_count = count + 1;
}

static void note_sets(gltf_reader *reader, const gltf_object *attributes)
{
    reader->has_tangents |= hone_gltf_has(attributes, "TANGENT");
    reader->colour_set |= hone_gltf_has(attributes, "COLOR_0");
    reader->second_uv_set |= hone_gltf_has(attributes, "TEXCOORD_1");
}

/* Exporters often give all primitives of a mesh the same vertices and select some by indices. */
static bool shares_vertices(gltf_reader *reader, const gltf_part *part, const gltf_object *primitive)
{
    if (part->primitive == 0)
        return false;
    gltf_object before = hone_gltf_primitive_of(reader, part - 1);
    return hone_gltf_same(primitive, &before, "attributes") && hone_gltf_same(primitive, &before, "targets") &&
           hone_gltf_same_compression(primitive, &before);
}

static void read_part(gltf_reader *reader, gltf_part *part)
{
    gltf_accessor positions = {0};
    gltf_object primitive = hone_gltf_primitive_of(reader, part),
                attributes = hone_gltf_member(&primitive, "attributes");
    const gltf_node *node = &reader->nodes[part->node];
    uint64_t mode = hone_gltf_whole(&primitive, "mode", GLTF_TRIANGLES);
    if (mode > GLTF_FAN)
        hone_gltf_fail(&primitive, "a primitive has the unknown mode %" PRIu64, mode);
    part->mode = (uint8_t)(hone_gltf_values_of(reader, &primitive, "indices") ? GLTF_TRIANGLES : mode);
    if (hone_gltf_accessor_of(reader, &attributes, "POSITION", 3, 3, &positions))
        part->vertex_count = positions.count;
    part->shares = shares_vertices(reader, part, &primitive);
    part->sets = node->skin == HONE_NONE ? 0 : count_sets(&attributes);
    part->has_normals = hone_gltf_has(&attributes, "NORMAL");
    part->index_count = reader->file.failed ? 0 : count_indices(reader, part, &primitive);
    read_material(reader, part, &primitive);
    note_sets(reader, &attributes);
}

static uint64_t count_parts(gltf_reader *reader)
{
    uint64_t count = 0;
    for (uint32_t n = 0; n < reader->data.skeleton.bone_count && !reader->file.failed; n++) {
        gltf_object mesh = hone_gltf_item(&reader->json, "meshes", reader->nodes[n].mesh);
        reader->nodes[n].part_count = hone_gltf_count(&mesh, "primitives") * reader->nodes[n].instance_count;
        count += reader->nodes[n].part_count;
    }
    return count;
}

/* Counts what is special about how nodes show their meshes, for people. */
static void count_nodes(gltf_reader *reader)
{
    for (uint32_t n = 0; n < reader->data.skeleton.bone_count; n++) {
        const gltf_node *node = &reader->nodes[n];
        if (node->mesh == HONE_NONE || !node->in_scene)
            continue;
        reader->data.hidden_mesh_count += node->hidden;
        reader->data.instance_count += node->instanced ? node->instance_count : 0;
    }
}

static bool check_totals(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint64_t vertices = 0, indices = 0;
    for (uint32_t p = 0; p < reader->part_count; p++) {
        gltf_part *part = &reader->parts[p];
        part->first_vertex = part->shares ? part[-1].first_vertex : (uint32_t)vertices;
        vertices += part->shares ? 0 : part->vertex_count;
        indices += part->index_count;
        if (vertices > INT32_MAX || indices > INT32_MAX)
            return hone_gltf_fail(&root, "it has more vertices or triangles than hone can count");
    }
    reader->data.mesh.vertex_count = (uint32_t)vertices;
    reader->data.mesh.index_count = (uint32_t)indices;
    return true;
}

bool hone_gltf_read_parts(gltf_reader *reader)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint64_t count = hone_gltf_count_instances(reader) ? count_parts(reader) : 0;
    reader->material_count = hone_gltf_count(&root, "materials");
    if (reader->file.failed || !hone_reading_scratch(&reader->file, count, sizeof *reader->parts, &reader->parts))
        return false;
    for (uint32_t n = 0; n < reader->data.skeleton.bone_count; n++) {
        const gltf_node *node = &reader->nodes[n];
        uint32_t primitives = node->part_count / node->instance_count;
        reader->nodes[n].first_part = reader->part_count;
        for (uint32_t i = 0; i < node->part_count && !reader->file.failed; i++) {
            gltf_part *part = &reader->parts[reader->part_count++];
            *part = (gltf_part){.node = n, .primitive = i % primitives, .instance = i / primitives};
            read_part(reader, part);
            part->mirrored = node->mirrored && !part->sets;
        }
    }
    if (reader->second_uv_set)
        reader->second_uv_set = 1 + reader->colour_set;
    count_nodes(reader);
    return !reader->file.failed && check_totals(reader);
}

/* ---- vertices ------------------------------------------------------------------------------------------------- */

/* Copies an attribute of a part to its rows of an array of `width` floats a vertex. Returns false if the part does not
 * have it, or with an error set. */
static bool fill(gltf_reader *reader, const gltf_part *part, const gltf_object *attributes, const char *name,
                 uint32_t least, uint32_t width, float *rows)
{
    gltf_accessor accessor;
    if (!hone_gltf_accessor_of(reader, attributes, name, least, width, &accessor))
        return false;
    if (accessor.count != part->vertex_count)
        return hone_gltf_fail(attributes, "\"%s\" has %u elements for %u vertices", name, accessor.count,
                              part->vertex_count);
    hone_gltf_read_floats(&accessor, 0, part->vertex_count, rows + (size_t)part->first_vertex * width, width);
    return true;
}

/* Colours may have three components, and vertices without colours are white. */
static void fill_colours(gltf_reader *reader, const gltf_part *part, const gltf_object *attributes, float *rows)
{
    float *row = rows + (size_t)part->first_vertex * 4;
    for (uint32_t i = 0; i < part->vertex_count * 4; i++) row[i] = 1;
    fill(reader, part, attributes, "COLOR_0", 3, 4, rows); /* the fourth component stays 1 if there are three */
}

/* The second set of texture coordinates is in rows of four. */
static void fill_second_uvs(gltf_reader *reader, const gltf_part *part, const gltf_object *attributes, float *rows)
{
    fill(reader, part, attributes, "TEXCOORD_1", 2, 4, rows);
}

static void fill_vertices(gltf_reader *reader, const gltf_part *part)
{
    hone_mesh *mesh = &reader->data.mesh;
    gltf_object attributes = hone_gltf_attributes_of(reader, part);
    fill(reader, part, &attributes, "POSITION", 3, 3, (float *)mesh->positions);
    fill(reader, part, &attributes, "NORMAL", 3, 3, (float *)mesh->normals);
    if (reader->has_tangents)
        fill(reader, part, &attributes, "TANGENT", 4, 4, (float *)mesh->tangents);
    fill(reader, part, &attributes, "TEXCOORD_0", 2, 2, (float *)mesh->uvs);
    if (reader->colour_set)
        fill_colours(reader, part, &attributes, (float *)mesh->extra_uvs[reader->colour_set - 1]);
    if (reader->second_uv_set)
        fill_second_uvs(reader, part, &attributes, (float *)mesh->extra_uvs[reader->second_uv_set - 1]);
}

bool hone_gltf_read_vertices(gltf_reader *reader)
{
    hone_mesh *mesh = &reader->data.mesh;
    uint32_t count = mesh->vertex_count;
    uint8_t *deforms;
    float *edge_scales;
    mesh->extra_uv_count = (reader->colour_set ? 1u : 0u) + (reader->second_uv_set ? 1u : 0u);
    if (!hone_reading_array(&reader->file, count, sizeof *mesh->positions, &mesh->positions) ||
        !hone_reading_array(&reader->file, count, sizeof *mesh->normals, &mesh->normals) ||
        !hone_reading_array(&reader->file, count, sizeof *mesh->uvs, &mesh->uvs) ||
        !hone_reading_array(&reader->file, count, 1, &deforms) ||
        !hone_reading_array(&reader->file, count, sizeof *edge_scales, &edge_scales))
        return false;
    if (reader->has_tangents && !hone_reading_array(&reader->file, count, sizeof *mesh->tangents, &mesh->tangents))
        return false;
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++)
        if (!hone_reading_array(&reader->file, count, sizeof *mesh->extra_uvs[i], &mesh->extra_uvs[i]))
            return false;
    mesh->deforms = deforms;
    mesh->edge_scales = edge_scales;
    for (uint32_t v = 0; v < count; v++) {
        deforms[v] = HONE_DEFORM_LINEAR;
        edge_scales[v] = 1;
    }
    for (uint32_t p = 0; p < reader->part_count && !reader->file.failed; p++)
        if (reader->parts[p].vertex_count && !reader->parts[p].shares)
            fill_vertices(reader, &reader->parts[p]);
    return !reader->file.failed;
}
