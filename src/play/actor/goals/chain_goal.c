/* Goals of the kind CHAIN: a tail, a tentacle or a spine reaches a position. */
#include "play/actor/goals/goal.h"

enum { ROUNDS = 32 };

static const float nearness = 1e-4f; /* the tolerance, relative to the length of the chain */

/* The bones from the first to the one above the end, in scratch->bones, with their limits. Returns their number. */
static uint32_t gather(const hone_goal *goal, const hone_goal_context *context)
{
    const hone_goal_scratch *scratch = context->scratch;
    uint32_t count = 0, i = 0;
    for (int32_t b = goal->bones[1]; b != goal->bones[0]; b = scratch->parents[b]) count++;
    i = count;
    for (int32_t b = goal->bones[1]; b != goal->bones[0];) {
        b = scratch->parents[b];
        scratch->bones[--i] = hone_goal_axes(context, (uint32_t)b);
        if (goal->limits)
            scratch->limits[i] = goal->limits[b];
    }
    return count;
}

static float length_of(const hone_affine *bones, uint32_t count, const float end[3])
{
    float sum = 0, from[3], to[3];
    for (uint32_t i = 0; i < count; i++) {
        hone_affine_origin(&bones[i], from);
        hone_vec3_copy(end, to);
        if (i + 1 < count)
            hone_affine_origin(&bones[i + 1], to);
        sum += hone_vec3_distance(from, to);
    }
    return sum;
}

/* Moves the corrections from the places in the chain to those of their bones. */
static void spread(const hone_goal *goal, const hone_goal_context *context, uint32_t count)
{
    const hone_goal_scratch *scratch = context->scratch;
    float(*chain)[4] = (float(*)[4])(void *)scratch->bones; /* they are not needed any more */
    for (uint32_t i = 0; i < count; i++) hone_quat_copy(scratch->corrections[i], chain[i]);
    for (uint32_t i = 0; i < context->model->skeleton.bone_count; i++) hone_quat_identity(scratch->corrections[i]);
    for (int32_t b = goal->bones[1]; b != goal->bones[0];) {
        b = scratch->parents[b];
        hone_quat_copy(chain[--count], scratch->corrections[b]);
    }
}

bool hone_goal_apply_chain(const hone_goal *goal, const hone_goal_context *context)
{
    const hone_goal_scratch *scratch = context->scratch;
    uint32_t count = gather(goal, context);
    int32_t above = scratch->parents[goal->bones[0]];
    const hone_affine *bones = hone_rig_bones(context->rig);
    hone_fabrik_job job = {.bone_count = count,
                           .bones = scratch->bones,
                           .base = above == HONE_NONE ? NULL : &bones[above],
                           .limits = goal->limits ? scratch->limits : NULL,
                           .max_rounds = ROUNDS,
                           .weight = goal->weight,
                           .memory = scratch->solver};
    hone_affine_origin(&bones[goal->bones[1]], job.end);
    hone_vec3_copy(goal->position, job.goal);
    job.tolerance = nearness * length_of(scratch->bones, count, job.end);
    bool reached = hone_fabrik_solve(&job, scratch->corrections);
    spread(goal, context, count);
    hone_goal_correct(context, HONE_NONE, (const float[3]){0, 0, 0});
    return reached;
}
