/* Measures springs beside Bullet: the same motion is played on four actors. */
#include "base/error.h"
#include "core/model/with_springs.h"
#include "offline/spring_fit/chains.h"
#include <hone/actor.h>
#include <hone/bake.h>
#include <hone/math.h>
#include <hone/spring_fit.h>
#include <math.h>

/* What plays the motion. */
enum { BODIES, SPRINGS, RIGID, DEFAULTS, PLAYERS };

typedef struct comparing {
    const hone_spring_compare_desc *desc;
    fit_chains chains; /* of the bodies */
    hone_model *defaults;
    hone_actor *actors[PLAYERS];
    double (*sums)[PLAYERS]; /* [spring_count] of squared distances */
} comparing;

static hone_model *make_defaults(const comparing *c, hone_arena *memory, hone_error *error)
{
    const fit_chains *chains = &c->chains;
    hone_spring *springs = hone_arena_array(memory, chains->spring_count, sizeof *springs);
    hone_spring_joint *joints = hone_arena_array(memory, chains->joint_count, sizeof *joints);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error), NULL;
    for (uint32_t k = 0; k < chains->joint_count; k++) {
        const fit_joint *from = &chains->joints[chains->chain_joints[k]];
        joints[k] = (hone_spring_joint){.bone = from->bone,
                                        .tail_bone = from->tail_bone,
                                        .stiffness = (float)(1 / HONE_MMD_METRES),
                                        .drag_force = 0.4f,
                                        .gravity_direction = {0, -1, 0}};
        hone_vec3_copy(from->tail, joints[k].tail_offset);
    }
    for (uint32_t s = 0; s < chains->spring_count; s++)
        springs[s] = (hone_spring){.center = HONE_NONE,
                                   .joints = joints + chains->springs[s].begin,
                                   .joint_count = chains->springs[s].end - chains->springs[s].begin};
    const hone_spring_set set = {.spring_count = chains->spring_count, .springs = springs};
    return hone_model_with_springs(c->desc->bodies, &set, c->desc->allocator, error);
}

static bool open_actors(comparing *c, hone_error *error)
{
    const hone_model *const models[PLAYERS] = {c->desc->bodies, c->desc->springs, c->desc->springs, c->defaults};
    for (int p = 0; p < PLAYERS; p++) {
        hone_actor_desc desc = {.model = models[p], .rules = c->desc->rules, .allocator = c->desc->allocator};
        desc.physics.on = p != RIGID;
        c->actors[p] = hone_actor_create(&desc, error);
        if (!c->actors[p] || hone_actor_play(c->actors[p], c->desc->motion, NULL, error).id == 0)
            return false;
    }
    return true;
}

static void measure(comparing *c)
{
    for (uint32_t s = 0; s < c->chains.spring_count; s++) {
        const fit_joint *tip = hone_fit_tip(&c->chains, s);
        float tips[PLAYERS][3];
        for (int p = 0; p < PLAYERS; p++) {
            hone_affine_point(&hone_actor_bones(c->actors[p])[tip->bone], tip->tail, tips[p]);
            double off = (double)hone_vec3_distance(tips[p], tips[BODIES]);
            c->sums[s][p] += off * off;
        }
    }
}

static bool play(comparing *c, hone_error *error)
{
    for (uint32_t step = 0; step <= 2 * c->desc->last_frame; step++) {
        for (int p = 0; p < PLAYERS; p++)
            if (!hone_actor_update(c->actors[p], step / 60.0, error))
                return false;
        measure(c);
    }
    return true;
}

static hone_spring_error error_of(double length, const double sums[PLAYERS], double samples)
{
    return (hone_spring_error){.length = length,
                               .error = sqrt(sums[SPRINGS] / samples),
                               .rigid_error = sqrt(sums[RIGID] / samples),
                               .default_error = sqrt(sums[DEFAULTS] / samples)};
}

static void write_result(const comparing *c, hone_spring_error *all)
{
    const fit_chains *chains = &c->chains;
    double steps = 2.0 * c->desc->last_frame + 1, sums[PLAYERS] = {0}, length = 0;
    for (uint32_t s = 0; s < chains->spring_count; s++) {
        hone_spring_error one = error_of((double)chains->springs[s].length, c->sums[s], steps);
        for (int p = 0; p < PLAYERS; p++) sums[p] += c->sums[s][p];
        length += one.length;
        if (c->desc->errors)
            c->desc->errors[chains->joints[chains->chain_joints[chains->springs[s].begin]].bone] = one;
    }
    if (chains->spring_count)
        *all = error_of(length / chains->spring_count, sums, steps * chains->spring_count);
}

static bool compare_in(comparing *c, hone_arena *memory, hone_spring_error *all, hone_error *error)
{
    const hone_model_data *bodies = hone_model_get(c->desc->bodies);
    *all = (hone_spring_error){0};
    for (uint32_t b = 0; c->desc->errors && b < bodies->skeleton.bone_count; b++) c->desc->errors[b] = *all;
    if (!hone_fit_find_chains(bodies, memory, &c->chains))
        return hone_arena_fail(memory, error);
    c->sums = hone_arena_array(memory, c->chains.spring_count, sizeof *c->sums);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    c->defaults = make_defaults(c, memory, error);
    if (!c->defaults || !open_actors(c, error) || !play(c, error))
        return false;
    write_result(c, all);
    return true;
}

static bool check(const hone_spring_compare_desc *desc, hone_error *error)
{
    if (!desc || !desc->bodies || !desc->springs || !desc->motion)
        return hone_fail_null(error, "a model or the motion");
    if (hone_model_skeleton(desc->bodies)->bone_count != hone_model_skeleton(desc->springs)->bone_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "two models whose bones differ");
    if (desc->last_frame >= HONE_BAKE_MAX_FRAMES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "more frames than are allowed");
    return true;
}

bool hone_spring_compare(const hone_spring_compare_desc *desc, hone_spring_error *all, hone_error *error)
{
    if (!all)
        return hone_fail_null(error, "the result");
    if (!check(desc, error))
        return false;
    comparing c = {.desc = desc, .chains = {0}};
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    bool ok = memory && compare_in(&c, memory, all, error);
    for (int p = 0; p < PLAYERS; p++) hone_actor_destroy(c.actors[p]);
    hone_model_release(c.defaults);
    hone_arena_destroy(memory);
    return ok;
}
