/* The skeleton of a VRM animation: the human bones of the avatar that a humanoid becomes, in its T-pose, all of whose
 * axes are those of the model, in metres. Source: VRMC_vrm_animation-1.0. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/memory/builder.h"
#include "core/model/avatar/look_at.h"
#include "offline/retarget/humanoid_rest.h"
#include <hone/vrm.h>
#include <stdlib.h>
#include <string.h>

typedef struct skeleton_context {
    const hone_model_data *model; /* whose morphs are expressions */
    hone_humanoid_rest rest;      /* of the avatar */
    hone_arena *memory;
    hone_builder *builder;
    float metres;                         /* of a unit of the avatar */
    float places[HONE_HUMANOID_COUNT][3]; /* common space, in the avatar's unit */
    int32_t of[HONE_HUMANOID_COUNT];      /* the bone that was made; HONE_NONE */
    hone_bone *bones;
    uint32_t count;
} skeleton_context;

static bool has(const skeleton_context *m, int human)
{
    return m->rest.human.bones[human] != HONE_NONE;
}

static bool is_eye(int human)
{
    return human == HONE_HUMANOID_EYE || human == HONE_HUMANOID_EYE + 1;
}

/* Returns the human bone on which another hangs; -1: none. Bones that the model lacks are passed over. */
static int parent_of(const skeleton_context *m, int human)
{
    int parent = -1;
    if (human > HONE_HUMANOID_HIPS && human <= HONE_HUMANOID_HEAD)
        parent = human - 1;
    else if (human == HONE_HUMANOID_JAW || is_eye(human))
        parent = HONE_HUMANOID_HEAD;
    else if (human == HONE_HUMANOID_UPPER_LEG || human == HONE_HUMANOID_UPPER_LEG + 1)
        parent = HONE_HUMANOID_HIPS;
    else if (human == HONE_HUMANOID_SHOULDER || human == HONE_HUMANOID_SHOULDER + 1)
        parent = HONE_HUMANOID_UPPER_CHEST;
    else if (human >= HONE_HUMANOID_THUMB && (human - HONE_HUMANOID_THUMB) % 6 < 2)
        parent = HONE_HUMANOID_HAND + (human - HONE_HUMANOID_THUMB) % 2;
    else if (human > HONE_HUMANOID_HEAD)
        parent = human - 2;
    if (parent >= 0 && !has(m, parent)) /* the shoulder's and the neck's place is the upper end of the spine */
        return parent_of(m, parent);
    return parent;
}

/* Finds the places of all human bones. */
static void find_places(skeleton_context *m)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        if (!has(m, h))
            continue;
        hone_affine_origin(&m->rest.rest[m->rest.human.bones[h]], m->places[h]);
        hone_humanoid_rest_place(&m->rest, m->places[h], m->places[h]);
    }
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

static bool add_bone(skeleton_context *m, const char *name, int32_t parent, const float place[3], const float above[3])
{
    enum { FLAGS = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE };
    hone_bone *bone = &m->bones[m->count++];
    hone_transform rest = HONE_TRANSFORM_IDENTITY;
    for (int i = 0; i < 3; i++) rest.translation[i] = m->metres * (place[i] - (above ? above[i] : 0));
    *bone = (hone_bone){.name = hone_builder_text(m->builder, name, strlen(name)),
                        .english_name = "",
                        .parent = parent,
                        .flags = FLAGS,
                        .tail_bone = HONE_NONE,
                        .append_source = HONE_NONE,
                        .ik = HONE_NONE,
                        .rest = rest,
                        .rest_local = hone_affine_from_transform(&rest)};
    return bone->name;
}

static bool add_human(skeleton_context *m, int human)
{
    int parent = parent_of(m, human);
    m->of[human] = (int32_t)m->count;
    return add_bone(m, hone_humanoid_bone_name((hone_humanoid_bone)human), parent < 0 ? HONE_NONE : m->of[parent],
                    m->places[human], parent < 0 ? NULL : m->places[parent]);
}

static bool add_bones(skeleton_context *m, hone_model_data *out)
{
    hone_humanoid_map_entry *map = hone_builder_array(m->builder, HONE_HUMANOID_COUNT, sizeof *map);
    m->bones = hone_builder_array(m->builder, HONE_HUMANOID_COUNT + 1, sizeof *m->bones);
    if (!map || !m->bones)
        return false;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) { /* parents have lower numbers */
        m->of[h] = HONE_NONE;
        if (!has(m, h) || is_eye(h))
            continue;
        if (!add_human(m, h))
            return false;
        map[out->humanoid_map_count++] = (hone_humanoid_map_entry){m->bones[m->of[h]].name, m->of[h]};
    }
    out->humanoid_map = map;
    return true;
}

/* ---- gaze -------------------------------------------------------------------------------------------------------- */

/* Finds where the gaze begins, as the avatar or the animation says, in the axes of the model. */
static void find_gaze(skeleton_context *m, float out[3])
{
    const hone_avatar *avatar = m->rest.model->avatar;
    const hone_vrm_animation *animation = m->rest.model->vrm_animation;
    const hone_affine *head = &m->rest.rest[m->rest.human.bones[HONE_HUMANOID_HEAD]];
    hone_affine_point(head, avatar ? avatar->look_at.offset : animation->gaze_offset, out);
    hone_humanoid_rest_place(&m->rest, out, out);
    for (int i = 0; i < 3; i++) out[i] = m->metres * (out[i] - m->places[HONE_HUMANOID_HEAD][i]);
}

static bool add_gaze(skeleton_context *m, hone_vrm_animation *out)
{
    const hone_vrm_animation *from = m->rest.model->vrm_animation;
    const hone_avatar *avatar = m->rest.model->avatar;
    const bool eyes = has(m, HONE_HUMANOID_EYE) || has(m, HONE_HUMANOID_EYE + 1) ||
                      (avatar && avatar->look_at.kind == HONE_LOOK_AT_EXPRESSION);
    out->gaze_bone = HONE_NONE;
    if (!eyes && !(from && from->gaze_bone != HONE_NONE))
        return true;
    find_gaze(m, out->gaze_offset);
    out->gaze_bone = (int32_t)m->count;
    return add_bone(m, "lookAt", m->of[HONE_HUMANOID_HEAD], m->places[HONE_HUMANOID_HEAD],
                    m->places[HONE_HUMANOID_HEAD]);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 256 };

/* The name of VRM 1.0 for what a morph shows, which is the second of its names, or its own. Returns false if VRM
 * animations have no such expression: gazes have a node. */
static bool name_of(const char *morph, char out[NAME_SIZE])
{
    const char *names = hone_morph_synonyms(morph);
    const char *from = names ? strchr(names + 1, '|') + 1 : morph;
    size_t size = names ? strcspn(from, "|") : strlen(from);
    if (size == 0 || size >= NAME_SIZE)
        return false;
    memcpy(out, from, size);
    out[size] = '\0';
    for (int i = 0; i < HONE_LOOK_EXPRESSIONS; i++)
        if (strcmp(out, hone_look_expressions[i]) == 0)
            return false;
    return true;
}

static int by_name(const void *a, const void *b)
{
    const hone_morph *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* Makes an empty morph for each name. Returns false if out of memory. */
static bool name_morphs(skeleton_context *m, hone_morph *out, uint32_t *count)
{
    const hone_model_data *from = m->model;
    const hone_avatar *avatar = from->avatar;
    const uint32_t all = avatar ? avatar->expression_count : from->morph_count;
    enum { PANEL_OTHER = 4 };
    char name[NAME_SIZE];
    for (uint32_t i = 0; i < all; i++) {
        const hone_morph *morph = &from->morphs[avatar ? (uint32_t)avatar->expressions[i].morph : i];
        if (!name_of(morph->name, name))
            continue;
        out[*count] = (hone_morph){.name = hone_builder_text(m->builder, name, strlen(name)),
                                   .english_name = "",
                                   .panel = PANEL_OTHER,
                                   .kind = HONE_MORPH_GROUP};
        if (!out[(*count)++].name)
            return false;
    }
    return true;
}

static bool add_expressions(skeleton_context *m, hone_model_data *data, hone_vrm_animation *out)
{
    const hone_model_data *from = m->model;
    const uint32_t all = from->avatar ? from->avatar->expression_count : from->morph_count;
    hone_morph *morphs = hone_builder_array(m->builder, all, sizeof *morphs);
    hone_animated_expression *expressions = hone_builder_array(m->builder, all, sizeof *expressions);
    uint32_t count = 0, kept = 0;
    if (all && (!morphs || !expressions || !name_morphs(m, morphs, &count)))
        return false;
    if (count)
        qsort(morphs, count, sizeof *morphs, by_name);
    for (uint32_t i = 0; i < count; i++) {
        if (kept && strcmp(morphs[kept - 1].name, morphs[i].name) == 0)
            continue;
        expressions[kept] = (hone_animated_expression){(int32_t)kept, HONE_NONE};
        morphs[kept++] = morphs[i];
    }
    data->morphs = morphs, data->morph_count = kept;
    out->expressions = expressions, out->expression_count = kept;
    return true;
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

static bool fill(skeleton_context *m, hone_model_data *data)
{
    hone_vrm_animation *animation = hone_builder_array(m->builder, 1, sizeof *animation);
    if (!animation)
        return false;
    data->vrm_animation = animation;
    find_places(m);
    bool ok = add_bones(m, data) && add_gaze(m, animation) && add_expressions(m, data, animation);
    data->skeleton = (hone_skeleton){.bone_count = m->count, .bones = m->bones};
    return ok;
}

static hone_model *make(skeleton_context *m, const hone_model *avatar, hone_error *error)
{
    hone_model_data data = {.space = HONE_SPACE_GLTF, .name = "", .comment = ""};
    if (!hone_humanoid_rest_make(avatar, false, m->memory, &m->rest, error)) {
        hone_builder_destroy(m->builder);
        return NULL;
    }
    if (fill(m, &data))
        return hone_model_create(m->builder, &data, NULL, error);
    hone_builder_destroy(m->builder);
    return hone_fail_memory(error), NULL;
}

hone_model *hone_vrm_animation_skeleton(const hone_model *model, float scale, const hone_allocator *allocator,
                                        hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    skeleton_context m = {.model = data, .metres = 1};
    if (!model)
        return hone_fail_null(error, "the model"), NULL;
    bool posed = data->avatar || data->vrm_animation;
    if (posed && scale > 0)
        m.metres = scale;
    hone_model *avatar =
        posed ? hone_model_retain(model)
              : hone_model_to_vrm(model, &(hone_to_vrm_desc){.scale = scale, .allocator = allocator}, NULL, error);
    m.memory = avatar ? hone_arena_create(allocator, 0, error) : NULL;
    m.builder = m.memory ? hone_builder_create(allocator, 0, error) : NULL;
    hone_model *made = m.builder ? make(&m, avatar, error) : NULL;
    hone_arena_destroy(m.memory);
    hone_model_release(avatar);
    return made;
}
