/* Finds the twist bones of arms and legs. */
#include "core/model/humanoid.h"
#include <hone/math.h>
#include <string.h>

typedef struct twist_search {
    const hone_skeleton *skeleton;
    const hone_humanoid *human;
    hone_humanoid_twist *out;
    uint32_t count;
    int role;
    int32_t own, next;         /* the bone of the role, and that of the next joint */
    float offset[3], length_2; /* from one to the other at rest */
} twist_search;

static const hone_bone *bone_of(const twist_search *s, int32_t index)
{
    return &s->skeleton->bones[index];
}

static bool has_role(const hone_humanoid *human, int32_t bone)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (human->bones[h] == bone)
            return true;
    return false;
}

static bool descends_from(const twist_search *s, int32_t bone, int32_t on)
{
    while (bone != HONE_NONE && bone != on) bone = bone_of(s, bone)->parent;
    return bone != HONE_NONE;
}

/* Finds where a bone is along the way between the joints; returns whether it is near the line. */
static bool find_place(const twist_search *s, int32_t bone, float *place)
{
    const float beside = 0.2f;
    float at[3];
    hone_vec3_subtract(bone_of(s, bone)->position, bone_of(s, s->own)->position, at);
    *place = hone_vec3_dot(at, s->offset) / s->length_2;
    hone_vec3_add_scaled(at, s->offset, -*place, at);
    return hone_vec3_dot(at, at) < beside * beside * s->length_2;
}

static bool is_named_twist(const char *name)
{
    char word[64];
    hone_bone_word(name, word, sizeof word);
    bool roll = strstr(word, "roll") && !strstr(word, "control");
    return roll || strstr(word, "twist") || strstr(word, "捩") || strstr(word, "捻");
}

/* Whether a bone is made for twisting alone; others only divide a limb. */
static bool is_made_for_it(const hone_bone *bone)
{
    return bone->flags & HONE_BONE_FIXED_AXIS || is_named_twist(bone->name);
}

/* Whether a bone between both joints is a twist bone: one that is where a joint is only holds other axes. */
static bool is_between(const twist_search *s, int32_t bone, float place)
{
    const float apart = 0.05f;
    return is_made_for_it(bone_of(s, bone)) || (place > apart && place < 1 - apart);
}

/* Whether a bone beside the chain is a twist bone. */
static bool is_beside(const twist_search *s, int32_t bone, float place)
{
    const float outside = 0.1f;
    const hone_bone *b = bone_of(s, bone);
    bool twisted = b->parent == s->own;
    for (uint32_t i = 0; i < s->count; i++) twisted |= s->out[i].bone == b->parent && (int)s->out[i].human == s->role;
    return twisted && place > -outside && place < 1 + outside && is_named_twist(b->name);
}

static void add(twist_search *s, int32_t bone, bool carries)
{
    float place;
    bool fixed = carries && bone_of(s, bone)->flags & HONE_BONE_FIXED_AXIS; /* MMD's */
    bool fits = (find_place(s, bone, &place) && bone_of(s, bone)->append_source == HONE_NONE) || fixed;
    if (!fits || s->count == HONE_HUMANOID_MAX_TWISTS || has_role(s->human, bone) ||
        !(carries ? is_between(s, bone, place) : is_beside(s, bone, place)))
        return;
    s->out[s->count++] = (hone_humanoid_twist){bone, (hone_humanoid_bone)s->role, carries, place};
}

/* Adds the bones between both joints, the upper ones first. */
static void add_between(twist_search *s)
{
    uint32_t first = s->count;
    for (int32_t at = bone_of(s, s->next)->parent; at != s->own; at = bone_of(s, at)->parent) add(s, at, true);
    for (uint32_t low = first, high = s->count; low + 1 < high; low++) {
        hone_humanoid_twist upper = s->out[--high];
        s->out[high] = s->out[low];
        s->out[low] = upper;
    }
}

static bool is_known(const twist_search *s, int32_t bone)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->out[i].bone == bone)
            return true;
    return bone == s->own || descends_from(s, s->next, bone);
}

/* Adds bones beside the chain, children after their parents. */
static void add_beside(twist_search *s)
{
    for (uint32_t before = UINT32_MAX; before != s->count;) {
        before = s->count;
        for (int32_t b = 0; b < (int32_t)s->skeleton->bone_count; b++)
            if (bone_of(s, b)->parent != HONE_NONE && !is_known(s, b))
                add(s, b, false);
    }
}

/* Makes shares of places. */
static void set_shares(const twist_search *s, uint32_t first, uint32_t beside)
{
    const hone_humanoid_twist *last = &s->out[beside - 1];
    float whole = beside > first && last->share > 0 && is_made_for_it(bone_of(s, last->bone)) ? last->share : 1;
    for (uint32_t i = first; i < s->count; i++) {
        hone_humanoid_twist *t = &s->out[i];
        t->share = fmaxf(0, fminf(1, t->share / (t->carries ? whole : 1)));
    }
    if (beside > first && is_made_for_it(bone_of(s, last->bone)))
        s->out[beside - 1].share = 1;
}

static void search_limb(twist_search *s)
{
    uint32_t first = s->count;
    add_between(s);
    uint32_t beside = s->count;
    add_beside(s);
    set_shares(s, first, beside);
}

uint32_t hone_humanoid_twists(const hone_model *model, const hone_humanoid *human,
                              hone_humanoid_twist out[HONE_HUMANOID_MAX_TWISTS])
{
    static const int roles[] = {HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_LOWER_LEG, HONE_HUMANOID_UPPER_ARM,
                                HONE_HUMANOID_LOWER_ARM};
    twist_search s = {.skeleton = hone_model_skeleton(model), .human = human, .out = out};
    for (int i = 0; i < 8; i++) {
        s.role = roles[i / 2] + i % 2;
        s.own = human->bones[s.role], s.next = human->bones[s.role + 2];
        if (s.own == HONE_NONE || s.next == HONE_NONE || !descends_from(&s, s.next, s.own))
            continue;
        hone_vec3_subtract(bone_of(&s, s.next)->position, bone_of(&s, s.own)->position, s.offset);
        s.length_2 = hone_vec3_dot(s.offset, s.offset);
        if (s.length_2 > 0)
            search_limb(&s);
    }
    return s.count;
}
