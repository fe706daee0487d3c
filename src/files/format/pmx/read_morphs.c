/* Reads the morphs and display frames of a PMX. */
#include "base/memory/builder.h"
#include "files/format/pmx/reader.h"

/* ---- offsets, whose size was checked with their count ---- */

static void decode_children(const pmx_reader *reader, const uint8_t *at, hone_morph_child *out, uint32_t count)
{
    size_t size = pmx_index_size(reader, PMX_MORPH);
    for (uint32_t i = 0; i < count; i++) {
        out[i].morph = pmx_load_index(at, size);
        at = pmx_load_floats(at + size, &out[i].ratio, 1);
    }
}

static void decode_vertices(const pmx_reader *reader, const uint8_t *at, hone_morph_vertex *out, uint32_t count)
{
    size_t size = pmx_index_size(reader, PMX_VERTEX);
    for (uint32_t i = 0; i < count; i++) {
        out[i].vertex = pmx_load_vertex(at, size);
        at = pmx_load_floats(at + size, out[i].offset, 3);
    }
}

static void decode_bones(const pmx_reader *reader, const uint8_t *at, hone_morph_bone *out, uint32_t count)
{
    size_t size = pmx_index_size(reader, PMX_BONE);
    for (uint32_t i = 0; i < count; i++) {
        out[i].bone = pmx_load_index(at, size);
        at = pmx_load_floats(at + size, out[i].translation, 3);
        at = pmx_load_floats(at, out[i].rotation, 4);
    }
}

static void decode_uvs(const pmx_reader *reader, const uint8_t *at, hone_morph_uv *out, uint32_t count)
{
    size_t size = pmx_index_size(reader, PMX_VERTEX);
    for (uint32_t i = 0; i < count; i++) {
        out[i].vertex = pmx_load_vertex(at, size);
        at = pmx_load_floats(at + size, out[i].offset, 4);
    }
}

static bool decode_flag(const pmx_reader *reader, uint8_t value, uint32_t morph)
{
    if (value > 1)
        hone_builder_warn(reader->file.builder, "morph with a flag greater than 1: read as 1", morph);
    return value != 0;
}

static void decode_materials(const pmx_reader *reader, const uint8_t *at, hone_morph_material *out, uint32_t count,
                             uint32_t morph)
{
    size_t size = pmx_index_size(reader, PMX_MATERIAL);
    for (uint32_t i = 0; i < count; i++, out++) {
        out->material = pmx_load_index(at, size);
        out->add = decode_flag(reader, at[size], morph);
        at = pmx_load_floats(at + size + 1, out->diffuse, 4);
        at = pmx_load_floats(at, out->specular, 3);
        at = pmx_load_floats(at, &out->specular_power, 1);
        at = pmx_load_floats(at, out->ambient, 3);
        at = pmx_load_floats(at, out->edge_colour, 4);
        at = pmx_load_floats(at, &out->edge_size, 1);
        at = pmx_load_floats(at, out->texture, 4);
        at = pmx_load_floats(at, out->sphere, 4);
        at = pmx_load_floats(at, out->toon, 4);
    }
}

static void decode_impulses(const pmx_reader *reader, const uint8_t *at, hone_morph_impulse *out, uint32_t count,
                            uint32_t morph)
{
    size_t size = pmx_index_size(reader, PMX_BODY);
    for (uint32_t i = 0; i < count; i++) {
        out[i].body = pmx_load_index(at, size);
        out[i].local = decode_flag(reader, at[size], morph);
        at = pmx_load_floats(at + size + 1, out[i].velocity, 3);
        at = pmx_load_floats(at, out[i].torque, 3);
    }
}

/* ---- morphs ---- */

/* The size in bytes of one offset in the file (28 floats for a material) and in memory. */
static void offset_sizes(const pmx_reader *reader, uint8_t kind, size_t *in_file, size_t *in_memory)
{
    switch ((hone_morph_kind)kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        *in_file = pmx_index_size(reader, PMX_MORPH) + 4, *in_memory = sizeof(hone_morph_child);
        break;
    case HONE_MORPH_VERTEX:
        *in_file = pmx_index_size(reader, PMX_VERTEX) + 12, *in_memory = sizeof(hone_morph_vertex);
        break;
    case HONE_MORPH_BONE:
        *in_file = pmx_index_size(reader, PMX_BONE) + 28, *in_memory = sizeof(hone_morph_bone);
        break;
    case HONE_MORPH_MATERIAL:
        *in_file = pmx_index_size(reader, PMX_MATERIAL) + 1 + 112, *in_memory = sizeof(hone_morph_material);
        break;
    case HONE_MORPH_IMPULSE:
        *in_file = pmx_index_size(reader, PMX_BODY) + 1 + 24, *in_memory = sizeof(hone_morph_impulse);
        break;
    default:
        *in_file = pmx_index_size(reader, PMX_VERTEX) + 16, *in_memory = sizeof(hone_morph_uv);
        break;
    }
}

static void decode_offsets(const pmx_reader *reader, const uint8_t *at, hone_morph *morph, void *parts, uint32_t index)
{
    morph->u.children = parts; /* for any kind: all members are pointers in the same place */
    switch ((hone_morph_kind)morph->kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        decode_children(reader, at, parts, morph->count);
        break;
    case HONE_MORPH_VERTEX:
        decode_vertices(reader, at, parts, morph->count);
        break;
    case HONE_MORPH_BONE:
        decode_bones(reader, at, parts, morph->count);
        break;
    case HONE_MORPH_MATERIAL:
        decode_materials(reader, at, parts, morph->count, index);
        break;
    case HONE_MORPH_IMPULSE:
        decode_impulses(reader, at, parts, morph->count, index);
        break;
    default:
        decode_uvs(reader, at, parts, morph->count);
        break;
    }
}

static bool read_morph(pmx_reader *reader, hone_morph *morph, uint32_t at)
{
    morph->name = hone_pmx_read_text(reader);
    morph->english_name = hone_pmx_read_text(reader);
    morph->panel = hone_read_u8(&reader->file.in);
    morph->kind = hone_read_u8(&reader->file.in);
    if (!hone_pmx_is_whole(reader, "morph", at))
        return false;
    if (morph->kind > HONE_MORPH_IMPULSE) {
        reader->file.in.at--;
        return hone_reading_fail(&reader->file, "morph %u has the unknown kind %u", at, morph->kind);
    }
    size_t in_file, in_memory;
    void *parts;
    offset_sizes(reader, morph->kind, &in_file, &in_memory);
    if (!hone_pmx_read_array(reader, "offsets of a morph", in_file, in_memory, &morph->count, &parts))
        return false;
    decode_offsets(reader, hone_read_bytes(&reader->file.in, morph->count * in_file), morph, parts, at);
    return true;
}

bool hone_pmx_read_morphs(pmx_reader *reader)
{
    enum { SMALLEST = 2 * 4 + 2 + 4 }; /* texts, panel and kind, count */
    hone_morph *morphs;
    if (!hone_pmx_read_array(reader, "morphs", SMALLEST, sizeof *morphs, &reader->data.morph_count, &morphs))
        return false;
    reader->data.morphs = morphs;
    for (uint32_t i = 0; i < reader->data.morph_count; i++)
        if (!read_morph(reader, &morphs[i], i))
            return false;
    return true;
}

/* ---- display frames ---- */

static bool read_display_frame(pmx_reader *reader, hone_display_frame *frame, uint32_t at)
{
    frame->name = hone_pmx_read_text(reader);
    frame->english_name = hone_pmx_read_text(reader);
    frame->special = hone_read_u8(&reader->file.in);
    if (!hone_pmx_is_whole(reader, "display frame", at))
        return false;
    hone_frame_item *items;
    if (!hone_pmx_read_array(reader, "items of a display frame", 2, sizeof *items, &frame->item_count, &items))
        return false;
    frame->items = items;
    for (uint32_t i = 0; i < frame->item_count; i++) {
        uint8_t kind = hone_read_u8(&reader->file.in);
        if (kind > 1) {
            reader->file.in.at--;
            return hone_reading_fail(&reader->file, "display frame %u has an item of the unknown kind %u", at, kind);
        }
        items[i].is_morph = kind == 1;
        items[i].index = hone_pmx_read_index(reader, items[i].is_morph ? PMX_MORPH : PMX_BONE);
    }
    return hone_pmx_is_whole(reader, "display frame", at);
}

bool hone_pmx_read_display_frames(pmx_reader *reader)
{
    enum { SMALLEST = 2 * 4 + 1 + 4 }; /* texts, special, count */
    hone_display_frame *frames;
    if (!hone_pmx_read_array(reader, "display frames", SMALLEST, sizeof *frames, &reader->data.display_frame_count,
                             &frames))
        return false;
    reader->data.display_frames = frames;
    for (uint32_t i = 0; i < reader->data.display_frame_count; i++)
        if (!read_display_frame(reader, &frames[i], i))
            return false;
    return true;
}
