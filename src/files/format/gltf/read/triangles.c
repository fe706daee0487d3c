/* Triangles: lists, strips and fans become lists, grouped by material. Also computes normals if the file has none. */
#include "files/format/gltf/read/accessor.h"
#include <hone/math.h>

typedef struct triangle_list {
    gltf_reader *reader;
    const gltf_part *part;
    uint32_t *indices;   /* [index_count] of the mesh */
    uint32_t at;         /* position of the next triangle */
    float (*normals)[3]; /* of the mesh; NULL: the part has normals of its own */
} triangle_list;

/* Adds the normal weighted by the area, so that a shared vertex gets the mean of its triangles. */
static void add_normal(const triangle_list *list, const uint32_t corners[3])
{
    const float(*p)[3] = list->reader->data.mesh.positions;
    float a[3], b[3], normal[3];
    for (int i = 0; i < 3; i++) {
        a[i] = p[corners[1]][i] - p[corners[0]][i];
        b[i] = p[corners[2]][i] - p[corners[0]][i];
    }
    hone_vec3_cross(a, b, normal);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) list->normals[corners[k]][i] += normal[i];
}

/* Triangles are counter-clockwise in space; a mirrored node reverses them. A skinned mesh does not follow its node. */
static void add_triangle(triangle_list *list, uint32_t a, uint32_t b, uint32_t c)
{
    const gltf_part *part = list->part;
    uint32_t count = part->vertex_count, first = part->first_vertex;
    uint32_t corners[3] = {first + a, first + b, first + c};
    bool mirrored = part->mirrored;
    if (a >= count || b >= count || c >= count) {
        corners[0] = corners[1] = corners[2] = first;
        hone_builder_warn(list->reader->file.builder, "triangle with a vertex that is missing: collapsed to a point",
                          list->at / 3);
    } else if (list->normals) {
        add_normal(list, corners);
    }
    list->indices[list->at++] = corners[0];
    list->indices[list->at++] = corners[mirrored ? 2 : 1];
    list->indices[list->at++] = corners[mirrored ? 1 : 2];
}

/* Adds the k-th index of a strip or a fan. */
static void add_index(triangle_list *list, uint32_t k, uint32_t index, uint32_t before[2])
{
    bool odd = k % 2 != 0;
    if (k >= 2) {
        if (list->part->mode == GLTF_STRIP && odd)
            add_triangle(list, before[0], index, before[1]);
        else if (list->part->mode == GLTF_FAN)
            add_triangle(list, before[1], index, before[0]);
        else
            add_triangle(list, before[0], before[1], index);
    }
    if (list->part->mode != GLTF_FAN || k == 0)
        before[0] = k == 0 ? index : before[1];
    before[1] = index;
}

enum { CHUNK = 3 * 128 }; /* indices that are read at a time */

/* Adds whole triangles, in the simple case without calls for each. */
static void add_triangles(triangle_list *list, const uint32_t *chunk, uint32_t count)
{
    const gltf_part *part = list->part;
    bool mirrored = part->mirrored;
    uint32_t largest = 0, first = part->first_vertex, *out = list->indices + list->at;
    for (uint32_t i = 0; i < count; i++) largest = chunk[i] > largest ? chunk[i] : largest;
    if (largest >= part->vertex_count || list->normals || mirrored) {
        for (uint32_t i = 0; i < count; i += 3) add_triangle(list, chunk[i], chunk[i + 1], chunk[i + 2]);
        return;
    }
    for (uint32_t i = 0; i < count; i++) out[i] = first + chunk[i];
    list->at += count;
}

static void add_part(triangle_list *list)
{
    gltf_object primitive = hone_gltf_primitive_of(list->reader, list->part);
    gltf_accessor accessor = {0};
    uint32_t before[2] = {0}, count = list->part->vertex_count, chunk[CHUNK];
    bool indexed = hone_gltf_indices_of(list->reader, &primitive, &accessor);
    if (list->reader->file.failed)
        return;
    bool whole = accessor.type == GLTF_UNSIGNED_BYTE || accessor.type == GLTF_UNSIGNED_SHORT ||
                 accessor.type == GLTF_UNSIGNED_INT;
    if (indexed && !whole) {
        hone_gltf_fail(&primitive, "indices have the component type %u", accessor.type);
        return;
    }
    count = indexed ? accessor.count : count;
    for (uint32_t at = 0; at < count; at += CHUNK) {
        uint32_t some = count - at < CHUNK ? count - at : CHUNK;
        for (uint32_t i = 0; i < some && !indexed; i++) chunk[i] = at + i;
        if (indexed)
            hone_gltf_read_whole(&accessor, at, some, chunk);
        if (list->part->mode == GLTF_TRIANGLES)
            add_triangles(list, chunk, some / 3 * 3);
        for (uint32_t i = 0; i < some && list->part->mode != GLTF_TRIANGLES; i++)
            add_index(list, at + i, chunk[i], before);
    }
}

static void finish_normals(gltf_reader *reader, const gltf_part *part)
{
    float(*normals)[3] = (float(*)[3])reader->data.mesh.normals;
    for (uint32_t v = part->first_vertex; v < part->first_vertex + part->vertex_count; v++)
        hone_vec3_normalise(normals[v], normals[v]);
}

/* Finds where the triangles of each material begin: materials take ranges of the indices in their order. */
static bool place_materials(gltf_reader *reader, uint32_t **begin)
{
    if (!hone_reading_scratch(&reader->file, (uint64_t)reader->material_count + 1, sizeof **begin, begin))
        return false;
    for (uint32_t p = 0; p < reader->part_count; p++)
        (*begin)[reader->parts[p].material + 1] += reader->parts[p].index_count;
    for (uint32_t m = 0; m < reader->material_count; m++) (*begin)[m + 1] += (*begin)[m];
    return true;
}

bool hone_gltf_read_triangles(gltf_reader *reader)
{
    hone_mesh *mesh = &reader->data.mesh;
    uint32_t *indices, *begin;
    if (!hone_reading_array(&reader->file, mesh->index_count, sizeof *indices, &indices) ||
        !place_materials(reader, &begin))
        return false;
    mesh->indices = indices;
    for (uint32_t p = 0; p < reader->part_count && !reader->file.failed; p++) {
        const gltf_part *part = &reader->parts[p];
        triangle_list list = {reader, part, indices, begin[part->material],
                              part->has_normals ? NULL : (float(*)[3])mesh->normals};
        if (part->index_count)
            add_part(&list);
        begin[part->material] = list.at;
    }
    for (uint32_t p = 0; p < reader->part_count; p++)
        if (!reader->parts[p].has_normals && !reader->parts[p].shares)
            finish_normals(reader, &reader->parts[p]);
    return !reader->file.failed;
}
