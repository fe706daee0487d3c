#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

enum { INFLUENCES = 4 };

/* For how many vertices the heaviest slot is the one that the file has. */
static uint32_t count_agreeing(const hone_mesh *mesh, const hone_influence *computed)
{
    uint32_t agreeing = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        hone_influence heaviest = {HONE_NONE, 0};
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
            if (mesh->influences[i].weight > heaviest.weight)
                heaviest = mesh->influences[i];
        agreeing += heaviest.slot == computed[(size_t)v * INFLUENCES].slot;
    }
    return agreeing;
}

/* Computes the weights of a model's mesh anew, by straight distances to bones and by distances over the surface, and
 * prints how many vertices keep their heaviest bone. */
static bool compare(const hone_model *model, hone_segment *segments, hone_influence *out, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    hone_model_segments(model, segments);
    const hone_weights_geodesic_desc desc = {
        .rule = {.positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions},
                 .segments = segments,
                 .segment_count = mesh->slot_count,
                 .max_influences = INFLUENCES},
        .indices = mesh->indices,
        .index_count = mesh->index_count - mesh->index_count % 3};
    if (!hone_weights_euclidean(&desc.rule, out, error))
        return false;
    printf("%u vertices; by straight distances %u keep their bone", (unsigned)mesh->vertex_count,
           (unsigned)count_agreeing(mesh, out));
    if (!hone_weights_geodesic(&desc, out, error))
        return false;
    printf(", over the surface %u\n", (unsigned)count_agreeing(mesh, out));
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: weights MODEL\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    const hone_mesh *mesh = hone_model_mesh(model);
    hone_segment *segments = calloc(mesh->slot_count + 1, sizeof *segments);
    hone_influence *out = calloc((size_t)mesh->vertex_count * INFLUENCES + 1, sizeof *out);
    bool ok = model && segments && out && compare(model, segments, out, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    free(out), free(segments), hone_model_release(model);
    return !ok;
}
