/* Copies and pastes keys. */
#include "view/keys/change_list.h"
#include "view/keys/keys_edit.h"
#include "view/text.h"
#include <hone/motion_edit.h>

#include <stdlib.h>
#include <string.h>

static const char label_paste[] = N_("Paste keys");
static const char label_mirrored[] = N_("Paste keys mirrored");

typedef struct copied_key {
    uint32_t track; /* in `tracks` */
    uint32_t frame; /* after the first */
    keys_value value;
} copied_key;

typedef struct copied_track {
    keys_kind kind;
    char *name;
} copied_track;

struct keys_clipboard {
    copied_track *tracks; /* [track_count] */
    copied_key *keys;     /* [count] */
    uint32_t track_count, count;
    uint32_t first; /* the frame of the first key */
};

void keys_clipboard_destroy(keys_clipboard *c)
{
    if (!c)
        return;
    for (uint32_t t = 0; c->tracks && t < c->track_count; t++) free(c->tracks[t].name);
    free(c->tracks);
    free(c->keys);
    free(c);
}

uint32_t keys_clipboard_count(const keys_clipboard *c)
{
    return c ? c->count : 0;
}

uint32_t keys_clipboard_first(const keys_clipboard *c)
{
    return c->first;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static bool copy_track(keys_clipboard *c, const keys_track *from)
{
    uint32_t track = c->track_count++;
    c->tracks[track] = (copied_track){from->kind, copy_text(from->name.text)};
    for (uint32_t i = 0; i < from->count; i++)
        if (from->array[i].selected)
            c->keys[c->count++] = (copied_key){track, from->array[i].frame, from->array[i].value};
    return c->tracks[track].name != NULL;
}

static void count_from_first(keys_clipboard *c)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < c->count; i++) first = c->keys[i].frame < first ? c->keys[i].frame : first;
    for (uint32_t i = 0; i < c->count; i++) c->keys[i].frame -= first;
    c->first = first;
}

keys_clipboard *keys_copy(const keyframes *k)
{
    uint32_t count = keys_selected(k);
    keys_clipboard *c = count ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return NULL;
    c->keys = malloc(count * sizeof *c->keys);
    c->tracks = calloc(keys_track_count(k), sizeof *c->tracks);
    bool ok = c->keys && c->tracks;
    for (uint32_t t = 0; ok && t < keys_track_count(k); t++)
        if (keys_get_track(k, t)->selected)
            ok = copy_track(c, keys_get_track(k, t));
    if (!ok) {
        keys_clipboard_destroy(c);
        return NULL;
    }
    count_from_first(c);
    return c;
}

/* ---- pasting --------------------------------------------------------------------------------------------------- */

static uint32_t find_track(const keyframes *k, keys_kind kind, const char *name)
{
    for (uint32_t t = 0; t < keys_track_count(k); t++) {
        const keys_track *at = keys_get_track(k, t);
        if (at->kind == kind && strcmp(at->name.text, name) == 0)
            return t;
    }
    return UINT32_MAX;
}

enum { NAME_SIZE = 256 };

/* Finds the track of the keys that each copied track becomes. */
static uint32_t *find_tracks(const keyframes *k, const keys_clipboard *c, bool mirrored)
{
    uint32_t *found = malloc(c->track_count * sizeof *found);
    for (uint32_t t = 0; found && t < c->track_count; t++) {
        char name[NAME_SIZE];
        bool other = mirrored && hone_mirror_name(c->tracks[t].name, name, sizeof name) < sizeof name;
        found[t] = find_track(k, c->tracks[t].kind, other ? name : c->tracks[t].name);
    }
    return found;
}

static void mirror_value(keys_kind kind, keys_value *value)
{
    if (kind == KEYS_BONE)
        hone_mirror_offset(value->bone.translation, value->bone.rotation);
    if (kind == KEYS_CAMERA)
        hone_mirror_camera(&value->camera.camera);
    if (kind == KEYS_LIGHT)
        value->light.direction[0] = -value->light.direction[0];
}

static void add_pasted(change_list *list, const keys_clipboard *c, const copied_key *key, uint32_t track,
                       uint32_t frame, bool mirrored)
{
    keys_change change = {track, frame + key->frame, true, true, key->value};
    if (mirrored)
        mirror_value(c->tracks[key->track].kind, &change.value);
    if (frame <= KEYS_LAST_FRAME && key->frame <= KEYS_LAST_FRAME - frame)
        change_list_add(list, change);
}

bool keys_paste(history *h, keyframes *k, const keys_clipboard *c, uint32_t frame, bool mirrored, uint32_t *missed)
{
    change_list list = {0};
    uint32_t lost = 0, *tracks = find_tracks(k, c, mirrored);
    for (uint32_t i = 0; tracks && i < c->count; i++) {
        uint32_t track = tracks[c->keys[i].track];
        if (track == UINT32_MAX)
            lost++;
        else
            add_pasted(&list, c, &c->keys[i], track, frame, mirrored);
    }
    if (missed)
        *missed = lost;
    bool ok = tracks != NULL;
    if (ok && list.count)
        keys_select_none(k);
    ok = change_list_commit(&list, h, k, mirrored ? label_mirrored : label_paste) && ok;
    free(tracks);
    return ok;
}
