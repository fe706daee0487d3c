#include "files/format/pmm/reader.h"

#include "base/error.h"
#include <hone/io.h>
#include <stdarg.h>
#include <stdio.h>

bool hone_pmm_fail(pmm_reader *reader, const char *sentence, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    uint64_t at = hone_reader_offset(&reader->in);
    return hone_fail(reader->error, HONE_ERROR_FORMAT, at, "%s, at byte %llu", text, (unsigned long long)at);
}

bool hone_pmm_fail_short(pmm_reader *reader, const char *noun)
{
    return hone_pmm_fail(reader, "the project is cut short in %s", noun);
}

bool hone_pmm_fail_memory(pmm_reader *reader)
{
    return hone_builder_failed(reader->builder) ? hone_builder_fail(reader->builder, reader->error)
                                                : hone_arena_fail(reader->scratch, reader->error);
}

bool hone_pmm_read_count(pmm_reader *reader, const char *noun, size_t record_size, uint32_t *count)
{
    *count = hone_read_u32(&reader->in);
    if (reader->in.failed)
        return hone_pmm_fail_short(reader, noun);
    if (*count > hone_reader_left(&reader->in) / record_size)
        return hone_pmm_fail(reader, "%s cannot be %u: the file is too short for them", noun, *count);
    return true;
}

bool hone_pmm_make_array(pmm_reader *reader, uint32_t count, size_t element_size, void *array)
{
    void *made = hone_builder_array(reader->builder, count, element_size);
    memcpy(array, &made, sizeof made);
    return made || count == 0 || hone_pmm_fail_memory(reader);
}

/* Returns the text of bytes[size]. */
static const char *convert(pmm_reader *reader, const uint8_t *bytes, size_t size)
{
    char text[3 * PMM_PATH_SIZE];
    if (!bytes)
        return "";
    hone_encoding_vote(&reader->votes, bytes, size, true);
    const char *made =
        hone_builder_text(reader->builder, text, hone_utf8_from(reader->encoding, bytes, size, text, NULL));
    return made ? made : "";
}

const char *hone_pmm_read_field(pmm_reader *reader, size_t size)
{
    const uint8_t *field = hone_read_bytes(&reader->in, size);
    const uint8_t *end = field ? memchr(field, 0, size) : NULL;
    return convert(reader, field, end ? (size_t)(end - field) : size);
}

const char *hone_pmm_read_text(pmm_reader *reader)
{
    size_t size = hone_read_u8(&reader->in);
    return convert(reader, hone_read_bytes(&reader->in, size), size);
}

void hone_pmm_read_bone(pmm_reader *reader, hone_project_bone *out)
{
    int32_t model = hone_read_i32(&reader->in), bone = hone_read_i32(&reader->in);
    *out = (hone_project_bone){HONE_NONE, ""};
    pmm_bone_ref *ref = model < 0 ? NULL : hone_arena_array(reader->scratch, 1, sizeof *ref);
    if (!ref)
        return;
    *ref = (pmm_bone_ref){model, bone, out, reader->refs};
    reader->refs = ref;
}

void hone_pmm_resolve_bones(pmm_reader *reader)
{
    for (const pmm_bone_ref *ref = reader->refs; ref; ref = ref->next) {
        if ((uint32_t)ref->model >= reader->data.model_count) {
            hone_builder_warn(reader->builder, "something is attached to a model that the project does not have",
                              (uint64_t)ref->model);
            continue;
        }
        const hone_project_model *model = &reader->models[ref->model];
        ref->out->model = ref->model;
        if (ref->bone >= 0 && (uint32_t)ref->bone < model->bone_count)
            ref->out->name = model->bones[ref->bone];
        else
            hone_builder_warn(reader->builder, "something is attached to a bone that its model does not have",
                              (uint64_t)(uint32_t)ref->bone);
    }
}

void hone_pmm_warn(pmm_reader *reader, const char *what)
{
    hone_builder_warn(reader->builder, what, hone_reader_offset(&reader->in));
}

bool hone_pmm_skip(pmm_reader *reader, size_t size)
{
    return hone_read_bytes(&reader->in, size) != NULL;
}
