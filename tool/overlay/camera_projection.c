#include "tool/overlay/camera_projection.h"
#include <hone/math.h>
#include <hone/render.h>

camera_projection camera_projection_of(const hone_camera *camera, float width, float height)
{
    camera_projection s = {.view = hone_camera_view(camera),
                           .width = width >= 1 ? width : 1,
                           .height = height >= 1 ? height : 1,
                           .orthographic = camera->orthographic};
    double distance = fabs((double)camera->distance);
    float matrix[16];
    hone_camera_projection(camera, (double)s.width / (double)s.height, matrix);
    s.focal = matrix[5] * s.height / 2;
    s.near = (float)(s.orthographic ? distance - 1 / (double)matrix[10] : hone_camera_near(distance));
    return s;
}

void camera_projection_place(camera_projection *s, const hone_affine *place)
{
    const float unit[3] = {place->m[0][0], place->m[1][0], place->m[2][0]};
    float scale = hone_vec3_length(unit);
    s->view = hone_affine_multiply(&s->view, place);
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 4; k++) s->view.m[r][k] /= scale;
    s->near /= scale;
    if (s->orthographic)
        s->focal *= scale;
}

bool camera_projection_project(const camera_projection *s, const float point[3], float out[3])
{
    float v[3];
    hone_affine_point(&s->view, point, v);
    if (!(v[2] >= s->near))
        return false;
    float scale = s->orthographic ? s->focal : s->focal / v[2];
    out[0] = s->width / 2 + v[0] * scale;
    out[1] = s->height / 2 - v[1] * scale;
    out[2] = v[2];
    return true;
}

void camera_projection_ray(const camera_projection *s, const float pixel[2], float origin[3], float direction[3])
{
    hone_affine world = hone_affine_invert_rigid(&s->view);
    float x = (pixel[0] - s->width / 2) / s->focal, y = (s->height / 2 - pixel[1]) / s->focal;
    bool flat = s->orthographic;
    hone_affine_point(&world, flat ? (float[]){x, y, s->near} : (float[]){0, 0, 0}, origin);
    hone_affine_direction(&world, flat ? (float[]){0, 0, 1} : (float[]){x, y, 1}, direction);
    hone_vec3_normalise(direction, direction);
}

float camera_projection_pixel(const camera_projection *s, const float point[3])
{
    if (s->orthographic)
        return 1 / s->focal;
    float v[3];
    hone_affine_point(&s->view, point, v);
    return fmaxf(v[2], s->near) / s->focal;
}

void camera_projection_to_eye(const camera_projection *s, const float point[3], float out[3])
{
    hone_affine world = hone_affine_invert_rigid(&s->view);
    for (int i = 0; i < 3; i++) out[i] = s->orthographic ? -world.m[i][2] : world.m[i][3] - point[i];
    if (!hone_vec3_normalise(out, out))
        for (int i = 0; i < 3; i++) out[i] = -world.m[i][2];
}

void camera_projection_axis(const camera_projection *s, int axis, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = s->view.m[axis][i];
}

hone_affine camera_projection_world(const hone_actor *actor)
{
    return hone_world_from_model(hone_actor_model(actor));
}
