/* Checks and repairs names, display frames, the humanoid map and the PMX header. */
#include "base/error.h"
#include "core/model/validate.h"

static void repair_items(const hone_validate *check, hone_display_frame *frame, uint64_t at)
{
    hone_frame_item *items = (hone_frame_item *)frame->items;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < frame->item_count; i++) {
        uint32_t count = items[i].is_morph ? check->data->morph_count : check->data->skeleton.bone_count;
        if (hone_index_is_in(items[i].index, count))
            items[kept++] = items[i];
        else
            hone_builder_warn(check->builder, "display frame with an item that is missing: dropped", at);
    }
    frame->item_count = kept;
}

static bool check_display_frames(const hone_validate *check)
{
    const hone_model_data *data = check->data;
    if (!hone_validate_array(check, data->display_frames, data->display_frame_count, "display frames"))
        return false;
    hone_display_frame *frames = (hone_display_frame *)data->display_frames;
    for (uint32_t i = 0; i < data->display_frame_count; i++) {
        if (!hone_validate_array(check, frames[i].items, frames[i].item_count, "items of a display frame"))
            return false;
        hone_repair_text(check, &frames[i].name, i);
        hone_repair_text(check, &frames[i].english_name, i);
        repair_items(check, &frames[i], i);
    }
    return true;
}

/* Removes the entries without a bone. */
static bool check_humanoid(const hone_validate *check)
{
    hone_model_data *data = check->data;
    if (!hone_validate_array(check, data->humanoid_map, data->humanoid_map_count, "humanoid bones"))
        return false;
    hone_humanoid_map_entry *bones = (hone_humanoid_map_entry *)data->humanoid_map;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < data->humanoid_map_count; i++) {
        hone_repair_text(check, &bones[i].role, i);
        if (hone_index_is_in(bones[i].bone, data->skeleton.bone_count))
            bones[kept++] = bones[i];
        else
            hone_builder_warn(check->builder, "humanoid bone that is missing: dropped", i);
    }
    data->humanoid_map_count = kept;
    return true;
}

/* Only a model that was read from PMX needs a valid header. */
static bool check_header(const hone_validate *check)
{
    const hone_pmx_header *header = &check->data->pmx;
    if (check->data->format != HONE_FORMAT_PMX)
        return true;
    bool good = (header->version == 2.0f || header->version == 2.1f) && header->encoding <= 1;
    for (int i = 0; i < 6; i++)
        good = good && (header->index_sizes[i] == 1 || header->index_sizes[i] == 2 || header->index_sizes[i] == 4);
    if (!good)
        return hone_fail(check->error, HONE_ERROR_FORMAT, 0, "the PMX header has invalid values");
    return hone_validate_array(check, header->extras, header->extra_count, "extra globals");
}

static bool check_cameras(const hone_validate *check)
{
    hone_file_camera *cameras = (hone_file_camera *)check->data->cameras;
    if (!hone_validate_array(check, cameras, check->data->camera_count, "cameras"))
        return false;
    for (uint32_t i = 0; i < check->data->camera_count; i++) {
        hone_repair_text(check, &cameras[i].name, i);
        hone_repair_index(check, &cameras[i].bone, check->data->skeleton.bone_count, i, "bone of a camera");
    }
    return true;
}

bool hone_validate_texts(const hone_validate *check)
{
    hone_model_data *data = check->data;
    const char **textures = (const char **)data->textures;
    hone_repair_text(check, &data->name, 0);
    hone_repair_text(check, &data->english_name, 0);
    hone_repair_text(check, &data->comment, 0);
    hone_repair_text(check, &data->english_comment, 0);
    for (uint32_t i = 0; i < data->texture_count; i++) hone_repair_text(check, &textures[i], i);
    if (!hone_validate_array(check, data->clips, data->clip_count, "clips"))
        return false;
    for (uint32_t i = 0; i < data->clip_count; i++) hone_repair_text(check, &((hone_clip *)data->clips)[i].name, i);
    return check_cameras(check) && check_display_frames(check) && check_humanoid(check) && check_header(check);
}
