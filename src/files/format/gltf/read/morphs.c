/* Morph targets: each target of each node with a mesh is a morph. Vertices that a target does not move are left out.
 * Expressions follow, and what animations point at. */
#include "base/memory/builder.h"
#include "files/format/gltf/read/accessor.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <stdio.h>
#include <string.h>

/* ---- targets of a node ---- */

uint32_t hone_gltf_count_targets(gltf_reader *reader, uint32_t node)
{
    gltf_object root = hone_gltf_root(&reader->json), object = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    gltf_object mesh =
        hone_gltf_item(&reader->json, "meshes", hone_gltf_index(&object, "mesh", hone_gltf_count(&root, "meshes")));
    uint32_t most = 0, primitives = hone_gltf_count(&mesh, "primitives");
    for (uint32_t p = 0; p < primitives && hone_gltf_charge(reader, 1); p++) {
        gltf_object primitive = hone_gltf_element(&mesh, "primitives", p);
        uint32_t count = hone_gltf_count(&primitive, "targets");
        most = count > most ? count : most;
    }
    return most;
}

/* The names of targets are not part of glTF, but all programs look for them here. */
const char *hone_gltf_target_name(gltf_reader *reader, uint32_t node, uint32_t target)
{
    gltf_object root = hone_gltf_root(&reader->json), object = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    gltf_object mesh =
        hone_gltf_item(&reader->json, "meshes", hone_gltf_index(&object, "mesh", hone_gltf_count(&root, "meshes")));
    gltf_object extras = hone_gltf_extras(&mesh);
    gltf_text name = hone_gltf_extras_text_at(&extras, "targetNames", target);
    char number[16];
    if (name.bytes)
        return hone_builder_text(reader->file.builder, name.bytes, name.size);
    int length = snprintf(number, sizeof number, "%u", target);
    return hone_builder_text(reader->file.builder, number, (size_t)length);
}

/* Returns the node's weight, or that of its mesh, or 0. */
static float rest_weight(gltf_reader *reader, uint32_t node, uint32_t target)
{
    gltf_object object = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    gltf_object mesh = hone_gltf_item(&reader->json, "meshes", reader->nodes[node].mesh);
    const gltf_object *speaker = hone_gltf_has(&object, "weights") ? &object : &mesh;
    return target < hone_gltf_count(speaker, "weights") ? (float)hone_gltf_number_at(speaker, "weights", target) : 0;
}

/* ---- one morph ---- */

typedef struct target_vertices {
    uint32_t count;
    hone_morph_vertex *vertices; /* NULL: counts only */
} target_vertices;

static void add_offsets(const gltf_part *part, const gltf_accessor *accessor, target_vertices *out)
{
    enum { CHUNK = 256 };
    gltf_run run = {.of = accessor};
    float offsets[CHUNK][3];
    while (hone_gltf_next_run(&run, *offsets, CHUNK))
        for (uint32_t i = 0; i < run.count; i++) {
            const float *o = offsets[i];
            if (o[0] == 0 && o[1] == 0 && o[2] == 0)
                continue;
            if (out->vertices)
                out->vertices[out->count] = (hone_morph_vertex){part->first_vertex + run.first + i, {o[0], o[1], o[2]}};
            out->count++;
        }
}

static void warn_of_limits(gltf_reader *reader, const gltf_object *target)
{
    static const char *const unread[] = {"COLOR_0", "TEXCOORD_0", "TEXCOORD_1"};
    for (size_t i = 0; i < sizeof unread / sizeof *unread; i++)
        if (hone_gltf_has(target, unread[i]))
            hone_builder_warn_limit(reader->file.builder,
                                    "morph target of colours or texture coordinates: these stay as they are", NULL, 0);
}

/* Adds what target `target` of a part adds to `attribute`. */
static void add_part(gltf_reader *reader, const gltf_part *part, uint32_t target, const char *attribute,
                     target_vertices *out)
{
    gltf_object primitive = hone_gltf_primitive_of(reader, part), targets;
    gltf_accessor accessor;
    if (part->shares || target >= hone_gltf_count(&primitive, "targets"))
        return;
    targets = hone_gltf_element(&primitive, "targets", target);
    warn_of_limits(reader, &targets);
    if (!hone_gltf_accessor_of(reader, &targets, attribute, 3, 3, &accessor))
        return;
    if (accessor.count != part->vertex_count)
        hone_gltf_fail(&primitive, "a morph target moves %u vertices of %u", accessor.count, part->vertex_count);
    else
        add_offsets(part, &accessor, out);
}

/* Counts the offsets, then writes them. */
static bool read_offsets(gltf_reader *reader, const gltf_node *node, uint32_t target, const char *attribute,
                         target_vertices *out)
{
    for (int pass = 0; pass < 2 && !reader->file.failed; pass++) {
        uint32_t found = out->count;
        if (pass == 1 && !hone_reading_array(&reader->file, found, sizeof *out->vertices, &out->vertices))
            return false;
        if (pass == 1 && found == 0)
            break;
        out->count = 0;
        for (uint32_t p = 0; p < node->part_count && !reader->file.failed; p++)
            add_part(reader, &reader->parts[node->first_part + p], target, attribute, out);
    }
    return !reader->file.failed;
}

static bool read_morph(gltf_reader *reader, uint32_t node, uint32_t target, hone_morph *out)
{
    enum { PANEL_OTHER = 4 };
    target_vertices positions = {0}, normals = {0};
    if (!read_offsets(reader, &reader->nodes[node], target, "POSITION", &positions) ||
        !read_offsets(reader, &reader->nodes[node], target, "NORMAL", &normals))
        return false;
    *out = (hone_morph){.name = hone_gltf_target_name(reader, node, target),
                        .english_name = "",
                        .panel = PANEL_OTHER,
                        .kind = HONE_MORPH_VERTEX,
                        .default_weight = rest_weight(reader, node, target),
                        .count = positions.count,
                        .u.vertices = positions.vertices,
                        .normal_count = normals.count,
                        .normals = normals.vertices};
    return !reader->file.failed;
}

/* ---- all morphs ---- */

bool hone_gltf_read_morphs(gltf_reader *reader)
{
    uint32_t nodes = reader->data.skeleton.bone_count, *first;
    uint64_t count = 0;
    hone_morph *morphs;
    if (!hone_reading_scratch(&reader->file, (uint64_t)nodes + 1, sizeof *first, &first))
        return false;
    for (uint32_t n = 0; n <= nodes; n++) {
        first[n] = (uint32_t)count;
        count += n < nodes ? hone_gltf_count_targets(reader, n)
                           : hone_gltf_count_expressions(reader) + hone_gltf_count_animated(reader);
    }
    gltf_object root = hone_gltf_root(&reader->json);
    if (reader->file.failed || !hone_gltf_list_pointed(reader, &reader->pointed))
        return false;
    if (count + reader->pointed.count > INT32_MAX)
        return hone_gltf_fail(&root, "it has more morph targets than hone can count");
    reader->pointed.first = (uint32_t)count;
    count += reader->pointed.count;
    if (!hone_reading_array(&reader->file, count, sizeof *morphs, &morphs))
        return false;
    reader->data.morphs = morphs;
    reader->data.morph_count = (uint32_t)count;
    for (uint32_t n = 0; n < nodes; n++)
        for (uint32_t at = first[n]; at < first[n + 1]; at++)
            if (!hone_gltf_charge(reader, 1 + reader->nodes[n].part_count) ||
                !read_morph(reader, n, at - first[n], &morphs[at]))
                return false;
    return hone_gltf_read_expressions(reader, first, morphs) && hone_gltf_read_animated(reader, first[nodes], morphs);
}
