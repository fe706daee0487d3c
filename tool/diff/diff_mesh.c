/* Differences of vertices and triangles. */
#include "tool/diff/diff_models.h"

#include <math.h>
#include <string.h>

/* How many vertices differ, and by how much at most. */
typedef struct vertex_change {
    uint32_t count, worst;
    double most;
} vertex_change;

static void take(vertex_change *c, uint32_t vertex, double apart)
{
    const double least = 1e-6;
    if (apart <= least)
        return;
    c->count++;
    if (!(apart <= c->most)) {
        c->most = apart;
        c->worst = vertex;
    }
}

static void report(const char *name, const vertex_change *c, differences *out)
{
    change_text text = {{0}};
    if (!c->count)
        return;
    const char *unit = strcmp(name, "positions") == 0 ? " units" : "";
    detail_add(&text, "%u vertices, at most by %.4g%s (vertex %u)", c->count, c->most, unit, c->worst);
    diff_add(out, "vertices", DIFFERENCE_CHANGED, name, text.text);
}

static void diff_array(const char *name, const float *a, const float *b, uint32_t width, uint32_t count,
                       differences *out)
{
    vertex_change change = {0};
    for (uint32_t v = 0; a && b && v < count; v++) {
        double square = 0;
        for (uint32_t i = 0; i < width; i++) {
            double d = (double)a[(size_t)v * width + i] - b[(size_t)v * width + i];
            square += d * d;
        }
        take(&change, v, sqrt(square));
    }
    report(name, &change, out);
}

/* The weight that the bone of this name has of a vertex. */
static double weight_of(const hone_model_data *data, uint32_t vertex, const char *bone)
{
    const hone_mesh *mesh = &data->mesh;
    double sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        const hone_influence *f = &mesh->influences[i];
        if (f->slot != HONE_NONE && strcmp(bone_name_of(data, mesh->slots[f->slot].bone), bone) == 0)
            sum += f->weight;
    }
    return sum;
}

/* The largest difference of a weight, of the bones that `a` names. */
static double weights_apart(const hone_model_data *a, const hone_model_data *b, uint32_t vertex)
{
    double most = 0;
    for (uint32_t i = a->mesh.influence_begin[vertex]; i < a->mesh.influence_begin[vertex + 1]; i++) {
        const hone_influence *f = &a->mesh.influences[i];
        if (f->slot == HONE_NONE)
            continue;
        const char *bone = bone_name_of(a, a->mesh.slots[f->slot].bone);
        most = fmax(most, fabs(weight_of(a, vertex, bone) - weight_of(b, vertex, bone)));
    }
    return most;
}

static void diff_weights(const model_pair *models, differences *out)
{
    vertex_change change = {0};
    uint32_t kinds = 0;
    for (uint32_t v = 0; v < models->a->mesh.vertex_count; v++) {
        take(&change, v, fmax(weights_apart(models->a, models->b, v), weights_apart(models->b, models->a, v)));
        kinds += models->a->mesh.deforms[v] != models->b->mesh.deforms[v];
    }
    report("weights", &change, out);
    change_text text = {{0}};
    if (kinds)
        detail_add(&text, "%u vertices", kinds);
    if (kinds)
        diff_add(out, "vertices", DIFFERENCE_CHANGED, "kinds of skinning", text.text);
}

static void diff_indices(const hone_mesh *a, const hone_mesh *b, differences *out)
{
    change_text text = {{0}};
    detail_number(&text, "triangles", a->index_count / 3, b->index_count / 3);
    if (*text.text)
        diff_add(out, "vertices", DIFFERENCE_CHANGED, "triangles", text.text);
    else if (a->index_count && memcmp(a->indices, b->indices, a->index_count * sizeof *a->indices) != 0)
        diff_add(out, "vertices", DIFFERENCE_CHANGED, "triangles", "of other vertices");
}

void diff_mesh(const model_pair *models, differences *out)
{
    const hone_mesh *a = &models->a->mesh, *b = &models->b->mesh;
    change_text text = {{0}};
    detail_number(&text, "vertices", a->vertex_count, b->vertex_count);
    if (*text.text)
        diff_add(out, "vertices", DIFFERENCE_CHANGED, "number", text.text);
    diff_indices(a, b, out);
    if (!models->same_vertices || a->vertex_count == 0)
        return;
    diff_array("positions", (const float *)a->positions, (const float *)b->positions, 3, a->vertex_count, out);
    diff_array("normals", (const float *)a->normals, (const float *)b->normals, 3, a->vertex_count, out);
    diff_array("uvs", (const float *)a->uvs, (const float *)b->uvs, 2, a->vertex_count, out);
    for (uint32_t i = 0; i < a->extra_uv_count && i < b->extra_uv_count; i++)
        diff_array("additional uvs", (const float *)a->extra_uvs[i], (const float *)b->extra_uvs[i], 4, a->vertex_count,
                   out);
    diff_array("edge scales", a->edge_scales, b->edge_scales, 1, a->vertex_count, out);
    diff_weights(models, out);
}
