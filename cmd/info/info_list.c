#include "cmd/info/info_list.h"
#include "base/files/file_resolver.h"
#include "tool/files/input_file.h"
#include "tool/messages/report.h"
#include "tool/output/json_members.h"

#include <stdio.h>

/* A row of a list: printed with tabs, or as an object of JSON. */
typedef struct row_writer {
    hone_json *json; /* NULL: printed */
    bool names;      /* the names of the columns are printed, not their values */
    uint32_t cells;  /* of this row so far */
} row_writer;

static void begin_cell(row_writer *to)
{
    if (to->cells++)
        putchar('\t');
}

static void add_text(row_writer *to, const char *name, const char *text)
{
    if (to->json) {
        json_string(to->json, name, text);
        return;
    }
    begin_cell(to);
    report_print_escaped(stdout, to->names ? name : text);
}

static void add_number(row_writer *to, const char *name, int64_t value)
{
    if (to->json) {
        json_number(to->json, name, (double)value);
        return;
    }
    begin_cell(to);
    if (to->names)
        printf("%s", name);
    else
        printf("%lld", (long long)value);
}

/* ---- the rows ---- */

typedef struct list_source {
    const hone_model_data *data;
    const char *path;
} list_source;

static const char *bone_name(const hone_model_data *data, int32_t bone)
{
    return bone == HONE_NONE ? "" : data->skeleton.bones[bone].name;
}

static const char *texture_name(const hone_model_data *data, int32_t texture)
{
    return texture == HONE_NONE ? "" : data->textures[texture];
}

static void bone_row(row_writer *to, list_source from, uint32_t i)
{
    const hone_bone *b = &from.data->skeleton.bones[i];
    add_text(to, "name", b->name);
    add_text(to, "english_name", b->english_name);
    add_text(to, "parent", bone_name(from.data, b->parent));
    add_text(to, "append", bone_name(from.data, b->append_source));
    add_text(to, "ik", b->ik == HONE_NONE ? "" : "goal");
}

static void morph_row(row_writer *to, list_source from, uint32_t i)
{
    static const char *const kinds[HONE_MORPH_KIND_COUNT] = {"group", "vertex", "bone",     "uv",   "uv1",     "uv2",
                                                             "uv3",   "uv4",    "material", "flip", "impulse", "value"};
    static const char *const panels[] = {"hidden", "eyebrow", "eye", "mouth", "other"};
    const hone_morph *m = &from.data->morphs[i];
    add_text(to, "name", m->name);
    add_text(to, "english_name", m->english_name);
    add_text(to, "panel", panels[m->panel <= 4 ? m->panel : 4]);
    add_text(to, "kind", kinds[m->kind]);
    add_number(to, "elements", m->count);
}

static void material_row(row_writer *to, list_source from, uint32_t i)
{
    const hone_material *m = &from.data->materials[i];
    char toon[16] = "";
    if (m->shared_toon && m->toon != HONE_NONE)
        snprintf(toon, sizeof toon, "toon%02d", m->toon + 1);
    add_text(to, "name", m->name);
    add_text(to, "english_name", m->english_name);
    add_number(to, "triangles", m->index_count / 3);
    add_text(to, "texture", texture_name(from.data, m->texture));
    add_text(to, "sphere", texture_name(from.data, m->sphere_texture));
    add_text(to, "toon", m->shared_toon ? toon : texture_name(from.data, m->toon));
}

static void texture_row(row_writer *to, list_source from, uint32_t i)
{
    const hone_blob *inside = from.data->pictures;
    bool there = texture_is_there(from.data, from.path, i);
    add_text(to, "path", from.data->textures[i]);
    add_text(to, "state", inside && inside[i].size ? "inside" : there ? "found" : "missing");
}

static void body_row(row_writer *to, list_source from, uint32_t i)
{
    static const char *const shapes[] = {"sphere", "box", "capsule"};
    static const char *const modes[] = {"follows", "dynamic", "dynamic, aligned"};
    const hone_body *b = &from.data->bodies[i];
    add_text(to, "name", b->name);
    add_text(to, "english_name", b->english_name);
    add_text(to, "bone", bone_name(from.data, b->bone));
    add_text(to, "mode", modes[b->mode]);
    add_text(to, "shape", shapes[b->shape]);
    add_number(to, "group", b->group + 1);
}

/* ---- the lists ---- */

typedef void write_row(row_writer *to, list_source from, uint32_t i);

static uint32_t count_of(info_list_kind kind, const hone_model_data *data)
{
    const uint32_t counts[] = {data->skeleton.bone_count, data->morph_count, data->material_count, data->texture_count,
                               data->body_count};
    return counts[kind];
}

static write_row *row_of(info_list_kind kind)
{
    static write_row *const rows[] = {bone_row, morph_row, material_row, texture_row, body_row};
    return rows[kind];
}

void info_list_print(info_list_kind kind, const hone_model_data *data, const char *path)
{
    uint32_t count = count_of(kind, data);
    for (uint32_t line = 0; count && line <= count; line++) {
        row_writer to = {.names = line == 0};
        uint32_t i = line ? line - 1 : 0;
        add_number(&to, "index", i);
        row_of(kind)(&to, (list_source){data, path}, i);
        putchar('\n');
    }
}

void info_list_write(info_list_kind kind, const hone_model_data *data, const char *path, hone_json *json)
{
    row_writer to = {.json = json};
    hone_json_array(json);
    for (uint32_t i = 0; i < count_of(kind, data); i++) {
        hone_json_object(json);
        row_of(kind)(&to, (list_source){data, path}, i);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

bool texture_is_there(const hone_model_data *data, const char *path, uint32_t texture)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_bytes bytes = {0};
    if (!*data->textures[texture] || (data->pictures && data->pictures[texture].size))
        return true;
    hone_path_folder(path, folder);
    input_folder beside;
    const hone_file_resolver files = input_folder_files(&beside, folder, false);
    if (!beside.archive)
        return hone_model_file_is_there(folder, data->textures[texture]);
    bool there = files.read(files.user, data->textures[texture], NULL, &bytes, NULL);
    hone_bytes_release(&bytes);
    return there;
}
