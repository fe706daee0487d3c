#include "tool/place/place_model.h"

#include <hone/math.h>

bool placement_is_none(const placement *p)
{
    bool none = (p->scale == 0 || p->scale == 1) && p->attach == 0;
    for (int i = 0; i < 3; i++) none = none && p->at[i] == 0 && p->turn[i] == 0;
    return none;
}

hone_affine placement_transform(const placement *p)
{
    float angles[3], turn[4], scale = p->scale > 0 ? p->scale : 1;
    for (int i = 0; i < 3; i++) angles[i] = p->turn[i] * (float)(HONE_PI / 180);
    hone_quat_from_euler(HONE_EULER_YXZ, angles, turn);
    hone_affine out = hone_affine_from_rotation(turn, p->at);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) out.m[row][column] *= scale;
    return out;
}

hone_affine placement_of_bone(const hone_affine *place, const hone_actor *actor, int32_t bone)
{
    hone_affine world = hone_world_from_model(hone_actor_model(actor)), own = hone_actor_bones(actor)[bone];
    float point[3], turn[4];
    hone_affine_origin(&own, point);
    hone_affine_point(&world, point, point);
    hone_affine_orthonormalise(&own);
    hone_quat_from_affine(&own, turn);
    for (int i = 0; i < 3; i++) /* the world only changes signs of axes, and a mirroring reverses an axis of rotation */
        if ((world.m[(i + 1) % 3][(i + 1) % 3] < 0) != (world.m[(i + 2) % 3][(i + 2) % 3] < 0))
            turn[i] = -turn[i];
    hone_affine joint = hone_affine_from_rotation(turn, point);
    return hone_affine_multiply(place, &joint);
}

hone_bounds placement_box(const hone_affine *place, const hone_bounds *box)
{
    hone_bounds out = HONE_BOUNDS_EMPTY;
    for (int corner = 0; corner < 8; corner++) {
        float point[3];
        for (int i = 0; i < 3; i++) point[i] = corner & 1 << i ? box->max[i] : box->min[i];
        hone_affine_point(place, point, point);
        for (int i = 0; i < 3; i++) {
            out.min[i] = fminf(out.min[i], point[i]);
            out.max[i] = fmaxf(out.max[i], point[i]);
        }
    }
    return out;
}

bool placement_add_bounds(const hone_affine *place, hone_actor *actor, const uint8_t *bones, hone_bounds *bounds,
                          hone_error *error)
{
    hone_bounds own = HONE_BOUNDS_EMPTY;
    if (!place)
        return hone_framing_add_bones(bounds, actor, bones, error);
    if (!hone_framing_add_bones(&own, actor, bones, error))
        return false;
    if (!(own.min[0] <= own.max[0]))
        return true;
    own = placement_box(place, &own);
    for (int i = 0; i < 3; i++) {
        bounds->min[i] = fminf(bounds->min[i], own.min[i]);
        bounds->max[i] = fmaxf(bounds->max[i], own.max[i]);
    }
    return true;
}

float placement_size(const hone_affine *place)
{
    const float unit[3] = {place->m[0][0], place->m[1][0], place->m[2][0]};
    return hone_vec3_length(unit);
}
