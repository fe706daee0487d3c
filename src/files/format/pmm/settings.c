/* The settings of a project, which follow the keys: range, sound, background, physics, gravity, self-shadow, colours.
 */
#include "files/format/pmm/keys.h"
#include "files/format/pmm/sections.h"

enum { GRAVITY_BODY_SIZE = 1 + 4 + 4 + 12 + 1, MATRIX_SIZE = 64 };

static bool read_flag(hone_reader *in)
{
    return hone_read_u8(in) != 0;
}

static void read_range(pmm_reader *reader)
{
    hone_project_data *data = &reader->data;
    hone_reader *in = &reader->file.in;
    data->current_frame = hone_read_u32(in);
    hone_read_bytes(in, 4 + 4 + 4 + 1); /* scroll bars, what the mouse does, what the view follows */
    data->loop = read_flag(in);
    data->first_frame_on = read_flag(in);
    data->last_frame_on = read_flag(in);
    data->first_frame = hone_read_u32(in);
    data->last_frame = hone_read_u32(in);
}

static void read_background(pmm_reader *reader, hone_project_background *out)
{
    out->offset[0] = hone_read_i32(&reader->file.in);
    out->offset[1] = hone_read_i32(&reader->file.in);
    out->scale = hone_read_f32(&reader->file.in);
    out->path = hone_pmm_read_field(reader, PMM_PATH_SIZE);
}

static void read_media(pmm_reader *reader)
{
    hone_project_data *data = &reader->data;
    data->sound_on = read_flag(&reader->file.in);
    data->sound = hone_pmm_read_field(reader, PMM_PATH_SIZE);
    read_background(reader, &data->video);
    data->video.shown = hone_read_i32(&reader->file.in) != 0;
    read_background(reader, &data->image);
    data->image.shown = read_flag(&reader->file.in);
}

static void read_display(pmm_reader *reader)
{
    hone_project_data *data = &reader->data;
    hone_reader *in = &reader->file.in;
    data->information = read_flag(in);
    data->grid = read_flag(in);
    data->ground_shadow = read_flag(in);
    data->frames_per_second = hone_read_f32(in);
    hone_read_i32(in); /* what becomes a texture of the screen */
    int32_t before = hone_read_i32(in);
    data->accessories_before = before > 0 ? (uint32_t)before : 0;
    data->ground_shadow_brightness = hone_read_f32(in);
}

/* ---- version 0002 ---------------------------------------------------------------------------------------------- */

static void read_gravity_key(hone_reader *in, uint32_t frame, hone_gravity_key *key)
{
    key->frame = frame;
    key->noisy = read_flag(in);
    key->noise = hone_read_i32(in);
    key->acceleration = hone_read_f32(in);
    hone_read_floats(in, key->direction, 3);
    hone_read_u8(in); /* selected */
}

static bool read_gravity(pmm_reader *reader)
{
    pmm_single_list list;
    hone_gravity_key *keys = NULL;
    hone_read_bytes(&reader->file.in, 4 + 4 + 12 + 1); /* gravity at the current frame */
    if (reader->file.in.failed)
        return true;
    if (!hone_pmm_begin_list(reader, "the keys of gravity", GRAVITY_BODY_SIZE, &list) ||
        !hone_reading_array(&reader->file, list.count, sizeof *keys, &keys))
        return false;
    for (uint32_t i = 0; i < list.count; i++)
        read_gravity_key(&reader->file.in, hone_pmm_begin_key(reader, &list, i), &keys[i]);
    hone_pmm_end_list(reader, &list);
    reader->data.gravity_keys = keys;
    reader->data.gravity_key_count = list.count;
    return true;
}

static bool read_self_shadow(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene)
{
    reader->data.self_shadow = read_flag(&reader->file.in);
    hone_read_f32(&reader->file.in); /* its distance at the current frame */
    return reader->file.in.failed || hone_pmm_read_shadows(reader, builder, scene);
}

static void read_colours(pmm_reader *reader)
{
    hone_project_data *data = &reader->data;
    for (int c = 0; c < 3; c++) {
        int32_t value = hone_read_i32(&reader->file.in);
        data->edge_colour[c] = value < 0 ? 0 : value > 255 ? 1 : (float)value / 255;
    }
    data->black_background = read_flag(&reader->file.in);
    hone_read_bytes(&reader->file.in, 4 + 4 + MATRIX_SIZE + 1 + 1); /* what the view follows, and how */
    if (!reader->file.in.failed)
        data->physics_ground = read_flag(&reader->file.in);
}

static void read_physics(pmm_reader *reader)
{
    reader->data.ground_shadow_translucent = read_flag(&reader->file.in);
    uint8_t mode = hone_read_u8(&reader->file.in);
    if (mode > HONE_PROJECT_PHYSICS_TRACING)
        hone_reading_warn(&reader->file, "the mode of physics is unknown; physics is on");
    else if (!reader->file.in.failed)
        reader->data.physics = (hone_project_physics)mode;
}

bool hone_pmm_read_settings(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene)
{
    hone_project_data *data = &reader->data;
    data->physics = HONE_PROJECT_PHYSICS_PLAYING;
    data->self_shadow = data->physics_ground = true;
    read_range(reader);
    read_media(reader);
    read_display(reader);
    if (data->version > 1) {
        read_physics(reader);
        if (!read_gravity(reader) || !read_self_shadow(reader, builder, scene))
            return false;
        read_colours(reader);
    }
    if (reader->file.in.failed)
        hone_reading_warn(&reader->file,
                          "the project is cut short in its settings: those that are missing have default values");
    return true;
}
