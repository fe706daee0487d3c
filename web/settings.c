/* The table of settings (tool/settings) for JavaScript, and their values in a scene. */
#include "tool/settings/settings.h"
#include "tool/options/crowd_options.h"
#include "tool/options/gpu_skin.h"
#include "web/describe.h"
#include "web/scene.h"
#include "web/web.h"

#include <string.h>

/* ---- the table -------------------------------------------------------------------------------------------------- */

typedef struct kind_name {
    const value_kind *kind;
    const char *name;
} kind_name;

/* How pictures are drawn, which scene files do not say. */
static const char *const skin_labels[HONE_GPU_SKIN_COUNT + 1] = {
    [HONE_GPU_SKIN_OFF] = N_("As usual"),
    [HONE_GPU_SKIN_MATRIX] = N_("GPU: matrices"),
    [HONE_GPU_SKIN_QUATERNION] = N_("GPU: quaternions"),
    [HONE_GPU_SKIN_TEXTURE] = N_("GPU: a texture"),
    [HONE_GPU_SKIN_TEXTURE_NORMALISED] = N_("GPU: a texture from 0 to 1"),
    [HONE_GPU_SKIN_DUAL_QUATERNION] = N_("GPU: dual quaternions"),
    [HONE_GPU_SKIN_TEXTURE_HALF] = N_("GPU: a texture of half floats"),
    [HONE_GPU_SKIN_TEXTURE_QUATERNION] = N_("GPU: quaternions in a texture"),
    [HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED] = N_("GPU: quaternions in a texture from 0 to 1"),
    [HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF] = N_("GPU: quaternions in a texture of half floats"),
    [HONE_GPU_SKIN_BUFFER] = N_("GPU: a buffer"),
    [HONE_GPU_SKIN_BUFFER_QUATERNION] = N_("GPU: quaternions in a buffer"),
    [HONE_GPU_SKIN_DISTANCE] = N_("GPU: weights by distance"),
};

static const option drawing_settings[] = {
    {.label = &(const setting_label){.name = N_("Ways of drawing")}, .key = "drawing", .kind = &value_object},
    {.name = "--gpu-skin",
     .field = offsetof(scene, look.draw.gpu_skin),
     .detail = option_gpu_skin_names,
     .label = &(const setting_label){.name = N_("Skin on"), .choices = skin_labels, .programs = CONTROL_OF_PAGE},
     .key = "drawing.gpu_skin",
     .kind = &value_choice},
    {.name = "--crowd",
     .help =
         N_("that many dancers on a grid copy the characters, each at its own moment of the dance; without physics"),
     .field = offsetof(scene, crowd),
     .detail = &option_crowd_range,
     .label = &(const setting_label){.name = N_("Dancers in a crowd"), .programs = CONTROL_OF_PAGE},
     .key = "drawing.crowd",
     .kind = &value_integer},
    {0},
};

/* The settings of a scene, then those of drawing. */
static const option *row_at(uint32_t i)
{
    const option *o = setting_at(i);
    uint32_t more = 0;
    for (; !o && i && !setting_at(i - 1); i--) more++;
    return o ? o : option_is_row(&drawing_settings[more]) ? &drawing_settings[more] : NULL;
}

static const kind_name kind_names[] = {
    {&value_flag, "flag"},       {&value_off, "off"},       {&value_choice, "choice"},
    {&value_integer, "integer"}, {&value_count, "count"},   {&value_frame, "frame"},
    {&value_number, "number"},   {&value_float, "float"},   {&value_given, "given"},
    {&value_pair, "pair"},       {&value_vector, "vector"}, {&value_gravity, "gravity"},
    {&value_text, "text"},       {&value_path, "path"},     {&value_direction, "direction"},
    {&value_colour, "colour"},   {&value_size, "size"},     {&value_word_or_number, "word_or_number"},
    {&value_object, "object"},   {&value_camera, "camera"},
};

static const char *name_of(const value_kind *kind)
{
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++)
        if (kind_names[i].kind == kind)
            return kind_names[i].name;
    return "other";
}

static void write_optional(hone_json *json, const char *key, const char *text)
{
    if (text)
        web_write_text(json, key, text);
}

static void write_words(hone_json *json, const char *key, const char *const *words)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (; words && *words; words++) hone_json_string(json, *words);
    hone_json_end(json, ']');
}

static void write_number(hone_json *json, const char *key, double value)
{
    hone_json_key(json, key);
    hone_json_number(json, value);
}

static void write_range(hone_json *json, double low, double high)
{
    write_number(json, "low", low);
    write_number(json, "high", high);
}

static bool has_bounds(const value_kind *kind)
{
    return kind == &value_number || kind == &value_float || kind == &value_given || kind == &value_pair;
}

static void write_detail(hone_json *json, const option *o)
{
    if (o->detail && has_bounds(o->kind)) {
        const number_bounds *bounds = o->detail;
        write_range(json, bounds->low, bounds->high);
        write_number(json, "unset", bounds->unset);
        write_number(json, "step", bounds->step);
        web_write_integer(json, "decimals", bounds->decimals);
    } else if (o->detail && (o->kind == &value_integer || o->kind == &value_word_or_number)) {
        const option_range *range = o->detail;
        write_range(json, range->low, range->high);
    }
}

/* isControl: pages have a control for it. ofActors: actors that were made before do not know of a change. */
static void write_label(hone_json *json, const option *o)
{
    write_optional(json, "label", o->label->name);
    if (o->label->choices)
        write_words(json, "wordLabels", o->label->choices);
    if (o->label->unset)
        web_write_floats(json, "unset", o->label->unset, 3);
    hone_json_key(json, "isControl");
    hone_json_bool(json, o->kind != &value_object && o->label->programs != CONTROL_OF_VIEWER);
    hone_json_key(json, "ofActors");
    hone_json_bool(json, o->kind != &value_object && o->field < sizeof(playback_values));
}

static void write_setting(hone_json *json, const option *o)
{
    const char *const *words = option_words(o);
    hone_json_object(json);
    web_write_text(json, "key", o->key);
    web_write_text(json, "kind", name_of(o->kind));
    write_optional(json, "name", o->name);
    write_optional(json, "value", o->value);
    write_optional(json, "help", o->help);
    write_optional(json, "section", o->section);
    if (o->kind == &value_choice)
        words = o->detail;
    else if (o->kind == &value_word_or_number)
        words = ((const word_or_number *)o->detail)->words;
    if (words)
        write_words(json, "words", words);
    write_detail(json, o);
    if (o->label)
        write_label(json, o);
    hone_json_end(json, '}');
}

WEB_CALL(hone_bytes *, settings_describe, void)
{
    web_text text;
    const option *o;
    web_text_begin(&text);
    hone_json_array(&text.json);
    for (uint32_t i = 0; (o = row_at(i)); i++) write_setting(&text.json, o);
    hone_json_end(&text.json, ']');
    return web_text_end(&text);
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static const option *find(const char *key)
{
    const option *o;
    for (uint32_t i = 0; (o = row_at(i)) && strcmp(o->key, key) != 0; i++) continue;
    if (!o)
        hone_fail(&web_error, HONE_ERROR_ARGUMENT, 0, "there is no setting \"%.100s\"", key);
    return o;
}

/* {"value": …}, without the member if the setting is not set. */
WEB_CALL(hone_bytes *, scene_get, web_scene *s, const char *key)
{
    const option *o = find(key);
    web_text text;
    web_text_begin(&text);
    scene_writer writer = {.json = &text.json, .folder = s->folder, .error = &web_error};
    hone_json_object(&text.json);
    bool ok = o && (!setting_is_set(o, &s->scene) || o->kind->to_json(&writer, "value", o, &s->scene));
    hone_json_end(&text.json, '}');
    hone_bytes *out = web_text_end(&text);
    if (!ok && out) {
        hone_bytes_release(out);
        return NULL;
    }
    return out;
}

static bool read_value(json_reader *j, const json_member *member, void *to)
{
    const option *o = member->detail;
    return o->kind->from_json(j, o, to);
}

/* json: {"value": …}; NULL: the setting is not set any more. A value that is refused leaves the old one. */
WEB_CALL(int, scene_set, web_scene *s, const char *key, const char *json, size_t size)
{
    const option *o = find(key);
    if (!o)
        return 0;
    scene before = s->scene;
    memset((char *)&s->scene + o->field, 0, o->kind->size);
    if (!json)
        return 1;
    const json_member members[] = {{"value", read_value, 0, o}, {0}};
    scene_reader reader = {.scene = &s->scene, .folder = s->folder};
    json_reader j = json_reader_make(json, size, &reader, &web_error);
    bool ok = json_read_object(&j, members, &s->scene);
    if (!ok)
        memcpy((char *)&s->scene + o->field, (char *)&before + o->field, o->kind->size);
    return ok;
}
