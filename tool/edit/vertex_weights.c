#include "tool/edit/vertex_weights.h"
#include <math.h>

/* Weights below are dropped: no picture shows them, and they would take the places of others. */
static const float negligible = 1e-4f;

/* Influences while a vertex is changed: more than fit in the end. */
enum { ROOM = 64 };

typedef struct weights_context {
    uint32_t count;
    hone_influence all[ROOM];
} weights_context;

static bool is_locked(const vertex_weights_rules *rules, int32_t slot)
{
    return rules->locked && rules->locked[slot];
}

/* The influence of a slot; if it is new, with weight 0. NULL: no room. */
static hone_influence *find(weights_context *k, int32_t slot)
{
    for (uint32_t i = 0; i < k->count; i++)
        if (k->all[i].slot == slot)
            return &k->all[i];
    if (k->count == ROOM)
        return NULL;
    k->all[k->count] = (hone_influence){slot, 0};
    return &k->all[k->count++];
}

static weights_context open_weights(const vertex_weights *w)
{
    weights_context k = {.count = w->count};
    for (uint32_t i = 0; i < w->count; i++) k.all[i] = (hone_influence){w->slots[i], w->weights[i]};
    return k;
}

/* Returns the weight that the locked slots leave for the others. */
static float free_weight(const weights_context *k, const vertex_weights_rules *rules)
{
    float locked = 0;
    for (uint32_t i = 0; i < k->count; i++)
        if (is_locked(rules, k->all[i].slot))
            locked += k->all[i].weight;
    return fmaxf(0, 1 - locked);
}

/* Scales the weights of slots that are not locked, except `but`, so that they add up to `wanted`. False: there are
 * none. */
static bool scale_others(weights_context *k, int32_t but, float wanted, const vertex_weights_rules *rules)
{
    double sum = 0;
    for (uint32_t i = 0; i < k->count; i++)
        if (k->all[i].slot != but && !is_locked(rules, k->all[i].slot))
            sum += (double)k->all[i].weight;
    for (uint32_t i = 0; i < k->count && sum > 0; i++)
        if (k->all[i].slot != but && !is_locked(rules, k->all[i].slot))
            k->all[i].weight = (float)(k->all[i].weight / sum * (double)wanted);
    return sum > 0;
}

/* Moves the strongest to `place` from those at and after it; locked ones first. */
static void bring_strongest(weights_context *k, uint32_t place, const vertex_weights_rules *rules)
{
    uint32_t best = place;
    for (uint32_t i = place + 1; i < k->count; i++) {
        bool kept = is_locked(rules, k->all[i].slot), before = is_locked(rules, k->all[best].slot);
        if (kept != before ? kept : k->all[i].weight > k->all[best].weight)
            best = i;
    }
    hone_influence held = k->all[place];
    k->all[place] = k->all[best];
    k->all[best] = held;
}

/* Drops what is negligible and what is too much, gives its weight to the rest, and sorts by slot. */
static void close_weights(weights_context *k, vertex_weights *out, const vertex_weights_rules *rules)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->count; i++)
        if (k->all[i].weight >= negligible || (is_locked(rules, k->all[i].slot) && k->all[i].weight > 0))
            k->all[kept++] = k->all[i];
    k->count = kept;
    for (uint32_t i = 0; i < k->count && i < rules->most; i++) bring_strongest(k, i, rules);
    k->count = k->count < rules->most ? k->count : rules->most;
    scale_others(k, HONE_NONE, free_weight(k, rules), rules);
    *out = (vertex_weights){0};
    for (uint32_t i = 0; i < k->count; i++) {
        uint32_t at = out->count++;
        for (; at > 0 && out->slots[at - 1] > k->all[i].slot; at--)
            out->slots[at] = out->slots[at - 1], out->weights[at] = out->weights[at - 1];
        out->slots[at] = k->all[i].slot, out->weights[at] = k->all[i].weight;
    }
}

float vertex_weights_of(const vertex_weights *w, int32_t slot)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->slots[i] == slot)
            return w->weights[i];
    return 0;
}

bool vertex_weights_equal(const vertex_weights *a, const vertex_weights *b)
{
    bool equal = a->count == b->count;
    for (uint32_t i = 0; i < a->count && equal; i++)
        equal = fabsf(vertex_weights_of(b, a->slots[i]) - a->weights[i]) <= 1e-6f;
    return equal;
}

void vertex_weights_include(vertex_weights *w, int32_t slot, float weight)
{
    uint32_t i = 0;
    while (i < w->count && w->slots[i] != slot) i++;
    if (i == VERTEX_WEIGHTS_MOST)
        return;
    w->count += i == w->count;
    w->slots[i] = slot, w->weights[i] += weight;
}

void vertex_weights_add(vertex_weights *w, int32_t slot, float amount, const vertex_weights_rules *rules)
{
    weights_context k = open_weights(w);
    float most = free_weight(&k, rules);
    hone_influence *own = is_locked(rules, slot) ? NULL : find(&k, slot);
    if (!own)
        return;
    own->weight = fminf(own->weight + amount, most);
    float wanted = own->weight;
    if (!scale_others(&k, slot, most - wanted, rules))
        own->weight = most;
    close_weights(&k, w, rules);
}

void vertex_weights_subtract(vertex_weights *w, int32_t slot, float amount, int32_t heir,
                             const vertex_weights_rules *rules)
{
    weights_context k = open_weights(w);
    float most = free_weight(&k, rules), before = vertex_weights_of(w, slot);
    if (is_locked(rules, slot) || before == 0)
        return;
    float after = fmaxf(0, before - amount);
    find(&k, slot)->weight = after;
    if (!scale_others(&k, slot, most - after, rules)) {
        hone_influence *next = heir != HONE_NONE && heir != slot && !is_locked(rules, heir) ? find(&k, heir) : NULL;
        if (!next)
            return;
        next->weight = most - after;
    }
    close_weights(&k, w, rules);
}

void vertex_weights_blend(vertex_weights *w, const hone_influence *to, uint32_t count, float amount,
                          const vertex_weights_rules *rules)
{
    weights_context k = open_weights(w);
    for (uint32_t i = 0; i < k.count; i++)
        if (!is_locked(rules, k.all[i].slot))
            k.all[i].weight *= 1 - amount;
    for (uint32_t i = 0; i < count; i++) {
        hone_influence *own = is_locked(rules, to[i].slot) ? NULL : find(&k, to[i].slot);
        if (own)
            own->weight += amount * to[i].weight;
    }
    close_weights(&k, w, rules);
}

void vertex_weights_normalise(vertex_weights *w, const vertex_weights_rules *rules)
{
    weights_context k = open_weights(w);
    close_weights(&k, w, rules);
}
