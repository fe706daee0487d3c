#include "tool/picture/picture.h"

#include <hone/math.h>
#include <string.h>

/* The light of the keys, except for what was asked for. */
static hone_light light_at(const look_values *look, const hone_motion *keys, double frame)
{
    hone_light light = HONE_LIGHT_DEFAULT;
    if (keys)
        hone_motion_light(keys, frame, &light);
    if (look->light_direction.given)
        hone_vec3_normalise(look->light_direction.value, light.direction);
    if (look->light_colour.given)
        hone_vec3_copy(look->light_colour.rgba, light.colour);
    return light;
}

hone_ground_shadow picture_ground_shadow(const look_values *look)
{
    hone_ground_shadow out = HONE_GROUND_SHADOW_DEFAULT;
    const look_ground_shadow *asked = &look->ground_shadow;
    if (asked->colour.given) {
        hone_vec3_copy(asked->colour.rgba, out.colour);
        out.own_colour = !asked->of_light;
    }
    if (asked->strength.given)
        out.strength = asked->strength.value;
    return out;
}

void picture_background(const look_values *look, float rgba[4])
{
    static const float white[4] = {1, 1, 1, 1};
    memcpy(rgba, look->background.given ? look->background.rgba : white, sizeof white);
}

void picture_describe(const look_values *look, const picture_keys *keys, double frame, picture_desc *out)
{
    hone_draw_desc *desc = &out->desc;
    *desc = look->draw;
    picture_background(look, desc->background);
    if (keys->camera) {
        hone_motion_camera(keys->camera, frame, keys->curve, &desc->camera);
        desc->camera.fov = keys->fov > 0 ? keys->fov : desc->camera.fov;
    }
    out->light = light_at(look, keys->light, frame);
    desc->light = &out->light;
    desc->seconds = frame / HONE_FRAMES_PER_SECOND;
    out->ground_shadow = picture_ground_shadow(look);
    desc->ground_shadow = &out->ground_shadow;
    if (keys->shadow && hone_motion_shadow(keys->shadow, frame, &out->self_shadow.mode, &out->self_shadow.distance))
        desc->self_shadow = &out->self_shadow;
}
