/* Reads VMD. The file is a list of sections, each of which is a count and that many records; sections at the end may be
 * missing. Bone and morph records come in any order, each with its name (tracks.h). */
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/text/encoding.h"
#include "base/text/text.h"
#include "core/motion/bone_parts.h"
#include "core/motion/key_repair.h"
#include "core/motion/making.h"
#include "files/format/common/reading.h"
#include "files/format/readers.h"
#include "files/format/vmd/fourth_bytes.h"
#include "files/format/vmd/layout.h"
#include "files/format/vmd/tracks.h"
#include "files/format/vmd/vmd.h"

enum { SIGNATURE_SIZE = 30, MODEL_NAME_SIZE = 20, OLD_MODEL_NAME_SIZE = 10 };

typedef struct vmd {
    hone_reading file;
    hone_motion_data data;
    bool good_bone_keys;       /* no key of a bone needs a repair */
    const uint8_t *model_name; /* [model_name_size] */
    size_t model_name_size;
} vmd;

/* ---- the header ---- */

/* Returns the number of records if the first section begins at `offset`, or 0 if they do not fill the file to its
 * end. */
static uint64_t count_if_whole(const void *bytes, size_t size, size_t offset)
{
    static const size_t record_sizes[] = {HONE_VMD_BONE_SIZE, HONE_VMD_MORPH_SIZE, HONE_VMD_CAMERA_SIZE,
                                          HONE_VMD_LIGHT_SIZE, HONE_VMD_SHADOW_SIZE};
    hone_reader reader = hone_reader_make(bytes, size);
    uint64_t total = 0;
    hone_read_bytes(&reader, offset);
    for (size_t i = 0; i < sizeof record_sizes / sizeof *record_sizes && hone_reader_left(&reader); i++) {
        uint32_t count = hone_read_u32(&reader);
        if (count > hone_reader_left(&reader) / record_sizes[i])
            return 0;
        hone_read_bytes(&reader, count * record_sizes[i]);
        total += count;
    }
    uint32_t keys = hone_reader_left(&reader) ? hone_read_u32(&reader) : 0;
    for (uint32_t i = 0; i < keys && !reader.failed; i++) {
        hone_read_bytes(&reader, HONE_VMD_PROPERTY_SIZE - 4);
        uint32_t states = hone_read_u32(&reader);
        if (states > hone_reader_left(&reader) / HONE_VMD_STATE_SIZE)
            return 0;
        hone_read_bytes(&reader, (size_t)states * HONE_VMD_STATE_SIZE);
    }
    return reader.failed || hone_reader_left(&reader) ? 0 : total + keys;
}

/* Before MMD 1.30 the model's name had 10 bytes and the signature ended in "file". If the file is complete only with
 * the other length than that of its signature, the other length is used. */
static size_t model_name_size(vmd *v, const void *bytes, size_t size)
{
    bool old = memcmp((const char *)bytes + 20, " file", 5) == 0;
    size_t expected = old ? OLD_MODEL_NAME_SIZE : MODEL_NAME_SIZE, other = old ? MODEL_NAME_SIZE : OLD_MODEL_NAME_SIZE;
    if (count_if_whole(bytes, size, SIGNATURE_SIZE + expected) || !count_if_whole(bytes, size, SIGNATURE_SIZE + other))
        return expected;
    hone_builder_warn(v->file.builder, "the model's name does not have the length that the signature requires",
                      SIGNATURE_SIZE);
    return other;
}

static uint8_t name_length(const uint8_t *field, size_t size)
{
    const uint8_t *end = memchr(field, 0, size);
    return (uint8_t)(end ? (size_t)(end - field) : size);
}

static bool read_header(vmd *v, const void *bytes, size_t size)
{
    static const char signature[] = "Vocaloid Motion Data";
    if (size < sizeof signature - 1 || memcmp(bytes, signature, sizeof signature - 1) != 0)
        return hone_reading_fail_as(&v->file, HONE_ERROR_FORMAT, 0, "not a VMD motion: it does not begin with \"%s\"",
                                    signature);
    const uint8_t *name = NULL;
    size_t name_size = 0;
    if (hone_read_bytes(&v->file.in, SIGNATURE_SIZE)) {
        name_size = model_name_size(v, bytes, size);
        name = hone_read_bytes(&v->file.in, name_size);
    }
    if (!name)
        return hone_reading_fail_as(&v->file, HONE_ERROR_FORMAT, size, "the VMD header is cut short, at byte %zu",
                                    size);
    v->model_name = name, v->model_name_size = name_length(name, name_size);
    return true;
}

/* ---- sections ---- */

static uint64_t offset_of(const vmd *v, const uint8_t *at)
{
    return (uint64_t)(at - v->file.in.begin);
}

/* Warns that a section is cut short at the end of the file, and skips to the end. */
static void warn_cut_short(vmd *v, uint64_t offset)
{
    hone_builder_warn(v->file.builder, "a section is cut short: only its complete records were read", offset);
    v->file.in.at = v->file.in.end;
}

/* If fewer than 4 bytes are left, the section is missing. */
static uint32_t read_count(vmd *v)
{
    return hone_reader_left(&v->file.in) < 4 ? 0 : hone_read_u32(&v->file.in);
}

/* Returns the count of a section whose size the counts of later ones confirm. */
static uint32_t read_sure_count(vmd *v, vmd_kind kind)
{
    if (hone_reader_left(&v->file.in) < 4)
        return 0;
    uint32_t count = hone_vmd_count(v->file.in.at, v->file.in.end, kind);
    if (count != hone_read_u32(&v->file.in))
        hone_builder_warn(v->file.builder, "a section with a wrong number of records: as many read as fit what follows",
                          offset_of(v, v->file.in.at) - 4);
    return count;
}

static vmd_section read_section(vmd *v, vmd_kind kind, size_t record_size)
{
    uint32_t count = read_sure_count(v, kind);
    vmd_section out = {v->file.in.at, count};
    size_t whole = hone_reader_left(&v->file.in) / record_size;
    if (count <= whole) {
        hone_read_bytes(&v->file.in, count * record_size);
    } else {
        out.count = (uint32_t)whole;
        warn_cut_short(v, offset_of(v, out.records) - 4);
    }
    return out;
}

/* ---- tracks ---- */

/* Leaves the text empty: hone_motion_create decodes it from the bytes. */
static hone_track_name track_name(const char *bytes, size_t size)
{
    hone_track_name out = {.cp932_size = (uint8_t)size};
    memcpy(out.cp932, bytes, size);
    return out;
}

static hone_track_name name_of(vmd_section section, size_t record_size, const vmd_track *track)
{
    const uint8_t *field = section.records + track->record * record_size;
    return track_name((const char *)field, name_length(field, HONE_NAME_SIZE));
}

static uint32_t frame_of(const uint8_t *record)
{
    uint32_t frame;
    hone_copy_words(&frame, record + HONE_NAME_SIZE, 1);
    return frame;
}

/* Curve c is in row c, in columns 0, 4, 8 and 12. The first row repeats all curves, but newer versions of MMD store the
 * physics switch in two of its bytes. Writers that know only the first row set the others to 0. */
static inline void read_bone_curves(const uint8_t block[64], void *out)
{
    static const uint8_t zeros[48];
    int row = block[16] == 0 && memcmp(block + 16, zeros, sizeof zeros) == 0 ? 1 : 16; /* from one curve to the next */
    hone_vmd_fourth_bytes(block, row, out);
}

/* Returns false if the key needs a repair. */
static inline bool read_bone_key(const uint8_t *record, hone_bone_key *key)
{
    static const uint8_t physics_off[2] = {HONE_VMD_PHYSICS_OFF_2, HONE_VMD_PHYSICS_OFF_3};
    const uint8_t *values = record + HONE_NAME_SIZE, *block = values + 32;
    hone_bone_parts parts;
    hone_copy_words(&parts.place, values, 4);
    hone_copy_words(&parts.rotation, values + 16, 4);
    read_bone_curves(block, &parts.curves);
    bool good = hone_repair_length(&parts);
    hone_bone_parts_store(&parts, key);
    key->physics_off = memcmp(block + 2, physics_off, sizeof physics_off) == 0;
    return good;
}

static void read_bones(vmd *v)
{
    vmd_section section = read_section(v, VMD_BONES, HONE_VMD_BONE_SIZE);
    vmd_tracks in;
    v->data.records.bone = section.count;
    if (!hone_vmd_tracks_make(&in, section, HONE_VMD_BONE_SIZE, offset_of(v, section.records), v->file.scratch,
                              v->file.builder))
        return;
    hone_arena *memory = v->file.memory;
    hone_bone_track *tracks = hone_arena_array(memory, in.count, sizeof *tracks);
    hone_bone_key *keys = hone_arena_raw(memory, section.count, sizeof *keys);
    if (!tracks || !keys)
        return;
    const uint8_t *record = section.records;
    bool good = true;
    for (uint32_t i = 0; i < section.count; i++, record += HONE_VMD_BONE_SIZE) {
        if (in.track_of[i] == VMD_NO_TRACK)
            continue;
        vmd_track *track = &in.tracks[in.track_of[i]];
        good &= read_bone_key(record, hone_vmd_place(track, keys, sizeof *keys, frame_of(record), &good));
    }
    v->good_bone_keys = good;
    for (uint32_t t = 0; t < in.count; t++) {
        const vmd_track *from = &in.tracks[t];
        tracks[t] = (hone_bone_track){name_of(section, HONE_VMD_BONE_SIZE, from), from->count, keys + from->begin};
    }
    v->data.bone_tracks = tracks;
    v->data.bone_track_count = in.count;
}

static void read_morph_key(const uint8_t *record, hone_morph_key *key)
{
    hone_copy_words(&key->frame, record + HONE_NAME_SIZE, 1);
    hone_copy_words(&key->weight, record + HONE_NAME_SIZE + 4, 1);
}

static void read_morphs(vmd *v)
{
    vmd_section section = read_section(v, VMD_MORPHS, HONE_VMD_MORPH_SIZE);
    vmd_tracks in;
    v->data.records.morph = section.count;
    if (!hone_vmd_tracks_make(&in, section, HONE_VMD_MORPH_SIZE, offset_of(v, section.records), v->file.scratch,
                              v->file.builder))
        return;
    hone_arena *memory = v->file.memory;
    hone_morph_track *tracks = hone_arena_array(memory, in.count, sizeof *tracks);
    hone_morph_key *keys = hone_arena_raw(memory, section.count, sizeof *keys);
    if (!tracks || !keys)
        return;
    const uint8_t *record = section.records;
    bool ascend = true;
    for (uint32_t i = 0; i < section.count; i++, record += HONE_VMD_MORPH_SIZE) {
        if (in.track_of[i] == VMD_NO_TRACK)
            continue;
        vmd_track *track = &in.tracks[in.track_of[i]];
        read_morph_key(record, hone_vmd_place(track, keys, sizeof *keys, frame_of(record), &ascend));
    }
    for (uint32_t t = 0; t < in.count; t++) {
        const vmd_track *from = &in.tracks[t];
        tracks[t] = (hone_morph_track){name_of(section, HONE_VMD_MORPH_SIZE, from), from->count, keys + from->begin};
    }
    v->data.morph_tracks = tracks;
    v->data.morph_track_count = in.count;
}

/* ---- the scene ---- */

static void read_camera_key(hone_reader *reader, hone_camera_key *key)
{
    key->frame = hone_read_u32(reader);
    key->camera.distance = hone_read_f32(reader);
    hone_read_floats(reader, key->camera.target, 3);
    hone_read_floats(reader, key->camera.angles, 3);
    for (int c = 0; c < 6; c++) { /* the order differs from that of bone curves */
        key->curves[c].x1 = hone_read_u8(reader);
        key->curves[c].x2 = hone_read_u8(reader);
        key->curves[c].y1 = hone_read_u8(reader);
        key->curves[c].y2 = hone_read_u8(reader);
    }
    key->camera.fov = (float)hone_read_u32(reader);
    key->camera.orthographic = hone_read_u8(reader) != 0; /* 0: perspective is on */
}

static void read_cameras(vmd *v)
{
    vmd_section records = read_section(v, VMD_CAMERAS, HONE_VMD_CAMERA_SIZE);
    hone_reader reader = hone_reader_make(records.records, records.count * (size_t)HONE_VMD_CAMERA_SIZE);
    hone_camera_key *keys = hone_builder_array(v->file.builder, records.count, sizeof *keys);
    for (uint32_t i = 0; keys && i < records.count; i++) read_camera_key(&reader, &keys[i]);
    v->data.camera_keys = keys;
    v->data.camera_key_count = v->data.records.camera = records.count;
}

static void read_lights(vmd *v)
{
    vmd_section records = read_section(v, VMD_LIGHTS, HONE_VMD_LIGHT_SIZE);
    hone_reader reader = hone_reader_make(records.records, records.count * (size_t)HONE_VMD_LIGHT_SIZE);
    hone_light_key *keys = hone_builder_array(v->file.builder, records.count, sizeof *keys);
    for (uint32_t i = 0; keys && i < records.count; i++) {
        keys[i].frame = hone_read_u32(&reader);
        hone_read_floats(&reader, keys[i].light.colour, 3);
        hone_read_floats(&reader, keys[i].light.direction, 3);
    }
    v->data.light_keys = keys;
    v->data.light_key_count = v->data.records.light = records.count;
}

static void read_shadows(vmd *v)
{
    vmd_section records = read_section(v, VMD_SHADOWS, HONE_VMD_SHADOW_SIZE);
    hone_reader reader = hone_reader_make(records.records, records.count * (size_t)HONE_VMD_SHADOW_SIZE);
    hone_shadow_key *keys = hone_builder_array(v->file.builder, records.count, sizeof *keys);
    for (uint32_t i = 0; keys && i < records.count; i++) {
        keys[i].frame = hone_read_u32(&reader);
        keys[i].mode = hone_read_u8(&reader);
        keys[i].distance = hone_read_f32(&reader);
    }
    v->data.shadow_keys = keys;
    v->data.shadow_key_count = v->data.records.shadow = records.count;
}

/* Returns false if the key is cut short or memory ran out. */
static bool read_property_key(vmd *v, hone_property_key *key)
{
    key->frame = hone_read_u32(&v->file.in);
    key->visible = hone_read_u8(&v->file.in) != 0;
    uint32_t count = hone_read_u32(&v->file.in);
    if (v->file.in.failed || count > hone_reader_left(&v->file.in) / HONE_VMD_STATE_SIZE)
        return false;
    hone_ik_state *states = hone_builder_array(v->file.builder, count, sizeof *states);
    if (count && !states)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *name = hone_read_bytes(&v->file.in, HONE_IK_NAME_SIZE);
        states[i].name = track_name((const char *)name, name_length(name, HONE_IK_NAME_SIZE));
        states[i].enabled = hone_read_u8(&v->file.in) != 0;
    }
    key->states = states;
    key->state_count = count;
    return true;
}

static void read_properties(vmd *v)
{
    uint64_t offset = hone_reader_offset(&v->file.in);
    uint32_t count = read_count(v);
    size_t most = hone_reader_left(&v->file.in) / HONE_VMD_PROPERTY_SIZE;
    hone_property_key *keys = hone_builder_array(v->file.builder, count < most ? count : most, sizeof *keys);
    uint32_t read = 0;
    while (keys && read < count && read < most && read_property_key(v, &keys[read])) read++;
    if (read < count)
        warn_cut_short(v, offset);
    v->data.property_keys = keys;
    v->data.property_key_count = v->data.records.property = read;
}

/* ---- names ---- */

typedef struct vmd_names {
    vmd *v;
    hone_encoding_votes votes;
    hone_encoding encoding;
    bool vote; /* first all names vote */
} vmd_names;

/* Names in CP932 are decoded by hone_motion_create. Others keep their text alone, since MMD's bytes are those of CP932.
 */
static void see_name(vmd_names *names, hone_track_name *name, uint8_t most)
{
    bool cut = name->cp932_size >= most;
    char text[3 * sizeof name->cp932];
    if (names->vote) {
        hone_encoding_vote(&names->votes, name->cp932, name->cp932_size, cut);
        return;
    }
    size_t size = hone_utf8_from(names->encoding, name->cp932, name->cp932_size, text, NULL);
    while (cut && size >= 3 && memcmp(text + size - 3, "\xEF\xBF\xBD", 3) == 0) size -= 3; /* part of a character */
    name->text = hone_builder_text(names->v->file.builder, text, size);
    if (!cut) /* else the bytes tell that the text is only the begin of the name */
        name->cp932_size = 0;
}

/* The arrays are those of the builder, const only for users of the motion. */
static void see_names(vmd_names *names)
{
    const hone_motion_data *data = &names->v->data;
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        see_name(names, (hone_track_name *)&data->bone_tracks[t].name, HONE_NAME_SIZE);
    for (uint32_t t = 0; t < data->morph_track_count; t++)
        see_name(names, (hone_track_name *)&data->morph_tracks[t].name, HONE_NAME_SIZE);
    for (uint32_t k = 0; k < data->property_key_count; k++)
        for (uint32_t s = 0; s < data->property_keys[k].state_count; s++)
            see_name(names, (hone_track_name *)&data->property_keys[k].states[s].name, HONE_IK_NAME_SIZE);
}

/* Chooses the encoding of all names of the file. MMD writes CP932, other programs UTF-8 or that of their system. */
static void decode_names(vmd *v)
{
    char text[3 * MODEL_NAME_SIZE];
    vmd_names names = {.v = v, .vote = true};
    hone_encoding_vote(&names.votes, v->model_name, v->model_name_size, v->model_name_size >= MODEL_NAME_SIZE);
    see_names(&names);
    names.encoding = hone_encoding_of_cp932(&names.votes);
    names.vote = false;
    if (names.encoding != HONE_ENCODING_CP932)
        see_names(&names);
    v->data.model_name = hone_builder_text(
        v->file.builder, text, hone_utf8_from(names.encoding, v->model_name, v->model_name_size, text, NULL));
}

/* ---- all of it ---- */

static bool read_all(vmd *v, const void *bytes, size_t size)
{
    if (!read_header(v, bytes, size))
        return false;
    read_bones(v);
    read_morphs(v);
    read_cameras(v);
    read_lights(v);
    read_shadows(v);
    read_properties(v);
    decode_names(v);
    return hone_reading_is_fine(&v->file);
}

hone_motion *hone_vmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_load_desc defaults = {0};
    desc = desc ? desc : &defaults;
    size_t limit = size < SIZE_MAX / 32 ? 16 * size + (1 << 20) : 0;
    vmd v = {.file = hone_reading_make(bytes, size, error),
             .data = {.format = HONE_FORMAT_VMD, .space = HONE_SPACE_MMD}};
    bool read = hone_reading_open_memory(&v.file, desc->allocator, limit, limit) && read_all(&v, bytes, size);
    hone_builder *builder = hone_reading_close_memory(&v.file, read);
    const hone_motion_context context = {desc->strict, v.good_bone_keys};
    return builder ? hone_motion_make(builder, &v.data, &context, error) : NULL;
}

const hone_format_reader hone_vmd_format = {.built_in = true, .motion = hone_vmd_read};
