/* One step: sets the kinematic targets, the wind and the impulses; lets Bullet move the bodies; checks the results
 * before they are used. */
#include "base/error.h"
#include "base/powers.h"
#include "play/physics/world.h"
#include <hone/math.h>

#include <string.h>

/* largest speeds of a body per second: 400 m/s; a quarter turn in 1/60 s */
static const float fastest = 5000, fastest_turn = 90;

/* ---- input of the step ----------------------------------------------------------------------------------------- */

/* Stores where the character is, and its bones in the world, which only aligned bodies and springs need there. */
static void set_place(hone_physics *physics, const hone_physics_input *input)
{
    uint32_t bone_count = hone_model_bone_count(physics->model);
    if (input->world && hone_place_is_sane(input->world))
        physics->place = *input->world;
    physics->placed = input->world != NULL;
    if (bone_count)
        memcpy(physics->animated, input->bones, bone_count * sizeof *input->bones);
    bool needed = physics->pins || physics->springs.plan;
    for (uint32_t b = 0; physics->placed && needed && b < bone_count; b++)
        physics->animated[b] = hone_affine_multiply(&physics->place, &input->bones[b]);
}

void hone_physics_set_input(hone_physics *physics, const hone_physics_input *input)
{
    set_place(physics, input);
    if (physics->springs.plan)
        hone_springs_set_input(physics, input);
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        const hone_rigid *rigid = &physics->rigids[i];
        bool off = rigid->bone != HONE_NONE && input->physics_off && input->physics_off[rigid->bone];
        hone_affine target = hone_rigid_target(physics, rigid, input->bones);
        if (physics->placed)
            target = hone_affine_multiply(&physics->place, &target);
        physics->aims[i].follows =
            rigid->part != HONE_NONE ? !hone_ragdoll_lets_go(physics, i) : off || rigid->mode == HONE_BODY_FOLLOWS;
        if (hone_place_is_sane(&target)) /* else it stays where it was */
            physics->aims[i].target = target;
    }
    for (uint32_t i = 0; i < physics->impulse_count; i++)
        physics->impulses[i].weight = input->morphs ? input->morphs[physics->impulses[i].index] : 0;
}

static void stand_still(hone_body_motion *body, const hone_affine *place)
{
    body->place = *place;
    memset(body->velocity, 0, sizeof body->velocity);
    memset(body->spin, 0, sizeof body->spin);
}

static void move_state(hone_body_state *state, const hone_affine *by)
{
    hone_body_motion *body = &state->motion;
    body->place = hone_affine_multiply(by, &body->place);
    hone_affine_direction(by, body->velocity, body->velocity);
    hone_affine_direction(by, body->spin, body->spin);
    state->target = hone_affine_multiply(by, &state->target);
}

void hone_physics_move(hone_physics *physics, const hone_rigid_transform *by)
{
    hone_affine matrix = hone_affine_from_rigid_transform(by);
    if (!hone_place_is_sane(&matrix))
        return;
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        move_state(&physics->now[i], &matrix);
        move_state(&physics->before[i], &matrix);
        physics->aims[i].target = hone_affine_multiply(&matrix, &physics->aims[i].target);
    }
    if (physics->springs.plan)
        hone_springs_move(physics, &matrix);
    physics->world->stale = true;
}

void hone_physics_world_reset(hone_physics_world *world)
{
    for (hone_physics *p = world->members; p; p = p->next) {
        for (uint32_t i = 0; i < p->rigid_count; i++) {
            stand_still(&p->now[i].motion, &p->aims[i].target);
            p->now[i].motion.follows = p->aims[i].follows;
            p->now[i].target = p->aims[i].target;
            p->before[i] = p->now[i];
        }
        if (p->springs.plan)
            hone_springs_reset(p);
    }
    world->spring_phase = 0;
    world->stale = true;
    world->behind = 0;
}

/* ---- before the step ------------------------------------------------------------------------------------------- */

/* Where a body that follows bones goes: to its bone, or along with the part of a ragdoll that carries it. */
static const hone_affine *target_of(const hone_physics *physics, uint32_t index)
{
    const hone_affine *carried = hone_ragdoll_targets(physics);
    return carried ? &carried[index] : &physics->aims[index].target;
}

/* Switches bodies between following the bone and simulation. A body that becomes dynamic starts without velocity, a
 * part of a ragdoll with the velocity that it had; one that follows its bone again is at the bone at once. */
static bool switch_bodies(hone_physics *physics)
{
    bool any = false;
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        hone_body_state *state = &physics->now[i];
        const hone_body_aim *aim = &physics->aims[i];
        if (state->motion.follows == aim->follows)
            continue;
        if (aim->follows || physics->rigids[i].part == HONE_NONE)
            stand_still(&state->motion, aim->follows ? target_of(physics, i) : &state->motion.place);
        state->motion.follows = aim->follows;
        any = true;
    }
    return any;
}

/* Moves a body along with its bone: it keeps its place and velocity relative to its target. A second call does nothing,
 * as when a failed step is tried again. */
static void teleport(hone_body_state *state, const hone_affine *target)
{
    hone_affine back = hone_affine_invert_rigid(&state->target);
    hone_affine movement = hone_affine_multiply(target, &back);
    hone_body_motion *body = &state->motion;
    state->target = *target;
    if (body->follows) {
        stand_still(body, target);
        return;
    }
    body->place = hone_affine_multiply(&movement, &body->place);
    hone_affine_orthonormalise(&body->place);
    hone_affine_direction(&movement, body->velocity, body->velocity);
    hone_affine_direction(&movement, body->spin, body->spin);
}

/* A jump of a bone within a step means a cut in the motion. All bodies are then moved along with their bones, so
 * that nothing is torn apart. */
static bool teleport_bodies(hone_physics *physics)
{
    bool any = false;
    float scale = (float)HONE_PHYSICS_RATE / (float)physics->world->options.rate;
    for (uint32_t i = 0; i < physics->rigid_count && !any; i++)
        any = !hone_ragdoll_has_fallen(physics, i) &&
              hone_place_leapt(physics, &physics->now[i].target, target_of(physics, i), scale);
    if (!any)
        return false;
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if (!hone_ragdoll_has_fallen(physics, i))
            teleport(&physics->now[i], target_of(physics, i));
    physics->incidents.teleports++;
    return true;
}

/* Wind. In each step Bullet removes the part 1 - (1 - damping)^seconds of a body's velocity. In wind the same
 * applies to the velocity relative to the air. */
static void apply_wind(hone_physics *physics, uint32_t index)
{
    static const float none[3];
    const hone_physics_options *options = &physics->world->options;
    const hone_bullet_body *body = &physics->rigids[index].body;
    float seconds = 1 / (float)options->rate, force[3];
    float share = 1 - hone_powf(1 - body->linear_damping, seconds);
    for (int i = 0; i < 3; i++) force[i] = options->wind[i] * share / seconds * body->mass;
    hone_bullet_push(physics->world->bullet, physics->first + index, force, none);
}

static void set_kinematic_targets(hone_physics *physics)
{
    const hone_physics_options *options = &physics->world->options;
    bool wind = options->wind[0] != 0 || options->wind[1] != 0 || options->wind[2] != 0;
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        physics->now[i].target = *target_of(physics, i);
        if (physics->now[i].motion.follows)
            hone_bullet_aim(physics->world->bullet, physics->first + i, &physics->now[i].target);
        else if (wind)
            apply_wind(physics, i);
    }
    hone_impulses_push(physics);
    for (uint32_t i = 0; physics->pushed && i < physics->rigid_count; i++)
        if (!physics->now[i].motion.follows)
            hone_push_apply(physics->world->bullet, physics->first + i, &physics->pushes[i], (float)options->rate);
    physics->pushed = false;
}

/* ---- after the step -------------------------------------------------------------------------------------------- */

static bool is_finite(const float v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

/* Limits the length of v. Returns whether it was too long. */
static bool brake(float v[3], float most)
{
    float square = hone_vec3_dot(v, v);
    if (square <= most * most)
        return false;
    float scale = most / sqrtf(square);
    for (int i = 0; i < 3; i++) v[i] = square < INFINITY ? v[i] * scale : 0;
    return true;
}

/* Puts a body back on its bone if Bullet cannot handle its numbers. Returns whether it did. */
static bool put_back_if_lost(hone_physics *physics, hone_body_state *state)
{
    const hone_body_motion *body = &state->motion;
    if (hone_place_is_sane(&body->place) && is_finite(body->velocity) && is_finite(body->spin))
        return false;
    stand_still(&state->motion, &state->target);
    physics->incidents.unstable_bodies++;
    return true;
}

/* Reads a body from Bullet. Returns true if its place was not finite or far out; then Bullet's internal state is
 * wrong too. */
static bool collect_body(hone_physics *physics, uint32_t index)
{
    hone_body_state *state = &physics->now[index];
    hone_body_motion *body = &state->motion;
    if (body->follows) {
        stand_still(body, &state->target);
        return false;
    }
    hone_bullet_read(physics->world->bullet, physics->first + index, &body->place, body->velocity, body->spin);
    return put_back_if_lost(physics, state);
}

/* Limits the speed of a body, and passes all changes after the step to Bullet. A joint with limits far away may have
 * pulled the body to where Bullet cannot handle it. Returns whether it was put back. */
static bool finish_body(hone_physics *physics, uint32_t index)
{
    hone_body_state *state = &physics->now[index];
    hone_body_motion *body = &state->motion;
    float scale = fmaxf((float)physics->world->options.rate / HONE_PHYSICS_RATE, 1);
    if (body->follows)
        return false;
    bool lost = physics->corrected[index] && put_back_if_lost(physics, state);
    bool fast = brake(body->velocity, fastest * physics->world->options.unit),
         spun = brake(body->spin, fastest_turn * scale);
    bool pinned = physics->rigids[index].mode == HONE_BODY_DYNAMIC_ALIGNED;
    if (fast || spun || pinned || physics->corrected[index])
        hone_bullet_put(physics->world->bullet, physics->first + index, &body->place, body->velocity, body->spin);
    physics->incidents.unstable_bodies += fast;
    return lost;
}

static bool collect(hone_physics *physics)
{
    bool lost = false;
    uint32_t model_joints = hone_ragdoll_joint_begin(physics);
    for (uint32_t i = 0; i < physics->rigid_count; i++) lost |= collect_body(physics, i);
    if (physics->rigid_count)
        memset(physics->corrected, 0, physics->rigid_count * sizeof *physics->corrected);
    if (physics->ragdoll) { /* hair hangs on the parts, so these come first */
        hone_joints_correct(physics, model_joints, physics->joint_count);
        hone_ragdoll_ride(physics);
    }
    hone_bodies_pin(physics);
    hone_joints_correct(physics, 0, model_joints);
    for (uint32_t i = 0; i < physics->rigid_count; i++) lost |= finish_body(physics, i);
    physics->steps++;
    physics->incidents.contact_overflows += hone_bullet_crowded(physics->world->bullet);
    return lost;
}

/* A step of all bodies. */
static bool step_bodies(hone_physics_world *world, double share, hone_error *error)
{
    for (hone_physics *p = world->members; p; p = p->next) {
        if (p->rigid_count)
            memcpy(p->before, p->now, p->rigid_count * sizeof *p->now);
        if (p->ragdoll)
            hone_ragdoll_aim(p);
        bool switched = switch_bodies(p), carried = teleport_bodies(p);
        world->stale |= switched || carried;
    }
    if (world->stale && !hone_physics_build(world)) /* it stays stale: the next step tries again */
        return hone_fail_memory(error);
    for (hone_physics *p = world->members; p; p = p->next) set_kinematic_targets(p);
    hone_props_aim(world, share);
    if (world->options.gravity_key_count)
        hone_bullet_set_gravity(world->bullet, world->gravity);
    hone_bullet_step(world->bullet);
    for (hone_physics *p = world->members; p; p = p->next) world->stale |= collect(p);
    world->stale |= hone_props_collect(world);
    return true;
}

/* Takes the steps of springs that are due. */
static void step_springs(hone_physics_world *world)
{
    world->spring_phase += HONE_SPRING_RATE;
    for (; world->spring_phase >= world->options.rate; world->spring_phase -= world->options.rate)
        for (hone_physics *p = world->members; p; p = p->next)
            if (p->springs.plan)
                hone_springs_step(p);
}

bool hone_physics_step_props(hone_physics_world *world, double share, hone_error *error)
{
    world->behind = 0;
    if (hone_physics_has_bodies(world) && !step_bodies(world, share, error))
        return false;
    step_springs(world);
    return true;
}

bool hone_physics_world_step(hone_physics_world *world, hone_error *error)
{
    bool ok = hone_physics_step_props(world, 1, error);
    if (ok)
        hone_props_pass(world);
    return ok;
}
