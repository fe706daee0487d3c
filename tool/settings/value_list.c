#include "tool/settings/value_list.h"

#include <string.h>

/* ---- objects ---------------------------------------------------------------------------------------------------- */

static bool read_row(json_reader *j, const json_member *member, void *to)
{
    const option *o = member->detail;
    return o->kind->from_json(j, o, to);
}

json_member setting_member(const char *name, const option *row)
{
    return (json_member){name, read_row, 0, row};
}

/* The first needed row that is not set; NULL: none. */
static const option *missing_row(const option *rows, const void *values)
{
    for (const option *o = rows; option_is_row(o); o++)
        if (o->needed && !setting_is_set(o, values))
            return o;
    return NULL;
}

static bool read_rows(json_reader *j, const option *rows, void *to)
{
    enum { MEMBERS_MAX = 32 };
    json_member members[MEMBERS_MAX + 1] = {0};
    for (uint32_t i = 0; i < MEMBERS_MAX && option_is_row(&rows[i]); i++)
        members[i] = setting_member(rows[i].key, &rows[i]);
    if (!json_read_object(j, members, to))
        return false;
    const option *missing = missing_row(rows, to);
    return !missing || json_fail(j, "needs a \"%s\"", missing->key);
}

bool setting_rows_write(scene_writer *w, const option *rows, const void *values)
{
    for (const option *o = rows; option_is_row(o); o++)
        if ((o->always || setting_is_set(o, values)) && !o->kind->to_json(w, o->key, o, values))
            return false;
    return true;
}

bool setting_object_write(scene_writer *w, const option *rows, const void *values)
{
    hone_json_object(w->json);
    bool ok = setting_rows_write(w, rows, values);
    hone_json_end(w->json, '}');
    return ok;
}

static bool rows_from_json(json_reader *j, const option *o, void *values)
{
    return read_rows(j, o->detail, values);
}

static bool rows_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    hone_json_key(w->json, name);
    return setting_object_write(w, o->detail, values);
}

static bool rows_are_set(const option *o, const void *values)
{
    return !missing_row(o->detail, values);
}

const value_kind value_rows = {.from_json = rows_from_json, .to_json = rows_to_json, .is_set = rows_are_set};

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static bool check_order(json_reader *j, const setting_list *list, const void *element)
{
    double frames[2];
    for (int i = 0; i < 2; i++)
        memcpy(&frames[i], (const char *)element - (i ? list->list->size : 0) + list->rows->field, sizeof frames[i]);
    return frames[0] >= frames[1] || json_fail(j, "frame: is before that of the key before");
}

static bool read_element(json_reader *j, const json_member *member, void *owner)
{
    const setting_list *list = member->detail;
    uint32_t i = scene_list_count(owner, list->list);
    if (list->max_count && i == list->max_count)
        return json_fail(j, list->too_many, (int)list->max_count);
    char *element = scene_list_add(owner, list->list);
    if (!element)
        return hone_fail_memory(j->error);
    if (list->line)
        *(uint32_t *)(void *)(element + list->line) = json_line(j);
    return read_rows(j, list->rows, element) && (!list->by_frame || i == 0 || check_order(j, list, element));
}

static bool list_from_json(json_reader *j, const option *o, void *values)
{
    return json_read_array(j, read_element, &(json_member){.detail = o->detail}, values);
}

static bool list_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const setting_list *list = o->detail;
    const uint32_t outside = w->numbers_from;
    bool ok = true;
    if (list->numbers_from)
        w->numbers_from = *(const uint32_t *)(const void *)((const char *)values + list->numbers_from);
    hone_json_key(w->json, name);
    hone_json_array(w->json);
    for (uint32_t i = 0; i < scene_list_count(values, list->list) && ok; i++)
        ok = setting_object_write(w, list->rows, scene_list_at(values, list->list, i));
    hone_json_end(w->json, ']');
    w->numbers_from = outside;
    return ok;
}

static bool list_is_set(const option *o, const void *values)
{
    return scene_list_count(values, ((const setting_list *)o->detail)->list) > 0;
}

const value_kind value_list = {.from_json = list_from_json, .to_json = list_to_json, .is_set = list_is_set};

static bool read_text(json_reader *j, const json_member *member, void *owner)
{
    const char **text = scene_list_add(owner, member->detail);
    return text ? scene_read_text(j, &(json_member){0}, text) : hone_fail_memory(j->error);
}

static bool texts_from_json(json_reader *j, const option *o, void *values)
{
    return json_read_array(j, read_text, &(json_member){.detail = o->detail}, values);
}

static bool texts_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    hone_json_key(w->json, name);
    hone_json_array(w->json);
    for (uint32_t i = 0; i < scene_list_count(values, o->detail); i++)
        hone_json_string(w->json, *(const char *const *)scene_list_at(values, o->detail, i));
    hone_json_end(w->json, ']');
    return true;
}

static bool texts_are_set(const option *o, const void *values)
{
    return scene_list_count(values, o->detail) > 0;
}

const value_kind value_texts = {.from_json = texts_from_json, .to_json = texts_to_json, .is_set = texts_are_set};

/* ---- numbers of models ------------------------------------------------------------------------------------------ */

static bool model_number_from_json(json_reader *j, const option *o, void *values)
{
    return value_count.from_json(j, o, values) &&
           (setting_is_set(o, values) || json_fail(j, "models are counted from 1"));
}

static bool model_number_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const uint32_t number = *(const uint32_t *)(const void *)((const char *)values + o->field);
    scene_write_number(w, name, (double)w->numbers_from + number);
    return true;
}

const value_kind value_model_number = {
    .from_json = model_number_from_json, .to_json = model_number_to_json, .size = sizeof(uint32_t)};
