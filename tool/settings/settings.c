#include "tool/settings/settings.h"
#include "tool/options/playback_options.h"
#include "tool/scene/scene_rows.h"

#include <stdio.h>
#include <string.h>

_Static_assert(offsetof(scene, play) == 0, "playback_options are of playback_values");

/* ---- what has no option ----------------------------------------------------------------------------------------- */

static bool frames_from_json(json_reader *j, const option *o, void *values)
{
    static const json_member members[] = {
        {"first", json_read_double, offsetof(scene_range, first), NULL},
        {"last", json_read_double, offsetof(scene_range, last), NULL},
        {"step", json_read_double, offsetof(scene_range, step), NULL},
        {0},
    };
    scene_range *range = &((scene *)values)->frames;
    (void)o;
    range->given = true;
    if (!json_read_object(j, members, range))
        return false;
    double steps = (range->last - range->first) / (range->step > 0 ? range->step : 1);
    bool fine = range->last >= range->first && range->step >= 0 && steps < 1e6;
    return fine || json_fail(j, "needs a first frame, a last one that is not before it, and at most a million steps");
}

static bool frames_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const scene_range *range = &((const scene *)values)->frames;
    (void)o;
    hone_json_key(w->json, name);
    hone_json_object(w->json);
    scene_write_number(w, "first", range->first);
    scene_write_number(w, "last", range->last);
    if (range->step > 0)
        scene_write_number(w, "step", range->step);
    hone_json_end(w->json, '}');
    return true;
}

static const value_kind frames = {.from_json = frames_from_json,
                                  .to_json = frames_to_json,
                                  .size = sizeof(scene_range),
                                  .value = offsetof(scene_range, first)};

/* The objects of a scene file, in its order, and what is neither an option nor of one of the other tables. */
static const option objects[] = {
    {.label = &(const setting_label){.name = N_("Motion and physics")}, .key = "playback", .kind = &value_object},
    {.key = "playback.gravity_keys", .kind = &value_list, .detail = &scene_gravity_rows},
    {.label = &(const setting_label){.name = N_("Camera")}, .key = "camera", .kind = &value_object},
    {.label = &(const setting_label){.name = N_("Light")}, .key = "light", .kind = &value_object},
    {.label = &(const setting_label){.name = N_("Picture")}, .key = "picture", .kind = &value_object},
    {.key = "sound", .kind = &value_object},
    {.key = "frames", .kind = &frames, .field = offsetof(scene, frames)},
    {.key = "view", .kind = &value_object},
    {.key = "view.active", .kind = &value_count, .field = offsetof(scene, active)},
    {.key = "view.frame", .kind = &value_frame, .field = offsetof(scene, frame)},
    {0},
};

static const option *const tables[] = {objects, playback_options, camera_settings, look_settings, film_settings};

/* ---- the table -------------------------------------------------------------------------------------------------- */

const option *setting_at(uint32_t i)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const option *o = tables[t]; option_is_row(o); o++)
            if (o->key && i-- == 0)
                return o;
    return NULL;
}

const option *setting_named(const char *key)
{
    const option *o;
    for (uint32_t i = 0; (o = setting_at(i)); i++)
        if (strcmp(o->key, key) == 0)
            return o;
    return NULL;
}

static const char *field_of(const option *o, const void *values)
{
    return (const char *)values + o->field;
}

static bool is_text(const option *o)
{
    return o->kind == &value_text || o->kind == &value_path;
}

bool setting_is_same(const option *o, const void *a, const void *b)
{
    size_t from = o->kind->value; /* no byte between a bool and the value counts */
    bool set = setting_is_set(o, a);
    if (set != setting_is_set(o, b) || !set)
        return !set && !setting_is_set(o, b);
    if (is_text(o))
        return strcmp(*(const char *const *)(const void *)field_of(o, a),
                      *(const char *const *)(const void *)field_of(o, b)) == 0;
    return memcmp(field_of(o, a) + from, field_of(o, b) + from, o->kind->size - from) == 0;
}

void settings_take(const option *table, const void *given, void *values)
{
    for (const option *o = table; option_is_row(o); o++)
        if (o->kind && setting_is_set(o, given))
            memcpy((char *)values + o->field, field_of(o, given), o->kind->size);
}

/* ---- scene files ------------------------------------------------------------------------------------------------ */

/* The name of a setting in an object; NULL: it is not a member of it. */
static const char *name_in(const option *o, const char *object)
{
    size_t size = strlen(object);
    if (strncmp(o->key, object, size) != 0 || (size && o->key[size] != '.'))
        return NULL;
    const char *name = o->key + size + (size > 0);
    return strchr(name, '.') ? NULL : name;
}

bool settings_read_object(json_reader *j, const char *object, const option *others, scene *s)
{
    enum { MEMBERS_MAX = 64 };
    json_member members[MEMBERS_MAX + 1] = {0};
    uint32_t count = 0;
    const option *o;
    for (; others && option_is_row(others); others++) members[count++] = setting_member(others->key, others);
    for (uint32_t i = 0; (o = setting_at(i)) && count < MEMBERS_MAX; i++) {
        const char *name = name_in(o, object);
        if (name)
            members[count++] = setting_member(name, o);
    }
    return json_read_object(j, members, s);
}

bool settings_write_object(scene_writer *w, const char *object, const scene *s)
{
    bool ok = true;
    const option *o;
    for (uint32_t i = 0; ok && (o = setting_at(i)); i++) {
        const char *name = name_in(o, object);
        if (name && setting_is_set(o, s))
            ok = o->kind->to_json(w, name, o, s);
    }
    return ok;
}

/* The member of an object without which it is nothing; NULL: there is none. */
static const option *needed_in(const option *object)
{
    const option *o;
    for (uint32_t i = 0; (o = setting_at(i)); i++)
        if (o->needed && name_in(o, object->key))
            return o;
    return NULL;
}

static bool object_is_set(const option *object, const void *values)
{
    const option *o = needed_in(object);
    if (o)
        return setting_is_set(o, values);
    for (uint32_t i = 0; (o = setting_at(i)); i++)
        if (name_in(o, object->key) && setting_is_set(o, values))
            return true;
    return false;
}

static bool object_from_json(json_reader *j, const option *o, void *values)
{
    const option *needed = needed_in(o);
    return settings_read_object(j, o->key, NULL, values) &&
           (!needed || setting_is_set(needed, values) || json_fail(j, "needs a \"%s\"", name_in(needed, o->key)));
}

static bool object_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    hone_json_key(w->json, name);
    hone_json_object(w->json);
    bool ok = settings_write_object(w, o->key, values);
    hone_json_end(w->json, '}');
    return ok;
}

const value_kind value_object = {.from_json = object_from_json, .to_json = object_to_json, .is_set = object_is_set};
