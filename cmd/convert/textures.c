/* Writes the textures of a model as files beside a PMX. */
#include "cmd/convert/textures.h"
#include "tool/files/input_file.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *ending_of(const hone_bytes *bytes)
{
    static const struct {
        const char *start, *ending;
        size_t size;
    } known[] = {{"\x89PNG", "png", 4}, {"\xff\xd8\xff", "jpg", 3}, {"BM", "bmp", 2}, {"DDS ", "dds", 4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (bytes->size >= known[i].size && memcmp(bytes->data, known[i].start, known[i].size) == 0)
            return known[i].ending;
    return "tga"; /* TGA has no signature */
}

static bool read_texture(const input *model, uint32_t at, const hone_file_resolver *files, texture_copies *out,
                         hone_error *error)
{
    const hone_model_data *data = hone_model_get(model->model);
    out->inside[at] = data->pictures && data->pictures[at].size;
    if (!out->inside[at])
        return files->read(files->user, data->textures[at], NULL, &out->bytes[at], error);
    out->bytes[at] = (hone_bytes){.data = (uint8_t *)data->pictures[at].data, .size = data->pictures[at].size};
    return true;
}

static void name_copy(texture_copies *textures, uint32_t at, const char *stem)
{
    snprintf(textures->names[at], HONE_PATH_SIZE, "%s-%u.%s", stem, at, ending_of(&textures->bytes[at]));
}

/* A texture that cannot be loaded keeps its name. */
static void copy_texture(const input *model, uint32_t at, const hone_file_resolver *files, const char *stem,
                         texture_copies *out, report *r)
{
    const hone_model_data *data = hone_model_get(model->model);
    hone_error why = {0};
    bool named = *data->textures[at] || (data->pictures && data->pictures[at].size);
    out->pointers[at] = out->names[at];
    snprintf(out->names[at], HONE_PATH_SIZE, "%s", data->textures[at]);
    if (named && read_texture(model, at, files, out, &why)) {
        name_copy(out, at, stem);
    } else if (named) {
        char text[700];
        snprintf(text, sizeof text, "texture %.100s: %s", data->textures[at], why.message);
        report_warn(r, model->path, text);
    }
}

bool texture_copies_read(const input *model, const char *stem, texture_copies *out, report *r, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(model->path, folder);
    input_folder beside;
    const hone_file_resolver files = input_folder_files(&beside, folder, false);
    size_t room = (size_t)hone_model_get(model->model)->texture_count + 1;
    out->names = calloc(room, sizeof *out->names);
    out->pointers = calloc(room, sizeof *out->pointers);
    out->bytes = calloc(room, sizeof *out->bytes);
    out->inside = calloc(room, 1);
    if (!out->names || !out->pointers || !out->bytes || !out->inside)
        return hone_fail_memory(error);
    for (out->count = 0; out->count + 1 < room; out->count++) copy_texture(model, out->count, &files, stem, out, r);
    return true;
}

void texture_copies_rename(texture_copies *textures, const char *stem)
{
    for (uint32_t i = 0; i < textures->count; i++)
        if (textures->bytes[i].data)
            name_copy(textures, i, stem);
}

bool texture_copies_write(const texture_copies *textures, output_others *to, hone_error *error)
{
    for (uint32_t i = 0; i < textures->count; i++)
        if (textures->bytes[i].data &&
            !output_others_add(to, textures->names[i], textures->bytes[i].data, textures->bytes[i].size, error))
            return false;
    return true;
}

void texture_copies_release(texture_copies *textures)
{
    for (uint32_t i = 0; i < textures->count; i++)
        if (!textures->inside[i])
            hone_bytes_release(&textures->bytes[i]);
    free(textures->names);
    free(textures->pointers);
    free(textures->bytes);
    free(textures->inside);
}
