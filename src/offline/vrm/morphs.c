/* Makes the morph targets of the avatar, and its expressions: one for each morph, since programs for VRM know nothing
 * else. */
#include "base/memory/arena.h"
#include "core/model/expression_presets.h"
#include "core/skin/carry_offset.h"
#include "offline/vrm/to_vrm.h"
#include <hone/io.h>
#include <hone/math.h>
#include <hone/retarget.h>
#include <stdio.h>
#include <string.h>

/* ---- targets ----------------------------------------------------------------------------------------------------- */

/* normals: offsets of normals keep their length. */
static hone_morph_vertex *carry_offsets(to_vrm_context *context, const hone_morph_vertex *in, uint32_t count,
                                        bool normals)
{
    hone_morph_vertex *out = hone_builder_array(context->builder, count, sizeof *out);
    for (uint32_t i = 0; out && i < count; i++) {
        float moved[3];
        hone_carry_offset(&context->from->mesh, context->posed, &in[i], moved);
        out[i].vertex = in[i].vertex;
        if (normals)
            hone_vrm_direction(context, moved, out[i].offset);
        else
            hone_vrm_point(context, moved, out[i].offset);
    }
    return out;
}

static bool make_target(to_vrm_context *context, const hone_morph *in, hone_morph *out)
{
    *out = (hone_morph){.name = hone_vrm_copy(context, in->name),
                        .english_name = hone_vrm_copy(context, in->english_name),
                        .panel = in->panel,
                        .kind = HONE_MORPH_VERTEX,
                        .default_weight = in->default_weight,
                        .count = in->count,
                        .normal_count = in->normal_count};
    out->u.vertices = carry_offsets(context, in->u.vertices, in->count, false);
    out->normals = carry_offsets(context, in->normals, in->normal_count, true);
    return (out->u.vertices || !in->count) && (out->normals || !in->normal_count);
}

static bool make_targets(to_vrm_context *context, hone_morph *morphs)
{
    const hone_model_data *from = context->from;
    context->targets = hone_arena_array(context->scratch, from->morph_count, sizeof *context->targets);
    if (!context->targets)
        return false;
    for (uint32_t m = 0; m < from->morph_count; m++) {
        context->targets[m] = HONE_NONE;
        if (from->morphs[m].kind != HONE_MORPH_VERTEX)
            continue;
        context->targets[m] = (int32_t)context->data.morph_count;
        if (!make_target(context, &from->morphs[m], &morphs[context->data.morph_count++]))
            return false;
    }
    return true;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const hone_expression_preset *preset_of(const char *name)
{
    const char *row = hone_morph_synonyms(name);
    for (int p = 0; p < HONE_EXPRESSION_PRESETS; p++) {
        const char *own = hone_expression_presets[p].name;
        const char *in = row ? strstr(row, own) : NULL;
        if (strcmp(own, name) == 0 || (in && in[-1] == '|' && in[strlen(own)] == '|'))
            return &hone_expression_presets[p];
    }
    return NULL;
}

/* The names that expressions have: a table by their hashes. slots: [size], a power of two, at least twice the names. */
typedef struct name_set {
    const char **slots;
    uint32_t size;
} name_set;

static bool make_names(to_vrm_context *context, uint32_t most, name_set *out)
{
    for (out->size = 16; out->size / 2 < most;) out->size *= 2;
    out->slots = hone_arena_array(context->scratch, out->size, sizeof *out->slots);
    return out->slots != NULL;
}

/* The slot of a name, or the free one where it belongs. */
static const char **find_name(const name_set *names, const char *name)
{
    uint32_t at = (uint32_t)hone_hash(name, strlen(name));
    while (names->slots[at & (names->size - 1)] && strcmp(names->slots[at & (names->size - 1)], name) != 0) at++;
    return &names->slots[at & (names->size - 1)];
}

static bool is_free(const name_set *names, const char *name)
{
    const hone_expression_preset *preset = preset_of(name);
    return !*find_name(names, name) && !(preset && strcmp(preset->name, name) == 0);
}

/* Returns the name of a morph's expression. If several morphs stand for a preset of VRM, the first one becomes the
 * preset. Another name that is taken already gets the number of the morph. NULL: out of memory. */
static const char *name_of(to_vrm_context *context, name_set *names, uint32_t m, const hone_expression_preset **preset)
{
    const char *own = context->from->morphs[m].name, *name = *own ? own : "expression";
    char text[200];
    *preset = preset_of(own);
    if (*preset && !*find_name(names, (*preset)->name)) {
        name = (*preset)->name;
    } else {
        *preset = NULL;
        for (uint32_t n = 0; !is_free(names, name); n++) {
            snprintf(text, sizeof text, n ? "%.160s %u.%u" : "%.160s %u", *own ? own : "expression", m + 1, n);
            name = text;
        }
    }
    name = hone_vrm_copy(context, name);
    if (name)
        *find_name(names, name) = name;
    return name;
}

/* ---- what a morph does ------------------------------------------------------------------------------------------- */

enum { MOST_DEPTH = 8 };

typedef struct effect {
    to_vrm_context *context;
    float *weights; /* [morph_count] of vertex morphs */
    float *changes; /* [morph_count] weights of material morphs */
    name_set names;
    bool moves, recolours; /* whether one of them is not 0 */
    uint32_t lost;         /* bits of hone_vrm_loss */
} effect;

static void add_effect(effect *e, int32_t morph, float ratio, int depth)
{
    static const uint8_t losses[HONE_MORPH_KIND_COUNT] = {
        [HONE_MORPH_BONE] = HONE_VRM_LOSS_BONE_MORPH,     [HONE_MORPH_UV] = HONE_VRM_LOSS_UV_MORPH,
        [HONE_MORPH_UV1] = HONE_VRM_LOSS_UV_MORPH,        [HONE_MORPH_UV2] = HONE_VRM_LOSS_UV_MORPH,
        [HONE_MORPH_UV3] = HONE_VRM_LOSS_UV_MORPH,        [HONE_MORPH_UV4] = HONE_VRM_LOSS_UV_MORPH,
        [HONE_MORPH_FLIP] = HONE_VRM_LOSS_FLIP_MORPH,     [HONE_MORPH_IMPULSE] = HONE_VRM_LOSS_IMPULSE_MORPH,
        [HONE_MORPH_VALUE] = HONE_VRM_LOSS_MATERIAL_MORPH};
    if (morph == HONE_NONE || depth == MOST_DEPTH)
        return;
    const hone_morph *m = &e->context->from->morphs[morph];
    if (m->kind == HONE_MORPH_VERTEX) {
        e->weights[morph] += ratio;
        e->moves |= m->count > 0;
    } else if (m->kind == HONE_MORPH_MATERIAL) {
        e->changes[morph] += ratio;
        e->recolours |= m->count > 0;
    } else if (m->kind == HONE_MORPH_GROUP) {
        for (uint32_t i = 0; i < m->count; i++)
            add_effect(e, m->u.children[i].morph, ratio * m->u.children[i].ratio, depth + 1);
    } else if (m->count) {
        e->lost |= 1u << losses[m->kind];
    }
}

static void find_effect(effect *e, uint32_t morph)
{
    uint32_t count = e->context->from->morph_count;
    memset(e->weights, 0, count * sizeof *e->weights);
    memset(e->changes, 0, count * sizeof *e->changes);
    e->moves = e->recolours = false;
    e->lost = 0;
    add_effect(e, (int32_t)morph, 1, 0);
}

/* ---- the targets that an expression moves ------------------------------------------------------------------------ */

static bool make_children(const effect *e, hone_morph *out)
{
    const hone_model_data *from = e->context->from;
    uint32_t count = 0;
    for (uint32_t m = 0; m < from->morph_count; m++) count += e->weights[m] > 0;
    hone_morph_child *children = hone_builder_array(e->context->builder, count, sizeof *children);
    if (count && !children)
        return false;
    for (uint32_t m = 0; m < from->morph_count; m++)
        if (e->weights[m] > 0)
            children[out->count++] = (hone_morph_child){e->context->targets[m], fminf(e->weights[m], 1)};
    out->u.children = children;
    return true;
}

/* ---- the colours that it changes --------------------------------------------------------------------------------- */

static void change(float *values, const float *by, uint32_t count, bool add, float weight)
{
    for (uint32_t i = 0; i < count; i++) {
        if (add)
            values[i] += by[i] * weight;
        else
            values[i] *= 1 + (by[i] - 1) * weight;
    }
}

typedef struct recoloured {
    hone_material values;
    float texel[4], sphere[3]; /* factors */
    bool touched, lost;
} recoloured;

static void apply_change(const hone_morph_material *by, float weight, recoloured *out)
{
    const float none[4] = {by->add ? 0.0f : 1.0f, by->add ? 0.0f : 1.0f, by->add ? 0.0f : 1.0f, by->add ? 0.0f : 1.0f};
    out->touched = true;
    change(out->values.diffuse, by->diffuse, 4, by->add, weight);
    change(out->values.ambient, by->ambient, 3, by->add, weight);
    change(out->values.edge_colour, by->edge_colour, 4, by->add, weight);
    if (!by->add) {
        change(out->texel, by->texture, 4, false, weight);
        change(out->sphere, by->sphere, 3, false, weight);
    }
    bool texels = by->add && (memcmp(by->texture, none, sizeof none) || memcmp(by->sphere, none, sizeof none));
    out->lost |= texels || memcmp(by->toon, none, sizeof none) || by->edge_size != none[0];
}

static recoloured recolour(const effect *e, uint32_t material)
{
    const hone_model_data *from = e->context->from;
    recoloured out = {.values = from->materials[material], .texel = {1, 1, 1, 1}, .sphere = {1, 1, 1}};
    for (uint32_t m = 0; m < from->morph_count; m++)
        for (uint32_t i = 0; e->changes[m] != 0 && i < from->morphs[m].count; i++) {
            const hone_morph_material *by = &from->morphs[m].u.materials[i];
            if (by->material == HONE_NONE || by->material == (int32_t)material)
                apply_change(by, e->changes[m], &out);
        }
    return out;
}

static void add_bind(hone_expression *out, uint32_t material, hone_material_colour colour, const float *rest,
                     const float *target, uint32_t count)
{
    if (memcmp(rest, target, count * sizeof *rest) == 0)
        return;
    hone_colour_bind *bind = (hone_colour_bind *)&out->colour_binds[out->colour_bind_count++];
    *bind = (hone_colour_bind){.material = (int32_t)material, .colour = (uint8_t)colour, .target = {1, 1, 1, 1}};
    memcpy(bind->target, target, count * sizeof *target);
}

static void bind_material(const effect *e, uint32_t m, const recoloured *changed, hone_expression *out)
{
    const hone_material *material = &e->context->from->materials[m];
    const hone_mtoon *toon = e->context->data.materials[m].mtoon;
    const hone_pbr *pbr = e->context->data.materials[m].pbr;
    to_vrm_colours now = hone_vrm_colours(&e->context->toons[m], &changed->values);
    if (material->pbr)
        return;
    for (int c = 0; c < 4; c++) now.base[c] *= changed->texel[c];
    for (int c = 0; c < 3; c++) {
        now.shade[c] *= changed->texel[c];
        now.matcap[c] = changed->sphere[c];
    }
    add_bind(out, m, HONE_COLOUR_BASE, pbr->base_colour, now.base, 4);
    add_bind(out, m, HONE_COLOUR_SHADE, toon->shade_colour, now.shade, 3);
    if (toon->maps[HONE_MTOON_MATCAP].texture != HONE_NONE)
        add_bind(out, m, HONE_COLOUR_MATCAP, toon->matcap_factor, now.matcap, 3);
    if (toon->outline_mode != HONE_OUTLINE_NONE)
        add_bind(out, m, HONE_COLOUR_OUTLINE, toon->outline_colour, now.outline, 3);
}

static bool make_colours(effect *e, hone_expression *out)
{
    enum { COLOURS = 4 };
    uint32_t materials = e->context->from->material_count;
    if (!e->recolours)
        return true;
    out->colour_binds = hone_builder_array(e->context->builder, materials, COLOURS * sizeof *out->colour_binds);
    if (!out->colour_binds)
        return materials == 0;
    for (uint32_t m = 0; m < materials; m++) {
        recoloured changed = recolour(e, m);
        if (changed.touched)
            bind_material(e, m, &changed, out);
        if (changed.lost)
            e->lost |= 1u << HONE_VRM_LOSS_MATERIAL_MORPH;
    }
    return true;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static void tell_losses(effect *e, const char *name)
{
    for (int kind = 0; kind < HONE_VRM_LOSS_COUNT; kind++)
        if (e->lost & 1u << kind)
            hone_vrm_lose(e->context, (hone_vrm_loss)kind, name);
}

static bool add_expression(effect *e, uint32_t m, hone_morph *morphs, hone_expression *expressions)
{
    to_vrm_context *context = e->context;
    const hone_morph *in = &context->from->morphs[m];
    const hone_expression_preset *preset;
    hone_expression *out = &expressions[context->avatar->expression_count];
    find_effect(e, m);
    *out = (hone_expression){.morph = (int32_t)context->data.morph_count};
    bool ok = make_colours(e, out);
    tell_losses(e, in->name);
    if (!ok || (!e->moves && out->colour_bind_count == 0))
        return ok;
    hone_morph *group = &morphs[context->data.morph_count];
    *group = (hone_morph){.name = name_of(context, &e->names, m, &preset),
                          .english_name = hone_vrm_copy(context, in->english_name),
                          .panel = preset ? preset->panel : in->panel,
                          .kind = HONE_MORPH_GROUP};
    out->group = preset ? preset->group : HONE_EXPRESSION_OTHER;
    if (preset)
        context->report->presets++;
    else
        context->report->customs++;
    context->data.morph_count++;
    context->avatar->expression_count++;
    return group->name && make_children(e, group);
}

/* ---- expressions of both eyes ------------------------------------------------------------------------------------ */

/* Expressions that ARKit has as two blend shapes, one for each eye. */
static const struct {
    const char *preset, *parts[2];
} of_both_eyes[] = {{"blink", {"eyeBlinkLeft", "eyeBlinkRight"}},
                    {"lookUp", {"eyeLookUpLeft", "eyeLookUpRight"}},
                    {"lookDown", {"eyeLookDownLeft", "eyeLookDownRight"}},
                    {"lookLeft", {"eyeLookOutLeft", "eyeLookInRight"}},
                    {"lookRight", {"eyeLookInLeft", "eyeLookOutRight"}}};
enum { OF_BOTH_EYES = sizeof of_both_eyes / sizeof *of_both_eyes };

static int32_t find_morph(const hone_model_data *model, const char *name)
{
    for (uint32_t m = 0; m < model->morph_count; m++)
        if (model->morphs[m].kind == HONE_MORPH_VERTEX && strcmp(model->morphs[m].name, name) == 0)
            return (int32_t)m;
    return HONE_NONE;
}

/* Adds those that no morph of the model is by itself. The shapes stay expressions, too. */
static bool add_both_eyes(effect *e, hone_morph *morphs, hone_expression *expressions)
{
    to_vrm_context *context = e->context;
    for (int i = 0; i < OF_BOTH_EYES; i++) {
        const hone_expression_preset *preset = preset_of(of_both_eyes[i].preset);
        int32_t left = find_morph(context->from, of_both_eyes[i].parts[0]),
                right = find_morph(context->from, of_both_eyes[i].parts[1]);
        if (*find_name(&e->names, preset->name) || left == HONE_NONE || right == HONE_NONE)
            continue;
        hone_morph *group = &morphs[context->data.morph_count];
        find_effect(e, (uint32_t)left);
        add_effect(e, right, 1, 0);
        expressions[context->avatar->expression_count++] =
            (hone_expression){.morph = (int32_t)context->data.morph_count++, .group = preset->group};
        *group = (hone_morph){.name = hone_vrm_copy(context, preset->name),
                              .english_name = hone_vrm_copy(context, ""),
                              .panel = preset->panel,
                              .kind = HONE_MORPH_GROUP};
        context->report->presets++;
        if (!group->name || !group->english_name || !make_children(e, group))
            return false;
    }
    return true;
}

/* ---- avatars ----------------------------------------------------------------------------------------------------- */

static bool copy_binds(to_vrm_context *context, const hone_expression *in, hone_expression *out)
{
    hone_colour_bind *colours = hone_builder_array(context->builder, in->colour_bind_count, sizeof *colours);
    hone_texture_bind *textures = hone_builder_array(context->builder, in->texture_bind_count, sizeof *textures);
    if ((in->colour_bind_count && !colours) || (in->texture_bind_count && !textures))
        return false;
    if (colours)
        memcpy(colours, in->colour_binds, in->colour_bind_count * sizeof *colours);
    if (textures)
        memcpy(textures, in->texture_binds, in->texture_bind_count * sizeof *textures);
    out->colour_binds = colours;
    out->texture_binds = textures;
    return true;
}

/* Expressions of an avatar stay as they are. */
static bool copy_expressions(effect *e, hone_morph *morphs, hone_expression *expressions)
{
    to_vrm_context *context = e->context;
    const hone_avatar *avatar = context->from->avatar;
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        const hone_morph *in = &context->from->morphs[avatar->expressions[i].morph];
        hone_morph *group = &morphs[context->data.morph_count];
        expressions[i] = avatar->expressions[i];
        expressions[i].morph = (int32_t)context->data.morph_count++;
        *group = (hone_morph){.name = hone_vrm_copy(context, in->name),
                              .english_name = hone_vrm_copy(context, in->english_name),
                              .panel = in->panel,
                              .kind = HONE_MORPH_GROUP};
        find_effect(e, (uint32_t)avatar->expressions[i].morph);
        if (!make_children(e, group) || !copy_binds(context, &avatar->expressions[i], &expressions[i]))
            return false;
        const hone_expression_preset *preset = preset_of(in->name);
        if (preset && strcmp(preset->name, in->name) == 0)
            context->report->presets++;
        else
            context->report->customs++;
        context->avatar->expression_count++;
    }
    return true;
}

bool hone_vrm_make_morphs(to_vrm_context *context)
{
    uint32_t count = context->from->morph_count;
    effect e = {.context = context,
                .weights = hone_arena_array(context->scratch, count, sizeof *e.weights),
                .changes = hone_arena_array(context->scratch, count, sizeof *e.changes)};
    hone_morph *morphs = hone_builder_array(context->builder, 2 * (size_t)count + OF_BOTH_EYES, sizeof *morphs);
    hone_expression *expressions =
        hone_builder_array(context->builder, (size_t)count + OF_BOTH_EYES, sizeof *expressions);
    if (count == 0)
        return true;
    if (!e.weights || !e.changes || !morphs || !expressions || !make_names(context, count, &e.names) ||
        !make_targets(context, morphs))
        return false;
    context->data.morphs = morphs;
    context->avatar->expressions = expressions;
    if (context->from->avatar)
        return copy_expressions(&e, morphs, expressions);
    for (uint32_t m = 0; m < count; m++)
        if (!add_expression(&e, m, morphs, expressions))
            return false;
    return add_both_eyes(&e, morphs, expressions);
}
