#include "support/make/files/make_vmd.h"
#include "files/format/readers.h"
#include "support/support.h"
#include <string.h>

const char make_vmd_new[30] = "Vocaloid Motion Data 0002";
const char make_vmd_old[30] = "Vocaloid Motion Data file";
const char make_vmd_bare[30] = "Vocaloid Motion Data";

void make_vmd_field(hone_writer *w, const char *text, size_t size)
{
    size_t length = strlen(text);
    CHECK(length <= size);
    hone_write_bytes(w, text, length);
    hone_write_zeros(w, size - length);
}

hone_writer make_vmd_begin(const char signature[30], const char *model_name, size_t name_size)
{
    hone_writer w = hone_writer_make(NULL);
    hone_write_bytes(&w, signature, 30);
    make_vmd_field(&w, model_name, name_size);
    return w;
}

void make_vmd_bone(hone_writer *w, const char *name, uint32_t frame, float x, const uint8_t block[64])
{
    make_vmd_field(w, name, 15);
    hone_write_u32(w, frame);
    hone_write_floats(w, (const float[]){x, 2, 3}, 3);
    hone_write_floats(w, (const float[]){0, 0.6f, 0, 0.8f}, 4);
    if (block)
        hone_write_bytes(w, block, 64);
    else
        hone_write_zeros(w, 64);
}

void make_vmd_morph(hone_writer *w, const char *name, uint32_t frame, float weight)
{
    make_vmd_field(w, name, 15);
    hone_write_u32(w, frame);
    hone_write_f32(w, weight);
}

void make_vmd_camera(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_floats(w, (const float[]){-30, 1, 2, 3, 0.1f, 0.2f, 0.3f}, 7);
    for (uint8_t i = 0; i < 24; i++) hone_write_u8(w, i);
    hone_write_u32(w, 45);
    hone_write_u8(w, 1);
}

void make_vmd_light(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_floats(w, (const float[]){0.1f, 0.2f, 0.3f, -1, -2, -3}, 6);
}

void make_vmd_shadow(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_u8(w, 2);
    hone_write_f32(w, 0.05f);
}

void make_vmd_property(hone_writer *w, uint32_t frame)
{
    hone_write_u32(w, frame);
    hone_write_u8(w, 0);
    hone_write_u32(w, 2);
    make_vmd_field(w, "leg IK", 20);
    hone_write_u8(w, 0);
    make_vmd_field(w, "exactly twenty bytes", 20);
    hone_write_u8(w, 1);
}

hone_bytes make_vmd_whole(const char signature[30], size_t name_size, size_t at[7])
{
    hone_writer w = make_vmd_begin(signature, "doll", name_size);
    at[0] = w.bytes.size, hone_write_u32(&w, 3);
    make_vmd_bone(&w, "arm", 30, 1, NULL), make_vmd_bone(&w, "leg", 4, 5, NULL), make_vmd_bone(&w, "arm", 0, 9, NULL);
    at[1] = w.bytes.size, hone_write_u32(&w, 2);
    make_vmd_morph(&w, "smile", 8, 0.5f), make_vmd_morph(&w, "exactly15 bytes", 0, 1.5f);
    at[2] = w.bytes.size, hone_write_u32(&w, 1), make_vmd_camera(&w, 7);
    at[3] = w.bytes.size, hone_write_u32(&w, 1), make_vmd_light(&w, 6);
    at[4] = w.bytes.size, hone_write_u32(&w, 1), make_vmd_shadow(&w, 5);
    at[5] = w.bytes.size, hone_write_u32(&w, 1), make_vmd_property(&w, 60);
    at[6] = w.bytes.size;
    hone_bytes bytes;
    CHECK(hone_writer_finish(&w, &bytes, NULL));
    return bytes;
}

hone_motion *vmd_read_bytes(const void *bytes, size_t size)
{
    hone_error error = {0};
    hone_motion *motion = hone_vmd_read(bytes, size, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

hone_motion *vmd_read_file(hone_writer *w)
{
    hone_bytes bytes;
    CHECK(hone_writer_finish(w, &bytes, NULL));
    hone_motion *motion = vmd_read_bytes(bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return motion;
}

bool vmd_warns(const hone_motion *motion, const char *part)
{
    hone_warnings warnings = hone_motion_warnings(motion);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], part))
            return true;
    return false;
}

uint32_t vmd_record_count(const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    return data->records.bone + data->records.morph + data->records.camera + data->records.light +
           data->records.shadow + data->records.property;
}
