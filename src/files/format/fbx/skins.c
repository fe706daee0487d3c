/* Skins: the slots of each part, and the influences of its vertices. */
#include "base/error.h"
#include "files/format/fbx/skin_table.h"
#include <string.h>

enum { DUAL_INFLUENCES = 4 }; /* QDEF has exactly four */

/* The state of a part while its influences are counted and written. */
typedef struct skinned_part {
    fbx_part *part;
    const fbx_skin_table *table;
    int32_t *slot_of_cluster; /* [cluster_count] */
    int32_t node_slot;        /* of vertices that follow the node that shows the mesh */
} skinned_part;

typedef struct skin_context {
    fbx_reader *reader;
    fbx_skin_table **tables; /* [object_count] of meshes; NULL: not read yet */
    skinned_part *parts;     /* [part_count] */
    hone_slot *slots;
} skin_context;

/* ---- slots ---------------------------------------------------------------------------------------------------- */

static bool open_part(skin_context *context, uint32_t at, uint64_t *slot_count)
{
    fbx_reader *reader = context->reader;
    fbx_part *part = &reader->parts[at];
    fbx_skin_table **table = &context->tables[part->mesh];
    skinned_part *skinned = &context->parts[at];
    if (!*table && (!hone_reading_scratch(&reader->file, 1, sizeof **table, table) ||
                    !hone_fbx_read_skin_table(reader, part, *table)))
        return false;
    *skinned = (skinned_part){.part = part, .table = *table, .node_slot = HONE_NONE};
    *slot_count += (uint64_t)(*table)->cluster_count + 1;
    return hone_reading_scratch(&reader->file, (*table)->cluster_count, sizeof(int32_t), &skinned->slot_of_cluster);
}

/* The slots of a part have the geometric transform of the node that shows it, as its vertices do not. */
static bool add_slots(skin_context *context, skinned_part *skinned)
{
    fbx_reader *reader = context->reader;
    hone_mesh *mesh = &reader->data.mesh;
    fbx_matrix geometric;
    hone_affine node_from_vertices;
    hone_fbx_read_geometric(&reader->scene.objects[reader->object_of_bone[skinned->part->bone]], &geometric);
    hone_fbx_matrix_to_hone(&reader->scene.space, &geometric, &node_from_vertices);
    if (!hone_fbx_take_out_scale(reader, skinned->part, skinned->table, &node_from_vertices))
        return false;
    for (uint32_t c = 0; c < skinned->table->cluster_count; c++) {
        const fbx_cluster *cluster = &skinned->table->clusters[c];
        if (!cluster->used)
            continue;
        skinned->slot_of_cluster[c] = (int32_t)mesh->slot_count;
        context->slots[mesh->slot_count++] =
            (hone_slot){(int32_t)hone_fbx_whole_bone(reader, cluster->bone),
                        hone_affine_multiply(&cluster->bone_from_node, &node_from_vertices)};
    }
    skinned->node_slot = (int32_t)mesh->slot_count;
    context->slots[mesh->slot_count++] =
        (hone_slot){(int32_t)hone_fbx_whole_bone(reader, skinned->part->bone), node_from_vertices};
    return true;
}

static bool read_slots(skin_context *context)
{
    fbx_reader *reader = context->reader;
    uint64_t count = 0;
    if (!hone_reading_scratch(&reader->file, reader->scene.object_count, sizeof *context->tables, &context->tables) ||
        !hone_reading_scratch(&reader->file, reader->part_count, sizeof *context->parts, &context->parts))
        return false;
    for (uint32_t p = 0; p < reader->part_count; p++)
        if (!open_part(context, p, &count))
            return false;
    if (!hone_reading_array(&reader->file, count, sizeof *context->slots, &context->slots))
        return false;
    reader->data.mesh.slots = context->slots;
    for (uint32_t p = 0; p < reader->part_count; p++)
        if (!add_slots(context, &context->parts[p]))
            return false;
    return true;
}

/* ---- influences ----------------------------------------------------------------------------------------------- */

typedef struct point_influences {
    uint32_t count;
    const fbx_point_weight *weights; /* [count] */
    float dual;                      /* how much of dual quaternion skinning it has */
} point_influences;

static point_influences influences_of(const skinned_part *skinned, uint32_t vertex)
{
    const fbx_skin_table *table = skinned->table;
    uint32_t point = skinned->part->control_points[vertex];
    if (!table->begin || point >= table->point_count || table->begin[point] == table->begin[point + 1])
        return (point_influences){0};
    return (point_influences){.count = table->begin[point + 1] - table->begin[point],
                              .weights = &table->weights[table->begin[point]],
                              .dual = table->dual_weights ? table->dual_weights[point] : 0};
}

static uint32_t count_of(const point_influences *point)
{
    if (point->count == 0)
        return 1;
    return point->dual >= FBX_DUAL ? DUAL_INFLUENCES : point->count;
}

/* Copies the four largest weights, and fills up with none. */
static void keep_largest(const point_influences *point, fbx_point_weight out[DUAL_INFLUENCES])
{
    memset(out, 0, DUAL_INFLUENCES * sizeof *out);
    for (uint32_t i = 0; i < point->count; i++) {
        uint32_t at = DUAL_INFLUENCES;
        while (at > 0 && point->weights[i].weight > out[at - 1].weight) at--;
        for (uint32_t k = DUAL_INFLUENCES - 1; k > at; k--) out[k] = out[k - 1];
        if (at < DUAL_INFLUENCES)
            out[at] = point->weights[i];
    }
}

/* Writes influences whose weights are scaled to the sum 1. */
static void write_influences(const skinned_part *skinned, const fbx_point_weight *weights, uint32_t count,
                             hone_influence *out)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += (double)weights[i].weight;
    for (uint32_t i = 0; i < count; i++) {
        bool none = weights[i].weight == 0;
        out[i] = (hone_influence){none ? HONE_NONE : skinned->slot_of_cluster[weights[i].cluster],
                                  none ? 0 : (float)((double)weights[i].weight / sum)};
    }
}

/* Writes the influences of a vertex. Returns how it is skinned. */
static hone_deform skin_vertex(fbx_reader *reader, const skinned_part *skinned, uint32_t vertex, hone_influence *out)
{
    point_influences point = influences_of(skinned, vertex);
    fbx_point_weight largest[DUAL_INFLUENCES];
    if (point.count == 0) {
        *out = (hone_influence){skinned->node_slot, 1};
        return HONE_DEFORM_LINEAR;
    }
    if (point.dual > 0 && point.dual < 1)
        hone_fbx_warn_limit(reader, "vertex that blends two ways of skinning: the larger one is used");
    if (point.dual < FBX_DUAL) {
        write_influences(skinned, point.weights, point.count, out);
        return HONE_DEFORM_LINEAR;
    }
    if (point.count > DUAL_INFLUENCES)
        hone_fbx_warn_limit(reader, "vertex with dual quaternions of more than 4 bones: the 4 largest are kept");
    keep_largest(&point, largest);
    write_influences(skinned, largest, DUAL_INFLUENCES, out);
    return HONE_DEFORM_QDEF;
}

/* Writes where the influences of each vertex begin. Returns their number. */
static uint64_t count_influences(const skin_context *context, uint32_t *begin)
{
    const fbx_reader *reader = context->reader;
    uint64_t count = 0;
    for (uint32_t p = 0; p < reader->part_count; p++) {
        const fbx_part *part = context->parts[p].part;
        for (uint32_t v = 0; v < part->vertex_count; v++) {
            point_influences point = influences_of(&context->parts[p], v);
            begin[part->first_vertex + v] = (uint32_t)count;
            count += count_of(&point);
        }
    }
    begin[reader->data.mesh.vertex_count] = (uint32_t)count;
    return count;
}

bool hone_fbx_read_skins(fbx_reader *reader)
{
    skin_context context = {.reader = reader};
    hone_mesh *mesh = &reader->data.mesh;
    hone_influence *influences;
    uint32_t *begin;
    uint8_t *deforms;
    if (!read_slots(&context) ||
        !hone_reading_array(&reader->file, (uint64_t)mesh->vertex_count + 1, sizeof *begin, &begin) ||
        !hone_reading_array(&reader->file, mesh->vertex_count, 1, &deforms))
        return false;
    uint64_t count = count_influences(&context, begin);
    if (count > UINT32_MAX)
        return hone_reading_fail_as(&reader->file, HONE_ERROR_UNSUPPORTED, 0,
                                    "it has more influences than hone can count");
    if (!hone_reading_array(&reader->file, count, sizeof *influences, &influences))
        return false;
    for (uint32_t p = 0; p < reader->part_count; p++) {
        const skinned_part *skinned = &context.parts[p];
        for (uint32_t v = 0, at = skinned->part->first_vertex; v < skinned->part->vertex_count; v++, at++)
            deforms[at] = (uint8_t)skin_vertex(reader, skinned, v, &influences[begin[at]]);
    }
    mesh->influence_count = (uint32_t)count;
    mesh->influence_begin = begin;
    mesh->influences = influences;
    mesh->deforms = deforms;
    return true;
}
