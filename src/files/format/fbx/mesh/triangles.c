/* Triangles: those of all parts, grouped by material. */
#include "base/error.h"
#include "files/format/fbx/mesh/parts.h"
#include "files/format/fbx/mesh/triangulate.h"

typedef struct triangle_context {
    fbx_reader *reader;
    uint32_t *begin;   /* [material_count + 1] of each material: where its next triangle goes */
    uint32_t *indices; /* of the model */
} triangle_context;

/* The last material of the model is for polygons whose node has none. */
static uint32_t material_of(const fbx_shown *shown, uint32_t polygon, uint32_t plain)
{
    const fbx_mesh *mesh = shown->mesh;
    uint32_t last = mesh->material_count - 1;
    int32_t slot = mesh->material_count ? mesh->materials[polygon < last ? polygon : last] : 0;
    if (shown->material_count == 0)
        return plain;
    return shown->materials[slot >= 0 && (uint32_t)slot < shown->material_count ? slot : 0];
}

static uint32_t corners_of(const fbx_mesh *mesh, uint32_t polygon)
{
    return mesh->polygon_begin[polygon + 1] - mesh->polygon_begin[polygon];
}

static void warn_of_slots(fbx_reader *reader, const fbx_shown *shown)
{
    for (uint32_t i = 0; i < shown->mesh->material_count; i++)
        if ((uint32_t)shown->mesh->materials[i] >= shown->material_count && shown->material_count) {
            hone_fbx_warn(reader, "a polygon whose material is missing: the first material is used",
                          shown->mesh->object);
            return;
        }
}

/* Counts the indices of each material. */
static bool count_indices(fbx_reader *reader, const fbx_shown *shown, hone_material *materials, uint32_t plain,
                          uint64_t *total)
{
    for (uint32_t p = 0; p < shown->mesh->polygon_count; p++) {
        if (!fbx_polygon_is_drawn(shown->mesh, p))
            continue;
        uint32_t indices = 3 * (corners_of(shown->mesh, p) - 2);
        hone_material *material = &materials[material_of(shown, p, plain)];
        *total += indices;
        if (*total > INT32_MAX)
            return hone_reading_fail_as(&reader->file, HONE_ERROR_FORMAT, 0,
                                        "it has more triangles than hone can count");
        material->index_count += indices;
        if (!shown->mesh->flat)
            ((hone_pbr *)material->pbr)->flat = false;
    }
    return true;
}

/* Writes the triangles of a polygon. */
static void add_polygon(fbx_triangulator *triangulator, const fbx_shown *shown, uint32_t polygon, uint32_t *out)
{
    const fbx_mesh *mesh = shown->mesh;
    uint32_t begin = mesh->polygon_begin[polygon], count = corners_of(mesh, polygon), first = shown->part->first_vertex;
    const uint32_t *vertices = mesh->vertex_of_corner + begin;
    hone_fbx_triangulate(triangulator, mesh->points, mesh->point_of_corner + begin, count, out);
    for (uint32_t i = 0; i < 3 * (count - 2); i += 3) {
        uint32_t b = first + vertices[out[i + 1]], c = first + vertices[out[i + 2]];
        out[i] = first + vertices[out[i]];
        out[i + 1] = shown->turned ? c : b;
        out[i + 2] = shown->turned ? b : c;
    }
}

static bool add_part(triangle_context *t, const fbx_shown *shown, uint32_t plain)
{
    const fbx_mesh *mesh = shown->mesh;
    fbx_triangulator triangulator;
    if (!hone_fbx_triangulator_make(t->reader, mesh->largest_polygon, mesh->corner_count, &triangulator))
        return false;
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        if (!fbx_polygon_is_drawn(mesh, p))
            continue;
        uint32_t *at = &t->begin[material_of(shown, p, plain)];
        add_polygon(&triangulator, shown, p, t->indices + *at);
        *at += 3 * (corners_of(mesh, p) - 2);
    }
    return true;
}

bool hone_fbx_fill_triangles(fbx_reader *reader, const fbx_shown *shown, uint32_t count, hone_material *materials,
                             uint32_t material_count)
{
    triangle_context t = {.reader = reader};
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        warn_of_slots(reader, &shown[i]);
        if (shown[i].drawn && !count_indices(reader, &shown[i], materials, material_count - 1, &total))
            return false;
    }
    if (!hone_reading_array(&reader->file, total, sizeof *t.indices, &t.indices) ||
        !hone_reading_scratch(&reader->file, (uint64_t)material_count + 1, sizeof *t.begin, &t.begin))
        return false;
    for (uint32_t m = 0; m < material_count; m++) t.begin[m + 1] = t.begin[m] + materials[m].index_count;
    reader->data.mesh.indices = t.indices;
    reader->data.mesh.index_count = (uint32_t)total;
    for (uint32_t i = 0; i < count; i++)
        if (shown[i].drawn && !add_part(&t, &shown[i], material_count - 1))
            return false;
    return true;
}
