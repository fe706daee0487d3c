/* Writes morph targets: vertex morphs, sparse if that is smaller. */
#include "files/format/gltf/write/writer.h"
#include <math.h>
#include <string.h>

uint32_t hone_gltf_morph_count(const gltf_writer *writer)
{
    return writer->model->morph_count + writer->desc->morph_count;
}

const hone_morph *hone_gltf_morph(const gltf_writer *writer, uint32_t morph)
{
    uint32_t own = writer->model->morph_count;
    return morph < own ? &writer->model->morphs[morph] : &writer->desc->morphs[morph - own];
}

/* Writes what a morph adds to each vertex. Several offsets of the same vertex are added. Returns the number of
 * vertices. */
static uint32_t accumulate_offsets(const gltf_writer *writer, const hone_morph_vertex *moved, uint32_t count,
                                   float (*dense)[3], uint8_t *touched)
{
    uint32_t vertices = writer->model->mesh.vertex_count, found = 0;
    memset(dense, 0, vertices * sizeof *dense);
    memset(touched, 0, vertices);
    for (uint32_t i = 0; i < count; i++) {
        float offset[3];
        memcpy(offset, moved[i].offset, sizeof offset);
        found += !touched[moved[i].vertex];
        touched[moved[i].vertex] = 1;
        for (int c = 0; c < 3; c++) dense[moved[i].vertex][c] += offset[c];
    }
    return found;
}

/* glTF requires the bounds of the accessor's final elements, including zeros. */
static void set_bounds(const float (*dense)[3], uint32_t count, gltf_out_accessor *out)
{
    out->bounded = true;
    for (int c = 0; c < 3; c++) out->low[c] = out->high[c] = dense[0][c];
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            out->low[c] = dense[v][c] < out->low[c] ? dense[v][c] : out->low[c];
            out->high[c] = dense[v][c] > out->high[c] ? dense[v][c] : out->high[c];
        }
}

typedef struct target_room {
    float (*dense)[3], (*values)[3];
    uint32_t *indices;
    uint8_t *touched;
} target_room;

/* error: how far a component may be rounded. */
static void add_sparse(gltf_writer *writer, const target_room *room, uint32_t found, float error,
                       gltf_out_accessor *out)
{
    uint32_t at = 0;
    for (uint32_t v = 0; v < writer->model->mesh.vertex_count; v++)
        if (room->touched[v]) {
            room->indices[at] = v;
            memcpy(room->values[at++], room->dense[v], sizeof room->dense[v]);
        }
    const hone_meshopt_layout layout = {HONE_MESHOPT_INDICES, HONE_MESHOPT_PLAIN, found, sizeof *room->indices};
    out->sparse = found;
    out->sparse_view = writer->packs ? hone_gltf_add_packed_view(writer, &layout, room->indices, GLTF_TARGET_NONE)
                                     : hone_gltf_add_numbers(writer, room->indices, found * sizeof *room->indices,
                                                             sizeof *room->indices, GLTF_TARGET_NONE);
    hone_gltf_add_grid_view(writer, *room->values, 3, found, error, GLTF_TARGET_NONE);
}

/* Returns how far an offset may be rounded: where lengths grow most decides. */
static float point_error(const gltf_writer *writer, const hone_morph_vertex *moved, uint32_t count)
{
    float growth = 1;
    for (uint32_t i = 0; i < count && writer->packs; i++)
        growth = fmaxf(growth, writer->errors.growth[moved[i].vertex]);
    return writer->errors.morphs / growth;
}

static int32_t add_offsets(gltf_writer *writer, const target_room *room, const hone_morph_vertex *moved, uint32_t count,
                           bool points)
{
    uint32_t vertices = writer->model->mesh.vertex_count;
    uint32_t found = accumulate_offsets(writer, moved, count, room->dense, room->touched);
    for (uint32_t v = 0; v < vertices; v++) {
        if (points)
            hone_gltf_to_point(writer, room->dense[v], room->dense[v]);
        else
            hone_gltf_to_direction(writer, room->dense[v], room->dense[v]);
    }
    gltf_out_accessor accessor = {.view = HONE_NONE, .component = GLTF_FLOAT, .width = 3, .count = vertices};
    float error = points ? point_error(writer, moved, count) : 1.0f / 4096;
    hone_gltf_round(writer, *room->dense, (size_t)vertices * 3, error);
    if (points)
        set_bounds((const float(*)[3])room->dense, vertices, &accessor);
    size_t sparse = found * (sizeof *room->values + sizeof *room->indices), dense = vertices * sizeof *room->dense;
    if (found && sparse < dense)
        add_sparse(writer, room, found, error, &accessor);
    else if (found)
        accessor.view = hone_gltf_add_grid_view(writer, *room->dense, 3, vertices, error, GLTF_TARGET_VERTICES);
    return hone_gltf_add_accessor(writer, &accessor);
}

/* If one target moves normals, all targets must have them. */
static bool any_normals(const gltf_writer *writer)
{
    for (uint32_t m = 0; m < hone_gltf_morph_count(writer); m++)
        if (hone_gltf_morph(writer, m)->kind == HONE_MORPH_VERTEX && hone_gltf_morph(writer, m)->normal_count)
            return true;
    return false;
}

/* unmoved: the accessor of zeros that targets without normals share, once there is one. */
static void add_target(gltf_writer *writer, const target_room *room, uint32_t m, bool normals, int32_t *unmoved)
{
    const hone_morph *morph = hone_gltf_morph(writer, m);
    size_t before = writer->binary.bytes.size;
    gltf_out_target target = {m, add_offsets(writer, room, morph->u.vertices, morph->count, true), HONE_NONE};
    if (normals && morph->normal_count == 0 && *unmoved != HONE_NONE)
        target.normals = *unmoved;
    else if (normals)
        target.normals = add_offsets(writer, room, morph->normals, morph->normal_count, false);
    if (morph->normal_count == 0)
        *unmoved = target.normals;
    if (m >= writer->model->morph_count)
        writer->report->morph_bytes += writer->binary.bytes.size - before;
    writer->targets[writer->target_count++] = target;
}

void hone_gltf_build_targets(gltf_writer *writer)
{
    uint32_t vertices = writer->model->mesh.vertex_count, morphs = hone_gltf_morph_count(writer);
    writer->targets = hone_gltf_write_scratch(writer, morphs, sizeof *writer->targets);
    const target_room room = {hone_gltf_write_scratch(writer, vertices, sizeof *room.dense),
                              hone_gltf_write_scratch(writer, vertices, sizeof *room.values),
                              hone_gltf_write_scratch(writer, vertices, sizeof *room.indices),
                              hone_gltf_write_scratch(writer, vertices, 1)};
    if (!writer->targets || !room.dense || !room.values || !room.indices || !room.touched)
        return;
    bool normals = any_normals(writer);
    int32_t unmoved = HONE_NONE;
    for (uint32_t m = 0; m < morphs; m++) {
        uint8_t kind = hone_gltf_morph(writer, m)->kind;
        if (kind == HONE_MORPH_VERTEX)
            add_target(writer, &room, m, normals, &unmoved);
        /* bone morphs, groups and flips are baked; materials are animated */
        else if (kind != HONE_MORPH_BONE && kind != HONE_MORPH_GROUP && kind != HONE_MORPH_FLIP &&
                 kind != HONE_MORPH_VALUE && (kind != HONE_MORPH_MATERIAL || !writer->desc->motion))
            writer->report->morphs_left_out++;
    }
}
