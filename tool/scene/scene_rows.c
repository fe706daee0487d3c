#include "tool/scene/scene_rows.h"

#include <math.h>

/* ---- kinds of values that only these tables have ---------------------------------------------------------------- */

static float *floats_of(const option *o, void *values)
{
    return (float *)(void *)((char *)values + o->field);
}

static const float *floats_in(const option *o, const void *values)
{
    return (const float *)(const void *)((const char *)values + o->field);
}

/* Degrees about y, or about x, y and z. */
static bool turn_from_json(json_reader *j, const option *o, void *values)
{
    float *turn = floats_of(o, values);
    double about_y;
    if (json_next(j) == '[')
        return json_numbers(j, turn, 3);
    if (!json_number(j, -36000, 36000, &about_y))
        return false;
    turn[1] = (float)about_y;
    return true;
}

static bool turn_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    return value_vector.to_json(w, name, o, values);
}

static const value_kind turn = {.from_json = turn_from_json, .to_json = turn_to_json, .size = 3 * sizeof(float)};

static bool rotation_from_json(json_reader *j, const option *o, void *values)
{
    float *q = floats_of(o, values), square = 0;
    if (!json_numbers(j, q, 4))
        return false;
    for (int i = 0; i < 4; i++) square += q[i] * q[i];
    return fabsf(square - 1) < 1e-3f || json_fail(j, "is not a quaternion of length 1");
}

static bool rotation_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_floats(w, name, floats_in(o, values), 4);
    return true;
}

static const value_kind rotation = {
    .from_json = rotation_from_json, .to_json = rotation_to_json, .size = 4 * sizeof(float)};

/* A weight: 1 if nothing is said. */
static bool fraction_from_json(json_reader *j, const option *o, void *values)
{
    double value;
    if (!json_number(j, 0, 1, &value))
        return false;
    *floats_of(o, values) = (float)value;
    return true;
}

static bool number_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    return value_float.to_json(w, name, o, values);
}

static bool is_not_1(const option *o, const void *values)
{
    return *floats_in(o, values) != 1;
}

static const value_kind fraction = {.from_json = fraction_from_json, .to_json = number_to_json, .is_set = is_not_1};

static bool rgb_from_json(json_reader *j, const option *o, void *values)
{
    return value_colour.from_json(j, o, values);
}

static bool rgb_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_floats(w, name, ((const colour *)(const void *)((const char *)values + o->field))->rgba, 3);
    return true;
}

static const value_kind rgb = {
    .from_json = rgb_from_json, .to_json = rgb_to_json, .size = sizeof(colour), .value = offsetof(colour, rgba)};

static const number_bounds any_float = {.low = -1e6, .high = 1e6}, scales = {.low = 0.001, .high = 1000},
                           key_scales = {.low = 1e-6, .high = 1e6}, gravities = {.low = -1e4, .high = 1e4};

/* ---- what changes with time ------------------------------------------------------------------------------------- */

/* The members of an object that names a bone of a model. `number` and `bone_name` are members of `type`. */
#define ATTACHMENT(type, number, bone_name)                                                                            \
    {                                                                                                                  \
        {.key = "model", .kind = &value_model_number, .field = offsetof(type, number), .needed = true},                \
            {.key = "bone", .kind = &value_text, .field = offsetof(type, bone_name), .needed = true},                  \
        {                                                                                                              \
            0                                                                                                          \
        }                                                                                                              \
    }

static const option model_attachment[] = ATTACHMENT(scene_model, place.attach, place.bone);
static const option key_attachment[] = ATTACHMENT(scene_key, attach, bone);
static const option parent_attachment[] = ATTACHMENT(scene_parent, attach, bone);

static const option key_rows[] = {
    {.key = "frame", .kind = &value_frame, .field = offsetof(scene_key, frame), .always = true},
    {.key = "at", .kind = &value_vector, .field = offsetof(scene_key, at), .always = true},
    {.key = "turn", .kind = &value_vector, .field = offsetof(scene_key, turn), .always = true},
    {.key = "scale", .kind = &value_float, .field = offsetof(scene_key, scale), .detail = &key_scales, .always = true},
    {.key = "opacity", .kind = &fraction, .field = offsetof(scene_key, opacity)},
    {.key = "shadow", .kind = &value_off, .field = offsetof(scene_key, no_shadow)},
    {.key = "attach", .kind = &value_rows, .detail = key_attachment},
    {0},
};

static const option parent_rows[] = {
    {.key = "frame", .kind = &value_frame, .field = offsetof(scene_parent, frame), .always = true},
    {.key = "bone", .kind = &value_text, .field = offsetof(scene_parent, child), .needed = true},
    {.key = "attach", .kind = &value_rows, .detail = parent_attachment},
    {0},
};

static const option camera_parent_rows[] = {
    {.key = "frame", .kind = &value_frame, .field = offsetof(scene_parent, frame), .always = true},
    {.key = "attach", .kind = &value_rows, .detail = parent_attachment},
    {0},
};

static const option gravity_rows[] = {
    {.key = "frame", .kind = &value_frame, .field = offsetof(hone_physics_gravity, frame), .always = true},
    {.key = "gravity",
     .kind = &value_vector,
     .field = offsetof(hone_physics_gravity, gravity),
     .detail = &gravities,
     .always = true},
    {0},
};

static const setting_list keys = {
    .rows = key_rows, .list = &scene_keys, .by_frame = true, .numbers_from = offsetof(scene_model, numbers_from)};
static const setting_list parents = {
    .rows = parent_rows, .list = &scene_parents, .by_frame = true, .numbers_from = offsetof(scene_model, numbers_from)};
const setting_list scene_camera_parent_rows = {.rows = camera_parent_rows,
                                               .list = &scene_camera_parents,
                                               .by_frame = true,
                                               .numbers_from = offsetof(scene, numbers_from)};
const setting_list scene_gravity_rows = {.rows = gravity_rows, .list = &scene_gravity_keys, .by_frame = true};

/* ---- models ----------------------------------------------------------------------------------------------------- */

static const option bone_rows[] = {
    {.key = "name", .kind = &value_text, .field = offsetof(scene_bone, name), .needed = true},
    {.key = "rotation", .kind = &rotation, .field = offsetof(scene_bone, rotation), .always = true},
    {.key = "translation", .kind = &value_vector, .field = offsetof(scene_bone, translation), .always = true},
    {0},
};

static const option morph_rows[] = {
    {.key = "name", .kind = &value_text, .field = offsetof(scene_morph, name), .needed = true},
    {.key = "weight",
     .kind = &value_float,
     .field = offsetof(scene_morph, weight),
     .detail = &any_float,
     .always = true},
    {0},
};

static const option chain_rows[] = {
    {.key = "name", .kind = &value_text, .field = offsetof(scene_chain, name), .needed = true},
    {.key = "on", .kind = &value_flag, .field = offsetof(scene_chain, on), .always = true},
    {0},
};

static const setting_list bones = {.rows = bone_rows, .list = &scene_bones};
static const setting_list morphs = {.rows = morph_rows, .list = &scene_morphs};
static const setting_list chains = {.rows = chain_rows, .list = &scene_chains};

static const option model_rows[] = {
    {.key = "file", .kind = &value_path, .field = offsetof(scene_model, path), .needed = true},
    {.key = "at", .kind = &value_vector, .field = offsetof(scene_model, place.at)},
    {.key = "turn", .kind = &turn, .field = offsetof(scene_model, place.turn)},
    {.key = "scale", .kind = &value_float, .field = offsetof(scene_model, place.scale), .detail = &scales},
    {.key = "attach", .kind = &value_rows, .detail = model_attachment},
    {.key = "clip", .kind = &value_text, .field = offsetof(scene_model, clip)},
    {.key = "invisible", .kind = &value_flag, .field = offsetof(scene_model, invisible)},
    {.key = "edge_scale", .kind = &value_float, .field = offsetof(scene_model, edge_scale), .detail = &scales},
    {.key = "edge_colour", .kind = &rgb, .field = offsetof(scene_model, edge_colour)},
    {.key = "additive", .kind = &value_flag, .field = offsetof(scene_model, additive)},
    {.key = "self_shadow", .kind = &value_off, .field = offsetof(scene_model, no_self_shadow)},
    {.key = "keys", .kind = &value_list, .detail = &keys},
    {.key = "parents", .kind = &value_list, .detail = &parents},
    {.key = "bones", .kind = &value_list, .detail = &bones},
    {.key = "morphs", .kind = &value_list, .detail = &morphs},
    {.key = "chains", .kind = &value_list, .detail = &chains},
    {.key = "hidden", .kind = &value_texts, .detail = &scene_hidden},
    {0},
};

const setting_list scene_model_rows = {.rows = model_rows,
                                       .list = &scene_models,
                                       .line = offsetof(scene_model, line),
                                       .max_count = 4096,
                                       .too_many = "is one model too many: %d are allowed"};

/* ---- motions ---------------------------------------------------------------------------------------------------- */

static const option motion_rows[] = {
    {.key = "file", .kind = &value_path, .field = offsetof(scene_motion, path), .needed = true},
    {.key = "clip", .kind = &value_text, .field = offsetof(scene_motion, clip)},
    {.key = "model", .kind = &value_model_number, .field = offsetof(scene_motion, model)},
    {.key = "weight", .kind = &fraction, .field = offsetof(scene_motion, weight)},
    {.key = "off", .kind = &value_flag, .field = offsetof(scene_motion, off)},
    {0},
};

const setting_list scene_motion_rows = {.rows = motion_rows,
                                        .list = &scene_motions,
                                        .line = offsetof(scene_motion, line),
                                        .max_count = 4096,
                                        .too_many = "is one motion too many: %d are allowed"};
