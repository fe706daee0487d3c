#include "tool/doctor/body_distance.h"

#include <math.h>
#include <string.h>

placed_body placed_body_of(const hone_body *body)
{
    float rotation[4];
    hone_quat_from_euler(HONE_EULER_YXZ, body->rotation, rotation);
    placed_body out = {.place = hone_affine_from_rotation(rotation, body->position)};
    if (body->shape == HONE_BODY_BOX)
        hone_vec3_copy(body->size, out.core);
    else
        out.radius = body->size[0];
    if (body->shape == HONE_BODY_CAPSULE)
        out.core[1] = body->size[1] / 2;
    out.bound = hone_vec3_length(out.core) + out.radius;
    return out;
}

/* ---- a line and a box ---- */

/* The distance of a point, in the box's axes, from the box; inside it, the negative way out. */
static float distance_from_box(const float core[3], const float p[3])
{
    float outside[3], inside = -INFINITY;
    for (int i = 0; i < 3; i++) {
        float d = fabsf(p[i]) - core[i];
        outside[i] = fmaxf(d, 0);
        inside = fmaxf(inside, d);
    }
    float length = hone_vec3_length(outside);
    return length > 0 ? length : inside;
}

/* The least distance of the line of `a`, which is along its y axis, from the box of `b`. The distance from a convex
 * shape is a convex function along a line, so that halving finds its least value. */
static float distance_of_line(const placed_body *a, const placed_body *b)
{
    const hone_affine inverse = hone_affine_invert_rigid(&b->place);
    const hone_affine to = hone_affine_multiply(&inverse, &a->place);
    float low = -a->core[1], high = a->core[1];
    for (int step = 0; step < 40; step++) {
        float one = low + (high - low) / 3, two = high - (high - low) / 3, p[3], q[3];
        hone_affine_point(&to, (const float[]){0, one, 0}, p);
        hone_affine_point(&to, (const float[]){0, two, 0}, q);
        if (distance_from_box(b->core, p) < distance_from_box(b->core, q))
            high = two;
        else
            low = one;
    }
    float p[3];
    hone_affine_point(&to, (const float[]){0, (low + high) / 2, 0}, p);
    return distance_from_box(b->core, p);
}

/* ---- two boxes ---- */

static float extent_along(const placed_body *b, const float axis[3])
{
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        const float column[3] = {b->place.m[0][i], b->place.m[1][i], b->place.m[2][i]};
        sum += fabsf(hone_vec3_dot(axis, column)) * b->core[i];
    }
    return sum;
}

/* The overlap of the boxes as seen along an axis, or the value before if that is less. */
static float least_overlap(const placed_body *a, const placed_body *b, const float axis[3], float before)
{
    float unit[3], from[3], to[3], between[3];
    if (!hone_vec3_normalise(axis, unit))
        return before;
    hone_affine_origin(&a->place, from);
    hone_affine_origin(&b->place, to);
    hone_vec3_subtract(to, from, between);
    return fminf(before, extent_along(a, unit) + extent_along(b, unit) - fabsf(hone_vec3_dot(between, unit)));
}

/* By the separating axes: the faces of both, and the products of their edges. */
static float overlap_of_boxes(const placed_body *a, const placed_body *b)
{
    float axes[6][3], least = INFINITY;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            axes[i][k] = a->place.m[k][i];
            axes[3 + i][k] = b->place.m[k][i];
        }
    for (int i = 0; i < 6; i++) least = least_overlap(a, b, axes[i], least);
    for (int i = 0; i < 9; i++) {
        float cross[3];
        hone_vec3_cross(axes[i / 3], axes[3 + i % 3], cross);
        if (hone_vec3_length(cross) > 1e-3f) /* parallel edges give no axis */
            least = least_overlap(a, b, cross, least);
    }
    return least;
}

/* ---- any two ---- */

static bool is_box(const placed_body *b)
{
    return b->core[0] > 0 || b->core[2] > 0;
}

float placed_body_depth(const placed_body *a, const placed_body *b)
{
    if (is_box(a) && is_box(b))
        return overlap_of_boxes(a, b);
    const placed_body *line = is_box(a) ? b : a, *other = is_box(a) ? a : b;
    return line->radius + other->radius - distance_of_line(line, other);
}
