#include "view/recovery/recovery_file.h"
#include "base/json/json_writer.h"
#include "tool/scene/json_reader.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, ITEMS_MAX = 4096 };

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_text(hone_json *json, const char *key, const char *text)
{
    if (!text)
        return;
    hone_json_key(json, key);
    hone_json_string(json, text);
}

static void write_number(hone_json *json, const char *key, uint32_t value)
{
    hone_json_key(json, key);
    hone_json_integer(json, value);
}

static void write_flag(hone_json *json, const char *key, bool value)
{
    if (!value)
        return;
    hone_json_key(json, key);
    hone_json_bool(json, true);
}

/* A vertex, then a slot and its weight for each influence. */
static void write_weight(hone_json *json, const recovery_weight *w)
{
    hone_json_flat_array(json);
    hone_json_integer(json, w->vertex);
    for (uint32_t i = 0; i < w->value.count; i++) {
        hone_json_number(json, w->value.slots[i]);
        hone_json_float(json, w->value.weights[i]);
    }
    hone_json_end(json, ']');
}

static void write_model(hone_json *json, const recovery_model *m)
{
    hone_json_object(json);
    write_flag(json, "built_in", m->built_in);
    write_number(json, "changes", m->changes);
    write_number(json, "vertices", m->vertices);
    if (m->weight_count) {
        hone_json_key(json, "weights");
        hone_json_array(json);
        for (uint32_t i = 0; i < m->weight_count; i++) write_weight(json, &m->weights[i]);
        hone_json_end(json, ']');
    }
    hone_json_end(json, '}');
}

static void write_motion(hone_json *json, const recovery_motion *m)
{
    hone_json_object(json);
    write_text(json, "file", m->path);
    write_flag(json, "written", m->written);
    write_flag(json, "changed", m->changed);
    write_flag(json, "built_in", m->built_in);
    hone_json_end(json, '}');
}

bool recovery_file_encode(const recovery_file *f, hone_bytes *out, hone_error *error)
{
    hone_writer writer = hone_writer_make(NULL);
    hone_json json = hone_json_make(&writer);
    hone_json_object(&json);
    write_number(&json, "recovery", VERSION);
    write_text(&json, "scene", f->scene);
    write_text(&json, "bends", f->bends);
    write_text(&json, "opened", f->opened);
    write_number(&json, "changes", f->changes);
    hone_json_key(&json, "models");
    hone_json_array(&json);
    for (uint32_t i = 0; i < f->model_count; i++) write_model(&json, &f->models[i]);
    hone_json_end(&json, ']');
    hone_json_key(&json, "motions");
    hone_json_array(&json);
    for (uint32_t i = 0; i < f->motion_count; i++) write_motion(&json, &f->motions[i]);
    hone_json_end(&json, ']');
    hone_json_end(&json, '}');
    return hone_writer_finish(&writer, out, error);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Appends an element that is all zero. NULL: out of memory, or too many. */
static void *append(json_reader *j, void **array, uint32_t *count, size_t size, uint32_t max)
{
    if (*count == max)
        return json_fail(j, "has too many elements"), NULL;
    if ((*count & (*count - 1)) == 0) { /* the capacity is the next power of two */
        void *grown = realloc(*array, (*count ? 2 * (size_t)*count : 1) * size);
        if (!grown)
            return hone_fail_memory(j->error), NULL;
        *array = grown;
    }
    return memset((char *)*array + (*count)++ * size, 0, size);
}

static bool read_text(json_reader *j, const json_member *member, void *to)
{
    return json_string(j, (char **)(void *)((char *)to + member->field));
}

/* The numbers of an array: how many were read, and where they go. */
typedef struct weight_numbers {
    recovery_weight *to;
    uint32_t count;
} weight_numbers;

static bool read_weight_number(json_reader *j, const json_member *member, void *to)
{
    weight_numbers *read = to;
    vertex_weights *value = &read->to->value;
    double number;
    (void)member;
    bool is_weight = read->count > 0 && read->count % 2 == 0;
    if (!json_number(j, 0, is_weight ? 1 : 1e9, &number))
        return false;
    if (read->count > 2 * VERTEX_WEIGHTS_MOST)
        return json_fail(j, "has too many influences");
    if (read->count == 0)
        read->to->vertex = (uint32_t)number;
    else if (is_weight)
        value->weights[value->count++] = (float)number;
    else
        value->slots[value->count] = (int32_t)number;
    read->count++;
    return true;
}

static bool read_weight(json_reader *j, const json_member *member, void *to)
{
    recovery_model *m = to;
    (void)member;
    recovery_weight *w = append(j, (void **)&m->weights, &m->weight_count, sizeof *w, UINT32_C(1) << 26);
    weight_numbers read = {.to = w};
    return w && json_read_array(j, read_weight_number, NULL, &read) &&
           ((read.count > 2 && read.count % 2) || json_fail(j, "needs a vertex, and slots with their weights"));
}

static bool read_weights(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    return json_read_array(j, read_weight, NULL, to);
}

static bool read_model(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"built_in", json_read_flag, offsetof(recovery_model, built_in), NULL},
        {"changes", json_read_count, offsetof(recovery_model, changes), NULL},
        {"vertices", json_read_count, offsetof(recovery_model, vertices), NULL},
        {"weights", read_weights, 0, NULL},
        {0},
    };
    recovery_file *f = to;
    (void)member;
    recovery_model *m = append(j, (void **)&f->models, &f->model_count, sizeof *m, ITEMS_MAX);
    return m && json_read_object(j, members, m);
}

static bool read_motion(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"file", read_text, offsetof(recovery_motion, path), NULL},
        {"written", json_read_flag, offsetof(recovery_motion, written), NULL},
        {"changed", json_read_flag, offsetof(recovery_motion, changed), NULL},
        {"built_in", json_read_flag, offsetof(recovery_motion, built_in), NULL},
        {0},
    };
    recovery_file *f = to;
    (void)member;
    recovery_motion *m = append(j, (void **)&f->motions, &f->motion_count, sizeof *m, ITEMS_MAX);
    return m && json_read_object(j, members, m);
}

static bool read_models(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    return json_read_array(j, read_model, NULL, to);
}

static bool read_motions(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    return json_read_array(j, read_motion, NULL, to);
}

static bool read_version(json_reader *j, const json_member *member, void *to)
{
    double version;
    (void)member, (void)to;
    return json_number(j, 1, 1e9, &version) && (version == VERSION || json_fail(j, "is of another version of hone"));
}

/* Files of the same folder only. */
static bool is_name(const char *text)
{
    return text && !strchr(text, '/') && text[0] != '.';
}

bool recovery_file_decode(const void *data, size_t size, recovery_file *out, hone_error *error)
{
    static const json_member members[] = {
        {"recovery", read_version, 0, NULL},
        {"scene", read_text, offsetof(recovery_file, scene), NULL},
        {"bends", read_text, offsetof(recovery_file, bends), NULL},
        {"opened", read_text, offsetof(recovery_file, opened), NULL},
        {"changes", json_read_count, offsetof(recovery_file, changes), NULL},
        {"models", read_models, 0, NULL},
        {"motions", read_motions, 0, NULL},
        {0},
    };
    *out = (recovery_file){0};
    json_reader j = json_reader_make(data, size, NULL, error);
    if (json_read_object(&j, members, out) &&
        ((is_name(out->scene) && is_name(out->bends)) || json_fail(&j, "names no scene")))
        return true;
    recovery_file_release(out);
    return false;
}

void recovery_file_release(recovery_file *f)
{
    for (uint32_t i = 0; i < f->model_count; i++) free(f->models[i].weights);
    for (uint32_t i = 0; i < f->motion_count; i++) free(f->motions[i].path);
    free(f->models);
    free(f->motions);
    free(f->scene);
    free(f->bends);
    free(f->opened);
    *f = (recovery_file){0};
}
