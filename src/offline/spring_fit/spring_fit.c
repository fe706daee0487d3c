/* Springs in place of bodies: chains, a recording of Bullet's motion, and the joints fitted to it, parents first. */
#include "base/error.h"
#include "core/model/with_springs.h"
#include "offline/bake/worker_items.h"
#include "offline/spring_fit/joint_fit.h"
#include <hone/math.h>
#include <hone/physics.h>
#include <math.h>
#include <string.h>

typedef struct fitting {
    fit_context context;
    const uint32_t *order; /* joints by level */
    uint32_t first;        /* in `order`: of the level */
    fit_scratch *scratch;  /* [worker_count] */
} fitting;

/* ---- joints by level -------------------------------------------------------------------------------------------- */

/* Sorts joints by how many are above them. begin: [joint_count + 1] the first of each level. Returns how many levels
 * there are. */
static uint32_t sort_levels(const fit_chains *chains, uint32_t *order, uint32_t *begin)
{
    uint32_t levels = 0;
    for (uint32_t j = 0; j < chains->joint_count; j++) {
        begin[chains->joints[j].level + 1]++;
        levels = chains->joints[j].level >= levels ? chains->joints[j].level + 1 : levels;
    }
    for (uint32_t l = 0; l < levels; l++) begin[l + 1] += begin[l];
    for (uint32_t j = chains->joint_count; j-- > 0;) order[--begin[chains->joints[j].level + 1]] = j;
    for (uint32_t l = 0; l < levels; l++) begin[l] = begin[l + 1];
    begin[levels] = chains->joint_count;
    return levels;
}

static void fit_joints(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    fitting *f = user;
    for (uint32_t i = begin; i < end; i++) hone_fit_joint(&f->context, f->order[f->first + i], &f->scratch[worker]);
}

/* How many steps of joints and colliders are taken at most, times those of the search; some ten seconds. A model with
 * thousands of bodies is fitted to a part of the recording. */
static const double WORK_MOST = 1e6;
enum { STEPS_LEAST = 120 };

static void limit_work(const fit_chains *chains, fit_recording *recording)
{
    double work = 0;
    for (uint32_t s = 0; s < chains->spring_count; s++) {
        const fit_spring *spring = &chains->springs[s];
        work += (spring->end - spring->begin) * (1 + (spring->collider_end - spring->collider_begin) / 4.0);
    }
    double steps = work > 0 ? WORK_MOST / work : recording->step_count;
    steps = steps < STEPS_LEAST ? STEPS_LEAST : steps;
    if (steps < recording->step_count)
        recording->step_count = (uint32_t)steps;
    if (recording->second_begin > recording->step_count)
        recording->second_begin = recording->step_count;
}

static bool fit_all(fitting *f, hone_workers *workers, hone_arena *memory)
{
    const fit_chains *chains = f->context.chains;
    uint32_t steps = f->context.recording->step_count, worker_count = hone_bake_worker_count(workers);
    uint32_t *order = hone_arena_array(memory, chains->joint_count, sizeof *order);
    uint32_t *begin = hone_arena_array(memory, chains->joint_count + 1, sizeof *begin);
    f->context.moved = hone_arena_raw(memory, (size_t)chains->joint_count * steps, sizeof *f->context.moved);
    f->scratch = hone_arena_array(memory, worker_count, sizeof *f->scratch);
    for (uint32_t w = 0; f->scratch && w < worker_count; w++) {
        f->scratch[w].bases = hone_arena_array(memory, steps, sizeof *f->scratch[w].bases);
        f->scratch[w].tails = hone_arena_array(memory, steps, sizeof *f->scratch[w].tails);
    }
    if (hone_arena_failed(memory))
        return false;
    uint32_t levels = sort_levels(chains, order, begin);
    f->order = order;
    for (uint32_t l = 0; l < levels; l++) {
        f->first = begin[l];
        hone_bake_run_items(workers, worker_count, fit_joints, f, begin[l + 1] - begin[l], 1);
    }
    return true;
}

/* ---- report ----------------------------------------------------------------------------------------------------- */

static uint32_t tip_of(const fit_chains *chains, uint32_t spring)
{
    return (uint32_t)(hone_fit_tip(chains, spring) - chains->joints);
}

/* The sum of squared distances of a tip that follows the animation. */
static double rigid_error(const fit_context *c, uint32_t tip)
{
    const fit_recording *recording = c->recording;
    const fit_chains *chains = c->chains;
    float from[3] = {0};
    uint32_t top = tip;
    hone_vec3_copy(chains->joints[tip].tail, from);
    for (;; top = (uint32_t)chains->joints[top].above) {
        hone_vec3_add(from, chains->joints[top].offset, from);
        if (chains->joints[top].above == HONE_NONE)
            break;
    }
    double sum = 0;
    int32_t anchor = chains->joints[top].anchor;
    for (uint32_t t = 0; t < recording->step_count; t++) {
        const hone_affine *bones = recording->bones + (size_t)t * recording->bone_count;
        float at[3];
        hone_vec3_copy(from, at);
        if (anchor != HONE_NONE)
            hone_affine_point(&bones[(uint32_t)recording->place_of_bone[anchor]], from, at);
        float off = hone_vec3_distance(at, recording->tails[(size_t)t * chains->joint_count + tip]);
        sum += (double)off * (double)off;
    }
    return sum;
}

static void write_report(const fit_context *c, hone_spring_fit_report *out)
{
    const fit_chains *chains = c->chains;
    double error = 0, rigid = 0, length = 0, samples = (double)chains->spring_count * c->recording->step_count;
    for (uint32_t s = 0; s < chains->spring_count; s++) {
        error += hone_fit_tail_error(c, tip_of(chains, s));
        rigid += rigid_error(c, tip_of(chains, s));
        length += (double)chains->springs[s].length;
    }
    *out = (hone_spring_fit_report){.chain_count = chains->spring_count,
                                    .joint_count = chains->joint_count,
                                    .collider_count = chains->collider_count,
                                    .bodies_left_out = chains->bodies_left_out,
                                    .colliders_left_out = chains->colliders_left_out,
                                    .cross_joints = chains->cross_joints,
                                    .length = chains->spring_count ? length / chains->spring_count : 0,
                                    .error = samples > 0 ? sqrt(error / samples) : 0,
                                    .rigid_error = samples > 0 ? sqrt(rigid / samples) : 0};
}

/* ---- result ----------------------------------------------------------------------------------------------------- */

static hone_spring_joint joint_of(const fit_joint *from)
{
    hone_spring_joint out = {.bone = from->bone,
                             .tail_bone = HONE_NONE,
                             .hit_radius = from->hit_radius,
                             .stiffness = (float)from->stiffness,
                             .gravity_power = (float)from->gravity,
                             .gravity_direction = {0, -1, 0},
                             .drag_force = (float)from->drag,
                             .limit.rotation = {0, 0, 0, 1}};
    hone_vec3_scale(from->tail, (float)from->reach, out.tail_offset);
    for (int i = 0; i < 4; i++) out.rest_rotation[i] = (float)from->rest[i];
    return out;
}

/* Each joint has a tail of its own, which is not the next bone, so each is a spring of its own. */
static hone_model *make_model(const hone_spring_fit_desc *desc, const fit_chains *chains, hone_arena *memory,
                              hone_error *error)
{
    const hone_bone *bones = hone_model_skeleton(desc->model)->bones;
    hone_spring *springs = hone_arena_array(memory, chains->joint_count, sizeof *springs);
    hone_spring_joint *joints = hone_arena_array(memory, chains->joint_count, sizeof *joints);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error), NULL;
    for (uint32_t k = 0; k < chains->joint_count; k++) {
        const fit_joint *from = &chains->joints[chains->chain_joints[k]];
        const fit_spring *chain = &chains->springs[from->spring];
        joints[k] = joint_of(from);
        springs[k] = (hone_spring){.name = bones[from->bone].name,
                                   .center = HONE_NONE,
                                   .joint_count = 1,
                                   .joints = &joints[k],
                                   .collider_count = chain->collider_end - chain->collider_begin,
                                   .colliders = chains->spring_colliders + chain->collider_begin};
    }
    const hone_spring_set set = {chains->joint_count, springs, chains->collider_count, chains->colliders};
    return hone_model_with_springs(desc->model, &set, desc->allocator, error);
}

static hone_model *fit_in(const hone_spring_fit_desc *desc, hone_arena *memory, hone_spring_fit_report *report,
                          hone_error *error)
{
    fit_chains chains;
    fit_recording recording;
    if (!hone_fit_find_chains(hone_model_get(desc->model), memory, &chains))
        return hone_arena_fail(memory, error), NULL;
    fitting f = {.context = {.recording = &recording, .chains = &chains}};
    if (chains.joint_count > 0) {
        if (!hone_fit_record(desc, &chains, memory, &recording, error))
            return NULL;
        if (!hone_fit_give_colliders(&recording, memory, &chains))
            return hone_arena_fail(memory, error), NULL;
        limit_work(&chains, &recording);
        if (!fit_all(&f, desc->workers, memory))
            return hone_arena_fail(memory, error), NULL;
    }
    hone_model *made = make_model(desc, &chains, memory, error);
    if (made && report && chains.joint_count > 0)
        write_report(&f.context, report);
    return made;
}

static bool check(const hone_spring_fit_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, "the model");
    if (hone_model_get(desc->model)->space != HONE_SPACE_MMD)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "only models in MMD's space have bodies");
    if (!hone_physics_available())
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "physics of bodies is not built in");
    return true;
}

hone_model *hone_spring_fit(const hone_spring_fit_desc *desc, hone_spring_fit_report *report, hone_error *error)
{
    if (report)
        *report = (hone_spring_fit_report){0};
    if (!check(desc, error))
        return NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    hone_model *made = memory ? fit_in(desc, memory, report, error) : NULL;
    hone_arena_destroy(memory);
    return made;
}
