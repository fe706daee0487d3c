#include "rig/morph/morph.h"

void hone_morphing_init(hone_morphing *morphing, const hone_model_data *model, hone_builder *memory)
{
    hone_morph_weights_init(&morphing->weights, model, memory);
    hone_morphed_array_init(&morphing->positions, model, HONE_MORPH_VERTEX, memory);
    hone_morphed_normals_init(&morphing->normals, model, memory);
    for (uint32_t set = 0; set < HONE_UV_SETS; set++)
        hone_morphed_array_init(&morphing->uvs[set], model, (hone_morph_kind)(HONE_MORPH_UV + set), memory);
    hone_morphed_bones_init(&morphing->bones, model, memory);
    hone_morphed_materials_init(&morphing->materials, model, memory);
}

void hone_morphing_weigh(hone_morphing *morphing, const float *track_weights)
{
    hone_morph_weights_update(&morphing->weights, track_weights);
    hone_morphed_bones_update(&morphing->bones, morphing->weights.values);
}

const float *hone_morphing_positions(hone_morphing *morphing)
{
    return hone_morphed_array_update(&morphing->positions, morphing->weights.values);
}

const float *hone_morphing_normals(hone_morphing *morphing)
{
    return hone_morphed_array_update(&morphing->normals, morphing->weights.values);
}

const float *hone_morphing_uvs(hone_morphing *morphing, uint32_t set)
{
    return hone_morphed_array_update(&morphing->uvs[set], morphing->weights.values);
}

const hone_material_state *hone_morphing_materials(hone_morphing *morphing)
{
    return hone_morphed_materials_update(&morphing->materials, morphing->weights.values);
}
