#include "cmd/motion/motion_json.h"
#include "tool/output/json_members.h"
#include "tool/output/output.h"
#include <stdlib.h>
#include <string.h>

/* The keys of one kind: of a track, of the camera, … */
typedef struct key_group {
    const char *kind, *name;
    const void *keys;
    size_t size;
    uint32_t count;
} key_group;

enum { SINGLE_GROUPS = 4 };

static uint32_t group_count(const hone_motion_data *data)
{
    return data->bone_track_count + data->morph_track_count + SINGLE_GROUPS;
}

static key_group group_at(const hone_motion_data *data, uint32_t index)
{
    if (index < data->bone_track_count) {
        const hone_bone_track *t = &data->bone_tracks[index];
        return (key_group){"bone", t->name.text, t->keys, sizeof *t->keys, t->key_count};
    }
    index -= data->bone_track_count;
    if (index < data->morph_track_count) {
        const hone_morph_track *t = &data->morph_tracks[index];
        return (key_group){"morph", t->name.text, t->keys, sizeof *t->keys, t->key_count};
    }
    const key_group single[SINGLE_GROUPS] = {
        {"camera", "", data->camera_keys, sizeof *data->camera_keys, data->camera_key_count},
        {"light", "", data->light_keys, sizeof *data->light_keys, data->light_key_count},
        {"shadow", "", data->shadow_keys, sizeof *data->shadow_keys, data->shadow_key_count},
        {"property", "", data->property_keys, sizeof *data->property_keys, data->property_key_count}};
    return single[index - data->morph_track_count];
}

/* All groups of a motion, sorted by kind and name. */
typedef struct key_groups {
    key_group *items; /* [count] */
    uint32_t count;
} key_groups;

static int compare_groups(const void *a, const void *b)
{
    const key_group *x = a, *y = b;
    int order = strcmp(x->kind, y->kind);
    return order ? order : strcmp(x->name, y->name);
}

/* Without memory there are no groups. */
static key_groups sort_groups(const hone_motion_data *data)
{
    key_groups out = {calloc(group_count(data), sizeof *out.items), 0};
    for (uint32_t i = 0; out.items && i < group_count(data); i++) out.items[out.count++] = group_at(data, i);
    if (out.items)
        qsort(out.items, out.count, sizeof *out.items, compare_groups);
    return out;
}

/* Returns the group of this kind and name, or one without keys. */
static key_group find_group(const key_groups *groups, const key_group *like)
{
    const key_group *found =
        groups->items ? bsearch(like, groups->items, groups->count, sizeof *like, compare_groups) : NULL;
    return found ? *found : (key_group){like->kind, like->name, NULL, like->size, 0};
}

uint64_t motion_key_count(const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    uint64_t count = 0;
    for (uint32_t i = 0; i < group_count(data); i++) count += group_at(data, i).count;
    return count;
}

/* Whether two keys are equal but for their frame. The states of a property key are not compared: they are copies. */
static bool same_key(const key_group *a, uint32_t i, const key_group *b, uint32_t j)
{
    const char *x = (const char *)a->keys + i * a->size, *y = (const char *)b->keys + j * b->size;
    size_t size = strcmp(a->kind, "property") == 0 ? offsetof(hone_property_key, states) : a->size;
    return memcmp(x + sizeof(uint32_t), y + sizeof(uint32_t), size - sizeof(uint32_t)) == 0;
}

enum { LOOK_AHEAD = 64 };

/* Returns how many keys of `before` are in `after`, in order, with all their bits but the frame. */
static uint32_t count_kept(const key_group *before, const key_group *after)
{
    uint32_t kept = 0, next = 0;
    for (uint32_t i = 0; i < before->count && next < after->count; i++)
        for (uint32_t j = next; j < after->count && j < next + LOOK_AHEAD; j++)
            if (same_key(before, i, after, j)) {
                kept++, next = j + 1;
                break;
            }
    return kept;
}

static void add_group(hone_json *json, const key_group *before, const key_group *after)
{
    uint32_t kept = count_kept(before, after);
    if (kept == before->count && kept == after->count)
        return;
    hone_json_object(json);
    json_string(json, "kind", before->kind);
    if (*before->name)
        json_string(json, "name", before->name);
    json_integer(json, "keys_before", before->count);
    json_integer(json, "keys_after", after->count);
    json_integer(json, "keys_kept", kept);
    hone_json_end(json, '}');
}

/* Tracks whose keys are not all the same as before, frames apart. */
static void add_tracks(hone_json *json, const motion_result *result)
{
    const hone_motion_data *before = hone_motion_get(result->before), *after = hone_motion_get(result->after);
    hone_json_key(json, "tracks");
    hone_json_array(json);
    key_groups olds = sort_groups(before), news = sort_groups(after);
    for (uint32_t i = 0; i < group_count(before); i++) {
        key_group a = group_at(before, i), b = find_group(&news, &a);
        add_group(json, &a, &b);
    }
    for (uint32_t i = 0; i < group_count(after); i++) {
        key_group b = group_at(after, i), a = find_group(&olds, &b);
        if (!a.keys && b.count)
            add_group(json, &a, &b);
    }
    free(olds.items), free(news.items);
    hone_json_end(json, ']');
}

static void add_motion(hone_json *json, const hone_motion *motion)
{
    json_integer(json, "last_frame", hone_motion_get(motion)->last_frame);
    json_integer(json, "keys", motion_key_count(motion));
}

static void add_result(hone_json *json, const motion_result *result)
{
    const hone_motion_edit_report *r = &result->report;
    hone_json_object(json);
    json_string(json, "operation", result->step->option->name + 2);
    if (result->step->text)
        json_string(json, "value", result->step->text);
    json_string(json, "file", result->file);
    add_motion(json, result->after);
    json_integer(json, "divided", r->divided);
    json_number(json, "curve_error", r->curve_error);
    json_integer(json, "jumps", r->jumps);
    json_integer(json, "tracks_replaced", r->tracks_replaced);
    json_integer(json, "names_changed", r->names_changed);
    json_integer(json, "keys_lost", r->keys_lost);
    json_number(json, "time_error", r->time_error);
    json_number(json, "seam_distance_m", r->seam_distance * HONE_MMD_METRES);
    json_number(json, "seam_angle", r->seam_angle);
    if (result->before)
        add_tracks(json, result);
    hone_json_end(json, '}');
}

int motion_print_json(const motion_work *work, const char *output, uint64_t bytes)
{
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_json_object(&json);
    json_string(&json, "output", output);
    json_integer(&json, "bytes", bytes);
    add_motion(&json, work->entries[0].motion);
    hone_json_key(&json, "operations");
    hone_json_array(&json);
    for (uint32_t i = 0; i < work->result_count; i++) add_result(&json, &work->results[i]);
    hone_json_end(&json, ']');
    hone_json_end(&json, '}');
    return output_text("-", &text, work->report);
}
