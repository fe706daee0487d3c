#include "tool/place/place_path.h"
#include "tool/place/place_model.h"

#include <hone/math.h>

bool place_path_is_needed(const placement *place, const hone_physics_options *physics)
{
    const float *wind = physics->wind, *gravity = physics->gravity;
    bool upright = place->turn[0] == 0 && place->turn[2] == 0 && place->attach == 0;
    bool turned = wind[0] != 0 || wind[1] != 0 || wind[2] != 0 || gravity[0] != 0 || gravity[1] != 0 ||
                  gravity[2] != 0 || physics->gravity_key_count || physics->weightless;
    bool floor = physics->floor && place->at[1] != 0;
    return !placement_is_none(place) && (!upright || turned || floor);
}

void place_path_of(const hone_affine *place, const hone_model *model, hone_rigid_transform *world)
{
    hone_affine from_model = hone_world_from_model(model), at = *place, back;
    float scale = placement_size(place);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) at.m[row][column] /= scale;
    at = hone_affine_multiply(&at, &from_model);
    if (!hone_affine_invert(&from_model, &back))
        return;
    at = hone_affine_multiply(&back, &at);
    hone_affine_origin(&at, world->translation);
    hone_affine_orthonormalise(&at);
    hone_quat_from_affine(&at, world->rotation);
}
