#include "tool/diff/diff_scenes.h"
#include "tool/diff/diff_list.h"
#include "tool/scene/scene_file.h"
#include "tool/settings/settings.h"
#include "tool/system/system.h"

#include <hone/io.h>

#include <string.h>

typedef struct scene_side {
    const scene *scene;
    char folder[HONE_PATH_SIZE];
} scene_side;

static scene_side side_of(const scene *s)
{
    scene_side side = {.scene = s};
    hone_path_folder(s->path, side.folder); /* cannot be too long: the path was opened before */
    return side;
}

/* ---- as text ----------------------------------------------------------------------------------------------------- */

/* Writes one line: lines in a scene file begin with spaces, and strings have no ends of lines. */
static void copy_line(const char *from, size_t size, char *out, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < size && used + 1 < room; i++) {
        bool ends = from[i] == '\n';
        while (ends && i + 1 < size && (from[i + 1] == ' ' || from[i + 1] == '\n')) i++;
        out[used++] = ends ? ' ' : from[i];
    }
    while (used && out[used - 1] == ' ') used--;
    out[used] = '\0';
}

typedef bool write_fn(const void *value, scene_writer *w);

/* What `write` writes; "" if there is nothing, or if it cannot be written. */
static void text_of(write_fn *write, const scene_side *side, const void *value, char *out, size_t room)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    hone_writer writer = hone_writer_make(NULL);
    hone_json json = hone_json_make(&writer);
    write(value, &(scene_writer){.json = &json, .folder = side->folder, .error = &error});
    out[0] = '\0';
    if (hone_writer_finish(&writer, &bytes, NULL))
        copy_line((const char *)bytes.data, bytes.size, out, room);
    hone_bytes_release(&bytes);
}

enum { TEXT_SIZE = 400 }; /* longer texts are cut */

static void compare_text(write_fn *write, const scene_side *a, const void *x, const scene_side *b, const void *y,
                         change_text *out)
{
    char from[TEXT_SIZE], into[TEXT_SIZE];
    text_of(write, a, x, from, sizeof from);
    text_of(write, b, y, into, sizeof into);
    if (strcmp(from, into) != 0)
        detail_add(out, "%s -> %s", from, into);
}

/* ---- models and motions ------------------------------------------------------------------------------------------ */

static const char *name_of_path(const char *path)
{
    return path ? system_path_name(path) : "keys";
}

static const char *model_name(const void *data, uint32_t i)
{
    return name_of_path(((const scene_side *)data)->scene->models[i].path);
}

static const char *motion_name(const void *data, uint32_t i)
{
    return name_of_path(((const scene_side *)data)->scene->motions[i].path);
}

static bool write_model(const void *value, scene_writer *w)
{
    return scene_write_model(value, w);
}

/* Keys are compared for themselves. */
static bool write_motion(const void *value, scene_writer *w)
{
    scene_motion m = *(const scene_motion *)value;
    m.path = m.path ? m.path : "";
    return scene_write_motion(&m, w);
}

static void compare_models(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const scene_side *x = a, *y = b;
    (void)user;
    compare_text(write_model, x, &x->scene->models[i], y, &y->scene->models[k], out);
}

static void compare_motions(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const scene_side *x = a, *y = b;
    (void)user;
    compare_text(write_motion, x, &x->scene->motions[i], y, &y->scene->motions[k], out);
}

static void diff_keys(const scene *a, const scene *b, differences *out)
{
    for (uint32_t i = 0; i < a->motion_count && i < b->motion_count; i++)
        if (a->motions[i].motion && b->motions[i].motion)
            diff_motions(a->motions[i].motion, b->motions[i].motion, out);
}

/* ---- settings ---------------------------------------------------------------------------------------------------- */

typedef struct set_value {
    const option *setting;
    const scene *scene;
} set_value;

static bool write_setting(const void *value, scene_writer *w)
{
    const set_value *v = value;
    if (!setting_is_set(v->setting, v->scene))
        return true;
    hone_json_object(w->json);
    bool ok = v->setting->kind->to_json(w, v->setting->key, v->setting, v->scene);
    hone_json_end(w->json, '}');
    return ok;
}

/* Takes the value alone out of `{ "key": value }`. */
static void strip_key(char *text)
{
    char *value = strstr(text, "\": ");
    size_t size = value ? strlen(value) : 0;
    if (size < 5)
        return;
    memmove(text, value + 3, size - 2);
    size -= 3;
    if (text[size - 1] == '}')
        text[size - 2] = '\0';
}

static void diff_settings(const scene_side *a, const scene_side *b, differences *out)
{
    const option *o;
    for (uint32_t i = 0; (o = setting_at(i)); i++) {
        char from[TEXT_SIZE], into[TEXT_SIZE];
        change_text text = {{0}};
        if (o->kind == &value_object)
            continue;
        text_of(write_setting, a, &(set_value){o, a->scene}, from, sizeof from);
        text_of(write_setting, b, &(set_value){o, b->scene}, into, sizeof into);
        strip_key(from);
        strip_key(into);
        detail_text(&text, o->key, from, into);
        if (*text.text)
            diff_add(out, "settings", DIFFERENCE_CHANGED, o->key, text.text + strlen(o->key) + 1);
    }
}

void diff_scenes(const scene *a, const scene *b, differences *out)
{
    static const diff_kind models = {"models", compare_models}, motions = {"motions", compare_motions};
    const scene_side x = side_of(a), y = side_of(b);
    diff_section(&models, (named_items){&x, a->model_count, model_name}, (named_items){&y, b->model_count, model_name},
                 NULL, out);
    diff_section(&motions, (named_items){&x, a->motion_count, motion_name},
                 (named_items){&y, b->motion_count, motion_name}, NULL, out);
    diff_keys(a, b, out);
    diff_settings(&x, &y, out);
}
