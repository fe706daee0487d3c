/* The state of a world as bytes: saved by the caller between two steps, and restored later. */
#include "base/error.h"
#include "play/physics/world.h"

#include <stddef.h>
#include <string.h>

/* "hphs" in memory on machines whose first byte is the lowest; on others a state is of another machine */
enum { MARK = 0x73687068, VERSION = 3 };

/* The header. After it, for each member: member_head, `now`, `before`, `aims`, held_steps, pushes, `now` and
 * `before` of springs, rotations and weights of a ragdoll. Then the props. Then Bullet's state, unless Bullet's world
 * has to be built again in any case.
 */
typedef struct state_head {
    uint32_t mark, version;
    uint64_t size; /* bytes of the whole state */
    uint32_t rate, members;
    int64_t step, first;
    double behind, goal;
    uint32_t started, stale, props, last_prop, spring_phase, unused;
} state_head;

typedef struct member_head {
    uint32_t rigids, joints, steps, spring_joints, springs;
    hone_physics_diagnostics incidents;
    uint32_t placed;
    hone_affine place;
} member_head;

/* ---- the arrays of a member ------------------------------------------------------------------------------------ */

enum { ARRAYS = 9 };

typedef struct member_array {
    void *data;
    size_t size;
} member_array;

static void list_arrays(const hone_physics *physics, member_array out[ARRAYS])
{
    uint32_t count = physics->rigid_count;
    out[0] = (member_array){physics->now, count * sizeof *physics->now};
    out[1] = (member_array){physics->before, count * sizeof *physics->before};
    out[2] = (member_array){physics->aims, count * sizeof *physics->aims};
    out[3] = (member_array){physics->held_steps, count * sizeof *physics->held_steps};
    out[4] = (member_array){physics->pushes, count * sizeof *physics->pushes};
    out[5] = (member_array){physics->springs.now, physics->springs.size};
    out[6] = (member_array){physics->springs.before, physics->springs.size};
    float *weights = hone_ragdoll_weights(physics, &count);
    float *turns = hone_ragdoll_turns(physics);
    out[7] = (member_array){turns, count * 4 * sizeof *turns};
    out[8] = (member_array){weights, count * sizeof *weights};
}

static size_t member_size(const hone_physics *physics)
{
    member_array arrays[ARRAYS];
    size_t size = sizeof(member_head);
    list_arrays(physics, arrays);
    for (int i = 0; i < ARRAYS; i++) size += arrays[i].size;
    return size;
}

static char *save_member(const hone_physics *physics, char *to)
{
    member_head head = {.rigids = physics->rigid_count,
                        .joints = physics->joint_count,
                        .steps = physics->steps,
                        .spring_joints = physics->springs.joint_count,
                        .springs = physics->springs.spring_count,
                        .incidents = physics->incidents,
                        .placed = physics->placed,
                        .place = physics->place};
    member_array arrays[ARRAYS];
    list_arrays(physics, arrays);
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (int i = 0; i < ARRAYS; i++) {
        if (arrays[i].size)
            memcpy(to, arrays[i].data, arrays[i].size);
        to += arrays[i].size;
    }
    return to;
}

static const char *restore_member(hone_physics *physics, const char *from)
{
    member_head head;
    member_array arrays[ARRAYS];
    list_arrays(physics, arrays);
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    for (int i = 0; i < ARRAYS; i++) {
        if (arrays[i].size)
            memcpy(arrays[i].data, from, arrays[i].size);
        from += arrays[i].size;
    }
    physics->steps = head.steps;
    physics->incidents = head.incidents;
    physics->pushed = true; /* any of `pushes` may not be 0 */
    physics->placed = head.placed != 0;
    physics->place = head.place;
    return from;
}

/* ---- saving ---------------------------------------------------------------------------------------------------- */

static bool has_bullet(const hone_physics_world *world)
{
    return world->bullet && !world->stale;
}

/* Without Bullet's part. */
static size_t plain_size(const hone_physics_world *world)
{
    size_t size = sizeof(state_head);
    for (const hone_physics *p = world->members; p; p = p->next) size += member_size(p);
    return size; /* and without props */
}

static uint32_t member_count(const hone_physics_world *world)
{
    uint32_t count = 0;
    for (const hone_physics *p = world->members; p; p = p->next) count++;
    return count;
}

size_t hone_physics_world_state_size(const hone_physics_world *world)
{
    return plain_size(world) + world->props.count * sizeof *world->props.items +
           (has_bullet(world) ? hone_bullet_state_size(world->bullet) : 0);
}

void hone_physics_world_save(const hone_physics_world *world, void *state)
{
    state_head head = {.mark = MARK,
                       .version = VERSION,
                       .size = hone_physics_world_state_size(world),
                       .rate = world->options.rate,
                       .members = member_count(world),
                       .step = world->step,
                       .first = world->first,
                       .behind = world->behind,
                       .goal = world->goal,
                       .props = world->props.count,
                       .last_prop = world->props.last_handle,
                       .spring_phase = world->spring_phase,
                       .started = world->started,
                       .stale = !has_bullet(world)};
    memcpy(state, &head, sizeof head);
    char *to = (char *)state + sizeof head;
    for (const hone_physics *p = world->members; p; p = p->next) to = save_member(p, to);
    if (head.props)
        memcpy(to, world->props.items, head.props * sizeof *world->props.items);
    if (!head.stale)
        hone_bullet_save(world->bullet, to + head.props * sizeof *world->props.items);
}

/* ---- restoring ------------------------------------------------------------------------------------------------- */

static bool refuse(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the state is not of a world like this one");
}

/* Bytes from outside that are read as a bool must be 0 or 1. */
static bool are_bodies(const hone_physics *physics, const char *from)
{
    size_t bodies = sizeof(member_head), aims = bodies + 2 * physics->rigid_count * sizeof *physics->now;
    for (uint32_t i = 0; i < 2 * physics->rigid_count; i++) {
        const char *body = from + bodies + i * sizeof *physics->now;
        if ((uint8_t)body[offsetof(hone_body_state, motion.follows)] > 1)
            return false;
    }
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if ((uint8_t)(from + aims + i * sizeof *physics->aims)[offsetof(hone_body_aim, follows)] > 1)
            return false;
    uint32_t parts;
    hone_ragdoll_weights(physics, &parts);
    const char *weights = from + member_size(physics) - parts * sizeof(float);
    for (uint32_t i = 0; i < parts; i++) {
        float weight;
        memcpy(&weight, weights + i * sizeof weight, sizeof weight);
        if (!(weight >= 0 && weight <= 1))
            return false;
    }
    return true;
}

static bool are_props(const char *from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++, from += sizeof(hone_prop_item)) {
        hone_prop_item item;
        if ((uint8_t)from[offsetof(hone_prop_item, now.follows)] > 1 ||
            (uint8_t)from[offsetof(hone_prop_item, before.follows)] > 1)
            return false;
        memcpy(&item, from, sizeof item);
        if (!hone_prop_check(&item.prop, NULL) || item.now.follows != (item.prop.mass == 0))
            return false;
    }
    return true;
}

static bool fits(const hone_physics_world *world, const state_head *head, const char *state)
{
    const char *from = state + sizeof *head;
    hone_bullet_limits limits = {.pairs = HONE_PHYSICS_PAIRS_MOST, .floor = world->options.floor};
    size_t plain = plain_size(world), props = head->props * sizeof(hone_prop_item);
    if (head->props > HONE_PHYSICS_BODIES_MOST || head->size < plain + props)
        return false;
    if (head->members != member_count(world) || head->rate != world->options.rate || head->size < plain ||
        head->spring_phase >= head->rate)
        return false;
    for (const hone_physics *p = world->members; p; p = p->next) {
        member_head member;
        memcpy(&member, from, sizeof member);
        if (member.rigids != p->rigid_count || member.joints != p->joint_count ||
            member.spring_joints != p->springs.joint_count || member.springs != p->springs.spring_count ||
            !are_bodies(p, from))
            return false;
        from += member_size(p);
        limits.bodies += p->rigid_count;
    }
    if (!are_props(from, head->props))
        return false;
    from += props, plain += props;
    limits.bodies += head->props;
    return head->stale ? head->size == plain : hone_bullet_state_fits(from, (size_t)head->size - plain, &limits);
}

static bool same_props(const hone_physics_world *world, const char *from, uint32_t count)
{
    if (count != world->props.count)
        return false;
    for (uint32_t i = 0; i < count; i++, from += sizeof(hone_prop_item))
        if (memcmp(from + offsetof(hone_prop_item, prop), &world->props.items[i].prop, sizeof(hone_prop)) != 0)
            return false;
    return true;
}

/* Returns whether Bullet's world has the same dynamic bodies as the saved one. */
static bool same_roles(const hone_physics_world *world, const state_head *head, const char *state)
{
    const char *from = state + sizeof(state_head);
    for (const hone_physics *p = world->members; p; p = p->next) {
        const char *bodies = from + sizeof(member_head);
        for (uint32_t i = 0; i < p->rigid_count; i++) {
            hone_body_state body;
            memcpy(&body, bodies + i * sizeof body, sizeof body);
            if (body.motion.follows != p->now[i].motion.follows)
                return false;
        }
        from += member_size(p);
    }
    return same_props(world, from, head->props);
}

static const char *restore_props(hone_physics_world *world, const state_head *head, const char *from)
{
    size_t size = head->props * sizeof *world->props.items;
    if (size)
        memcpy(world->props.items, from, size);
    world->props.count = head->props;
    world->props.last_handle = head->last_prop;
    return from + size;
}

/* Replaces the world by a state that fits. False: it has no contacts then. Bullet may refuse them for what only it
 * knows: which pairs it compares, and whether their shapes have contacts. */
static bool replace(hone_physics_world *world, const state_head *head, const char *state, hone_error *error)
{
    bool build = !has_bullet(world) || !same_roles(world, head, state);
    const char *from = state + sizeof *head;
    for (hone_physics *p = world->members; p; p = p->next) from = restore_member(p, from);
    from = restore_props(world, head, from);
    world->goal = head->goal;
    world->step = head->step, world->first = head->first, world->behind = head->behind;
    world->started = head->started != 0;
    world->spring_phase = head->spring_phase;
    world->stale = true;
    if (head->stale)
        return true;
    if (build && !hone_physics_build(world))
        return hone_fail_memory(error);
    world->stale = !hone_bullet_restore(world->bullet, from, (size_t)(state + head->size - from));
    return !world->stale || refuse(error);
}

/* Saves the state that a failure brings back. The room is kept, since a game may restore a state in each frame. */
static bool keep(hone_physics_world *world, hone_error *error)
{
    size_t size = hone_physics_world_state_size(world);
    if (size > world->undo_size) {
        size_t room = size + size / 2;
        void *undo = hone_allocate(&world->allocator, room, 1);
        if (!undo)
            return hone_fail_memory(error);
        hone_deallocate(&world->allocator, world->undo, world->undo_size, 1);
        world->undo = undo, world->undo_size = room;
    }
    hone_physics_world_save(world, world->undo);
    return true;
}

static bool restore(hone_physics_world *world, const state_head *head, const char *state, hone_error *error)
{
    state_head before;
    if (!keep(world, error) || !hone_props_reserve(world, head->props, error))
        return false;
    memcpy(&before, world->undo, sizeof before);
    if (replace(world, head, state, error))
        return true;
    replace(world, &before, world->undo, NULL);
    return false;
}

bool hone_physics_restore_any(hone_physics_world *world, const void *state, size_t size, hone_error *error)
{
    state_head head;
    if (size < sizeof head)
        return refuse(error);
    memcpy(&head, state, sizeof head);
    if (head.mark != MARK || head.version != VERSION)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "this is not a state of physics of this version of hone");
    if (head.size > size)
        return hone_fail(error, HONE_ERROR_ARGUMENT, size, "the state has %zu bytes, not %zu", size, (size_t)head.size);
    if (!fits(world, &head, state))
        return refuse(error);
    if (!restore(world, &head, state, error))
        return false;
    if (world->options.exact)
        hone_checkpoints_forget(world);
    return true;
}

bool hone_physics_world_restore(hone_physics_world *world, const void *state, size_t size, hone_error *error)
{
    if (!world || !state)
        return hone_fail_null(error, "the world or the state that is restored");
    if (world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an exact world depends on its time alone: seek that");
    return hone_physics_restore_any(world, state, size, error);
}
