#include "core/skin/deform/mush_mesh.h"
#include <stdlib.h>
#include <string.h>

typedef struct place {
    float position[3];
    uint32_t vertex;
} place;

static int compare_places(const void *left, const void *right)
{
    const place *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->position[i] != b->position[i])
            return a->position[i] < b->position[i] ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Gives vertices at one place the same node; nodes are in the order of their first vertices. */
static bool weld(const hone_mesh *mesh, hone_arena *scratch, hone_mush_mesh *out)
{
    const uint32_t count = mesh->vertex_count;
    place *places = hone_arena_array(scratch, (size_t)count + 1, sizeof *places);
    if (!places)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        for (int i = 0; i < 3; i++) places[v].position[i] = mesh->positions[v][i] + 0.0f; /* -0 is 0 */
        places[v].vertex = v;
    }
    qsort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0, first = 0; i < count; i++) {
        if (memcmp(places[i].position, places[first].position, sizeof places[i].position) != 0)
            first = i;
        out->node_of[places[i].vertex] = places[first].vertex; /* the lowest, since they are sorted */
    }
    for (uint32_t v = 0; v < count; v++) {
        const uint32_t first = out->node_of[v];
        out->node_of[v] = first == v ? out->node_count : out->node_of[first];
        if (first == v)
            out->vertex_of[out->node_count++] = v;
    }
    return true;
}

/* Reads the nodes of a triangle. Returns whether they are three. */
static bool nodes_of(const hone_mesh *mesh, const hone_mush_mesh *out, uint32_t triangle, uint32_t nodes[3])
{
    for (int k = 0; k < 3; k++) {
        const uint32_t vertex = mesh->indices[3 * (size_t)triangle + (size_t)k];
        if (vertex >= mesh->vertex_count)
            return false;
        nodes[k] = out->node_of[vertex];
    }
    return nodes[0] != nodes[1] && nodes[1] != nodes[2] && nodes[2] != nodes[0];
}

static bool list_corners(const hone_mesh *mesh, hone_arena *memory, hone_arena *scratch, hone_mush_mesh *out)
{
    const uint32_t triangles = mesh->index_count / 3;
    uint32_t nodes[3], *next = hone_arena_array(scratch, (size_t)out->node_count + 1, sizeof *next);
    out->corner_begin = hone_arena_array(memory, (size_t)out->node_count + 1, sizeof *out->corner_begin);
    out->corners = hone_arena_array(memory, 3 * (size_t)triangles + 1, sizeof *out->corners);
    if (!next || hone_arena_failed(memory))
        return false;
    for (uint32_t t = 0; t < triangles; t++)
        if (nodes_of(mesh, out, t, nodes))
            for (int k = 0; k < 3; k++) out->corner_begin[nodes[k] + 1]++;
    for (uint32_t n = 0; n < out->node_count; n++)
        out->corner_begin[n + 1] += out->corner_begin[n], next[n] = out->corner_begin[n];
    for (uint32_t t = 0; t < triangles; t++)
        for (int k = 0; k < 3 && nodes_of(mesh, out, t, nodes); k++) {
            uint32_t *corner = out->corners[next[nodes[k]]++];
            corner[0] = nodes[(k + 1) % 3], corner[1] = nodes[(k + 2) % 3];
        }
    return true;
}

static int compare_nodes(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static bool list_neighbours(hone_arena *memory, hone_mush_mesh *out)
{
    const uint32_t corners = out->corner_begin[out->node_count];
    uint32_t count = 0;
    out->begin = hone_arena_array(memory, (size_t)out->node_count + 1, sizeof *out->begin);
    out->on_border = hone_arena_array(memory, (size_t)out->node_count + 1, sizeof *out->on_border);
    out->neighbours = hone_arena_array(memory, 2 * (size_t)corners + 1, sizeof *out->neighbours);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t n = 0; n < out->node_count; n++) {
        const uint32_t begin = out->begin[n] = count;
        uint32_t *mine = out->neighbours + begin, met = 0, kept = 0;
        for (uint32_t c = out->corner_begin[n]; c < out->corner_begin[n + 1]; c++)
            mine[met++] = out->corners[c][0], mine[met++] = out->corners[c][1];
        qsort(mine, met, sizeof *mine, compare_nodes);
        for (uint32_t i = 0; i < met; i++) {
            const uint32_t neighbour = mine[i];
            out->on_border[n] |= (i == 0 || mine[i - 1] != neighbour) && (i + 1 == met || mine[i + 1] != neighbour);
            if (kept == 0 || neighbour != mine[kept - 1])
                mine[kept++] = neighbour;
        }
        count += kept;
    }
    out->begin[out->node_count] = count;
    return true;
}

bool hone_mush_mesh_make(const hone_mesh *mesh, hone_arena *memory, hone_arena *scratch, hone_mush_mesh *out)
{
    *out = (hone_mush_mesh){.vertex_count = mesh->vertex_count};
    out->node_of = hone_arena_array(memory, (size_t)mesh->vertex_count + 1, sizeof *out->node_of);
    out->vertex_of = hone_arena_array(memory, (size_t)mesh->vertex_count + 1, sizeof *out->vertex_of);
    return !hone_arena_failed(memory) && weld(mesh, scratch, out) && list_corners(mesh, memory, scratch, out) &&
           list_neighbours(memory, out);
}
