/* Finds the vertices of a mesh: corners of one control point whose values in all layers have the same bits are one. */
#include "files/format/fbx/mesh/mesh.h"
#include <string.h>

enum {
    MOST_LAYERS = 3 + FBX_UV_SETS,
    FEW_CORNERS = 16, /* a control point with more of them gets several lists of vertices */
};

/* The vertices of each control point are in lists, which the values select; nearly always it is one short list. */
typedef struct unify_context {
    fbx_mesh *mesh;
    const fbx_layer *layers[MOST_LAYERS]; /* [layer_count] those that differ within a control point */
    uint32_t layer_count;
    uint32_t *list_begin; /* [point_count + 1] the lists of each control point: a power of two */
    uint32_t *lists;      /* [list_begin[point_count]] 1 + the newest vertex; 0: empty */
    uint32_t *older;      /* [corner_count] 1 + the vertex before it in its list; 0: none */
} unify_context;

static void add_layer(unify_context *u, const fbx_layer *layer)
{
    if (layer->values && layer->index != u->mesh->point_of_corner)
        u->layers[u->layer_count++] = layer;
}

static bool bits_are_equal(const float *a, const float *b, uint32_t width)
{
    uint64_t x, y, z, w;
    memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
    if (x != y || width == 2)
        return x == y;
    z = w = 0;
    memcpy(&z, a + 2, (width - 2) * sizeof *a), memcpy(&w, b + 2, (width - 2) * sizeof *b);
    return z == w;
}

static bool corners_are_equal(const unify_context *u, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < u->layer_count; i++) {
        const float *x = fbx_layer_value(u->layers[i], a), *y = fbx_layer_value(u->layers[i], b);
        if (x != y && !bits_are_equal(x, y, u->layers[i]->width))
            return false;
    }
    return true;
}

static uint32_t hash_corner(const unify_context *u, uint32_t corner)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < u->layer_count; i++) {
        const float *values = fbx_layer_value(u->layers[i], corner);
        for (uint32_t k = 0; k < u->layers[i]->width; k++) {
            uint32_t bits;
            memcpy(&bits, values + k, sizeof bits);
            hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
    }
    return (uint32_t)(hash >> 8);
}

/* ---- lists ---- */

static uint32_t lists_for(uint32_t corners)
{
    uint32_t lists = 1;
    if (corners > FEW_CORNERS)
        while (lists < corners / 4) lists *= 2;
    return lists;
}

static bool make_lists(fbx_reader *reader, unify_context *u)
{
    const fbx_mesh *mesh = u->mesh;
    uint32_t lists = 0;
    if (!hone_reading_scratch(&reader->file, (uint64_t)mesh->point_count + 1, sizeof *u->list_begin, &u->list_begin) ||
        !hone_reading_scratch_raw(&reader->file, mesh->corner_count, sizeof *u->older, &u->older))
        return false;
    for (uint32_t c = 0; c < mesh->corner_count; c++)
        if (mesh->point_of_corner[c] != FBX_NO_POINT)
            u->list_begin[mesh->point_of_corner[c]]++;
    for (uint32_t p = 0; p < mesh->point_count; p++) {
        uint32_t corners = u->list_begin[p];
        u->list_begin[p] = lists;
        lists += lists_for(corners);
    }
    u->list_begin[mesh->point_count] = lists;
    return hone_reading_scratch(&reader->file, lists, sizeof *u->lists, &u->lists);
}

static uint32_t *list_of(const unify_context *u, uint32_t corner)
{
    uint32_t point = u->mesh->point_of_corner[corner], first = u->list_begin[point];
    uint32_t count = u->list_begin[point + 1] - first;
    return u->lists + first + (count > 1 ? hash_corner(u, corner) & (count - 1) : 0);
}

/* ---- vertices ---- */

/* Returns the vertex of a corner, which it adds to its list if it is new. */
static uint32_t vertex_of(unify_context *u, uint32_t corner)
{
    fbx_mesh *mesh = u->mesh;
    uint32_t *list = list_of(u, corner);
    for (uint32_t at = *list; at; at = u->older[at - 1])
        if (corners_are_equal(u, mesh->corner_of_vertex[at - 1], corner))
            return at - 1;
    uint32_t vertex = mesh->vertex_count++;
    u->older[vertex] = *list;
    *list = vertex + 1;
    mesh->corner_of_vertex[vertex] = corner;
    mesh->point_of_vertex[vertex] = mesh->point_of_corner[corner];
    return vertex;
}

bool hone_fbx_unify_corners(fbx_reader *reader, fbx_mesh *mesh)
{
    unify_context u = {.mesh = mesh};
    add_layer(&u, &mesh->normals), add_layer(&u, &mesh->tangents), add_layer(&u, &mesh->colours);
    for (uint32_t i = 0; i < mesh->uv_set_count; i++) add_layer(&u, &mesh->uvs[i]);
    if (!make_lists(reader, &u) ||
        !hone_reading_scratch(&reader->file, mesh->corner_count, sizeof(uint32_t), &mesh->vertex_of_corner) ||
        !hone_reading_scratch_raw(&reader->file, mesh->corner_count, sizeof(uint32_t), &mesh->corner_of_vertex) ||
        !hone_reading_scratch_raw(&reader->file, mesh->corner_count, sizeof(uint32_t), &mesh->point_of_vertex))
        return false;
    for (uint32_t c = 0; c < mesh->corner_count; c++)
        if (mesh->point_of_corner[c] != FBX_NO_POINT)
            mesh->vertex_of_corner[c] = vertex_of(&u, c);
    return true;
}
