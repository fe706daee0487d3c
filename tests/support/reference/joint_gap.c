#include "support/reference/joint_gap.h"

#include <math.h>

typedef struct place {
    double r[3][3], t[3];
} place;

/* Ry Rx Rz */
static place place_of(const float position[3], const float angle[3])
{
    double cx = cos(angle[0]), sx = sin(angle[0]), cy = cos(angle[1]), sy = sin(angle[1]);
    double cz = cos(angle[2]), sz = sin(angle[2]);
    return (place){{{cy * cz + sy * sx * sz, sy * sx * cz - cy * sz, sy * cx},
                    {cx * sz, cx * cz, -sx},
                    {cy * sx * sz - sy * cz, cy * sx * cz + sy * sz, cy * cx}},
                   {position[0], position[1], position[2]}};
}

/* The current place of `rest`, which is fixed to the body. */
static place moved(const place *rest, const hone_body *body, const hone_affine *now)
{
    place home = place_of(body->position, body->rotation), local, out;
    for (int r = 0; r < 3; r++) {
        local.t[r] = 0;
        for (int k = 0; k < 3; k++) local.t[r] += home.r[k][r] * (rest->t[k] - home.t[k]);
        for (int c = 0; c < 3; c++) {
            local.r[r][c] = 0;
            for (int k = 0; k < 3; k++) local.r[r][c] += home.r[k][r] * rest->r[k][c];
        }
    }
    for (int r = 0; r < 3; r++) {
        out.t[r] = now->m[r][3];
        for (int k = 0; k < 3; k++) out.t[r] += now->m[r][k] * local.t[k];
        for (int c = 0; c < 3; c++) {
            out.r[r][c] = 0;
            for (int k = 0; k < 3; k++) out.r[r][c] += now->m[r][k] * local.r[k][c];
        }
    }
    return out;
}

double joint_gap(const hone_physics *physics, const hone_model *model, uint32_t joint)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_joint *j = &data->joints[joint];
    hone_body_motion a, b;
    if (!hone_physics_body_motion(physics, (uint32_t)j->body_a, &a) ||
        !hone_physics_body_motion(physics, (uint32_t)j->body_b, &b))
        return 0;
    place rest = place_of(j->position, j->rotation);
    place on_a = moved(&rest, &data->bodies[j->body_a], &a.place),
          on_b = moved(&rest, &data->bodies[j->body_b], &b.place);
    double square = 0;
    for (int c = 0; c < 3; c++) {
        double way = 0, low = j->linear_lower[c], high = j->linear_upper[c];
        for (int r = 0; r < 3; r++) way += on_a.r[r][c] * (on_b.t[r] - on_a.t[r]);
        double beyond = low > high ? 0 : way < low ? low - way : way > high ? way - high : 0;
        square += beyond * beyond;
    }
    return sqrt(square);
}
