/* Puts the keys in order that no motion contains: followed bones, accessories, gravity. */
#include "base/finite.h"
#include "core/motion/keys.h"
#include "files/format/pmm/sections.h"

static bool sort(pmm_reader *reader, void *keys, size_t size, uint32_t *count)
{
    uint32_t twice = 0, before = *count;
    if (!hone_keys_sort(reader->desc->allocator, keys, size, count, &twice))
        return hone_fail_memory(reader->file.error);
    if (*count < before)
        hone_builder_warn(reader->file.builder, "several keys at one frame: only the last is used", twice);
    return true;
}

static void repair(pmm_reader *reader, float *values, size_t count, float instead, uint32_t frame)
{
    if (hone_floats_are_finite(values, count))
        return;
    for (size_t i = 0; i < count; i++) values[i] = hone_floats_are_finite(&values[i], 1) ? values[i] : instead;
    hone_builder_warn(reader->file.builder, "a number that is not finite was replaced, in the key at its frame", frame);
}

/* Keeps the keys that change the followed bone. */
static bool finish_camera_parents(pmm_reader *reader)
{
    hone_camera_parent_key *keys = reader->camera_parents;
    uint32_t count = reader->data.camera_parent_count, kept = 0;
    hone_project_bone now = {HONE_NONE, ""};
    if (!sort(reader, keys, sizeof *keys, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i].parent.model == now.model && strcmp(keys[i].parent.name, now.name) == 0)
            continue;
        now = keys[i].parent;
        keys[kept++] = keys[i];
    }
    reader->data.camera_parent_count = kept;
    return true;
}

static bool finish_accessory(pmm_reader *reader, hone_project_accessory *accessory)
{
    hone_accessory_key *keys = (hone_accessory_key *)accessory->keys; /* const only for users */
    if (!sort(reader, keys, sizeof *keys, &accessory->key_count))
        return false;
    for (uint32_t i = 0; i < accessory->key_count; i++) {
        repair(reader, keys[i].translation, 3, 0, keys[i].frame);
        repair(reader, keys[i].rotation, 3, 0, keys[i].frame);
        repair(reader, &keys[i].scale, 1, 1, keys[i].frame);
    }
    return true;
}

static bool finish_gravity(pmm_reader *reader)
{
    hone_gravity_key *keys = (hone_gravity_key *)reader->data.gravity_keys;
    if (!keys)
        return true;
    if (!sort(reader, keys, sizeof *keys, &reader->data.gravity_key_count))
        return false;
    for (uint32_t i = 0; i < reader->data.gravity_key_count; i++) {
        repair(reader, &keys[i].acceleration, 1, 0, keys[i].frame);
        repair(reader, keys[i].direction, 3, 0, keys[i].frame);
    }
    return true;
}

static void repair_settings(pmm_reader *reader)
{
    hone_project_data *data = &reader->data;
    repair(reader, &data->video.scale, 1, 1, 0);
    repair(reader, &data->image.scale, 1, 1, 0);
    repair(reader, &data->frames_per_second, 1, 60, 0);
    repair(reader, &data->ground_shadow_brightness, 1, 1, 0);
    for (uint32_t i = 0; i < data->model_count; i++) repair(reader, &reader->models[i].edge_scale, 1, 1, 0);
}

bool hone_pmm_finish_keys(pmm_reader *reader)
{
    hone_project_accessory *accessories = (hone_project_accessory *)reader->data.accessories;
    repair_settings(reader);
    for (uint32_t i = 0; i < reader->data.accessory_count; i++)
        if (!finish_accessory(reader, &accessories[i]))
            return false;
    return finish_camera_parents(reader) && finish_gravity(reader);
}
