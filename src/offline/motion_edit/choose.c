/* Leaves out some tracks, or all others. */
#include "base/error.h"
#include "offline/motion_edit/edit.h"

typedef struct choose_context {
    const hone_motion_choice *choice;
    bool keep;     /* the chosen ones stay; false: they go */
    uint8_t *used; /* [name_count] whether the name has chosen anything */
} choose_context;

/* Whether a name matches a pattern in which each '*' stands for any text. */
static bool matches(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = NULL;
    while (*name) {
        if (*pattern == '*')
            star = ++pattern, resume = name;
        else if (*pattern == *name)
            pattern++, name++;
        else if (star)
            pattern = star, name = ++resume;
        else
            return false;
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

static bool is_named(choose_context *c, const char *name)
{
    bool named = false;
    for (uint32_t i = 0; i < c->choice->name_count; i++)
        if (matches(c->choice->names[i], name))
            c->used[i] = 1, named = true;
    return named;
}

static bool is_chosen(choose_context *c, uint32_t part, const char *name)
{
    bool named = is_named(c, name);
    return named || (c->choice->parts & part);
}

/* Leaves out the states of chains. */
static void choose_states(hone_edit *edit, choose_context *c, hone_property_key *key)
{
    hone_ik_state *states = hone_arena_array(edit->memory, key->state_count, sizeof *states);
    edit->failed |= key->state_count && !states;
    uint32_t count = 0;
    for (uint32_t s = 0; states && s < key->state_count; s++)
        if (is_chosen(c, HONE_MOTION_IK, key->states[s].name.text) == c->keep)
            states[count++] = key->states[s];
    key->states = states;
    key->state_count = count;
}

/* A property key has two parts. A track of which nothing is left is left out. */
static bool choose_properties(hone_edit *edit, choose_context *c, hone_edit_track *track)
{
    hone_property_key *keys = hone_arena_array(edit->memory, track->count, sizeof *keys);
    edit->failed |= !keys;
    bool visible = !(c->choice->parts & HONE_MOTION_VISIBLE) != c->keep, any = false, changed = c->keep;
    for (uint32_t k = 0; keys && k < track->count; k++) {
        hone_property_key old;
        memcpy(&old, hone_track_key(track, k), sizeof old);
        keys[k] = old;
        keys[k].visible |= !visible;
        choose_states(edit, c, &keys[k]);
        changed |= keys[k].state_count != old.state_count || keys[k].visible != old.visible;
        any |= keys[k].state_count > 0 || !keys[k].visible;
    }
    track->keys = (const char *)keys;
    return any || !changed;
}

static bool choose_track(hone_edit *edit, choose_context *c, hone_edit_track *track)
{
    static const uint32_t parts[KEY_TYPE_COUNT] = {HONE_MOTION_BONES, HONE_MOTION_MORPHS, HONE_MOTION_CAMERA,
                                                   HONE_MOTION_LIGHT, HONE_MOTION_SHADOW, 0};
    if (track->kind->type == KEY_PROPERTY)
        return choose_properties(edit, c, track);
    uint32_t part = parts[track->kind->type];
    bool has_name = track->kind->type == KEY_BONE || track->kind->type == KEY_MORPH;
    return (has_name ? is_chosen(c, part, track->name.text) : (c->choice->parts & part) != 0) == c->keep;
}

static bool check(const hone_motion_choice *choice, hone_error *error)
{
    if (!choice || (choice->name_count && !choice->names))
        return hone_fail_null(error, choice ? "names" : "choice");
    for (uint32_t i = 0; i < choice->name_count; i++)
        if (!choice->names[i])
            return hone_fail_null(error, "a name");
    return true;
}

static bool choose(hone_edit *edit, choose_context *c, hone_error *error)
{
    uint32_t count = 0;
    c->used = hone_arena_array(edit->memory, c->choice->name_count, 1);
    if (c->choice->name_count && !c->used)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < edit->count; i++)
        if (choose_track(edit, c, &edit->tracks[i]))
            edit->tracks[count++] = edit->tracks[i];
    edit->count = count;
    for (uint32_t i = 0; !edit->failed && i < c->choice->name_count; i++)
        if (!c->used[i])
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "no bone, morph or IK chain of the motion is named %s",
                             c->choice->names[i]);
    return true;
}

static hone_motion *chosen(const hone_motion *motion, choose_context *c, const hone_allocator *allocator,
                           hone_motion_edit_report *report, hone_error *error)
{
    hone_edit edit = {0};
    bool good = check(c->choice, error) && hone_edit_begin(&edit, motion, allocator, error) && choose(&edit, c, error);
    return hone_edit_finish(&edit, good, report, error);
}

hone_motion *hone_motion_strip(const hone_motion *motion, const hone_motion_choice *choice,
                               const hone_allocator *allocator, hone_motion_edit_report *report, hone_error *error)
{
    return chosen(motion, &(choose_context){.choice = choice, .keep = false}, allocator, report, error);
}

hone_motion *hone_motion_keep(const hone_motion *motion, const hone_motion_choice *choice,
                              const hone_allocator *allocator, hone_motion_edit_report *report, hone_error *error)
{
    return chosen(motion, &(choose_context){.choice = choice, .keep = true}, allocator, report, error);
}
