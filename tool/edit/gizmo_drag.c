/* Converts movements of the pointer to rotations and movements. */
#include "tool/edit/gizmo.h"
#include <hone/math.h>
#include <string.h>

/* A ring with a smaller share of the line of sight in its axis is turned along its edge. */
static const float steep = 0.3f;
static const float turn_step = 15 * (float)(HONE_PI / 180), move_step = 0.1f;

static bool is_plane(gizmo_handle handle)
{
    return handle >= GIZMO_YZ && handle <= GIZMO_XY;
}

static void away(const float from[3], const float direction[3], float by, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = from[i] + by * direction[i];
}

/* ---- the pointer in the world --------------------------------------------------------------------------------- */

static bool cross_plane(const camera_projection *s, const float pointer[2], const float point[3], const float normal[3],
                        float out[3])
{
    float origin[3], direction[3];
    camera_projection_ray(s, pointer, origin, direction);
    float toward = hone_vec3_dot(direction, normal);
    float from[3] = {point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]};
    float t = hone_vec3_dot(from, normal) / toward;
    if (!(fabsf(toward) > 0.02f) || !(t > 0))
        return false;
    away(origin, direction, t, out);
    return true;
}

/* The point of the axis that is nearest to the line of sight. False: they are nearly parallel. */
static bool near_axis(const camera_projection *s, const float pointer[2], const float point[3], const float axis[3],
                      float out[3])
{
    float origin[3], direction[3];
    camera_projection_ray(s, pointer, origin, direction);
    float from[3] = {point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]};
    float cosine = hone_vec3_dot(axis, direction), sine2 = 1 - cosine * cosine;
    if (!(sine2 > 0.005f))
        return false;
    float along = (cosine * hone_vec3_dot(direction, from) - hone_vec3_dot(axis, from)) / sine2;
    away(point, axis, along, out);
    return true;
}

static bool point_of(const gizmo_drag *d, const camera_projection *s, const float pointer[2], float out[3])
{
    bool line = d->at.mode == GIZMO_MOVE && d->handle != GIZMO_SCREEN && !is_plane(d->handle);
    return line ? near_axis(s, pointer, d->at.origin, d->axis, out)
                : cross_plane(s, pointer, d->at.origin, d->axis, out);
}

/* ---- grabbing ------------------------------------------------------------------------------------------------- */

/* For a ring seen from its side: finds the point of its near half under the pointer, and how pixels there turn it. */
static bool grab_edge(gizmo_drag *d, const camera_projection *s)
{
    float eye[3], side[3], front[3], middle[3], ahead[3], a[3], b[3];
    camera_projection_to_eye(s, d->at.origin, eye);
    hone_vec3_cross(d->axis, eye, side); /* the direction in which the near point moves */
    if (!hone_vec3_normalise(side, side))
        return false;
    hone_vec3_cross(side, d->axis, front);
    away(d->at.origin, front, d->at.size, middle);
    away(middle, side, 0.01f * d->at.size, ahead);
    if (!camera_projection_project(s, middle, a) || !camera_projection_project(s, ahead, b))
        return false;
    float offset[2] = {b[0] - a[0], b[1] - a[1]}, square = offset[0] * offset[0] + offset[1] * offset[1];
    if (!(square > 0))
        return false;
    for (int i = 0; i < 2; i++) d->along[i] = offset[i] * 0.01f / square; /* 0.01 radius is 0.01 radian */
    hone_vec3_scale(front, d->at.size, d->start);
    return d->edge_on = true;
}

static void set_axis(gizmo_drag *d, const camera_projection *s)
{
    if (d->handle == GIZMO_SCREEN)
        camera_projection_to_eye(s, d->at.origin, d->axis);
    else
        memcpy(d->axis, d->at.axes[is_plane(d->handle) ? d->handle - GIZMO_YZ : d->handle - GIZMO_X], sizeof d->axis);
}

bool gizmo_grab(gizmo_drag *out, const gizmo *g, gizmo_handle handle, const camera_projection *s, const edit *e,
                hone_actor *actor, const float pointer[2])
{
    float eye[3];
    if (handle <= GIZMO_NONE || handle >= GIZMO_HANDLE_COUNT || !(g->handles >> handle & 1))
        return false;
    *out = (gizmo_drag){.at = *g,
                        .handle = handle,
                        .bend = edit_bend_begin(e, actor, g->bone),
                        .world = camera_projection_world(actor),
                        .pixel = {pointer[0], pointer[1]}};
    set_axis(out, s);
    camera_projection_to_eye(s, g->origin, eye);
    if (g->mode == GIZMO_TURN && fabsf(hone_vec3_dot(out->axis, eye)) < steep)
        return grab_edge(out, s);
    if (!point_of(out, s, pointer, out->start))
        return false;
    if (g->mode == GIZMO_TURN)
        for (int i = 0; i < 3; i++) out->start[i] -= g->origin[i], out->last[i] = out->start[i];
    return g->mode == GIZMO_MOVE || hone_vec3_dot(out->start, out->start) > 0;
}

/* ---- dragging ------------------------------------------------------------------------------------------------- */

static float snapped(float value, float step)
{
    return roundf(value / step) * step;
}

/* Adds the angle from point to point, so that a ring can be turned more than once around. */
static void follow_ring(gizmo_drag *d, const camera_projection *s, const float pointer[2])
{
    float at[3], across[3];
    if (d->edge_on) {
        d->turned = (pointer[0] - d->pixel[0]) * d->along[0] + (pointer[1] - d->pixel[1]) * d->along[1];
        return;
    }
    if (!point_of(d, s, pointer, at))
        return;
    hone_vec3_subtract(at, d->at.origin, at);
    hone_vec3_cross(d->last, at, across);
    d->turned += atan2f(hone_vec3_dot(across, d->axis), hone_vec3_dot(d->last, at));
    memcpy(d->last, at, sizeof at);
}

/* Converts a rotation from world to model space. In a mirrored world it is reversed. */
static void turn_in_model(const gizmo_drag *d, float angle, float out[4])
{
    float axis[3], side = d->world.m[0][0] * d->world.m[1][1] * d->world.m[2][2] < 0 ? -1.0f : 1.0f;
    /* the world transform is a scale of each axis */
    for (int i = 0; i < 3; i++) axis[i] = d->axis[i] / d->world.m[i][i];
    if (!hone_vec3_normalise(axis, axis))
        angle = 0;
    for (int i = 0; i < 3; i++) out[i] = side * axis[i] * sinf(angle / 2);
    out[3] = cosf(angle / 2);
}

static edit_bone turned(gizmo_drag *d, const camera_projection *s, const float pointer[2], bool snap)
{
    float turn[4];
    follow_ring(d, s, pointer);
    d->amount[0] = snap ? snapped(d->turned, turn_step) : d->turned;
    turn_in_model(d, d->amount[0], turn);
    return edit_bend_to(&d->bend, turn, (float[]){0, 0, 0});
}

static edit_bone moved(gizmo_drag *d, const camera_projection *s, const float pointer[2], bool snap)
{
    float at[3], offset[3] = {0, 0, 0};
    if (point_of(d, s, pointer, at))
        hone_vec3_subtract(at, d->start, d->offset);
    for (int k = 0; k < 3; k++) {
        d->amount[k] = hone_vec3_dot(d->offset, d->at.axes[k]);
        if (snap)
            d->amount[k] = snapped(d->amount[k], move_step);
        away(offset, d->at.axes[k], d->amount[k], offset);
    }
    for (int i = 0; i < 3; i++) offset[i] /= d->world.m[i][i];
    return edit_bend_to(&d->bend, (float[]){0, 0, 0, 1}, offset);
}

edit_bone gizmo_drag_to(gizmo_drag *d, const camera_projection *s, const float pointer[2], bool snap)
{
    return d->at.mode == GIZMO_TURN ? turned(d, s, pointer, snap) : moved(d, s, pointer, snap);
}
