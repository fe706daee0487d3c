/* Finds which morphs of two models have the same meaning. */
#include "base/memory/arena.h"
#include "core/model/avatar/look_at.h"
#include "offline/retarget/retarget.h"
#include <string.h>

/* The morphs of a model, and the rows of hone_morph_synonyms that they belong to. */
typedef struct morph_names {
    const hone_model_data *model;
    const char **rows; /* [morph_count] NULL: no standard expression */
} morph_names;

static bool find_rows(const hone_model_data *model, hone_arena *memory, morph_names *out)
{
    *out = (morph_names){model, hone_arena_array(memory, (size_t)model->morph_count + 1, sizeof *out->rows)};
    for (uint32_t m = 0; out->rows && m < model->morph_count; m++)
        out->rows[m] = hone_morph_synonyms(model->morphs[m].name);
    return out->rows;
}

static bool has(const hone_model_data *model, const char *name)
{
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (strcmp(model->morphs[m].name, name) == 0)
            return true;
    return false;
}

/* Finds a morph of an expression. but_not: a model that must not have one of that name; NULL: none. */
static int32_t find_expression(const morph_names *names, const char *row, const hone_model_data *but_not)
{
    for (uint32_t m = 0; row && m < names->model->morph_count; m++)
        if (names->rows[m] == row && !(but_not && has(but_not, names->model->morphs[m].name)))
            return (int32_t)m;
    return HONE_NONE;
}

/* Finds the source's morph of what an expression is a part of, as a blink for a wink, if the target has none of its
 * own. */
static int32_t find_whole(const morph_names *source, const morph_names *target, const char *row)
{
    int32_t found = HONE_NONE;
    for (const char *whole = row; found == HONE_NONE && whole;) {
        whole = hone_morph_whole(whole);
        if (!whole || find_expression(target, whole, NULL) != HONE_NONE)
            break;
        found = find_expression(source, whole, NULL);
    }
    return found;
}

/* Finds the source's morph of a part of an expression, of which the target has none of its own: the left one. */
static int32_t find_part(const morph_names *source, const morph_names *target, const char *row)
{
    int32_t found = HONE_NONE;
    const char *part;
    for (uint32_t i = 0; found == HONE_NONE && (part = hone_morph_part(row, i)); i++) {
        if (find_expression(target, part, NULL) != HONE_NONE)
            continue;
        found = find_expression(source, part, NULL);
        for (uint32_t k = 0; found == HONE_NONE && hone_morph_part(part, k); k++) /* these have no parts */
            found = find_expression(source, hone_morph_part(part, k), target->model);
    }
    return found;
}

/* Finds the source's morph of the same name; else one of the same expression, if the target has no morph of that
 * one's name; else one of a part of it. also: out: one of the whole that it is a part of. */
static int32_t find_source(const morph_names *source, const morph_names *target, uint32_t morph, int32_t *also)
{
    const char *name = target->model->morphs[morph].name, *row = target->rows[morph];
    *also = find_whole(source, target, row);
    for (uint32_t m = 0; *name && m < source->model->morph_count; m++)
        if (strcmp(source->model->morphs[m].name, name) == 0)
            return (int32_t)m;
    int32_t found = find_expression(source, row, target->model);
    if (found == HONE_NONE && *also != HONE_NONE) {
        found = *also;
        *also = HONE_NONE;
    }
    return found == HONE_NONE && row ? find_part(source, target, row) : found;
}

float hone_retarget_weight(const retarget_context *r, const retarget_pair *pair, const retarget_pose *pose,
                           const float *weights, const float *own)
{
    if (pair->look)
        return hone_retarget_look_weight(r, pair->look - 1, pose);
    float weight = (pair->held ? own : weights)[pair->from];
    if (pair->also == HONE_NONE)
        return weight;
    weight += weights[pair->also];
    return weight > 1 ? 1 : weight;
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
static void make_pairs(retarget_context *r, const int32_t *sources, const int32_t *also, const uint8_t *marks)
{
    const hone_model_data *target = r->target.model;
    for (uint32_t m = 0; m < target->morph_count; m++) {
        uint8_t mark = sources[m] == HONE_NONE ? 0 : marks[sources[m]];
        if (sources[m] != HONE_NONE && (is_holder(&target->morphs[m]) || !(mark & BY_GROUP)))
            r->pairs[r->pair_count++] = (retarget_pair){(uint32_t)sources[m], m, also[m], (mark & HELD) != 0, 0};
    }
}

static bool is_paired(const retarget_context *r, uint32_t morph)
{
    bool paired = false;
    for (uint32_t p = 0; p < r->pair_count && !paired; p++) paired = r->pairs[p].to == morph;
    return paired;
}

/* Adds the expressions that show the gaze, unless a morph of the source weighs them. */
static void pair_gaze(retarget_context *r)
{
    if (!r->gaze_source || !r->map || r->map->kind != HONE_LOOK_AT_EXPRESSION)
        return;
    for (int e = 0; e < HONE_LOOK_EXPRESSIONS; e++) {
        const int32_t found = hone_retarget_find_look(r->target.model, hone_look_expressions[e]);
        if (found != HONE_NONE && !is_paired(r, (uint32_t)found))
            r->pairs[r->pair_count++] = (retarget_pair){.to = (uint32_t)found, .look = (uint8_t)(1 + e)};
    }
}

bool hone_retarget_pair_morphs(retarget_context *r)
{
    const hone_model_data *source = r->source.model, *target = r->target.model;
    if (target->morph_count == 0 || (source->morph_count == 0 && !r->gaze_source))
        return true;
    int32_t *sources = hone_arena_array(r->memory, target->morph_count, sizeof *sources);
    int32_t *also = hone_arena_array(r->memory, target->morph_count, sizeof *also);
    uint8_t *marks = hone_arena_array(r->memory, source->morph_count, 1);
    r->pairs = hone_arena_array(r->memory, (size_t)target->morph_count + HONE_LOOK_EXPRESSIONS, sizeof *r->pairs);
    morph_names from, to;
    if (!sources || !also || (source->morph_count && !marks) || !r->pairs || !find_rows(source, r->memory, &from) ||
        !find_rows(target, r->memory, &to))
        return false;
    for (uint32_t m = 0; m < target->morph_count; m++) {
        bool idle = target->morphs[m].kind == HONE_MORPH_GROUP && target->morphs[m].count == 0 &&
                    !hone_retarget_is_expression(target, m);
        sources[m] = idle ? HONE_NONE : find_source(&from, &to, m, &also[m]);
    }
    mark_groups(source, target, sources, marks);
    make_pairs(r, sources, also, marks);
    pair_gaze(r);
    return true;
}
