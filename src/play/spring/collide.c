#include "play/spring/collide.h"

static void along_capsule(const hone_double_affine *bone, const hone_collider *collider, double out[3])
{
    double axis[3];
    for (int i = 0; i < 3; i++) axis[i] = (double)collider->tail[i] - (double)collider->offset[i];
    hone_double_affine_direction(bone, axis, out);
}

/* A normal stays perpendicular to the plane under any matrix if the cofactors turn it. */
static void along_plane(const hone_double_affine *bone, const hone_collider *collider, double out[3])
{
    static const float forward[3] = {0, 0, 1}; /* the default of the specification */
    const float *n = collider->normal;
    double cofactors[3][3], turned[3];
    double side = hone_double_affine_cofactors(bone, cofactors) < 0 ? -1 : 1; /* a mirror */
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        n = forward;
    for (int i = 0; i < 3; i++)
        turned[i] =
            side * (cofactors[i][0] * (double)n[0] + cofactors[i][1] * (double)n[1] + cofactors[i][2] * (double)n[2]);
    if (!hone_normalise3(turned, out))
        out[0] = out[1] = out[2] = 0;
}

void hone_spring_shape_place(const hone_collider *collider, const hone_double_affine *bone, double scale,
                             hone_spring_shape *out)
{
    const double offset[3] = {(double)collider->offset[0], (double)collider->offset[1], (double)collider->offset[2]};
    *out = (hone_spring_shape){.radius = (double)collider->radius * scale};
    hone_double_affine_point(bone, offset, out->from);
    if (collider->kind == HONE_COLLIDER_PLANE)
        along_plane(bone, collider, out->along);
    else if (collider->kind == HONE_COLLIDER_CAPSULE || collider->kind == HONE_COLLIDER_INSIDE_CAPSULE)
        along_capsule(bone, collider, out->along);
    out->square_length = hone_dot3(out->along, out->along);
}

/* From the nearest point of the axis to the tail. */
static void from_axis(const hone_spring_shape *shape, const double tail[3], double out[3])
{
    hone_subtract3(tail, shape->from, out);
    double dot = hone_dot3(shape->along, out);
    if (!(dot > 0))
        return;
    double share = dot < shape->square_length ? dot / shape->square_length : 1;
    hone_add3(out, shape->along, -share, out);
}

static bool push_from_plane(const hone_spring_shape *shape, double radius, double tail[3])
{
    double away[3];
    hone_subtract3(tail, shape->from, away);
    double distance = hone_dot3(away, shape->along) - radius;
    if (!(distance < 0) || shape->square_length == 0)
        return false;
    hone_add3(tail, shape->along, -distance, tail);
    return true;
}

bool hone_spring_shape_push(uint8_t kind, const hone_spring_shape *shape, double radius, double tail[3])
{
    if (kind == HONE_COLLIDER_PLANE)
        return push_from_plane(shape, radius, tail);
    double away[3];
    from_axis(shape, tail, away);
    bool inside = kind == HONE_COLLIDER_INSIDE_SPHERE || kind == HONE_COLLIDER_INSIDE_CAPSULE;
    double limit = inside ? shape->radius - radius : shape->radius + radius, square = hone_dot3(away, away);
    bool beyond = inside ? limit < 0 || square > limit * limit : limit > 0 && square < limit * limit;
    if (!beyond || !(square > 1e-30 && square < 1e30))
        return false;
    hone_add3(tail, away, limit / sqrt(square) - 1, tail);
    return true;
}
