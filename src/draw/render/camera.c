/* Camera framing, and conversion between points of the picture and of the world. */
#include "base/error.h"
#include "draw/render/matrix.h"
#include "play/actor/hull.h"
#include <hone/math.h>
#include <hone/render.h>
#include <string.h>

static const float framing_pitch = -0.1f; /* in radians: looks slightly down */
static const double framing_share = 0.92; /* part of the picture's height and width that the model may fill */

static const double flat_slope = 12.5 / 45; /* half the height that an orthographic camera sees at unit distance */

static void add_point(hone_bounds *bounds, const hone_affine *world, const float point[3])
{
    float p[3];
    hone_affine_point(world, point, p);
    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
        return;
    for (int i = 0; i < 3; i++) {
        bounds->min[i] = p[i] < bounds->min[i] ? p[i] : bounds->min[i];
        bounds->max[i] = p[i] > bounds->max[i] ? p[i] : bounds->max[i];
    }
}

bool hone_framing_add_actor(hone_bounds *bounds, hone_actor *actor, hone_error *error)
{
    return hone_framing_add_bones(bounds, actor, NULL, error);
}

bool hone_framing_add_bones(hone_bounds *bounds, hone_actor *actor, const uint8_t *bones, hone_error *error)
{
    if (!bounds || !actor)
        return hone_fail_null(error, bounds ? "actor" : "bounds");
    const hone_hull *hull = hone_actor_hull(actor, error);
    if (!hull)
        return false;
    const hone_affine world = hone_world_from_model(hone_actor_model(actor));
    const hone_hull_pose pose = {.rest = hone_actor_morph_result(actor)->positions,
                                 .palette = hone_actor_palette(actor),
                                 .bones = hone_actor_bones(actor),
                                 .simulated = hone_actor_get_physics(actor) != NULL};
    for (uint32_t i = 0; i < hone_hull_count(hull); i++) {
        float point[3];
        int32_t owner = hone_hull_owner(hull, i);
        if (bones && owner != HONE_NONE && !bones[owner])
            continue;
        hone_hull_point(hull, &pose, i, point);
        add_point(bounds, &world, point);
    }
    return true;
}

/* One axis of the picture. A point (p, z), with z along the viewing direction from the box's middle, is visible from
 * distance D with the target shifted by t if |p - t| <= slope (z + D). At the smallest D both sides touch: the model
 * is centred. */
typedef struct framing_axis {
    double low, high; /* the largest -p / slope - z and p / slope - z */
} framing_axis;

static void axis_add(framing_axis *axis, double p, double z, double slope)
{
    /* no fmax, because gcc 12 for aarch64 fails at -O3 on loops with it */
    double low = -p / slope - z, high = p / slope - z;
    axis->low = low > axis->low ? low : axis->low;
    axis->high = high > axis->high ? high : axis->high;
}

static double axis_distance(const framing_axis *axis)
{
    return (axis->low + axis->high) / 2;
}

/* The distance if the target may not be shifted. */
static double axis_reach(const framing_axis *axis)
{
    return axis->low > axis->high ? axis->low : axis->high;
}

static double axis_shift(const framing_axis *axis, double slope)
{
    return slope * (axis->high - axis->low) / 2;
}

/* How the corners of a box lie in a picture: along both of its axes, and the depth of the nearest one. */
typedef struct frame_context {
    framing_axis across, up;
    double slope_x, slope_y, nearest;
} frame_context;

/* Measures a box as seen in the direction of the camera. `from`: the point at the middle of the picture. */
static frame_context measure_box(const hone_camera *camera, const hone_bounds *bounds, const float from[3],
                                 double aspect)
{
    hone_affine rotation =
        hone_camera_view(&(hone_camera){.angles = {camera->angles[0], camera->angles[1], camera->angles[2]}});
    double slope = camera->orthographic ? flat_slope : hone_camera_slope((double)camera->fov);
    frame_context f = {.across = {-1e30, -1e30}, .up = {-1e30, -1e30}, .slope_y = slope * framing_share};
    f.slope_x = f.slope_y * (aspect > 0 ? aspect : 1);
    for (int corner = 0; corner < 8; corner++) {
        float p[3];
        for (int i = 0; i < 3; i++) p[i] = (corner >> i & 1 ? bounds->max[i] : bounds->min[i]) - from[i];
        hone_affine_direction(&rotation, p, p);
        double depth = camera->orthographic ? 0 : (double)p[2];
        axis_add(&f.across, p[0], depth, f.slope_x);
        axis_add(&f.up, p[1], depth, f.slope_y);
        f.nearest = depth < f.nearest ? depth : f.nearest;
    }
    return f;
}

void hone_camera_frame(hone_camera *camera, const hone_bounds *bounds, double aspect, bool keep_target)
{
    if (!bounds || !(bounds->min[0] <= bounds->max[0]))
        return;
    float middle[3], half[3];
    for (int i = 0; i < 3; i++) {
        middle[i] = bounds->min[i] / 2 + bounds->max[i] / 2;
        half[i] = bounds->max[i] / 2 - bounds->min[i] / 2;
    }
    frame_context f = measure_box(camera, bounds, keep_target ? camera->target : middle, aspect);
    double across = keep_target ? axis_reach(&f.across) : axis_distance(&f.across);
    double up = keep_target ? axis_reach(&f.up) : axis_distance(&f.up);
    double radius = (double)hone_vec3_length(half);
    radius = radius > 0 ? radius : 1e-3; /* a point may be seen from any distance */
    camera->distance = (float)-fmax(fmax(across, up), 0.2 * radius - f.nearest);
    if (keep_target)
        return;
    hone_affine rotation =
        hone_camera_view(&(hone_camera){.angles = {camera->angles[0], camera->angles[1], camera->angles[2]}});
    double shift_x = axis_shift(&f.across, f.slope_x), shift_y = axis_shift(&f.up, f.slope_y);
    for (int i = 0; i < 3; i++) /* rows of the rotation are the picture's axes in the world */
        camera->target[i] =
            middle[i] + (float)(shift_x * (double)rotation.m[0][i] + shift_y * (double)rotation.m[1][i]);
}

hone_camera hone_camera_framing(const hone_bounds *bounds, double aspect)
{
    hone_camera camera = HONE_CAMERA_DEFAULT;
    if (!bounds || !(bounds->min[0] <= bounds->max[0]))
        return camera;
    camera.angles[0] = framing_pitch;
    hone_camera_frame(&camera, bounds, aspect, false);
    return camera;
}

/* ---- between picture and world ---- */

void hone_camera_ray(const hone_camera *camera, double aspect, const float at[2], float origin[3], float direction[3])
{
    hone_affine view = hone_camera_view(camera), world = {0};
    float p[16];
    hone_camera_projection(camera, aspect, p);
    for (int r = 0; r < 3; r++) /* the view has rotation and translation only */
        for (int c = 0; c < 3; c++) world.m[r][c] = view.m[c][r];
    const float moved[3] = {-view.m[0][3], -view.m[1][3], -view.m[2][3]};
    float across[3] = {at[0] / p[0], at[1] / p[5], camera->orthographic ? 0 : 1}, eye[3];
    hone_affine_direction(&world, moved, eye);
    hone_affine_direction(&world, across, across);
    if (!camera->orthographic) {
        memcpy(origin, eye, sizeof eye);
        hone_vec3_normalise(across, direction);
        return;
    }
    float near = -(1 + p[14]) / p[10]; /* where the depth is -1 */
    for (int i = 0; i < 3; i++) {
        direction[i] = view.m[2][i];
        origin[i] = eye[i] + across[i] + near * direction[i];
    }
}

bool hone_camera_project(const hone_camera *camera, double aspect, const float point[3], float out[3])
{
    hone_affine view = hone_camera_view(camera);
    float p[16], v[3];
    hone_camera_projection(camera, aspect, p);
    hone_affine_point(&view, point, v);
    float w = p[11] * v[2] + p[15];
    if (!(p[10] * v[2] + p[14] >= -w))
        return false;
    out[0] = p[0] * v[0] / w, out[1] = p[5] * v[1] / w, out[2] = v[2];
    return true;
}

float hone_camera_height(const hone_camera *camera, const float point[3])
{
    hone_affine view = hone_camera_view(camera);
    float p[16], v[3];
    hone_camera_projection(camera, 1, p);
    hone_affine_point(&view, point, v);
    return 2 * fabsf(p[11] * v[2] + p[15]) / p[5];
}
