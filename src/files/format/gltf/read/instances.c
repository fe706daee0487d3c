/* Instances: nodes that show their mesh several times (EXT_mesh_gpu_instancing). Each is a copy of the vertices with a
 * slot of its own, so that a small file could take much memory: there is a limit. */
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/accessor.h"
#include <hone/math.h>

static gltf_object attributes_of(gltf_reader *reader, uint32_t node)
{
    gltf_object object = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    gltf_object extensions = hone_gltf_member(&object, "extensions");
    gltf_object instancing = hone_gltf_member(&extensions, GLTF_INSTANCING);
    return hone_gltf_member(&instancing, "attributes");
}

/* The number of elements that all attributes have; 0: there are none. */
static uint32_t count_of(gltf_reader *reader, uint32_t node)
{
    static const char *const names[] = {"TRANSLATION", "ROTATION", "SCALE"};
    gltf_object attributes = attributes_of(reader, node);
    uint32_t count = 0;
    for (int i = 0; i < 3 && !reader->file.failed; i++) {
        gltf_accessor accessor = {0};
        if (!hone_gltf_accessor_of(reader, &attributes, names[i], i == 1 ? 4 : 3, i == 1 ? 4 : 3, &accessor))
            continue;
        if (count && accessor.count != count)
            hone_gltf_fail(&attributes, "\"%s\" has %u elements for %u instances", names[i], accessor.count, count);
        count = accessor.count;
    }
    return count;
}

/* About what a copy of the mesh takes in memory. */
static uint64_t size_of_copy(gltf_reader *reader, uint32_t node)
{
    enum { PART = 256, VERTEX = 160, TARGET = 64 };
    gltf_object mesh = hone_gltf_item(&reader->json, "meshes", reader->nodes[node].mesh);
    uint64_t size = 0;
    for (uint32_t i = 0, count = hone_gltf_count(&mesh, "primitives"); i < count && !reader->file.failed; i++) {
        gltf_object primitive = hone_gltf_element(&mesh, "primitives", i);
        gltf_object attributes = hone_gltf_member(&primitive, "attributes");
        gltf_accessor positions = {0}, indices = {0};
        hone_gltf_accessor_of(reader, &attributes, "POSITION", 3, 3, &positions);
        hone_gltf_indices_of(reader, &primitive, &indices);
        size += PART + (uint64_t)positions.count * (VERTEX + TARGET * hone_gltf_count(&primitive, "targets")) +
                12 * (uint64_t)(indices.count ? indices.count : positions.count);
    }
    return size;
}

static void count_node(gltf_reader *reader, uint32_t at)
{
    gltf_node *node = &reader->nodes[at];
    uint32_t count = node->mesh == HONE_NONE ? 0 : count_of(reader, at);
    if (count == 0 || reader->file.failed)
        return;
    if (node->skin != HONE_NONE) {
        hone_builder_warn(reader->file.builder, "node with a skin and instances: drawn once", at);
        return;
    }
    uint64_t each = size_of_copy(reader, at), most = each ? reader->instance_bytes / each : 0;
    if (count > most) {
        count = most ? (uint32_t)most : 1;
        hone_builder_warn(reader->file.builder, "node with more instances than hone holds: the first ones are drawn",
                          at);
    }
    node->instanced = true;
    node->instance_count = count;
    reader->instance_bytes -= each * count < reader->instance_bytes ? each * count : reader->instance_bytes;
}

bool hone_gltf_count_instances(gltf_reader *reader)
{
    if (!hone_gltf_uses(reader, GLTF_INSTANCING))
        return true;
    for (uint32_t n = 0; n < reader->data.skeleton.bone_count && !reader->file.failed; n++) count_node(reader, n);
    return !reader->file.failed;
}

/* Opens the attribute if the node has it. */
static bool open_values(gltf_reader *reader, const gltf_object *attributes, const char *name, uint32_t width,
                        gltf_accessor *out)
{
    *out = (gltf_accessor){0};
    return hone_gltf_accessor_of(reader, attributes, name, width, width, out);
}

bool hone_gltf_read_instances(gltf_reader *reader, uint32_t node, hone_affine *out)
{
    gltf_object attributes = attributes_of(reader, node);
    gltf_accessor translations, rotations, scales;
    bool moved = open_values(reader, &attributes, "TRANSLATION", 3, &translations);
    bool turned = open_values(reader, &attributes, "ROTATION", 4, &rotations);
    bool scaled = open_values(reader, &attributes, "SCALE", 3, &scales);
    for (uint32_t i = 0; i < reader->nodes[node].instance_count && !reader->file.failed; i++) {
        hone_transform place = HONE_TRANSFORM_IDENTITY;
        if (moved)
            hone_gltf_read_floats(&translations, i, 1, place.translation, 3);
        if (turned)
            hone_gltf_read_floats(&rotations, i, 1, place.rotation, 4);
        if (scaled)
            hone_gltf_read_floats(&scales, i, 1, place.scale, 3);
        hone_quat_normalise(place.rotation, place.rotation);
        out[i] = hone_affine_from_transform(&place);
    }
    return !reader->file.failed;
}
