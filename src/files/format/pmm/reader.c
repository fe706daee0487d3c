#include "files/format/pmm/reader.h"

bool hone_pmm_fail_short(pmm_reader *reader, const char *noun)
{
    return hone_reading_fail(&reader->file, "the project is cut short in %s", noun);
}

bool hone_pmm_read_count(pmm_reader *reader, const char *noun, size_t record_size, uint32_t *count)
{
    *count = hone_read_u32(&reader->file.in);
    if (reader->file.in.failed)
        return hone_pmm_fail_short(reader, noun);
    if (*count > hone_reader_left(&reader->file.in) / record_size)
        return hone_reading_fail(&reader->file, "%s cannot be %u: the file is too short for them", noun, *count);
    return true;
}

/* Returns the text of bytes[size]. */
static const char *convert(pmm_reader *reader, const uint8_t *bytes, size_t size)
{
    char text[3 * PMM_PATH_SIZE];
    if (!bytes)
        return "";
    hone_encoding_vote(&reader->votes, bytes, size, true);
    const char *made =
        hone_builder_text(reader->file.builder, text, hone_utf8_from(reader->encoding, bytes, size, text, NULL));
    return made ? made : "";
}

const char *hone_pmm_read_field(pmm_reader *reader, size_t size)
{
    const uint8_t *field = hone_read_bytes(&reader->file.in, size);
    const uint8_t *end = field ? memchr(field, 0, size) : NULL;
    return convert(reader, field, end ? (size_t)(end - field) : size);
}

const char *hone_pmm_read_text(pmm_reader *reader)
{
    size_t size = hone_read_u8(&reader->file.in);
    return convert(reader, hone_read_bytes(&reader->file.in, size), size);
}

void hone_pmm_read_bone(pmm_reader *reader, hone_project_bone *out)
{
    int32_t model = hone_read_i32(&reader->file.in), bone = hone_read_i32(&reader->file.in);
    *out = (hone_project_bone){HONE_NONE, ""};
    pmm_bone_ref *ref;
    if (model < 0 || !hone_reading_scratch(&reader->file, 1, sizeof *ref, &ref))
        return;
    *ref = (pmm_bone_ref){model, bone, out, reader->refs};
    reader->refs = ref;
}

void hone_pmm_resolve_bones(pmm_reader *reader)
{
    for (const pmm_bone_ref *ref = reader->refs; ref; ref = ref->next) {
        if ((uint32_t)ref->model >= reader->data.model_count) {
            hone_builder_warn(reader->file.builder, "something is attached to a model that the project does not have",
                              (uint64_t)ref->model);
            continue;
        }
        const hone_project_model *model = &reader->models[ref->model];
        ref->out->model = ref->model;
        if (ref->bone >= 0 && (uint32_t)ref->bone < model->bone_count)
            ref->out->name = model->bones[ref->bone];
        else
            hone_builder_warn(reader->file.builder, "something is attached to a bone that its model does not have",
                              (uint64_t)(uint32_t)ref->bone);
    }
}

bool hone_pmm_skip(pmm_reader *reader, size_t size)
{
    return hone_read_bytes(&reader->file.in, size) != NULL;
}
