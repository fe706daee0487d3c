/* Skins: slots, and the influences of vertices. */
#include "base/error.h"
#include "files/format/gltf/read/accessor.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SETS = 64, CHUNK = 256 };

static hone_slot *slots_of(gltf_reader *reader)
{
    return (hone_slot *)reader->data.mesh.slots;
}

/* ---- slots ---------------------------------------------------------------------------------------------------- */

static gltf_object skin_of(gltf_reader *reader, uint32_t skin)
{
    return hone_gltf_item(&reader->json, "skins", (int32_t)skin);
}

/* Each joint with its inverse bind matrix is a slot; without matrices they are the identity. */
static void read_skin(gltf_reader *reader, const gltf_object *skin)
{
    hone_mesh *mesh = &reader->data.mesh;
    gltf_accessor matrices = {0};
    bool bound = hone_gltf_accessor_of(reader, skin, "inverseBindMatrices", 16, 16, &matrices);
    uint32_t joints = hone_gltf_count(skin, "joints");
    if (bound && matrices.count < joints)
        hone_gltf_fail(skin, "%u inverse bind matrices for %u joints", matrices.count, joints);
    for (uint32_t j = 0; j < joints && !reader->file.failed; j++) {
        hone_slot slot = {hone_gltf_index_at(skin, "joints", j, reader->data.skeleton.bone_count),
                          HONE_AFFINE_IDENTITY};
        float m[16];
        if (bound) {
            hone_gltf_read_floats(&matrices, j, 1, m, 16);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 4; c++) slot.bone_from_mesh.m[r][c] = m[4 * c + r];
        }
        slots_of(reader)[mesh->slot_count++] = slot;
    }
}

static bool read_slots(gltf_reader *reader)
{
    hone_mesh *mesh = &reader->data.mesh;
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t skins = hone_gltf_count(&root, "skins"), nodes = reader->data.skeleton.bone_count;
    uint64_t count = 0;
    /* a node with a mesh may need a slot of its own */
    for (uint32_t n = 0; n < nodes; n++) count += reader->nodes[n].part_count > 0 ? reader->nodes[n].instance_count : 0;
    for (uint32_t s = 0; s < skins && !reader->file.failed; s++) {
        gltf_object skin = skin_of(reader, s);
        count += hone_gltf_count(&skin, "joints");
    }
    if (reader->file.failed || !hone_reading_array(&reader->file, count, sizeof *mesh->slots, &mesh->slots) ||
        !hone_reading_scratch(&reader->file, skins, sizeof *reader->skin_slots, &reader->skin_slots))
        return false;
    for (uint32_t s = 0; s < skins && !reader->file.failed; s++) {
        gltf_object skin = skin_of(reader, s);
        reader->skin_slots[s] = mesh->slot_count;
        read_skin(reader, &skin);
    }
    return !reader->file.failed;
}

/* Makes the slots of vertices that follow the node itself, one for each instance. */
static void add_slots(gltf_reader *reader, uint32_t node)
{
    hone_mesh *mesh = &reader->data.mesh;
    const gltf_node *shown = &reader->nodes[node];
    uint32_t count = shown->instance_count;
    hone_affine *places = NULL;
    if (shown->instanced && (!hone_reading_scratch(&reader->file, count, sizeof *places, &places) ||
                             !hone_gltf_read_instances(reader, node, places)))
        return;
    reader->nodes[node].slot = (int32_t)mesh->slot_count;
    for (uint32_t p = 0; places && p < shown->part_count; p++) {
        gltf_part *part = &reader->parts[shown->first_part + p];
        part->mirrored ^= hone_gltf_is_mirrored(&places[part->instance]);
    }
    for (uint32_t i = 0; i < count; i++)
        slots_of(reader)[mesh->slot_count++] =
            (hone_slot){(int32_t)node, places ? places[i] : (hone_affine)HONE_AFFINE_IDENTITY};
}

/* Returns the slot of vertices of a part that follow the node itself. */
static int32_t slot_of_part(gltf_reader *reader, const gltf_part *part)
{
    const gltf_node *node = &reader->nodes[part->node];
    if (node->slot == HONE_NONE)
        add_slots(reader, part->node);
    return node->slot == HONE_NONE ? HONE_NONE : node->slot + (int32_t)part->instance;
}

/* ---- influences ----------------------------------------------------------------------------------------------- */

typedef struct skinned_part {
    const gltf_part *part;
    gltf_accessor joints[MOST_SETS], weights[MOST_SETS];
    uint32_t joint_count, first_slot;
    /* of some vertices from `first` on: [set][count][4] */
    uint32_t first, count, chunk_joints[CHUNK][4];
    float chunk_weights[CHUNK][4];
} skinned_part;

static bool open_set(gltf_reader *reader, const gltf_object *attributes, skinned_part *skinned, uint32_t set)
{
    gltf_accessor *joints = &skinned->joints[set], *weights = &skinned->weights[set];
    uint32_t vertices = skinned->part->vertex_count;
    char name[16];
    snprintf(name, sizeof name, "JOINTS_%u", set);
    bool ok = hone_gltf_accessor_of(reader, attributes, name, 4, 4, joints);
    snprintf(name, sizeof name, "WEIGHTS_%u", set);
    ok = ok && hone_gltf_accessor_of(reader, attributes, name, 4, 4, weights);
    if (!ok)
        return false;
    if (joints->count != vertices || weights->count != vertices)
        return hone_gltf_fail(attributes, "%u joints and %u weights for %u vertices", joints->count, weights->count,
                              vertices);
    if (joints->type != GLTF_UNSIGNED_BYTE && joints->type != GLTF_UNSIGNED_SHORT && joints->type != GLTF_UNSIGNED_INT)
        return hone_gltf_fail(attributes, "joints have the component type %u", joints->type);
    return true;
}

/* Gets the influences of vertex `v` of the chunk as they are in the file. Returns the sum of the valid weights. */
static double get_influences(gltf_reader *reader, const skinned_part *skinned, uint32_t v, hone_influence *out)
{
    double sum = 0;
    uint32_t vertex = skinned->part->first_vertex + skinned->first + v;
    for (uint32_t set = 0; set < skinned->part->sets; set++) {
        const uint32_t *joints = skinned->chunk_joints[set * skinned->count + v];
        const float *weights = skinned->chunk_weights[set * skinned->count + v];
        for (int k = 0; k < 4; k++, out++) {
            bool known = joints[k] < skinned->joint_count, good = weights[k] >= 0 && weights[k] < INFINITY;
            if (!good)
                hone_builder_warn(reader->file.builder,
                                  "vertex with a weight that is negative or not a number: set to 0", vertex);
            else if (!known && weights[k] > 0)
                hone_builder_warn(reader->file.builder,
                                  "vertex with a joint that its skin does not have: weighted to its other joints",
                                  vertex);
            *out = (hone_influence){known ? (int32_t)(skinned->first_slot + joints[k]) : HONE_NONE,
                                    known && good ? weights[k] : 0};
            sum += (double)out->weight;
        }
    }
    return sum;
}

/* Scales the weights to the sum 1. A vertex without any weight follows the node. */
static void normalise(gltf_reader *reader, const gltf_part *part, double sum, hone_influence *influences)
{
    if (sum > 0) {
        for (uint32_t i = 0; i < 4u * part->sets; i++)
            influences[i].weight = (float)((double)influences[i].weight / sum);
        return;
    }
    influences[0] = (hone_influence){slot_of_part(reader, part), 1};
}

/* Reads the joints and weights of at most `most` vertices. */
static void read_chunk(skinned_part *skinned, uint32_t most)
{
    uint32_t left = skinned->part->vertex_count - skinned->first;
    skinned->count = left < most ? left : most;
    for (uint32_t set = 0, at = 0; set < skinned->part->sets; set++, at += skinned->count) {
        hone_gltf_read_whole(&skinned->joints[set], skinned->first, skinned->count, skinned->chunk_joints[at]);
        hone_gltf_read_floats(&skinned->weights[set], skinned->first, skinned->count, skinned->chunk_weights[at], 4);
    }
}

static void skin_part(gltf_reader *reader, const gltf_part *part, hone_influence *out)
{
    gltf_object attributes = hone_gltf_attributes_of(reader, part);
    gltf_object skin = skin_of(reader, (uint32_t)reader->nodes[part->node].skin);
    skinned_part skinned = {.part = part,
                            .joint_count = hone_gltf_count(&skin, "joints"),
                            .first_slot = reader->skin_slots[reader->nodes[part->node].skin]};
    for (uint32_t set = 0; set < part->sets; set++)
        if (!open_set(reader, &attributes, &skinned, set))
            return;
    for (uint32_t most = CHUNK / part->sets; skinned.first < part->vertex_count; skinned.first += most) {
        read_chunk(&skinned, most);
        for (uint32_t v = 0; v < skinned.count; v++, out += (size_t)4 * part->sets)
            normalise(reader, part, get_influences(reader, &skinned, v, out), out);
    }
}

static bool allocate_influences(gltf_reader *reader, hone_influence **influences, uint32_t **begin)
{
    hone_mesh *mesh = &reader->data.mesh;
    gltf_object root = hone_gltf_root(&reader->json);
    uint64_t count = 0;
    for (uint32_t p = 0; p < reader->part_count; p++) {
        const gltf_part *part = &reader->parts[p];
        count += part->shares ? 0 : (uint64_t)part->vertex_count * (part->sets ? 4u * part->sets : 1);
    }
    if (count > UINT32_MAX)
        return hone_gltf_fail(&root, "it has more influences than hone can count");
    mesh->influence_count = (uint32_t)count;
    return hone_reading_array(&reader->file, count, sizeof **influences, influences) &&
           hone_reading_array(&reader->file, (uint64_t)mesh->vertex_count + 1, sizeof **begin, begin);
}

bool hone_gltf_read_skins(gltf_reader *reader)
{
    hone_influence *influences = NULL;
    uint32_t *begin = NULL, at = 0;
    if (!read_slots(reader) || !allocate_influences(reader, &influences, &begin))
        return false;
    HONE_ASSERT(begin); /* it has one entry even if there are no vertices */
    reader->data.mesh.influences = influences;
    reader->data.mesh.influence_begin = begin;
    for (uint32_t p = 0; p < reader->part_count && !reader->file.failed; p++) {
        const gltf_part *part = &reader->parts[p];
        uint32_t each = part->sets ? 4u * part->sets : 1;
        if (part->shares)
            continue;
        if (part->sets && part->vertex_count)
            skin_part(reader, part, influences + at);
        for (uint32_t v = 0; v < part->vertex_count; v++, at += each) {
            begin[part->first_vertex + v] = at;
            if (!part->sets)
                influences[at] = (hone_influence){slot_of_part(reader, part), 1};
        }
    }
    begin[reader->data.mesh.vertex_count] = at;
    return !reader->file.failed;
}
