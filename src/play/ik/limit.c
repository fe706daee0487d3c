#include "play/ik/limit.h"
#include "base/trigonometry.h"
#include "play/ik/swing.h"

void hone_rotation_between(const float above[4], const float rotation[4], float out[4])
{
    float back[4];
    hone_quat_conjugate(above, back);
    hone_quat_multiply(back, rotation, out);
}

static void twist_of(const hone_limit_range *range, const float twist[2], float out[4])
{
    hone_vec3_scale(range->axis, twist[1], out);
    out[3] = twist[0];
}

hone_joint_parts hone_limit_parts(const hone_limit_range *range, const float rotation[4])
{
    hone_joint_parts out = {{1, 0}, {0, 0, 0, 1}};
    float turned[4], back[4];
    hone_rotation_between(range->rest, rotation, turned);
    float sine = hone_vec3_dot(range->axis, turned), cosine = turned[3], size = sqrtf(sine * sine + cosine * cosine);
    if (size > 1e-6f) { /* else the swing is half a turn, and any twist does */
        float scale = (cosine < 0 ? -1 : 1) / size;
        out.twist[0] = cosine * scale, out.twist[1] = sine * scale;
    }
    twist_of(range, (const float[2]){out.twist[0], -out.twist[1]}, back);
    hone_quat_multiply(turned, back, out.swing);
    for (int i = 0; i < 4 && cosine < 0; i++) out.swing[i] = -out.swing[i];
    return out;
}

void hone_limit_rotation(const hone_limit_range *range, const hone_joint_parts *parts, float out[4])
{
    float twist[4];
    twist_of(range, parts->twist, twist);
    hone_quat_multiply(parts->swing, twist, twist);
    hone_quat_multiply(range->rest, twist, out);
    hone_quat_normalise(out, out);
}

/* ---- preparing ------------------------------------------------------------------------------------------------- */

static float half_tangent(float angle)
{
    const float most = 3.14f;
    return angle < -most ? -INFINITY : angle > most ? INFINITY : hone_tanf(0.5f * angle);
}

static void widen(hone_limit_range *range, const float rotation[4])
{
    hone_joint_parts parts = hone_limit_parts(range, rotation);
    float twist = parts.twist[1] / parts.twist[0];
    range->least = twist < range->least ? twist : range->least;
    range->most = twist > range->most ? twist : range->most;
    if (range->kind == HONE_LIMIT_HINGE) { /* what the rotation has besides the hinge stays */
        parts.twist[0] = 1, parts.twist[1] = 0;
        hone_limit_rotation(range, &parts, range->rest);
        return;
    }
    float swing = hone_vec3_length(parts.swing) / parts.swing[3];
    range->swing = swing > range->swing ? swing : range->swing;
}

hone_limit_range hone_limit_prepare(const hone_limit *limit, const float rotation[4])
{
    hone_limit_range out = {.kind = HONE_LIMIT_NONE, .rest = {0, 0, 0, 1}};
    if (!limit || limit->kind == HONE_LIMIT_NONE)
        return out;
    float half = 0.5f * (limit->max_angle - limit->min_angle), turn[4],
          middle = 0.5f * (limit->max_angle + limit->min_angle);
    out.kind = limit->kind;
    hone_vec3_copy(limit->axis, out.axis);
    twist_of(&out, (const float[2]){hone_cosf(0.5f * middle), hone_sinf(0.5f * middle)}, turn);
    hone_quat_multiply(limit->rest, turn, out.rest);
    out.swing = half_tangent(limit->max_swing);
    out.least = half_tangent(-half), out.most = half_tangent(half);
    if (out.kind != HONE_LIMIT_FIXED)
        widen(&out, rotation);
    return out;
}

/* ---- holding --------------------------------------------------------------------------------------------------- */

/* Returns whether the twist was beyond the range. */
static bool hold_twist(const hone_limit_range *range, float twist[2])
{
    bool below = twist[1]<range->least * twist[0], above = twist[1]> range->most * twist[0];
    if (!below && !above)
        return false;
    float tangent = below ? range->least : range->most;
    twist[0] = 1 / sqrtf(1 + tangent * tangent);
    twist[1] = tangent * twist[0];
    return true;
}

static bool hold_swing(const hone_limit_range *range, float swing[4])
{
    float sine = hone_vec3_length(swing);
    if (!(sine > range->swing * swing[3]))
        return false;
    float cosine = 1 / sqrtf(1 + range->swing * range->swing);
    hone_vec3_scale(swing, range->swing * cosine / sine, swing);
    swing[3] = cosine;
    return true;
}

void hone_limit_hold(const hone_limit_range *range, float rotation[4])
{
    if (range->kind != HONE_LIMIT_BALL && range->kind != HONE_LIMIT_HINGE)
        return;
    hone_joint_parts parts = hone_limit_parts(range, rotation);
    bool changed = hold_twist(range, parts.twist);
    if (range->kind == HONE_LIMIT_HINGE) {
        hone_quat_identity(parts.swing);
        changed = true;
    } else
        changed |= hold_swing(range, parts.swing);
    if (changed)
        hone_limit_rotation(range, &parts, rotation);
}

void hone_limit_hinge(const hone_limit_range *range, const float v[3], const float to[3], float rotation[4])
{
    float side[3], back[4], target[3];
    hone_quat_conjugate(range->rest, back);
    hone_quat_rotate(back, to, target);
    hone_vec3_cross(v, target, side);
    float sine = hone_vec3_dot(side, range->axis);
    float cosine = hone_vec3_dot(v, target) - hone_vec3_dot(v, range->axis) * hone_vec3_dot(target, range->axis);
    hone_joint_parts parts = {{1, 0}, {0, 0, 0, 1}};
    float size = sqrtf(sine * sine + cosine * cosine);
    if (!(size > 0))
        return;
    float x = cosine < 0 ? fabsf(sine) : size + cosine;
    float y = cosine < 0 ? (sine < 0 ? cosine - size : size - cosine) : sine;
    float scale = 1 / sqrtf(x * x + y * y);
    parts.twist[0] = x * scale, parts.twist[1] = y * scale;
    hold_twist(range, parts.twist);
    hone_limit_rotation(range, &parts, rotation);
}
