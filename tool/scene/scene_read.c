/* Reads a scene from a file. */
#include "base/text/text.h"
#include "tool/files/input_file.h"
#include "tool/scene/scene_file.h"
#include "tool/scene/scene_keys.h"
#include "tool/settings/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ITEMS_MAX = 4096 };

/* ---- models ----------------------------------------------------------------------------------------------------- */

/* Degrees about y, or about x, y and z. */
static bool read_turn(json_reader *j, const json_member *member, void *to)
{
    placement *place = &((scene_model *)to)->place;
    double about_y;
    (void)member;
    if (json_next(j) == '[')
        return json_numbers(j, place->turn, 3);
    if (!json_number(j, -36000, 36000, &about_y))
        return false;
    place->turn[1] = (float)about_y;
    return true;
}

static bool read_scale(json_reader *j, const json_member *member, void *to)
{
    float *scale = (float *)(void *)((char *)to + member->field);
    double value;
    if (!json_number(j, 0.001, 1000, &value))
        return false;
    *scale = (float)value;
    return true;
}

static bool read_number_from_1(json_reader *j, const json_member *member, void *to)
{
    if (!json_read_count(j, member, to))
        return false;
    uint32_t value = *(const uint32_t *)(const void *)((const char *)to + member->field);
    return value > 0 || json_fail(j, "models are counted from 1");
}

static bool read_attach(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"model", read_number_from_1, offsetof(placement, attach), NULL},
        {"bone", scene_read_text, offsetof(placement, bone), NULL},
        {0},
    };
    placement *place = &((scene_model *)to)->place;
    (void)member;
    if (!json_read_object(j, members, place))
        return false;
    return (place->attach && place->bone) || json_fail(j, "needs a \"model\" and a \"bone\"");
}

static bool read_rotation(json_reader *j, const json_member *member, void *to)
{
    float *q = (float *)(void *)((char *)to + member->field), square = 0;
    if (!json_numbers(j, q, 4))
        return false;
    for (int i = 0; i < 4; i++) square += q[i] * q[i];
    return fabsf(square - 1) < 1e-3f || json_fail(j, "is not a quaternion of length 1");
}

static bool read_bone(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"name", scene_read_text, offsetof(scene_bone, name), NULL},
        {"rotation", read_rotation, offsetof(scene_bone, rotation), NULL},
        {"translation", json_read_vector, offsetof(scene_bone, translation), NULL},
        {0},
    };
    (void)member;
    scene_bone *bone = scene_add_bone(to);
    if (!bone)
        return hone_fail_memory(j->error);
    return json_read_object(j, members, bone) && (bone->name || json_fail(j, "needs a \"name\""));
}

static bool read_morph(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"name", scene_read_text, offsetof(scene_morph, name), NULL},
        {"weight", json_read_float, offsetof(scene_morph, weight), NULL},
        {0},
    };
    (void)member;
    scene_morph *morph = scene_add_morph(to);
    if (!morph)
        return hone_fail_memory(j->error);
    return json_read_object(j, members, morph) && (morph->name || json_fail(j, "needs a \"name\""));
}

static bool read_chain(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"name", scene_read_text, offsetof(scene_chain, name), NULL},
        {"on", json_read_flag, offsetof(scene_chain, on), NULL},
        {0},
    };
    (void)member;
    scene_chain *chain = scene_add_chain(to);
    if (!chain)
        return hone_fail_memory(j->error);
    return json_read_object(j, members, chain) && (chain->name || json_fail(j, "needs a \"name\""));
}

static bool read_hidden(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    const char **hidden = scene_add_hidden(to);
    if (!hidden)
        return hone_fail_memory(j->error);
    return scene_read_text(j, &(json_member){0}, hidden);
}

/* detail: a json_read_fn * of the elements */
typedef struct list_of {
    json_read_fn *item;
} list_of;

static bool read_list(json_reader *j, const json_member *member, void *to)
{
    return json_read_array(j, ((const list_of *)member->detail)->item, member, to);
}

static const list_of bone_list = {read_bone}, morph_list = {read_morph}, chain_list = {read_chain},
                     hidden_list = {read_hidden};

static bool read_self_shadow(json_reader *j, const json_member *member, void *to)
{
    bool on;
    (void)member;
    if (!json_bool(j, &on))
        return false;
    ((scene_model *)to)->no_self_shadow = !on;
    return true;
}

static bool read_model(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"file", scene_read_path, offsetof(scene_model, path), NULL},
        {"at", json_read_vector, offsetof(scene_model, place.at), NULL},
        {"turn", read_turn, 0, NULL},
        {"scale", read_scale, offsetof(scene_model, place.scale), NULL},
        {"attach", read_attach, 0, NULL},
        {"invisible", json_read_flag, offsetof(scene_model, invisible), NULL},
        {"clip", scene_read_text, offsetof(scene_model, clip), NULL},
        {"edge_scale", read_scale, offsetof(scene_model, edge_scale), NULL},
        {"keys", scene_keys_read, 0, NULL},
        {"parents", scene_parents_read, 0, NULL},
        {"additive", json_read_flag, offsetof(scene_model, additive), NULL},
        {"self_shadow", read_self_shadow, 0, NULL},
        {"edge_colour", scene_read_colour, offsetof(scene_model, edge_colour), NULL},
        {"bones", read_list, 0, &bone_list},
        {"morphs", read_list, 0, &morph_list},
        {"chains", read_list, 0, &chain_list},
        {"hidden", read_list, 0, &hidden_list},
        {0},
    };
    scene *s = to;
    (void)member;
    if (s->model_count == ITEMS_MAX)
        return json_fail(j, "is one model too many: %d are allowed", ITEMS_MAX);
    scene_model *model = scene_add_model(s);
    if (!model)
        return hone_fail_memory(j->error);
    model->line = json_line(j);
    return json_read_object(j, members, model) && (model->path || json_fail(j, "needs a \"file\""));
}

/* ---- motions ---------------------------------------------------------------------------------------------------- */

static bool read_weight(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, 0, 1, &value))
        return false;
    *(float *)(void *)((char *)to + member->field) = (float)value;
    return true;
}

static bool read_motion(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"file", scene_read_path, offsetof(scene_motion, path), NULL},
        {"model", read_number_from_1, offsetof(scene_motion, model), NULL},
        {"clip", scene_read_text, offsetof(scene_motion, clip), NULL},
        {"weight", read_weight, offsetof(scene_motion, weight), NULL},
        {"off", json_read_flag, offsetof(scene_motion, off), NULL},
        {0},
    };
    scene *s = to;
    (void)member;
    if (s->motion_count == ITEMS_MAX)
        return json_fail(j, "is one motion too many: %d are allowed", ITEMS_MAX);
    scene_motion *motion = scene_add_motion(s);
    if (!motion)
        return hone_fail_memory(j->error);
    motion->line = json_line(j);
    return json_read_object(j, members, motion) && (motion->path || json_fail(j, "needs a \"file\""));
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static const list_of model_list = {read_model}, motion_list = {read_motion};

static bool read_version(json_reader *j, const json_member *member, void *to)
{
    double version;
    (void)member, (void)to;
    if (!json_number(j, 1, 1e9, &version))
        return false;
    if (version != floor(version))
        return json_fail(j, "needs the version of the format, which is %d", SCENE_VERSION);
    return version <= SCENE_VERSION ||
           json_fail(j, "is version %.0f of the format; this hone reads up to %d", version, SCENE_VERSION);
}

/* Numbers of models may come before the models. */
static bool check_number(const scene *s, uint32_t number, uint32_t line, const char *what, hone_error *error)
{
    return number <= s->model_count || hone_fail(error, HONE_ERROR_FORMAT, 0, "line %u: %s: the scene has no model %u",
                                                 (unsigned)line, what, (unsigned)number);
}

static bool check_numbers(const scene *s, hone_error *error)
{
    for (uint32_t i = 0; i < s->model_count; i++) {
        const scene_model *m = &s->models[i];
        if (!check_number(s, m->place.attach, m->line, "attach.model", error))
            return false;
        if (!scene_keys_check(m, s->model_count))
            return hone_fail(error, HONE_ERROR_FORMAT, 0, "line %u: keys and parents: the scene has no such model",
                             (unsigned)m->line);
    }
    if (!scene_parents_check(s->camera_parents, s->camera_parent_count, s->model_count))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "camera.parents: the scene has no such model");
    for (uint32_t i = 0; i < s->motion_count; i++)
        if (!check_number(s, s->motions[i].model, s->motions[i].line, "motions: model", error))
            return false;
    return check_number(s, s->active, 1, "view.active", error);
}

static bool read_scene(json_reader *j, scene *s)
{
    static const json_member members[] = {
        {"hone", read_version, 0, NULL},
        {"models", read_list, 0, &model_list},
        {"motions", read_list, 0, &motion_list},
        {0},
    };
    return settings_read_object(j, "", members, s) && check_numbers(s, j->error);
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    return at;
}

bool scene_is_file(const void *data, size_t size)
{
    static const char key[] = "\"hone\"";
    const char *at = data, *end = at + size;
    at = skip_space(at + hone_utf8_mark(data, size), end);
    if (at == end || *at != '{')
        return false;
    at = skip_space(at + 1, end);
    return (size_t)(end - at) >= sizeof key - 1 && memcmp(at, key, sizeof key - 1) == 0;
}

bool scene_read(const void *data, size_t size, const char *folder, scene *out, hone_error *error)
{
    *out = (scene){0};
    scene_reader reader = {.scene = out, .folder = folder};
    json_reader j = json_reader_make(data, size, &reader, error);
    if (!scene_is_file(data, size))
        return json_fail(&j, "is no scene of hone: { \"hone\": %d, … } is missing", SCENE_VERSION);
    if (read_scene(&j, out))
        return true;
    scene_release(out);
    return false;
}

bool scene_load(const char *path, scene *out, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_bytes bytes;
    *out = (scene){0};
    if (!input_file_read(path, NULL, &bytes, error))
        return false;
    bool ok = (hone_path_folder(path, folder) || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "its folder is too long")) &&
              scene_read(bytes.data, bytes.size, folder, out, error);
    hone_bytes_release(&bytes);
    return ok;
}
