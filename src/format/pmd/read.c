#include "base/builder.h"
#include "base/error.h"
#include "base/text.h"
#include "format/common/read_common.h"
#include "format/pmd/reader.h"

/* ---- what sections share ---- */

bool hone_pmd_fail(pmd_reader *reader, const char *sentence, ...)
{
    va_list arguments;
    va_start(arguments, sentence);
    hone_fail_at(&reader->in, reader->error, sentence, arguments);
    va_end(arguments);
    return false;
}

static uint32_t read_unsigned(hone_reader *in, size_t size)
{
    return size == 1 ? hone_read_u8(in) : size == 2 ? hone_read_u16(in) : hone_read_u32(in);
}

bool hone_pmd_read_count(pmd_reader *reader, const char *noun, size_t count_size, size_t record_size, uint32_t *count)
{
    uint32_t value = read_unsigned(&reader->in, count_size);
    size_t left = hone_reader_left(&reader->in);
    *count = 0;
    if (reader->in.failed)
        return hone_pmd_fail(reader, "the file ends before the count of its %s", noun);
    if (value > PMD_COUNT_LIMIT || value > left / record_size) {
        reader->in.at -= count_size; /* the error is about the count */
        return hone_pmd_fail(reader, "%u %s do not fit in the %zu bytes left", value, noun, left);
    }
    *count = value;
    return true;
}

hone_reader hone_pmd_take(pmd_reader *reader, size_t size)
{
    HONE_ASSERT(size <= hone_reader_left(&reader->in));
    hone_reader records = reader->in; /* begins where the file does, so that offsets are the file's */
    reader->in.at += size;
    records.end = reader->in.at;
    return records;
}

bool hone_pmd_make_array(pmd_reader *reader, uint32_t count, size_t element_size, void *array)
{
    void *memory = hone_builder_array(reader->builder, count, element_size);
    memcpy(array, &memory, sizeof memory);
    return memory || count == 0 || hone_builder_fail(reader->builder, reader->error);
}

const char *hone_pmd_read_text(pmd_reader *reader, hone_reader *in, size_t size, hone_builder *builder)
{
    char text[3 * PMD_COMMENT_SIZE];
    uint64_t at = hone_reader_offset(in);
    const uint8_t *bytes = hone_read_bytes(in, size);
    if (!bytes)
        return "";
    const uint8_t *end = memchr(bytes, 0, size); /* what is behind it is left over from longer texts */
    bool lossy = false;
    size_t length = hone_utf8_from_cp932(bytes, end ? (size_t)(end - bytes) : size, text, &lossy);
    if (lossy)
        hone_builder_warn(reader->builder,
                          "text that is not CP932, or is cut inside a character: what is wrong in it was replaced", at);
    const char *copy = hone_builder_text(builder, text, length);
    return copy ? copy : "";
}

const char *hone_pmd_read_frame_name(pmd_reader *reader, hone_reader *in)
{
    char *name = (char *)hone_pmd_read_text(reader, in, PMD_FRAME_NAME_SIZE, reader->builder);
    for (size_t size = strlen(name); size && (name[size - 1] == '\n' || name[size - 1] == '\r'); size--)
        name[size - 1] = 0; /* where there is a character it is the builder's */
    return name;
}

int32_t hone_pmd_read_index(hone_reader *in)
{
    uint16_t value = hone_read_u16(in);
    return value == UINT16_MAX ? HONE_NONE : value;
}

/* ---- header ---- */

static bool read_header(pmd_reader *reader)
{
    const uint8_t *magic = hone_read_bytes(&reader->in, 3);
    if (!magic || memcmp(magic, "Pmd", 3) != 0)
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 0, "is not PMD: it does not begin with \"Pmd\", at byte 0");
    float version = hone_read_f32(&reader->in);
    reader->data.name = hone_pmd_read_text(reader, &reader->in, PMD_NAME_SIZE, reader->builder);
    reader->data.comment = hone_pmd_read_text(reader, &reader->in, PMD_COMMENT_SIZE, reader->builder);
    if (reader->in.failed)
        return hone_pmd_fail(reader, "the header is cut short");
    if (version != 1.0f)
        hone_builder_warn(reader->builder, "version that is not 1.0: taken for it", 3);
    return true;
}

/* ---- English names ---- */

/* All morphs have a name but the base, or, if there is none, the first. */
static void read_morph_names(pmd_reader *reader, hone_reader *in, hone_morph *morphs)
{
    uint32_t unnamed = reader->base < reader->morph_count ? reader->base : 0;
    for (uint32_t i = 0; i < reader->morph_count; i++) {
        if (i == unnamed)
            continue;
        const char *name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->builder);
        if (reader->morph_of[i] != HONE_NONE)
            morphs[reader->morph_of[i]].english_name = name;
    }
}

/* Helpers behind the file's bones are called as the bones that they help. */
static void read_bone_names(pmd_reader *reader, hone_reader *in, hone_bone *bones)
{
    for (uint32_t i = 0; i < reader->bone_count; i++)
        bones[i].english_name = hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->builder);
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
    reader->data.english_name = hone_pmd_read_text(reader, &in, PMD_NAME_SIZE, reader->builder);
    reader->data.english_comment = hone_pmd_read_text(reader, &in, PMD_COMMENT_SIZE, reader->builder);
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
        hone_builder_warn(reader->builder, "flag of English names beyond 1: taken for none",
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
    if (hone_reader_left(&reader->in))
        hone_builder_warn(reader->builder, "bytes behind the end of the model: ignored",
                          hone_reader_offset(&reader->in));
    return !hone_builder_failed(reader->scratch) || hone_builder_fail(reader->scratch, reader->error);
}

hone_model *hone_pmd_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    const hone_load_desc defaults = {0};
    desc = desc ? desc : &defaults;
    size_t limit = hone_memory_limit(size);
    pmd_reader reader = {.in = hone_reader_make(bytes, size),
                         .builder = hone_builder_create(desc->allocator, limit - limit / 4, error),
                         .data = {.format = HONE_FORMAT_PMD, .space = HONE_SPACE_MMD},
                         .error = error};
    reader.scratch = reader.builder ? hone_builder_create(desc->allocator, limit / 4, error) : NULL;
    bool read = reader.scratch && read_sections(&reader);
    hone_builder_destroy(reader.scratch);
    if (!read)
        return hone_builder_destroy(reader.builder), NULL;
    return hone_model_create(reader.builder, &reader.data, &(hone_model_desc){desc->strict}, error);
}
