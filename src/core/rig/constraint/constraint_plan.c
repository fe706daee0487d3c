/* Plans the evaluation of node constraints: a depth-first search through what each step depends on. A constraint of
 * kind ROLL or ROTATION depends on the one that turns its source, because it reads local rotations; AIM depends on the
 * places of the parents of its bone and its source; the place of a bone depends on that of its parent, and on the
 * bone's constraint. Source: VRMC_node_constraint-1.0, "Dependency resolution between constraints". */
#include "core/rig/constraint/constraints.h"
#include <string.h>

enum { UNSEEN, OPEN, DONE };

/* Nodes of the search are the constraints, then the places of bones. All arrays but `order` have an item for each. */
typedef struct plan_context {
    hone_constraints *constraints;
    const uint32_t *order; /* [bone_count] parents before children */
    uint32_t node_count;
    uint8_t *states;
    uint32_t *stack; /* nodes whose dependencies are being searched, the last on top */
    uint32_t depth;
    uint8_t *next; /* which dependency of a node is next: 0, 1, or 2 for none */
    /* The search for cycles. Nodes that all depend on each other are a component. */
    uint32_t *number;    /* in the order in which nodes are found, from 1; 0: not found */
    uint32_t *lowest;    /* the lowest number that is known of a node's component */
    uint32_t *waiting;   /* nodes whose component is not known yet */
    uint32_t *component; /* a node of the component; UINT32_MAX: not known */
    int32_t *last;       /* the constraint that was opened last before a node, or HONE_NONE */
    uint8_t *cut;        /* [count] 1: the constraint is left out */
} plan_context;

static int32_t parent_of(const hone_constraints *c, int32_t bone)
{
    return c->model->skeleton.bones[bone].parent;
}

static int32_t place_node(const hone_constraints *c, int32_t bone)
{
    return bone == HONE_NONE ? HONE_NONE : (int32_t)c->count + bone;
}

/* Returns a dependency of a node, or HONE_NONE. which: 0 or 1. */
static int32_t dependency(const hone_constraints *c, uint32_t node, int which)
{
    if (node >= c->count) {
        int32_t bone = (int32_t)(node - c->count);
        return which == 0 ? place_node(c, parent_of(c, bone)) : c->of_bone[bone];
    }
    const hone_constraint *constraint = &c->list[node];
    if (constraint->kind == HONE_CONSTRAINT_AIM)
        return place_node(c, parent_of(c, which == 0 ? constraint->bone : constraint->source));
    return which == 0 ? c->of_bone[constraint->source] : HONE_NONE;
}

static void emit(plan_context *p, uint32_t node)
{
    hone_constraints *c = p->constraints;
    bool places = node >= c->count;
    p->states[node] = DONE;
    c->steps[c->step_count++] = (hone_constraint_step){places, places ? node - c->count : node};
}

static void push(plan_context *p, uint32_t node)
{
    p->states[node] = OPEN;
    p->next[node] = 0;
    p->stack[p->depth++] = node;
}

/* The dependency of a node that is searched next, or HONE_NONE. */
static int32_t next_dependency(plan_context *p, uint32_t node)
{
    int32_t needed = HONE_NONE;
    while (p->next[node] < 2 && needed == HONE_NONE) needed = dependency(p->constraints, node, p->next[node]++);
    return needed;
}

/* Adds steps for a node and what it depends on. Returns false at a cycle. */
static bool search(plan_context *p, uint32_t from)
{
    if (p->states[from] == UNSEEN)
        push(p, from);
    while (p->depth) {
        uint32_t node = p->stack[p->depth - 1];
        int32_t needed = next_dependency(p, node);
        if (needed == HONE_NONE) {
            p->depth--;
            emit(p, node);
        } else if (p->states[needed] == OPEN) {
            return false;
        } else if (p->states[needed] == UNSEEN) {
            push(p, (uint32_t)needed);
        }
    }
    return true;
}

/* Marks the places of bones that no constraint turns or moves: they are final before the first step. Returns the
 * number of the others. */
static uint32_t mark_unmoved(plan_context *p)
{
    const hone_constraints *c = p->constraints;
    uint32_t moved = 0;
    memset(p->states, UNSEEN, p->node_count);
    p->depth = 0;
    for (uint32_t i = 0; i < c->model->skeleton.bone_count; i++) {
        int32_t bone = (int32_t)p->order[i], above = place_node(c, parent_of(c, bone));
        bool free = c->of_bone[bone] == HONE_NONE && (above == HONE_NONE || p->states[above] == DONE);
        p->states[place_node(c, bone)] = free ? DONE : UNSEEN;
        moved += !free;
    }
    return moved;
}

/* ---- cycles ----------------------------------------------------------------------------------------------------- */

static void push_numbered(plan_context *p, uint32_t node, uint32_t *found, uint32_t *wait_count)
{
    push(p, node);
    p->number[node] = p->lowest[node] = ++*found;
    p->waiting[(*wait_count)++] = node;
}

/* Finds the components of a node and of what it depends on (Tarjan). */
static void find_components(plan_context *p, uint32_t from, uint32_t *found)
{
    uint32_t wait_count = 0;
    if (p->states[from] == UNSEEN)
        push_numbered(p, from, found, &wait_count);
    while (p->depth) {
        uint32_t node = p->stack[p->depth - 1];
        int32_t needed = next_dependency(p, node);
        if (needed != HONE_NONE) {
            if (p->states[needed] == UNSEEN)
                push_numbered(p, (uint32_t)needed, found, &wait_count);
            else if (p->number[needed] && p->component[needed] == UINT32_MAX && p->number[needed] < p->lowest[node])
                p->lowest[node] = p->number[needed];
            continue;
        }
        p->states[node] = DONE;
        uint32_t below = --p->depth ? p->stack[p->depth - 1] : node;
        if (p->lowest[node] < p->lowest[below])
            p->lowest[below] = p->lowest[node];
        for (bool more = p->lowest[node] == p->number[node]; more;) {
            uint32_t member = p->waiting[--wait_count];
            p->component[member] = node;
            more = member != node;
        }
    }
}

/* A dependency within a component on a node that was found before may close a cycle: the constraint that was opened
 * last is left out. Each cycle has such a dependency, with only places of bones between it and a constraint of the
 * cycle. */
static void cut_component(plan_context *p, uint32_t node, uint32_t needed)
{
    int32_t last = node < p->constraints->count ? (int32_t)node : p->last[node];
    if (last != HONE_NONE && p->component[node] == p->component[needed] && p->component[last] == p->component[node])
        p->cut[last] = 1;
}

static void find_cuts(plan_context *p, uint32_t from)
{
    p->last[from] = HONE_NONE;
    if (p->states[from] == UNSEEN)
        push(p, from);
    while (p->depth) {
        uint32_t node = p->stack[p->depth - 1];
        int32_t needed = next_dependency(p, node);
        if (needed == HONE_NONE) {
            p->depth--;
        } else if (p->states[needed] != UNSEEN) {
            cut_component(p, node, (uint32_t)needed);
        } else {
            push(p, (uint32_t)needed);
            p->last[needed] = node < p->constraints->count ? (int32_t)node : p->last[node];
        }
    }
}

static bool allocate_cycles(plan_context *p, hone_arena *scratch)
{
    size_t nodes = p->node_count;
    p->number = hone_arena_array(scratch, nodes, sizeof *p->number);
    p->lowest = hone_arena_array(scratch, nodes, sizeof *p->lowest);
    p->waiting = hone_arena_array(scratch, nodes, sizeof *p->waiting);
    p->component = hone_arena_array(scratch, nodes, sizeof *p->component);
    p->last = hone_arena_array(scratch, nodes, sizeof *p->last);
    p->cut = hone_arena_array(scratch, p->constraints->count, sizeof *p->cut);
    return !hone_arena_failed(scratch);
}

/* Leaves out constraints until no cycle is left: of a simple cycle, one. Returns false if out of memory. */
static bool leave_out_cycles(plan_context *p, hone_arena *scratch)
{
    hone_constraints *c = p->constraints;
    uint32_t found = 0, bones = c->model->skeleton.bone_count;
    if (!allocate_cycles(p, scratch))
        return false;
    memset(p->component, 0xff, p->node_count * sizeof *p->component);
    mark_unmoved(p);
    for (uint32_t i = 0; i < bones; i++) find_components(p, c->count + p->order[i], &found);
    mark_unmoved(p);
    for (uint32_t i = 0; i < bones; i++) find_cuts(p, c->count + p->order[i]);
    for (uint32_t i = 0; i < c->count; i++)
        if (p->cut[i])
            c->of_bone[c->list[i].bone] = HONE_NONE;
    return true;
}

/* ---- plans ------------------------------------------------------------------------------------------------------ */

/* Adds all steps. Returns false at a cycle. */
static bool add_steps(plan_context *p)
{
    hone_constraints *c = p->constraints;
    bool whole = true;
    c->step_count = 0;
    for (uint32_t i = 0; whole && i < c->model->skeleton.bone_count; i++) whole = search(p, c->count + p->order[i]);
    return whole;
}

static void find_owners(hone_constraints *c)
{
    memset(c->of_bone, 0xff, c->model->skeleton.bone_count * sizeof *c->of_bone);
    for (uint32_t i = c->count; i-- > 0;) c->of_bone[c->list[i].bone] = (int32_t)i;
}

bool hone_constraints_plan(hone_constraints *c, const hone_model_data *model, const uint32_t *order, hone_arena *memory,
                           hone_arena *scratch)
{
    uint32_t bones = model->skeleton.bone_count;
    *c = (hone_constraints){.model = model, .list = model->constraints, .count = model->constraint_count};
    size_t nodes = (size_t)c->count + bones;
    plan_context p = {.constraints = c,
                      .order = order,
                      .node_count = (uint32_t)nodes,
                      .states = hone_arena_array(scratch, nodes, sizeof *p.states),
                      .stack = hone_arena_array(scratch, nodes, sizeof *p.stack),
                      .next = hone_arena_array(scratch, nodes, sizeof *p.next)};
    c->of_bone = hone_arena_array(memory, bones, sizeof *c->of_bone);
    c->rotations = hone_arena_array(memory, c->count, sizeof *c->rotations);
    if (hone_arena_failed(scratch) || hone_arena_failed(memory))
        return false;
    find_owners(c);
    c->steps = hone_arena_array(memory, c->count + mark_unmoved(&p), sizeof *c->steps);
    if (!c->steps)
        return false;
    if (add_steps(&p))
        return true;
    if (!leave_out_cycles(&p, scratch))
        return false;
    mark_unmoved(&p);
    return add_steps(&p);
}
