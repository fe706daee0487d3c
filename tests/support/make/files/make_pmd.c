#include "support/make/files/make_pmd.h"
#include "base/files/byte_writer.h"
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

/* Other writers leave garbage after the text's end. size: 256 at most. */
static void put_text(hone_writer *w, const char *text, size_t size)
{
    char field[256];
    size_t length = text ? strlen(text) : 0;
    memset(field, 0xFD, sizeof field);
    memcpy(field, text ? text : "", length < size ? length + 1 : size);
    hone_write_bytes(w, field, size);
}

static void put_vertices(hone_writer *w, const make_pmd *desc)
{
    hone_write_u32(w, desc->vertex_count);
    for (uint32_t i = 0; i < desc->vertex_count; i++) {
        const pmd_vertex *v = &desc->vertices[i];
        hone_write_floats(w, v->position, 3);
        hone_write_floats(w, v->normal, 3);
        hone_write_floats(w, v->uv, 2);
        hone_write_u16(w, v->bones[0]);
        hone_write_u16(w, v->bones[1]);
        hone_write_u8(w, v->percent);
        hone_write_u8(w, v->no_edge);
    }
}

static void put_materials(hone_writer *w, const make_pmd *desc)
{
    hone_write_u32(w, desc->material_count);
    for (uint32_t i = 0; i < desc->material_count; i++) {
        const pmd_material *m = &desc->materials[i];
        hone_write_floats(w, m->diffuse, 4);
        hone_write_f32(w, m->specular_power);
        hone_write_floats(w, m->specular, 3);
        hone_write_floats(w, m->ambient, 3);
        hone_write_u8(w, m->toon);
        hone_write_u8(w, m->edge);
        hone_write_u32(w, m->index_count);
        put_text(w, m->pictures, 20);
    }
}

static void put_bones(hone_writer *w, const make_pmd *desc)
{
    hone_write_u16(w, desc->bone_count);
    for (uint32_t i = 0; i < desc->bone_count; i++) {
        const pmd_bone *b = &desc->bones[i];
        put_text(w, b->name, 20);
        hone_write_u16(w, b->parent);
        hone_write_u16(w, b->tail);
        hone_write_u8(w, b->kind);
        hone_write_u16(w, b->reference);
        hone_write_floats(w, b->position, 3);
    }
}

static void put_iks(hone_writer *w, const make_pmd *desc)
{
    hone_write_u16(w, desc->ik_count);
    for (uint32_t i = 0; i < desc->ik_count; i++) {
        const pmd_ik *ik = &desc->iks[i];
        hone_write_u16(w, ik->goal);
        hone_write_u16(w, ik->effector);
        hone_write_u8(w, ik->link_count);
        hone_write_u16(w, ik->loop_count);
        hone_write_f32(w, ik->weight);
        for (uint32_t k = 0; k < ik->link_count; k++) hone_write_u16(w, ik->links[k % 4]);
    }
}

static void put_morphs(hone_writer *w, const make_pmd *desc)
{
    hone_write_u16(w, desc->morph_count);
    for (uint32_t i = 0; i < desc->morph_count; i++) {
        const pmd_morph_desc *m = &desc->morphs[i];
        put_text(w, m->name, 20);
        hone_write_u32(w, m->count);
        hone_write_u8(w, m->category);
        for (uint32_t k = 0; k < m->count; k++) {
            hone_write_u32(w, m->parts[k].index);
            hone_write_floats(w, m->parts[k].offset, 3);
        }
    }
}

static void put_items(hone_writer *w, const make_pmd *desc)
{
    hone_write_u32(w, desc->item_count);
    for (uint32_t i = 0; i < desc->item_count; i++) {
        hone_write_u16(w, desc->items[i].bone);
        hone_write_u8(w, desc->items[i].frame);
    }
}

static void put_english(hone_writer *w, const make_pmd *desc)
{
    hone_write_u8(w, desc->english_flag);
    if (desc->english_flag != 1)
        return;
    put_text(w, desc->english_name, 20);
    put_text(w, desc->english_comment, 256);
    for (uint32_t i = 0; i < desc->bone_count; i++) put_text(w, desc->bones[i].english, 20);
    for (uint32_t i = 0; i < desc->morph_count; i++)
        if (desc->morphs[i].english)
            put_text(w, desc->morphs[i].english, 20);
    for (uint32_t i = 0; i < desc->frame_count; i++) put_text(w, desc->frames[i].english, 50);
}

static void put_bodies(hone_writer *w, const make_pmd *desc)
{
    hone_write_u32(w, desc->body_count);
    for (uint32_t i = 0; i < desc->body_count; i++) {
        const pmd_body *b = &desc->bodies[i];
        put_text(w, b->name, 20);
        hone_write_u16(w, b->bone);
        hone_write_u8(w, b->group);
        hone_write_u16(w, b->mask);
        hone_write_u8(w, b->shape);
        hone_write_floats(w, b->size, 3);
        hone_write_floats(w, b->position, 3);
        hone_write_floats(w, b->rotation, 3);
        hone_write_floats(w, b->numbers, 5);
        hone_write_u8(w, b->mode);
    }
}

static void put_joints(hone_writer *w, const make_pmd *desc)
{
    hone_write_u32(w, desc->joint_count);
    for (uint32_t i = 0; i < desc->joint_count; i++) {
        put_text(w, desc->joints[i].name, 20);
        hone_write_u32(w, desc->joints[i].bodies[0]);
        hone_write_u32(w, desc->joints[i].bodies[1]);
        hone_write_floats(w, desc->joints[i].numbers, 24);
    }
}

static void put_tails(hone_writer *w, const make_pmd *desc, size_t *sections)
{
    sections[PMD_ENGLISH] = w->bytes.size;
    if (desc->tail_count > 0)
        put_english(w, desc);
    sections[PMD_TOONS] = w->bytes.size;
    for (int i = 0; desc->tail_count > 1 && i < 10; i++) put_text(w, desc->toons[i], 100);
    sections[PMD_BODIES] = w->bytes.size;
    if (desc->tail_count > 2)
        put_bodies(w, desc);
    sections[PMD_JOINTS] = w->bytes.size;
    if (desc->tail_count > 3)
        put_joints(w, desc);
    sections[PMD_END] = w->bytes.size;
}

hone_bytes make_pmd_write(const make_pmd *desc, size_t *sections)
{
    size_t unwanted[PMD_SECTION_COUNT];
    hone_bytes out;
    hone_writer w = hone_writer_make(NULL);
    sections = sections ? sections : unwanted;
    hone_write_bytes(&w, "Pmd", 3);
    hone_write_f32(&w, desc->version);
    put_text(&w, desc->name, 20);
    put_text(&w, desc->comment, 256);
    sections[PMD_VERTICES] = w.bytes.size;
    put_vertices(&w, desc);
    sections[PMD_FACES] = w.bytes.size;
    hone_write_u32(&w, desc->index_count);
    for (uint32_t i = 0; i < desc->index_count; i++) hone_write_u16(&w, desc->indices[i]);
    sections[PMD_MATERIALS] = w.bytes.size;
    put_materials(&w, desc);
    sections[PMD_BONES] = w.bytes.size;
    put_bones(&w, desc);
    sections[PMD_IKS] = w.bytes.size;
    put_iks(&w, desc);
    sections[PMD_MORPHS] = w.bytes.size;
    put_morphs(&w, desc);
    sections[PMD_SHOWN] = w.bytes.size;
    hone_write_u8(&w, desc->shown_count);
    for (uint32_t i = 0; i < desc->shown_count; i++) hone_write_u16(&w, desc->shown[i]);
    sections[PMD_FRAMES] = w.bytes.size;
    hone_write_u8(&w, desc->frame_count);
    for (uint32_t i = 0; i < desc->frame_count; i++) put_text(&w, desc->frames[i].name, 50);
    sections[PMD_ITEMS] = w.bytes.size;
    put_items(&w, desc);
    put_tails(&w, desc, sections);
    if (!hone_writer_finish(&w, &out, NULL))
        abort();
    return out;
}

/* ---- the small model ---- */

enum { NONE = 0xFFFF };

#define LEFT "\x8D\xB6"         /* 左 */
#define KNEE "\x82\xD0\x82\xB4" /* ひざ */

static const pmd_vertex rich_vertices[] = {
    {{0, 1, 2}, {0, 1, 0}, {0.25f, 0.5f}, {0, 1}, 100, 0}, {{3, 4, 5}, {1, 0, 0}, {0, 1}, {0, 1}, 25, 1},
    {{6, 7, 8}, {0, 0, 1}, {1, 0}, {0, 2}, 0, 0},          {{9, 10, 11}, {0, 0, 1}, {1, 1}, {3, 3}, 50, 0},
    {{-1, -2, -3}, {0, 0, 1}, {0, 0}, {4, 5}, 99, 0},
};

static const uint16_t rich_indices[] = {0, 1, 2, 2, 1, 3, 4, 3, 2};

static const pmd_material rich_materials[] = {
    {{0.1f, 0.2f, 0.3f, 1}, 5, {0.4f, 0.5f, 0.6f}, {0.7f, 0.8f, 0.9f}, 0, 1, 3, "body.bmp*shine.spa"},
    {{1, 1, 1, 0.98f}, 0, {0, 0, 0}, {0, 0, 0}, 3, 0, 3, "body.bmp"},
    {{1, 1, 1, 0.5f}, 0, {0, 0, 0}, {0, 0, 0}, 255, 0, 3, "metal.sph"},
};

/* Bones of every kind. */
static const pmd_bone rich_bones[] = {
    {"\x83\x5A\x83\x93\x83\x5E\x81\x5B", NONE, 1, 1, 0, {0, 8, 0}, "center"}, /* センター */
    {"upper", 0, 2, 0, 0, {0, 12, 0}, "upper body"},
    {LEFT "leg", 0, 3, 4, 7, {1, 8, 0}, "leg_L"},
    {LEFT KNEE, 2, 4, 4, 7, {1, 4, 0}, "knee_L"},
    {LEFT "foot", 3, 0, 4, 7, {1, 1, 0}, "foot_L"},
    {"tip", 4, 0, 7, 0, {1, 0, -1}, "tip_L"},
    {"end", 4, NONE, 6, 0, {1, 1, 0}, "end_L"},
    {"leg IK", NONE, 8, 2, 0, {1, 1, 0}, "leg IK_L"},
    {"IK tip", 7, 0, 7, 0, {1, 1, -1}, "IK tip_L"},
    {"follows", 1, 1, 5, 2, {2, 12, 0}, "follows"},
    {"twists", 1, 12, 8, 0, {0, 14, 0}, "twists"},
    {"half", 1, 10, 9, 50, {0, 15, 0}, "half"},
    {"unused", 10, 0, 3, 0, {3, 18, 0}, "unused"},
};

static const pmd_ik rich_iks[] = {
    {7, 6, 40, 0.5f, 2, {3, 2}},
    {8, 5, 3, 1, 1, {4}},
};

static const pmd_part rich_base[] = {{4, {-1, -2, -3}}, {2, {6, 7, 8}}, {0, {0, 1, 2}}};
static const pmd_part rich_smile[] = {{0, {0.1f, 0, 0}}, {2, {0, 0.2f, 0}}};
static const pmd_part rich_blink[] = {{1, {0, 0, 0.3f}}};
static const pmd_morph_desc rich_morphs[] = {
    {"base", NULL, 0, 3, rich_base},
    {"smile", "Smile", 3, 2, rich_smile},
    {"blink", "Blink", 2, 1, rich_blink},
    {"nothing", "Nothing", 1, 0, NULL},
};

static const uint16_t rich_shown[] = {0, 2, 1};
static const pmd_frame rich_frames[] = {{"body\n", "Body"}, {"legs\r\n", "Legs\n"}};
static const pmd_item rich_items[] = {{1, 1}, {2, 2}, {9, 1}, {3, 2}};

static const char *const rich_toons[10] = {"toon01.bmp", "",  "toon03.bmp", "own.bmp", "TOON02.BMP",
                                           "5",          "6", "7",          "8",       "9"};

static const pmd_body rich_bodies[] = {
    {"hips", 0, 3, 0xFFF0, 0, {1, 0, 0}, {0.5f, 0, 0}, {0.1f, 0.2f, 0.3f}, {1, 0.2f, 0.3f, 0.4f, 0.5f}, 0},
    {"shin", 3, 15, 0x1234, 2, {1, 2, 0}, {0, -2, 0}, {0, 0, 0}, {1, 0, 0, 0, 0}, 2},
    {"loose", NONE, 0, 1, 1, {1, 2, 3}, {1, 1, 1}, {0, 0, 0}, {1, 0, 0, 0, 0}, 1},
};

static const pmd_joint rich_joints[] = {
    {"knee", {0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

make_pmd make_pmd_rich(void)
{
    return (make_pmd){.version = 1,
                      .name = "\x8F\x89\x89\xB9", /* 初音 */
                      .comment = "a\r\ncomment",
                      .english_name = "Figure",
                      .english_comment = "in English",
                      .vertex_count = COUNT(rich_vertices),
                      .vertices = rich_vertices,
                      .index_count = COUNT(rich_indices),
                      .indices = rich_indices,
                      .material_count = COUNT(rich_materials),
                      .materials = rich_materials,
                      .bone_count = COUNT(rich_bones),
                      .bones = rich_bones,
                      .ik_count = COUNT(rich_iks),
                      .iks = rich_iks,
                      .morph_count = COUNT(rich_morphs),
                      .morphs = rich_morphs,
                      .shown_count = COUNT(rich_shown),
                      .shown = rich_shown,
                      .frame_count = COUNT(rich_frames),
                      .frames = rich_frames,
                      .item_count = COUNT(rich_items),
                      .items = rich_items,
                      .tail_count = 4,
                      .english_flag = 1,
                      .toons = rich_toons,
                      .body_count = COUNT(rich_bodies),
                      .bodies = rich_bodies,
                      .joint_count = COUNT(rich_joints),
                      .joints = rich_joints};
}
