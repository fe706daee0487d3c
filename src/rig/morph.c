#include "rig/morph.h"
#include <string.h>

void hone_morphing_init(hone_morphing *morphing, const hone_model_data *model, hone_builder *memory)
{
    *morphing = (hone_morphing){.model = model};
    uint32_t count = 0;
    for (uint32_t m = 0; m < model->morph_count; m++) count += model->morphs[m].kind == HONE_MORPH_VERTEX;
    morphing->weights = hone_builder_array(memory, model->morph_count, sizeof *morphing->weights);
    morphing->vertex_morphs = hone_builder_array(memory, count, sizeof *morphing->vertex_morphs);
    morphing->applied = hone_builder_array(memory, count, sizeof *morphing->applied);
    if (count)
        morphing->positions = hone_builder_array(memory, model->mesh.vertex_count, sizeof *morphing->positions);
    if (!morphing->positions)
        return;
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (model->morphs[m].kind == HONE_MORPH_VERTEX)
            morphing->vertex_morphs[morphing->vertex_morph_count++] = m;
    memcpy(morphing->positions, model->mesh.positions, model->mesh.vertex_count * sizeof *morphing->positions);
}

void hone_morphing_weigh(hone_morphing *morphing, const float *track_weights)
{
    if (morphing->model->morph_count)
        memcpy(morphing->weights, track_weights, morphing->model->morph_count * sizeof *track_weights);
}

static void rest(hone_morphing *morphing, const hone_morph *morph)
{
    for (uint32_t i = 0; i < morph->count; i++) {
        uint32_t v = morph->u.vertices[i].vertex;
        memcpy(morphing->positions[v], morphing->model->mesh.positions[v], sizeof *morphing->positions);
    }
}

static void add(hone_morphing *morphing, const hone_morph *morph, float weight)
{
    for (uint32_t i = 0; i < morph->count; i++) {
        const hone_morph_vertex *moved = &morph->u.vertices[i];
        for (int c = 0; c < 3; c++) morphing->positions[moved->vertex][c] += weight * moved->offset[c];
    }
}

/* Vertices go back to rest and morphs are added anew, in file order, so that a position depends on the weights alone
 * and not on those of the frames before. */
const float (*hone_morphing_positions(hone_morphing *morphing))[3]
{
    if (!morphing->positions)
        return morphing->model->mesh.positions;
    bool changed = false;
    for (uint32_t i = 0; i < morphing->vertex_morph_count; i++)
        changed |= morphing->applied[i] != morphing->weights[morphing->vertex_morphs[i]];
    for (uint32_t i = 0; changed && i < morphing->vertex_morph_count; i++)
        if (morphing->applied[i] != 0)
            rest(morphing, &morphing->model->morphs[morphing->vertex_morphs[i]]);
    for (uint32_t i = 0; changed && i < morphing->vertex_morph_count; i++) {
        uint32_t m = morphing->vertex_morphs[i];
        morphing->applied[i] = morphing->weights[m];
        if (morphing->applied[i] != 0)
            add(morphing, &morphing->model->morphs[m], morphing->applied[i]);
    }
    return (const float(*)[3])morphing->positions;
}
