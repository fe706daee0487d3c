/* Prepares IK chains for the solvers, and estimates the cost of each. */
#include "core/rig/ik/chain.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include <hone/math.h>

/* Numbers the effector and its ancestors upwards from 0; returns how many there are. */
static uint32_t number_ancestors(const hone_skeleton *skeleton, int32_t from, uint32_t *height)
{
    uint32_t h = 0;
    for (int32_t b = from; b != HONE_NONE && height[b] == UINT32_MAX; b = skeleton->bones[b].parent) height[b] = h++;
    return h;
}

static void reset_heights(const hone_skeleton *skeleton, int32_t from, uint32_t *height)
{
    for (int32_t b = from; b != HONE_NONE && height[b] != UINT32_MAX; b = skeleton->bones[b].parent)
        height[b] = UINT32_MAX;
}

static hone_turn_cap make_cap(float unit_angle, uint32_t link)
{
    double angle = (double)unit_angle * (link + 1.0);
    return (hone_turn_cap){(float)angle, (float)hone_sin(angle), (float)hone_cos(angle), (float)hone_sin(angle / 2),
                           (float)hone_cos(angle / 2)};
}

static hone_link make_link(const hone_skeleton *skeleton, const hone_ik *ik, uint32_t i, const int32_t *turn_of)
{
    const hone_ik_link *link = &ik->links[i];
    const hone_bone *bone = &skeleton->bones[link->bone];
    hone_link out = {.turn = (uint32_t)turn_of[link->bone],
                     .limited = link->limited,
                     .limits = hone_limits_make(link->lower, link->upper),
                     .cap = make_cap(ik->unit_angle, i)};
    out.fixed = bone->flags & HONE_BONE_FIXED_AXIS && hone_vec3_normalise(bone->fixed_axis, out.axis);
    return out;
}

/* The height of the highest link that is an ancestor of the effector; 0: none. */
static uint32_t find_top(const hone_ik *ik, const uint32_t *height)
{
    uint32_t top = 0;
    for (uint32_t i = 0; i < ik->link_count; i++) {
        uint32_t h = height[ik->links[i].bone];
        top = h != UINT32_MAX && h > top ? h : top;
    }
    return top;
}

static void examine_path(const hone_skeleton *skeleton, const uint32_t *rank, hone_chain *chain)
{
    int32_t bone = (int32_t)chain->effector;
    for (uint32_t i = 0; i < chain->path_count; i++, bone = skeleton->bones[bone].parent) {
        chain->read_early |= rank[bone] > rank[chain->goal];
        chain->top_rank = rank[bone];
    }
}

/* A link's step recomputes the path below it; in the end every bone placed before the goal may have to follow. */
static uint64_t cost_of(const hone_chain *chain, uint32_t goal_rank)
{
    uint64_t iteration = 0;
    HONE_ASSERT(chain->links || chain->link_count == 0);
    for (uint32_t i = 0; i < chain->link_count; i++)
        iteration += chain->links[i].idle ? 1 : chain->path_count - chain->links[i].place;
    return chain->loop_count * iteration + chain->path_count + goal_rank + 1;
}

bool hone_chain_make(const hone_skeleton *skeleton, uint32_t ik_index, const uint32_t *rank, const int32_t *turn_of,
                     uint32_t *height, hone_arena *memory, hone_chain *out, uint32_t *climbed)
{
    const hone_ik *ik = &skeleton->iks[ik_index];
    *climbed = 0;
    if (ik->effector == HONE_NONE)
        return false;
    *climbed = number_ancestors(skeleton, ik->effector, height);
    uint32_t top = find_top(ik, height);
    *out = (hone_chain){.ik = ik_index,
                        .goal = (uint32_t)ik->bone,
                        .effector = (uint32_t)ik->effector,
                        .path_count = top + 1,
                        .loop_count = (uint32_t)ik->max_iterations,
                        .unit_angle = ik->unit_angle,
                        .notes = HONE_NONE,
                        .next_noted = HONE_NONE};
    if (top > 0)
        out->links = hone_arena_array(memory, ik->link_count, sizeof *out->links);
    for (uint32_t i = 0; out->links && i < ik->link_count; i++) {
        uint32_t h = height[ik->links[i].bone];
        hone_link *link = &out->links[out->link_count++];
        *link = make_link(skeleton, ik, i, turn_of);
        link->idle = h == UINT32_MAX || h == 0;
        link->place = link->idle ? 0 : top - h;
    }
    reset_heights(skeleton, ik->effector, height);
    examine_path(skeleton, rank, out);
    out->cost = cost_of(out, rank[out->goal]);
    return top > 0;
}
