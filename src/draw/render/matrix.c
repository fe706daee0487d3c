#include "draw/render/matrix.h"
#include "core/model/front.h"
#include <float.h>
#include <hone/math.h>
#include <string.h>

static const float gltf_units = 12.5f; /* MMD units per metre */

hone_affine hone_world_from_model(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    hone_axes axes = hone_axes_to(data, HONE_SPACE_MMD);
    float s = data->space == HONE_SPACE_GLTF ? gltf_units : 1, sides[3] = {s, s, s};
    hone_axes_direction(axes, sides, sides);
    return (hone_affine){{{sides[0], 0, 0, 0}, {0, sides[1], 0, 0}, {0, 0, sides[2], 0}}};
}

/* Rz Rx Ry */
static hone_affine camera_rotation(const float angles[3])
{
    double x = (double)angles[0], y = (double)angles[1], z = (double)angles[2];
    double sx = sin(x), cx = cos(x), sy = sin(y), cy = cos(y), sz = sin(z), cz = cos(z);
    return (hone_affine){{
        {(float)(cz * cy - sz * sx * sy), (float)(-sz * cx), (float)(cz * sy + sz * sx * cy), 0},
        {(float)(sz * cy + cz * sx * sy), (float)(cz * cx), (float)(sz * sy - cz * sx * cy), 0},
        {(float)(-cx * sy), (float)sx, (float)(cx * cy), 0},
    }};
}

hone_affine hone_camera_view(const hone_camera *camera)
{
    hone_affine view = camera_rotation(camera->angles);
    float moved[3];
    hone_affine_direction(&view, camera->target, moved);
    for (int i = 0; i < 3; i++) view.m[i][3] = -moved[i];
    view.m[2][3] -= camera->distance;
    return view;
}

void hone_camera_eye(const hone_camera *camera, float out[4])
{
    hone_affine rotation = camera_rotation(camera->angles);
    bool flat = camera->orthographic;
    for (int i = 0; i < 3; i++) /* the third row is the viewing direction */
        out[i] = flat ? -rotation.m[2][i] : camera->target[i] + rotation.m[2][i] * camera->distance;
    out[3] = flat ? 0 : 1;
}

/* A twentieth of the distance, but at most half a unit of MMD, so that what comes nearer to the eye is still drawn.
 * From very far away that would leave no depths to tell surfaces apart. */
double hone_camera_near(double distance)
{
    double away = fabs(distance), most = fmax(0.5, 5e-4 * away);
    return away > 0 ? fmin(fmax(0.05 * away, (double)FLT_MIN), fmin(most, (double)FLT_MAX)) : most;
}

double hone_camera_slope(double fov_degrees)
{
    double fov = fov_degrees >= 1 ? fov_degrees : 1; /* also for NaN */
    return tan((fov < 170 ? fov : 170) * HONE_PI / 360);
}

static void perspective(const hone_camera *camera, double aspect, float out[16])
{
    double slope = hone_camera_slope((double)camera->fov), near = hone_camera_near((double)camera->distance);
    out[0] = (float)(1 / (slope * aspect));
    out[5] = (float)(1 / slope);
    out[10] = 1;
    out[11] = 1;
    out[14] = (float)(-2 * near);
}

static void orthographic(const hone_camera *camera, double aspect, float out[16])
{
    double distance = fabs((double)camera->distance), height = 25.0 / 45 * fmax(distance, (double)FLT_MIN);
    double reach = 1000 > 20 * distance ? 1000 : 20 * distance; /* depth range in front of and behind the target */
    out[0] = (float)(2 / (height * aspect));
    out[5] = (float)(2 / height);
    out[10] = (float)(1 / reach);
    out[14] = (float)((double)camera->distance / reach); /* the target is at view z = -distance */
    out[15] = 1;
}

void hone_camera_projection(const hone_camera *camera, double aspect, float out[16])
{
    memset(out, 0, 16 * sizeof *out);
    if (camera->orthographic)
        orthographic(camera, aspect, out);
    else
        perspective(camera, aspect, out);
}
