#include "support/reference/reference_rig.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const reference_turn none = {{0, 0, 0, 1}};

/* ---- rotations and vectors ----------------------------------------------------------------------------------- */

reference_turn reference_turn_multiply(reference_turn a, reference_turn b)
{
    const double *p = a.q, *r = b.q;
    return (reference_turn){
        {p[3] * r[0] + p[0] * r[3] + p[1] * r[2] - p[2] * r[1], p[3] * r[1] - p[0] * r[2] + p[1] * r[3] + p[2] * r[0],
         p[3] * r[2] + p[0] * r[1] - p[1] * r[0] + p[2] * r[3], p[3] * r[3] - p[0] * r[0] - p[1] * r[1] - p[2] * r[2]}};
}

reference_turn reference_turn_back(reference_turn a)
{
    return (reference_turn){{-a.q[0], -a.q[1], -a.q[2], a.q[3]}};
}

double reference_turn_angle(reference_turn a)
{
    double sine = sqrt(a.q[0] * a.q[0] + a.q[1] * a.q[1] + a.q[2] * a.q[2]);
    return 2 * atan2(sine, fabs(a.q[3]));
}

static reference_turn unit(reference_turn a)
{
    double length = sqrt(a.q[0] * a.q[0] + a.q[1] * a.q[1] + a.q[2] * a.q[2] + a.q[3] * a.q[3]);
    for (int i = 0; i < 4; i++) a.q[i] /= length;
    return a;
}

static reference_turn turn_about(const double axis[3], double angle)
{
    double s = sin(angle / 2);
    return (reference_turn){{axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)}};
}

static reference_turn turn_about_axis(int k, double angle)
{
    double axis[3] = {k == 0, k == 1, k == 2};
    return turn_about(axis, angle);
}

static void turn_point(reference_turn a, const double v[3], double out[3])
{
    reference_turn p = {{v[0], v[1], v[2], 0}};
    p = reference_turn_multiply(reference_turn_multiply(a, p), reference_turn_back(a));
    memcpy(out, p.q, 3 * sizeof(double));
}

static reference_turn power(reference_turn a, double ratio)
{
    double sign = a.q[3] < 0 ? -1 : 1;
    double v[3] = {sign * a.q[0], sign * a.q[1], sign * a.q[2]}, length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (length == 0)
        return none;
    for (int i = 0; i < 3; i++) v[i] /= length;
    return turn_about(v, ratio * 2 * atan2(length, sign * a.q[3]));
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    double v[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, v, sizeof v);
}

/* A zero vector stays zero. */
static void direction(const double from[3], const double to[3], double out[3])
{
    double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]}, length = sqrt(dot(d, d));
    for (int i = 0; i < 3; i++) out[i] = length > 0 ? d[i] / length : 0;
}

static double distance(const double a[3], const double b[3])
{
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(dot(d, d));
}

/* The element of the rotation matrix. */
static double element(reference_turn a, int row, int column)
{
    double v[3] = {column == 0, column == 1, column == 2}, out[3];
    turn_point(a, v, out);
    return out[row];
}

reference_turn reference_turn_of(const hone_affine *affine)
{
    /* the longest of four candidates for the eigenvector: the diagonal gives the squares of the components */
    const float(*m)[4] = (const float(*)[4])affine->m;
    double square[4] = {1 + (double)m[0][0] - m[1][1] - m[2][2], 1 - (double)m[0][0] + m[1][1] - m[2][2],
                        1 - (double)m[0][0] - m[1][1] + m[2][2], 1 + (double)m[0][0] + m[1][1] + m[2][2]};
    double column[4][4] = {
        {square[0], (double)m[1][0] + m[0][1], (double)m[0][2] + m[2][0], (double)m[2][1] - m[1][2]},
        {(double)m[1][0] + m[0][1], square[1], (double)m[2][1] + m[1][2], (double)m[0][2] - m[2][0]},
        {(double)m[0][2] + m[2][0], (double)m[2][1] + m[1][2], square[2], (double)m[1][0] - m[0][1]},
        {(double)m[2][1] - m[1][2], (double)m[0][2] - m[2][0], (double)m[1][0] - m[0][1], square[3]}};
    int largest = 0;
    for (int i = 1; i < 4; i++)
        if (square[i] > square[largest])
            largest = i;
    reference_turn out;
    memcpy(out.q, column[largest], sizeof out.q);
    return unit(out);
}

/* ---- one bone ------------------------------------------------------------------------------------------------ */

static const hone_bone *bone_of(const reference_rig *rig, int32_t b)
{
    return &rig->skeleton->bones[b];
}

/* world = parentWorld T(o + t) R(r), r = r_ik own */
static void update_world(reference_rig *rig, int32_t b)
{
    const hone_bone *bone = bone_of(rig, b);
    reference_bone *state = &rig->bones[b];
    reference_turn local = reference_turn_multiply(state->r_ik, state->own);
    double offset[3];
    for (int i = 0; i < 3; i++)
        offset[i] =
            (double)bone->position[i] - (bone->parent < 0 ? 0 : bone_of(rig, bone->parent)->position[i]) + state->t[i];
    if (bone->parent < 0) {
        memcpy(state->place, offset, sizeof offset);
        state->turned = local;
        return;
    }
    const reference_bone *parent = &rig->bones[bone->parent];
    double arm[3];
    turn_point(parent->turned, offset, arm);
    for (int i = 0; i < 3; i++) state->place[i] = parent->place[i] + arm[i];
    state->turned = reference_turn_multiply(parent->turned, local);
}

static bool is_link(const reference_rig *rig, int32_t b)
{
    for (uint32_t k = 0; k < rig->skeleton->ik_count; k++)
        for (uint32_t l = 0; l < rig->skeleton->iks[k].link_count; l++)
            if (rig->skeleton->iks[k].links[l].bone == b)
                return true;
    return false;
}

static void append_rotation(reference_rig *rig, const hone_bone *bone, reference_bone *state)
{
    const reference_bone *source = &rig->bones[bone->append_source];
    reference_turn base = source->own;
    if (bone->flags & HONE_BONE_APPEND_LOCAL)
        base = source->turned;
    else if (is_link(rig, bone->append_source))
        base = reference_turn_multiply(source->r_ik, base);
    double off = pi - reference_turn_angle(base);
    if (off < rig->nearest_half_turn)
        rig->nearest_half_turn = off;
    state->own = reference_turn_multiply(state->r_am, power(base, bone->append_ratio));
}

static void append_translation(reference_rig *rig, const hone_bone *bone, reference_bone *state)
{
    const reference_bone *source = &rig->bones[bone->append_source];
    const float *rest = bone_of(rig, bone->append_source)->position;
    for (int i = 0; i < 3; i++)
        state->t[i] += bone->append_ratio *
                       (bone->flags & HONE_BONE_APPEND_LOCAL ? source->place[i] - (double)rest[i] : source->t[i]);
}

static void update_bone(reference_rig *rig, const hone_pose *pose, int32_t b)
{
    const hone_bone *bone = bone_of(rig, b);
    reference_bone *state = &rig->bones[b];
    for (int i = 0; i < 3; i++) state->t[i] = pose->bones[b].translation[i];
    for (int i = 0; i < 4; i++) state->r_am.q[i] = pose->bones[b].rotation[i];
    state->r_am = unit(state->r_am);
    state->own = state->r_am;
    if (bone->append_source >= 0 && bone->flags & HONE_BONE_APPEND_ROTATION)
        append_rotation(rig, bone, state);
    if (bone->append_source >= 0 && bone->flags & HONE_BONE_APPEND_TRANSLATION)
        append_translation(rig, bone, state);
    update_world(rig, b);
    memcpy(state->placed, state->place, sizeof state->placed);
    state->done = true;
}

/* ---- limits -------------------------------------------------------------------------------------------------- */

typedef enum axis_order { YXZ, ZYX, XZY } axis_order;

static axis_order order_of(const hone_ik_link *link)
{
    if (-pi / 2 < link->lower[0] && link->upper[0] < pi / 2)
        return YXZ;
    if (-pi / 2 < link->lower[1] && link->upper[1] < pi / 2)
        return ZYX;
    return XZY;
}

static double arc_sine(double value)
{
    return asin(value > 1 ? 1 : value < -1 ? -1 : value);
}

static void angles_in(axis_order order, reference_turn m, double a[3])
{
    if (order == YXZ) {
        a[0] = arc_sine(-element(m, 1, 2));
        a[1] = atan2(element(m, 0, 2), element(m, 2, 2));
        a[2] = atan2(element(m, 1, 0), element(m, 1, 1));
    } else if (order == ZYX) {
        a[1] = arc_sine(-element(m, 2, 0));
        a[0] = atan2(element(m, 2, 1), element(m, 2, 2));
        a[2] = atan2(element(m, 1, 0), element(m, 0, 0));
    } else {
        a[2] = arc_sine(-element(m, 0, 1));
        a[0] = atan2(element(m, 2, 1), element(m, 1, 1));
        a[1] = atan2(element(m, 0, 2), element(m, 0, 0));
    }
}

static reference_turn turn_in(axis_order order, const double a[3])
{
    reference_turn x = turn_about_axis(0, a[0]), y = turn_about_axis(1, a[1]), z = turn_about_axis(2, a[2]);
    if (order == YXZ)
        return reference_turn_multiply(y, reference_turn_multiply(x, z));
    if (order == ZYX)
        return reference_turn_multiply(z, reference_turn_multiply(y, x));
    return reference_turn_multiply(x, reference_turn_multiply(z, y));
}

void reference_link_angles(const hone_ik_link *link, reference_turn turn, double angles[3])
{
    angles_in(order_of(link), turn, angles);
}

static reference_turn limit(const hone_ik_link *link, reference_turn m, bool half)
{
    const double steepest = 88 * pi / 180;
    axis_order order = order_of(link);
    int middle = order == YXZ ? 0 : order == ZYX ? 1 : 2;
    double a[3];
    angles_in(order, m, a);
    a[middle] = fmax(-steepest, fmin(steepest, a[middle]));
    for (int k = 0; k < 3; k++) {
        double lo = link->lower[k], hi = link->upper[k], v = a[k];
        if (v < lo)
            a[k] = half && 2 * lo - v <= hi ? 2 * lo - v : lo;
        else if (v > hi)
            a[k] = half && 2 * hi - v >= lo ? 2 * hi - v : hi;
    }
    return turn_in(order, a);
}

static int single_axis(const hone_ik_link *link)
{
    int axis = -1, count = 0;
    for (int k = 0; k < 3; k++)
        if (link->lower[k] != 0 || link->upper[k] != 0)
            axis = k, count++;
    return count == 1 ? axis : -1;
}

static bool is_locked(const hone_ik_link *link)
{
    for (int k = 0; k < 3; k++)
        if (link->lower[k] != 0 || link->upper[k] != 0)
            return false;
    return link->limited;
}

/* ---- chains -------------------------------------------------------------------------------------------------- */

/* Whether b is `above` or its descendant. */
static bool hangs_on(const reference_rig *rig, int32_t b, int32_t above)
{
    for (; b >= 0; b = bone_of(rig, b)->parent)
        if (b == above)
            return true;
    return false;
}

/* Updates the bones from `from` down to the effector, its descendant. */
static void refresh_down(reference_rig *rig, int32_t from, int32_t effector)
{
    if (effector != from)
        refresh_down(rig, from, bone_of(rig, effector)->parent);
    update_world(rig, effector);
}

/* The link that is an ancestor of the effector through all others; -1 if none. */
static int32_t highest_link(const reference_rig *rig, const hone_ik *ik)
{
    for (uint32_t i = 0; i < ik->link_count; i++) {
        int32_t b = ik->links[i].bone;
        bool highest = hangs_on(rig, ik->effector, b);
        for (uint32_t j = 0; j < ik->link_count; j++)
            highest &= !hangs_on(rig, b, ik->links[j].bone) || ik->links[j].bone == b;
        if (highest)
            return b;
    }
    return -1;
}

static bool step_fixed(const reference_rig *rig, const double u0[3], int32_t b, const double ve[3], const double vg[3],
                       double cap, double u[3], double *angle)
{
    double w[3], vep[3], vgp[3], x[3];
    turn_point(rig->bones[b].turned, u0, w);
    for (int i = 0; i < 3; i++) vep[i] = ve[i] - w[i] * dot(w, ve), vgp[i] = vg[i] - w[i] * dot(w, vg);
    if (dot(vep, vep) < 1e-8 || dot(vgp, vgp) < 1e-8)
        return false;
    cross(vep, vgp, x);
    *angle = atan2(dot(w, x), dot(vep, vgp));
    if (fabs(*angle) < 1e-4)
        return false;
    *angle = fmax(-cap, fmin(cap, *angle));
    memcpy(u, w, 3 * sizeof *u);
    return true;
}

/* Solver A, one link. */
static bool step_a(reference_rig *rig, const hone_ik *ik, uint32_t i, const double effector[3], const double goal[3],
                   bool half)
{
    const hone_ik_link *link = &ik->links[i];
    reference_bone *state = &rig->bones[link->bone];
    const hone_bone *bone = bone_of(rig, link->bone);
    double ve[3], vg[3], x[3], u[3], angle, cap = (double)ik->unit_angle * (i + 1);
    direction(state->place, effector, ve);
    direction(state->place, goal, vg);
    cross(ve, vg, x);
    reference_turn back = bone->parent < 0 ? none : reference_turn_back(rig->bones[bone->parent].turned);
    if (bone->flags & HONE_BONE_FIXED_AXIS) {
        double u0[3] = {bone->fixed_axis[0], bone->fixed_axis[1], bone->fixed_axis[2]}, zero[3] = {0, 0, 0};
        direction(zero, u0, u0);
        if (!step_fixed(rig, u0, link->bone, ve, vg, cap, u, &angle))
            return false;
        turn_point(back, u, u);
    } else {
        double sine = sqrt(dot(x, x));
        if (sine * sine < 1e-8)
            return false;
        turn_point(back, x, u);
        for (int c = 0; c < 3; c++) u[c] /= sine;
        int k = single_axis(link);
        if (half && link->limited && k >= 0) {
            double sign = u[k] >= 0 ? 1 : -1;
            u[0] = u[1] = u[2] = 0;
            u[k] = sign;
        }
        angle = fmin(atan2(sine, dot(ve, vg)), cap);
    }
    state->r_ik = unit(reference_turn_multiply(turn_about(u, angle), state->r_ik));
    if (link->limited) {
        reference_turn m = limit(link, reference_turn_multiply(state->r_ik, state->own), half);
        state->r_ik = unit(reference_turn_multiply(m, reference_turn_back(state->own)));
    }
    refresh_down(rig, link->bone, ik->effector);
    return true;
}

static double gap_of(const reference_rig *rig, const hone_ik *ik, const double goal[3])
{
    return distance(rig->bones[ik->effector].place, goal);
}

static void save(const reference_rig *rig, const hone_ik *ik, reference_turn *saved)
{
    for (uint32_t i = 0; i < ik->link_count; i++) saved[i] = rig->bones[ik->links[i].bone].r_ik;
}

static void restore(reference_rig *rig, const hone_ik *ik, const reference_turn *saved)
{
    for (uint32_t i = 0; i < ik->link_count; i++) rig->bones[ik->links[i].bone].r_ik = saved[i];
}

static void note_step(reference_rig *rig, uint32_t chain, uint32_t link)
{
    reference_bone *state = &rig->bones[rig->skeleton->iks[chain].links[link].bone];
    state->chain = (int32_t)chain;
    state->link = (int32_t)link;
}

static bool cannot_step(const reference_rig *rig, const hone_ik *ik, uint32_t i)
{
    int32_t b = ik->links[i].bone;
    return is_locked(&ik->links[i]) || !hangs_on(rig, ik->effector, b) || b == ik->effector;
}

/* start: the effector in the first step, or NULL: its current position. */
static void solve_a(reference_rig *rig, uint32_t chain, const double *start, const double goal[3],
                    reference_turn *saved)
{
    const hone_ik *ik = &rig->skeleton->iks[chain];
    const double *first = start;
    double best = gap_of(rig, ik, goal);
    save(rig, ik, saved);
    if (best * best < 1e-8)
        return;
    for (int n = 0; n < ik->max_iterations; n++) {
        bool stepped = false;
        for (uint32_t i = 0; i < ik->link_count; i++) {
            if (cannot_step(rig, ik, i))
                continue;
            if (step_a(rig, ik, i, first ? first : rig->bones[ik->effector].place, goal, n < ik->max_iterations / 2)) {
                note_step(rig, chain, i);
                stepped = true;
            }
            first = NULL;
        }
        double gap = gap_of(rig, ik, goal);
        bool again = n == 0 && start; /* the second iteration begins with another effector place */
        if (rig->rules.keep_best && !(gap < best) && !again)
            break;
        if (gap < best || !rig->rules.keep_best) {
            best = gap;
            save(rig, ik, saved);
        }
        if (gap * gap < 1e-8 || (!stepped && !again))
            break;
    }
    restore(rig, ik, saved);
}

/* ---- solver B ------------------------------------------------------------------------------------------------ */

static double clamp(double v, double lo, double hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void turn_angle(const double v[3], int k, double angle, double out[3])
{
    turn_point(turn_about_axis(k, angle), v, out);
}

static void step_b_single(const hone_ik_link *link, int k, const double ve[3], const double vg[3], double th,
                          bool first, double *phi)
{
    double plus[3], minus[3], lo = link->lower[k], hi = link->upper[k];
    turn_angle(ve, k, th, plus);
    turn_angle(ve, k, -th, minus);
    double f = *phi + (dot(plus, vg) > dot(minus, vg) ? th : -th);
    if (first && (f < lo || f > hi)) {
        if (lo < -f && -f < hi)
            f = -f;
        else if (fabs((lo + hi) / 2 - f) > fabs((lo + hi) / 2 + f))
            f = -f;
    }
    *phi = clamp(f, lo, hi);
}

static double towards(double angle, double near)
{
    return angle - 2 * pi * round((angle - near) / (2 * pi));
}

static void step_b_limited(const hone_ik_link *link, reference_turn m, double cap, double e[3])
{
    double a[3], b[3], far_a = 0, far_b = 0;
    angles_in(ZYX, m, a);
    b[0] = a[0] + pi, b[1] = pi - a[1], b[2] = a[2] + pi;
    for (int k = 0; k < 3; k++) {
        a[k] = towards(a[k], e[k]), b[k] = towards(b[k], e[k]);
        far_a += fabs(a[k] - e[k]), far_b += fabs(b[k] - e[k]);
    }
    for (int k = 0; k < 3; k++)
        e[k] = clamp(clamp(far_a <= far_b ? a[k] : b[k], link->lower[k], link->upper[k]), e[k] - cap, e[k] + cap);
}

static void step_b(reference_rig *rig, const hone_ik *ik, uint32_t i, const double goal[3], bool first, double e[3])
{
    const hone_ik_link *link = &ik->links[i];
    reference_bone *state = &rig->bones[link->bone];
    if (!hangs_on(rig, ik->effector, link->bone) || link->bone == ik->effector)
        return;
    double ve[3], vg[3], x[3], zero[3] = {0, 0, 0};
    direction(state->place, rig->bones[ik->effector].place, ve);
    direction(state->place, goal, vg);
    turn_point(reference_turn_back(state->turned), ve, ve);
    turn_point(reference_turn_back(state->turned), vg, vg);
    cross(ve, vg, x);
    double th = fmin(atan2(sqrt(dot(x, x)), dot(ve, vg)), ik->unit_angle);
    int k = link->limited ? single_axis(link) : -1;
    reference_turn m;
    if (k >= 0) {
        step_b_single(link, k, ve, vg, th, first, &e[0]);
        m = turn_about_axis(k, e[0]);
    } else {
        if (th < 1e-3 * pi / 180 || dot(x, x) == 0)
            return;
        direction(zero, x, x);
        m = reference_turn_multiply(reference_turn_multiply(state->r_ik, state->own), turn_about(x, th));
        if (link->limited) {
            step_b_limited(link, m, ik->unit_angle, e);
            m = turn_in(ZYX, e);
        }
    }
    state->r_ik = unit(reference_turn_multiply(m, reference_turn_back(state->own)));
    refresh_down(rig, link->bone, ik->effector);
}

static void solve_b(reference_rig *rig, uint32_t chain, const double goal[3], reference_turn *saved)
{
    const hone_ik *ik = &rig->skeleton->iks[chain];
    double best = INFINITY, (*e)[3] = calloc(ik->link_count + 1, sizeof *e);
    save(rig, ik, saved);
    for (int n = 0; n < ik->max_iterations; n++) {
        for (uint32_t i = 0; i < ik->link_count; i++) {
            step_b(rig, ik, i, goal, n == 0, e[i]);
            note_step(rig, chain, i);
        }
        double gap = gap_of(rig, ik, goal);
        if (!(gap < best))
            break;
        best = gap;
        save(rig, ik, saved);
    }
    restore(rig, ik, saved);
    free(e);
}

/* ---- solving a chain ----------------------------------------------------------------------------------------- */

/* Updates, in order, the evaluated descendants of links: so a bone uses a parent that was updated before it. */
static void refresh_followers(reference_rig *rig, const hone_ik *ik, int32_t top)
{
    refresh_down(rig, top, ik->effector);
    for (uint32_t b = 0; b < rig->skeleton->bone_count; b++)
        rig->bones[b].follows = hangs_on(rig, (int32_t)b, top) && hangs_on(rig, ik->effector, (int32_t)b);
    for (uint32_t i = 0; i < rig->skeleton->bone_count; i++) {
        int32_t b = (int32_t)rig->order[i], parent = bone_of(rig, b)->parent;
        if (rig->bones[b].done && !rig->bones[b].follows && parent >= 0 && rig->bones[parent].follows) {
            rig->bones[b].follows = true;
            update_world(rig, b);
        }
    }
}

/* True if the chain's effector was placed in the same pass and has moved since. */
static bool starts_elsewhere(const reference_rig *rig, const hone_ik *ik)
{
    const reference_bone *effector = &rig->bones[ik->effector];
    uint32_t flags = bone_of(rig, ik->effector)->flags ^ bone_of(rig, ik->bone)->flags;
    return rig->rules.toe_start == HONE_TOE_START_PLACED && effector->done && !(flags & HONE_BONE_AFTER_PHYSICS) &&
           memcmp(effector->place, effector->placed, sizeof effector->place) != 0;
}

static void solve(reference_rig *rig, uint32_t chain)
{
    const hone_ik *ik = &rig->skeleton->iks[chain];
    reference_chain *result = &rig->chains[chain];
    int32_t top = highest_link(rig, ik);
    if (top < 0 || top == ik->effector)
        return;
    double start[3];
    bool elsewhere = starts_elsewhere(rig, ik);
    memcpy(start, rig->bones[ik->effector].placed, sizeof start);
    for (uint32_t i = 0; i < ik->link_count; i++) {
        rig->bones[ik->links[i].bone].r_ik = none;
        rig->bones[ik->links[i].bone].chain = -1;
    }
    refresh_down(rig, top, ik->effector);
    memcpy(result->goal, rig->bones[ik->bone].place, sizeof result->goal);
    reference_turn *saved = calloc(ik->link_count + 1, sizeof *saved);
    if (rig->rules.ik == HONE_IK_CCD_CLAMPED)
        solve_b(rig, chain, result->goal, saved);
    else
        solve_a(rig, chain, elsewhere ? start : NULL, result->goal, saved);
    free(saved);
    refresh_followers(rig, ik, top);
    memcpy(result->effector, rig->bones[ik->effector].place, sizeof result->effector);
    result->gap = gap_of(rig, ik, result->goal);
    result->solved = true;
    result->length = 0;
    for (int32_t b = ik->effector; b != top; b = bone_of(rig, b)->parent)
        result->length += distance(rig->bones[b].place, rig->bones[bone_of(rig, b)->parent].place);
}

/* ---- everything ---------------------------------------------------------------------------------------------- */

static void rest(reference_rig *rig, uint32_t b)
{
    reference_bone *state = &rig->bones[b];
    *state = (reference_bone){.r_am = none, .own = none, .r_ik = none, .turned = none, .chain = -1, .link = -1};
    for (int i = 0; i < 3; i++) state->place[i] = rig->skeleton->bones[b].position[i];
}

static bool sorts_before(const hone_skeleton *s, uint32_t a, uint32_t b)
{
    int late_a = (s->bones[a].flags & HONE_BONE_AFTER_PHYSICS) != 0;
    int late_b = (s->bones[b].flags & HONE_BONE_AFTER_PHYSICS) != 0;
    if (late_a != late_b)
        return late_a < late_b;
    return s->bones[a].layer != s->bones[b].layer ? s->bones[a].layer < s->bones[b].layer : a < b;
}

/* The sorted order, without waiting for parents. */
static void lagging_order(const hone_skeleton *s, uint32_t *order)
{
    for (uint32_t n = 0; n < s->bone_count; n++) {
        uint32_t i = n;
        for (; i > 0 && sorts_before(s, n, order[i - 1]); i--) order[i] = order[i - 1];
        order[i] = n;
    }
}

void reference_rig_make(const hone_skeleton *skeleton, hone_mmd_rules rules, reference_rig *out)
{
    *out = (reference_rig){.skeleton = skeleton, .rules = rules};
    out->order = calloc(skeleton->bone_count + 1, sizeof *out->order);
    out->bones = calloc(skeleton->bone_count + 1, sizeof *out->bones);
    out->chains = calloc(skeleton->ik_count + 1, sizeof *out->chains);
    if (rules.order == HONE_ORDER_LAG)
        lagging_order(skeleton, out->order);
    else
        reference_order(skeleton, out->order);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) rest(out, b);
}

void reference_rig_release(reference_rig *rig)
{
    free(rig->order);
    free(rig->bones);
    free(rig->chains);
}

void reference_rig_evaluate(reference_rig *rig, const hone_pose *pose)
{
    rig->nearest_half_turn = pi;
    for (uint32_t b = 0; b < rig->skeleton->bone_count; b++) {
        if (rig->rules.order == HONE_ORDER_STRICT)
            rest(rig, b);
        rig->bones[b].r_ik = none;
        rig->bones[b].done = false;
        rig->bones[b].chain = -1;
    }
    for (uint32_t k = 0; k < rig->skeleton->ik_count; k++) rig->chains[k].solved = false;
    for (uint32_t i = 0; i < rig->skeleton->bone_count; i++) {
        int32_t b = (int32_t)rig->order[i], ik = rig->skeleton->bones[b].ik;
        update_bone(rig, pose, b);
        if (ik >= 0 && pose->ik_enabled[ik])
            solve(rig, (uint32_t)ik);
    }
}

reference_matrix reference_rig_world(const reference_rig *rig, uint32_t bone)
{
    return reference_rigid(rig->bones[bone].place, rig->bones[bone].turned.q);
}
