/* Reads .hclip: names of bones and morphs, and clips, each with a packed block and, for MMD, a VMD with what a block
 * cannot hold. */
#include "base/memory/builder.h"
#include "files/format/common/clip_select.h"
#include "files/format/common/reading.h"
#include "files/format/hclip/channels.h"
#include "files/format/hclip/hclip.h"
#include "files/format/hclip/keys.h"
#include "files/format/readers.h"
#include <string.h>

/* A clip of the file, as it is found. */
typedef struct clip_entry {
    double duration;
    uint32_t switch_count;
    const uint8_t *switches, *scene, *keys, *block;
    uint32_t scene_size, keys_size, block_size;
} clip_entry;

typedef struct hclip {
    hone_reading file;
    const hone_load_desc *desc;
    hone_motion_data data;
    hone_packed_motion *packed;
    clip_entry chosen;
    uint32_t bone_count, morph_count;
} hclip;

/* ---- names ---- */

static const char *read_text(hclip *h)
{
    uint16_t size = hone_read_u16(&h->file.in);
    const uint8_t *text = hone_read_bytes(&h->file.in, size);
    return text ? hone_builder_text(h->file.builder, (const char *)text, size) : NULL;
}

static const hone_channel_target *read_names(hclip *h, uint32_t count)
{
    if (hone_reader_left(&h->file.in) / 2 < count) {
        h->file.in.failed = true;
        return NULL;
    }
    hone_channel_target *out = hone_builder_array(h->file.builder, count, sizeof *out);
    for (uint32_t i = 0; i < count && !h->file.in.failed; i++) {
        const char *name = read_text(h);
        if (out && name)
            out[i] = (hone_channel_target){name, (int32_t)i};
    }
    return out;
}

static bool read_header(hclip *h)
{
    uint8_t start[HCLIP_HEADER] = {0};
    const uint8_t *bytes = hone_read_bytes(&h->file.in, HCLIP_MAGIC_SIZE);
    if (bytes)
        memcpy(start, bytes, HCLIP_MAGIC_SIZE);
    if (memcmp(start, HCLIP_MAGIC, HCLIP_MAGIC_SIZE) != 0)
        return hone_reading_fail_as(&h->file, HONE_ERROR_FORMAT, 0, "not a file of packed clips");
    uint32_t version = hone_read_u32(&h->file.in), space = hone_read_u32(&h->file.in);
    uint64_t low = hone_read_u32(&h->file.in);
    h->data.source = low | (uint64_t)hone_read_u32(&h->file.in) << 32;
    if (!h->file.in.failed && version != HCLIP_VERSION)
        return hone_reading_fail_as(&h->file, HONE_ERROR_UNSUPPORTED, 8, "version %u of packed clips is not supported",
                                    version);
    if (space > HONE_SPACE_GLTF)
        return hone_reading_fail(&h->file, "the header has a number out of range");
    h->data.format = HONE_FORMAT_HCLIP;
    h->data.space = (hone_space)space;
    h->data.model_name = read_text(h);
    h->bone_count = hone_read_u32(&h->file.in);
    h->morph_count = hone_read_u32(&h->file.in);
    h->packed->bones = read_names(h, h->bone_count);
    h->packed->morphs = read_names(h, h->morph_count);
    return !h->file.in.failed || hone_reading_fail(&h->file, "the file is cut short");
}

/* ---- clips ---- */

static const uint8_t *read_sized(hone_reader *in, uint32_t *size)
{
    *size = hone_read_u32(in);
    return hone_read_bytes(in, *size);
}

static bool read_clip(hclip *h, hone_clip *clip, clip_entry *out)
{
    hone_reader *in = &h->file.in;
    const char *name = read_text(h);
    float duration = hone_read_f32(in);
    out->switch_count = hone_read_u32(in);
    out->switches = out->switch_count > hone_reader_left(in) / HCLIP_SWITCH_SIZE
                        ? NULL
                        : hone_read_bytes(in, (size_t)out->switch_count * HCLIP_SWITCH_SIZE);
    if (!out->switches)
        return hone_reading_fail(&h->file, "the file is cut short");
    out->scene = read_sized(in, &out->scene_size);
    out->keys = read_sized(in, &out->keys_size);
    out->block = read_sized(in, &out->block_size);
    if (in->failed)
        return hone_reading_fail(&h->file, "the file is cut short");
    if (!(duration >= 0 && duration < 1e7f))
        return hone_reading_fail(&h->file, "the duration of a clip is out of range");
    out->duration = (double)duration;
    *clip = (hone_clip){name, out->duration};
    return true;
}

/* Lists all clips, and keeps the one that is asked for. */
static bool read_clips(hclip *h)
{
    enum { LEAST = 22 }; /* bytes of a clip */
    uint32_t count = hone_read_u32(&h->file.in), wanted;
    if (h->file.in.failed || count > hone_reader_left(&h->file.in) / LEAST)
        return hone_reading_fail(&h->file, "the file is cut short");
    hone_reader begin = h->file.in;
    hone_clip *clips;
    if (!hone_reading_array(&h->file, count, sizeof *clips, &clips))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_clip(h, &clips[i], &h->chosen))
            return false;
    if (!hone_reading_is_fine(&h->file))
        return false;
    h->data.clips = clips, h->data.clip_count = count;
    if (!hone_clip_select(clips, count, h->desc ? h->desc->clip : NULL, &wanted, h->file.error))
        return false;
    h->file.in = begin;
    for (uint32_t i = 0; i <= wanted; i++) read_clip(h, &clips[i], &h->chosen);
    return true;
}

static bool read_switches(hclip *h)
{
    const clip_entry *clip = &h->chosen;
    hone_reader in = hone_reader_make(clip->switches, (size_t)clip->switch_count * HCLIP_SWITCH_SIZE);
    hone_physics_switch *out = hone_builder_array(h->file.builder, clip->switch_count, sizeof *out);
    h->packed->switches = out;
    h->packed->switch_count = out ? clip->switch_count : 0;
    for (uint32_t i = 0; i < h->packed->switch_count; i++) {
        uint32_t bone = hone_read_u32(&in), frame = hone_read_u32(&in);
        out[i] = (hone_physics_switch){bone, frame >> 1, frame & 1};
        bool after = i == 0 || bone > out[i - 1].bone || (bone == out[i - 1].bone && out[i].frame > out[i - 1].frame);
        if (!after || bone >= h->bone_count)
            return hone_reading_fail(&h->file, "the switches of physics are not in order");
    }
    return true;
}

static bool open_block(hclip *h)
{
    uint8_t *bytes;
    if (h->chosen.block_size == 0)
        return hone_reading_fail(&h->file, "a clip has no block");
    if (!hone_reading_array(&h->file, h->chosen.block_size, 1, &bytes))
        return false;
    if (h->chosen.block)
        memcpy(bytes, h->chosen.block, h->chosen.block_size);
    h->packed->clip =
        hone_packed_clip_open(bytes, h->chosen.block_size, h->desc ? h->desc->allocator : NULL, h->file.error);
    if (!h->packed->clip)
        return false;
    const hone_packed_clip_info *info = hone_packed_clip_get_info(h->packed->clip);
    h->data.packed = h->packed;
    h->packed->duration = h->chosen.duration;
    if (info->bone_count != h->bone_count || info->weight_count != h->morph_count)
        return hone_reading_fail(&h->file, "a clip does not have the bones and morphs of its file");
    return true;
}

static bool read_keys(hclip *h)
{
    hone_reader in = hone_reader_make(h->chosen.keys, h->chosen.keys_size);
    if (h->chosen.keys_size == 0)
        return true;
    const hclip_names names = {h->packed->bones, h->packed->morphs, h->bone_count, h->morph_count};
    if (h->data.space == HONE_SPACE_MMD)
        h->data.bone_tracks =
            hone_hclip_read_keys(&in, h->file.builder, h->packed->bones, h->bone_count, &h->data.bone_track_count);
    else
        h->data.channels = hone_hclip_read_channels(&in, h->file.builder, &names, &h->data.channel_count);
    if (!hone_reading_is_fine(&h->file))
        return false;
    return !in.failed || hone_reading_fail(&h->file, "the keys of a clip are damaged");
}

/* ---- the scene ---- */

static void *copy(hclip *h, const void *from, uint32_t count, size_t size)
{
    void *out = hone_builder_array(h->file.builder, count, size);
    if (out)
        memcpy(out, from, count * size);
    return out;
}

/* Copies keys, without the motion that they were read with. */
static void copy_scene(hclip *h, const hone_motion_data *from)
{
    hone_motion_data *to = &h->data;
    to->camera_keys = copy(h, from->camera_keys, from->camera_key_count, sizeof *from->camera_keys);
    to->light_keys = copy(h, from->light_keys, from->light_key_count, sizeof *from->light_keys);
    to->shadow_keys = copy(h, from->shadow_keys, from->shadow_key_count, sizeof *from->shadow_keys);
    hone_property_key *keys = copy(h, from->property_keys, from->property_key_count, sizeof *keys);
    for (uint32_t k = 0; keys && k < from->property_key_count; k++) {
        hone_ik_state *states = copy(h, keys[k].states, keys[k].state_count, sizeof *states);
        for (uint32_t s = 0; states && s < keys[k].state_count; s++)
            states[s].name.text = NULL; /* it is made of the bytes in CP932 */
        keys[k].states = states;
    }
    to->property_keys = keys;
    to->camera_key_count = from->camera_key_count, to->light_key_count = from->light_key_count;
    to->shadow_key_count = from->shadow_key_count, to->property_key_count = from->property_key_count;
}

static bool read_scene(hclip *h)
{
    if (h->chosen.scene_size == 0)
        return true;
    hone_load_desc desc = h->desc ? *h->desc : (hone_load_desc){0};
    hone_motion *scene = hone_vmd_read(h->chosen.scene, h->chosen.scene_size, &desc, h->file.error);
    if (!scene)
        return false;
    copy_scene(h, hone_motion_get(scene));
    hone_motion_release(scene);
    return true;
}

hone_motion *hone_hclip_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    hclip h = {.file = hone_reading_make(bytes, size, error), .desc = desc};
    bool read = hone_reading_open_builder(&h.file, desc ? desc->allocator : NULL, hone_memory_limit(size)) &&
                hone_reading_array(&h.file, 1, sizeof *h.packed, &h.packed) && read_header(&h) && read_clips(&h) &&
                read_switches(&h) && read_keys(&h) && open_block(&h) && read_scene(&h);
    if (!read && h.packed)
        hone_packed_clip_close(h.packed->clip);
    hone_builder *builder = hone_reading_close_memory(&h.file, read);
    return builder ? hone_motion_create(builder, &h.data, &(hone_motion_desc){desc && desc->strict}, error) : NULL;
}

const hone_format_reader hone_hclip_format = {.built_in = true, .motion = hone_hclip_read};
