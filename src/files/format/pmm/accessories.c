/* The accessories of a project. */
#include "files/format/pmm/keys.h"
#include "files/format/pmm/sections.h"

enum { ACCESSORY_BODY_SIZE = 1 + 8 + 12 + 12 + 4 + 1 + 1 };

static void read_key(pmm_reader *reader, uint32_t frame, hone_accessory_key *key)
{
    hone_reader *in = &reader->file.in;
    uint8_t state = hone_read_u8(in); /* bit 0: visible; the others: transparency in per cent */
    uint32_t transparency = state >> 1;
    key->frame = frame;
    key->visible = state & 1;
    key->opacity = transparency < 100 ? (float)(100 - transparency) / 100 : 0;
    hone_pmm_read_bone(reader, &key->parent);
    hone_read_floats(in, key->translation, 3);
    hone_read_floats(in, key->rotation, 3);
    key->scale = hone_read_f32(in);
    key->shadow = hone_read_u8(in) != 0;
    hone_read_u8(in); /* selected */
}

static bool read_keys(pmm_reader *reader, hone_project_accessory *accessory)
{
    pmm_single_list list;
    hone_accessory_key *keys = NULL;
    if (!hone_pmm_begin_list(reader, "the keys of an accessory", ACCESSORY_BODY_SIZE, &list) ||
        !hone_reading_array(&reader->file, list.count, sizeof *keys, &keys))
        return false;
    for (uint32_t i = 0; i < list.count; i++) read_key(reader, hone_pmm_begin_key(reader, &list, i), &keys[i]);
    hone_pmm_end_list(reader, &list);
    accessory->keys = keys;
    accessory->key_count = list.count;
    return true;
}

static bool read_accessory(pmm_reader *reader, hone_project_accessory *accessory)
{
    bool old = reader->data.version == 1;
    hone_read_u8(&reader->file.in); /* number of the accessory, which is its place in the list */
    accessory->name = hone_pmm_read_field(reader, PMM_ACCESSORY_NAME_SIZE);
    accessory->path = hone_pmm_read_field(reader, PMM_PATH_SIZE);
    accessory->draw_order = hone_read_u8(&reader->file.in);
    if (!read_keys(reader, accessory))
        return false;
    hone_pmm_skip(reader, ACCESSORY_BODY_SIZE - 1); /* its state at the current frame */
    accessory->additive = !old && hone_read_u8(&reader->file.in) != 0;
    return !reader->file.in.failed || hone_pmm_fail_short(reader, "an accessory");
}

bool hone_pmm_read_accessories(pmm_reader *reader)
{
    hone_project_accessory *accessories = NULL;
    reader->data.selected_accessory = hone_read_u8(&reader->file.in);
    hone_read_i32(&reader->file.in); /* position of the scroll bar */
    uint32_t count = hone_read_u8(&reader->file.in);
    if (!hone_pmm_skip(reader, (size_t)PMM_ACCESSORY_NAME_SIZE * count))
        return hone_pmm_fail_short(reader, "the names of accessories");
    if (!hone_reading_array(&reader->file, count, sizeof *accessories, &accessories))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_accessory(reader, &accessories[i]))
            return false;
    reader->data.accessories = accessories;
    reader->data.accessory_count = count;
    return true;
}
