#include "support/reference/reference_springs.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- vectors and quaternions ------------------------------------------------------------------------------------ */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y, out[2] = z;
}

static void scale_to(double v[3], double length)
{
    double factor = length / sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) v[i] *= factor;
}

static void turn(const double q[4], const double v[3], double out[3])
{
    double t[3], u[3], w[3] = {v[0], v[1], v[2]};
    cross(q, w, t);
    cross(q, t, u);
    for (int i = 0; i < 3; i++) out[i] = w[i] + 2 * (q[3] * t[i] + u[i]);
}

static void turn_back(const double q[4], const double v[3], double out[3])
{
    turn((double[]){-q[0], -q[1], -q[2], q[3]}, v, out);
}

static void multiply(const double a[4], const double b[4], double out[4])
{
    double v[3], w = a[3] * b[3] - dot(a, b);
    cross(a, b, v);
    for (int i = 0; i < 3; i++) v[i] += a[3] * b[i] + b[3] * a[i];
    memcpy(out, v, sizeof v);
    out[3] = w;
}

static void normalise(double q[4])
{
    double length = sqrt(dot(q, q) + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

static void widen(const float *from, int count, double *to)
{
    for (int i = 0; i < count; i++) to[i] = (double)from[i];
}

/* ---- limits ----------------------------------------------------------------------------------------------------- */

static void limit_cone(double angle, const double d[3], double out[3])
{
    double aside = hypot(d[0], d[2]), least = cos(fmin(angle, pi));
    memcpy(out, d, 3 * sizeof *d);
    if (d[1] >= least)
        return;
    out[0] = aside < 1e-9 ? 0 : d[0] / aside * sqrt(1 - least * least);
    out[1] = least;
    out[2] = aside < 1e-9 ? sqrt(1 - least * least) : d[2] / aside * sqrt(1 - least * least);
}

static void limit_hinge(double angle, const double d[3], double out[3])
{
    double length = hypot(d[1], d[2]), most = fmin(angle, pi);
    double at = length < 1e-9 ? 0 : d[1] < 0 && fabs(d[2]) < 1e-9 ? pi : atan2(d[2], d[1]);
    at = fmax(-most, fmin(most, at));
    out[0] = 0, out[1] = cos(at), out[2] = sin(at);
}

static void limit_spherical(double most_pitch, double most_yaw, const double d[3], double out[3])
{
    double pitch = d[1] <= -1 + 1e-12 ? pi : fabs(d[0]) >= 1 - 1e-12 ? 0 : atan2(d[2], d[1]), yaw = asin(d[0]);
    most_pitch = fmin(most_pitch, pi), most_yaw = fmin(most_yaw, pi / 2);
    pitch = fmax(-most_pitch, fmin(most_pitch, pitch));
    yaw = fmax(-most_yaw, fmin(most_yaw, yaw));
    out[0] = sin(yaw), out[1] = cos(yaw) * cos(pitch), out[2] = cos(yaw) * sin(pitch);
}

void reference_limit(const hone_spring_limit *limit, const double direction[3], double out[3])
{
    double a = (double)limit->angles[0], b = (double)limit->angles[1];
    memcpy(out, direction, 3 * sizeof *out);
    if (limit->kind == HONE_SPRING_LIMIT_CONE)
        limit_cone(a, direction, out);
    else if (limit->kind == HONE_SPRING_LIMIT_HINGE)
        limit_hinge(a, direction, out);
    else if (limit->kind == HONE_SPRING_LIMIT_SPHERICAL)
        limit_spherical(a, b, direction, out);
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

static void put(const reference_place *place, const double local[3], double out[3])
{
    double at[3] = {local[0] * place->scale, local[1] * place->scale, local[2] * place->scale};
    turn(place->rotation, at, at);
    for (int i = 0; i < 3; i++) out[i] = place->at[i] + at[i];
}

static void take(const reference_place *place, const double world[3], double out[3])
{
    double at[3];
    for (int i = 0; i < 3; i++) at[i] = world[i] - place->at[i];
    turn_back(place->rotation, at, out);
    for (int i = 0; i < 3; i++) out[i] /= place->scale;
}

static reference_place below(const reference_place *parent, const hone_transform *local)
{
    reference_place out = {.scale = (double)local->scale[0]};
    double at[3];
    widen(local->translation, 3, at);
    widen(local->rotation, 4, out.rotation);
    normalise(out.rotation);
    if (!parent) {
        memcpy(out.at, at, sizeof at);
        return out;
    }
    put(parent, at, out.at);
    multiply(parent->rotation, out.rotation, out.rotation);
    out.scale *= parent->scale;
    return out;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

typedef struct joint_context {
    reference_springs *r;
    const hone_spring *spring;
    const hone_spring_joint *joint;
    reference_place rest; /* of the bone, under its parent */
    double axis[3];       /* in the axes of the bone */
    double length;
} joint_context;

static void constrain(const joint_context *c, double tail[3])
{
    double away[3], from_y[4], local[3], allowed[3], own[4];
    for (int i = 0; i < 3; i++) away[i] = tail[i] - c->rest.at[i];
    scale_to(away, 1);
    if (c->joint->limit.kind) {
        const double y[4] = {c->axis[2], 0, -c->axis[0], 1 + c->axis[1]};
        memcpy(from_y, y, sizeof y);
        normalise(from_y);
        widen(c->joint->limit.rotation, 4, own);
        multiply(c->rest.rotation, from_y, from_y);
        multiply(from_y, own, from_y);
        turn_back(from_y, away, local);
        reference_limit(&c->joint->limit, local, allowed);
        c->r->limited += fabs(dot(allowed, local)) < 1 - 1e-9;
        turn(from_y, allowed, away);
    }
    for (int i = 0; i < 3; i++) tail[i] = c->rest.at[i] + away[i] * c->length;
}

static void collide(const joint_context *c, const hone_collider *collider, double tail[3])
{
    double from[3], end[3], local[3], delta[3], along[3], distance, direction[3];
    const reference_place *bone = &c->r->places[collider->bone];
    double sum = (double)collider->radius + (double)c->joint->hit_radius;
    widen(collider->offset, 3, local);
    put(bone, local, from);
    widen(collider->tail, 3, local);
    put(bone, local, end);
    for (int i = 0; i < 3; i++) delta[i] = tail[i] - from[i], along[i] = end[i] - from[i];
    if (collider->kind == HONE_COLLIDER_CAPSULE || collider->kind == HONE_COLLIDER_INSIDE_CAPSULE) {
        double share = fmax(0, fmin(1, dot(along, delta) / dot(along, along)));
        for (int i = 0; i < 3; i++) delta[i] -= along[i] * share;
    }
    memcpy(direction, delta, sizeof delta);
    distance = sqrt(dot(delta, delta)) - sum;
    if (collider->kind == HONE_COLLIDER_PLANE) {
        widen(collider->normal, 3, local);
        turn(bone->rotation, local, direction);
        scale_to(direction, 1);
        distance = dot(delta, direction) - (double)c->joint->hit_radius;
    } else if (collider->kind >= HONE_COLLIDER_INSIDE_SPHERE) {
        distance = (double)collider->radius - (double)c->joint->hit_radius - sqrt(dot(delta, delta));
        for (int i = 0; i < 3; i++) direction[i] = -direction[i];
    }
    if (distance >= 0)
        return;
    scale_to(direction, 1);
    for (int i = 0; i < 3; i++) tail[i] -= direction[i] * distance;
    c->r->touched[collider->kind]++;
    constrain(c, tail);
}

static void step_joint(reference_springs *r, uint32_t s, uint32_t j, const hone_transform *bones, bool reset)
{
    const make_springs *avatar = r->avatar;
    const hone_spring *spring = &avatar->springs[s];
    const hone_spring_joint *joint = &spring->joints[j];
    hone_transform local = bones[joint->bone];
    memcpy(local.rotation, avatar->rest[joint->bone].rotation, sizeof local.rotation);
    joint_context c = {r, spring, joint, below(&r->places[avatar->parents[joint->bone]], &local), {0}, 0};
    double axis[3], next[3], *tail = r->tail[s][j], *previous = r->previous[s][j], speed[3], along[3], turned[4];
    const reference_place *center = spring->center == HONE_NONE ? NULL : &r->places[spring->center];
    widen(joint->tail_bone == HONE_NONE ? joint->tail_offset : avatar->rest[joint->tail_bone].translation, 3, c.axis);
    c.length = sqrt(dot(c.axis, c.axis)) * c.rest.scale;
    scale_to(c.axis, 1);
    turn(c.rest.rotation, c.axis, axis);
    for (int i = 0; i < 3; i++) next[i] = c.rest.at[i] + axis[i] * c.length;
    if (reset) {
        constrain(&c, next);
    } else {
        for (int i = 0; i < 3; i++) speed[i] = (tail[i] - previous[i]) * (1 - (double)joint->drag_force);
        for (int i = 0; i < 3; i++) next[i] = tail[i] + speed[i];
        if (center)
            put(center, next, next);
        for (int i = 0; i < 3; i++)
            next[i] += (axis[i] * (double)joint->stiffness +
                        (double)joint->gravity_direction[i] * (double)joint->gravity_power) /
                       60;
        constrain(&c, next);
        for (uint32_t k = 0; k < spring->collider_count; k++)
            collide(&c, &avatar->colliders[spring->colliders[k]], next);
    }
    for (int i = 0; i < 3; i++) along[i] = next[i] - c.rest.at[i];
    turn_back(c.rest.rotation, along, along);
    scale_to(along, 1);
    cross(c.axis, along, turned);
    turned[3] = 1 + dot(c.axis, along);
    normalise(turned);
    r->places[joint->bone] = c.rest;
    multiply(c.rest.rotation, turned, r->places[joint->bone].rotation);
    if (center)
        take(center, next, next);
    memcpy(previous, reset ? next : tail, 3 * sizeof *next);
    memcpy(tail, next, sizeof next);
}

/* Bones come after their parents, and a chain after the bones that carry it. */
static void step(reference_springs *r, const hone_transform *bones, bool reset)
{
    const make_springs *avatar = r->avatar;
    for (uint32_t b = 0; b < avatar->bone_count; b++) {
        int32_t parent = avatar->parents[b];
        uint32_t s = 0, j = 0;
        for (bool found = false; s < avatar->spring_count; s++) {
            for (j = 0; j < avatar->springs[s].joint_count && !found; j++)
                if (avatar->springs[s].joints[j].bone == (int32_t)b) {
                    found = true;
                    break;
                }
            if (found)
                break;
        }
        if (s < avatar->spring_count)
            step_joint(r, s, j, bones, reset);
        else
            r->places[b] = below(parent == HONE_NONE ? NULL : &r->places[parent], &bones[b]);
    }
}

void reference_springs_reset(reference_springs *r, const make_springs *avatar, const hone_transform *bones)
{
    memset(r, 0, sizeof *r);
    r->avatar = avatar;
    step(r, bones, true);
}

void reference_springs_step(reference_springs *r, const hone_transform *bones)
{
    step(r, bones, false);
}
