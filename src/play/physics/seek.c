/* Seeks a time: forwards step by step, backwards from checkpoints. */
#include "base/error.h"
#include "play/physics/world.h"
#include <hone/math.h>

#include <math.h>
#include <string.h>

/* ---- checkpoints ------------------------------------------------------------------------------------------------ */

static int64_t checkpoint_steps(const hone_physics_world *world)
{
    return (int64_t)HONE_CHECKPOINT_SECONDS * world->options.rate;
}

static hone_body_state *saved(const hone_physics *physics, uint32_t checkpoint)
{
    return physics->saved ? physics->saved + (size_t)checkpoint * physics->rigid_count : NULL;
}

static void copy_bytes(void *to, const void *from, size_t size)
{
    if (size)
        memcpy(to, from, size);
}

/* Copies a state of bodies and springs. */
static void copy_state(const hone_physics *physics, hone_body_state *bodies, const hone_body_state *from_bodies,
                       hone_spring_state *springs, const hone_spring_state *from_springs)
{
    copy_bytes(bodies, from_bodies, physics->rigid_count * sizeof *bodies);
    copy_bytes(springs, from_springs, physics->springs.size);
}

static void copy_checkpoint(const hone_physics *physics, uint32_t to, uint32_t from)
{
    copy_state(physics, saved(physics, to), saved(physics, from), hone_springs_saved(&physics->springs, to),
               hone_springs_saved(&physics->springs, from));
}

static void take_checkpoint(hone_physics *physics, uint32_t checkpoint)
{
    const hone_body_state *bodies = saved(physics, checkpoint);
    const hone_spring_state *springs = hone_springs_saved(&physics->springs, checkpoint);
    copy_state(physics, physics->now, bodies, physics->springs.now, springs);
    copy_state(physics, physics->before, bodies, physics->springs.before, springs);
}

/* Drops every second checkpoint; from now on only every second one is kept. */
static void thin(hone_physics_world *world)
{
    hone_checkpoints *c = &world->checkpoints;
    for (uint32_t i = 2; i < c->count; i += 2) {
        c->steps[i / 2] = c->steps[i];
        for (hone_physics *p = world->members; p; p = p->next) copy_checkpoint(p, i / 2, i);
    }
    c->count = (c->count + 1) / 2;
    c->stride *= 2;
}

static void keep(hone_physics_world *world)
{
    hone_checkpoints *c = &world->checkpoints;
    if (c->count && c->steps[c->count - 1] >= world->step) /* this time was reached before */
        return;
    if (c->count == c->most)
        thin(world);
    if (world->step % (checkpoint_steps(world) * c->stride) != 0)
        return;
    for (hone_physics *p = world->members; p; p = p->next)
        copy_state(p, saved(p, c->count), p->now, hone_springs_saved(&p->springs, c->count), p->springs.now);
    c->steps[c->count++] = world->step;
}

/* Called in exact worlds at each step where a checkpoint may be. The world is built again whether one is kept or
 * not, so that seeking from a checkpoint gives the same result as running straight through. */
static void pass_checkpoint(hone_physics_world *world)
{
    if (!world->options.exact || world->step % checkpoint_steps(world) != 0)
        return;
    world->stale = true;
    keep(world);
}

/* Returns the last checkpoint at or before `step`; count if there is none. */
static uint32_t find_checkpoint(const hone_checkpoints *c, int64_t step)
{
    uint32_t found = c->count;
    for (uint32_t i = 0; i < c->count && c->steps[i] <= step; i++) found = i;
    return found;
}

static void start_from(hone_physics_world *world, uint32_t checkpoint)
{
    for (hone_physics *p = world->members; p; p = p->next) take_checkpoint(p, checkpoint);
    world->spring_phase = 0; /* checkpoints are at whole seconds */
    world->step = world->first = world->checkpoints.steps[checkpoint];
    world->stale = true;
    world->behind = 0;
}

/* Threads do not change results. */
static bool same_options(const hone_physics_options *a, const hone_physics_options *b)
{
    hone_physics_options x, y;
    memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y); /* with their padding bytes */
    x.workers = y.workers = NULL;
    return memcmp(&x, &y, sizeof x) == 0;
}

static bool same_models(const hone_physics_world *a, const hone_physics_world *b)
{
    const hone_physics *p = a->members, *q = b->members;
    for (; p && q; p = p->next, q = q->next)
        if (p->model != q->model)
            return false;
    return !p && !q;
}

bool hone_physics_world_copy_checkpoints(hone_physics_world *to, const hone_physics_world *from, hone_error *error)
{
    if (!to || !from)
        return hone_fail_null(error, "the worlds of checkpoints");
    if (!to->options.exact || !from->options.exact || !same_options(&to->options, &from->options) ||
        !same_models(to, from))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "checkpoints go from one exact world to another that is alike");
    const hone_physics *q = from->members;
    for (hone_physics *p = to->members; p; p = p->next, q = q->next)
        for (uint32_t i = 0; p != q && i < from->checkpoints.count; i++)
            copy_state(p, saved(p, i), saved(q, i), hone_springs_saved(&p->springs, i),
                       hone_springs_saved(&q->springs, i));
    to->checkpoints = from->checkpoints;
    to->started = false;
    return true;
}

/* ---- seeking ---------------------------------------------------------------------------------------------------- */

/* Sets the gravity of a step that ends at the frame. */
static void set_gravity(hone_physics_world *world, double frame)
{
    const hone_physics_gravity *keys = world->options.gravity_keys;
    uint32_t before = 0, after = world->options.gravity_key_count; /* the last key at or before the frame; the next */
    if (!keys)
        return;
    while (after - before > 1) {
        uint32_t middle = before + (after - before) / 2;
        *(keys[middle].frame <= frame ? &before : &after) = middle;
    }
    double span = after < world->options.gravity_key_count ? keys[after].frame - keys[before].frame : 0;
    double share = span > 0 && frame > keys[before].frame ? (frame - keys[before].frame) / span : 0;
    hone_vec3_copy(keys[before].gravity, world->gravity);
    for (int i = 0; i < 3 && share > 0; i++)
        world->gravity[i] += (float)(share * ((double)keys[after].gravity[i] - keys[before].gravity[i]));
}

/* Asks every member for its input at the end of a step. */
static void ask(hone_physics_world *world, int64_t step)
{
    double frame = (double)step * HONE_FRAMES_PER_SECOND / world->options.rate;
    set_gravity(world, frame);
    for (hone_physics *p = world->members; p; p = p->next) {
        hone_physics_input input = {0};
        if (!p->source)
            continue;
        p->source(p->user, frame, &input);
        hone_physics_set_input(p, &input);
    }
}

/* How far props are on their way from the last frame that was sought to this one, at the end of a step. */
static double share_of(const hone_physics_world *world, int64_t step)
{
    double frame = (double)step * HONE_FRAMES_PER_SECOND / world->options.rate, span = world->goal - world->from;
    return span > 0 && frame > world->from ? (frame - world->from) / span : 1;
}

static bool advance(hone_physics_world *world, hone_error *error)
{
    hone_workers_wake(world->workers); /* while the members are asked */
    ask(world, world->step + 1);
    if (!hone_physics_step_props(world, share_of(world, world->step + 1), error))
        return false;
    world->first = world->step++;
    pass_checkpoint(world);
    return true;
}

static bool begin(hone_physics_world *world, int64_t step, hone_error *error)
{
    ask(world, step);
    hone_physics_world_reset(world);
    int64_t steps = (int64_t)((double)world->options.settle_seconds * world->options.rate);
    bool ok = true;
    world->settling = true;
    for (int64_t i = 0; ok && i < steps; i++) ok = hone_physics_step_props(world, 1, error);
    world->settling = false;
    if (!ok)
        return false;
    world->step = world->first = step;
    world->spring_phase = (uint32_t)(((step % world->options.rate) + world->options.rate) * HONE_SPRING_RATE %
                                     world->options.rate); /* steps of springs end at k / 60 s */
    pass_checkpoint(world);
    for (hone_physics *p = world->members; p; p = p->next)
        copy_state(p, p->before, p->now, p->springs.before, p->springs.now);
    return true;
}

/* Converts a frame to steps. As in MMD's clock, a time within a millionth of a frame of a step counts as that step. */
static double steps_at(const hone_physics_world *world, double frame)
{
    double per_frame = (double)world->options.rate / HONE_FRAMES_PER_SECOND;
    double at = frame * per_frame, whole = floor(at + 0.5);
    if (fabs(at - whole) <= 1e-6 * per_frame)
        at = whole;
    return world->options.exact && at < 0 ? 0 : at;
}

static bool start_exactly(hone_physics_world *world, double at, hone_error *error)
{
    uint32_t nearest = find_checkpoint(&world->checkpoints, (int64_t)floor(at));
    bool there = nearest < world->checkpoints.count;
    bool usable = world->started && at >= (double)world->first;
    if (usable && (!there || world->checkpoints.steps[nearest] <= world->step))
        return true;
    if (!there)
        return begin(world, 0, error);
    start_from(world, nearest);
    return true;
}

static bool start_live(hone_physics_world *world, double at, hone_error *error)
{
    bool ahead = at > (double)world->step + 0.5 * world->options.rate;
    bool goes_on = world->started && at >= (double)world->first && !ahead;
    return goes_on || begin(world, (int64_t)floor(at), error);
}

bool hone_physics_world_seek_frame(hone_physics_world *world, double frame, hone_error *error)
{
    double at = steps_at(world, frame);
    if (!(fabs(at) < 1e15)) /* not a number, or too large: stay */
        return true;
    world->from = world->started ? world->goal : frame;
    world->goal = frame;
    bool ok = world->options.exact ? start_exactly(world, at, error) : start_live(world, at, error);
    world->started = ok;
    while (ok && (double)world->step < at) ok = advance(world, error);
    world->started = ok; /* after a failure the next call starts anew */
    world->behind = ok ? (double)world->step - at : 0;
    if (ok)
        hone_props_pass(world);
    return ok;
}

void hone_checkpoints_forget(hone_physics_world *world)
{
    world->checkpoints.count = 0;
    world->checkpoints.stride = 1;
}

void hone_physics_world_restart(hone_physics_world *world)
{
    world->started = false;
    hone_checkpoints_forget(world);
}

void hone_physics_world_forget_after_frame(hone_physics_world *world, double frame)
{
    hone_checkpoints *c = &world->checkpoints;
    double at = frame * world->options.rate / HONE_FRAMES_PER_SECOND;
    if (!(at >= 0)) {
        hone_physics_world_restart(world);
        return;
    }
    world->started &= (double)world->step <= at;
    while (c->count && (double)c->steps[c->count - 1] > at) c->count--;
}
