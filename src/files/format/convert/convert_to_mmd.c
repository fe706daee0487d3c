/* Converts models of .x and glTF to models of MMD: bones, mesh, materials and display frames. */
#include "files/format/convert/convert_to_mmd.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include <string.h>

/* ---- surface ----------------------------------------------------------------------------------------------------- */

bool hone_mmd_make_surface(to_mmd_context *context)
{
    enum { FLAGS_21 = HONE_MATERIAL_VERTEX_COLOUR | HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES };
    const hone_model_data *from = context->from;
    const char **textures = hone_builder_array(context->builder, from->texture_count, sizeof *textures);
    hone_material *materials = hone_builder_array(context->builder, from->material_count, sizeof *materials);
    for (uint32_t t = 0; textures && t < from->texture_count; t++)
        textures[t] = hone_mmd_copy(context, context->desc->textures ? context->desc->textures[t] : from->textures[t]);
    for (uint32_t m = 0; materials && m < from->material_count; m++) {
        materials[m] = from->materials[m];
        materials[m].name = hone_mmd_copy(context, from->materials[m].name);
        materials[m].english_name = hone_mmd_copy(context, from->materials[m].english_name);
        materials[m].memo = hone_mmd_copy(context, from->materials[m].memo);
        materials[m].flags &= (uint8_t)~FLAGS_21;
        materials[m].pbr = NULL;
    }
    context->data.texture_count = textures ? from->texture_count : 0;
    context->data.textures = textures;
    context->data.material_count = materials ? from->material_count : 0;
    context->data.materials = materials;
    return true;
}

/* ---- display frames: MMD hides a bone that is in none ---- */

/* Makes a display frame list the first `count` bones or morphs. */
static bool fill_items(to_mmd_context *context, bool morphs, uint32_t count, hone_display_frame *out)
{
    hone_frame_item *items = hone_builder_array(context->builder, count, sizeof *items);
    if (!items && count)
        return false;
    for (uint32_t i = 0; i < count; i++) items[i] = (hone_frame_item){morphs, (int32_t)i};
    out->items = items;
    out->item_count = count;
    return true;
}

bool hone_mmd_make_frames(to_mmd_context *context)
{
    static const hone_display_frame frames[] = {{.name = "Root", .english_name = "Root", .special = 1},
                                                {.name = "表情", .english_name = "Exp", .special = 1},
                                                {.name = "bones", .english_name = "bones"}};
    enum { ROOT, FACE, BONES, FRAMES };
    hone_display_frame *out = hone_builder_array(context->builder, FRAMES, sizeof *out);
    if (!out)
        return false;
    memcpy(out, frames, sizeof frames);
    context->data.display_frames = out;
    context->data.display_frame_count = FRAMES;
    return fill_items(context, false, 1, &out[ROOT]) &&
           fill_items(context, true, context->data.morph_count, &out[FACE]) &&
           fill_items(context, false, context->data.skeleton.bone_count, &out[BONES]);
}

/* ---- all ---- */

static bool make(to_mmd_context *context, hone_error *error)
{
    const hone_model_data *from = context->from;
    context->data.space = HONE_SPACE_MMD;
    context->data.name = hone_mmd_copy(context, from->name);
    context->data.english_name = hone_mmd_copy(context, from->english_name);
    context->data.comment = hone_mmd_copy(context, from->comment);
    context->data.english_comment = hone_mmd_copy(context, from->english_comment);
    return hone_mmd_make_bones(context) && hone_mmd_make_mesh(context, error) && hone_mmd_make_morphs(context) &&
           hone_mmd_make_surface(context) && hone_mmd_make_frames(context);
}

hone_model *hone_model_to_mmd(const hone_model *model, const hone_to_mmd_desc *desc, hone_to_mmd_report *report,
                              hone_error *error)
{
    static const hone_to_mmd_desc defaults = {0};
    hone_to_mmd_report unseen;
    if (!model)
        return hone_fail_null(error, "model"), NULL;
    desc = desc ? desc : &defaults;
    to_mmd_context context = {.from = hone_model_get(model), .desc = desc, .report = report ? report : &unseen};
    *context.report = (hone_to_mmd_report){0};
    if (context.from->space == HONE_SPACE_MMD)
        return hone_model_retain(model);
    context.scale = (float)((desc->scale > 0 ? (double)desc->scale : 1) / HONE_MMD_METRES);
    context.axes = hone_axes_to(context.from, HONE_SPACE_MMD);
    context.scratch = hone_arena_create(desc->allocator, 0, error);
    context.builder = context.scratch ? hone_builder_create(desc->allocator, 0, error) : NULL;
    hone_error why = {0};
    bool ok = context.builder && make(&context, &why);
    hone_model *made = NULL;
    if (ok) {
        made = hone_model_create(context.builder, &context.data, NULL, error);
    } else if (context.builder) {
        if (why.code)
            hone_fail(error, why.code, why.at, "%s", why.message);
        else
            hone_fail_memory(error);
        hone_builder_destroy(context.builder);
    }
    hone_arena_destroy(context.scratch);
    return made;
}
