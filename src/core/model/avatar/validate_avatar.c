/* Checks and repairs expressions and look-at of an avatar. */
#include "base/memory/builder.h"
#include "core/model/validate.h"

static const char not_finite[] = "expression with a number that is not finite: set to 0";
static const char missing[] = "expression that changes a material that is missing: change dropped";

/* ---- expressions ------------------------------------------------------------------------------------------------ */

static void repair_colours(const hone_validate *check, hone_expression *e, uint64_t at)
{
    hone_colour_bind *binds = (hone_colour_bind *)e->colour_binds;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < e->colour_bind_count; i++) {
        bool fine =
            hone_index_is_in(binds[i].material, check->data->material_count) && binds[i].colour < HONE_COLOUR_COUNT;
        hone_repair_floats(check, binds[i].target, 4, at, not_finite);
        if (fine)
            binds[kept++] = binds[i];
        else
            hone_builder_warn(check->builder, missing, at);
    }
    e->colour_bind_count = kept;
}

static void repair_textures(const hone_validate *check, hone_expression *e, uint64_t at)
{
    hone_texture_bind *binds = (hone_texture_bind *)e->texture_binds;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < e->texture_bind_count; i++) {
        hone_repair_floats(check, binds[i].scale, 2, at, not_finite);
        hone_repair_floats(check, binds[i].offset, 2, at, not_finite);
        if (hone_index_is_in(binds[i].material, check->data->material_count))
            binds[kept++] = binds[i];
        else
            hone_builder_warn(check->builder, missing, at);
    }
    e->texture_bind_count = kept;
}

static bool has_known_kinds(const hone_expression *e)
{
    return e->group <= HONE_EXPRESSION_MOUTH && e->override_blink <= HONE_OVERRIDE_BLEND &&
           e->override_look_at <= HONE_OVERRIDE_BLEND && e->override_mouth <= HONE_OVERRIDE_BLEND;
}

static bool check_expressions(const hone_validate *check, hone_avatar *avatar)
{
    hone_expression *list = (hone_expression *)avatar->expressions;
    uint32_t kept = 0;
    if (!hone_validate_array(check, list, avatar->expression_count, "expressions"))
        return false;
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        hone_expression *e = &list[i];
        if (!hone_validate_array(check, e->colour_binds, e->colour_bind_count, "colours of an expression") ||
            !hone_validate_array(check, e->texture_binds, e->texture_bind_count, "textures of an expression"))
            return false;
        if (!hone_index_is_in(e->morph, check->data->morph_count) || !has_known_kinds(e)) {
            hone_builder_warn(check->builder, "expression without a morph, or of an unknown kind: dropped", i);
            continue;
        }
        repair_colours(check, e, i);
        repair_textures(check, e, i);
        list[kept++] = *e;
    }
    avatar->expression_count = kept;
    return true;
}

/* ---- look-at ---------------------------------------------------------------------------------------------------- */

/* Sets the times of keys that go back to those before them. */
static void repair_curve(const hone_validate *check, hone_range_map *range, uint64_t at)
{
    float(*keys)[4] = (float(*)[4])range->keys;
    hone_repair_floats(check, *keys, 4 * (size_t)range->key_count, at,
                       "look-at with a curve that is not finite: set to 0");
    for (uint32_t k = 1; k < range->key_count; k++) {
        if (keys[k][0] >= keys[k - 1][0])
            continue;
        keys[k][0] = keys[k - 1][0];
        hone_builder_warn(check->builder, "look-at with a curve that goes back: keys moved", at);
    }
}

static bool check_look_at(const hone_validate *check, hone_look_at *look)
{
    static const char what[] = "look-at with a number that is not finite: set to 0";
    if (look->kind > HONE_LOOK_AT_EXPRESSION) {
        look->kind = HONE_LOOK_AT_NONE;
        hone_builder_warn(check->builder, "look-at of an unknown kind: ignored", 0);
    }
    hone_repair_floats(check, look->offset, 3, 0, what);
    for (uint32_t r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        hone_range_map *range = &look->ranges[r];
        if (!hone_validate_array(check, range->keys, range->key_count, "keys of a look-at"))
            return false;
        hone_repair_floats(check, &range->max_input, 1, r, what);
        hone_repair_floats(check, &range->output_scale, 1, r, what);
        if (range->key_count)
            repair_curve(check, range, r);
    }
    return true;
}

/* ---- first person and meta data ---------------------------------------------------------------------------------- */

static bool check_meta(const hone_validate *check, hone_avatar *avatar)
{
    hone_meta_entry *meta = (hone_meta_entry *)avatar->meta;
    uint8_t *kinds = (uint8_t *)avatar->first_person;
    if (!hone_validate_array(check, meta, avatar->meta_count, "meta data"))
        return false;
    for (uint32_t i = 0; i < avatar->meta_count; i++) {
        hone_repair_text(check, &meta[i].key, i);
        hone_repair_text(check, &meta[i].value, i);
    }
    hone_repair_index(check, &avatar->thumbnail, check->data->texture_count, 0,
                      "avatar whose thumbnail is missing: set to none");
    hone_repair_index(check, &avatar->first_person_bone, check->data->skeleton.bone_count, 0,
                      "avatar whose head is missing: set to none");
    for (uint32_t v = 0; kinds && v < check->data->mesh.vertex_count; v++) {
        if (kinds[v] <= HONE_FIRST_PERSON_ONLY)
            continue;
        kinds[v] = HONE_FIRST_PERSON_AUTO;
        hone_builder_warn(check->builder, "vertex of an unknown kind for the first person: set to auto", v);
    }
    return true;
}

/* ---- VRM animations ---------------------------------------------------------------------------------------------- */

static bool check_animation(const hone_validate *check, hone_vrm_animation *animation)
{
    hone_animated_expression *list = (hone_animated_expression *)animation->expressions;
    const uint32_t bones = check->data->skeleton.bone_count;
    uint32_t kept = 0;
    if (!hone_validate_array(check, list, animation->expression_count, "expressions of a VRM animation"))
        return false;
    for (uint32_t i = 0; i < animation->expression_count; i++) {
        hone_repair_index(check, &list[i].bone, bones, i, "VRM animation of a node that is missing: set to none");
        if (hone_index_is_in(list[i].morph, check->data->morph_count))
            list[kept++] = list[i];
        else
            hone_builder_warn(check->builder, "VRM animation of an expression without a morph: dropped", i);
    }
    animation->expression_count = kept;
    hone_repair_index(check, &animation->gaze_bone, bones, 0, "VRM animation of a node that is missing: set to none");
    hone_repair_floats(check, animation->gaze_offset, 3, 0, "VRM animation with a number that is not finite: set to 0");
    return true;
}

bool hone_validate_avatar(const hone_validate *check)
{
    hone_avatar *avatar = (hone_avatar *)check->data->avatar;
    hone_vrm_animation *animation = (hone_vrm_animation *)check->data->vrm_animation;
    if (animation && !check_animation(check, animation))
        return false;
    return !avatar ||
           (check_expressions(check, avatar) && check_look_at(check, &avatar->look_at) && check_meta(check, avatar));
}
