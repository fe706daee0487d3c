/* Reads PMD: the header, the English names, and the order of the sections. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/common/read_common.h"
#include "files/format/pmd/reader.h"
#include "files/format/readers.h"

/* ---- header ---- */

static bool read_header(pmd_reader *reader)
{
    const uint8_t *magic = hone_read_bytes(&reader->in, 3);
    if (!magic || memcmp(magic, "Pmd", 3) != 0)
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 0, "is not PMD: it does not begin with \"Pmd\", at byte 0");
    float version = hone_read_f32(&reader->in);
    reader->data.name = hone_pmd_read_text(reader, &reader->in, PMD_NAME_SIZE, hone_builder_memory(reader->builder));
    reader->data.comment =
        hone_pmd_read_text(reader, &reader->in, PMD_COMMENT_SIZE, hone_builder_memory(reader->builder));
    if (reader->in.failed)
        return hone_pmd_fail(reader, "the header is cut short");
    if (version != 1.0f)
        hone_builder_warn(reader->builder, "version that is not 1.0: read as 1.0", 3);
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
        const char *name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, hone_builder_memory(reader->builder));
        if (reader->morph_of[i] != HONE_NONE)
            morphs[reader->morph_of[i]].english_name = name;
    }
}

/* Helper bones, which follow the file's bones, get the names of the bones that they help. */
static void read_bone_names(pmd_reader *reader, hone_reader *in, hone_bone *bones)
{
    for (uint32_t i = 0; i < reader->bone_count; i++)
        bones[i].english_name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, hone_builder_memory(reader->builder));
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
    if (hone_reader_left(&reader->in) < size)
        return hone_pmd_fail(reader, "the English names are cut short");
    hone_reader in = hone_pmd_take(reader, size);
    reader->data.english_name = hone_pmd_read_text(reader, &in, PMD_NAME_SIZE, hone_builder_memory(reader->builder));
    reader->data.english_comment =
        hone_pmd_read_text(reader, &in, PMD_COMMENT_SIZE, hone_builder_memory(reader->builder));
    read_bone_names(reader, &in, (hone_bone *)reader->data.skeleton.bones);
    read_morph_names(reader, &in, (hone_morph *)reader->data.morphs);
    for (uint32_t i = 0; i < frame_count; i++) frames[i].english_name = hone_pmd_read_frame_name(reader, &in);
    return true;
}

bool hone_pmd_read_english(pmd_reader *reader)
{
    if (hone_reader_left(&reader->in) == 0)
        return true;
    uint8_t flag = hone_read_u8(&reader->in);
    if (flag > 1)
        hone_builder_warn(reader->builder, "flag for English names that is greater than 1: read as 0",
                          hone_reader_offset(&reader->in) - 1);
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
    hone_warn_of_trailing_bytes(&reader->in, reader->builder);
    return !hone_arena_failed(reader->scratch) || hone_arena_fail(reader->scratch, reader->error);
}

/* encoding: of the texts; out: that for which they vote. */
static hone_model *read_as(const void *bytes, size_t size, const hone_load_desc *desc, hone_encoding *encoding,
                           hone_error *error)
{
    size_t limit = hone_memory_limit(size);
    const hone_encoding read_in = *encoding;
    pmd_reader reader = {.encoding = read_in,
                         .in = hone_reader_make(bytes, size),
                         .builder = hone_builder_create(desc->allocator, limit - limit / 4, error),
                         .data = {.format = HONE_FORMAT_PMD, .space = HONE_SPACE_MMD},
                         .error = error};
    reader.scratch = reader.builder ? hone_arena_create(desc->allocator, limit / 4, error) : NULL;
    bool read = reader.scratch && read_sections(&reader);
    hone_arena_destroy(reader.scratch);
    *encoding = read ? hone_encoding_of_cp932(&reader.votes) : read_in;
    if (!read || *encoding != read_in)
        return hone_builder_destroy(reader.builder), NULL;
    return hone_model_create(reader.builder, &reader.data, &(hone_model_desc){desc->strict}, error);
}

hone_model *hone_pmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_load_desc defaults = {0};
    desc = desc ? desc : &defaults;
    hone_encoding encoding = HONE_ENCODING_CP932;
    hone_model *model = read_as(bytes, size, desc, &encoding, error);
    return encoding == HONE_ENCODING_CP932 ? model : read_as(bytes, size, desc, &encoding, error);
}
