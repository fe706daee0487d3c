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
