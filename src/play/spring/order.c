/* The order in which bones are computed: parents first, and springs after those whose bones carry their colliders. */
#include "core/model/parents_first.h"
#include "play/spring/plan.h"

typedef struct order_context {
    hone_spring_plan *plan;
    const hone_skeleton *skeleton;
    uint32_t *bones;           /* [bone_count] parents first */
    uint8_t *done;             /* [bone_count] scratch */
    int32_t *link_of;          /* [bone_count] the joint that turns a bone, or HONE_NONE */
    int32_t *owner;            /* [bone_count] spring of the bone, or of the nearest bone above in one; or HONE_NONE */
    uint8_t *needed;           /* [bone_count] 1: it is computed */
    int32_t *path;             /* [bone_count] scratch */
    uint32_t *first;           /* [chain_count + 1] first of each spring in `own` */
    uint32_t *own;             /* bones that are needed, by spring, parents first */
    uint32_t *cursor;          /* [chain_count] the next dependency to look at */
    uint32_t *stack;           /* [chain_count] springs that wait for another */
    uint8_t *state;            /* [chain_count] 0: not begun, 1: waits, 2: ordered */
    uint32_t *rank;            /* [chain_count] place of a spring in the order */
    uint32_t *sorted;          /* [chain_count] springs in order */
    uint32_t count;            /* of `sorted` */
    uint32_t *joints;          /* [chain_count] how many joints a spring has */
    uint32_t *levels;          /* [chain_count] the lowest that joints of a spring may have, or UINT32_MAX: not known */
    hone_spring_place *before; /* [bone_count] places before they are sorted by level */
    uint32_t *counts;          /* [bone_count + 1] of levels: how many places they have */
} order_context;

static bool allocate(order_context *c, hone_arena *scratch)
{
    uint32_t bones = c->skeleton->bone_count, chains = c->plan->chain_count;
    c->bones = hone_arena_array(scratch, bones, sizeof *c->bones);
    c->done = hone_arena_array(scratch, bones, 1);
    c->link_of = hone_arena_array(scratch, bones, sizeof *c->link_of);
    c->owner = hone_arena_array(scratch, bones, sizeof *c->owner);
    c->needed = hone_arena_array(scratch, bones, 1);
    c->path = hone_arena_array(scratch, bones, sizeof *c->path);
    c->own = hone_arena_array(scratch, bones, sizeof *c->own);
    c->first = hone_arena_array(scratch, (size_t)chains + 1, sizeof *c->first);
    c->cursor = hone_arena_array(scratch, chains, sizeof *c->cursor);
    c->stack = hone_arena_array(scratch, chains, sizeof *c->stack);
    c->state = hone_arena_array(scratch, chains, 1);
    c->rank = hone_arena_array(scratch, chains, sizeof *c->rank);
    c->sorted = hone_arena_array(scratch, chains, sizeof *c->sorted);
    c->joints = hone_arena_array(scratch, chains, sizeof *c->joints);
    c->levels = hone_arena_array(scratch, chains, sizeof *c->levels);
    c->counts = hone_arena_array(scratch, (size_t)bones + 1, sizeof *c->counts);
    c->before = hone_arena_array(scratch, bones, sizeof *c->before);
    return !hone_arena_failed(scratch);
}

static bool parents_are_first(const order_context *c)
{
    for (uint32_t i = 0; i < c->skeleton->bone_count; i++) c->done[i] = 0;
    for (uint32_t i = 0; i < c->skeleton->bone_count; i++) {
        int32_t parent = c->skeleton->bones[c->bones[i]].parent;
        if (parent != HONE_NONE && !c->done[parent])
            return false;
        c->done[c->bones[i]] = 1;
    }
    return true;
}

/* ---- which bones ------------------------------------------------------------------------------------------------ */

static void find_owners(order_context *c)
{
    const hone_spring_plan *plan = c->plan;
    for (uint32_t b = 0; b < c->skeleton->bone_count; b++) c->link_of[b] = HONE_NONE;
    for (uint32_t l = 0; l < plan->link_count; l++) {
        c->link_of[plan->links[l].bone] = (int32_t)l;
        c->joints[plan->links[l].spring]++;
    }
    for (uint32_t i = 0; i < c->skeleton->bone_count; i++) {
        uint32_t bone = c->bones[i];
        int32_t parent = c->skeleton->bones[bone].parent, link = c->link_of[bone];
        c->owner[bone] = link != HONE_NONE     ? (int32_t)plan->links[link].spring
                         : parent != HONE_NONE ? c->owner[parent]
                                               : HONE_NONE;
    }
}

static void need(order_context *c, int32_t bone)
{
    if (bone != HONE_NONE && c->owner[bone] != HONE_NONE)
        c->needed[bone] = 1;
}

static void find_needed(order_context *c)
{
    const hone_spring_plan *plan = c->plan;
    for (uint32_t l = 0; l < plan->link_count; l++) c->needed[plan->links[l].bone] = 1;
    for (uint32_t k = 0; k < plan->collider_count; k++) need(c, plan->colliders[k].bone);
    for (uint32_t s = 0; s < plan->chain_count; s++) need(c, plan->chains[s].center);
    for (uint32_t i = c->skeleton->bone_count; i-- > 0;)
        if (c->needed[c->bones[i]])
            need(c, c->skeleton->bones[c->bones[i]].parent);
}

static void list_own(order_context *c)
{
    uint32_t chains = c->plan->chain_count, count = c->skeleton->bone_count;
    for (uint32_t b = 0; b < count; b++)
        if (c->needed[b])
            c->first[c->owner[b] + 1]++;
    for (uint32_t s = 0; s < chains; s++) c->first[s + 1] += c->first[s];
    for (uint32_t s = 0; s < chains; s++) c->cursor[s] = c->first[s];
    for (uint32_t i = 0; i < count; i++)
        if (c->needed[c->bones[i]])
            c->own[c->cursor[c->owner[c->bones[i]]]++] = c->bones[i];
    for (uint32_t s = 0; s < chains; s++) c->cursor[s] = 0;
}

/* ---- springs ---------------------------------------------------------------------------------------------------- */

/* The next spring that this one waits for: of a bone above its own bones, or with one of its colliders. HONE_NONE:
 * there are no more. */
static int32_t next_dependency(order_context *c, uint32_t spring)
{
    const hone_spring_chain *chain = &c->plan->chains[spring];
    uint32_t begin = c->first[spring], bones = c->first[spring + 1] - begin;
    while (c->cursor[spring] < bones + chain->collider_count) {
        uint32_t k = c->cursor[spring]++;
        int32_t bone = k < bones ? c->skeleton->bones[c->own[begin + k]].parent
                                 : c->plan->colliders[chain->colliders[k - bones]].bone;
        int32_t owner = bone != HONE_NONE ? c->owner[bone] : HONE_NONE;
        if (owner != HONE_NONE && c->state[owner] == 0)
            return owner;
    }
    return HONE_NONE;
}

static void sort_spring(order_context *c, uint32_t spring)
{
    uint32_t depth = 0;
    if (c->state[spring])
        return;
    c->stack[depth++] = spring;
    c->state[spring] = 1;
    while (depth > 0) {
        uint32_t top = c->stack[depth - 1];
        int32_t waits_for = next_dependency(c, top);
        if (waits_for != HONE_NONE) {
            c->state[waits_for] = 1;
            c->stack[depth++] = (uint32_t)waits_for;
            continue;
        }
        depth--;
        c->state[top] = 2;
        c->rank[top] = c->count;
        c->sorted[c->count++] = top;
    }
}

/* ---- bones ------------------------------------------------------------------------------------------------------ */

/* Adds a bone, after those above it that are computed. */
static void add_place(order_context *c, uint32_t bone)
{
    hone_spring_plan *plan = c->plan;
    uint32_t depth = 0;
    for (int32_t at = (int32_t)bone; at != HONE_NONE && c->needed[at] && plan->place_of[at] == HONE_NONE;
         at = c->skeleton->bones[at].parent)
        c->path[depth++] = at;
    while (depth > 0) {
        uint32_t at = (uint32_t)c->path[--depth];
        plan->place_of[at] = (int32_t)plan->place_count;
        plan->bones[plan->place_count] = at;
        plan->places[plan->place_count++] =
            (hone_spring_place){.bone = at, .parent = c->skeleton->bones[at].parent, .link = c->link_of[at]};
    }
}

/* ---- levels ----------------------------------------------------------------------------------------------------- */

/* The place of a bone, or HONE_NONE. */
static int32_t place_at(const order_context *c, int32_t bone)
{
    return bone == HONE_NONE ? HONE_NONE : c->plan->place_of[bone];
}

/* The last place that joints of a spring read, for colliders or the centre; or HONE_NONE. */
static int32_t last_read(const order_context *c, uint32_t spring)
{
    const hone_spring_chain *chain = &c->plan->chains[spring];
    int32_t last = place_at(c, chain->center);
    for (uint32_t k = 0; k < chain->collider_count; k++) {
        int32_t place = place_at(c, c->plan->colliders[chain->colliders[k]].bone);
        last = place > last ? place : last; /* HONE_NONE is the least */
    }
    return last;
}

/* Whether a spring reads a bone that is computed with its first joint, or later. */
static bool reads_ahead(const order_context *c)
{
    const hone_spring_plan *plan = c->plan;
    for (uint32_t p = plan->place_count; p-- > 0;)
        if (plan->places[p].link != HONE_NONE)
            c->first[plan->links[plan->places[p].link].spring] = p;
    for (uint32_t s = 0; s < plan->chain_count; s++)
        if (c->joints[s] && last_read(c, s) >= (int32_t)c->first[s])
            return true;
    return false;
}

/* The lowest level that joints of a spring may have. */
static uint32_t level_of_spring(order_context *c, uint32_t spring)
{
    const hone_spring_plan *plan = c->plan;
    const hone_spring_chain *chain = &plan->chains[spring];
    int32_t center = place_at(c, chain->center);
    if (c->levels[spring] != UINT32_MAX)
        return c->levels[spring];
    uint32_t level = center != HONE_NONE ? plan->places[center].level + 1 : 0;
    for (uint32_t k = 0; k < chain->collider_count; k++) {
        int32_t place = place_at(c, plan->colliders[chain->colliders[k]].bone);
        if (place != HONE_NONE && plan->places[place].level >= level)
            level = plan->places[place].level + 1;
    }
    return c->levels[spring] = level;
}

static void find_levels(order_context *c)
{
    hone_spring_plan *plan = c->plan;
    for (uint32_t s = 0; s < plan->chain_count; s++) c->levels[s] = UINT32_MAX;
    for (uint32_t p = 0; p < plan->place_count; p++) {
        hone_spring_place *place = &plan->places[p];
        int32_t above = place_at(c, place->parent);
        uint32_t least = place->link != HONE_NONE ? level_of_spring(c, plan->links[place->link].spring) : 0;
        place->level = above != HONE_NONE ? plan->places[above].level + 1 : 0;
        place->level = plan->reads_ahead ? p : place->level > least ? place->level : least;
    }
}

/* Sorts places by level; those of one level stay in their order. */
static void sort_by_level(order_context *c)
{
    hone_spring_plan *plan = c->plan;
    for (uint32_t p = 0; p < plan->place_count; p++) {
        c->before[p] = plan->places[p];
        c->counts[plan->places[p].level + 1]++;
    }
    for (uint32_t l = 0; l < plan->place_count; l++) c->counts[l + 1] += c->counts[l];
    for (uint32_t p = 0; p < plan->place_count; p++) {
        uint32_t to = c->counts[c->before[p].level]++;
        plan->places[to] = c->before[p];
        plan->bones[to] = c->before[p].bone;
        plan->place_of[c->before[p].bone] = (int32_t)to;
    }
}

bool hone_spring_order(hone_spring_plan *plan, const hone_skeleton *skeleton, hone_arena *scratch, bool *circle)
{
    order_context c = {.plan = plan, .skeleton = skeleton};
    if (!allocate(&c, scratch))
        return false;
    hone_parents_first(skeleton, c.path, c.done, c.bones);
    *circle = !parents_are_first(&c);
    if (*circle)
        return false;
    find_owners(&c);
    find_needed(&c);
    list_own(&c);
    uint32_t count = c.first[plan->chain_count];
    plan->places = hone_arena_array(plan->memory, count, sizeof *plan->places);
    plan->bones = hone_arena_array(plan->memory, count, sizeof *plan->bones);
    if (hone_arena_failed(plan->memory))
        return false;
    for (uint32_t s = 0; s < plan->chain_count; s++) sort_spring(&c, s);
    for (uint32_t b = 0; b < plan->bone_count; b++) plan->place_of[b] = HONE_NONE;
    for (uint32_t s = 0; s < plan->chain_count; s++)
        for (uint32_t k = c.first[c.sorted[s]]; k < c.first[c.sorted[s] + 1]; k++) add_place(&c, c.own[k]);
    plan->reads_ahead = reads_ahead(&c);
    find_levels(&c);
    sort_by_level(&c);
    return true;
}
