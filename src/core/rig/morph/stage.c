#include "core/rig/morph/stage.h"
#include "base/memory/arena.h"

static void set_arrays(hone_morph_stage *stage)
{
    hone_morph_result *out = &stage->result;
    out->positions = (const float(*)[3])hone_morphed_array_values(&stage->positions);
    out->normals = (const float(*)[3])hone_morphed_array_values(&stage->normals);
    out->uvs = (const float(*)[2])hone_morphed_array_values(&stage->uvs[0]);
    for (int set = 1; set < HONE_UV_SETS; set++)
        out->extra_uvs[set - 1] = (const float(*)[4])hone_morphed_array_values(&stage->uvs[set]);
    out->materials = stage->materials.states;
    out->surfaces = stage->surfaces.states;
}

static bool has_values(const hone_model_data *model)
{
    uint32_t m = 0;
    while (m < model->morph_count && model->morphs[m].kind != HONE_MORPH_VALUE) m++;
    return m < model->morph_count;
}

void hone_morph_stage_init(hone_morph_stage *stage, const hone_model_data *model, hone_arena *memory)
{
    hone_morph_weights_init(&stage->weights, model, memory);
    hone_morphed_bones_init(&stage->bones, model, memory);
    hone_morphed_array_init(&stage->positions, model, HONE_MORPH_VERTEX, memory);
    hone_morphed_normals_init(&stage->normals, model, memory);
    for (uint32_t set = 0; set < HONE_UV_SETS; set++)
        hone_morphed_array_init(&stage->uvs[set], model, (hone_morph_kind)(HONE_MORPH_UV + set), memory);
    hone_morphed_materials_init(&stage->materials, model, memory);
    if (model->avatar || has_values(model)) /* a page has the code for them only where it needs it */
        hone_morphed_surfaces_init(&stage->surfaces, model, memory);
    stage->revisions = hone_arena_array(memory, model->morph_count, sizeof *stage->revisions);
    stage->result = (hone_morph_result){.morph_revisions = stage->revisions};
    set_arrays(stage);
}

void hone_morph_stage_weigh(hone_morph_stage *stage, const float *track_weights)
{
    hone_morph_weights_update(&stage->weights, track_weights);
    hone_morphed_bones_update(&stage->bones, stage->weights.values);
}

void hone_morph_stage_apply(hone_morph_stage *stage)
{
    const float *weights = stage->weights.values;
    const hone_morph_changes changes = {stage->result.revision + 1, stage->revisions};
    bool any = hone_morphed_array_update(&stage->positions, weights, &changes);
    any |= hone_morphed_array_update(&stage->normals, weights, &changes);
    for (int set = 0; set < HONE_UV_SETS; set++) any |= hone_morphed_array_update(&stage->uvs[set], weights, &changes);
    any |= hone_morphed_materials_update(&stage->materials, weights, &changes);
    if (stage->surfaces.list.count)
        any |= hone_morphed_surfaces_update(&stage->surfaces, weights, &changes);
    if (!any)
        return;
    stage->result.revision++;
    set_arrays(stage);
}
