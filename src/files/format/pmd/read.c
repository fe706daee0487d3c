/* Reads PMD: the header, the English names, and the order of the sections. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/pmd/reader.h"
#include "files/format/readers.h"

/* ---- header ---- */

static bool read_header(pmd_reader *reader)
{
    const uint8_t *magic = hone_read_bytes(&reader->file.in, 3);
    if (!magic || memcmp(magic, "Pmd", 3) != 0)
        return hone_fail(reader->file.error, HONE_ERROR_FORMAT, 0,
                         "is not PMD: it does not begin with \"Pmd\", at byte 0");
    float version = hone_read_f32(&reader->file.in);
    reader->data.name = hone_pmd_read_text(reader, &reader->file.in, PMD_NAME_SIZE, reader->file.memory);
    reader->data.comment = hone_pmd_read_text(reader, &reader->file.in, PMD_COMMENT_SIZE, reader->file.memory);
    if (reader->file.in.failed)
        return hone_reading_fail(&reader->file, "the header is cut short");
    if (version != 1.0f)
        hone_builder_warn(reader->file.builder, "version that is not 1.0: read as 1.0", 3);
    return true;
}

/* ---- English names ---- */

/* Every morph has a name except the base morph or, if there is none, the first morph. */
static void read_morph_names(pmd_reader *reader, hone_reader *in, hone_morph *morphs)
{
    uint32_t unnamed = reader->base < reader->morph_count ? reader->base : 0;
    for (uint32_t i = 0; i < reader->morph_count; i++) {
        if (i == unnamed)
            continue;
        const char *name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->file.memory);
        if (reader->morph_of[i] != HONE_NONE)
            morphs[reader->morph_of[i]].english_name = name;
    }
}

/* Helper bones, which follow the file's bones, get the names of the bones that they help. */
static void read_bone_names(pmd_reader *reader, hone_reader *in, hone_bone *bones)
{
    for (uint32_t i = 0; i < reader->bone_count; i++)
        bones[i].english_name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->file.memory);
    for (uint32_t i = reader->bone_count; i < reader->data.skeleton.bone_count; i++)
        bones[i].english_name = bones[bones[i].parent].english_name;
}

static bool read_english_names(pmd_reader *reader)
{
    hone_display_frame *frames = (hone_display_frame *)reader->data.display_frames + PMD_OWN_FRAME_COUNT;
    uint32_t frame_count = reader->data.display_frame_count - PMD_OWN_FRAME_COUNT;
    uint32_t morph_count = reader->morph_count ? reader->morph_count - 1 : 0;
    size_t size = PMD_NAME_SIZE + PMD_COMMENT_SIZE + (size_t)PMD_NAME_SIZE * (reader->bone_count + morph_count) +
                  (size_t)PMD_FRAME_NAME_SIZE * frame_count;
    if (hone_reader_left(&reader->file.in) < size)
        return hone_reading_fail(&reader->file, "the English names are cut short");
    hone_reader in = hone_pmd_take(reader, size);
    reader->data.english_name = hone_pmd_read_text(reader, &in, PMD_NAME_SIZE, reader->file.memory);
    reader->data.english_comment = hone_pmd_read_text(reader, &in, PMD_COMMENT_SIZE, reader->file.memory);
    read_bone_names(reader, &in, (hone_bone *)reader->data.skeleton.bones);
    read_morph_names(reader, &in, (hone_morph *)reader->data.morphs);
    for (uint32_t i = 0; i < frame_count; i++) frames[i].english_name = hone_pmd_read_frame_name(reader, &in);
    return true;
}

bool hone_pmd_read_english(pmd_reader *reader)
{
    if (hone_reader_left(&reader->file.in) == 0)
        return true;
    uint8_t flag = hone_read_u8(&reader->file.in);
    if (flag > 1)
        hone_builder_warn(reader->file.builder, "flag for English names that is greater than 1: read as 0",
                          hone_reader_offset(&reader->file.in) - 1);
    return flag != 1 || read_english_names(reader);
}

/* ---- all ---- */

static bool read_sections(pmd_reader *reader)
{
    static bool (*const sections[])(pmd_reader *) = {read_header,
                                                     hone_pmd_read_vertices,
                                                     hone_pmd_read_faces,
                                                     hone_pmd_read_materials,
                                                     hone_pmd_read_skeleton,
                                                     hone_pmd_read_morphs,
                                                     hone_pmd_read_display_lists,
                                                     hone_pmd_read_english,
                                                     hone_pmd_read_toons,
                                                     hone_pmd_read_bodies,
                                                     hone_pmd_read_joints,
                                                     hone_pmd_finish_materials};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (!sections[i](reader))
            return false;
    hone_reading_warn_of_rest(&reader->file);
    return hone_reading_is_fine(&reader->file);
}

/* encoding: of the texts; out: that for which they vote. */
static hone_model *read_as(const void *bytes, size_t size, const hone_load_desc *desc, hone_encoding *encoding,
                           hone_error *error)
{
    size_t limit = hone_memory_limit(size);
    const hone_encoding read_in = *encoding;
    pmd_reader reader = {.encoding = read_in,
                         .file = hone_reading_make(bytes, size, error),
                         .data = {.format = HONE_FORMAT_PMD, .space = HONE_SPACE_MMD}};
    bool read =
        hone_reading_open_memory(&reader.file, desc->allocator, limit - limit / 4, limit / 4) && read_sections(&reader);
    *encoding = read ? hone_encoding_of_cp932(&reader.votes) : read_in;
    hone_builder *builder = hone_reading_close_memory(&reader.file, read && *encoding == read_in);
    return builder ? hone_model_create(builder, &reader.data, &(hone_model_desc){desc->strict}, error) : NULL;
}

hone_model *hone_pmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_load_desc defaults = {0};
    desc = desc ? desc : &defaults;
    hone_encoding encoding = HONE_ENCODING_CP932;
    hone_model *model = read_as(bytes, size, desc, &encoding, error);
    return encoding == HONE_ENCODING_CP932 ? model : read_as(bytes, size, desc, &encoding, error);
}

const hone_format_reader hone_pmd_format = {.built_in = true, .model = hone_pmd_read};
