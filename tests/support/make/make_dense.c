#include "support/make/make_dense.h"

#include <hone/math.h>

#include <stdlib.h>
#include <string.h>

/* The arrays of the dense mesh have room for `room` vertices, each with four influences. */
typedef struct dense {
    const hone_model_data *data;
    uint32_t room, table_size;
    uint64_t *edges;   /* [table_size] a hash table: both ends, the lower one first; 0: free */
    uint32_t *middles; /* [table_size] the vertex in the middle of the edge */
    bool *morphed;     /* [vertex_count of data] */
    float (*positions)[3], (*normals)[3], (*uvs)[2], (*extra_uvs[4])[4], *edge_scales;
    uint8_t *deforms;
    uint32_t *begin, *indices;
    hone_influence *influences;
    hone_material *materials;
    hone_mesh mesh; /* counts so far */
} dense;

/* ---- a vertex in the middle of an edge -------------------------------------------------------------------------- */

static void mean(const float *a, const float *b, int count, float *out)
{
    for (int i = 0; i < count; i++) out[i] = 0.5f * (a[i] + b[i]);
}

static uint32_t add_influences(const dense *d, uint32_t vertex, hone_influence out[8], uint32_t count)
{
    for (uint32_t i = d->begin[vertex]; i < d->begin[vertex + 1]; i++) {
        uint32_t at = 0;
        while (at < count && out[at].slot != d->influences[i].slot) at++;
        if (d->influences[i].slot == HONE_NONE || d->influences[i].weight <= 0)
            continue;
        if (at == count)
            out[count++] = (hone_influence){.slot = d->influences[i].slot};
        out[at].weight += 0.5f * d->influences[i].weight;
    }
    return count;
}

static int heavier(const void *a, const void *b)
{
    const hone_influence *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static void weigh(dense *d, uint32_t vertex, uint32_t a, uint32_t b)
{
    hone_influence all[8] = {0}, *out = &d->influences[d->begin[vertex]];
    uint32_t count = add_influences(d, b, all, add_influences(d, a, all, 0));
    qsort(all, count, sizeof *all, heavier);
    count = count > 4 ? 4 : count;
    uint32_t slots = count < 3 ? count : 4;
    float sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += all[i].weight;
    for (uint32_t i = 0; i < slots; i++)
        out[i] = i < count ? (hone_influence){all[i].slot, all[i].weight / sum} : (hone_influence){.slot = HONE_NONE};
    d->deforms[vertex] = slots == 1 ? HONE_DEFORM_BDEF1 : slots == 2 ? HONE_DEFORM_BDEF2 : HONE_DEFORM_BDEF4;
    d->begin[vertex + 1] = d->begin[vertex] + slots;
}

static uint32_t add_middle(dense *d, uint32_t a, uint32_t b)
{
    uint32_t v = d->mesh.vertex_count++;
    mean(d->positions[a], d->positions[b], 3, d->positions[v]);
    mean(d->normals[a], d->normals[b], 3, d->normals[v]);
    mean(d->uvs[a], d->uvs[b], 2, d->uvs[v]);
    for (uint32_t i = 0; i < d->mesh.extra_uv_count; i++)
        mean(d->extra_uvs[i][a], d->extra_uvs[i][b], 4, d->extra_uvs[i][v]);
    mean(&d->edge_scales[a], &d->edge_scales[b], 1, &d->edge_scales[v]);
    float length = hone_vec3_length(d->normals[v]);
    for (int i = 0; i < 3 && length > 0; i++) d->normals[v][i] /= length;
    weigh(d, v, a, b);
    return v;
}

static uint32_t middle(dense *d, uint32_t a, uint32_t b)
{
    uint64_t edge = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    uint32_t at = (uint32_t)(edge * 0x9E3779B97F4A7C15u >> 32) & (d->table_size - 1);
    while (d->edges[at] && d->edges[at] != edge) at = (at + 1) & (d->table_size - 1);
    if (!d->edges[at]) {
        d->edges[at] = edge;
        d->middles[at] = add_middle(d, a, b);
    }
    return d->middles[at];
}

/* ---- materials -------------------------------------------------------------------------------------------------- */

static void add_triangle(dense *d, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *to = d->indices + d->mesh.index_count;
    to[0] = a, to[1] = b, to[2] = c;
    d->mesh.index_count += 3;
}

static void divide(dense *d, const uint32_t *from, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        uint32_t a = from[i], b = from[i + 1], c = from[i + 2];
        uint32_t ab = middle(d, a, b), bc = middle(d, b, c), ca = middle(d, c, a);
        add_triangle(d, a, ab, ca);
        add_triangle(d, ab, b, bc);
        add_triangle(d, ca, bc, c);
        add_triangle(d, ab, bc, ca);
    }
}

static bool is_morphed(const dense *d, const uint32_t *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (d->morphed[from[i]])
            return true;
    return false;
}

static void divide_materials(dense *d, uint32_t vertices)
{
    const uint32_t *from = d->data->mesh.indices;
    for (uint32_t m = 0; m < d->data->material_count; m++) {
        uint32_t count = d->data->materials[m].index_count, before = d->mesh.index_count;
        if (d->mesh.vertex_count < vertices && !is_morphed(d, from, count)) {
            divide(d, from, count);
        } else {
            memcpy(d->indices + before, from, count * sizeof *from);
            d->mesh.index_count += count;
        }
        d->materials[m].index_count = d->mesh.index_count - before;
        from += count;
    }
}

static void find_morphed(dense *d)
{
    for (uint32_t i = 0; i < d->data->morph_count; i++) {
        const hone_morph *m = &d->data->morphs[i];
        for (uint32_t k = 0; m->kind == HONE_MORPH_VERTEX && k < m->count; k++)
            d->morphed[m->u.vertices[k].vertex] = true;
        for (uint32_t k = 0; m->kind >= HONE_MORPH_UV && m->kind <= HONE_MORPH_UV4 && k < m->count; k++)
            d->morphed[m->u.uvs[k].vertex] = true;
    }
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static void *copied(hone_builder *b, const void *from, size_t count, size_t room, size_t size)
{
    void *to = hone_builder_array(b, room, size);
    if (to && count)
        memcpy(to, from, count * size);
    return to;
}

static bool allocate(dense *d, hone_builder *b)
{
    const hone_mesh *m = &d->data->mesh;
    uint32_t count = m->vertex_count;
    d->room = count + m->index_count;
    for (d->table_size = 1; d->table_size < 2 * m->index_count;) d->table_size *= 2;
    d->edges = hone_builder_array(b, d->table_size, sizeof *d->edges);
    d->middles = hone_builder_array(b, d->table_size, sizeof *d->middles);
    d->morphed = hone_builder_array(b, count, sizeof *d->morphed);
    d->positions = copied(b, m->positions, count, d->room, sizeof *d->positions);
    d->normals = copied(b, m->normals, count, d->room, sizeof *d->normals);
    d->uvs = copied(b, m->uvs, count, d->room, sizeof *d->uvs);
    d->edge_scales = copied(b, m->edge_scales, count, d->room, sizeof *d->edge_scales);
    d->deforms = copied(b, m->deforms, count, d->room, sizeof *d->deforms);
    d->begin = copied(b, m->influence_begin, (size_t)count + 1, (size_t)d->room + 1, sizeof *d->begin);
    d->indices = hone_builder_array(b, 4 * (size_t)m->index_count, sizeof *d->indices);
    d->influences = copied(b, m->influences, m->influence_count, m->influence_count + 4 * (size_t)m->index_count,
                           sizeof *d->influences);
    d->materials =
        copied(b, d->data->materials, d->data->material_count, d->data->material_count, sizeof *d->materials);
    bool ok = d->edges && d->middles && d->morphed && d->positions && d->normals && d->uvs && d->edge_scales &&
              d->deforms && d->begin && d->indices && d->influences && d->materials;
    for (uint32_t i = 0; i < m->extra_uv_count && ok; i++)
        ok = (d->extra_uvs[i] = copied(b, m->extra_uvs[i], count, d->room, sizeof *d->extra_uvs[i])) != NULL;
    return ok;
}

static hone_mesh mesh_of(const dense *d)
{
    hone_mesh mesh = d->mesh;
    mesh.positions = (const float(*)[3])d->positions;
    mesh.normals = (const float(*)[3])d->normals;
    mesh.uvs = (const float(*)[2])d->uvs;
    for (uint32_t i = 0; i < mesh.extra_uv_count; i++) mesh.extra_uvs[i] = (const float(*)[4])d->extra_uvs[i];
    mesh.edge_scales = d->edge_scales;
    mesh.deforms = d->deforms;
    mesh.influence_begin = d->begin;
    mesh.influences = d->influences;
    mesh.influence_count = d->begin[mesh.vertex_count];
    mesh.indices = d->indices;
    return mesh;
}

hone_model *make_dense(const hone_model *model, uint32_t vertices, hone_error *error)
{
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_model_data data = *hone_model_get(model);
    dense d = {.data = hone_model_get(model), .mesh = data.mesh};
    if (!builder || !allocate(&d, builder)) {
        hone_builder_destroy(builder);
        return NULL;
    }
    d.mesh.index_count = 0;
    find_morphed(&d);
    divide_materials(&d, vertices);
    data.mesh = mesh_of(&d);
    data.materials = d.materials;
    if (d.mesh.vertex_count >= vertices)
        return hone_model_create(builder, &data, NULL, error);
    hone_builder_destroy(builder);
    return NULL;
}
