/* An expression's weight is clamped to 0 to 1; one that is on or off has 1 above 0.5, otherwise 0. It then takes from
 * the groups that it overrides, but not from its own: all if it blocks, its weight if it blends. What all take from a
 * group together is at most 1. An expression that is on or off is off if anything is taken from it. Source:
 * VRMC_vrm-1.0, "Procedural override". */
#include "core/rig/morph/expression/expressions.h"

enum { GROUPS = HONE_EXPRESSION_MOUTH + 1 };

static float clamp(float weight)
{
    if (!(weight > 0))
        return 0;
    return weight < 1 ? weight : 1;
}

/* The weight before others override it. */
static float own_weight(const hone_expression *e, const float *weights)
{
    float weight = clamp(weights[e->morph]);
    if (e->binary)
        return weight > 0.5f ? 1 : 0;
    return weight;
}

static float taken_by(hone_override kind, float weight)
{
    switch (kind) {
    case HONE_OVERRIDE_BLOCK:
        return weight > 0 ? 1 : 0;
    case HONE_OVERRIDE_BLEND:
        return weight;
    default:
        return 0;
    }
}

static void add_taken(const hone_expression *e, float weight, float taken[GROUPS])
{
    const uint8_t kinds[GROUPS] = {[HONE_EXPRESSION_BLINK] = e->override_blink,
                                   [HONE_EXPRESSION_LOOK_AT] = e->override_look_at,
                                   [HONE_EXPRESSION_MOUTH] = e->override_mouth};
    for (int group = HONE_EXPRESSION_BLINK; group < GROUPS; group++)
        if (group != e->group)
            taken[group] += taken_by((hone_override)kinds[group], weight);
}

static float shown(const hone_expression *e, float weight, float taken)
{
    if (e->binary && taken > 0)
        return 0;
    return weight * (1 - clamp(taken));
}

void hone_expressions_weigh(const hone_avatar *avatar, float *weights)
{
    float taken[GROUPS] = {0};
    for (uint32_t i = 0; i < avatar->expression_count; i++)
        add_taken(&avatar->expressions[i], own_weight(&avatar->expressions[i], weights), taken);
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        const hone_expression *e = &avatar->expressions[i];
        weights[e->morph] = shown(e, own_weight(e, weights), taken[e->group]);
    }
}
