/* Reads the vertices and faces of a PMX. */
#include "base/memory/builder.h"
#include "files/format/pmx/reader.h"
#include <string.h>

enum {
    FIXED_SIZE = 32,      /* position, normal, UV */
    EXTRA_UV_SIZE = 16,   /* each of up to four */
    SDEF_POINTS_SIZE = 36 /* C, R0, R1 */
};

/* The number of influences of the PMX deform types 0..4, which are the first five of hone_deform. */
static const uint8_t influence_counts[] = {1, 2, 4, 2, 4};

static size_t deform_size(uint8_t deform, size_t bone_size)
{
    switch (deform) {
    case HONE_DEFORM_BDEF1:
        return bone_size;
    case HONE_DEFORM_BDEF2:
        return 2 * bone_size + 4;
    case HONE_DEFORM_SDEF:
        return 2 * bone_size + 4 + SDEF_POINTS_SIZE;
    default:
        return 4 * bone_size + 16;
    }
}

/* First pass: finds the end of every vertex, so that the second pass needs no checks, and counts influences and SDEF
 * points. */
static bool scan_vertices(pmx_reader *reader)
{
    hone_mesh *mesh = &reader->data.mesh;
    size_t before = FIXED_SIZE + EXTRA_UV_SIZE * mesh->extra_uv_count, bone_size = pmx_index_size(reader, PMX_BONE);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (hone_reader_left(&reader->file.in) < before + 1)
            return hone_reading_fail(&reader->file, "vertex %u is cut short", v);
        uint8_t deform = reader->file.in.at[before];
        if (deform >= sizeof influence_counts) {
            reader->file.in.at += before;
            return hone_reading_fail(&reader->file, "vertex %u has the unknown deform kind %u", v, deform);
        }
        size_t size = before + 1 + deform_size(deform, bone_size) + 4;
        if (hone_reader_left(&reader->file.in) < size)
            return hone_reading_fail(&reader->file, "vertex %u is cut short", v);
        reader->file.in.at += size;
        mesh->influence_count += influence_counts[deform];
        mesh->sdef_count += deform == HONE_DEFORM_SDEF;
    }
    return true;
}

/* The arrays of the mesh while they are filled. */
typedef struct vertex_arrays {
    float (*positions)[3], (*normals)[3], (*uvs)[2], (*extra_uvs[4])[4], *edge_scales;
    uint8_t *deforms;
    uint32_t *influence_begin;
    hone_influence *influences;
    hone_sdef *sdefs;
} vertex_arrays;

/* The arrays are not zeroed, because the second pass fills them. */
static bool allocate_arrays(pmx_reader *reader, vertex_arrays *arrays)
{
    hone_mesh *mesh = &reader->data.mesh;
    hone_arena *memory = reader->file.memory;
    uint32_t count = mesh->vertex_count;
    arrays->positions = hone_arena_raw(memory, count, sizeof *arrays->positions);
    arrays->normals = hone_arena_raw(memory, count, sizeof *arrays->normals);
    arrays->uvs = hone_arena_raw(memory, count, sizeof *arrays->uvs);
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++)
        arrays->extra_uvs[i] = hone_arena_raw(memory, count, sizeof *arrays->extra_uvs[i]);
    arrays->edge_scales = hone_arena_raw(memory, count, sizeof *arrays->edge_scales);
    arrays->deforms = hone_arena_raw(memory, count, sizeof *arrays->deforms);
    arrays->influence_begin = hone_arena_raw(memory, (size_t)count + 1, sizeof *arrays->influence_begin);
    arrays->influences = hone_arena_raw(memory, mesh->influence_count, sizeof *arrays->influences);
    arrays->sdefs = hone_arena_raw(memory, mesh->sdef_count, sizeof *arrays->sdefs);
    return hone_reading_is_fine(&reader->file);
}

/* Decodes the bones and weights of one vertex. Returns the address after them. */
static const uint8_t *decode_influences(const uint8_t *at, uint8_t deform, size_t bone_size, hone_influence *out)
{
    uint32_t count = influence_counts[deform];
    for (uint32_t i = 0; i < count; i++, at += bone_size) out[i].slot = pmx_load_index(at, bone_size);
    if (count == 1) {
        out[0].weight = 1;
        return at;
    }
    uint32_t stored = count == 2 ? 1 : count;
    for (uint32_t i = 0; i < stored; i++, at += 4) out[i].weight = pmx_load_float(at);
    if (count == 2)
        out[1].weight = 1 - out[0].weight;
    return at;
}

static void hand_over(const vertex_arrays *arrays, hone_mesh *mesh)
{
    mesh->positions = (const float(*)[3])arrays->positions;
    mesh->normals = (const float(*)[3])arrays->normals;
    mesh->uvs = (const float(*)[2])arrays->uvs;
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++) mesh->extra_uvs[i] = (const float(*)[4])arrays->extra_uvs[i];
    mesh->edge_scales = arrays->edge_scales;
    mesh->deforms = arrays->deforms;
    mesh->influence_begin = arrays->influence_begin;
    mesh->influences = arrays->influences;
    mesh->sdefs = arrays->sdefs;
}

/* Second pass. */
static void decode_vertices(const uint8_t *at, const hone_mesh *mesh, size_t bone_size, const vertex_arrays *arrays)
{
    uint32_t influence = 0;
    hone_sdef *sdef = arrays->sdefs;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        at = pmx_load_floats(at, arrays->positions[v], 3);
        at = pmx_load_floats(at, arrays->normals[v], 3);
        at = pmx_load_floats(at, arrays->uvs[v], 2);
        for (uint32_t i = 0; i < mesh->extra_uv_count; i++) at = pmx_load_floats(at, arrays->extra_uvs[i][v], 4);
        uint8_t deform = *at++;
        arrays->deforms[v] = deform;
        arrays->influence_begin[v] = influence;
        at = decode_influences(at, deform, bone_size, arrays->influences + influence);
        influence += influence_counts[deform];
        if (deform == HONE_DEFORM_SDEF) {
            sdef->vertex = v;
            at = pmx_load_floats(at, sdef->c, 3);
            at = pmx_load_floats(at, sdef->r0, 3);
            at = pmx_load_floats(at, sdef->r1, 3);
            sdef++;
        }
        arrays->edge_scales[v] = pmx_load_float(at);
        at += 4;
    }
    arrays->influence_begin[mesh->vertex_count] = influence;
}

bool hone_pmx_read_vertices(pmx_reader *reader)
{
    hone_mesh *mesh = &reader->data.mesh;
    size_t bone_size = pmx_index_size(reader, PMX_BONE);
    size_t smallest = FIXED_SIZE + EXTRA_UV_SIZE * mesh->extra_uv_count + 1 + bone_size + 4;
    if (!hone_pmx_read_count(reader, "vertices", smallest, &mesh->vertex_count))
        return false;
    const uint8_t *first = reader->file.in.at;
    vertex_arrays arrays = {0};
    if (!scan_vertices(reader) || !allocate_arrays(reader, &arrays))
        return false;
    decode_vertices(first, mesh, bone_size, &arrays);
    hand_over(&arrays, mesh);
    return true;
}

/* Reads numbers of 16 bits. Where the processor has the byte order of the file, the compiler makes vectors of this. */
static void widen(const uint8_t *at, uint32_t count, uint32_t *out)
{
    for (size_t i = 0; i < count; i++) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        uint16_t number;
        memcpy(&number, at + 2 * i, sizeof number);
        out[i] = number;
#else
        out[i] = (uint32_t)(at[2 * i] | at[2 * i + 1] << 8);
#endif
    }
}

bool hone_pmx_read_faces(pmx_reader *reader)
{
    size_t size = pmx_index_size(reader, PMX_VERTEX);
    uint32_t count, *indices;
    if (!hone_pmx_read_count(reader, "vertex indices", size, &count))
        return false;
    indices = hone_arena_raw(reader->file.memory, count, sizeof *indices);
    if (!hone_reading_is_fine(&reader->file))
        return false;
    const uint8_t *at = hone_read_bytes(&reader->file.in, count * size);
    reader->data.mesh.index_count = count;
    reader->data.mesh.indices = indices;
    if (size == 1)
        for (uint32_t i = 0; i < count; i++) indices[i] = at[i];
    else if (size == 2)
        widen(at, count, indices);
    else
        for (size_t i = 0; i < count; i++) indices[i] = pmx_load_u32(at + 4 * i);
    return true;
}
