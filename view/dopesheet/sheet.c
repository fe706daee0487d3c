#include "view/dopesheet/sheet.h"

#include <stdlib.h>
#include <string.h>

/* ---- building ------------------------------------------------------------------------------------------------- */

typedef struct sheet_builder {
    sheet *sheet;
    bool *used[SHEET_SOURCES]; /* [keys_track_count] it is in a group */
    bool failed;
} sheet_builder;

static bool is_of_scene(keys_kind kind)
{
    return kind >= KEYS_CAMERA;
}

static void *grown(void *array, uint32_t count, size_t size)
{
    /* grows when the count is 0 or a power of two */
    return count & (count - 1) ? array : realloc(array, (count ? 2 * (size_t)count : 1) * size);
}

static void begin_group(sheet_builder *b, sheet_group_kind kind, const char *name, const char *english)
{
    sheet *s = b->sheet;
    sheet_group *groups = b->failed ? NULL : grown(s->groups, s->group_count, sizeof *groups);
    if (!groups) {
        b->failed = true;
        return;
    }
    s->groups = groups;
    groups[s->group_count++] =
        (sheet_group){.kind = kind, .name = name, .english = english, .begin = s->track_count, .made = UINT64_MAX};
}

static void add_track(sheet_builder *b, sheet_source source, uint32_t track)
{
    sheet *s = b->sheet;
    sheet_track *tracks = b->failed ? NULL : grown(s->tracks, s->track_count, sizeof *tracks);
    if (!tracks) {
        b->failed = true;
        return;
    }
    s->tracks = tracks;
    tracks[s->track_count++] = (sheet_track){source, track};
    s->groups[s->group_count - 1].count++;
    b->used[source][track] = true;
}

/* A group without tracks is left out. */
static void end_group(sheet_builder *b)
{
    sheet *s = b->sheet;
    if (!b->failed && s->groups[s->group_count - 1].count == 0)
        s->group_count--;
}

static const keys_track *track_of(const sheet *s, sheet_source source, uint32_t track)
{
    return keys_get_track(s->sources[source], track);
}

static uint32_t count_of(const sheet *s, sheet_source source)
{
    return s->sources[source] ? keys_track_count(s->sources[source]) : 0;
}

/* Camera and light belong to the scene, if there is one. */
static bool is_shown(const sheet *s, sheet_source source, uint32_t track)
{
    return source == (s->sources[SHEET_SCENE] ? SHEET_SCENE : SHEET_CHARACTER) ||
           !is_of_scene(track_of(s, source, track)->kind);
}

static void add_all(sheet_builder *b)
{
    begin_group(b, SHEET_ALL, NULL, NULL);
    for (int i = 0; i < SHEET_SOURCES; i++)
        for (uint32_t t = 0; t < count_of(b->sheet, (sheet_source)i); t++)
            if (is_shown(b->sheet, (sheet_source)i, t))
                add_track(b, (sheet_source)i, t);
    for (int i = 0; i < SHEET_SOURCES; i++)
        if (b->used[i])
            memset(b->used[i], 0, count_of(b->sheet, (sheet_source)i) * sizeof **b->used);
}

/* Adds the tracks of these kinds that are in no group yet. keyed: only those that have keys. */
static void add_kinds(sheet_builder *b, sheet_group_kind group, keys_kind first, keys_kind last, bool keyed)
{
    begin_group(b, group, NULL, NULL);
    for (int i = 0; i < SHEET_SOURCES; i++)
        for (uint32_t t = 0; t < count_of(b->sheet, (sheet_source)i); t++) {
            const keys_track *track = track_of(b->sheet, (sheet_source)i, t);
            if (track->kind >= first && track->kind <= last && is_shown(b->sheet, (sheet_source)i, t) &&
                !b->used[i][t] && (!keyed || track->count))
                add_track(b, (sheet_source)i, t);
        }
    end_group(b);
}

static void add_frame(sheet_builder *b, const hone_display_frame *frame)
{
    const keyframes *k = b->sheet->sources[SHEET_CHARACTER];
    begin_group(b, SHEET_FRAME, frame->name, frame->english_name);
    for (uint32_t i = 0; i < frame->item_count; i++) {
        const hone_frame_item *item = &frame->items[i];
        uint32_t track = item->index < 0
                             ? UINT32_MAX
                             : keys_find_track(k, item->is_morph ? KEYS_MORPH : KEYS_BONE, (uint32_t)item->index);
        if (track != UINT32_MAX && !b->used[SHEET_CHARACTER][track])
            add_track(b, SHEET_CHARACTER, track);
    }
    end_group(b);
}

static void add_groups(sheet_builder *b)
{
    sheet *s = b->sheet;
    const hone_model_data *model = hone_model_get(s->model);
    bool framed = s->model && s->sources[SHEET_CHARACTER] && model->display_frame_count;
    add_all(b);
    add_kinds(b, SHEET_CAMERA, KEYS_CAMERA, KEYS_SHADOW, false);
    add_kinds(b, SHEET_SWITCHES, KEYS_VISIBLE, KEYS_CHAIN, false);
    for (uint32_t f = 0; framed && f < model->display_frame_count; f++) add_frame(b, &model->display_frames[f]);
    if (!framed) {
        add_kinds(b, SHEET_BONES, KEYS_BONE, KEYS_BONE, false);
        add_kinds(b, SHEET_MORPHS, KEYS_MORPH, KEYS_MORPH, false);
    }
    add_kinds(b, SHEET_OTHERS, KEYS_VISIBLE, KEYS_MORPH, true);
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static void list_rows(sheet *s)
{
    s->row_count = 0;
    for (uint32_t g = 0; g < s->group_count; g++) {
        const sheet_group *group = &s->groups[g];
        s->rows[s->row_count++] = (sheet_row){g, UINT32_MAX};
        for (uint32_t t = 0; group->open && group->kind != SHEET_ALL && t < group->count; t++)
            s->rows[s->row_count++] = (sheet_row){g, group->begin + t};
    }
}

static void keep_open(sheet *s, const sheet *old)
{
    for (uint32_t i = 0; i < old->group_count; i++)
        for (uint32_t g = 0; g < s->group_count; g++)
            if (old->groups[i].open && old->groups[i].kind == s->groups[g].kind &&
                (old->groups[i].name == s->groups[g].name ||
                 (old->groups[i].name && s->groups[g].name && strcmp(old->groups[i].name, s->groups[g].name) == 0)))
                s->groups[g].open = true;
}

bool sheet_build(sheet *s, const hone_model *model, keyframes *character, keyframes *scene)
{
    sheet made = {.model = hone_model_retain(model), .sources = {character, scene}};
    sheet_builder b = {.sheet = &made};
    for (int i = 0; i < SHEET_SOURCES; i++) {
        b.used[i] = calloc(count_of(&made, (sheet_source)i) + 1, sizeof **b.used);
        b.failed = b.failed || !b.used[i];
    }
    if (!b.failed)
        add_groups(&b);
    for (int i = 0; i < SHEET_SOURCES; i++) free(b.used[i]);
    made.rows = b.failed ? NULL : malloc((made.group_count + made.track_count + 1) * sizeof *made.rows);
    if (!made.rows) {
        sheet_release(&made);
        return false;
    }
    if (s->model == model)
        keep_open(&made, s);
    list_rows(&made);
    sheet_release(s);
    *s = made;
    return true;
}

void sheet_release(sheet *s)
{
    for (uint32_t g = 0; g < s->group_count; g++) free(s->groups[g].marks);
    free(s->groups);
    free(s->tracks);
    free(s->rows);
    hone_model_release(s->model);
    *s = (sheet){0};
}

const keys_track *sheet_get_track(const sheet *s, uint32_t track)
{
    return track_of(s, s->tracks[track].source, s->tracks[track].track);
}

const char *sheet_track_name(const sheet *s, uint32_t track, const char **english)
{
    const keys_track *t = sheet_get_track(s, track);
    const hone_model_data *model = hone_model_get(s->model);
    const hone_skeleton *skeleton = hone_model_skeleton(s->model);
    const char *name = t->name.text;
    *english = "";
    if (t->kind == KEYS_BONE && t->index >= 0 && (uint32_t)t->index < skeleton->bone_count)
        name = skeleton->bones[t->index].name, *english = skeleton->bones[t->index].english_name;
    else if (t->kind == KEYS_MORPH && t->index >= 0 && (uint32_t)t->index < model->morph_count)
        name = model->morphs[t->index].name, *english = model->morphs[t->index].english_name;
    return name ? name : "";
}

void sheet_open(sheet *s, uint32_t group, bool open)
{
    if (group >= s->group_count || s->groups[group].open == open)
        return;
    s->groups[group].open = open;
    list_rows(s);
}

uint32_t sheet_find_row(sheet *s, sheet_source source, uint32_t track, bool open)
{
    uint32_t found = UINT32_MAX, group = 0;
    for (uint32_t g = 0; g < s->group_count && found == UINT32_MAX; g++)
        for (uint32_t i = s->groups[g].begin;
             s->groups[g].kind != SHEET_ALL && i - s->groups[g].begin < s->groups[g].count; i++)
            if (s->tracks[i].source == source && s->tracks[i].track == track)
                found = i, group = g;
    if (found == UINT32_MAX || (!open && !s->groups[group].open))
        return UINT32_MAX;
    sheet_open(s, group, true);
    for (uint32_t r = 0; r < s->row_count; r++)
        if (s->rows[r].track == found)
            return r;
    return UINT32_MAX;
}

/* ---- keys of a group ------------------------------------------------------------------------------------------ */

static uint64_t content(const sheet *s)
{
    uint64_t sum = 0;
    for (int i = 0; i < SHEET_SOURCES; i++) sum += s->sources[i] ? keys_revision(s->sources[i]) : 0;
    return sum;
}

uint64_t sheet_revision(const sheet *s)
{
    uint64_t sum = 0;
    for (int i = 0; i < SHEET_SOURCES; i++) sum += s->sources[i] ? keys_drawn_revision(s->sources[i]) : 0;
    return sum;
}

uint32_t sheet_lower_bound(const sheet_mark *marks, uint32_t count, uint32_t frame)
{
    uint32_t low = 0;
    while (count) {
        uint32_t half = count / 2;
        if (marks[low + half].frame < frame)
            low += half + 1, count -= half + 1;
        else
            count = half;
    }
    return low;
}

/* Merges the frames of a track into the marks; `room` has space for both. Returns the new number. */
static uint32_t merge(const sheet_mark *marks, uint32_t count, const keys_track *t, sheet_mark *room)
{
    uint32_t made = 0, i = 0, k = 0;
    while (i < count || k < t->count) {
        uint32_t mark = i < count ? marks[i].frame : UINT32_MAX, key = k < t->count ? t->array[k].frame : UINT32_MAX;
        uint32_t frame = mark < key ? mark : key;
        i += i < count && mark == frame;
        k += k < t->count && key == frame;
        room[made++] = (sheet_mark){frame, false};
    }
    return made;
}

static bool make_marks(sheet *s, sheet_group *g)
{
    free(g->marks);
    g->marks = NULL, g->mark_count = 0;
    for (uint32_t i = g->begin; i < g->begin + g->count; i++) {
        const keys_track *t = sheet_get_track(s, i);
        sheet_mark *room = t->count ? malloc(((size_t)g->mark_count + t->count) * sizeof *room) : NULL;
        if (t->count && !room)
            return false;
        if (!room)
            continue;
        g->mark_count = merge(g->marks, g->mark_count, t, room);
        free(g->marks);
        g->marks = room;
    }
    return true;
}

static void mark_selected(sheet *s, sheet_group *g)
{
    for (uint32_t i = 0; i < g->mark_count; i++) g->marks[i].selected = false;
    for (uint32_t i = g->begin; i < g->begin + g->count; i++) {
        const keys_track *t = sheet_get_track(s, i);
        uint32_t at = 0;
        for (uint32_t k = 0; t->selected && k < t->count; k++) {
            if (!t->array[k].selected)
                continue;
            while (g->marks[at].frame < t->array[k].frame) at++;
            g->marks[at].selected = true;
        }
    }
}

const sheet_mark *sheet_marks(sheet *s, uint32_t group, uint32_t *count)
{
    sheet_group *g = &s->groups[group];
    uint64_t made = content(s), drawn = sheet_revision(s);
    *count = 0;
    if (g->made != made && !make_marks(s, g))
        return NULL;
    if (g->made != made || g->drawn != drawn)
        mark_selected(s, g);
    g->made = made, g->drawn = drawn;
    *count = g->mark_count;
    return g->marks;
}

/* ---- the selection -------------------------------------------------------------------------------------------- */

uint32_t sheet_selected(const sheet *s)
{
    uint32_t sum = 0;
    for (int i = 0; i < SHEET_SOURCES; i++) sum += s->sources[i] ? keys_selected(s->sources[i]) : 0;
    return sum;
}

uint32_t sheet_last_frame(const sheet *s)
{
    uint32_t last = 0;
    for (int i = 0; i < SHEET_SOURCES; i++) {
        uint32_t own = s->sources[i] ? keys_last_frame(s->sources[i]) : 0;
        last = own > last ? own : last;
    }
    return last;
}

void sheet_select_none(sheet *s)
{
    for (int i = 0; i < SHEET_SOURCES; i++)
        if (s->sources[i])
            keys_select_none(s->sources[i]);
}

void sheet_select_all(sheet *s)
{
    if (s->group_count)
        sheet_select_row(s, 0, 0, UINT32_MAX, true);
}

static void select_track(sheet *s, uint32_t track, uint32_t first, uint32_t last, bool on)
{
    const sheet_track *t = &s->tracks[track];
    keyframes *k = s->sources[t->source];
    if (on) {
        keys_select_box(k, &t->track, 1, first, last);
        return;
    }
    const keys_track *own = keys_get_track(k, t->track);
    for (uint32_t i = keys_lower_bound(own, first); i < own->count && own->array[i].frame <= last; i++)
        keys_select(k, t->track, own->array[i].frame, false);
}

void sheet_select_row(sheet *s, uint32_t row, uint32_t first, uint32_t last, bool on)
{
    if (row >= s->row_count)
        return;
    const sheet_row *r = &s->rows[row];
    const sheet_group *g = &s->groups[r->group];
    if (r->track != UINT32_MAX)
        select_track(s, r->track, first, last, on);
    else
        for (uint32_t i = g->begin; i < g->begin + g->count; i++) select_track(s, i, first, last, on);
}

bool sheet_has_key(sheet *s, uint32_t row, uint32_t frame, bool *selected)
{
    bool unused;
    uint32_t count = 0;
    selected = selected ? selected : &unused;
    if (row >= s->row_count)
        return false;
    if (s->rows[row].track != UINT32_MAX) {
        const keys_key *key = keys_at(sheet_get_track(s, s->rows[row].track), frame);
        *selected = key && key->selected;
        return key != NULL;
    }
    const sheet_mark *marks = sheet_marks(s, s->rows[row].group, &count);
    uint32_t i = sheet_lower_bound(marks, count, frame);
    *selected = i < count && marks[i].frame == frame && marks[i].selected;
    return i < count && marks[i].frame == frame;
}
