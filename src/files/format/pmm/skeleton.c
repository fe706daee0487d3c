/* Names of the bones and morphs of a model that a project of version 0001 names. Such a project was saved by an MMD
 * that counts what the model's file contains; of PMD that includes the base morph. */
#include "base/error.h"
#include "files/format/pmm/sections.h"
#include "files/format/readers.h"

enum {
    PMD_HEAD_SIZE = 283,
    PMD_VERTEX_SIZE = 38,
    PMD_MATERIAL_SIZE = 70,
    PMD_BONE_SIZE = 39,
    PMD_IK_SIZE = 11,
    PMD_MORPH_SIZE = 25,
    PMD_MORPH_VERTEX_SIZE = 16,
    PMD_TEXT_SIZE = 20
};

static bool make_arrays(pmm_reader *reader, hone_project_model *model, const char ***bones, const char ***morphs,
                        int32_t **goals)
{
    if (!hone_reading_array(&reader->file, model->bone_count, sizeof **bones, bones) ||
        !hone_reading_array(&reader->file, model->morph_count, sizeof **morphs, morphs) ||
        !hone_reading_array(&reader->file, model->ik_count, sizeof **goals, goals))
        return false;
    model->bones = *bones;
    model->morphs = *morphs;
    model->ik_bones = *goals;
    return true;
}

static const char *copy(pmm_reader *reader, const char *text)
{
    const char *made = hone_builder_text(reader->file.builder, text, strlen(text));
    return made ? made : "";
}

/* ---- PMX, and whatever else hone reads ------------------------------------------------------------------------- */

static bool take_model(pmm_reader *reader, hone_project_model *model, const hone_model_data *from)
{
    const char **bones, **morphs;
    int32_t *goals;
    model->bone_count = from->skeleton.bone_count;
    model->morph_count = from->morph_count;
    model->ik_count = from->skeleton.ik_count;
    if (!make_arrays(reader, model, &bones, &morphs, &goals))
        return false;
    for (uint32_t b = 0; b < model->bone_count; b++) bones[b] = copy(reader, from->skeleton.bones[b].name);
    for (uint32_t m = 0; m < from->morph_count; m++) morphs[m] = copy(reader, from->morphs[m].name);
    for (uint32_t i = 0; i < model->ik_count; i++) goals[i] = from->skeleton.iks[i].bone;
    return true;
}

static bool read_any(pmm_reader *reader, hone_project_model *model, const hone_bytes *file)
{
    const hone_load_desc desc = {.allocator = reader->desc->allocator};
    hone_model *read = hone_model_load_memory(file->data, file->size, &desc, reader->file.error);
    bool ok = read && take_model(reader, model, hone_model_get(read));
    hone_model_release(read);
    return ok;
}

/* ---- PMD ------------------------------------------------------------------------------------------------------- */

static const char *read_pmd_name(pmm_reader *reader, hone_reader *in)
{
    char text[3 * PMD_TEXT_SIZE];
    const uint8_t *field = hone_read_bytes(in, PMD_TEXT_SIZE), *end = field ? memchr(field, 0, PMD_TEXT_SIZE) : NULL;
    size_t size = !field ? 0 : end ? (size_t)(end - field) : PMD_TEXT_SIZE;
    const char *made =
        hone_builder_text(reader->file.builder, text, hone_utf8_from(reader->encoding, field, size, text, NULL));
    return made ? made : "";
}

/* Reads a count and skips that number of records. Returns the count. */
static uint32_t skip_records(hone_reader *in, size_t count_size, size_t size)
{
    uint32_t count = count_size == 2 ? hone_read_u16(in) : hone_read_u32(in);
    hone_read_bytes(in, count * size);
    return count;
}

/* Returns readers at the bones, chains and morphs. A chain is followed by its links, a morph by its vertices. */
static bool find_pmd_sections(pmm_reader *reader, hone_reader in, hone_project_model *model, hone_reader at[3])
{
    hone_read_bytes(&in, PMD_HEAD_SIZE);
    skip_records(&in, 4, PMD_VERTEX_SIZE);
    skip_records(&in, 4, 2);
    skip_records(&in, 4, PMD_MATERIAL_SIZE);
    at[0] = in;
    model->bone_count = skip_records(&in, 2, PMD_BONE_SIZE);
    at[1] = in;
    model->ik_count = hone_read_u16(&in);
    for (uint32_t i = 0; i < model->ik_count && !in.failed; i++) {
        const uint8_t *chain = hone_read_bytes(&in, PMD_IK_SIZE);
        hone_read_bytes(&in, chain ? (size_t)2 * chain[4] : 0);
    }
    at[2] = in;
    model->morph_count = hone_read_u16(&in);
    for (uint32_t i = 0; i < model->morph_count && !in.failed; i++) {
        hone_read_bytes(&in, PMD_TEXT_SIZE);
        uint32_t vertices = hone_read_u32(&in);
        hone_read_u8(&in);
        hone_read_bytes(&in, (size_t)vertices * PMD_MORPH_VERTEX_SIZE);
    }
    return !in.failed || hone_fail(reader->file.error, HONE_ERROR_FORMAT, 0, "the model is cut short");
}

/* The base morph has no track: its name stays empty. */
static const char *read_morph_name(pmm_reader *reader, hone_reader *in)
{
    const char *name = read_pmd_name(reader, in);
    uint32_t vertices = hone_read_u32(in);
    bool base = hone_read_u8(in) == 0;
    hone_read_bytes(in, (size_t)vertices * PMD_MORPH_VERTEX_SIZE);
    return base ? "" : name;
}

static bool read_pmd(pmm_reader *reader, hone_project_model *model, const hone_bytes *file)
{
    const char **bones, **morphs;
    int32_t *goals;
    hone_reader at[3];
    if (!find_pmd_sections(reader, hone_reader_make(file->data, file->size), model, at) ||
        !make_arrays(reader, model, &bones, &morphs, &goals))
        return false;
    for (int i = 0; i < 3; i++) hone_read_u16(&at[i]);
    for (uint32_t b = 0; b < model->bone_count; b++) {
        bones[b] = read_pmd_name(reader, &at[0]);
        hone_read_bytes(&at[0], PMD_BONE_SIZE - PMD_TEXT_SIZE);
    }
    for (uint32_t i = 0; i < model->ik_count; i++) {
        const uint8_t *chain = hone_read_bytes(&at[1], PMD_IK_SIZE);
        goals[i] = chain[0] | chain[1] << 8;
        hone_read_bytes(&at[1], (size_t)2 * chain[4]);
    }
    for (uint32_t m = 0; m < model->morph_count; m++) morphs[m] = read_morph_name(reader, &at[2]);
    return true;
}

bool hone_pmm_read_skeleton(pmm_reader *reader, hone_project_model *model)
{
    const hone_file_resolver *files = reader->desc->files;
    hone_bytes file = {0};
    hone_error error = {0};
    bool ok = files && files->read(files->user, model->path, reader->desc->allocator, &file, &error);
    if (!ok) {
        const char *reason = files ? error.message : "not found";
        return hone_fail(reader->file.error, files ? error.code : HONE_ERROR_IO, 0,
                         "a project of version 0001 needs the bones of its model %s: %s", model->path, reason);
    }
    bool pmd = hone_format_detect(file.data, file.size) == HONE_FORMAT_PMD;
    ok = pmd ? read_pmd(reader, model, &file) : read_any(reader, model, &file);
    hone_bytes_release(&file);
    if (!ok)
        hone_error_prefix(reader->file.error, model->path);
    return ok;
}
