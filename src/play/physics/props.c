/* Props: bodies of the program, which collide with those of the models. */
#include "base/error.h"
#include "play/physics/world.h"
#include <hone/math.h>

#include <string.h>

static const float largest = 1e4f, heaviest = 1e9f;

/* ---- checking -------------------------------------------------------------------------------------------------- */

static bool can_move(const hone_prop *prop)
{
    return prop->shape < HONE_PROP_PLANE;
}

static bool is_place(const hone_rigid_transform *place)
{
    float square = 0;
    for (int i = 0; i < 4; i++) square += place->rotation[i] * place->rotation[i];
    hone_affine matrix = hone_affine_from_rigid_transform(place);
    return fabsf(square - 1) < 1e-3f && hone_place_is_sane(&matrix);
}

static bool is_size(const hone_prop *prop)
{
    static const int counts[] = {1, 3, 2, 0, 1};
    for (int i = 0; i < counts[prop->shape]; i++)
        if (!(prop->size[i] > 0 && prop->size[i] <= largest) &&
            !(prop->shape == HONE_PROP_CAPSULE && i == 1 && prop->size[i] == 0))
            return false;
    return true;
}

static bool are_in_range(const hone_prop *prop)
{
    const float shares[] = {prop->linear_damping, prop->angular_damping, prop->restitution};
    for (int i = 0; i < 3; i++)
        if (!(shares[i] >= 0 && shares[i] <= 1) || !isfinite(prop->velocity[i]) || !isfinite(prop->spin[i]))
            return false;
    return prop->mass >= 0 && prop->mass <= heaviest && prop->friction >= 0 && prop->friction <= 1000;
}

bool hone_prop_check(const hone_prop *prop, hone_error *error)
{
    if ((unsigned)prop->shape >= HONE_PROP_SHAPE_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no prop of shape %u", (unsigned)prop->shape);
    if (!is_size(prop) || !are_in_range(prop) || !is_place(&prop->place))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a number of a prop is out of range");
    if (prop->mass > 0 && !can_move(prop))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a plane and the ground cannot have a mass");
    if (prop->shape == HONE_PROP_GROUND && !prop->ground)
        return hone_fail_null(error, "the height function of the ground");
    return true;
}

/* Copies field by field, so that padding bytes are zero: a saved state holds them, and states are compared. */
static void copy_prop(const hone_prop *from, hone_prop *to)
{
    static const float zero[4];
    to->shape = from->shape;
    memcpy(to->size, from->size, sizeof to->size);
    to->mass = from->mass;
    to->linear_damping = from->linear_damping, to->angular_damping = from->angular_damping;
    to->restitution = from->restitution, to->friction = from->friction;
    to->groups = from->groups ? from->groups : 0xffff;
    to->place = from->place;
    memcpy(to->velocity, from->velocity, sizeof to->velocity);
    memcpy(to->spin, from->spin, sizeof to->spin);
    to->ground = from->ground, to->ground_user = from->ground_user;
    if (memcmp(to->place.rotation, zero, sizeof zero) == 0)
        to->place.rotation[3] = 1;
    if (to->shape == HONE_PROP_GROUND && to->size[0] == 0)
        to->size[0] = 1;
}

/* ---- the list -------------------------------------------------------------------------------------------------- */

bool hone_props_reserve(hone_physics_world *world, uint32_t count, hone_error *error)
{
    hone_props *props = &world->props;
    if (count <= props->capacity)
        return true;
    uint32_t capacity = props->capacity ? props->capacity : 8;
    while (capacity < count) capacity *= 2;
    hone_prop_item *items = hone_allocate(&world->allocator, capacity, sizeof *items);
    if (!items)
        return hone_fail_memory(error);
    if (props->count)
        memcpy(items, props->items, props->count * sizeof *items);
    hone_deallocate(&world->allocator, props->items, props->capacity, sizeof *items);
    props->items = items;
    props->capacity = capacity;
    return true;
}

static hone_prop_item *find(const hone_physics_world *world, hone_prop_id prop, hone_error *error)
{
    for (uint32_t i = 0; world && i < world->props.count; i++)
        if (world->props.items[i].handle == prop.id)
            return &world->props.items[i];
    return hone_fail(error, HONE_ERROR_ARGUMENT, prop.id, "the world has no prop with the id %u", prop.id), NULL;
}

static hone_body_motion start_of(const hone_prop *prop)
{
    hone_body_motion out = {.place = hone_affine_from_rigid_transform(&prop->place), .follows = prop->mass == 0};
    for (int i = 0; i < 3 && prop->mass > 0; i++) out.velocity[i] = prop->velocity[i], out.spin[i] = prop->spin[i];
    return out;
}

hone_prop_id hone_physics_prop_add(hone_physics_world *world, const hone_prop *prop, hone_error *error)
{
    static const hone_prop_id none = {0};
    if (!world || !prop)
        return hone_fail_null(error, "the world or the prop"), none;
    if (world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an exact world depends on its time alone: it has no props"),
               none;
    hone_prop_item item;
    memset(&item, 0, sizeof item);
    copy_prop(prop, &item.prop);
    if (!hone_prop_check(&item.prop, error) || !hone_bullet_open(error))
        return none;
    if (world->props.count == HONE_PHYSICS_BODIES_MOST)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a world has at most %d props", HONE_PHYSICS_BODIES_MOST), none;
    if (!hone_props_reserve(world, world->props.count + 1, error))
        return none;
    world->props.last_handle += world->props.last_handle < UINT32_MAX ? 1 : 2; /* 0 is not a handle */
    item.handle = world->props.last_handle;
    item.now = item.before = start_of(&item.prop);
    item.target = item.passed = item.prop.place;
    memcpy(&world->props.items[world->props.count++], &item, sizeof item);
    world->stale = true;
    return (hone_prop_id){item.handle};
}

bool hone_physics_prop_remove(hone_physics_world *world, hone_prop_id prop, hone_error *error)
{
    hone_prop_item *item = find(world, prop, error);
    if (!item)
        return false;
    hone_prop_item *end = world->props.items + world->props.count;
    memmove(item, item + 1, (size_t)(end - item - 1) * sizeof *item);
    world->props.count--;
    world->stale = true;
    return true;
}

bool hone_physics_prop_place(hone_physics_world *world, hone_prop_id prop, const hone_rigid_transform *place,
                             hone_error *error)
{
    hone_prop_item *item = find(world, prop, error);
    if (!item)
        return false;
    if (!place || !is_place(place) || !can_move(&item->prop))
        return hone_fail(error, HONE_ERROR_ARGUMENT, prop.id, "the prop %u cannot be put there", prop.id);
    item->target = *place;
    if (item->prop.mass == 0)
        return true;
    item->now = item->before = (hone_body_motion){.place = hone_affine_from_rigid_transform(place)};
    if (world->bullet && !world->stale)
        hone_bullet_put(world->bullet, world->props.first + (uint32_t)(item - world->props.items), &item->now.place,
                        item->now.velocity, item->now.spin);
    return true;
}

bool hone_physics_prop_push(hone_physics_world *world, hone_prop_id prop, const float impulse[3], const float point[3],
                            hone_error *error)
{
    hone_prop_item *item = find(world, prop, error);
    if (!item)
        return false;
    if (!impulse || item->prop.mass == 0 || !hone_push_add(&item->push, &item->now.place, impulse, point))
        return hone_fail(error, HONE_ERROR_ARGUMENT, prop.id, "the prop %u cannot be pushed so", prop.id);
    return true;
}

bool hone_physics_prop_motion(const hone_physics_world *world, hone_prop_id prop, hone_body_motion *out)
{
    const hone_prop_item *item = find(world, prop, NULL);
    if (!item)
        return false;
    *out = item->now;
    out->place = hone_place_between(&item->before.place, &item->now.place, world->behind);
    return true;
}

/* ---- steps ----------------------------------------------------------------------------------------------------- */

void hone_props_build(hone_physics_world *world)
{
    static const hone_bullet_shape shapes[] = {[HONE_PROP_SPHERE] = HONE_BULLET_SPHERE,
                                               [HONE_PROP_BOX] = HONE_BULLET_BOX,
                                               [HONE_PROP_CAPSULE] = HONE_BULLET_CAPSULE,
                                               [HONE_PROP_PLANE] = HONE_BULLET_PLANE,
                                               [HONE_PROP_GROUND] = HONE_BULLET_GROUND};
    for (uint32_t i = 0; i < world->props.count; i++) {
        const hone_prop_item *item = &world->props.items[i];
        const hone_prop *prop = &item->prop;
        hone_bullet_body body = {.shape = shapes[prop->shape],
                                 .ground = prop->ground,
                                 .ground_user = prop->ground_user,
                                 .mass = prop->mass,
                                 .linear_damping = prop->linear_damping,
                                 .angular_damping = prop->angular_damping,
                                 .restitution = prop->restitution,
                                 .friction = prop->friction,
                                 .group = HONE_BULLET_OUTSIDE,
                                 .mask = prop->groups,
                                 .kinematic = prop->mass == 0,
                                 .place = item->now.place};
        memcpy(body.size, prop->size, sizeof body.size);
        memcpy(body.velocity, item->now.velocity, sizeof body.velocity);
        memcpy(body.spin, item->now.spin, sizeof body.spin);
        hone_bullet_add_body(world->bullet, &body);
    }
}

static hone_affine on_the_way(const hone_prop_item *item, double share)
{
    const hone_rigid_transform *from = &item->passed, *to = &item->target;
    float rotation[4], place[3];
    if (share == 1 || memcmp(from, to, sizeof *to) == 0)
        return hone_affine_from_rigid_transform(to);
    hone_quat_slerp(from->rotation, to->rotation, (float)share, rotation);
    for (int i = 0; i < 3; i++)
        place[i] = from->translation[i] + (to->translation[i] - from->translation[i]) * (float)share;
    return hone_affine_from_rotation(rotation, place);
}

void hone_props_aim(hone_physics_world *world, double share)
{
    for (uint32_t i = 0; i < world->props.count; i++) {
        hone_prop_item *item = &world->props.items[i];
        uint32_t body = world->props.first + i;
        item->before = item->now;
        if (item->prop.mass > 0) {
            hone_push_apply(world->bullet, body, &item->push, (float)world->options.rate);
            continue;
        }
        item->now.place = on_the_way(item, share);
        hone_bullet_aim(world->bullet, body, &item->now.place);
    }
}

bool hone_props_collect(hone_physics_world *world)
{
    bool lost = false;
    for (uint32_t i = 0; i < world->props.count; i++) {
        hone_prop_item *item = &world->props.items[i];
        if (item->prop.mass == 0)
            continue;
        hone_bullet_read(world->bullet, world->props.first + i, &item->now.place, item->now.velocity, item->now.spin);
        bool sane = hone_place_is_sane(&item->now.place);
        for (int k = 0; k < 3; k++) sane = sane && isfinite(item->now.velocity[k]) && isfinite(item->now.spin[k]);
        if (world->settling) {
            item->now = item->before;
            hone_bullet_put(world->bullet, world->props.first + i, &item->now.place, item->now.velocity,
                            item->now.spin);
        }
        if (sane)
            continue;
        item->now = (hone_body_motion){.place = item->before.place}; /* it stays, at rest */
        lost = true;
    }
    return lost;
}

void hone_props_pass(hone_physics_world *world)
{
    for (uint32_t i = 0; i < world->props.count; i++) world->props.items[i].passed = world->props.items[i].target;
}
