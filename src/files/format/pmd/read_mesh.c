/* Reads the vertices and faces of a PMD. */
#include "base/memory/builder.h"
#include "files/format/pmd/reader.h"

enum { VERTEX_SIZE = 38, INFLUENCES_AT = 32 /* offset in a vertex, after position, normal and UV */ };

/* The bones and weights of a vertex. */
typedef struct pmd_influences {
    int32_t bones[2];
    uint8_t percent; /* weight of the first bone, 0..100 */
    bool single;     /* only one of the bones has weight */
    bool no_edge;
} pmd_influences;

static pmd_influences read_influences(pmd_reader *reader, hone_reader *in, uint32_t vertex)
{
    pmd_influences out = {0};
    out.bones[0] = hone_pmd_read_index(in);
    out.bones[1] = hone_pmd_read_index(in);
    uint8_t percent = hone_read_u8(in);
    uint8_t edge = hone_read_u8(in);
    if (percent > 100)
        hone_builder_warn(reader->file.builder, "vertex with a weight greater than 100: read as 100", vertex);
    if (edge > 1)
        hone_builder_warn(reader->file.builder, "vertex with an edge flag greater than 1: read as 1", vertex);
    out.percent = percent > 100 ? 100 : percent;
    out.no_edge = edge != 0;
    out.single = out.percent == 100 || out.percent == 0 || out.bones[0] == out.bones[1];
    if (out.percent == 0)
        out.bones[0] = out.bones[1];
    return out;
}

/* The arrays of the mesh while they are filled. */
typedef struct vertex_arrays {
    float (*positions)[3], (*normals)[3], (*uvs)[2], *edge_scales;
    uint8_t *deforms;
    uint32_t *influence_begin;
    hone_influence *influences;
} vertex_arrays;

/* Counts as read_influences does: two bones of two bytes each, then the weight. */
static uint32_t count_influences(const uint8_t *records, uint32_t vertex_count)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        const uint8_t *at = records + (size_t)v * VERTEX_SIZE + INFLUENCES_AT;
        bool single = at[4] == 0 || at[4] >= 100 || (at[0] == at[2] && at[1] == at[3]);
        count += single ? 1 : 2;
    }
    return count;
}

static bool allocate_arrays(pmd_reader *reader, vertex_arrays *arrays)
{
    hone_mesh *mesh = &reader->data.mesh;
    uint32_t count = mesh->vertex_count;
    return hone_reading_array(&reader->file, count, sizeof *arrays->positions, &arrays->positions) &&
           hone_reading_array(&reader->file, count, sizeof *arrays->normals, &arrays->normals) &&
           hone_reading_array(&reader->file, count, sizeof *arrays->uvs, &arrays->uvs) &&
           hone_reading_array(&reader->file, count, sizeof *arrays->edge_scales, &arrays->edge_scales) &&
           hone_reading_array(&reader->file, count, sizeof *arrays->deforms, &arrays->deforms) &&
           hone_reading_array(&reader->file, count + 1, sizeof *arrays->influence_begin, &arrays->influence_begin) &&
           hone_reading_array(&reader->file, mesh->influence_count, sizeof *arrays->influences, &arrays->influences);
}

static void decode_vertices(pmd_reader *reader, hone_reader in, const vertex_arrays *arrays)
{
    uint32_t influence = 0;
    for (uint32_t v = 0; v < reader->data.mesh.vertex_count; v++) {
        hone_read_floats(&in, arrays->positions[v], 3);
        hone_read_floats(&in, arrays->normals[v], 3);
        hone_read_floats(&in, arrays->uvs[v], 2);
        pmd_influences carried = read_influences(reader, &in, v);
        float weight = carried.single ? 1 : (float)carried.percent / 100.0f;
        arrays->edge_scales[v] = carried.no_edge ? 0 : 1;
        arrays->deforms[v] = carried.single ? HONE_DEFORM_BDEF1 : HONE_DEFORM_BDEF2;
        arrays->influence_begin[v] = influence;
        arrays->influences[influence++] = (hone_influence){carried.bones[0], weight};
        if (!carried.single)
            arrays->influences[influence++] = (hone_influence){carried.bones[1], 1 - weight};
    }
    arrays->influence_begin[reader->data.mesh.vertex_count] = influence;
}

static void hand_over(const vertex_arrays *arrays, hone_mesh *mesh)
{
    mesh->positions = (const float(*)[3])arrays->positions;
    mesh->normals = (const float(*)[3])arrays->normals;
    mesh->uvs = (const float(*)[2])arrays->uvs;
    mesh->edge_scales = arrays->edge_scales;
    mesh->deforms = arrays->deforms;
    mesh->influence_begin = arrays->influence_begin;
    mesh->influences = arrays->influences;
}

bool hone_pmd_read_vertices(pmd_reader *reader)
{
    hone_mesh *mesh = &reader->data.mesh;
    vertex_arrays arrays = {0};
    if (!hone_pmd_read_count(reader, "vertices", 4, VERTEX_SIZE, &mesh->vertex_count))
        return false;
    hone_reader records = hone_pmd_take(reader, (size_t)mesh->vertex_count * VERTEX_SIZE);
    mesh->influence_count = count_influences(records.at, mesh->vertex_count);
    if (!allocate_arrays(reader, &arrays))
        return false;
    decode_vertices(reader, records, &arrays);
    hand_over(&arrays, mesh);
    return true;
}

bool hone_pmd_read_faces(pmd_reader *reader)
{
    uint32_t count, *indices;
    if (!hone_pmd_read_count(reader, "vertex indices", 4, 2, &count))
        return false;
    hone_reader in = hone_pmd_take(reader, (size_t)count * 2);
    if (!hone_reading_array(&reader->file, count, sizeof *indices, &indices))
        return false;
    for (uint32_t i = 0; i < count; i++)
        indices[i] = (uint32_t)in.at[2 * (size_t)i] | (uint32_t)in.at[2 * (size_t)i + 1] << 8;
    reader->data.mesh.index_count = count;
    reader->data.mesh.indices = indices;
    return true;
}
