/* The space of the shadow map. MMD's self-shadow range d scales it. In the light's own axes with origin at the eye
 * (x across, y away from the eye, z along the light) a point is mapped to -1..1 as follows.
 * mode 1: (2 d x, 2 d y - 1) / (1 + d y),
 * mode 2: (3 d x, 3 d y - 1) / (1 + 3 d y),
 * depth: 0.15 d z / (the same denominator).
 * If the camera looks along the light there is no "away from the eye". So while the cosine between both goes from
 * 0.8 to 0.9, the map changes to the even (d x, d y). */
#include "draw/render/shadow/shadow_space.h"
#include "draw/render/matrix.h"
#include <hone/math.h>
#include <string.h>

static const double depth_scale = 0.15;
static const double strengths[2] = {1500, 8000}; /* of modes 1 and 2, as in MMD */
static const double least_w = 0.1;
/* the map is cut on multiples of 1/64, so that shadows in a film do not swim with every movement */
static const double steps = 64;

/* Maps a point in the light's axes to (across d x, up d y - shift) / (1 + away d y). */
typedef struct warp {
    double across, up, shift, away;
} warp;

typedef struct light_view {
    double axes[3][3], origin[3];
    warp warp;
} light_view;

/* The range of points in the map's -1..1, and the range of their z and w. */
typedef struct span {
    double low[2], high[2], z[2], w[2];
} span;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static warp make_warp(uint8_t mode, double distance, double cosine)
{
    static const warp modes[2] = {{2, 2, 1, 1}, {3, 3, 1, 3}};
    const warp *m = &modes[mode == 2];
    double even = fmin(fmax(10 * (fabs(cosine) - 0.8), 0), 1), d = fmin(fmax(distance, 1e-5), 0.1);
    return (warp){(m->across + even * (1 - m->across)) * d, (m->up + even * (1 - m->up)) * d, m->shift * (1 - even),
                  m->away * (1 - even) * d};
}

static light_view make_view(const hone_self_shadow *how, const hone_affine *view, const double eye[3],
                            const float to_light[3])
{
    light_view out;
    double sight[3], *x = out.axes[0], *y = out.axes[1], *z = out.axes[2];
    for (int i = 0; i < 3; i++) sight[i] = (double)view->m[2][i], z[i] = -(double)to_light[i];
    cross(sight, z, x);
    if (dot(x, x) < 1e-6) /* looking along the light: any perpendicular axis works */
        cross((double[3]){(double)view->m[1][0], (double)view->m[1][1], (double)view->m[1][2]}, z, x);
    double length = sqrt(dot(x, x));
    for (int i = 0; i < 3; i++) x[i] /= length;
    cross(z, x, y);
    for (int i = 0; i < 3; i++) out.origin[i] = eye[i];
    out.warp = make_warp(how->mode, (double)how->distance, dot(sight, z));
    return out;
}

/* ---- what is in view ---- */

static void add(const light_view *light, const double p[3], span *to)
{
    double q[3], l[3];
    for (int i = 0; i < 3; i++) q[i] = p[i] - light->origin[i];
    for (int i = 0; i < 3; i++) l[i] = dot(light->axes[i], q);
    double w = 1 + light->warp.away * l[1];
    double at[2] = {light->warp.across * l[0], light->warp.up * l[1] - light->warp.shift};
    for (int i = 0; i < 2; i++) {
        to->low[i] = fmin(to->low[i], at[i] / fmax(w, least_w));
        to->high[i] = fmax(to->high[i], at[i] / fmax(w, least_w));
    }
    to->z[0] = fmin(to->z[0], l[2]), to->z[1] = fmax(to->z[1], l[2]);
    to->w[0] = fmin(to->w[0], w), to->w[1] = fmax(to->w[1], w);
}

static void corner_of(const hone_bounds *bounds, int corner, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (double)(corner >> i & 1 ? bounds->max[i] : bounds->min[i]);
}

static const span empty = {{1e30, 1e30}, {-1e30, -1e30}, {1e30, -1e30}, {1e30, -1e30}};

/* Finds the box's range of depths seen from the camera: from the near plane to four times the map's range. */
static bool find_slab(const hone_affine *view, const hone_bounds *bounds, double reach, double out[2])
{
    double p[3];
    out[0] = 1e30, out[1] = -1e30;
    for (int corner = 0; corner < 8; corner++) {
        corner_of(bounds, corner, p);
        double z = (double)view->m[2][3];
        for (int i = 0; i < 3; i++) z += (double)view->m[2][i] * p[i];
        out[0] = fmin(out[0], z), out[1] = fmax(out[1], z);
    }
    out[0] = fmax(out[0], 0.01), out[1] = fmin(out[1], reach);
    return out[0] < out[1];
}

static void add_slab(const light_view *light, const hone_affine *view, const float projection[16], const double slab[2],
                     span *to)
{
    for (int corner = 0; corner < 8; corner++) {
        double p[3], q[3], z = slab[corner >> 2 & 1], depth = projection[15] != 0 ? 1 : z; /* orthographic: 1 */
        q[0] = (corner & 1 ? depth : -depth) / (double)projection[0] - (double)view->m[0][3];
        q[1] = (corner & 2 ? depth : -depth) / (double)projection[5] - (double)view->m[1][3];
        q[2] = z - (double)view->m[2][3];
        for (int i = 0; i < 3; i++) /* the transpose is the inverse rotation */
            p[i] = (double)view->m[0][i] * q[0] + (double)view->m[1][i] * q[1] + (double)view->m[2][i] * q[2];
        add(light, p, to);
    }
}

/* Finds the part of the picture's longer side that a box takes, in view. Corners beside or behind the eye: all of it.
 */
static double part_of_picture(const hone_affine *view, const float projection[16], double aspect,
                              const hone_bounds *bounds)
{
    double low[2] = {1, 1}, high[2] = {-1, -1};
    for (int corner = 0; corner < 8; corner++) {
        double p[3], q[3];
        corner_of(bounds, corner, p);
        for (int r = 0; r < 3; r++) {
            q[r] = (double)view->m[r][3];
            for (int i = 0; i < 3; i++) q[r] += (double)view->m[r][i] * p[i];
        }
        double w = projection[15] != 0 ? 1 : q[2]; /* orthographic: 1 */
        if (w < least_w)
            return 1;
        for (int i = 0; i < 2; i++) {
            double at = fmin(fmax(q[i] * (double)projection[5 * i] / w, -1), 1);
            low[i] = fmin(low[i], at), high[i] = fmax(high[i], at);
        }
    }
    double across = (high[0] - low[0]) / 2 * aspect, up = (high[1] - low[1]) / 2;
    return fmax(across, up) / fmax(aspect, 1);
}

/* Finds the part of the map that is needed, rounded to whole steps. */
static bool intersect(const span *box, const span *seen, double low[2], double high[2])
{
    for (int i = 0; i < 2; i++) {
        bool trusted = box->w[0] >= least_w; /* else the box reaches behind the eye, where the map folds over */
        low[i] = fmax(fmax(trusted ? box->low[i] : -1, seen->low[i]), -1);
        high[i] = fmin(fmin(trusted ? box->high[i] : 1, seen->high[i]), 1);
        low[i] = floor(low[i] * steps) / steps, high[i] = ceil(high[i] * steps) / steps;
    }
    return low[0] < high[0] && low[1] < high[1];
}

/* ---- the matrix ---- */

/* Converts rows in the light's axes (for a point (x, y, z, 1)) to columns in world space. */
static void write_columns(const light_view *light, double rows[4][4], float out[16])
{
    for (int r = 0; r < 4; r++) {
        double shift = rows[r][3];
        for (int c = 0; c < 3; c++) {
            double value = 0;
            for (int a = 0; a < 3; a++) value += rows[r][a] * light->axes[a][c];
            out[4 * c + r] = (float)value;
            shift -= value * light->origin[c];
        }
        out[12 + r] = (float)shift;
    }
}

static void finish(const light_view *light, const hone_self_shadow *how, const double low[2], const double high[2],
                   const double z[2], const double w[2], hone_shadow_space *out)
{
    const warp *m = &light->warp;
    double near = fmin(z[0] / w[0], z[0] / w[1]), far = fmax(z[1] / w[0], z[1] / w[1]), depth = fmax(far - near, 1e-3);
    double last[4] = {0, m->away, 0, 1},
           rows[4][4] = {{m->across, 0, 0, 0}, {0, m->up, 0, -m->shift}, {0, 0, 2 / depth, 0}};
    memcpy(rows[3], last, sizeof last);
    for (int i = 0; i < 4; i++) {
        for (int a = 0; a < 2; a++) {
            double middle = (low[a] + high[a]) / 2, half = (high[a] - low[a]) / 2;
            rows[a][i] = (rows[a][i] - middle * last[i]) / half;
        }
        rows[2][i] -= (2 * near / depth + 1) * last[i];
    }
    write_columns(light, rows, out->clip_from_world);
    double strength = strengths[how->mode == 2] * depth_scale * fmin(fmax((double)how->distance, 1e-5), 0.1) * depth;
    double middle = (low[1] + high[1]) / 2, half = (high[1] - low[1]) / 2;
    bool graded = how->mode == 2; /* mode 2: proportional to the part of the map that is farther from the eye */
    out->strength[0] = (float)(graded ? strength * (0.5 - 0.5 * middle) : strength);
    out->strength[1] = (float)(graded ? strength * -0.5 * half : 0);
}

/* The shader forgives a difference of 0.3 / strength in depth, divided by w. From one texel to the next, the depth of a
 * surface changes by the texel's size times the tangent of its angle to the light. Surfaces at a smaller cosine than a
 * third have less light anyway. */
static double least_side(const light_view *light, const hone_self_shadow *how, const double low[2],
                         const double high[2], const double w[2])
{
    static const double forgiven = 0.3, tangent = 2.8284271247461903; /* of the angle whose cosine is a third */
    const warp *m = &light->warp;
    double strength = strengths[how->mode == 2] * depth_scale * fmin(fmax((double)how->distance, 1e-5), 0.1);
    double across = (high[0] - low[0]) / m->across, up = (high[1] - low[1]) * w[1] / (m->up + m->shift * m->away);
    return fmax(across, up) * tangent * strength / forgiven;
}

bool hone_shadow_space_make(const hone_self_shadow *how, const hone_camera *camera, double aspect,
                            const float to_light[3], const hone_bounds *bounds, hone_shadow_space *out)
{
    hone_affine view = hone_camera_view(camera);
    float projection[16];
    double eye[3], slab[2], low[2], high[2];
    for (int i = 0; i < 3; i++) eye[i] = (double)camera->target[i] + (double)view.m[2][i] * (double)camera->distance;
    hone_camera_projection(camera, aspect, projection);
    light_view light = make_view(how, &view, eye, to_light);
    if (!find_slab(&view, bounds, 4 / fmin(fmax((double)how->distance, 1e-5), 0.1), slab))
        return false;
    span box = empty, seen = empty;
    add_slab(&light, &view, projection, slab, &seen);
    if (seen.w[0] < least_w) { /* a wide view almost along the light: use the even map */
        light.warp = make_warp(how->mode, (double)how->distance, 1);
        seen = empty;
        add_slab(&light, &view, projection, slab, &seen);
    }
    for (int corner = 0; corner < 8; corner++) {
        double p[3];
        corner_of(bounds, corner, p);
        add(&light, p, &box);
    }
    if (!intersect(&box, &seen, low, high))
        return false;
    const double z[2] = {box.z[0] - 0.1, fmin(box.z[1], seen.z[1]) + 0.1};
    const double w[2] = {fmax(seen.w[0], box.w[0]), fmin(seen.w[1], box.w[1])};
    const double *depths = w[0] < w[1] ? w : seen.w;
    finish(&light, how, low, high, z, depths, out);
    out->least_side = least_side(&light, how, low, high, depths);
    out->part = part_of_picture(&view, projection, aspect, bounds);
    return true;
}
