/* Finds a model's humanoid bones: by the map in the file (VRM), else by the names of the bones and their places in
 * the hierarchy, else by the shape of the skeleton. */
#include "core/model/humanoid.h"
#include "base/error.h"
#include "core/model/derived.h"
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

bool hone_humanoid_bone_is_required(hone_humanoid_bone human)
{
    return human == HONE_HUMANOID_HIPS || human == HONE_HUMANOID_SPINE || human == HONE_HUMANOID_HEAD ||
           (human >= HONE_HUMANOID_UPPER_LEG && human < HONE_HUMANOID_TOES) ||
           (human >= HONE_HUMANOID_UPPER_ARM && human < HONE_HUMANOID_THUMB);
}

/* ---- hierarchy ------------------------------------------------------------------------------------------------- */

typedef struct search {
    const hone_model_data *data;
    int32_t *bones; /* [HONE_HUMANOID_COUNT] */
} search;

/* Whether a bone is a descendant of another, or of a bone that copies the other's rotation, as MMD's 足首D copies 足首.
 */
static bool descends_from(const search *s, int32_t bone, int32_t on)
{
    const hone_bone *bones = s->data->skeleton.bones;
    while (bone != HONE_NONE && bone != on && bones[bone].append_source != on) bone = bones[bone].parent;
    return bone != HONE_NONE;
}

/* The humanoid bone that is an ancestor of this one. For pairs it takes the left one. Hips and spine have none,
 * because they are siblings in MMD. */
static hone_humanoid_bone trunk_of(hone_humanoid_bone left)
{
    switch ((int)left) {
    case HONE_HUMANOID_UPPER_LEG:
        return HONE_HUMANOID_HIPS;
    case HONE_HUMANOID_JAW:
    case HONE_HUMANOID_EYE:
        return HONE_HUMANOID_HEAD;
    default:
        return HONE_HUMANOID_SPINE;
    }
}

static hone_humanoid_bone parent_of(hone_humanoid_bone human)
{
    if (human < HONE_HUMANOID_EYE)
        return trunk_of(human);
    unsigned side = ((unsigned)human - HONE_HUMANOID_EYE) & 1;
    hone_humanoid_bone left = (hone_humanoid_bone)((unsigned)human - side);
    if (left >= HONE_HUMANOID_THUMB)
        return (hone_humanoid_bone)(((unsigned)left - HONE_HUMANOID_THUMB) % 6 ? (unsigned)human - 2
                                                                               : HONE_HUMANOID_HAND + side);
    if (left == HONE_HUMANOID_EYE || left == HONE_HUMANOID_UPPER_LEG || left == HONE_HUMANOID_SHOULDER ||
        left == HONE_HUMANOID_UPPER_ARM)
        return trunk_of(left);
    return (hone_humanoid_bone)((unsigned)human - 2);
}

bool hone_humanoid_ends_leg(const hone_skeleton *skeleton, int32_t hip, int32_t knee, int32_t foot)
{
    const float straight = 0.7f, shortest = 0.4f, longest = 2.5f;
    float thigh[3], shin[3];
    hone_vec3_subtract(skeleton->bones[knee].position, skeleton->bones[hip].position, thigh);
    hone_vec3_subtract(skeleton->bones[foot].position, skeleton->bones[knee].position, shin);
    const float a = hone_vec3_length(thigh), b = hone_vec3_length(shin);
    return thigh[1] < 0 && shin[1] < 0 && b > shortest * a && b < longest * a &&
           hone_vec3_dot(thigh, shin) > straight * a * b;
}

static bool is_taken(const search *s, int32_t bone)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (s->bones[h] == bone)
            return true;
    return false;
}

static void vector_between(const search *s, int32_t from, int32_t to, float out[3])
{
    const hone_bone *bones = s->data->skeleton.bones;
    hone_vec3_subtract(bones[to].position, bones[from].position, out);
}

/* Whether a foot is at the end of its shin although it is no descendant of it: it descends from an ancestor of the
 * leg, such as the root of IK bones, which not every exporter resolves. +Y is up. */
static bool ends_shin(const search *s, int32_t foot, int32_t knee, int32_t hip)
{
    enum { FURTHEST = 8 }; /* most bones between the foot and the common ancestor */
    const hone_bone *bones = s->data->skeleton.bones;
    int32_t at = bones[foot].parent;
    for (int steps = 0; at != HONE_NONE && !descends_from(s, hip, at); at = bones[at].parent)
        if (is_taken(s, at) || ++steps > FURTHEST)
            return false;
    return at != HONE_NONE && hone_humanoid_ends_leg(&s->data->skeleton, hip, knee, foot);
}

static bool contradicts(const search *s, int h, hone_humanoid_bone on)
{
    if (s->bones[h] == HONE_NONE || s->bones[on] == HONE_NONE || descends_from(s, s->bones[h], s->bones[on]))
        return false;
    bool is_foot =
        h >= HONE_HUMANOID_FOOT && h < HONE_HUMANOID_TOES && (int)on == h - 2 && s->bones[h - 4] != HONE_NONE;
    return !is_foot || !ends_shin(s, s->bones[h], s->bones[on], s->bones[h - 4]);
}

/* Drops bones that are not where their ancestors require. Bones further down are judged by those that are left. */
static void drop_contradictions(const search *s)
{
    for (int h = HONE_HUMANOID_CHEST; h < HONE_HUMANOID_COUNT; h++) {
        hone_humanoid_bone on = parent_of((hone_humanoid_bone)h);
        while (s->bones[on] == HONE_NONE && on > HONE_HUMANOID_SPINE) on = parent_of(on);
        if (contradicts(s, h, on))
            s->bones[h] = HONE_NONE;
    }
}

/* ---- roles given by the file ----------------------------------------------------------------------------------- */

static int find_role(const char *role)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (strcmp(hone_humanoid_bone_name((hone_humanoid_bone)h), role) == 0)
            return h;
    return HONE_NONE;
}

/* VRM 0.x names the thumb's bones like those of the other fingers. */
static int vrm0_thumb(const char *role, int found)
{
    for (int side = 0; side < 2; side++) {
        static const char *const older[][2] = {{"leftThumbProximal", "leftThumbIntermediate"},
                                               {"rightThumbProximal", "rightThumbIntermediate"}};
        for (int i = 0; i < 2; i++)
            if (strcmp(role, older[side][i]) == 0)
                return HONE_HUMANOID_THUMB + 2 * i + side;
    }
    return found;
}

static void take_roles(const search *s)
{
    bool old = false;
    for (uint32_t i = 0; i < s->data->humanoid_map_count; i++)
        old |= strstr(s->data->humanoid_map[i].role, "ThumbIntermediate") != NULL;
    for (uint32_t i = 0; i < s->data->humanoid_map_count; i++) {
        const hone_humanoid_map_entry *b = &s->data->humanoid_map[i];
        int h = find_role(b->role);
        h = old ? vrm0_thumb(b->role, h) : h;
        if (h != HONE_NONE && s->bones[h] == HONE_NONE && !is_taken(s, b->bone))
            s->bones[h] = b->bone;
    }
}

/* ---- places in the hierarchy ----------------------------------------------------------------------------------- */

/* Whether a bone named hips is in fact the beginning of the spine: a descendant of the fork of the legs, and near
 * it. */
static bool is_spine(const search *s, int32_t hips, int32_t fork)
{
    const float near = 0.35f;
    float away[3], height[3];
    if (s->bones[HONE_HUMANOID_HEAD] == HONE_NONE || hips == fork || !descends_from(s, hips, fork))
        return false;
    vector_between(s, fork, hips, away);
    vector_between(s, hips, s->bones[HONE_HUMANOID_HEAD], height);
    return hone_vec3_dot(away, away) < near * near * hone_vec3_dot(height, height);
}

/* Takes the bone from which legs and head descend as hips, if the hips carry the legs alone, as the pelvis of Daz does.
 * With MMD's names, which alone tell the spine, hips and spine are siblings by design. */
static void take_whole_hips(const search *s)
{
    int32_t at = s->bones[HONE_HUMANOID_HIPS], head = s->bones[HONE_HUMANOID_HEAD];
    if (s->bones[HONE_HUMANOID_SPINE] != HONE_NONE || at == HONE_NONE || head == HONE_NONE)
        return;
    while (at != HONE_NONE && !descends_from(s, head, at)) at = s->data->skeleton.bones[at].parent;
    if (at != HONE_NONE && !is_taken(s, at))
        s->bones[HONE_HUMANOID_HIPS] = at;
}

/* Takes the fork of the legs as hips if no bone has that name. */
static void take_hips(const search *s)
{
    int32_t at = s->bones[HONE_HUMANOID_UPPER_LEG], right = s->bones[HONE_HUMANOID_UPPER_LEG + 1];
    int32_t named = s->bones[HONE_HUMANOID_HIPS];
    if (at == HONE_NONE || right == HONE_NONE)
        return;
    while (at != HONE_NONE && !descends_from(s, right, at)) at = s->data->skeleton.bones[at].parent;
    if (at != HONE_NONE && !is_taken(s, at) && (named == HONE_NONE || is_spine(s, named, at)))
        s->bones[HONE_HUMANOID_HIPS] = at;
    take_whole_hips(s);
}

/* Takes the bone between forearm and finger as hand if no bone has that name. */
static void take_hands(const search *s)
{
    static const int fingers[] = {HONE_HUMANOID_MIDDLE, HONE_HUMANOID_INDEX, HONE_HUMANOID_RING, HONE_HUMANOID_LITTLE};
    const hone_bone *bones = s->data->skeleton.bones;
    for (int i = 0; i < 8; i++) {
        int side = i % 2;
        int32_t at = s->bones[fingers[i / 2] + side], arm = s->bones[HONE_HUMANOID_LOWER_ARM + side], *hand;
        hand = &s->bones[HONE_HUMANOID_HAND + side];
        if (*hand != HONE_NONE || at == HONE_NONE || arm == HONE_NONE || !descends_from(s, at, arm))
            continue;
        while (bones[at].parent != HONE_NONE && bones[at].parent != arm) at = bones[at].parent;
        if (bones[at].parent == arm && !is_taken(s, at))
            *hand = at;
    }
}

/* Whether a bone only scales what is below its parent, as those that the reader of FBX makes: "Hips scale" of "Hips".
 */
static bool only_scales(const hone_bone *bones, int32_t bone)
{
    int32_t parent = bones[bone].parent;
    size_t size = parent == HONE_NONE ? 0 : strlen(bones[parent].name);
    return size && strncmp(bones[bone].name, bones[parent].name, size) == 0 &&
           strcmp(bones[bone].name + size, " scale") == 0;
}

/* Takes bones between hips and neck as the spine: the first, the last, and one in the middle. */
static void take_spine(const search *s)
{
    const hone_bone *bones = s->data->skeleton.bones;
    int32_t hips = s->bones[HONE_HUMANOID_HIPS], neck = s->bones[HONE_HUMANOID_NECK], count = 0;
    neck = neck == HONE_NONE ? s->bones[HONE_HUMANOID_HEAD] : neck;
    if (s->bones[HONE_HUMANOID_SPINE] != HONE_NONE || hips == HONE_NONE || neck == HONE_NONE ||
        !descends_from(s, neck, hips))
        return;
    for (int32_t at = bones[neck].parent; at != hips && at != HONE_NONE; at = bones[at].parent)
        count += !only_scales(bones, at);
    int32_t index = count;
    for (int32_t at = bones[neck].parent; at != hips && at != HONE_NONE; at = bones[at].parent) {
        if (only_scales(bones, at))
            continue;
        index--;
        if (is_taken(s, at))
            continue;
        if (index == 0)
            s->bones[HONE_HUMANOID_SPINE] = at;
        else if (index == count - 1)
            s->bones[count > 2 ? HONE_HUMANOID_UPPER_CHEST : HONE_HUMANOID_CHEST] = at;
        else if (index == count / 2)
            s->bones[HONE_HUMANOID_CHEST] = at;
    }
}

static bool is_complete(const search *s)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (s->bones[h] == HONE_NONE && hone_humanoid_bone_is_required((hone_humanoid_bone)h))
            return false;
    return true;
}

/* Takes the bones found by the shape of the skeleton if names were not enough and do not contradict it. */
static void take_shape(const search *s)
{
    int32_t bones[HONE_HUMANOID_COUNT];
    const search shape = {s->data, bones};
    if (is_complete(s) || !hone_humanoid_by_shape(s->data, bones))
        return;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        bool agree = s->bones[h] == HONE_NONE || s->bones[h] == bones[h];
        if (!agree && (bones[h] != HONE_NONE || is_taken(&shape, s->bones[h])))
            return;
    }
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) s->bones[h] = bones[h] == HONE_NONE ? s->bones[h] : bones[h];
    take_spine(s);
}

static int32_t find_body(const search *s)
{
    const hone_bone *bones = s->data->skeleton.bones;
    int32_t hips = s->bones[HONE_HUMANOID_HIPS];
    for (int32_t at = hips; at != HONE_NONE && s->data->space == HONE_SPACE_MMD; at = bones[at].parent)
        if (strcmp(bones[at].name, "センター") == 0 || strcmp(bones[at].name, "center") == 0)
            return at;
    return hips;
}

static hone_humanoid find(const hone_model *model)
{
    hone_humanoid out = {.body = HONE_NONE};
    const search s = {hone_model_get(model), out.bones};
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) out.bones[h] = HONE_NONE;
    bool search_names = s.data->humanoid_map_count == 0 || s.data->humanoid_map_partial;
    take_roles(&s);
    if (search_names) {
        hone_humanoid_by_name(s.data, out.bones);
        take_hips(&s);
        take_spine(&s);
        take_shape(&s);
    }
    drop_contradictions(&s);
    if (search_names) {
        take_hands(&s);
        drop_contradictions(&s); /* fingers that are not descendants of the hand */
    }
    out.body = find_body(&s);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        out.found += out.bones[h] != HONE_NONE;
        out.missing += out.bones[h] == HONE_NONE && hone_humanoid_bone_is_required((hone_humanoid_bone)h);
    }
    return out;
}

/* ---- the map that a model keeps --------------------------------------------------------------------------------- */

/* A map with the allocator that it came from. */
typedef struct kept_map {
    hone_humanoid map; /* the first member: its address is that of the whole */
    const hone_allocator *allocator;
} kept_map;

static const void *make_kept(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    kept_map *kept = hone_allocate(allocator, 1, sizeof *kept);
    if (!kept)
        return hone_fail_memory(error), NULL;
    *kept = (kept_map){find(model), allocator};
    return kept;
}

static void release_kept(const void *map)
{
    hone_deallocate(((const kept_map *)map)->allocator, (void *)map, 1, sizeof(kept_map));
}

/* Without memory to keep the map in, it is found again by each call. */
hone_humanoid hone_model_humanoid(const hone_model *model)
{
    static const hone_derived_kind kind = {HONE_DERIVED_HUMANOID, make_kept, release_kept};
    hone_error none = {0};
    const hone_humanoid *kept = model ? hone_model_derive(model, &kind, &none) : NULL;
    return kept ? *kept : find(model);
}
