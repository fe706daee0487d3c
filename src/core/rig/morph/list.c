#include "core/rig/morph/list.h"
#include "base/memory/arena.h"

void hone_morph_list_init(hone_morph_list *list, const hone_model_data *model, hone_morph_kind kind, hone_arena *memory)
{
    *list = (hone_morph_list){.all = model->morphs};
    uint32_t count = 0;
    for (uint32_t m = 0; m < model->morph_count; m++) count += model->morphs[m].kind == kind;
    list->morphs = hone_arena_array(memory, count, sizeof *list->morphs);
    list->applied = hone_arena_array(memory, count, sizeof *list->applied);
    if (!list->morphs || !list->applied)
        return;
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (model->morphs[m].kind == kind)
            list->morphs[list->count++] = m;
}

static float rest_weight(const hone_morph_list *list, uint32_t i)
{
    return list->rests ? list->rests[i] : 0;
}

static bool note_changes(const hone_morph_list *list, const float *weights, const hone_morph_changes *changes)
{
    bool any = false;
    for (uint32_t i = 0; i < list->count; i++) {
        bool changed = list->applied[i] != weights[list->morphs[i]];
        if (changed && changes)
            changes->revisions[list->morphs[i]] = changes->revision;
        any |= changed;
    }
    return any;
}

bool hone_morph_list_apply(hone_morph_list *list, const float *weights, const hone_morph_changes *changes,
                           const hone_morph_effect *effect, void *target)
{
    if (!note_changes(list, weights, changes))
        return false;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->applied[i] != rest_weight(list, i))
            effect->rest(target, &list->all[list->morphs[i]]);
    for (uint32_t i = 0; i < list->count; i++) {
        list->applied[i] = weights[list->morphs[i]];
        if (list->applied[i] != rest_weight(list, i))
            effect->add(target, &list->all[list->morphs[i]], list->applied[i]);
    }
    return true;
}

bool hone_morph_list_is_active(const hone_morph_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->applied[i] != 0)
            return true;
    return false;
}
