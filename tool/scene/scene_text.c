#include "tool/scene/scene_text.h"
#include "tool/scene/scene_path.h"

#include <stdlib.h>
#include <string.h>

/* Hands the text over to the scene, and releases it. */
static bool keep(json_reader *j, char *text, const json_member *member, void *to)
{
    const scene_reader *r = j->user;
    const char *kept = scene_text(r->scene, text);
    free(text);
    *(const char **)((char *)to + member->field) = kept;
    return kept || hone_fail_memory(j->error);
}

bool scene_read_text(json_reader *j, const json_member *member, void *to)
{
    char *text;
    if (!json_string(j, &text))
        return false;
    if (text[0])
        return keep(j, text, member, to);
    free(text);
    return json_fail(j, "must not be empty");
}

bool scene_read_path(json_reader *j, const json_member *member, void *to)
{
    const scene_reader *r = j->user;
    char *text;
    if (!json_string(j, &text))
        return false;
    char *path = text[0] ? scene_path_from(r->folder, text) : NULL;
    bool empty = text[0] == '\0';
    free(text);
    if (empty)
        return json_fail(j, "must not be empty");
    return path ? keep(j, path, member, to) : hone_fail_memory(j->error);
}

static bool read_channel(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    colour *out = to;
    double value;
    int at = 0;
    while (at < 4 && out->rgba[at] >= 0) at++;
    if (at == 4)
        return json_fail(j, "is one number too many");
    if (!json_number(j, 0, 1, &value))
        return false;
    out->rgba[at] = (float)value;
    return true;
}

bool scene_read_colour(json_reader *j, const json_member *member, void *to)
{
    colour *out = (colour *)(void *)((char *)to + member->field);
    *out = (colour){true, {-1, -1, -1, -1}};
    if (!json_read_array(j, read_channel, NULL, out))
        return false;
    if (out->rgba[2] < 0)
        return json_fail(j, "needs 3 or 4 numbers");
    out->rgba[3] = out->rgba[3] < 0 ? 1 : out->rgba[3];
    return true;
}

/* ---- writing ---- */

bool scene_write_text(scene_writer *w, const char *key, const char *text)
{
    if (!text)
        return true;
    if (!hone_utf8_is_valid(text, strlen(text)))
        return hone_fail(w->error, HONE_ERROR_ARGUMENT, 0,
                         "a name for \"%s\" is not UTF-8, so no scene file can have it", key);
    hone_json_key(w->json, key);
    hone_json_string(w->json, text);
    return true;
}

bool scene_write_path(scene_writer *w, const char *key, const char *path)
{
    if (!path)
        return true;
    char *relative = scene_path_to(w->folder, path);
    if (!relative)
        return hone_fail_memory(w->error);
    bool ok = scene_write_text(w, key, relative);
    free(relative);
    return ok;
}

void scene_write_number(scene_writer *w, const char *key, double value)
{
    hone_json_key(w->json, key);
    hone_json_number(w->json, value);
}

void scene_write_float(scene_writer *w, const char *key, float value)
{
    hone_json_key(w->json, key);
    hone_json_float(w->json, value);
}

void scene_write_bool(scene_writer *w, const char *key, bool value)
{
    hone_json_key(w->json, key);
    hone_json_bool(w->json, value);
}

void scene_write_floats(scene_writer *w, const char *key, const float *values, uint32_t count)
{
    hone_json_key(w->json, key);
    hone_json_flat_array(w->json);
    for (uint32_t i = 0; i < count; i++) hone_json_float(w->json, values[i]);
    hone_json_end(w->json, ']');
}

void scene_write_integers(scene_writer *w, const char *key, const uint32_t *values, uint32_t count)
{
    hone_json_key(w->json, key);
    hone_json_flat_array(w->json);
    for (uint32_t i = 0; i < count; i++) hone_json_integer(w->json, values[i]);
    hone_json_end(w->json, ']');
}
