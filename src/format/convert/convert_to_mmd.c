/* Models of .x and glTF as MMD's: bones, surface and panels. */
#include "format/convert/convert_to_mmd.h"
#include "base/error.h"
#include "base/math.h"
#include "model/parents_first.h"
#include "motion/mmd_names.h"
#include <stdio.h>
#include <string.h>

void hone_mmd_direction(const mmd_maker *maker, const float in[3], float out[3])
{
    out[0] = in[0], out[1] = in[1];
    out[2] = maker->mirrored ? -in[2] : in[2];
}

void hone_mmd_point(const mmd_maker *maker, const float in[3], float out[3])
{
    hone_mmd_direction(maker, in, out);
    for (int i = 0; i < 3; i++) out[i] *= maker->scale;
}

static const char *copy(mmd_maker *maker, const char *text)
{
    return hone_builder_text(maker->builder, text, strlen(text));
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

enum { BONE_FLAGS = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE };

static bool shorten(mmd_maker *maker, uint32_t count, const char *(*name_of)(const mmd_maker *, uint32_t),
                    hone_mmd_names *out)
{
    if (!hone_mmd_names_make(out, count, maker->scratch))
        return false;
    for (uint32_t i = 0; i < count; i++) hone_mmd_names_set(out, i, name_of(maker, i));
    return hone_mmd_names_finish(out, count, maker->scratch);
}

/* Motions find bones and morphs by name: what MMD could not tell from one before it, or not write, gets its number. */
static const char *known_name(mmd_maker *maker, const hone_mmd_names *known, uint32_t at, const char *name)
{
    enum { DIGITS = 11 };
    char number[DIGITS + 2], text[(size_t)4 * HONE_NAME_SIZE + sizeof number];
    if (hone_mmd_names_find(known, at) && strlen(name) <= sizeof text - sizeof number)
        return hone_builder_text(maker->builder, name, strlen(name));
    size_t digits = (size_t)snprintf(number, sizeof number, "~%u", at), kept = 0;
    for (const char *c = name; *c > ' ' && *c < 0x7f && kept + digits < HONE_NAME_SIZE; c++) text[kept++] = *c;
    memcpy(text + kept, number, digits);
    return hone_builder_text(maker->builder, text, kept + digits);
}

static const char *bone_name(const mmd_maker *maker, uint32_t bone)
{
    return maker->from->skeleton.bones[bone].name;
}

static const char *morph_name(const mmd_maker *maker, uint32_t morph)
{
    return maker->from->morphs[morph].name;
}

/* Where the bones are; and a layer later than its parent's for each that lies before its parent. */
static bool place_bones(mmd_maker *maker, int32_t *layers)
{
    const hone_skeleton *skeleton = &maker->from->skeleton;
    uint32_t count = skeleton->bone_count, *order = hone_builder_array(maker->scratch, count, sizeof *order);
    int32_t *way = hone_builder_array(maker->scratch, count, sizeof *way);
    uint8_t *done = hone_builder_array(maker->scratch, count, 1);
    if (!order || !way || !done)
        return count == 0;
    hone_parents_first(skeleton, way, done, order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t b = order[i];
        int32_t parent = skeleton->bones[b].parent;
        const hone_affine *local = &skeleton->bones[b].rest_local;
        maker->rest[b] = parent == HONE_NONE ? *local : hone_affine_multiply(&maker->rest[parent], local);
        layers[b] = parent == HONE_NONE ? 0 : layers[parent] + (parent > (int32_t)b);
    }
    return true;
}

static void make_bone(mmd_maker *maker, const hone_mmd_names *known, uint32_t at, int32_t layer, hone_bone *out)
{
    const hone_affine *rest = &maker->rest[at];
    *out = (hone_bone){.name = known_name(maker, known, at, bone_name(maker, at)),
                       .english_name = copy(maker, bone_name(maker, at)),
                       .parent = maker->from->skeleton.bones[at].parent,
                       .layer = layer,
                       .flags = BONE_FLAGS,
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
    hone_mmd_point(maker, (const float[3]){rest->m[0][3], rest->m[1][3], rest->m[2][3]}, out->position);
}

static bool hangs_on_none(const hone_mesh *mesh)
{
    bool any = false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) any |= mesh->influence_begin[v] == mesh->influence_begin[v + 1];
    for (uint32_t s = 0; s < mesh->slot_count; s++) any |= mesh->slots[s].bone == HONE_NONE;
    return any;
}

/* Each shows towards its first child. */
static void aim_tails(hone_bone *bones, uint32_t count)
{
    for (uint32_t b = 0; b < count; b++) {
        hone_bone *parent = bones[b].parent == HONE_NONE ? NULL : &bones[bones[b].parent];
        if (parent && !(parent->flags & HONE_BONE_TAIL_IS_BONE)) {
            parent->flags |= HONE_BONE_TAIL_IS_BONE;
            parent->tail_bone = (int32_t)b;
        }
    }
}

bool hone_mmd_make_bones(mmd_maker *maker)
{
    uint32_t count = maker->from->skeleton.bone_count;
    maker->needs_origin = hangs_on_none(&maker->from->mesh) || count == 0;
    hone_bone *bones = hone_builder_array(maker->builder, (size_t)count + 1, sizeof *bones);
    int32_t *layers = hone_builder_array(maker->scratch, (size_t)count + 1, sizeof *layers);
    maker->rest = hone_builder_array(maker->scratch, (size_t)count + 1, sizeof *maker->rest);
    hone_mmd_names known;
    if (!bones || !layers || !maker->rest || !place_bones(maker, layers) || !shorten(maker, count, bone_name, &known))
        return false;
    for (uint32_t b = 0; b < count; b++) make_bone(maker, &known, b, layers[b], &bones[b]);
    aim_tails(bones, count);
    if (maker->needs_origin)
        bones[count] = (hone_bone){.name = "origin",
                                   .english_name = "",
                                   .parent = HONE_NONE,
                                   .flags = BONE_FLAGS,
                                   .tail_bone = HONE_NONE,
                                   .append_source = HONE_NONE,
                                   .ik = HONE_NONE};
    maker->data.skeleton = (hone_skeleton){.bone_count = count + maker->needs_origin, .bones = bones};
    return true;
}

/* ---- surface ----------------------------------------------------------------------------------------------------- */

bool hone_mmd_make_surface(mmd_maker *maker)
{
    enum { FLAGS_21 = HONE_MATERIAL_VERTEX_COLOUR | HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES };
    const hone_model_data *from = maker->from;
    const char **textures = hone_builder_array(maker->builder, from->texture_count, sizeof *textures);
    hone_material *materials = hone_builder_array(maker->builder, from->material_count, sizeof *materials);
    for (uint32_t t = 0; textures && t < from->texture_count; t++)
        textures[t] = copy(maker, maker->desc->textures ? maker->desc->textures[t] : from->textures[t]);
    for (uint32_t m = 0; materials && m < from->material_count; m++) {
        materials[m] = from->materials[m];
        materials[m].name = copy(maker, from->materials[m].name);
        materials[m].english_name = copy(maker, from->materials[m].english_name);
        materials[m].memo = copy(maker, from->materials[m].memo);
        materials[m].flags &= (uint8_t)~FLAGS_21;
        materials[m].pbr = NULL;
    }
    maker->data.texture_count = textures ? from->texture_count : 0;
    maker->data.textures = textures;
    maker->data.material_count = materials ? from->material_count : 0;
    maker->data.materials = materials;
    return true;
}

/* ---- names of morphs ---- */

bool hone_mmd_name_morphs(mmd_maker *maker, hone_morph *morphs)
{
    hone_mmd_names known;
    if (!shorten(maker, maker->from->morph_count, morph_name, &known))
        return false;
    for (uint32_t m = 0; m < maker->from->morph_count; m++) {
        morphs[m].name = known_name(maker, &known, m, morph_name(maker, m));
        morphs[m].english_name = copy(maker, morph_name(maker, m));
    }
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
    maker->data.name = copy(maker, from->name);
    maker->data.english_name = copy(maker, from->english_name);
    maker->data.comment = copy(maker, from->comment);
    maker->data.english_comment = copy(maker, from->english_comment);
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
    maker.scratch = hone_builder_create(desc->allocator, 0, error);
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
    hone_builder_destroy(maker.scratch);
    return made;
}
