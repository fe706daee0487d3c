/* The keys of camera, light and self-shadow. */
#include "files/format/pmm/keys.h"
#include "files/format/pmm/sections.h"

enum {
    CAMERA_BODY_SIZE = 4 + 12 + 12 + 24 + 1 + 4 + 1,
    FOLLOWED_SIZE = 8, /* version 0002: the bone that the camera follows */
    CAMERA_STATE_SIZE = 9 * 4 + 1,
    LIGHT_BODY_SIZE = 6 * 4 + 1,
    LIGHT_STATE_SIZE = 6 * 4,
    SHADOW_BODY_SIZE = 1 + 4 + 1
};

/* ---- camera ---------------------------------------------------------------------------------------------------- */

static void read_camera_key(pmm_reader *reader, uint32_t frame, hone_camera_key *key, hone_camera_parent_key *parent)
{
    hone_reader *in = &reader->file.in;
    key->frame = parent->frame = frame;
    key->camera.distance = hone_read_f32(in);
    hone_read_floats(in, key->camera.target, 3);
    hone_read_floats(in, key->camera.angles, 3);
    parent->parent = (hone_project_bone){HONE_NONE, ""};
    if (reader->data.version > 1)
        hone_pmm_read_bone(reader, &parent->parent);
    for (int c = 0; c < 6; c++) {
        key->curves[c].x1 = hone_read_u8(in);
        key->curves[c].y1 = hone_read_u8(in);
        key->curves[c].x2 = hone_read_u8(in);
        key->curves[c].y2 = hone_read_u8(in);
    }
    key->camera.orthographic = hone_read_u8(in) != 0; /* 0: perspective is on */
    key->camera.fov = (float)hone_read_i32(in);
    hone_read_u8(in); /* selected */
}

static bool read_cameras(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene)
{
    pmm_single_list list;
    size_t size = CAMERA_BODY_SIZE + (reader->data.version > 1 ? FOLLOWED_SIZE : 0);
    if (!hone_pmm_begin_list(reader, "the keys of the camera", size, &list))
        return false;
    hone_camera_key *keys = hone_builder_array(builder, list.count, sizeof *keys);
    if (!keys)
        return hone_builder_fail(builder, reader->file.error);
    if (!hone_reading_array(&reader->file, list.count, sizeof *reader->camera_parents, &reader->camera_parents))
        return false;
    for (uint32_t i = 0; i < list.count; i++)
        read_camera_key(reader, hone_pmm_begin_key(reader, &list, i), &keys[i], &reader->camera_parents[i]);
    hone_pmm_end_list(reader, &list);
    scene->camera_keys = keys;
    scene->camera_key_count = reader->data.camera_parent_count = list.count;
    reader->data.camera_parents = reader->camera_parents;
    return hone_pmm_skip(reader, CAMERA_STATE_SIZE) || hone_pmm_fail_short(reader, "the camera");
}

/* ---- light ----------------------------------------------------------------------------------------------------- */

static bool read_lights(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene)
{
    pmm_single_list list;
    if (!hone_pmm_begin_list(reader, "the keys of the light", LIGHT_BODY_SIZE, &list))
        return false;
    hone_light_key *keys = hone_builder_array(builder, list.count, sizeof *keys);
    if (!keys)
        return hone_builder_fail(builder, reader->file.error);
    for (uint32_t i = 0; i < list.count; i++) {
        keys[i].frame = hone_pmm_begin_key(reader, &list, i);
        hone_read_floats(&reader->file.in, keys[i].light.colour, 3);
        hone_read_floats(&reader->file.in, keys[i].light.direction, 3);
        hone_read_u8(&reader->file.in); /* selected */
    }
    hone_pmm_end_list(reader, &list);
    scene->light_keys = keys;
    scene->light_key_count = list.count;
    return hone_pmm_skip(reader, LIGHT_STATE_SIZE) || hone_pmm_fail_short(reader, "the light");
}

bool hone_pmm_read_scene(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene)
{
    return read_cameras(reader, builder, scene) && read_lights(reader, builder, scene);
}

/* ---- self-shadow ----------------------------------------------------------------------------------------------- */

bool hone_pmm_read_shadows(pmm_reader *reader, hone_builder *builder, hone_motion_data *scene)
{
    pmm_single_list list;
    if (!hone_pmm_begin_list(reader, "the keys of the self-shadow", SHADOW_BODY_SIZE, &list))
        return false;
    hone_shadow_key *keys = hone_builder_array(builder, list.count, sizeof *keys);
    if (!keys)
        return hone_builder_fail(builder, reader->file.error);
    for (uint32_t i = 0; i < list.count; i++) {
        keys[i].frame = hone_pmm_begin_key(reader, &list, i);
        keys[i].mode = hone_read_u8(&reader->file.in);
        keys[i].distance = hone_read_f32(&reader->file.in);
        hone_read_u8(&reader->file.in); /* selected */
    }
    hone_pmm_end_list(reader, &list);
    scene->shadow_keys = keys;
    scene->shadow_key_count = list.count;
    return true;
}
