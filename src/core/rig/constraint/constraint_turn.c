#include "core/rig/constraint/constraint_turn.h"
#include "base/double_affine.h"

/* ---- roll and rotation ------------------------------------------------------------------------------------------ */

/* out = a^-1 b a */
static void turn_into(const float a[4], const float b[4], float out[4])
{
    float back[4];
    hone_quat_conjugate(a, back);
    hone_quat_multiply(back, b, out);
    hone_quat_multiply(out, a, out);
}

/* The twist of a rotation about an axis: what is left after the smallest rotation that moves the axis as it does. */
static void twist_about(const float q[4], int axis, float out[4])
{
    float twist[4] = {0, 0, 0, q[3]};
    twist[axis] = q[axis];
    hone_quat_identity(out);
    if (q[axis] != 0 || q[3] != 0)
        hone_quat_normalise(twist, out);
}

void hone_constraint_roll(const hone_constraint_turn *turn, int axis, float out[4])
{
    float back[4], delta[4], twist[4];
    hone_quat_conjugate(turn->source_rest, back);
    hone_quat_multiply(turn->source, back, delta); /* in the axes of the parent */
    turn_into(turn->rest, delta, delta);
    twist_about(delta, axis, twist);
    hone_quat_multiply(turn->rest, twist, out);
}

void hone_constraint_rotation(const hone_constraint_turn *turn, float out[4])
{
    float back[4], delta[4];
    hone_quat_conjugate(turn->source_rest, back);
    hone_quat_multiply(back, turn->source, delta);
    hone_quat_multiply(turn->rest, delta, out);
}

/* ---- aim -------------------------------------------------------------------------------------------------------- */

void hone_constraint_aim(const float rest[4], const float parent[4], int axis, const float direction[3], float out[4])
{
    float from[3] = {0, 0, 0}, to[3], model_from_rest[4], turn[4];
    double unit_from[3], unit_to[3], shortest[4];
    hone_quat_copy(rest, out);
    if (!hone_vec3_normalise(direction, to))
        return;
    from[axis % 3] = axis < 3 ? 1.0f : -1.0f;
    hone_quat_multiply(parent, rest, model_from_rest);
    hone_quat_rotate(model_from_rest, from, from);
    for (int i = 0; i < 3; i++) unit_from[i] = (double)from[i], unit_to[i] = (double)to[i];
    hone_normalise3(unit_from, unit_from);
    hone_normalise3(unit_to, unit_to);
    hone_shortest_rotation(unit_from, unit_to, shortest);
    for (int i = 0; i < 4; i++) turn[i] = (float)shortest[i];
    turn_into(parent, turn, turn);
    hone_quat_multiply(turn, rest, out);
}
