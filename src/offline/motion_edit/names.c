#include "offline/motion_edit/names.h"
#include "base/error.h"
#include "core/motion/binding/name_table.h"

/* Bytes of CP932 that MMD keeps of a name. */
enum { TRACK_BYTES = 15, CHAIN_BYTES = 20 };

/* The bytes of the file at the end of a name that are not a whole character stay behind the new name. */
static void set_name(hone_track_name *name, const char *text, uint8_t limit)
{
    hone_track_name out = {.text = text};
    char decoded[3 * sizeof name->cp932];
    uint8_t bytes[sizeof name->cp932];
    bool lossy = false;
    size_t known = hone_utf8_from_cp932((const uint8_t *)name->cp932, name->cp932_size, decoded, NULL);
    size_t used = hone_cp932_from_utf8(decoded, known, bytes, sizeof bytes, &lossy), tail = name->cp932_size - used;
    size_t size = hone_cp932_from_utf8(text, strlen(text), bytes, limit, &lossy);
    if (name->cp932_size && !lossy) {
        for (size_t i = 0; i < tail && size < limit; i++) bytes[size++] = (uint8_t)name->cp932[used + i];
        memcpy(out.cp932, bytes, size);
        out.cp932_size = (uint8_t)size;
    }
    *name = out;
}

/* A name that stays keeps its bytes. */
static bool rename_one(hone_edit *edit, hone_track_name *name, uint8_t limit, hone_name_fn *rename, void *user)
{
    const char *text = rename(edit, name->text, user);
    if (!text)
        return !(edit->failed = true);
    if (strcmp(text, name->text) == 0)
        return true;
    set_name(name, text, limit);
    edit->report.names_changed++;
    return true;
}

static bool rename_chains(hone_edit *edit, hone_edit_track *track, hone_name_fn *rename, void *user)
{
    hone_property_key *keys = hone_arena_array(edit->memory, track->count, sizeof *keys);
    if (!keys)
        return !(edit->failed = true);
    memcpy(keys, track->keys, track->count * sizeof *keys);
    track->keys = (const char *)keys;
    uint32_t changed = edit->report.names_changed; /* counts tracks, not every key of a chain */
    for (uint32_t k = 0; k < track->count; k++) {
        hone_ik_state *states = hone_arena_array(edit->memory, keys[k].state_count, sizeof *states);
        for (uint32_t s = 0; s < keys[k].state_count; s++) {
            if (!states)
                return !(edit->failed = true);
            states[s] = keys[k].states[s];
            if (!rename_one(edit, &states[s].name, CHAIN_BYTES, rename, user))
                return false;
        }
        keys[k].states = states;
    }
    edit->report.names_changed = changed;
    return true;
}

/* Fails for the first name that a second track of its kind has. */
static bool check_names(hone_edit *edit, hone_key_type type, hone_error *error)
{
    hone_name_table table;
    uint32_t count = 0;
    hone_name *names = hone_arena_array(edit->memory, edit->count, sizeof *names);
    for (uint32_t i = 0; names && i < edit->count; i++)
        if (edit->tracks[i].kind->type == type)
            names[count++] = (hone_name){edit->tracks[i].name.text, (uint32_t)strlen(edit->tracks[i].name.text)};
    if (!names || !hone_name_table_make(&table, names, count, edit->memory))
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < count; i++)
        if (names[i].size && hone_name_table_find(&table, names[i]) != i)
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "two tracks would be named %s", names[i].bytes);
    return true;
}

bool hone_edit_rename(hone_edit *edit, hone_name_fn *rename, void *user, hone_error *error)
{
    for (uint32_t i = 0; i < edit->count; i++) {
        hone_edit_track *track = &edit->tracks[i];
        bool named = track->kind->type == KEY_BONE || track->kind->type == KEY_MORPH;
        if (named && !rename_one(edit, &track->name, TRACK_BYTES, rename, user))
            return true; /* hone_edit_finish reports it */
        if (track->kind->type == KEY_PROPERTY && !rename_chains(edit, track, rename, user))
            return true;
    }
    if (!edit->report.names_changed)
        return true;
    return check_names(edit, KEY_BONE, error) && check_names(edit, KEY_MORPH, error);
}
