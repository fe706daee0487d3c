/* Builds Bullet's world from hone's. All lasting state is in the members' bodies, so Bullet can be built again at
 * any time. */
#include "base/workers.h"
#include "play/physics/world.h"

#include <string.h>

static void add_bodies(hone_bullet *bullet, const hone_physics *physics, int family)
{
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        const hone_body_motion *motion = &physics->now[i].motion;
        hone_bullet_body body = physics->rigids[i].body;
        body.kinematic = motion->follows;
        body.family = family;
        body.own = physics->rigids[i].part == HONE_NONE && hone_ragdoll_carries(physics, i);
        body.place = motion->place;
        memcpy(body.velocity, motion->velocity, sizeof body.velocity);
        memcpy(body.spin, motion->spin, sizeof body.spin);
        hone_bullet_add_body(bullet, &body);
    }
}

/* Adds the joints, except those where there is nothing to move: between two bodies that follow their bones, and of a
 * part of a ragdoll that rides on its holder. */
static void add_joints(hone_bullet *bullet, const hone_physics *physics)
{
    for (uint32_t j = 0; j < physics->joint_count; j++) {
        hone_bullet_joint joint = physics->joints[j];
        bool rides = physics->rigids[joint.b].part != HONE_NONE && hone_ragdoll_carries(physics, joint.b);
        if (rides || (physics->now[joint.a].motion.follows && physics->now[joint.b].motion.follows))
            continue;
        joint.a += physics->first, joint.b += physics->first;
        hone_bullet_add_joint(bullet, &joint);
    }
}

/* To divide a step takes as long as some tens of joints. */
static hone_workers *threads_of(const hone_physics_world *world)
{
    enum { FEW_JOINTS = 64 };
    uint32_t joints = 0;
    for (const hone_physics *p = world->members; p; p = p->next) joints += p->joint_count;
    bool divide = joints >= FEW_JOINTS && hone_workers_thread_count(world->options.workers) > 1;
    return divide ? world->options.workers : NULL;
}

bool hone_physics_build(hone_physics_world *world)
{
    bool corrected = world->options.solver == HONE_PHYSICS_SOLVER_CORRECTED;
    hone_bullet_desc desc = {.seconds = 1 / (float)world->options.rate,
                             .floor = world->options.floor,
                             .unit = world->options.unit,
                             .pair_most = HONE_PHYSICS_PAIRS_MOST,
                             /* less warm start, so that resting cloth does not tremble */
                             .warm_start = corrected ? 0.5f : 0.85f,
                             .follow_late = corrected,
                             .share = hone_workers_run_short};
    memcpy(desc.gravity, world->gravity, sizeof desc.gravity);
    for (hone_physics *p = world->members; p; p = p->next) {
        p->first = desc.body_most;
        desc.body_most += p->rigid_count;
    }
    desc.workers = world->workers = threads_of(world);
    world->props.first = desc.body_most;
    desc.body_most += world->props.count;
    hone_bullet_destroy(world->bullet);
    world->bullet = hone_bullet_create(&desc);
    if (!world->bullet)
        return false;
    int family = 0;
    for (hone_physics *p = world->members; p; p = p->next) add_bodies(world->bullet, p, ++family);
    hone_props_build(world);
    for (hone_physics *p = world->members; p; p = p->next) add_joints(world->bullet, p);
    for (hone_physics *p = world->members; p; p = p->next) hone_corrections_begin(p);
    world->stale = false;
    return true;
}
