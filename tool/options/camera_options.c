#include "tool/options/camera_options.h"
#include "tool/options/number_options.h"

#include <hone/math.h>
#include <string.h>

bool camera_read_orbit(const option *o, const char *text, void *field)
{
    camera_orbit *out = field;
    number_list list;
    double values[3] = {0};
    if (!option_read_number_list(o, text, &list) || list.count < 2 || list.count > 3)
        return false;
    number_list_values(list, values);
    *out = (camera_orbit){true, (float)values[0], (float)values[1], (float)values[2]};
    bool far_enough = list.count == 2 || (values[2] >= 1e-3 && values[2] <= 1e6);
    return fabs(values[0]) <= 3600 && fabs(values[1]) <= 90 && far_enough;
}

bool camera_read_target(const option *o, const char *text, void *field)
{
    camera_target *out = field;
    out->given = option_read_vector(o, text, out->point);
    out->bone = out->given ? NULL : text;
    return *text != '\0';
}

bool camera_read_fov(const option *o, const char *text, void *field)
{
    (void)o;
    double value;
    if (!number_read(text, text + strlen(text), &value) || !(value >= 1 && value <= 170))
        return false;
    *(float *)field = (float)value;
    return true;
}

bool camera_is_placed(const camera_values *v)
{
    return v->orbit.given || v->target.given || v->target.bone || v->turntable;
}

camera_shot_desc camera_shot_wanted(const camera_values *v)
{
    const float radians = (float)(HONE_PI / 180);
    camera_shot_desc out = {.orbit = v->orbit.given,
                            .yaw = v->orbit.yaw * radians,
                            .pitch = v->orbit.pitch * radians,
                            .distance = v->orbit.distance,
                            .look_at_bone = v->target.bone,
                            .look_at = v->target.given ? v->target.point : NULL,
                            .fov = v->fov,
                            .turntable = v->turntable};
    if (v->source)
        camera_preset_named(v->source, &out.preset);
    return out;
}
