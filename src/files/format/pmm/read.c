/* Reads projects of MikuMikuDance (.pmm): the order of the sections. */
#include "base/error.h"
#include "files/format/pmm/sections.h"

#include <hone/format.h>

/* Is in the memory of its builder. */
struct hone_project {
    hone_builder *builder;
    hone_project_data data;
    hone_warnings warnings;
};

enum { HEAD_PANELS = 6 }; /* flags of open panels; version 0002 has one more */

/* ---- destroying ------------------------------------------------------------------------------------------------ */

static void release_motions(const hone_project_data *data)
{
    for (uint32_t i = 0; i < data->model_count; i++) hone_motion_release(data->models[i].motion);
    hone_motion_release(data->scene);
}

void hone_project_destroy(hone_project *project)
{
    if (!project)
        return;
    release_motions(&project->data);
    hone_builder_destroy(project->builder);
}

const hone_project_data *hone_project_get(const hone_project *project)
{
    static const hone_project_data nothing = {.sound = "", .video.path = "", .image.path = ""};
    return project ? &project->data : &nothing;
}

hone_warnings hone_project_warnings(const hone_project *project)
{
    return project ? project->warnings : (hone_warnings){0};
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static bool read_head(pmm_reader *reader)
{
    static const char signature[] = "Polygon Movie maker 000";
    enum { LENGTH = sizeof signature - 1 };
    hone_project_data *data = &reader->data;
    hone_reader *in = &reader->file.in;
    const uint8_t *head = hone_read_bytes(in, PMM_SIGNATURE_SIZE);
    if (!head || memcmp(head, signature, LENGTH) != 0)
        return hone_fail(reader->file.error, HONE_ERROR_FORMAT, 0,
                         "not a project of MikuMikuDance: it does not begin with \"%s\"", signature);
    if (head[LENGTH] != '1' && head[LENGTH] != '2')
        return hone_fail(reader->file.error, HONE_ERROR_FORMAT, LENGTH, "the project is of an unknown version");
    data->version = head[LENGTH] - (uint32_t)'0';
    data->width = hone_read_u32(in);
    data->height = hone_read_u32(in);
    hone_read_bytes(in, 4 + 4); /* width of the list of tracks, angle of view */
    data->editing_camera = hone_read_u8(in) != 0;
    hone_read_bytes(in, data->version > 1 ? HEAD_PANELS : HEAD_PANELS - 1);
    return !in->failed || hone_pmm_fail_short(reader, "its head");
}

static bool make_scene(pmm_reader *reader, hone_builder *builder)
{
    hone_motion_data scene = {.space = HONE_SPACE_MMD, .format = HONE_FORMAT_PMM, .model_name = ""};
    if (!hone_pmm_read_scene(reader, builder, &scene) || !hone_pmm_read_accessories(reader) ||
        !hone_pmm_read_settings(reader, builder, &scene))
        return hone_builder_destroy(builder), false;
    reader->data.scene =
        hone_motion_create(builder, &scene, &(hone_motion_desc){reader->desc->strict}, reader->file.error);
    return reader->data.scene != NULL;
}

static bool read_all(pmm_reader *reader)
{
    if (!read_head(reader) || !hone_pmm_read_models(reader))
        return false;
    hone_builder *builder = hone_builder_create(reader->desc->allocator, reader->limit, reader->file.error);
    if (!builder || !make_scene(reader, builder))
        return false;
    hone_pmm_resolve_bones(reader);
    for (uint32_t i = 0; i < reader->data.model_count; i++)
        if (!hone_pmm_finish_parents(reader, &reader->parents[i]))
            return false;
    return hone_pmm_finish_keys(reader) && hone_reading_is_fine(&reader->file);
}

static hone_project *finish(pmm_reader *reader)
{
    hone_project *project;
    if (!hone_reading_array(&reader->file, 1, sizeof *project, &project))
        return NULL;
    project->builder = reader->file.builder;
    project->data = reader->data;
    if (!hone_builder_finish_warnings(reader->file.builder, reader->desc->strict, &project->warnings,
                                      reader->file.error))
        return NULL;
    return project;
}

/* encoding: of the texts; out: that for which they vote. */
static hone_project *read_as(const void *bytes, size_t size, const hone_project_desc *desc, hone_encoding *encoding,
                             hone_error *error)
{
    size_t limit = size < SIZE_MAX / 32 ? 16 * size + (1 << 20) : 0;
    const hone_encoding read_in = *encoding;
    pmm_reader reader = {
        .encoding = read_in, .file = hone_reading_make(bytes, size, error), .desc = desc, .limit = limit};
    reader.data = *hone_project_get(NULL);
    bool read = hone_reading_open_memory(&reader.file, desc->allocator, limit, limit) && read_all(&reader);
    *encoding = read ? hone_encoding_of_cp932(&reader.votes) : read_in;
    hone_project *project = read && *encoding == read_in ? finish(&reader) : NULL;
    if (!project)
        release_motions(&reader.data);
    hone_reading_close_memory(&reader.file, project != NULL);
    return project;
}

/* MikuMikuDance writes texts, paths of files too, in the encoding of its system. */
static hone_project *read_bytes(const void *bytes, size_t size, const hone_project_desc *desc, hone_error *error)
{
    hone_encoding encoding = HONE_ENCODING_CP932;
    hone_project *project = read_as(bytes, size, desc, &encoding, error);
    return encoding == HONE_ENCODING_CP932 ? project : read_as(bytes, size, desc, &encoding, error);
}

hone_project *hone_project_load_memory(const void *bytes, size_t size, const hone_project_desc *desc, hone_error *error)
{
    const hone_project_desc defaults = {0};
    if (!bytes && size)
        return hone_fail_null(error, "bytes"), NULL;
    return read_bytes(bytes, size, desc ? desc : &defaults, error);
}

hone_project *hone_project_load(const char *path, const hone_project_desc *desc, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_project_desc own = desc ? *desc : (hone_project_desc){0};
    hone_bytes file = {0};
    hone_project *project = NULL;
    if (!path)
        return hone_fail_null(error, "path"), NULL;
    const hone_file_resolver beside = hone_file_resolver_in_project(folder);
    if (!own.files && hone_path_folder(path, folder))
        own.files = &beside;
    if (hone_file_read(path, own.allocator, &file, error))
        project = read_bytes(file.data, file.size, &own, error);
    hone_bytes_release(&file);
    if (!project)
        hone_error_prefix(error, path);
    return project;
}
