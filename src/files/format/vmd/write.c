/* Writes VMD. */
#include "base/error.h"
#include "base/files/byte_writer.h"
#include "base/text/text.h"
#include "core/motion/key_repair.h"
#include "files/format/vmd/vmd.h"

#include <string.h>

/* Writes a text in CP932, padded with zeros. */
static void write_text(hone_writer *writer, const char *text, size_t field)
{
    uint8_t bytes[HONE_IK_NAME_SIZE];
    size_t size = hone_cp932_from_utf8(text, strlen(text), bytes, field, NULL);
    hone_write_bytes(writer, bytes, size);
    hone_write_zeros(writer, field - size);
}

static void write_name(hone_writer *writer, const hone_track_name *name, size_t field)
{
    if (!name->cp932_size) {
        write_text(writer, name->text, field);
        return;
    }
    hone_write_bytes(writer, name->cp932, name->cp932_size);
    hone_write_zeros(writer, field - name->cp932_size);
}

static void write_header(hone_writer *writer, const char *model_name)
{
    static const char signature[30] = "Vocaloid Motion Data 0002";
    hone_write_bytes(writer, signature, sizeof signature);
    write_text(writer, model_name, 20);
}

/* Row r of four contains the 16 values shifted left by r bytes, padded with zeros. The physics switch overwrites bytes
 * 2 and 3, as in newer versions of MMD. */
static void write_bone_curves(hone_writer *writer, const hone_bone_key *key)
{
    uint8_t values[16], block[64] = {0};
    for (int c = 0; c < 4; c++) {
        hone_curve curve = key->curves[c];
        values[c] = curve.x1, values[4 + c] = curve.y1, values[8 + c] = curve.x2, values[12 + c] = curve.y2;
    }
    for (size_t row = 0; row < 4; row++) memcpy(block + 16 * row, values + row, sizeof values - row);
    block[2] = key->physics_off ? HONE_VMD_PHYSICS_OFF_2 : 0;
    block[3] = key->physics_off ? HONE_VMD_PHYSICS_OFF_3 : 0;
    hone_write_bytes(writer, block, sizeof block);
}

static void write_bones(hone_writer *writer, const hone_motion_data *data, uint32_t key_count)
{
    hone_write_u32(writer, key_count);
    for (uint32_t t = 0; t < data->bone_track_count; t++) {
        const hone_bone_track *track = &data->bone_tracks[t];
        for (uint32_t k = 0; k < track->key_count; k++) {
            write_name(writer, &track->name, HONE_NAME_SIZE);
            hone_write_u32(writer, track->keys[k].frame);
            hone_write_floats(writer, track->keys[k].translation, 3);
            hone_write_floats(writer, track->keys[k].rotation, 4);
            write_bone_curves(writer, &track->keys[k]);
        }
    }
}

static void write_morphs(hone_writer *writer, const hone_motion_data *data, uint32_t key_count)
{
    hone_write_u32(writer, key_count);
    for (uint32_t t = 0; t < data->morph_track_count; t++) {
        const hone_morph_track *track = &data->morph_tracks[t];
        for (uint32_t k = 0; k < track->key_count; k++) {
            write_name(writer, &track->name, HONE_NAME_SIZE);
            hone_write_u32(writer, track->keys[k].frame);
            hone_write_f32(writer, track->keys[k].weight);
        }
    }
}

static void write_cameras(hone_writer *writer, const hone_motion_data *data)
{
    hone_write_u32(writer, data->camera_key_count);
    for (uint32_t k = 0; k < data->camera_key_count; k++) {
        const hone_camera_key *key = &data->camera_keys[k];
        hone_write_u32(writer, key->frame);
        hone_write_f32(writer, key->camera.distance);
        hone_write_floats(writer, key->camera.target, 3);
        hone_write_floats(writer, key->camera.angles, 3);
        for (int c = 0; c < 6; c++) {
            const hone_curve *curve = &key->curves[c];
            hone_write_bytes(writer, (const uint8_t[]){curve->x1, curve->x2, curve->y1, curve->y2}, 4);
        }
        hone_write_u32(writer, (uint32_t)(key->camera.fov + 0.5f)); /* 1 to 179 */
        hone_write_u8(writer, key->camera.orthographic);
    }
}

static void write_lights(hone_writer *writer, const hone_motion_data *data)
{
    hone_write_u32(writer, data->light_key_count);
    for (uint32_t k = 0; k < data->light_key_count; k++) {
        hone_write_u32(writer, data->light_keys[k].frame);
        hone_write_floats(writer, data->light_keys[k].light.colour, 3);
        hone_write_floats(writer, data->light_keys[k].light.direction, 3);
    }
}

static void write_shadows(hone_writer *writer, const hone_motion_data *data)
{
    hone_write_u32(writer, data->shadow_key_count);
    for (uint32_t k = 0; k < data->shadow_key_count; k++) {
        hone_write_u32(writer, data->shadow_keys[k].frame);
        hone_write_u8(writer, data->shadow_keys[k].mode);
        hone_write_f32(writer, data->shadow_keys[k].distance);
    }
}

static void write_properties(hone_writer *writer, const hone_motion_data *data)
{
    hone_write_u32(writer, data->property_key_count);
    for (uint32_t k = 0; k < data->property_key_count; k++) {
        const hone_property_key *key = &data->property_keys[k];
        hone_write_u32(writer, key->frame);
        hone_write_u8(writer, key->visible);
        hone_write_u32(writer, key->state_count);
        for (uint32_t s = 0; s < key->state_count; s++) {
            write_name(writer, &key->states[s].name, HONE_IK_NAME_SIZE);
            hone_write_u8(writer, key->states[s].enabled);
        }
    }
}

bool hone_motion_write_vmd(const hone_motion *motion, const hone_allocator *allocator, hone_bytes *out,
                           hone_error *error)
{
    *out = (hone_bytes){0};
    if (!motion)
        return hone_fail_null(error, "motion");
    const hone_motion_data *data = hone_motion_get(motion);
    uint64_t bone_keys = 0, morph_keys = 0;
    for (uint32_t t = 0; t < data->bone_track_count; t++) bone_keys += data->bone_tracks[t].key_count;
    for (uint32_t t = 0; t < data->morph_track_count; t++) morph_keys += data->morph_tracks[t].key_count;
    if (data->space != HONE_SPACE_MMD)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "only a motion in MMD's space can be written as VMD");
    if (data->packed)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a packed motion has no keys: bake it first");
    if (bone_keys > UINT32_MAX || morph_keys > UINT32_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion has more keys than VMD can count");
    hone_writer writer = hone_writer_make(allocator);
    write_header(&writer, data->model_name);
    write_bones(&writer, data, (uint32_t)bone_keys);
    write_morphs(&writer, data, (uint32_t)morph_keys);
    write_cameras(&writer, data);
    write_lights(&writer, data);
    write_shadows(&writer, data);
    write_properties(&writer, data);
    return hone_writer_finish(&writer, out, error);
}
