/* IK solver B: CCD with accumulated angles. A link limited to a single axis is one angle, other limited links are
 * three, and each continues from its value in the previous iteration. Fixed axes are ignored. */
#include "base/trigonometry.h"
#include "core/rig/ik/ik.h"
#include <string.h>

static const float least_turn = 1e-3f * (float)HONE_PI / 180;

typedef struct aim {
    float e[3], g[3]; /* unit vectors in the link's own axes */
    float angle;      /* between them, at most the chain's unit angle */
} aim;

static aim take_aim(const hone_ik_problem *p, const hone_member *m)
{
    const float *effector = hone_ik_effector(p);
    float e[3], g[3], x[3], back[4];
    aim out = {{0}, {0}, 0};
    hone_quat_conjugate(m->rotation, back);
    hone_vec3_subtract(effector, m->position, e);
    hone_vec3_subtract(p->goal, m->position, g);
    hone_quat_rotate(back, e, e);
    hone_quat_rotate(back, g, g);
    if (!hone_vec3_normalise(e, out.e) || !hone_vec3_normalise(g, out.g))
        return out;
    hone_vec3_cross(out.e, out.g, x);
    float angle = hone_atan2f(sqrtf(hone_vec3_dot(x, x)), hone_vec3_dot(out.e, out.g));
    out.angle = angle < p->chain->unit_angle ? angle : p->chain->unit_angle;
    return out;
}

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/* The cosine between g and e rotated about an axis by an angle. */
static float nearness(const aim *a, int axis, float angle)
{
    float turned[3], angles[3] = {0, 0, 0}, q[4];
    angles[axis] = angle;
    hone_quat_from_euler(HONE_EULER_ZYX, angles, q);
    hone_quat_rotate(q, a->e, turned);
    return hone_vec3_dot(turned, a->g);
}

static void turn_single(const hone_link *link, const aim *a, bool first, float *angle, float local[4])
{
    int k = link->limits.axis;
    float lower = link->limits.lower[k], upper = link->limits.upper[k], middle = (lower + upper) / 2;
    float next = *angle + (nearness(a, k, a->angle) > nearness(a, k, -a->angle) ? a->angle : -a->angle);
    if (first && (next < lower || next > upper)) {
        bool other_within = lower < -next && -next < upper;
        if (other_within || fabsf(middle - next) > fabsf(middle + next))
            next = -next;
    }
    *angle = clamp(next, lower, upper);
    float angles[3] = {0, 0, 0};
    angles[k] = *angle;
    hone_quat_from_euler(HONE_EULER_ZYX, angles, local);
}

/* The angle plus the multiple of a full circle that brings it nearest to `near`. */
static float nearest_turn(float angle, float near)
{
    float circle = 2 * (float)HONE_PI;
    return angle - circle * roundf((angle - near) / circle);
}

/* A rotation has two triples of Euler angles. Writes the one that is nearer to `near`. */
static void nearest_angles(const float rotation[4], const float near[3], float out[3])
{
    float pi = (float)HONE_PI, one[3], other[3], one_far = 0, other_far = 0;
    hone_euler_from_quat(HONE_EULER_ZYX, rotation, one);
    other[0] = one[0] + pi, other[1] = pi - one[1], other[2] = one[2] + pi;
    for (int i = 0; i < 3; i++) {
        one[i] = nearest_turn(one[i], near[i]);
        other[i] = nearest_turn(other[i], near[i]);
        one_far += fabsf(one[i] - near[i]);
        other_far += fabsf(other[i] - near[i]);
    }
    memcpy(out, one_far <= other_far ? one : other, sizeof one);
}

static void turn_freely(const hone_ik_problem *p, const hone_link *link, const aim *a, float angles[3], float local[4])
{
    float x[3], q[4], sine;
    hone_vec3_cross(a->e, a->g, x);
    if (!(a->angle >= least_turn) || !hone_vec3_normalise(x, x))
        return;
    hone_sin_cosf(a->angle / 2, &sine, &q[3]);
    hone_vec3_scale(x, sine, q);
    hone_quat_multiply(local, q, q);
    hone_quat_normalise(q, local);
    if (!link->limited)
        return;
    float next[3], most = p->chain->unit_angle;
    nearest_angles(local, angles, next);
    for (int k = 0; k < 3; k++) {
        float within = clamp(next[k], link->limits.lower[k], link->limits.upper[k]);
        angles[k] = clamp(within, angles[k] - most, angles[k] + most);
    }
    hone_quat_from_euler(HONE_EULER_ZYX, angles, local);
}

static void step(hone_ik_problem *p, uint32_t i, bool first)
{
    const hone_link *link = &p->chain->links[i];
    if (link->idle)
        return;
    hone_member *m = &p->members[link->place];
    aim a = take_aim(p, m);
    if (link->limited && link->limits.axis != HONE_NONE)
        turn_single(link, &a, first, &p->scratch->angles[i][0], m->local);
    else
        turn_freely(p, link, &a, p->scratch->angles[i], m->local);
    hone_ik_carry(p, link->place);
}

void hone_ik_solve_ccd_clamped(hone_ik_problem *p)
{
    const hone_chain *chain = p->chain;
    if (chain->link_count)
        memset(p->scratch->angles, 0, chain->link_count * sizeof *p->scratch->angles);
    hone_ik_save(p);
    float best = INFINITY;
    for (uint32_t n = 0; n < chain->loop_count; n++) {
        for (uint32_t i = 0; i < chain->link_count; i++) step(p, i, n == 0);
        float gap = hone_ik_gap(p);
        if (!(gap < best))
            break;
        best = gap;
        hone_ik_save(p);
    }
    hone_ik_restore(p);
}
