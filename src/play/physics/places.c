/* Places of bones and bodies: between two steps, and whether one was put elsewhere. */
#include "play/physics/world.h"
#include <hone/math.h>

/* Teleport: no motion moves a bone further than this in 1/60 s, or rotates it by more than a quarter turn. */
static const float leap = 10, leap_cosine = 0.70710678f;

bool hone_place_leapt(const hone_physics *physics, const hone_affine *from, const hone_affine *to, float scale)
{
    float offset[3], a[4], b[4], most = leap * scale * physics->world->options.unit;
    for (int i = 0; i < 3; i++) offset[i] = to->m[i][3] - from->m[i][3];
    if (!(hone_vec3_dot(offset, offset) <= most * most))
        return true;
    float trace = 0; /* of the rotation from one to the other: 1 + 2 cos; for a quarter turn it is 1 */
    for (int r = 0; r < 3; r++) trace += hone_vec3_dot(from->m[r], to->m[r]);
    if (trace > 1.5f)
        return false;
    hone_quat_from_affine(from, a);
    hone_quat_from_affine(to, b);
    return fabsf(hone_quat_dot(a, b)) < leap_cosine;
}

static hone_affine interpolate(const hone_affine *a, const hone_affine *b, float t)
{
    float from[4], to[4], turn[4], at[3];
    hone_quat_from_affine(a, from);
    hone_quat_from_affine(b, to);
    hone_quat_slerp(from, to, t, turn);
    for (int i = 0; i < 3; i++) at[i] = a->m[i][3] + (b->m[i][3] - a->m[i][3]) * t;
    return hone_affine_from_rotation(turn, at);
}

hone_affine hone_place_between(const hone_affine *before, const hone_affine *now, double behind)
{
    if (behind == 0)
        return *now;
    return behind == 1 ? *before : interpolate(before, now, (float)(1 - behind));
}
