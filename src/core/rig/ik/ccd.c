/* IK solver A: cyclic coordinate descent (CCD). Each link, the nearest to the effector first, is rotated so that the
 * effector points to the goal.
 * Angles are never computed: the quaternion that rotates e to g is (e x g, |e||g| + e.g), normalised. An arc cosine
 * in single precision could not distinguish angles below 3.5e-4, and a foot would be 0.4 units off. */
#include "core/rig/ik/ik.h"

static const float reached = 1e-8f;  /* squared distance */
static const float straight = 1e-8f; /* squared sine: nothing left to rotate */

/* A quaternion of any length about `axis`, whose length is `length`, by the angle whose sine and cosine are given,
 * both multiplied by `scale`. sine: not negative. */
static void turn_by(const float axis[3], float length, float sine, float cosine, float scale, float out[4])
{
    float along = (cosine >= 0 ? sine : scale - cosine) / length;
    hone_vec3_scale(axis, along, out);
    out[3] = cosine >= 0 ? scale + cosine : sine;
}

static void turn_by_cap(const float axis[3], float length, const hone_turn_cap *cap, float out[4])
{
    float along = cap->half_sine / length;
    hone_vec3_scale(axis, along, out);
    out[3] = cap->half_cosine;
}

/* sin(angle - cap) > 0, where both lie within 0..pi. */
static bool exceeds(float sine, float cosine, const hone_turn_cap *cap)
{
    if (cap->angle >= (float)HONE_PI)
        return false;
    return cap->angle <= 0 || sine * cap->cosine - cosine * cap->sine > 0;
}

static bool aim_about_fixed_axis(const hone_link *link, const hone_member *m, const float e[3], const float g[3],
                                 float turn[4])
{
    float w[3], ep[3], gp[3], cross[3], axis[3];
    hone_quat_rotate(m->rotation, link->axis, w);
    float along_e = hone_vec3_dot(w, e), along_g = hone_vec3_dot(w, g);
    hone_vec3_add_scaled(e, w, -along_e, ep);
    hone_vec3_add_scaled(g, w, -along_g, gp);
    float ee = hone_vec3_dot(ep, ep), gg = hone_vec3_dot(gp, gp);
    if (!(ee >= 1e-8f * hone_vec3_dot(e, e)) || !(gg >= 1e-8f * hone_vec3_dot(g, g)) || !(ee > 0) || !(gg > 0))
        return false;
    hone_vec3_cross(ep, gp, cross);
    float sine = hone_vec3_dot(w, cross), cosine = hone_vec3_dot(ep, gp), size = sqrtf(sine * sine + cosine * cosine);
    if (!(fabsf(sine) >= 1e-4f * size) && cosine > 0)
        return false;
    hone_quat_rotate(m->local, link->axis, axis); /* w in the parent's axes */
    if (sine < 0)
        hone_vec3_scale(axis, -1, axis);
    sine = fabsf(sine);
    if (exceeds(sine, cosine, &link->cap))
        turn_by_cap(axis, 1, &link->cap, turn);
    else
        turn_by(axis, 1, sine, cosine, size, turn);
    return true;
}

static bool aim_freely(const hone_link *link, const hone_member *m, bool top, const float e[3], const float g[3],
                       bool first_half, float turn[4])
{
    float x[3], axis[3];
    hone_vec3_cross(e, g, x);
    float ee_gg = hone_vec3_dot(e, e) * hone_vec3_dot(g, g), xx = hone_vec3_dot(x, x), cosine = hone_vec3_dot(e, g);
    if (!(xx >= straight * ee_gg) || !(xx > 0) || !(ee_gg < INFINITY))
        return false;
    float sine = sqrtf(xx), length = sine;
    if (top) {
        hone_vec3_copy(x, axis);
    } else {
        float back[4];
        hone_quat_conjugate(m[-1].rotation, back);
        hone_quat_rotate(back, x, axis);
    }
    if (first_half && link->limited && link->limits.axis != HONE_NONE) {
        float sign = axis[link->limits.axis] >= 0 ? 1.0f : -1.0f;
        axis[0] = axis[1] = axis[2] = 0;
        axis[link->limits.axis] = sign;
        length = 1;
    }
    if (exceeds(sine, cosine, &link->cap))
        turn_by_cap(axis, length, &link->cap, turn);
    else
        turn_by(axis, length, sine, cosine, sqrtf(ee_gg), turn);
    return true;
}

/* Rotates one link. effector: the position that is used for the effector. False if nothing was rotated. */
static bool step(hone_ik_problem *p, const hone_link *link, const float *effector, bool first_half)
{
    hone_member *m = &p->members[link->place];
    float e[3], g[3], turn[4], turned[4];
    hone_vec3_subtract(effector, m->position, e);
    hone_vec3_subtract(p->goal, m->position, g);
    bool turns = link->fixed ? aim_about_fixed_axis(link, m, e, g, turn)
                             : aim_freely(link, m, link->place == 0, e, g, first_half, turn);
    if (!turns)
        return false;
    hone_quat_multiply(turn, m->local, turned);
    hone_quat_normalise(turned, m->local);
    if (link->limited)
        hone_limits_apply(&link->limits, first_half, m->local);
    hone_ik_carry(p, link->place);
    return true;
}

/* One iteration. effector: the position used for the effector in the first step. */
static bool step_all(hone_ik_problem *p, const float *effector, bool first_half)
{
    bool stepped = false;
    for (uint32_t i = 0; i < p->chain->link_count; i++) {
        const hone_link *link = &p->chain->links[i];
        if (link->idle || (link->limited && link->limits.locked))
            continue;
        stepped |= step(p, link, effector, first_half);
        effector = hone_ik_effector(p);
    }
    return stepped;
}

static bool save_if_nearer(hone_ik_problem *p, float gap, float *best)
{
    if (!(gap < *best))
        return false;
    *best = gap;
    hone_ik_save(p);
    return true;
}

void hone_ik_solve_ccd(hone_ik_problem *p, bool keep_best)
{
    float gap = hone_ik_gap(p), best = gap;
    if (keep_best)
        hone_ik_save(p);
    for (uint32_t n = 0; n < p->chain->loop_count && !(gap < reached); n++) {
        /* such an iteration never ends the loop, as it did not use the effector's real position */
        bool from_start = n == 0 && p->has_start;
        if (!step_all(p, from_start ? p->start : hone_ik_effector(p), n < p->chain->loop_count / 2) && !from_start)
            break; /* later iterations would change nothing either */
        gap = hone_ik_gap(p);
        if (keep_best && !save_if_nearer(p, gap, &best) && !from_start)
            break;
    }
    if (keep_best)
        hone_ik_restore(p);
}
