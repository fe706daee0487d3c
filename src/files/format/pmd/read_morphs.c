/* Morphs and display lists. The base morph lists the vertices that morphs move; the other morphs refer to them by their
 * index in that list. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/pmd/reader.h"

enum { MORPH_SIZE = 25 /* without its offsets */, PART_SIZE = 16, LAST_PANEL = 4 };

/* A morph as the file contains it. */
typedef struct pmd_morph {
    const char *name;
    uint8_t category; /* 0: the base morph */
    uint32_t count;
    hone_reader parts;
} pmd_morph;

static bool read_record(pmd_reader *reader, pmd_morph *out, uint32_t at)
{
    out->name = hone_pmd_read_text(reader, &reader->file.in, PMD_NAME_SIZE, reader->file.memory);
    uint32_t count = hone_read_u32(&reader->file.in);
    out->category = hone_read_u8(&reader->file.in);
    if (reader->file.in.failed)
        return hone_reading_fail(&reader->file, "morph %u is cut short", at);
    if (count > PMD_COUNT_LIMIT || count > hone_reader_left(&reader->file.in) / PART_SIZE)
        return hone_reading_fail(&reader->file, "morph %u has %u offsets, which do not fit in the %zu bytes left", at,
                                 count, hone_reader_left(&reader->file.in));
    out->count = count;
    out->parts = hone_pmd_take(reader, count * (size_t)PART_SIZE);
    return true;
}

/* Finds the first morph of category 0. */
static void find_base(pmd_reader *reader, const pmd_morph *records)
{
    reader->base = 0;
    while (reader->base < reader->morph_count && records[reader->base].category != 0) reader->base++;
    if (reader->morph_count && reader->base == reader->morph_count)
        hone_builder_warn(reader->file.builder, "morphs without a base morph, which lists their vertices: dropped", 0);
}

/* The validation of the model handles vertices that the base morph or the mesh does not have. */
static bool make_morph(pmd_reader *reader, const pmd_morph *record, const pmd_morph *base, hone_morph *out, uint32_t at)
{
    hone_morph_vertex *parts;
    if (!hone_reading_array(&reader->file, record->count, sizeof *parts, &parts))
        return false;
    hone_reader in = record->parts;
    for (uint32_t i = 0; i < record->count; i++) {
        uint32_t place = hone_read_u32(&in);
        hone_reader entry = base->parts;
        hone_read_floats(&in, parts[i].offset, 3);
        parts[i].vertex = UINT32_MAX;
        if (place < base->count) {
            entry.at += place * (size_t)PART_SIZE;
            parts[i].vertex = hone_read_u32(&entry);
        }
    }
    if (record->category > LAST_PANEL)
        hone_builder_warn(reader->file.builder, "morph of an unknown category: read as 4", at);
    *out = (hone_morph){.name = record->name,
                        .panel = record->category < LAST_PANEL ? record->category : LAST_PANEL,
                        .kind = HONE_MORPH_VERTEX,
                        .count = record->count,
                        .u.vertices = parts};
    return true;
}

static bool make_morphs(pmd_reader *reader, const pmd_morph *records)
{
    hone_morph *morphs;
    find_base(reader, records);
    if (!hone_reading_array(&reader->file, reader->morph_count, sizeof *morphs, &morphs))
        return false;
    reader->data.morphs = morphs;
    for (uint32_t i = 0; i < reader->morph_count; i++) {
        reader->morph_of[i] = HONE_NONE;
        if (reader->base == reader->morph_count || i == reader->base)
            continue;
        if (records[i].category == 0) {
            hone_builder_warn(reader->file.builder, "second base morph: dropped", i);
            continue;
        }
        uint32_t index = reader->data.morph_count++;
        reader->morph_of[i] = (int32_t)index;
        if (!make_morph(reader, &records[i], &records[reader->base], &morphs[index], i))
            return false;
    }
    return true;
}

bool hone_pmd_read_morphs(pmd_reader *reader)
{
    pmd_morph *records;
    if (!hone_pmd_read_count(reader, "morphs", 2, MORPH_SIZE, &reader->morph_count) ||
        !hone_reading_scratch(&reader->file, reader->morph_count, sizeof *records, &records) ||
        !hone_reading_scratch(&reader->file, reader->morph_count, sizeof *reader->morph_of, &reader->morph_of))
        return false;
    for (uint32_t i = 0; i < reader->morph_count; i++)
        if (!read_record(reader, &records[i], i))
            return false;
    return make_morphs(reader, records);
}

/* ---- display lists ---- */

enum { FRAME_ITEM_SIZE = 3, ROOT_FRAME = 0, FACE_FRAME = 1 };

/* Reads the morphs listed for display. The base morph is often among them, but it has nothing to display. */
static bool read_faces(pmd_reader *reader, hone_display_frame *frame)
{
    uint32_t count;
    hone_frame_item *items;
    if (!hone_pmd_read_count(reader, "morphs shown", 1, 2, &count))
        return false;
    hone_reader in = hone_pmd_take(reader, (size_t)count * 2);
    if (!hone_reading_array(&reader->file, count, sizeof *items, &items))
        return false;
    frame->items = items;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t morph = hone_read_u16(&in);
        if (morph == reader->base && morph < reader->morph_count)
            continue;
        int32_t index = morph < reader->morph_count ? reader->morph_of[morph] : HONE_NONE;
        items[frame->item_count++] = (hone_frame_item){true, index};
    }
    return true;
}

/* Makes frame 0, which has no name in the file, and the named frames. */
static bool make_frames(pmd_reader *reader)
{
    uint32_t count;
    hone_display_frame *frames;
    if (!hone_pmd_read_count(reader, "display frames", 1, PMD_FRAME_NAME_SIZE, &count))
        return false;
    hone_reader names = hone_pmd_take(reader, (size_t)count * PMD_FRAME_NAME_SIZE);
    if (!hone_reading_array(&reader->file, PMD_OWN_FRAME_COUNT + count, sizeof *frames, &frames))
        return false;
    frames[ROOT_FRAME] = (hone_display_frame){.name = "Root", .english_name = "Root", .special = 1};
    for (uint32_t i = 0; i < count; i++)
        frames[PMD_OWN_FRAME_COUNT + i].name = hone_pmd_read_frame_name(reader, &names);
    reader->data.display_frames = frames;
    reader->data.display_frame_count = PMD_OWN_FRAME_COUNT + count;
    return true;
}

/* Returns the display frame of the model for a frame number of the file, or NULL. */
static hone_display_frame *find_frame(const pmd_reader *reader, uint8_t number)
{
    hone_display_frame *frames = (hone_display_frame *)reader->data.display_frames;
    uint32_t index = number ? PMD_OWN_FRAME_COUNT + number - 1u : ROOT_FRAME;
    return index < reader->data.display_frame_count ? &frames[index] : NULL;
}

/* Items come in any order, each with its frame. They are counted first, then distributed. */
static void count_items(pmd_reader *reader, hone_reader in, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hone_read_u16(&in);
        hone_display_frame *frame = find_frame(reader, hone_read_u8(&in));
        if (frame)
            frame->item_count++;
        else
            hone_builder_warn(reader->file.builder, "bone in a display frame that is missing: not listed", i);
    }
}

static void distribute_items(const pmd_reader *reader, hone_reader in, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int32_t bone = hone_pmd_read_index(&in);
        hone_display_frame *frame = find_frame(reader, hone_read_u8(&in));
        if (frame)
            ((hone_frame_item *)frame->items)[frame->item_count++] = (hone_frame_item){false, bone};
    }
}

static bool read_items(pmd_reader *reader, hone_display_frame *frames)
{
    uint32_t count;
    if (!hone_pmd_read_count(reader, "bones shown", 4, FRAME_ITEM_SIZE, &count))
        return false;
    hone_reader in = hone_pmd_take(reader, (size_t)count * FRAME_ITEM_SIZE);
    count_items(reader, in, count);
    for (uint32_t f = 0; f < reader->data.display_frame_count; f++) {
        if (!hone_reading_array(&reader->file, frames[f].item_count, sizeof *frames[f].items, &frames[f].items))
            return false;
        frames[f].item_count = 0;
    }
    distribute_items(reader, in, count);
    return true;
}

/* MMD shows bone 0 in a frame of its own, and files do not list it. */
static bool show_centre(pmd_reader *reader, hone_display_frame *root)
{
    hone_frame_item *items;
    if (root->item_count || reader->bone_count == 0)
        return true;
    if (!hone_reading_array(&reader->file, 1, sizeof *items, &items))
        return false;
    root->items = items; /* the item is zeroed, which means bone 0 */
    root->item_count = 1;
    return true;
}

bool hone_pmd_read_display_lists(pmd_reader *reader)
{
    hone_display_frame faces = {.name = "表情", .english_name = "Exp", .special = 1};
    if (!read_faces(reader, &faces) || !make_frames(reader))
        return false;
    hone_display_frame *frames = (hone_display_frame *)reader->data.display_frames;
    if (!read_items(reader, frames) || !show_centre(reader, &frames[ROOT_FRAME]))
        return false;
    frames[FACE_FRAME] = faces;
    return true;
}
