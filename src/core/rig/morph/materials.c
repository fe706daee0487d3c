/* Material morphs. Each value of a material becomes value * M + A. Multiplying morphs change M, adding ones change
 * A, so that their order does not matter. Morphs of all materials have factors of their own, so that such a morph
 * costs no more than one of a single material. */
#include "core/rig/morph/materials.h"
#include "base/memory/arena.h"

#include <string.h>

/* Positions of a material's values in a row of numbers, followed by the factors of its textures. */
enum {
    DIFFUSE = 0,
    SPECULAR = 4,
    POWER = 7,
    AMBIENT = 8,
    EDGE_COLOUR = 11,
    EDGE_SIZE = 15,
    VALUE_COUNT = 16,
    TEXTURE = 16,
    SPHERE = 20,
    TOON = 24,
    COUNT = 28
};

struct hone_material_factors {
    float multiply[COUNT], add[COUNT];
};

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static void row_of_part(const hone_morph_material *part, float row[COUNT])
{
    memcpy(row + DIFFUSE, part->diffuse, sizeof part->diffuse);
    memcpy(row + SPECULAR, part->specular, sizeof part->specular);
    row[POWER] = part->specular_power;
    memcpy(row + AMBIENT, part->ambient, sizeof part->ambient);
    memcpy(row + EDGE_COLOUR, part->edge_colour, sizeof part->edge_colour);
    row[EDGE_SIZE] = part->edge_size;
    memcpy(row + TEXTURE, part->texture, sizeof part->texture);
    memcpy(row + SPHERE, part->sphere, sizeof part->sphere);
    memcpy(row + TOON, part->toon, sizeof part->toon);
}

static void row_of_material(const hone_material *material, float row[VALUE_COUNT])
{
    memcpy(row + DIFFUSE, material->diffuse, sizeof material->diffuse);
    memcpy(row + SPECULAR, material->specular, sizeof material->specular);
    row[POWER] = material->specular_power;
    memcpy(row + AMBIENT, material->ambient, sizeof material->ambient);
    memcpy(row + EDGE_COLOUR, material->edge_colour, sizeof material->edge_colour);
    row[EDGE_SIZE] = material->edge_size;
}

static hone_texture_factor texture_factor(const hone_material_factors *f, int at)
{
    hone_texture_factor out;
    memcpy(out.multiply, f->multiply + at, sizeof out.multiply);
    memcpy(out.add, f->add + at, sizeof out.add);
    return out;
}

static hone_material_state state_of(const float row[VALUE_COUNT], const hone_material_factors *f)
{
    hone_material_state state = {.specular_power = row[POWER], .edge_size = row[EDGE_SIZE]};
    memcpy(state.diffuse, row + DIFFUSE, sizeof state.diffuse);
    memcpy(state.specular, row + SPECULAR, sizeof state.specular);
    memcpy(state.ambient, row + AMBIENT, sizeof state.ambient);
    memcpy(state.edge_colour, row + EDGE_COLOUR, sizeof state.edge_colour);
    state.texture = texture_factor(f, TEXTURE);
    state.sphere = texture_factor(f, SPHERE);
    state.toon = texture_factor(f, TOON);
    return state;
}

/* ---- factors -------------------------------------------------------------------------------------------------- */

static void reset_factors(hone_material_factors *f)
{
    for (int i = 0; i < COUNT; i++) f->multiply[i] = 1, f->add[i] = 0;
}

static uint32_t target_of(const hone_morphed_materials *materials, const hone_morph_material *part)
{
    return part->material == HONE_NONE ? materials->model->material_count : (uint32_t)part->material;
}

static void rest_materials(void *target, const hone_morph *morph)
{
    hone_morphed_materials *materials = target;
    for (uint32_t i = 0; i < morph->count; i++) {
        uint32_t at = target_of(materials, &morph->u.materials[i]);
        reset_factors(&materials->factors[at]);
        materials->stale[at] = 1;
    }
}

static void add_materials(void *target, const hone_morph *morph, float weight)
{
    hone_morphed_materials *materials = target;
    for (uint32_t i = 0; i < morph->count; i++) {
        const hone_morph_material *part = &morph->u.materials[i];
        uint32_t at = target_of(materials, part);
        hone_material_factors *f = &materials->factors[at];
        float row[COUNT];
        row_of_part(part, row);
        if (part->add)
            for (int c = 0; c < COUNT; c++) f->add[c] += row[c] * weight;
        else
            for (int c = 0; c < COUNT; c++) f->multiply[c] *= 1 + (row[c] - 1) * weight;
        materials->stale[at] = 1;
    }
}

/* ---- states --------------------------------------------------------------------------------------------------- */

static hone_material_state make_state(const hone_material *material, const hone_material_factors *every,
                                      const hone_material_factors *own)
{
    hone_material_factors f;
    for (int c = 0; c < COUNT; c++) {
        f.multiply[c] = every->multiply[c] * own->multiply[c];
        f.add[c] = every->add[c] + own->add[c];
    }
    float row[VALUE_COUNT];
    row_of_material(material, row);
    for (int c = 0; c < VALUE_COUNT; c++) row[c] = row[c] * f.multiply[c] + f.add[c];
    return state_of(row, &f);
}

static void make_states(hone_morphed_materials *materials)
{
    uint32_t count = materials->model->material_count;
    for (uint32_t m = 0; m < count; m++)
        if (materials->stale[m] || materials->stale[count])
            materials->states[m] =
                make_state(&materials->model->materials[m], &materials->factors[count], &materials->factors[m]);
    memset(materials->stale, 0, (size_t)count + 1);
}

void hone_morphed_materials_init(hone_morphed_materials *materials, const hone_model_data *model, hone_arena *memory)
{
    *materials = (hone_morphed_materials){.model = model};
    uint32_t count = model->material_count;
    materials->states = hone_arena_array(memory, count, sizeof *materials->states);
    if (!materials->states)
        return;
    hone_material_factors none;
    reset_factors(&none);
    for (uint32_t m = 0; m < count; m++) materials->states[m] = make_state(&model->materials[m], &none, &none);
    hone_morph_list_init(&materials->list, model, HONE_MORPH_MATERIAL, memory);
    if (materials->list.count == 0)
        return;
    materials->factors = hone_arena_array(memory, (size_t)count + 1, sizeof *materials->factors);
    materials->stale = hone_arena_array(memory, (size_t)count + 1, sizeof *materials->stale);
    for (uint32_t m = 0; materials->factors && m <= count; m++) materials->factors[m] = none;
}

bool hone_morphed_materials_update(hone_morphed_materials *materials, const float *weights,
                                   const hone_morph_changes *changes)
{
    static const hone_morph_effect tint = {rest_materials, add_materials};
    if (!hone_morph_list_apply(&materials->list, weights, changes, &tint, materials))
        return false;
    make_states(materials);
    return true;
}
