/* Computes normals for a mesh whose file has none: means of the polygons around a control point, weighted by area. With
 * smoothing groups, only polygons that share a group count. */
#include "files/format/fbx/mesh/mesh.h"

enum { MOST_GROUPS = 32 }; /* different sets of groups around a control point */

/* The sum of the normals of all polygons of one set of groups at a control point. */
typedef struct group_sum {
    float normal[3];
    int32_t groups;
    uint32_t next; /* 1 + the next one of the same control point; 0: none */
} group_sum;

typedef struct group_context {
    const fbx_mesh *mesh;
    const int32_t *smoothing; /* [smoothing_count] groups of each polygon, as bits; 0: flat */
    uint32_t smoothing_count;
    group_sum *sums; /* [sum_count] */
    uint32_t sum_count;
    uint32_t *first; /* [point_count] 1 + a sum; 0: none */
} group_context;

/* Computes twice the area of a polygon as a vector (Newell). */
static void polygon_normal(const fbx_mesh *mesh, uint32_t polygon, float out[3])
{
    uint32_t begin = mesh->polygon_begin[polygon], end = mesh->polygon_begin[polygon + 1];
    const float *origin = mesh->points + 3 * (size_t)mesh->point_of_corner[begin];
    float before[3] = {0}, edge[3], part[3];
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t c = begin + 1; c < end; c++) {
        hone_vec3_subtract(mesh->points + 3 * (size_t)mesh->point_of_corner[c], origin, edge);
        hone_vec3_cross(before, edge, part);
        hone_vec3_add(out, part, out);
        hone_vec3_copy(edge, before);
    }
}

/* ---- without smoothing groups ---- */

static bool smooth_all(fbx_reader *reader, fbx_mesh *mesh)
{
    float(*normals)[3], normal[3];
    if (!hone_reading_scratch(&reader->file, mesh->point_count, sizeof *normals, &normals))
        return false;
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        if (!fbx_polygon_is_drawn(mesh, p))
            continue;
        polygon_normal(mesh, p, normal);
        for (uint32_t c = mesh->polygon_begin[p]; c < mesh->polygon_begin[p + 1]; c++)
            hone_vec3_add(normals[mesh->point_of_corner[c]], normal, normals[mesh->point_of_corner[c]]);
    }
    for (uint32_t i = 0; i < mesh->point_count; i++) hone_vec3_normalise(normals[i], normals[i]);
    mesh->normals = (fbx_layer){mesh->point_count ? normals[0] : NULL, 3, mesh->point_of_corner};
    return true;
}

/* ---- with smoothing groups ---- */

static int32_t groups_of(const group_context *g, uint32_t polygon)
{
    return polygon < g->smoothing_count ? g->smoothing[polygon] : 0;
}

static void add_normal(group_context *g, uint32_t point, int32_t groups, const float normal[3])
{
    uint32_t at = g->first[point], tries = 0;
    while (at && g->sums[at - 1].groups != groups && ++tries < MOST_GROUPS) at = g->sums[at - 1].next;
    if (!at) {
        g->sums[g->sum_count] = (group_sum){.groups = groups, .next = g->first[point]};
        at = g->first[point] = ++g->sum_count;
    }
    hone_vec3_add(g->sums[at - 1].normal, normal, g->sums[at - 1].normal);
}

static void sum_groups(group_context *g)
{
    const fbx_mesh *mesh = g->mesh;
    float normal[3];
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        if (!fbx_polygon_is_drawn(mesh, p) || groups_of(g, p) == 0)
            continue;
        polygon_normal(mesh, p, normal);
        for (uint32_t c = mesh->polygon_begin[p]; c < mesh->polygon_begin[p + 1]; c++)
            add_normal(g, mesh->point_of_corner[c], groups_of(g, p), normal);
    }
}

static void corner_normal(const group_context *g, uint32_t point, int32_t groups, const float polygon[3], float out[3])
{
    uint32_t tries = 0;
    hone_vec3_copy(polygon, out);
    if (groups)
        hone_vec3_set(0, 0, 0, out);
    for (uint32_t at = groups ? g->first[point] : 0; at && tries < MOST_GROUPS; at = g->sums[at - 1].next, tries++)
        if (g->sums[at - 1].groups & groups)
            hone_vec3_add(out, g->sums[at - 1].normal, out);
    hone_vec3_normalise(out, out);
}

static bool smooth_groups(fbx_reader *reader, fbx_mesh *mesh, group_context *g)
{
    float(*normals)[3], normal[3];
    if (!hone_reading_scratch(&reader->file, mesh->corner_count, sizeof *normals, &normals) ||
        !hone_reading_scratch(&reader->file, mesh->corner_count, sizeof *g->sums, &g->sums) ||
        !hone_reading_scratch(&reader->file, mesh->point_count, sizeof *g->first, &g->first))
        return false;
    sum_groups(g);
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        if (!fbx_polygon_is_drawn(mesh, p))
            continue;
        polygon_normal(mesh, p, normal);
        for (uint32_t c = mesh->polygon_begin[p]; c < mesh->polygon_begin[p + 1]; c++)
            corner_normal(g, mesh->point_of_corner[c], groups_of(g, p), normal, normals[c]);
    }
    mesh->normals = (fbx_layer){normals[0], 3, NULL};
    return true;
}

/* ---- smoothing ---- */

/* Edges may be smooth one by one. All of them are, if most are. */
static bool edges_are_smooth(const int32_t *smoothing, uint32_t count)
{
    uint32_t smooth = 0;
    for (uint32_t i = 0; i < count; i++) smooth += smoothing[i] != 0;
    return 2 * (uint64_t)smooth > count;
}

bool hone_fbx_make_normals(fbx_reader *reader, fbx_mesh *mesh)
{
    group_context g = {.mesh = mesh};
    const fbx_node *element = hone_fbx_child(reader->scene.objects[mesh->object].node, "LayerElementSmoothing");
    fbx_text mapping = hone_fbx_text(hone_fbx_child(element, "MappingInformationType"), 0);
    if (mesh->normals.values || mesh->corner_count == 0)
        return true;
    if (!hone_fbx_integers32(&reader->document, hone_fbx_child(element, "Smoothing"), reader->file.scratch,
                             &g.smoothing, &g.smoothing_count, reader->file.error))
        return false;
    if (g.smoothing_count && hone_fbx_text_is(mapping, "ByPolygon"))
        return smooth_groups(reader, mesh, &g);
    mesh->flat = !hone_fbx_text_is(mapping, "ByEdge") || !edges_are_smooth(g.smoothing, g.smoothing_count);
    return smooth_all(reader, mesh);
}
