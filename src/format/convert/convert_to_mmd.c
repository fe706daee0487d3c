/* Models of .x and glTF as MMD's: bones, surface and panels. */
#include "format/convert/convert_to_mmd.h"
#include "base/arena.h"
#include "base/error.h"
#include <string.h>

/* ---- surface ----------------------------------------------------------------------------------------------------- */

bool hone_mmd_make_surface(mmd_maker *maker)
{
    enum { FLAGS_21 = HONE_MATERIAL_VERTEX_COLOUR | HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES };
    const hone_model_data *from = maker->from;
    const char **textures = hone_builder_array(maker->builder, from->texture_count, sizeof *textures);
    hone_material *materials = hone_builder_array(maker->builder, from->material_count, sizeof *materials);
    for (uint32_t t = 0; textures && t < from->texture_count; t++)
        textures[t] = hone_mmd_copy(maker, maker->desc->textures ? maker->desc->textures[t] : from->textures[t]);
    for (uint32_t m = 0; materials && m < from->material_count; m++) {
        materials[m] = from->materials[m];
        materials[m].name = hone_mmd_copy(maker, from->materials[m].name);
        materials[m].english_name = hone_mmd_copy(maker, from->materials[m].english_name);
        materials[m].memo = hone_mmd_copy(maker, from->materials[m].memo);
        materials[m].flags &= (uint8_t)~FLAGS_21;
        materials[m].pbr = NULL;
    }
    maker->data.texture_count = textures ? from->texture_count : 0;
    maker->data.textures = textures;
    maker->data.material_count = materials ? from->material_count : 0;
    maker->data.materials = materials;
    return true;
}

/* ---- panels: without one MMD hides a bone ---- */

/* What a panel lists: the first `count` bones or morphs. */
static bool fill_items(mmd_maker *maker, bool morphs, uint32_t count, hone_display_frame *out)
{
    hone_frame_item *items = hone_builder_array(maker->builder, count, sizeof *items);
    if (!items && count)
        return false;
    for (uint32_t i = 0; i < count; i++) items[i] = (hone_frame_item){morphs, (int32_t)i};
    out->items = items;
    out->item_count = count;
    return true;
}

bool hone_mmd_make_frames(mmd_maker *maker)
{
    static const hone_display_frame frames[] = {{.name = "Root", .english_name = "Root", .special = 1},
                                                {.name = "表情", .english_name = "Exp", .special = 1},
                                                {.name = "bones", .english_name = "bones"}};
    enum { ROOT, FACE, BONES, FRAMES };
    hone_display_frame *out = hone_builder_array(maker->builder, FRAMES, sizeof *out);
    if (!out)
        return false;
    memcpy(out, frames, sizeof frames);
    maker->data.display_frames = out;
    maker->data.display_frame_count = FRAMES;
    return fill_items(maker, false, 1, &out[ROOT]) && fill_items(maker, true, maker->data.morph_count, &out[FACE]) &&
           fill_items(maker, false, maker->data.skeleton.bone_count, &out[BONES]);
}

/* ---- all ---- */

static bool make(mmd_maker *maker, hone_error *error)
{
    const hone_model_data *from = maker->from;
    maker->data.space = HONE_SPACE_MMD;
    maker->data.name = hone_mmd_copy(maker, from->name);
    maker->data.english_name = hone_mmd_copy(maker, from->english_name);
    maker->data.comment = hone_mmd_copy(maker, from->comment);
    maker->data.english_comment = hone_mmd_copy(maker, from->english_comment);
    return hone_mmd_make_bones(maker) && hone_mmd_make_mesh(maker, error) && hone_mmd_make_morphs(maker) &&
           hone_mmd_make_surface(maker) && hone_mmd_make_frames(maker);
}

hone_model *hone_model_to_mmd(const hone_model *model, const hone_to_mmd_desc *desc, hone_to_mmd_report *report,
                              hone_error *error)
{
    static const hone_to_mmd_desc defaults = {0};
    hone_to_mmd_report unseen;
    if (!model)
        return hone_fail_null(error, "model"), NULL;
    desc = desc ? desc : &defaults;
    mmd_maker maker = {.from = hone_model_get(model), .desc = desc, .report = report ? report : &unseen};
    *maker.report = (hone_to_mmd_report){0};
    if (maker.from->space == HONE_SPACE_MMD)
        return hone_model_retain(model);
    maker.scale = (float)((desc->scale > 0 ? (double)desc->scale : 1) / HONE_MMD_METRES);
    maker.mirrored = maker.from->space == HONE_SPACE_GLTF;
    maker.scratch = hone_arena_create(desc->allocator, 0, error);
    maker.builder = maker.scratch ? hone_builder_create(desc->allocator, 0, error) : NULL;
    hone_error why = {0};
    bool ok = maker.builder && make(&maker, &why);
    hone_model *made = NULL;
    if (ok) {
        made = hone_model_create(maker.builder, &maker.data, NULL, error);
    } else if (maker.builder) {
        if (why.code)
            hone_fail(error, why.code, why.at, "%s", why.message);
        else
            hone_fail_memory(error);
        hone_builder_destroy(maker.builder);
    }
    hone_arena_destroy(maker.scratch);
    return made;
}
