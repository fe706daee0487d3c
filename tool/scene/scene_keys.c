#include "tool/scene/scene_keys.h"

#include <hone/base.h>
#include <string.h>

/* ---- reading ---------------------------------------------------------------------------------------------------- */

typedef struct attachment {
    uint32_t model;
    const char *bone;
} attachment;

static bool read_number_from_1(json_reader *j, const json_member *member, void *to)
{
    return json_read_count(j, member, to) &&
           (((attachment *)to)->model > 0 || json_fail(j, "models are counted from 1"));
}

static bool read_attachment(json_reader *j, uint32_t *model, const char **bone)
{
    static const json_member members[] = {
        {"model", read_number_from_1, offsetof(attachment, model), NULL},
        {"bone", scene_read_text, offsetof(attachment, bone), NULL},
        {0},
    };
    attachment out = {0};
    if (!json_read_object(j, members, &out))
        return false;
    *model = out.model, *bone = out.bone;
    return (out.model && out.bone) || json_fail(j, "needs a \"model\" and a \"bone\"");
}

static bool read_key_attach(json_reader *j, const json_member *member, void *to)
{
    scene_key *key = to;
    (void)member;
    return read_attachment(j, &key->attach, &key->bone);
}

static bool read_parent_attach(json_reader *j, const json_member *member, void *to)
{
    scene_parent *parent = to;
    (void)member;
    return read_attachment(j, &parent->attach, &parent->bone);
}

static bool read_scale(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, 1e-6, 1e6, &value))
        return false;
    *(float *)(void *)((char *)to + member->field) = (float)value;
    return true;
}

static bool read_opacity(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, 0, 1, &value))
        return false;
    *(float *)(void *)((char *)to + member->field) = (float)value;
    return true;
}

static bool read_shadow(json_reader *j, const json_member *member, void *to)
{
    bool shadow;
    (void)member;
    if (!json_bool(j, &shadow))
        return false;
    ((scene_key *)to)->no_shadow = !shadow;
    return true;
}

static bool check_order(json_reader *j, double frame, const double *before)
{
    return !before || frame >= *before || json_fail(j, "frame: is before that of the key before");
}

static bool read_key(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"frame", json_read_double, offsetof(scene_key, frame), NULL},
        {"at", json_read_vector, offsetof(scene_key, at), NULL},
        {"turn", json_read_vector, offsetof(scene_key, turn), NULL},
        {"scale", read_scale, offsetof(scene_key, scale), NULL},
        {"opacity", read_opacity, offsetof(scene_key, opacity), NULL},
        {"shadow", read_shadow, 0, NULL},
        {"attach", read_key_attach, 0, NULL},
        {0},
    };
    scene_model *model = to;
    (void)member;
    scene_key *key = scene_add_key(model);
    if (!key)
        return hone_fail_memory(j->error);
    return json_read_object(j, members, key) &&
           check_order(j, key->frame, model->key_count > 1 ? &key[-1].frame : NULL);
}

bool scene_keys_read(json_reader *j, const json_member *member, void *to)
{
    return json_read_array(j, read_key, member, to);
}

static bool read_members(json_reader *j, scene_parent *parent, bool child)
{
    static const json_member members[] = {
        {"frame", json_read_double, offsetof(scene_parent, frame), NULL},
        {"attach", read_parent_attach, 0, NULL},
        {"bone", scene_read_text, offsetof(scene_parent, child), NULL},
        {0},
    };
    if (!json_read_object(j, members, parent))
        return false;
    return (parent->child != NULL) == child ||
           json_fail(j, child ? "needs a \"bone\", which follows" : "bone: is not known");
}

static bool read_parent(json_reader *j, const json_member *member, void *to)
{
    scene_model *model = to;
    (void)member;
    scene_parent *parent = scene_add_parent(model);
    if (!parent)
        return hone_fail_memory(j->error);
    return read_members(j, parent, true) &&
           check_order(j, parent->frame, model->parent_count > 1 ? &parent[-1].frame : NULL);
}

bool scene_parents_read(json_reader *j, const json_member *member, void *to)
{
    return json_read_array(j, read_parent, member, to);
}

static bool read_camera_parent(json_reader *j, const json_member *member, void *to)
{
    scene *s = to;
    (void)member;
    scene_parent *parent = scene_add_camera_parent(s);
    if (!parent)
        return hone_fail_memory(j->error);
    return read_members(j, parent, false) &&
           check_order(j, parent->frame, s->camera_parent_count > 1 ? &parent[-1].frame : NULL);
}

bool scene_camera_parents_read(json_reader *j, const json_member *member, void *to)
{
    return json_read_array(j, read_camera_parent, member, to);
}

static bool read_gravity(json_reader *j, const json_member *member, void *to)
{
    float *gravity = ((hone_physics_gravity *)to)->gravity;
    (void)member;
    if (!json_numbers(j, gravity, 3))
        return false;
    for (int i = 0; i < 3; i++)
        if (gravity[i] < -1e4f || gravity[i] > 1e4f)
            return json_fail(j, "must be from -10000 to 10000");
    return true;
}

static bool read_gravity_key(json_reader *j, const json_member *member, void *to)
{
    static const json_member members[] = {
        {"frame", json_read_double, offsetof(hone_physics_gravity, frame), NULL},
        {"gravity", read_gravity, 0, NULL},
        {0},
    };
    scene *s = to;
    (void)member;
    hone_physics_gravity *key = scene_add_gravity_key(s);
    if (!key)
        return hone_fail_memory(j->error);
    return json_read_object(j, members, key) &&
           check_order(j, key->frame, s->play.physics.gravity_key_count > 1 ? &key[-1].frame : NULL);
}

bool scene_gravity_keys_read(json_reader *j, const json_member *member, void *to)
{
    return json_read_array(j, read_gravity_key, member, to);
}

bool scene_keys_check(const scene_model *model, uint32_t model_count)
{
    for (uint32_t i = 0; i < model->key_count; i++)
        if (model->keys[i].attach > model_count)
            return false;
    return scene_parents_check(model->parents, model->parent_count, model_count);
}

bool scene_parents_check(const scene_parent *parents, uint32_t count, uint32_t model_count)
{
    for (uint32_t i = 0; i < count; i++)
        if (parents[i].attach > model_count)
            return false;
    return true;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static bool write_attach(uint32_t model, const char *bone, uint32_t from, scene_writer *w)
{
    if (model == 0)
        return true;
    hone_json_key(w->json, "attach");
    hone_json_object(w->json);
    scene_write_number(w, "model", (double)from + model);
    bool ok = scene_write_text(w, "bone", bone);
    hone_json_end(w->json, '}');
    return ok;
}

static bool write_key(const scene_key *key, uint32_t from, scene_writer *w)
{
    hone_json_object(w->json);
    scene_write_number(w, "frame", key->frame);
    scene_write_floats(w, "at", key->at, 3);
    scene_write_floats(w, "turn", key->turn, 3);
    scene_write_float(w, "scale", key->scale);
    if (key->opacity != 1)
        scene_write_float(w, "opacity", key->opacity);
    if (key->no_shadow)
        scene_write_bool(w, "shadow", false);
    bool ok = write_attach(key->attach, key->bone, from, w);
    hone_json_end(w->json, '}');
    return ok;
}

bool scene_keys_write(const scene_model *model, scene_writer *w)
{
    bool ok = true;
    if (model->key_count == 0)
        return true;
    hone_json_key(w->json, "keys");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < model->key_count && ok; i++) ok = write_key(&model->keys[i], model->numbers_from, w);
    hone_json_end(w->json, ']');
    return ok;
}

bool scene_parents_write(const char *key, const scene_parent *parents, uint32_t count, uint32_t from, scene_writer *w)
{
    bool ok = true;
    if (count == 0)
        return true;
    hone_json_key(w->json, key);
    hone_json_array(w->json);
    for (uint32_t i = 0; i < count && ok; i++) {
        hone_json_object(w->json);
        scene_write_number(w, "frame", parents[i].frame);
        ok = scene_write_text(w, "bone", parents[i].child) && write_attach(parents[i].attach, parents[i].bone, from, w);
        hone_json_end(w->json, '}');
    }
    hone_json_end(w->json, ']');
    return ok;
}

void scene_gravity_keys_write(const scene *s, scene_writer *w)
{
    const playback_physics *physics = &s->play.physics;
    hone_json_key(w->json, "gravity_keys");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < physics->gravity_key_count; i++) {
        hone_json_object(w->json);
        scene_write_number(w, "frame", physics->gravity_keys[i].frame);
        scene_write_floats(w, "gravity", physics->gravity_keys[i].gravity, 3);
        hone_json_end(w->json, '}');
    }
    hone_json_end(w->json, ']');
}
