#include "bench/programs/smoothed_weights.h"
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10 };
static const float LAMBDA = 0.5f, LEAST = 0.001f;

typedef struct place {
    float position[3];
    uint32_t vertex;
} place;

typedef struct smoothing {
    const hone_mesh *mesh;
    uint32_t *node_of;    /* [vertex_count] the first vertex at its place */
    uint32_t (*edges)[2]; /* [edge_count] each in both directions, once */
    uint32_t edge_count, *around;
    bool *on_border;       /* [vertex_count] such nodes are not smoothed */
    float *weights, *next; /* [vertex_count * slot_count] of nodes */
} smoothing;

static int compare_places(const void *left, const void *right)
{
    const place *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->position[i] != b->position[i])
            return a->position[i] < b->position[i] ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static int compare_edges(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

static bool find_nodes(smoothing *s)
{
    const uint32_t count = s->mesh->vertex_count;
    place *places = calloc(count + 1, sizeof *places);
    for (uint32_t v = 0; places && v < count; v++) {
        for (int i = 0; i < 3; i++) places[v].position[i] = s->mesh->positions[v][i] + 0.0f;
        places[v].vertex = v;
    }
    if (places)
        qsort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0, first = 0; places && i < count; i++) {
        if (memcmp(places[i].position, places[first].position, sizeof places[i].position) != 0)
            first = i;
        s->node_of[places[i].vertex] = places[first].vertex;
    }
    free(places);
    return places != NULL;
}

static void find_edges(smoothing *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i + 2 < s->mesh->index_count; i += 3)
        for (uint32_t k = 0; k < 6; k++) {
            const uint32_t a = s->node_of[s->mesh->indices[i + k % 3]];
            const uint32_t b = s->node_of[s->mesh->indices[i + (k + 1 + k / 3) % 3]];
            if (a != b)
                s->edges[count][0] = a, s->edges[count++][1] = b;
        }
    qsort(s->edges, count, sizeof *s->edges, compare_edges);
    for (uint32_t e = 0; e < count; e++) {
        const bool first = e == 0 || compare_edges(s->edges[e], s->edges[e - 1]) != 0;
        if (first && (e + 1 == count || compare_edges(s->edges[e], s->edges[e + 1]) != 0))
            s->on_border[s->edges[e][0]] = true;
        if (first) {
            memmove(s->edges[s->edge_count++], s->edges[e], sizeof *s->edges);
            s->around[s->edges[e][0]]++;
        }
    }
    for (uint32_t v = 0; v < s->mesh->vertex_count; v++) s->around[v] = s->on_border[v] ? 0 : s->around[v];
}

static void smooth(smoothing *s)
{
    const size_t slots = s->mesh->slot_count, count = s->mesh->vertex_count;
    for (uint32_t v = 0; v < count; v++)
        for (uint32_t i = s->mesh->influence_begin[v]; s->node_of[v] == v && i < s->mesh->influence_begin[v + 1]; i++)
            s->weights[v * slots + (size_t)s->mesh->influences[i].slot] += s->mesh->influences[i].weight;
    for (int step = 0; step < STEPS; step++) {
        for (size_t v = 0; v < count; v++)
            for (size_t k = 0; k < slots; k++)
                s->next[v * slots + k] = s->weights[v * slots + k] * (s->around[v] ? 1 - LAMBDA : 1);
        for (uint32_t e = 0; e < s->edge_count; e++) {
            if (s->around[s->edges[e][0]] == 0)
                continue;
            const size_t to = s->edges[e][0] * slots, from = s->edges[e][1] * slots;
            for (size_t k = 0; k < slots; k++)
                s->next[to + k] += LAMBDA / (float)s->around[s->edges[e][0]] * s->weights[from + k];
        }
        float *swap = s->weights;
        s->weights = s->next, s->next = swap;
    }
}

static hone_skin *compile(const smoothing *s, double *influences, hone_error *error)
{
    const hone_mesh *mesh = s->mesh;
    uint32_t *begin = calloc(mesh->vertex_count + 1, sizeof *begin), count = 0;
    hone_influence *list = calloc((size_t)mesh->vertex_count * mesh->slot_count + 1, sizeof *list);
    hone_skin *skin = NULL;
    for (uint32_t v = 0; begin && list && v < mesh->vertex_count; v++) {
        const float *weights = s->weights + (size_t)s->node_of[v] * mesh->slot_count;
        float sum = 0;
        for (uint32_t k = 0; k < mesh->slot_count; k++) sum += weights[k] >= LEAST ? weights[k] : 0;
        for (uint32_t k = 0; k < mesh->slot_count; k++)
            if (weights[k] >= LEAST)
                list[count++] = (hone_influence){(int32_t)k, weights[k] / sum};
        begin[v + 1] = count;
    }
    *influences = (double)count / mesh->vertex_count;
    if (begin && list)
        skin = hone_skin_compile(
            &(hone_skin_desc){.vertex_count = mesh->vertex_count,
                              .slot_count = mesh->slot_count,
                              .positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions},
                              .normals = {(void *)mesh->normals, mesh->vertex_count, sizeof *mesh->normals},
                              .influence_begin = begin,
                              .influences = list},
            error);
    free(begin), free(list);
    return skin;
}

hone_skin *compile_smoothed(const hone_mesh *mesh, double *influences, hone_error *error)
{
    const size_t numbers = (size_t)mesh->vertex_count * mesh->slot_count + 1;
    smoothing s = {.mesh = mesh,
                   .node_of = calloc(mesh->vertex_count + 1, sizeof *s.node_of),
                   .edges = calloc(2 * (size_t)mesh->index_count + 6, sizeof *s.edges),
                   .around = calloc(mesh->vertex_count + 1, sizeof *s.around),
                   .on_border = calloc(mesh->vertex_count + 1, sizeof *s.on_border),
                   .weights = calloc(numbers, sizeof *s.weights),
                   .next = calloc(numbers, sizeof *s.next)};
    hone_skin *skin = NULL;
    if (s.node_of && s.edges && s.around && s.on_border && s.weights && s.next && find_nodes(&s)) {
        find_edges(&s);
        smooth(&s);
        skin = compile(&s, influences, error);
    }
    free(s.node_of), free(s.edges), free(s.around), free(s.on_border), free(s.weights), free(s.next);
    return skin;
}
