/* Finds which morphs of two models have the same meaning. */
#include "base/memory/arena.h"
#include "offline/retarget/retarget.h"
#include <string.h>

static bool has(const hone_model_data *model, const char *name)
{
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (strcmp(model->morphs[m].name, name) == 0)
            return true;
    return false;
}

/* Finds the source's morph of the same name; else one of the same expression, if the target has no morph of that
 * one's name. */
static int32_t find_source(const hone_model_data *source, const hone_model_data *target, const char *name)
{
    for (uint32_t m = 0; *name && m < source->morph_count; m++)
        if (strcmp(source->morphs[m].name, name) == 0)
            return (int32_t)m;
    const char *expression = hone_morph_synonyms(name);
    for (uint32_t m = 0; expression && m < source->morph_count; m++)
        if (hone_morph_synonyms(source->morphs[m].name) == expression && !has(target, source->morphs[m].name))
            return (int32_t)m;
    return HONE_NONE;
}

static bool is_holder(const hone_morph *morph)
{
    return (morph->kind == HONE_MORPH_GROUP || morph->kind == HONE_MORPH_FLIP) && morph->count;
}

enum { BY_GROUP = 1, HELD = 2 };

/* Marks the source's morphs: BY_GROUP if a group of the target follows it, HELD if a followed group of the source
 * moves it. */
static void mark_groups(const hone_model_data *source, const hone_model_data *target, const int32_t *sources,
                        uint8_t *marks)
{
    for (uint32_t m = 0; m < target->morph_count; m++) {
        const hone_morph *from = sources[m] == HONE_NONE ? NULL : &source->morphs[sources[m]];
        if (from && is_holder(&target->morphs[m]))
            marks[sources[m]] |= BY_GROUP;
        for (uint32_t i = 0; from && is_holder(from) && i < from->count; i++) marks[from->u.children[i].morph] |= HELD;
    }
}

/* Makes the pairs. If a group and a single morph have the same meaning, as VRM's expression "aa" and the morph that
 * it moves, only the group is paired; both together would double the movement. */
static void make_pairs(retarget_context *r, const int32_t *sources, const uint8_t *marks)
{
    const hone_model_data *target = r->target.model;
    for (uint32_t m = 0; m < target->morph_count; m++) {
        uint8_t mark = sources[m] == HONE_NONE ? 0 : marks[sources[m]];
        if (sources[m] != HONE_NONE && (is_holder(&target->morphs[m]) || !(mark & BY_GROUP)))
            r->pairs[r->pair_count++] = (retarget_pair){(uint32_t)sources[m], m, (mark & HELD) != 0};
    }
}

/* Whether a morph is an expression that changes materials or overrides others, though it may move no morph. */
static bool is_expression(const hone_model_data *model, uint32_t morph)
{
    for (uint32_t i = 0; model->avatar && i < model->avatar->expression_count; i++)
        if (model->avatar->expressions[i].morph == (int32_t)morph)
            return true;
    return false;
}

bool hone_retarget_pair_morphs(retarget_context *r)
{
    const hone_model_data *source = r->source.model, *target = r->target.model;
    if (source->morph_count == 0 || target->morph_count == 0)
        return true;
    int32_t *sources = hone_arena_array(r->memory, target->morph_count, sizeof *sources);
    uint8_t *marks = hone_arena_array(r->memory, source->morph_count, 1);
    r->pairs = hone_arena_array(r->memory, target->morph_count, sizeof *r->pairs);
    if (!sources || !marks || !r->pairs)
        return false;
    for (uint32_t m = 0; m < target->morph_count; m++) {
        bool idle =
            target->morphs[m].kind == HONE_MORPH_GROUP && target->morphs[m].count == 0 && !is_expression(target, m);
        sources[m] = idle ? HONE_NONE : find_source(source, target, target->morphs[m].name);
    }
    mark_groups(source, target, sources, marks);
    make_pairs(r, sources, marks);
    return true;
}
