/* Chooses the bones that become parts of a ragdoll: those of a humanoid, else those with bodies, else those that move
 * most vertices. */
#include "play/physics/ragdoll/ragdoll.h"
#include <hone/math.h>

enum { HOLDERS = 4 };
static const uint32_t least_humanoid = 3;    /* parts; a model with fewer is no humanoid */
static const float least_share = 1 / 400.0f; /* of all vertices, for a part that has no other reason */
static const float near_share = 0.01f;       /* of the height: bones this near have one place */

/* A bone of a humanoid, and those on which it hangs; the first that exists counts. */
typedef struct part_role {
    hone_humanoid_bone bone; /* the left one, where there are two */
    int holders[HOLDERS];    /* HONE_NONE: no more */
} part_role;

static const part_role roles[] = {
    {HONE_HUMANOID_HIPS, {HONE_NONE}},
    {HONE_HUMANOID_SPINE, {HONE_HUMANOID_HIPS, HONE_NONE}},
    {HONE_HUMANOID_CHEST, {HONE_HUMANOID_SPINE, HONE_HUMANOID_HIPS, HONE_NONE}},
    {HONE_HUMANOID_HEAD, {HONE_HUMANOID_CHEST, HONE_HUMANOID_SPINE, HONE_HUMANOID_HIPS, HONE_NONE}},
    {HONE_HUMANOID_UPPER_ARM, {HONE_HUMANOID_CHEST, HONE_HUMANOID_SPINE, HONE_HUMANOID_HIPS, HONE_NONE}},
    {HONE_HUMANOID_LOWER_ARM, {HONE_HUMANOID_UPPER_ARM, HONE_NONE}},
    {HONE_HUMANOID_HAND, {HONE_HUMANOID_LOWER_ARM, HONE_HUMANOID_UPPER_ARM, HONE_NONE}},
    {HONE_HUMANOID_UPPER_LEG, {HONE_HUMANOID_HIPS, HONE_HUMANOID_SPINE, HONE_NONE}},
    {HONE_HUMANOID_LOWER_LEG, {HONE_HUMANOID_UPPER_LEG, HONE_NONE}},
    {HONE_HUMANOID_FOOT, {HONE_HUMANOID_LOWER_LEG, HONE_HUMANOID_UPPER_LEG, HONE_NONE}},
};

/* ---- choosing -------------------------------------------------------------------------------------------------- */

static int32_t part_with_bone(const hone_ragdoll *ragdoll, int32_t bone)
{
    for (uint32_t p = 0; p < ragdoll->count; p++)
        if (ragdoll->parts[p].bone == bone)
            return (int32_t)p;
    return HONE_NONE;
}

static int32_t part_with_role(const hone_ragdoll *ragdoll, int role)
{
    for (uint32_t p = 0; p < ragdoll->count; p++)
        if (ragdoll->parts[p].role == role)
            return (int32_t)p;
    return HONE_NONE;
}

static bool has_body(const hone_model_data *data, int32_t bone, bool dynamic)
{
    for (uint32_t b = 0; b < data->body_count; b++)
        if (data->bodies[b].bone == bone && (data->bodies[b].mode != HONE_BODY_FOLLOWS) == dynamic)
            return true;
    return false;
}

/* Bones that the model's own bodies move, and those after physics, are none. */
static bool can_be_part(const hone_model_data *data, int32_t bone)
{
    bool late = data->space == HONE_SPACE_MMD && data->skeleton.bones[bone].flags & HONE_BONE_AFTER_PHYSICS;
    return !late && !has_body(data, bone, true);
}

static void add_part(hone_ragdoll *ragdoll, int32_t bone, int32_t role, int32_t holder)
{
    if (ragdoll->count == HONE_RAGDOLL_PARTS_MOST || !can_be_part(ragdoll->data, bone))
        return;
    ragdoll->parts[ragdoll->count++] =
        (hone_part){.bone = bone, .role = role, .holder = holder, .joint = HONE_NONE, .along = {0, 1, 0}};
}

static int32_t find_holder(const hone_ragdoll *ragdoll, const part_role *role, int side)
{
    int32_t found = HONE_NONE;
    for (int i = 0; i < HOLDERS && role->holders[i] != HONE_NONE && found == HONE_NONE; i++) {
        bool pair = role->holders[i] >= HONE_HUMANOID_EYE;
        found = part_with_role(ragdoll, role->holders[i] + (pair ? side : 0));
    }
    return found;
}

static void choose_humanoid(hone_ragdoll *ragdoll)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        for (int side = 0; side < (roles[i].bone >= HONE_HUMANOID_EYE ? 2 : 1); side++) {
            int role = (int)roles[i].bone + side;
            int32_t bone = ragdoll->human.bones[role];
            if (bone == HONE_NONE && role == HONE_HUMANOID_CHEST)
                bone = ragdoll->human.bones[HONE_HUMANOID_UPPER_CHEST];
            if (role == HONE_HUMANOID_HEAD && ragdoll->human.bones[HONE_HUMANOID_NECK] != HONE_NONE)
                bone = ragdoll->human.bones[HONE_HUMANOID_NECK]; /* one part: a light neck would not hold a head */
            if (bone != HONE_NONE)
                add_part(ragdoll, bone, role, find_holder(ragdoll, &roles[i], side));
        }
    bool trunk = part_with_role(ragdoll, HONE_HUMANOID_HIPS) != HONE_NONE ||
                 part_with_role(ragdoll, HONE_HUMANOID_SPINE) != HONE_NONE;
    if (ragdoll->count < least_humanoid || !trunk)
        ragdoll->count = 0;
}

/* ---- other skeletons ------------------------------------------------------------------------------------------- */

static int32_t part_above(const hone_ragdoll *ragdoll, int32_t bone)
{
    const hone_bone *bones = ragdoll->data->skeleton.bones;
    int32_t found = HONE_NONE;
    for (bone = bones[bone].parent; bone != HONE_NONE && found == HONE_NONE; bone = bones[bone].parent)
        found = part_with_bone(ragdoll, bone);
    return found;
}

static void choose_bodies(hone_ragdoll *ragdoll, const uint32_t *order)
{
    for (uint32_t i = 0; i < ragdoll->data->skeleton.bone_count; i++) {
        int32_t bone = (int32_t)order[i];
        if (has_body(ragdoll->data, bone, false))
            add_part(ragdoll, bone, HONE_NONE, part_above(ragdoll, bone));
    }
}

static void weigh_bones(const hone_model_data *data, float *weights)
{
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) weights[b] = 0;
    for (uint32_t i = 0; i < data->mesh.influence_count; i++) {
        int32_t slot = data->mesh.influences[i].slot,
                bone = slot == HONE_NONE ? HONE_NONE : data->mesh.slots[slot].bone;
        if (bone != HONE_NONE)
            weights[bone] += data->mesh.influences[i].weight;
    }
}

/* Bones with many vertices; the least number grows until there is room for all of them. */
static void choose_by_vertices(hone_ragdoll *ragdoll, const uint32_t *order, float *weights)
{
    uint32_t count = ragdoll->data->skeleton.bone_count, found = HONE_RAGDOLL_PARTS_MOST + 1;
    float least = (float)ragdoll->data->mesh.vertex_count * least_share;
    weigh_bones(ragdoll->data, weights);
    for (; least > 0 && found > HONE_RAGDOLL_PARTS_MOST; least *= 1.5f) {
        found = 0;
        for (uint32_t b = 0; b < count; b++) found += weights[b] >= least;
    }
    for (uint32_t i = 0; least > 0 && i < count; i++)
        if (weights[order[i]] >= least / 1.5f)
            add_part(ragdoll, (int32_t)order[i], HONE_NONE, part_above(ragdoll, (int32_t)order[i]));
}

/* ---- which bone moves with which part -------------------------------------------------------------------------- */

/* A bone that takes over the whole rotation of a part's bone at the same place, such as MMD's 足D. */
static int32_t twin_of(const hone_ragdoll *ragdoll, int32_t index)
{
    const hone_bone *bones = ragdoll->data->skeleton.bones, *bone = &bones[index];
    if (ragdoll->data->space != HONE_SPACE_MMD || !(bone->flags & HONE_BONE_APPEND_ROTATION) ||
        bone->append_source == HONE_NONE || !(fabsf(bone->append_ratio - 1) < 1e-3f) ||
        hone_vec3_distance(bone->position, bones[bone->append_source].position) > near_share * ragdoll->height)
        return HONE_NONE;
    return part_with_bone(ragdoll, bone->append_source);
}

/* The bones above the first part that move vertices fall with it. */
static void mark_above(hone_ragdoll *ragdoll)
{
    const hone_model_data *data = ragdoll->data;
    for (int32_t b = data->skeleton.bones[ragdoll->parts[0].bone].parent; b != HONE_NONE;
         b = data->skeleton.bones[b].parent)
        for (uint32_t s = 0; s < data->mesh.slot_count && !ragdoll->above[b]; s++)
            ragdoll->above[b] = data->mesh.slots[s].bone == b;
}

static void spread(hone_ragdoll *ragdoll, const uint32_t *order)
{
    for (uint32_t i = 0; i < ragdoll->data->skeleton.bone_count; i++) {
        int32_t bone = (int32_t)order[i], parent = ragdoll->data->skeleton.bones[bone].parent;
        int32_t part = ragdoll->above[bone] ? 0 : part_with_bone(ragdoll, bone);
        if (part == HONE_NONE)
            part = twin_of(ragdoll, bone);
        if (part == HONE_NONE && parent != HONE_NONE)
            part = ragdoll->part_of_bone[parent];
        ragdoll->part_of_bone[bone] = part;
    }
}

/* Shoulders, and others between a part and its holder: joints are where these are at rest, so they go there. Legs hang
 * on bones that take back the turn of the waist, and turn about their own places. */
static void mark_paths(hone_ragdoll *ragdoll)
{
    const hone_bone *bones = ragdoll->data->skeleton.bones;
    for (uint32_t b = 0; b < ragdoll->data->skeleton.bone_count; b++) ragdoll->path[b] = HONE_NONE;
    for (uint32_t p = 0; p < ragdoll->count; p++) {
        const hone_part *part = &ragdoll->parts[p];
        int32_t top = part->holder == HONE_NONE ? HONE_NONE : ragdoll->parts[part->holder].bone,
                at = bones[part->bone].parent;
        while (at != HONE_NONE && at != top) at = bones[at].parent;
        if (at == HONE_NONE || part->role == HONE_HUMANOID_UPPER_LEG || part->role == HONE_HUMANOID_UPPER_LEG + 1)
            continue;
        for (at = bones[part->bone].parent; at != top; at = bones[at].parent)
            if (ragdoll->path[at] == HONE_NONE)
                ragdoll->path[at] = (int32_t)p;
    }
}

void hone_parts_choose(hone_ragdoll *ragdoll, const uint32_t *order, float *scratch)
{
    choose_humanoid(ragdoll);
    if (ragdoll->count == 0)
        choose_bodies(ragdoll, order);
    if (ragdoll->count == 0)
        choose_by_vertices(ragdoll, order, scratch);
    if (ragdoll->count == 0)
        return;
    mark_above(ragdoll);
    spread(ragdoll, order);
    mark_paths(ragdoll);
}
