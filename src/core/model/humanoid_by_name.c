/* Finds humanoid bones by their names. */
#include "core/model/humanoid.h"
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 32, CANDIDATES = 3 };

/* The bones whose names suit a role, the best first. */
typedef struct candidates {
    int32_t bones[CANDIDATES];
    int ranks[CANDIDATES];
    int count;
} candidates;

typedef struct names_context {
    const hone_skeleton *skeleton;
    int32_t *bones;     /* [HONE_HUMANOID_COUNT] */
    const char *prefix; /* that most names share */
    size_t prefix_size; /* 0: they share none */
    candidates found[HONE_HUMANOID_COUNT];
} names_context;

static bool is_taken(const names_context *n, int32_t bone)
{
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (n->bones[h] == bone)
            return true;
    return false;
}

static int side_of(int human)
{
    if (human < HONE_HUMANOID_EYE)
        return HONE_SIDE_NONE;
    return (human - HONE_HUMANOID_EYE) % 2 ? HONE_SIDE_RIGHT : HONE_SIDE_LEFT;
}

static const hone_humanoid_names *names_of(int human)
{
    return &hone_humanoid_names_of[side_of(human) == HONE_SIDE_RIGHT ? human - 1 : human];
}

/* Finds the first bone with that name; "*" in the pattern is replaced by the side. */
static int32_t find_mmd(const names_context *n, const char *pattern, int side)
{
    char name[48];
    const char *star = strchr(pattern, '*');
    if (star)
        snprintf(name, sizeof name, "%s%s", side == HONE_SIDE_RIGHT ? "右" : "左", star + 1);
    else
        snprintf(name, sizeof name, "%s", pattern);
    for (uint32_t i = 0; i < n->skeleton->bone_count; i++)
        if (strcmp(n->skeleton->bones[i].name, name) == 0)
            return is_taken(n, (int32_t)i) ? HONE_NONE : (int32_t)i;
    return HONE_NONE;
}

/* ---- words ----------------------------------------------------------------------------------------------------- */

/* Finds a prefix that most names share, as "Character1_" of "Character1_LeftLeg". The first bones may lack it. */
static void find_prefix(names_context *n)
{
    enum { FEWEST = 8, GUESSES = 3 };
    const hone_skeleton *skeleton = n->skeleton;
    for (uint32_t guess = 0; guess < GUESSES && skeleton->bone_count >= FEWEST; guess++) {
        const char *name = skeleton->bones[guess].name;
        size_t length = strcspn(name, "_-. ");
        uint32_t count = 0;
        for (uint32_t i = 0; i < skeleton->bone_count && name[length] && length > 1; i++)
            count += strncmp(skeleton->bones[i].name, name, length + 1) == 0;
        if (count > skeleton->bone_count / 4 * 3) {
            n->prefix = name;
            n->prefix_size = length + 1;
            return;
        }
    }
}

static int rank_of(const char *list, const char *word)
{
    char wrapped[WORD_SIZE + 3];
    snprintf(wrapped, sizeof wrapped, " %s ", word);
    const char *found = strstr(list, wrapped);
    return found && *word ? (int)(found - list) : -1;
}

/* Keeps the best candidates; of equal ones the first. */
static void add_candidate(candidates *c, int32_t bone, int rank)
{
    int at = c->count;
    while (at > 0 && rank < c->ranks[at - 1]) at--;
    if (at == CANDIDATES)
        return;
    c->count += c->count < CANDIDATES;
    for (int i = c->count - 1; i > at; i--) c->bones[i] = c->bones[i - 1], c->ranks[i] = c->ranks[i - 1];
    c->bones[at] = bone, c->ranks[at] = rank;
}

/* Whether a bone is where its parent is, as the joints that some skeletons have before hips and shoulders. */
static bool is_at_parent(const hone_skeleton *skeleton, uint32_t bone)
{
    int32_t parent = skeleton->bones[bone].parent;
    return parent != HONE_NONE && memcmp(skeleton->bones[parent].position, skeleton->bones[bone].position,
                                         sizeof skeleton->bones->position) == 0;
}

static void find_candidates(names_context *n)
{
    for (uint32_t i = 0; i < n->skeleton->bone_count; i++) {
        const char *name = n->skeleton->bones[i].name;
        char word[WORD_SIZE];
        bool shared = n->prefix_size && strncmp(name, n->prefix, n->prefix_size) == 0;
        int side = hone_bone_word(shared ? name + n->prefix_size : name, word, sizeof word);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
            int rank = side_of(h) == side ? rank_of(names_of(h)->others, word) : -1;
            if (rank >= 0)
                add_candidate(&n->found[h], (int32_t)i, 2 * rank + is_at_parent(n->skeleton, i));
        }
    }
}

static int32_t find_word(const names_context *n, int human)
{
    const candidates *c = &n->found[human];
    for (int i = 0; i < c->count; i++)
        if (!is_taken(n, c->bones[i]))
            return c->bones[i];
    return HONE_NONE;
}

/* Without a collar bone, what is called a shoulder is the upper arm. */
static void move_shoulders(names_context *n)
{
    for (int side = 0; side < 2; side++) {
        int32_t *shoulder = &n->bones[HONE_HUMANOID_SHOULDER + side], *arm = &n->bones[HONE_HUMANOID_UPPER_ARM + side];
        if (*arm == HONE_NONE && n->bones[HONE_HUMANOID_LOWER_ARM + side] != HONE_NONE) {
            *arm = *shoulder;
            *shoulder = HONE_NONE;
        }
    }
}

void hone_humanoid_by_name(const hone_model_data *data, int32_t *bones)
{
    names_context n = {.skeleton = &data->skeleton, .bones = bones};
    find_prefix(&n);
    find_candidates(&n);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        if (bones[h] == HONE_NONE)
            bones[h] = find_mmd(&n, names_of(h)->mmd, side_of(h));
        if (bones[h] == HONE_NONE)
            bones[h] = find_word(&n, h);
    }
    move_shoulders(&n);
}
