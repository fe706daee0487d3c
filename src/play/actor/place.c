/* Where an actor is in the world. Its bones stay in model space; physics runs in the world. */
#include "base/error.h"
#include "play/actor/actor_internal.h"
#include "play/physics/world.h"

#include <math.h>

static bool is_rigid(const hone_rigid_transform *world)
{
    float square = 0;
    for (int i = 0; i < 4; i++) square += world->rotation[i] * world->rotation[i];
    for (int i = 0; i < 3; i++)
        if (!isfinite(world->translation[i]))
            return false;
    return fabsf(square - 1) < 1e-3f;
}

static bool check(const hone_actor *actor, const hone_rigid_transform *world, hone_error *error)
{
    if (!actor || !world)
        return hone_fail_null(error, "the actor or its place");
    return is_rigid(world) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the place of an actor needs finite numbers and a unit rotation");
}

static void set(hone_actor *actor, const hone_rigid_transform *world)
{
    actor->place.now = *world;
    hone_quat_normalise(world->rotation, actor->place.now.rotation);
    actor->place.set = true;
}

bool hone_actor_set_world(hone_actor *actor, const hone_rigid_transform *world, hone_error *error)
{
    if (!check(actor, world, error))
        return false;
    set(actor, world);
    return true;
}

/* Bodies in exact physics without a path are in model space, so they are there already. */
static bool is_exact(const hone_actor *actor)
{
    return actor->physics && actor->physics->world->options.exact;
}

static hone_rigid_transform path_at(const hone_actor *actor, double frame)
{
    hone_rigid_transform out = HONE_RIGID_TRANSFORM_IDENTITY;
    actor->path(actor->path_user, frame, &out);
    return out;
}

bool hone_actor_teleport(hone_actor *actor, const hone_rigid_transform *world, hone_error *error)
{
    if (!check(actor, world, error))
        return false;
    if (actor->path)
        return true;
    hone_rigid_transform old = hone_actor_world(actor), back = hone_rigid_transform_invert(&old);
    set(actor, world);
    hone_rigid_transform by = hone_rigid_transform_compose(&actor->place.now, &back);
    if (actor->physics && !is_exact(actor))
        hone_physics_move(actor->physics, &by);
    actor->place.moved = false;
    return true;
}

static bool check_physics(const hone_actor *actor, hone_error *error)
{
    if (!actor)
        return hone_fail_null(error, "the actor");
    return actor->physics ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                     "the actor was created without physics (hone_actor_desc.physics.on or physics.ragdoll)");
}

bool hone_actor_push_body(hone_actor *actor, uint32_t body, const float impulse[3], const float point[3],
                          hone_error *error)
{
    if (!check_physics(actor, error))
        return false;
    return hone_physics_push_body(actor->physics, body, impulse, point, error);
}

bool hone_actor_push_bone(hone_actor *actor, uint32_t bone, const float impulse[3], const float point[3],
                          hone_error *error)
{
    if (!check_physics(actor, error))
        return false;
    return hone_physics_push_bone(actor->physics, bone, impulse, point, error);
}

bool hone_actor_set_ragdoll(hone_actor *actor, const float *weights, hone_error *error)
{
    if (!check_physics(actor, error))
        return false;
    return hone_physics_set_ragdoll(actor->physics, weights, error);
}

hone_root_delta hone_actor_root_motion(const hone_actor *actor)
{
    return actor->moved;
}

hone_rigid_transform hone_actor_world(const hone_actor *actor)
{
    if (actor->path)
        return path_at(actor, actor->frame);
    return actor->place.set ? actor->place.now : (hone_rigid_transform)HONE_RIGID_TRANSFORM_IDENTITY;
}

/* The transform at a share of the way from one to the other; beyond 1 it goes on as before. */
static hone_affine between(const hone_rigid_transform *from, const hone_rigid_transform *to, double share)
{
    float rotation[4], place[3];
    hone_quat_slerp(from->rotation, to->rotation, (float)share, rotation);
    for (int i = 0; i < 3; i++)
        place[i] = (float)(from->translation[i] + ((double)to->translation[i] - from->translation[i]) * share);
    return hone_affine_from_rotation(rotation, place);
}

/* Steps of physics end between the frames of two evaluations, or up to one step after the second. */
const hone_affine *hone_actor_place_at(const hone_actor *actor, double frame, hone_affine *out)
{
    const hone_actor_place *place = &actor->place;
    if (actor->path) {
        const hone_rigid_transform at = path_at(actor, frame);
        *out = hone_affine_from_rigid_transform(&at);
        return out;
    }
    if (!place->set || is_exact(actor))
        return NULL;
    double goal = actor->physics->world->goal, span = goal - place->before_frame;
    if (!place->moved || !(span > 0) || frame == goal)
        *out = hone_affine_from_rigid_transform(&place->now);
    else
        *out = between(&place->before, &place->now, fmax((frame - place->before_frame) / span, 0));
    return out;
}

void hone_actor_place_passed(hone_actor *actor, double frame)
{
    actor->place.before = actor->place.now;
    actor->place.before_frame = frame;
    actor->place.moved = actor->place.set;
}
