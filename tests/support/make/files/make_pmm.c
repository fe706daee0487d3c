#include "support/make/files/make_pmm.h"
#include "base/files/byte_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t s_curve[4] = {64, 0, 64, 127}, line[4] = {20, 20, 107, 107};

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void put_field(hone_writer *w, const char *text, size_t size)
{
    size_t length = strlen(text);
    require(length <= size);
    hone_write_bytes(w, text, length);
    hone_write_zeros(w, size - length);
}

static void put_text(hone_writer *w, const char *text)
{
    hone_write_u8(w, (uint8_t)strlen(text));
    hone_write_bytes(w, text, strlen(text));
}

static void put_signature(hone_writer *w, bool old)
{
    put_field(w, old ? "Polygon Movie maker 0001" : "Polygon Movie maker 0002", 30);
}

/* index: -1 for a first key, which has none */
static void put_head(hone_writer *w, int32_t index, uint32_t frame, uint32_t next)
{
    if (index >= 0)
        hone_write_i32(w, index);
    hone_write_u32(w, frame);
    hone_write_u32(w, 0);
    hone_write_u32(w, next);
}

/* ---- models ---- */

static void put_bone_key(hone_writer *w, const make_pmm_desc *desc, int32_t index, uint32_t frame, uint32_t next,
                         float x, bool turned)
{
    put_head(w, index, frame, next);
    for (int c = 0; c < 4; c++) hone_write_bytes(w, x != 0 ? s_curve : line, 4);
    hone_write_floats(w, (const float[]){x, 0, 0}, 3);
    hone_write_floats(w, turned ? (const float[]){0, 1, 0, 0} : (const float[]){0, 0, 0, 1}, 4);
    hone_write_u8(w, 0);
    if (!desc->old)
        hone_write_u8(w, turned);
}

/* Keys behind the first ones: of bone 0 two, of bone 1 one, and perhaps a stray one. */
static void put_bone_keys(hone_writer *w, const make_pmm_desc *desc, uint32_t bones, bool first_model)
{
    uint32_t step = desc->holes ? 7 : 1, a = bones, b = bones + step, c = bones + 2 * step;
    bool keys = first_model && bones > 1;
    for (uint32_t i = 0; i < bones; i++)
        put_bone_key(w, desc, -1, 0, !keys ? 0 : i == 0 ? a : i == 1 ? c : 0, 0, false);
    hone_write_u32(w, !keys ? 0 : desc->stray ? 4 : 3);
    if (!keys)
        return;
    if (desc->holes)
        put_bone_key(w, desc, (int32_t)c, 15, 0, 0, true);
    put_bone_key(w, desc, (int32_t)a, 10, b, 1, false);
    put_bone_key(w, desc, (int32_t)b, 30, desc->loop ? a : 0, 3, false);
    if (!desc->holes)
        put_bone_key(w, desc, (int32_t)c, 15, 0, 0, true);
    if (desc->stray)
        put_bone_key(w, desc, (int32_t)(c + 1), 40, 0, 9, false);
}

static void put_morph_key(hone_writer *w, int32_t index, uint32_t frame, uint32_t next, float weight)
{
    put_head(w, index, frame, next);
    hone_write_f32(w, weight);
    hone_write_u8(w, 0);
}

static void put_morph_keys(hone_writer *w, uint32_t morphs, bool first_model)
{
    bool key = first_model && morphs > 1;
    for (uint32_t i = 0; i < morphs; i++) put_morph_key(w, -1, 0, key && i == 1 ? morphs : 0, 0);
    hone_write_u32(w, key);
    if (key)
        put_morph_key(w, (int32_t)morphs, 12, 0, 0.5f);
}

static void put_followed(hone_writer *w, int32_t model)
{
    hone_write_i32(w, model);
    hone_write_i32(w, model < 0 ? 0 : 1);
}

static void put_model_key(hone_writer *w, const make_pmm_desc *desc, int32_t index, uint32_t next, bool on,
                          int32_t followed)
{
    put_head(w, index, index < 0 ? 0 : 20, next);
    hone_write_u8(w, on);
    hone_write_u8(w, on); /* its one chain */
    if (!desc->old) {
        put_followed(w, -1);
        put_followed(w, followed);
    }
    hone_write_u8(w, 0);
}

static void put_states(hone_writer *w, const make_pmm_desc *desc, uint32_t bones, uint32_t morphs)
{
    for (uint32_t i = 0; i < bones; i++) {
        hone_write_floats(w, (const float[]){0, 0, 0, 0, 0, 0, 1}, 7);
        hone_write_zeros(w, desc->old ? 6 : 3);
    }
    hone_write_zeros(w, (size_t)4 * morphs + 1);
    if (desc->old)
        return;
    for (int i = 0; i < 2; i++) hone_write_zeros(w, 8), put_followed(w, -1);
    hone_write_u8(w, desc->drawn_alone);
    hone_write_f32(w, 1.5f);
    hone_write_u8(w, !desc->drawn_alone);
    hone_write_u8(w, 1);
}

static void put_names(hone_writer *w, const make_pmm_desc *desc)
{
    put_text(w, desc->name);
    put_text(w, "doll in English");
    put_field(w, desc->path, 256);
    hone_write_u8(w, 3);
    hone_write_u32(w, desc->bone_count);
    for (uint32_t i = 0; i < desc->bone_count; i++) put_text(w, desc->bones[i]);
    hone_write_u32(w, desc->morph_count);
    for (uint32_t i = 0; i < desc->morph_count; i++) put_text(w, desc->morphs[i]);
    hone_write_u32(w, 1);
    hone_write_u32(w, desc->bone_count - 1);
    hone_write_u32(w, 2); /* what may have an external parent: the model, and bone 0 */
    hone_write_i32(w, -1);
    hone_write_i32(w, 0);
}

static void put_model(hone_writer *w, const make_pmm_desc *desc, uint32_t number)
{
    bool first = number == 0;
    hone_write_u8(w, (uint8_t)number);
    if (desc->old)
        put_field(w, "doll", 20), put_field(w, desc->path, 256);
    else
        put_names(w, desc);
    hone_write_u8(w, (uint8_t)(number + 1));
    hone_write_u8(w, 1);
    hone_write_i32(w, 1);
    hone_write_zeros(w, 16);
    hone_write_u8(w, 2), hone_write_zeros(w, 2);
    hone_write_u32(w, 0);
    hone_write_u32(w, first ? 30 : 0);
    put_bone_keys(w, desc, desc->bone_count, first);
    put_morph_keys(w, desc->morph_count, first);
    bool off = first && !desc->plain;
    put_model_key(w, desc, -1, off || number == 1 ? 1 : 0, true, -1);
    hone_write_u32(w, off || number == 1);
    if (off || number == 1)
        put_model_key(w, desc, 1, 0, !off, number == 1 ? desc->followed : -1);
    put_states(w, desc, desc->bone_count, desc->morph_count);
}

/* ---- scene ---- */

static void put_camera_key(hone_writer *w, const make_pmm_desc *desc, int32_t index, uint32_t frame, uint32_t next)
{
    put_head(w, index, frame, next);
    hone_write_floats(w, (const float[]){-45 - (float)frame, 1, 10, 3, 0.1f, 0.2f, 0.3f}, 7);
    if (!desc->old)
        put_followed(w, frame ? desc->followed : -1);
    for (int c = 0; c < 6; c++) hone_write_bytes(w, frame ? s_curve : line, 4);
    hone_write_u8(w, frame != 0);
    hone_write_u32(w, 30 + frame);
    hone_write_u8(w, 0);
}

static void put_light_key(hone_writer *w, int32_t index, uint32_t frame, uint32_t next)
{
    put_head(w, index, frame, next);
    hone_write_floats(w, (const float[]){0.5f, 0.25f, frame ? 1.0f : 0.0f, -0.5f, -1, 0.5f}, 6);
    hone_write_u8(w, 0);
}

static void put_accessory_key(hone_writer *w, const make_pmm_desc *desc, int32_t index, uint32_t frame, uint32_t next)
{
    put_head(w, index, frame, next);
    hone_write_u8(w, frame ? 50 << 1 : 1);
    put_followed(w, frame ? desc->followed : -1);
    hone_write_floats(w, (const float[]){1, 2, desc->odd_numbers ? NAN : 3, 0.1f, 0.2f, 0.3f, 0.5f}, 7);
    hone_write_u8(w, 1);
    hone_write_u8(w, 0);
}

static void put_accessory(hone_writer *w, const make_pmm_desc *desc)
{
    hone_write_u8(w, 0);
    hone_write_u32(w, 0);
    hone_write_u8(w, 1);
    put_field(w, "stick", 100);
    hone_write_u8(w, 0);
    put_field(w, "stick", 100);
    put_field(w, desc->accessory, 256);
    hone_write_u8(w, 4);
    put_accessory_key(w, desc, -1, 0, 1);
    hone_write_u32(w, 1);
    put_accessory_key(w, desc, 1, 20, 0);
    hone_write_zeros(w, 38);
    if (!desc->old)
        hone_write_u8(w, 1);
}

static void put_settings(hone_writer *w)
{
    for (int i = 0; i < 4; i++) hone_write_u32(w, i == 0 ? 8 : 0);
    hone_write_u8(w, 0);
    hone_write_u8(w, 1), hone_write_u8(w, 1), hone_write_u8(w, 0);
    hone_write_u32(w, 2), hone_write_u32(w, 25);
    hone_write_u8(w, 1), put_field(w, "song.wav", 256);
    hone_write_i32(w, -3), hone_write_i32(w, 4), hone_write_f32(w, 0.5f), put_field(w, "back.avi", 256);
    hone_write_u32(w, 1);
    hone_write_i32(w, 5), hone_write_i32(w, 6), hone_write_f32(w, 2), put_field(w, "back.png", 256);
    hone_write_u8(w, 0);
    hone_write_u8(w, 1), hone_write_u8(w, 0), hone_write_u8(w, 1);
    hone_write_f32(w, 60);
    hone_write_u32(w, 0), hone_write_u32(w, 1);
    hone_write_f32(w, 0.75f);
}

static void put_gravity_key(hone_writer *w, const make_pmm_desc *desc, int32_t index, uint32_t frame, uint32_t next)
{
    put_head(w, index, frame, next);
    hone_write_u8(w, frame != 0);
    hone_write_u32(w, 10);
    bool strong = desc->heavier && frame;
    hone_write_floats(w, strong ? (const float[]){19.6f, 2, 0, 0} : (const float[]){9.8f, 0, -1, 0}, 4);
    hone_write_u8(w, 0);
}

static void put_shadow_key(hone_writer *w, int32_t index, uint32_t frame, uint32_t next)
{
    put_head(w, index, frame, next);
    hone_write_u8(w, frame ? 2 : 1);
    hone_write_f32(w, 0.01125f);
    hone_write_u8(w, 0);
}

static void put_new_settings(hone_writer *w, const make_pmm_desc *desc)
{
    hone_write_u8(w, 1), hone_write_u8(w, 1);
    hone_write_zeros(w, 21);
    put_gravity_key(w, desc, -1, 0, 1), hone_write_u32(w, 1), put_gravity_key(w, desc, 1, 7, 0);
    hone_write_u8(w, 0), hone_write_f32(w, 0);
    put_shadow_key(w, -1, 0, 1), hone_write_u32(w, 1), put_shadow_key(w, 1, 7, 0);
    hone_write_u32(w, 255), hone_write_u32(w, 0), hone_write_u32(w, 51);
    hone_write_u8(w, 1);
    hone_write_zeros(w, 74);
    hone_write_u8(w, 0);
    hone_write_u32(w, 8);
}

static make_pmm_desc with_defaults(const make_pmm_desc *desc)
{
    static const char *const bones[] = {"center", "arm", "leg IK"}, *const morphs[] = {"base", "smile"};
    make_pmm_desc out = *desc;
    out.models = desc->empty ? 0 : desc->models ? desc->models : 2;
    out.name = desc->name ? desc->name : "doll";
    out.path = desc->path ? desc->path : "C:\\MMD\\UserFile\\Model\\doll.pmd";
    out.accessory = desc->accessory ? desc->accessory : "UserFile\\Accessory\\stick.x";
    if (!desc->bones)
        out.bones = bones, out.bone_count = 3;
    if (!desc->morphs)
        out.morphs = morphs, out.morph_count = 2;
    return out;
}

hone_bytes make_pmm(const make_pmm_desc *wanted, size_t at[6])
{
    const make_pmm_desc own = with_defaults(wanted), *desc = &own;
    size_t unused[6], *place = at ? at : unused;
    hone_writer writer = hone_writer_make(NULL), *w = &writer;
    put_signature(w, desc->old);
    hone_write_u32(w, 640), hone_write_u32(w, 360), hone_write_u32(w, 250);
    hone_write_f32(w, 30);
    hone_write_zeros(w, desc->old ? 6 : 7);
    place[0] = w->bytes.size;
    hone_write_u8(w, 0), hone_write_u8(w, (uint8_t)desc->models);
    for (uint32_t i = 0; desc->old && i < desc->models; i++) put_field(w, "doll", 20);
    for (uint32_t i = 0; i < desc->models; i++) put_model(w, desc, i);
    place[1] = w->bytes.size;
    put_camera_key(w, desc, -1, 0, 1), hone_write_u32(w, 1), put_camera_key(w, desc, 1, 20, 0);
    hone_write_zeros(w, 37);
    place[2] = w->bytes.size;
    put_light_key(w, -1, 0, 1), hone_write_u32(w, 1), put_light_key(w, 1, 5, 0);
    hone_write_zeros(w, 24);
    place[3] = w->bytes.size;
    put_accessory(w, desc);
    place[4] = w->bytes.size;
    put_settings(w);
    place[5] = w->bytes.size;
    if (!desc->old)
        put_new_settings(w, desc);
    hone_bytes bytes;
    require(hone_writer_finish(w, &bytes, NULL));
    return bytes;
}
