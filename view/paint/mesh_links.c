#include "view/paint/mesh_links.h"
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

typedef struct placed {
    float at[3];
    uint32_t vertex;
} placed;

static int compare(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->at[i] != q->at[i])
            return p->at[i] < q->at[i] ? -1 : 1;
    return p->vertex < q->vertex ? -1 : 1;
}

static bool find_points(const hone_mesh *mesh, mesh_links *out)
{
    placed *all = calloc((size_t)mesh->vertex_count + 1, sizeof *all);
    for (uint32_t v = 0; all && v < mesh->vertex_count; v++) {
        for (int i = 0; i < 3; i++) all[v].at[i] = mesh->positions[v][i] + 0.0f; /* -0 becomes 0 */
        all[v].vertex = v;
    }
    if (all)
        qsort(all, mesh->vertex_count, sizeof *all, compare);
    for (uint32_t i = 0; all && i < mesh->vertex_count; i++) {
        bool same = i > 0 && memcmp(all[i].at, all[i - 1].at, sizeof all[i].at) == 0;
        out->point[all[i].vertex] = same ? out->point[all[i - 1].vertex] : all[i].vertex;
    }
    free(all);
    return all != NULL;
}

/* Calls for both directions of each edge; without `links` it only counts. */
static void visit_edges(const hone_mesh *mesh, const mesh_links *l, uint32_t *at, uint32_t *links)
{
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = l->point[mesh->indices[i + k]], b = l->point[mesh->indices[i + (k + 1) % 3]];
            if (a == b)
                continue;
            if (links)
                links[at[a]] = b, links[at[b]] = a;
            at[a]++, at[b]++;
        }
}

bool mesh_links_make(const hone_mesh *mesh, mesh_links *out, hone_error *error)
{
    size_t count = mesh->vertex_count;
    *out = (mesh_links){.vertex_count = mesh->vertex_count};
    out->point = calloc(count + 1, sizeof *out->point);
    out->begin = calloc(count + 2, sizeof *out->begin);
    out->links = calloc(2 * (size_t)mesh->index_count + 1, sizeof *out->links);
    if (!out->point || !out->begin || !out->links || !find_points(mesh, out)) {
        mesh_links_release(out);
        return hone_fail_memory(error);
    }
    uint32_t *at = out->begin + 1; /* counts, then places; in the end the begins of the next point */
    visit_edges(mesh, out, at, NULL);
    for (uint32_t p = 0, sum = 0; p < count; p++) {
        uint32_t own = at[p];
        at[p] = sum;
        sum += own;
    }
    visit_edges(mesh, out, at, out->links);
    return true;
}

void mesh_links_release(mesh_links *l)
{
    free(l->point);
    free(l->begin);
    free(l->links);
    *l = (mesh_links){0};
}
