/* Plans the evaluation of node constraints: a depth-first search through what each step depends on. A constraint of
 * kind ROLL or ROTATION depends on the one that turns its source, because it reads local rotations; AIM depends on the
 * places of the parents of its bone and its source; the place of a bone depends on that of its parent, and on the
 * bone's constraint. Source: VRMC_node_constraint-1.0, "Dependency resolution between constraints". */
#include "core/rig/constraint/constraints.h"
#include <string.h>

enum { UNSEEN, OPEN, DONE };

/* Nodes of the search are the constraints, then the places of bones. */
typedef struct plan_context {
    hone_constraints *constraints;
    uint8_t *states; /* [count + bone_count] */
    uint32_t *stack; /* [count + bone_count] nodes whose dependencies are being searched, the last on top */
    uint32_t depth;
    uint8_t *next; /* [count + bone_count] which dependency of a node is next: 0, 1, or 2 for none */
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

/* Leaves out the constraint that closes a cycle: the one that was opened last. What was opened after it is searched
 * again later. */
static void leave_out(plan_context *p)
{
    hone_constraints *c = p->constraints;
    uint32_t node;
    do {
        node = p->stack[--p->depth];
        p->states[node] = UNSEEN;
    } while (node >= c->count);
    p->states[node] = DONE;
    c->of_bone[c->list[node].bone] = HONE_NONE;
}

static void push(plan_context *p, uint32_t node)
{
    p->states[node] = OPEN;
    p->next[node] = 0;
    p->stack[p->depth++] = node;
}

static void search(plan_context *p, uint32_t from)
{
    if (p->states[from] == UNSEEN)
        push(p, from);
    while (p->depth) {
        uint32_t node = p->stack[p->depth - 1];
        if (p->next[node] == 2) {
            p->depth--;
            emit(p, node);
            continue;
        }
        int32_t needed = dependency(p->constraints, node, p->next[node]++);
        if (needed == HONE_NONE || p->states[needed] == DONE)
            continue;
        if (p->states[needed] == OPEN)
            leave_out(p);
        else
            push(p, (uint32_t)needed);
    }
}

/* Marks the places of bones that no constraint turns or moves: they are final before the first step. Returns the
 * number of the others. */
static uint32_t mark_unmoved(plan_context *p, const uint32_t *order)
{
    const hone_constraints *c = p->constraints;
    uint32_t moved = 0;
    for (uint32_t i = 0; i < c->model->skeleton.bone_count; i++) {
        int32_t bone = (int32_t)order[i], above = place_node(c, parent_of(c, bone));
        bool free = c->of_bone[bone] == HONE_NONE && (above == HONE_NONE || p->states[above] == DONE);
        p->states[place_node(c, bone)] = free ? DONE : UNSEEN;
        moved += !free;
    }
    return moved;
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
                      .states = hone_arena_array(scratch, nodes, sizeof *p.states),
                      .stack = hone_arena_array(scratch, nodes, sizeof *p.stack),
                      .next = hone_arena_array(scratch, nodes, sizeof *p.next)};
    c->of_bone = hone_arena_array(memory, bones, sizeof *c->of_bone);
    c->rotations = hone_arena_array(memory, c->count, sizeof *c->rotations);
    if (hone_arena_failed(scratch) || hone_arena_failed(memory))
        return false;
    find_owners(c);
    c->steps = hone_arena_array(memory, c->count + mark_unmoved(&p, order), sizeof *c->steps);
    if (!c->steps)
        return false;
    for (uint32_t i = 0; i < bones; i++) search(&p, c->count + order[i]);
    return true;
}
