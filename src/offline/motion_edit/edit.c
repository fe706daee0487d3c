#include "offline/motion_edit/edit.h"
#include "base/error.h"
#include "core/motion/binding/name_table.h"

/* ---- beginning ---- */

static void add_track(hone_edit *edit, hone_key_type type, const hone_track_name *name, const void *keys,
                      uint32_t count)
{
    static const hone_track_name none = {.text = ""};
    edit->tracks[edit->count++] = (hone_edit_track){&hone_key_kinds[type], name ? *name : none, count, keys};
}

static void list_tracks(hone_edit *edit, const hone_motion_data *data)
{
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        add_track(edit, KEY_BONE, &data->bone_tracks[i].name, data->bone_tracks[i].keys,
                  data->bone_tracks[i].key_count);
    for (uint32_t i = 0; i < data->morph_track_count; i++)
        add_track(edit, KEY_MORPH, &data->morph_tracks[i].name, data->morph_tracks[i].keys,
                  data->morph_tracks[i].key_count);
    const struct {
        hone_key_type type;
        const void *keys;
        uint32_t count;
    } single[] = {{KEY_CAMERA, data->camera_keys, data->camera_key_count},
                  {KEY_LIGHT, data->light_keys, data->light_key_count},
                  {KEY_SHADOW, data->shadow_keys, data->shadow_key_count},
                  {KEY_PROPERTY, data->property_keys, data->property_key_count}};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (single[i].count)
            add_track(edit, single[i].type, NULL, single[i].keys, single[i].count);
}

static bool check(const hone_motion *motion, hone_error *error)
{
    if (!motion)
        return hone_fail_null(error, "motion");
    const hone_motion_data *data = hone_motion_get(motion);
    if (data->packed || data->channel_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                         "a motion with channels or packed samples has no keys of MMD: bake it first");
    if (data->space != HONE_SPACE_MMD && hone_motion_moves(motion))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion is not in MMD's space");
    return true;
}

bool hone_edit_begin(hone_edit *edit, const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    *edit = (hone_edit){.allocator = allocator};
    if (!check(motion, error))
        return false;
    edit->memory = hone_arena_create(allocator, 0, error);
    if (!edit->memory)
        return false;
    const hone_motion_data *data = hone_motion_get(motion);
    uint64_t most = (uint64_t)data->bone_track_count + data->morph_track_count + KEY_TYPE_COUNT;
    edit->tracks = hone_arena_array(edit->memory, (size_t)most, sizeof *edit->tracks);
    if (!edit->tracks)
        return hone_arena_fail(edit->memory, error);
    edit->model_name = data->model_name;
    edit->last_frame = data->last_frame;
    list_tracks(edit, data);
    return true;
}

/* ---- finishing ---- */

static const char *copy_text(hone_builder *builder, const char *text)
{
    return hone_builder_text(builder, text, strlen(text));
}

static void *copy_keys(hone_builder *builder, const hone_edit_track *track)
{
    void *out = hone_builder_array(builder, track->count, track->kind->size);
    if (out)
        memcpy(out, track->keys, track->count * track->kind->size);
    return out;
}

static void copy_states(hone_builder *builder, hone_property_key *keys, uint32_t count)
{
    for (uint32_t k = 0; keys && k < count; k++) {
        hone_ik_state *states = hone_builder_array(builder, keys[k].state_count, sizeof *states);
        for (uint32_t s = 0; states && s < keys[k].state_count; s++) {
            states[s] = keys[k].states[s];
            states[s].name.text = copy_text(builder, states[s].name.text);
        }
        keys[k].states = states;
    }
}

static uint32_t count_type(const hone_edit *edit, hone_key_type type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < edit->count; i++) count += edit->tracks[i].kind->type == type;
    return count;
}

/* Where the copied tracks go. */
typedef struct copied {
    hone_builder *builder;
    hone_motion_data data;
    hone_bone_track *bones;
    hone_morph_track *morphs;
} copied;

static void copy_track(copied *to, const hone_edit_track *track)
{
    hone_motion_data *data = &to->data;
    void *keys = copy_keys(to->builder, track);
    hone_track_name name = track->name;
    switch (track->kind->type) {
    case KEY_BONE:
    case KEY_MORPH:
        name.text = copy_text(to->builder, name.text);
        if (track->kind->type == KEY_BONE)
            to->bones[data->bone_track_count++] = (hone_bone_track){name, track->count, keys};
        else
            to->morphs[data->morph_track_count++] = (hone_morph_track){name, track->count, keys};
        break;
    case KEY_CAMERA:
        data->camera_keys = keys, data->camera_key_count = track->count;
        break;
    case KEY_LIGHT:
        data->light_keys = keys, data->light_key_count = track->count;
        break;
    case KEY_SHADOW:
        data->shadow_keys = keys, data->shadow_key_count = track->count;
        break;
    case KEY_PROPERTY:
        data->property_keys = keys, data->property_key_count = track->count;
        copy_states(to->builder, keys, track->count);
        break;
    case KEY_TYPE_COUNT:
        break;
    }
}

static hone_motion *make_motion(const hone_edit *edit, hone_error *error)
{
    copied to = {.builder = hone_builder_create(edit->allocator, 0, error), .data = {.space = HONE_SPACE_MMD}};
    if (!to.builder)
        return NULL;
    uint32_t bones = count_type(edit, KEY_BONE), morphs = count_type(edit, KEY_MORPH);
    to.bones = hone_builder_array(to.builder, bones, sizeof *to.bones);
    to.morphs = hone_builder_array(to.builder, morphs, sizeof *to.morphs);
    if ((bones && !to.bones) || (morphs && !to.morphs)) {
        hone_builder_destroy(to.builder);
        return hone_fail_memory(error), NULL;
    }
    to.data.model_name = copy_text(to.builder, edit->model_name);
    for (uint32_t i = 0; i < edit->count; i++) copy_track(&to, &edit->tracks[i]);
    to.data.bone_tracks = to.bones, to.data.morph_tracks = to.morphs;
    return hone_motion_create(to.builder, &to.data, NULL, error);
}

hone_motion *hone_edit_finish(hone_edit *edit, bool good, hone_motion_edit_report *report, hone_error *error)
{
    hone_motion *out = NULL;
    if (good && (edit->failed || hone_arena_failed(edit->memory)))
        hone_fail_memory(error);
    else if (good)
        out = make_motion(edit, error);
    if (report)
        *report = edit->report;
    hone_arena_destroy(edit->memory);
    return out;
}

/* ---- tracks ---- */

/* The name of a track with its kind before it, so that no name is empty. */
static hone_name label_of(hone_edit *edit, const hone_edit_track *track)
{
    size_t size = strlen(track->name.text);
    char *text = hone_arena_array(edit->memory, size + 1, 1);
    if (!text)
        return (hone_name){"", 0};
    text[0] = (char)('0' + track->kind->type);
    memcpy(text + 1, track->name.text, size);
    return (hone_name){text, (uint32_t)(size + 1)};
}

const uint32_t *hone_edit_match(hone_edit *edit, const hone_edit *of, const hone_edit *in)
{
    hone_name_table table;
    hone_name *names = hone_arena_array(edit->memory, (size_t)in->count + 1, sizeof *names);
    uint32_t *out = hone_arena_array(edit->memory, (size_t)of->count + 1, sizeof *out);
    for (uint32_t i = 0; names && i < in->count; i++) names[i] = label_of(edit, &in->tracks[i]);
    if (!names || !out || !hone_name_table_make(&table, names, in->count, edit->memory)) {
        edit->failed = true;
        return NULL;
    }
    for (uint32_t i = 0; i < of->count; i++) out[i] = hone_name_table_find(&table, label_of(edit, &of->tracks[i]));
    edit->failed |= hone_arena_failed(edit->memory);
    return edit->failed ? NULL : out;
}

uint32_t hone_track_past(const hone_edit_track *track, uint32_t frame)
{
    uint32_t low = 0, high = track->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (hone_track_frame(track, middle) <= frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Collects the states of keys first to last, the latest first, and drops those of chains that a later key names. */
static void carry_states(hone_edit *edit, const hone_edit_track *track, uint32_t first, uint32_t last,
                         hone_property_key *out)
{
    const hone_property_key *keys = (const hone_property_key *)track->keys;
    size_t most = 1;
    uint32_t count = 0, kept = 0, own = keys[last].state_count;
    for (uint32_t k = first; k <= last; k++) most += keys[k].state_count;
    hone_ik_state *states = hone_arena_array(edit->memory, most, sizeof *states);
    hone_name *names = hone_arena_array(edit->memory, most, sizeof *names);
    hone_name_table table;
    for (uint32_t k = last + 1; states && names && k-- > first;)
        for (uint32_t s = 0; s < keys[k].state_count; s++, count++) {
            states[count] = keys[k].states[s];
            names[count] = (hone_name){states[count].name.text, (uint32_t)strlen(states[count].name.text)};
        }
    out->states = states;
    out->state_count = 0;
    if (!states || !names || !hone_name_table_make(&table, names, count, edit->memory))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (i < own || hone_name_table_find(&table, names[i]) == i)
            states[kept++] = states[i];
    out->state_count = kept;
}

void hone_track_carry(hone_edit *edit, const hone_edit_track *track, uint32_t first, uint32_t last, uint32_t frame,
                      hone_any_key *out)
{
    memcpy(out, hone_track_key(track, last), track->kind->size);
    if (track->kind->type == KEY_PROPERTY)
        carry_states(edit, track, first, last, &out->property);
    out->frame = frame;
}
