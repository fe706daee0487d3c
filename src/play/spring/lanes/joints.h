/* A step of several joints side by side: one joint in each lane. For portable.c and avx2.c. */
#ifndef HONE_SRC_SPRING_LANES_JOINTS_H
#define HONE_SRC_SPRING_LANES_JOINTS_H

#include "base/lanes/double_lanes.h"
#include "play/spring/center.h"
#include "play/spring/kernel.h"
#include "play/spring/limit.h"
#include "play/spring/rate.h"

enum { LANES = HONE_DOUBLE_LANES };

enum { NUMBERS = sizeof(hone_spring_numbers) / sizeof(double) };

/* hone_spring_numbers of each lane. */
typedef union wide_numbers {
    wide at[NUMBERS];
    struct {
        wide tail_offset[3], axis[3], rotation[4], hit_radius, stiffness, keep, gravity[3];
    };
} wide_numbers;

/* The joints of a batch. The base of a joint is its bone at rest under its parent, without its own scale. */
typedef struct joints_context {
    const hone_spring_job *job;
    const hone_spring_place *places[LANES];
    const hone_spring_link *links[LANES];
    hone_spring_center centers[LANES]; /* of their springs */
    uint32_t count;
    bool any_limit;
    wide_numbers numbers;
    wide_affine parent; /* after springs */
    wide_affine base;   /* with the head as origin */
    wide cofactors[3][3];
    wide scale[3]; /* of the bone */
    wide head[3];
    wide axis[3]; /* to the tail at rest, world, unit length */
    wide length;  /* world */
} joints_context;

/* ---- where joints are ------------------------------------------------------------------------------------------- */

static void begin(joints_context *j, const hone_spring_job *job, const hone_spring_place *const places[],
                  uint32_t count)
{
    const double *numbers[LANES];
    j->job = job;
    j->count = count;
    j->any_limit = false;
    for (uint32_t l = 0; l < LANES; l++) { /* lanes that are left over do the work of the first */
        j->places[l] = places[l < count ? l : 0];
        j->links[l] = &job->plan->links[j->places[l]->link];
        hone_spring_find_center(job, j->links[l]->spring, &j->centers[l]);
        j->any_limit |= j->links[l]->limit.kind != HONE_SPRING_LIMIT_NONE;
        numbers[l] = (const double *)&j->links[l]->numbers;
    }
    for (int i = 0; i < NUMBERS; i += 4) wide_gather4(numbers, i, j->numbers.at + i);
}

/* Finds the bones without springs, as seen from their parents, and the parents after springs. */
static wide_mask find_alone(joints_context *j, const wide_affine *bone, wide_affine *alone)
{
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    const hone_affine *above[LANES], *moved[LANES];
    wide_affine matrix, back;
    for (int l = 0; l < LANES; l++) {
        int32_t parent = j->places[l]->parent;
        above[l] = parent == HONE_NONE ? &identity : &j->job->bones[parent];
        moved[l] = parent == HONE_NONE ? &identity : hone_spring_bone(j->job, (uint32_t)parent);
    }
    wide_affine_gather(above, &matrix);
    wide_affine_gather(moved, &j->parent);
    wide_mask sound = wide_affine_invert(&matrix, &back);
    wide_affine_multiply(&back, bone, 4, alone);
    return sound;
}

/* Finds the tails in the axes of their bones, now. */
static wide_mask find_tails(const joints_context *j, const wide_affine *bone, wide out[3])
{
    wide_affine back;
    wide tail[3] = {bone->m[0][3], bone->m[1][3], bone->m[2][3]};
    wide_mask has_bone = wide_lanes(false);
    for (int l = 0; l < LANES; l++) {
        int32_t at = j->links[l]->tail_bone;
        for (int i = 0; at != HONE_NONE && i < 3; i++) wide_put(&tail[i], l, (double)j->job->bones[at].m[i][3]);
        wide_mark(&has_bone, l, at != HONE_NONE);
    }
    wide_mask sound = wide_affine_invert(bone, &back);
    wide_affine_direction(&back, tail, tail);
    for (int i = 0; i < 3; i++) tail[i] += back.m[i][3];
    wide_pick3(has_bone, tail, j->numbers.tail_offset, out);
    return sound | wide_not(has_bone);
}

/* The lengths of the columns. As in hone_transform_from_affine, a mirrored matrix has a negative scale of x. */
static void find_scale(const wide_affine *local, wide out[3])
{
    wide first[3];
    for (int c = 0; c < 3; c++) {
        const wide column[3] = {local->m[0][c], local->m[1][c], local->m[2][c]};
        out[c] = wide_sqrt(wide_dot3(column, column));
    }
    wide_cross3(local->m[1], local->m[2], first);
    out[0] = wide_pick(wide_less(wide_dot3(local->m[0], first), wide_set(0)), -out[0], out[0]);
}

/* Finds the bases. */
static wide_mask find_bases(joints_context *j, const wide_affine *alone)
{
    wide_affine rest;
    wide_affine_rotate(j->numbers.rotation, &rest);
    for (int r = 0; r < 3; r++) rest.m[r][3] = alone->m[r][3];
    wide_affine_multiply(&j->parent, &rest, 4, &j->base);
    for (int r = 0; r < 3; r++) j->head[r] = j->base.m[r][3];
    wide determinant = wide_affine_cofactors(&j->base, j->cofactors);
    wide sign = wide_pick(wide_less(determinant, wide_set(0)), wide_set(-1), wide_set(1));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) j->cofactors[r][c] *= sign;
    wide nothing = (j->head[0] + j->head[1] + j->head[2]) * 0;
    return wide_has_inverse(determinant) & wide_equal(nothing, wide_set(0));
}

/* Returns the lanes whose joint can turn its bone. */
static wide_mask find_joints(joints_context *j)
{
    const hone_affine *bones[LANES];
    wide_affine bone, alone;
    wide tail[3];
    for (int l = 0; l < LANES; l++) bones[l] = &j->job->bones[j->places[l]->bone];
    wide_affine_gather(bones, &bone);
    wide_mask sound = find_alone(j, &bone, &alone);
    sound &= find_bases(j, &alone);
    sound &= find_tails(j, &bone, tail);
    find_scale(&alone, j->scale);
    for (int i = 0; i < 3; i++) tail[i] *= j->scale[i];
    wide_affine_direction(&j->base, tail, tail);
    j->length = wide_sqrt(wide_dot3(tail, tail));
    wide_affine_direction(&j->base, j->numbers.axis, j->axis);
    sound &= wide_normalise3(j->axis);
    return sound & wide_between(j->length, 1e-9, HONE_SPRING_FARTHEST);
}

/* ---- what tails keep -------------------------------------------------------------------------------------------- */

/* The directions of tails, in the axes of the bases. At the head: that of rest. */
static void find_directions(const joints_context *j, const wide tail[3], wide out[3])
{
    const wide(*k)[3] = (const wide(*)[3])j->cofactors;
    wide away[3];
    wide_subtract3(tail, j->head, away);
    for (int i = 0; i < 3; i++) out[i] = k[0][i] * away[0] + k[1][i] * away[1] + k[2][i] * away[2];
    wide_mask has = wide_normalise3(out);
    wide_pick3(has, out, j->numbers.axis, out);
}

/* Brings a direction within the limit of a lane. */
static bool limit_lane(const hone_limit *limit, int lane, wide direction[3])
{
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = wide_at(direction[i], lane);
    hone_rotate_back3(limit->rotation, d, d);
    if (!hone_limit_apply(limit, d))
        return false;
    hone_rotate3(limit->rotation, d, d);
    for (int i = 0; i < 3; i++) wide_put(&direction[i], lane, d[i]);
    return true;
}

static void keep_limits(const joints_context *j, wide tail[3])
{
    wide direction[3], kept[3];
    wide_mask changed = wide_lanes(false);
    find_directions(j, tail, direction);
    for (int l = 0; l < LANES; l++) wide_mark(&changed, l, limit_lane(&j->links[l]->limit, l, direction));
    wide_affine_direction(&j->base, direction, direction);
    changed &= wide_normalise3(direction);
    wide_add3(j->head, direction, j->length, kept);
    wide_pick3(changed, kept, tail, tail);
}

/* Brings tails to the length of their joints and within their limits. */
static void constrain(const joints_context *j, wide tail[3])
{
    wide direction[3];
    wide_subtract3(tail, j->head, direction);
    wide_mask has = wide_normalise3(direction);
    wide_pick3(has, direction, j->axis, direction);
    wide_add3(j->head, direction, j->length, tail);
    if (j->any_limit)
        keep_limits(j, tail);
}

/* ---- where tails go --------------------------------------------------------------------------------------------- */

/* The tails of the state with their inertia, in the world. */
static void find_inertia(const joints_context *j, wide out[3])
{
    const double *states[LANES];
    wide state[8], speed[3]; /* tail, previous, and what follows */
    for (int l = 0; l < LANES; l++) states[l] = j->job->states[j->places[l]->link].tail;
    wide_gather4(states, 0, state);
    wide_gather4(states, 2, state + 2);
    wide_subtract3(state, state + 3, speed);
    wide_add3(state, speed, j->numbers.keep, out);
    for (int l = 0; l < LANES; l++) {
        double at[3];
        if (!j->centers[l].exists)
            continue;
        for (int i = 0; i < 3; i++) at[i] = wide_at(out[i], l);
        hone_double_affine_point(&j->centers[l].world, at, at);
        for (int i = 0; i < 3; i++) wide_put(&out[i], l, at[i]);
    }
}

/* Where tails would go without colliders. */
static void swing(const joints_context *j, wide out[3])
{
    const wide_numbers *n = &j->numbers;
    double seconds = j->job->seconds > 0 ? j->job->seconds : 1.0 / HONE_SPRING_RATE;
    wide step = wide_set(seconds), force = wide_set(seconds * hone_spring_scale(j->job));
    find_inertia(j, out);
    wide_add3(out, j->axis, n->stiffness * force, out);
    wide_add3(out, n->gravity, force, out);
    for (int i = 0; i < 3; i++) out[i] += (1 - n->keep) * step * wide_set((double)j->job->wind[i]);
    constrain(j, out);
}

/* A collider of each lane. */
typedef struct wide_shape {
    wide from[3], along[3], radius, square_length; /* as hone_spring_shape */
    wide_mask plane, inside, exists;
} wide_shape;

static bool find_shapes(const joints_context *j, uint32_t number, wide_shape *out)
{
    static const hone_spring_shape none;
    const hone_spring_plan *plan = j->job->plan;
    const double *shapes[LANES];
    wide numbers[8];
    bool any = false;
    out->exists = out->plane = out->inside = wide_lanes(false);
    for (int l = 0; l < LANES; l++) {
        const hone_spring_chain *chain = &plan->chains[j->links[l]->spring];
        bool exists = number < chain->collider_count;
        uint32_t collider = exists ? chain->colliders[number] : 0;
        uint8_t kind = exists ? plan->colliders[collider].kind : 0;
        shapes[l] = exists ? j->job->shapes[collider].from : none.from;
        wide_mark(&out->exists, l, exists);
        wide_mark(&out->plane, l, kind == HONE_COLLIDER_PLANE);
        wide_mark(&out->inside, l, kind == HONE_COLLIDER_INSIDE_SPHERE || kind == HONE_COLLIDER_INSIDE_CAPSULE);
        any |= exists;
    }
    wide_gather4(shapes, 0, numbers);
    wide_gather4(shapes, 4, numbers + 4);
    memcpy(out->from, numbers, sizeof numbers);
    return any;
}

/* From the nearest points of the axes to the tails; of spheres, whose axis has no length, from the centre. */
static void find_away(const wide_shape *shape, const wide tail[3], wide out[3])
{
    const wide zero = wide_set(0), one = wide_set(1);
    wide_subtract3(tail, shape->from, out);
    wide dot = wide_dot3(shape->along, out);
    wide share = wide_pick(wide_less(dot, shape->square_length), dot / shape->square_length, one);
    wide_add3(out, shape->along, -wide_pick(wide_less(zero, dot), share, zero), out);
}

/* How tails must move out of colliders, or back into them. Returns the lanes that touch. */
static wide_mask find_push(const wide_shape *shape, wide radius, const wide tail[3], wide out[3])
{
    const wide zero = wide_set(0);
    wide away[3], from[3];
    find_away(shape, tail, away);
    wide limit = shape->radius + wide_pick(shape->inside, -radius, radius), square = wide_dot3(away, away);
    wide_mask within = wide_less(zero, limit) & wide_less(square, limit * limit);
    wide_mask beyond = wide_less(limit, zero) | wide_less(limit * limit, square);
    wide_mask touches = (shape->inside & beyond) | (wide_not(shape->inside) & within);
    touches &= wide_between(square, 1e-30, 1e30);
    wide_subtract3(tail, shape->from, from);
    wide above = wide_dot3(from, shape->along) - radius; /* of a plane */
    wide_mask below = wide_less(above, zero) & wide_not(wide_equal(shape->square_length, zero));
    touches = ((shape->plane & below) | (wide_not(shape->plane) & touches)) & shape->exists;
    if (!wide_any(touches))
        return touches;
    wide share = limit / wide_sqrt(square) - 1;
    for (int i = 0; i < 3; i++) out[i] = wide_pick(shape->plane, shape->along[i] * -above, away[i] * share);
    return touches;
}

static void collide(const joints_context *j, wide tail[3])
{
    wide radius = j->numbers.hit_radius * wide_set(hone_spring_scale(j->job)), push[3], moved[3];
    wide_shape shape;
    for (uint32_t number = 0; find_shapes(j, number, &shape); number++) {
        wide_mask touches = find_push(&shape, radius, tail, push);
        if (!wide_any(touches))
            continue;
        wide_add3(tail, push, wide_set(1), moved);
        constrain(j, moved);
        wide_pick3(touches, moved, tail, tail);
    }
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

/* Puts the tails that are lost to rest, or all. Returns the lanes that rest. */
static wide_mask put_to_rest(const joints_context *j, bool reset, wide tail[3])
{
    wide rest[3], far = wide_set(HONE_SPRING_FARTHEST);
    wide_mask near = wide_lanes(!reset);
    for (int i = 0; !reset && i < 3; i++) near &= wide_less(wide_abs(tail[i]), far);
    if (!wide_any(wide_not(near)))
        return wide_not(near);
    wide_add3(j->head, j->axis, j->length, rest);
    constrain(j, rest);
    wide_pick3(near, tail, rest, tail);
    return wide_not(near);
}

/* Turns the bones so that the joints point to their tails. */
static void point_to(const joints_context *j, const wide tail[3], wide rotation[4], wide_affine *out)
{
    wide direction[3], shortest[4];
    wide_affine local;
    find_directions(j, tail, direction);
    wide_shortest_rotation(j->numbers.axis, direction, shortest);
    wide_multiply4(j->numbers.rotation, shortest, rotation);
    wide_affine_rotate(rotation, &local);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) local.m[r][c] *= j->scale[c];
    wide_affine_multiply(&j->parent, &local, 3, out);
    for (int r = 0; r < 3; r++) out->m[r][3] = j->head[r];
}

static void store(const joints_context *j, uint32_t lane, const wide tail[3], bool rests, const wide rotation[4])
{
    hone_spring_state *state = &j->job->states[j->places[lane]->link];
    double at[3];
    for (int i = 0; i < 3; i++) at[i] = wide_at(tail[i], (int)lane);
    hone_spring_store(state, &j->centers[lane], at, rests);
    for (int i = 0; i < 4; i++) state->rotation[i] = (float)wide_at(rotation[i], (int)lane);
}

static uint32_t turn_joints(const hone_spring_job *job, const hone_spring_place *const places[], uint32_t count,
                            bool reset)
{
    joints_context j;
    wide tail[3], rotation[4];
    wide_affine turned;
    hone_affine *bones[LANES], unused;
    uint32_t failed = 0;
    begin(&j, job, places, count);
    wide_mask sound = find_joints(&j);
    if (reset) {
        for (int i = 0; i < 3; i++) tail[i] = j.head[i];
    } else {
        swing(&j, tail);
        collide(&j, tail);
    }
    wide_mask rests = put_to_rest(&j, reset, tail);
    point_to(&j, tail, rotation, &turned);
    for (uint32_t l = 0; l < count; l++) {
        bones[l] = wide_is(sound, (int)l) ? &job->moved[places[l]->bone] : &unused;
        failed |= (uint32_t)!wide_is(sound, (int)l) << l;
        if (wide_is(sound, (int)l))
            store(&j, l, tail, wide_is(rests, (int)l), rotation);
    }
    wide_affine_scatter(&turned, count, bones);
    return failed;
}

#endif
