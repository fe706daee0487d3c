/* Reads PMX: the header, and the order of the sections. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "files/format/pmx/reader.h"
#include "files/format/readers.h"

/* ---- header ---- */

static bool read_version(pmx_reader *reader)
{
    float version = hone_read_f32(&reader->file.in);
    if (reader->file.in.failed)
        return hone_reading_fail(&reader->file, "the header is cut short");
    if (!(version > 1.95f && version < 2.15f))
        return hone_reading_fail(&reader->file, "is PMX version %g; hone reads 2.0 and 2.1", (double)version);
    reader->data.pmx.version = version < 2.05f ? 2.0f : 2.1f;
    if (reader->data.pmx.version != version)
        hone_builder_warn(reader->file.builder, "version that is nearly 2.0 or 2.1: read as that version", 4);
    return true;
}

static bool read_globals(pmx_reader *reader)
{
    hone_pmx_header *header = &reader->data.pmx;
    uint8_t count = hone_read_u8(&reader->file.in);
    const uint8_t *globals = hone_read_bytes(&reader->file.in, count);
    if (!globals || count < 8)
        return hone_reading_fail(&reader->file, "the header has %u of its 8 globals", globals ? count : 0);
    if (globals[0] > 1 || globals[1] > 4)
        return hone_reading_fail(&reader->file,
                                 "the header gives text encoding %u and %u extra UVs; at most 1 and 4 are possible",
                                 globals[0], globals[1]);
    for (int i = 0; i < 6; i++) {
        uint8_t size = globals[2 + i];
        if (size != 1 && size != 2 && size != 4)
            return hone_reading_fail(&reader->file, "the header gives an index size of %u bytes, not 1, 2 or 4", size);
        header->index_sizes[i] = size;
    }
    header->encoding = globals[0];
    reader->data.mesh.extra_uv_count = globals[1];
    header->extra_count = (uint8_t)(count - 8);
    uint8_t *extras;
    if (!hone_reading_array(&reader->file, header->extra_count, 1, &extras))
        return false;
    if (extras)
        memcpy(extras, globals + 8, header->extra_count);
    header->extras = extras;
    return true;
}

static bool read_header(pmx_reader *reader)
{
    const uint8_t *magic = hone_read_bytes(&reader->file.in, 4);
    if (!magic || memcmp(magic, "PMX", 3) != 0) {
        if (magic && memcmp(magic, "Pmx", 3) == 0)
            return hone_fail(reader->file.error, HONE_ERROR_UNSUPPORTED, 0,
                             "is PMX 1.0, a draft that hone does not read");
        return hone_fail(reader->file.error, HONE_ERROR_FORMAT, 0,
                         "is not PMX: it does not begin with \"PMX \", at byte 0");
    }
    if (magic[3] != ' ')
        hone_builder_warn(reader->file.builder, "magic number that is not exactly \"PMX \": accepted", 3);
    return read_version(reader) && read_globals(reader);
}

static bool read_info(pmx_reader *reader)
{
    reader->data.name = hone_pmx_read_text(reader);
    reader->data.english_name = hone_pmx_read_text(reader);
    reader->data.comment = hone_pmx_read_text(reader);
    reader->data.english_comment = hone_pmx_read_text(reader);
    return !reader->file.in.failed || hone_reading_fail(&reader->file, "the model's names and comments are cut short");
}

/* ---- all ---- */

static bool read_sections(pmx_reader *reader)
{
    static bool (*const sections[])(pmx_reader *) = {read_header,
                                                     read_info,
                                                     hone_pmx_read_vertices,
                                                     hone_pmx_read_faces,
                                                     hone_pmx_read_textures,
                                                     hone_pmx_read_materials,
                                                     hone_pmx_read_bones,
                                                     hone_pmx_read_morphs,
                                                     hone_pmx_read_display_frames,
                                                     hone_pmx_read_bodies,
                                                     hone_pmx_read_joints,
                                                     hone_pmx_read_soft_bodies};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (!sections[i](reader))
            return false;
    hone_reading_warn_of_rest(&reader->file);
    return true;
}

hone_model *hone_pmx_read(const void *bytes, size_t size, const hone_load_desc *desc, hone_error *error)
{
    pmx_reader reader = {.file = hone_reading_make(bytes, size, error),
                         .data = {.format = HONE_FORMAT_PMX, .space = HONE_SPACE_MMD}};
    const hone_allocator *allocator = desc ? desc->allocator : NULL;
    bool read = hone_reading_open_builder(&reader.file, allocator, hone_memory_limit(size)) && read_sections(&reader);
    hone_builder *builder = hone_reading_close_memory(&reader.file, read);
    return builder ? hone_model_create(builder, &reader.data, &(hone_model_desc){desc && desc->strict}, error) : NULL;
}

const hone_format_reader hone_pmx_format = {.built_in = true, .model = hone_pmx_read};
