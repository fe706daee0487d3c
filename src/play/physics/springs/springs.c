/* The springs of a model, as a member of a world: they take their steps with those of bodies, after them. */
#include "play/physics/springs/springs.h"
#include "base/error.h"
#include "play/physics/world.h"
#include "base/double_affine.h"
#include <string.h>

/* ---- states ----------------------------------------------------------------------------------------------------- */

static void *state_array(hone_physics *physics, size_t count)
{
    return hone_arena_aligned(physics->memory, count, physics->springs.size);
}

/* How many joints and colliders are compared in a step, at most; a hundred times what characters need. */
enum { TESTS_MOST = 1 << 20 };

/* Writes the springs, of which the last ones lose their colliders if all would be too many. */
static void limit_colliders(const hone_physics *physics, hone_spring *out)
{
    const hone_model_data *data = hone_model_get(physics->model);
    uint64_t tests = 0;
    for (uint32_t s = 0; s < data->spring_count; s++) {
        out[s] = data->springs[s];
        tests += (uint64_t)out[s].joint_count * out[s].collider_count;
        if (tests <= TESTS_MOST)
            continue;
        tests -= (uint64_t)out[s].joint_count * out[s].collider_count;
        out[s].collider_count = 0;
        hone_builder_warn(physics->builder, "spring with far too many colliders: it does without", s);
    }
}

bool hone_springs_make(hone_physics *physics, hone_error *error)
{
    const hone_model_data *data = hone_model_get(physics->model);
    hone_springs *springs = &physics->springs;
    hone_spring *limited = hone_arena_array(physics->memory, data->spring_count, sizeof *limited);
    if (!limited)
        return hone_arena_fail(physics->memory, error);
    limit_colliders(physics, limited);
    const hone_spring_desc desc = {.skeleton = &data->skeleton,
                                   .spring_count = data->spring_count,
                                   .springs = limited,
                                   .collider_count = data->collider_count,
                                   .colliders = data->colliders,
                                   .allocator = hone_arena_allocator(physics->memory)};
    springs->plan = hone_spring_plan_create(&desc, error);
    if (!springs->plan)
        return false;
    springs->joint_count = hone_spring_joint_count(springs->plan);
    springs->spring_count = data->spring_count;
    springs->size = springs->joint_count * sizeof(hone_spring_state) + springs->spring_count * sizeof(hone_affine);
    springs->now = state_array(physics, 1);
    springs->before = state_array(physics, 1);
    springs->shapes = hone_arena_array(physics->memory, data->collider_count, sizeof *springs->shapes);
    springs->off = hone_arena_array(physics->memory, data->skeleton.bone_count, 1);
    springs->bones = hone_arena_array(physics->memory, data->skeleton.bone_count, sizeof *springs->bones);
    springs->moved = hone_arena_array(physics->memory, data->skeleton.bone_count, sizeof *springs->moved);
    return !hone_arena_failed(physics->memory) || hone_arena_fail(physics->memory, error);
}

void hone_springs_allocate_checkpoints(hone_physics *physics, uint32_t count)
{
    physics->springs.saved = state_array(physics, count);
}

void hone_springs_close(hone_physics *physics)
{
    hone_spring_plan_destroy(physics->springs.plan);
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

void hone_springs_set_input(hone_physics *physics, const hone_physics_input *input)
{
    uint32_t count = hone_model_bone_count(physics->model);
    if (count == 0)
        return;
    if (input->physics_off)
        memcpy(physics->springs.off, input->physics_off, count);
    else
        memset(physics->springs.off, 0, count);
}

/* The bones in the world after bodies have moved them. */
static const hone_affine *bones_now(hone_physics *physics)
{
    if (physics->rigid_count == 0)
        return physics->animated;
    hone_springs *springs = &physics->springs;
    hone_bones_at_step(physics, springs->bones);
    for (uint32_t b = 0; b < hone_model_bone_count(physics->model); b++)
        if (!physics->carried[b])
            springs->bones[b] = physics->animated[b];
    return springs->bones;
}

static hone_spring_job job_of(hone_physics *physics)
{
    const hone_springs *springs = &physics->springs;
    hone_spring_job job = {.plan = springs->plan,
                           .bones = bones_now(physics),
                           .off = springs->off,
                           .states = springs->now,
                           .shapes = springs->shapes,
                           .moved = springs->moved};
    hone_vec3_copy(physics->world->options.wind, job.wind);
    return job;
}

/* Writes where the bones that carry springs are, without scale. One that is not finite stays where it was. */
static void find_anchors(const hone_physics *physics, const hone_affine *bones, hone_affine *out)
{
    const hone_model_data *data = hone_model_get(physics->model);
    for (uint32_t s = 0; s < data->spring_count; s++) {
        if (data->springs[s].joint_count == 0)
            continue;
        int32_t bone = data->springs[s].joints[0].bone, parent = data->skeleton.bones[bone].parent;
        hone_affine anchor = bones[parent == HONE_NONE ? bone : parent];
        hone_affine_orthonormalise(&anchor);
        if (hone_place_is_sane(&anchor))
            out[s] = anchor;
    }
}

static void move_state(hone_spring_state *state, const hone_affine *by)
{
    hone_double_affine matrix = hone_double_affine_from(by);
    hone_double_affine_point(&matrix, state->tail, state->tail);
    hone_double_affine_point(&matrix, state->previous, state->previous);
}

/* Moves springs along with the bones that carry them. Those with a centre go with that. */
static void carry(hone_physics *physics, const hone_affine *to)
{
    const hone_model_data *data = hone_model_get(physics->model);
    const hone_springs *springs = &physics->springs;
    const hone_affine *from = hone_springs_anchors(springs, springs->now);
    hone_spring_state *state = springs->now;
    for (uint32_t s = 0; s < data->spring_count; s++) {
        hone_affine back = hone_affine_invert_rigid(&from[s]), by = hone_affine_multiply(&to[s], &back);
        for (uint32_t j = 0; j < data->springs[s].joint_count; j++, state++)
            if (data->springs[s].center == HONE_NONE)
                move_state(state, &by);
    }
}

/* A cut in the motion, as for bodies: all springs are moved along, so that none is torn away. */
static void follow_cut(hone_physics *physics, const hone_affine *bones)
{
    const hone_springs *springs = &physics->springs;
    hone_affine *from = hone_springs_anchors(springs, springs->now),
                *to = hone_springs_anchors(springs, springs->before);
    bool any = false;
    memcpy(to, from, springs->spring_count * sizeof *to);
    find_anchors(physics, bones, to);
    for (uint32_t s = 0; s < springs->spring_count && !any; s++) any = hone_place_leapt(physics, &from[s], &to[s], 1);
    if (any)
        carry(physics, to);
    physics->incidents.teleports += any && physics->rigid_count == 0;
    memcpy(from, to, springs->spring_count * sizeof *from);
}

void hone_springs_reset(hone_physics *physics)
{
    const hone_springs *springs = &physics->springs;
    hone_spring_job job = job_of(physics);
    hone_spring_reset(&job);
    find_anchors(physics, job.bones, hone_springs_anchors(springs, springs->now));
    memcpy(springs->before, springs->now, springs->size);
}

void hone_springs_step(hone_physics *physics)
{
    const hone_springs *springs = &physics->springs;
    hone_spring_job job = job_of(physics);
    follow_cut(physics, job.bones);
    memcpy(springs->before, springs->now, springs->size);
    hone_spring_step(&job);
}

void hone_springs_move(hone_physics *physics, const hone_affine *by)
{
    const hone_springs *springs = &physics->springs;
    hone_affine *anchors = hone_springs_anchors(springs, springs->now);
    hone_spring_move(springs->plan, by, springs->now);
    hone_spring_move(springs->plan, by, springs->before);
    for (uint32_t s = 0; s < springs->spring_count; s++) anchors[s] = hone_affine_multiply(by, &anchors[s]);
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

/* How far the time is on its way from the step before to the last one. */
static double share_of(const hone_physics_world *world)
{
    double since = ((double)world->spring_phase - world->behind * HONE_SPRING_RATE) / world->options.rate;
    return since >= 0 ? 1 : since > -1 ? 1 + since : 0;
}

void hone_springs_show(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone, uint8_t *dynamic)
{
    const hone_springs *springs = &physics->springs;
    for (uint32_t b = 0; physics->rigid_count && b < hone_model_bone_count(physics->model); b++)
        springs->bones[b] = physics->carried[b] ? model_from_bone[b] : bones[b];
    hone_spring_between(springs->plan, springs->before, springs->now, share_of(physics->world),
                        physics->rigid_count ? springs->bones : bones, springs->moved);
    const hone_model_data *data = hone_model_get(physics->model);
    for (uint32_t s = 0; s < data->spring_count; s++)
        for (uint32_t j = 0; j < data->springs[s].joint_count; j++) {
            int32_t bone = data->springs[s].joints[j].bone;
            model_from_bone[bone] = springs->moved[bone];
            dynamic[bone] = HONE_DYNAMIC_BODY;
        }
}
