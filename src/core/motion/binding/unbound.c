/* Lists the tracks and channels of a motion for which a model has no bone or morph. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/motion/binding/bind.h"
#include "core/motion/binding/namesakes.h"
#include "core/motion/key_repair.h"

#include <hone/clip.h>

typedef struct unbound_list {
    const char **names;
    uint32_t *keys; /* [capacity] of each name's track */
    uint32_t capacity, count;
} unbound_list;

/* Inserts a name. The list is sorted by number of keys, most first; equal ones keep their order. */
static void take(unbound_list *list, const char *name, uint32_t keys)
{
    uint32_t held = list->count < list->capacity ? list->count : list->capacity, at = held;
    list->count++;
    while (at > 0 && list->keys[at - 1] < keys) at--;
    if (at == list->capacity)
        return;
    for (uint32_t i = held < list->capacity ? held : held - 1; i > at; i--) {
        list->names[i] = list->names[i - 1];
        list->keys[i] = list->keys[i - 1];
    }
    list->names[at] = name;
    list->keys[at] = keys;
}

/* The records of both arrays begin with a name. */
static bool take_bones(const hone_motion_data *motion, const hone_skeleton *skeleton, hone_arena *scratch,
                       unbound_list *list)
{
    const hone_bone_track *tracks = motion->bone_tracks;
    const int32_t *found = hone_bind((hone_named){tracks, sizeof *tracks, motion->bone_track_count},
                                     (hone_named){skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count},
                                     HONE_NAME_SIZE, scratch);
    if (!found)
        return motion->bone_track_count == 0;
    for (uint32_t i = 0; i < motion->bone_track_count; i++)
        if (found[i] == HONE_NONE || tracks[i].key_count == 0)
            take(list, tracks[i].name.text, tracks[i].key_count);
    return true;
}

static bool take_morphs(const hone_motion_data *motion, const hone_model_data *model, hone_arena *scratch,
                        unbound_list *list)
{
    const hone_morph_track *tracks = motion->morph_tracks;
    const int32_t *found =
        hone_bind((hone_named){tracks, sizeof *tracks, motion->morph_track_count},
                  (hone_named){model->morphs, sizeof *model->morphs, model->morph_count}, HONE_NAME_SIZE, scratch);
    if (!found)
        return motion->morph_track_count == 0;
    for (uint32_t i = 0; i < motion->morph_track_count; i++)
        if (found[i] == HONE_NONE || tracks[i].key_count == 0)
            take(list, tracks[i].name.text, tracks[i].key_count);
    return true;
}

/* How targets of channels are found on a model. */
typedef struct target_names {
    hone_namesakes bones, morphs;
    bool by_index;
} target_names;

static void take_target(const hone_namesakes *in, bool by_index, const hone_channel_target *target, uint32_t keys,
                        unbound_list *list)
{
    if (keys == 0 || hone_namesakes_find(in, target, by_index) == HONE_NONE)
        take(list, target->name, keys);
}

static void take_channels(const hone_motion_data *motion, const target_names *names, unbound_list *list)
{
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        const hone_namesakes *in = channel->path == HONE_CHANNEL_WEIGHTS ? &names->morphs : &names->bones;
        for (uint32_t t = 0; t < channel->target_count; t++)
            take_target(in, names->by_index, &channel->targets[t], channel->key_count, list);
    }
}

/* Bones and morphs that the clip does not move are not listed: it has the whole skeleton that it was packed for. */
static void take_packed(const hone_packed_motion *packed, const target_names *names, unbound_list *list)
{
    const hone_packed_clip_info *info = hone_packed_clip_get_info(packed->clip);
    const uint8_t *parts = hone_packed_clip_parts(packed->clip), *has = hone_packed_clip_has_weight(packed->clip);
    for (uint32_t b = 0; b < info->bone_count; b++)
        if (parts[b])
            take_target(&names->bones, names->by_index, &packed->bones[b], info->sample_count, list);
    for (uint32_t w = 0; w < info->weight_count; w++)
        if (has[w])
            take_target(&names->morphs, names->by_index, &packed->morphs[w], info->sample_count, list);
}

static bool take_targets(const hone_motion_data *motion, const hone_model_data *model, hone_arena *scratch,
                         unbound_list *list)
{
    const hone_skeleton *skeleton = &model->skeleton;
    target_names names = {.by_index = motion->source && motion->source == model->source};
    if (motion->channel_count == 0 && !motion->packed)
        return true;
    if (!hone_namesakes_make(&names.bones, skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count, scratch) ||
        !hone_namesakes_make(&names.morphs, model->morphs, sizeof *model->morphs, model->morph_count, scratch))
        return false;
    take_channels(motion, &names, list);
    if (motion->packed)
        take_packed(motion->packed, &names, list);
    return true;
}

bool hone_motion_unbound(const hone_motion *motion, const hone_model *model, const char **names, uint32_t capacity,
                         uint32_t *count, hone_error *error)
{
    if (!motion || !model || !count || (capacity && !names))
        return hone_fail_null(error, "the motion, the model and the places for names");
    hone_arena *scratch = hone_arena_create(NULL, 0, error);
    if (!scratch)
        return false;
    const hone_model_data *data = hone_model_get(model);
    unbound_list list = {names, hone_arena_array(scratch, capacity, sizeof *list.keys), capacity, 0};
    bool ok = (capacity == 0 || list.keys) && take_bones(hone_motion_get(motion), &data->skeleton, scratch, &list) &&
              take_morphs(hone_motion_get(motion), data, scratch, &list) &&
              take_targets(hone_motion_get(motion), data, scratch, &list);
    hone_arena_destroy(scratch);
    *count = ok ? list.count : 0;
    return ok || hone_fail_memory(error);
}
