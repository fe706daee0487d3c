#include "tool/edit/gizmo.h"
#include <hone/math.h>
#include <string.h>

static const float default_size = 90, reach = 8, tie = 2; /* pixels */
static const float outer_ring = 1.2f;                     /* from here on: factors of the gizmo's size */
static const float arrow_begin = 0.2f, plane_begin = 0.3f, plane_end = 0.55f, middle = 0.12f;
static const float thin = 0.2f; /* smallest useful share of the line of sight in a plane's normal or an arrow's side */

enum { RING_POINTS = 64 };

/* ---- placement ------------------------------------------------------------------------------------------------ */

static void column(const hone_affine *a, int c, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a->m[i][c];
}

/* Makes unit axes at right angles, with the handedness of the third. A degenerate axis is replaced by the world's. */
static void square_up(const hone_affine *frame, float axes[3][3])
{
    float third[3];
    column(frame, 0, axes[0]);
    column(frame, 1, axes[1]);
    column(frame, 2, third);
    if (!hone_vec3_normalise(axes[0], axes[0]))
        axes[0][0] = 1, axes[0][1] = axes[0][2] = 0;
    float along = hone_vec3_dot(axes[0], axes[1]);
    for (int i = 0; i < 3; i++) axes[1][i] -= along * axes[0][i];
    if (!hone_vec3_normalise(axes[1], axes[1])) {
        hone_vec3_cross((float[]){0, 0, 1}, axes[0], axes[1]);
        if (!hone_vec3_normalise(axes[1], axes[1]))
            axes[1][0] = axes[1][2] = 0, axes[1][1] = 1;
    }
    hone_vec3_cross(axes[0], axes[1], axes[2]);
    if (hone_vec3_dot(axes[2], third) < 0)
        for (int i = 0; i < 3; i++) axes[2][i] = -axes[2][i];
}

/* The bone's local axes, if the model has them: exact x, z as near as possible. */
static hone_affine with_local_axes(const hone_affine *frame, const hone_bone *bone)
{
    float axes[3][3];
    hone_affine out = *frame;
    hone_vec3_cross(bone->local_z, bone->local_x, axes[1]);
    hone_vec3_cross(bone->local_x, axes[1], axes[2]);
    memcpy(axes[0], bone->local_x, sizeof axes[0]);
    for (int c = 0; c < 3; c++) {
        hone_affine_direction(frame, axes[c], axes[c]);
        for (int i = 0; i < 3; i++) out.m[i][c] = axes[c][i];
    }
    return out;
}

/* x is the fixed axis, the others are arbitrary. */
static hone_affine with_fixed_axis(const hone_affine *frame, const hone_bone *bone)
{
    hone_affine out = HONE_AFFINE_IDENTITY;
    float axis[3], other[3], third[3];
    hone_affine_direction(frame, bone->fixed_axis, axis);
    hone_vec3_cross(axis, fabsf(axis[1]) < fabsf(axis[0]) ? (float[]){0, 1, 0} : (float[]){1, 0, 0}, other);
    hone_vec3_cross(axis, other, third);
    for (int i = 0; i < 3; i++) out.m[i][0] = axis[i], out.m[i][1] = other[i], out.m[i][2] = third[i];
    return out;
}

static hone_affine frame_of(hone_actor *actor, uint32_t bone, gizmo_mode mode, gizmo_axes axes)
{
    const hone_bone *what = &hone_model_skeleton(hone_actor_model(actor))->bones[bone];
    const hone_affine *bones = hone_actor_bones(actor);
    hone_affine world = camera_projection_world(actor), parent = world,
                own = hone_affine_multiply(&world, &bones[bone]);
    if (what->parent != HONE_NONE)
        parent = hone_affine_multiply(&world, &bones[what->parent]);
    if (mode == GIZMO_TURN && what->flags & HONE_BONE_FIXED_AXIS)
        return with_fixed_axis(&parent, what);
    if (axes == GIZMO_LOCAL)
        return what->flags & HONE_BONE_LOCAL_AXES ? with_local_axes(&own, what) : own;
    return axes == GIZMO_PARENT ? parent : world;
}

static unsigned handles_of(const hone_model_data *data, const hone_bone *bone, gizmo_mode mode)
{
    unsigned turns = 1U << GIZMO_X | 1U << GIZMO_Y | 1U << GIZMO_Z | 1U << GIZMO_SCREEN;
    bool mmd = data->space == HONE_SPACE_MMD;
    if (mode == GIZMO_MOVE)
        return !mmd || bone->flags & HONE_BONE_MOVABLE ? turns | 1U << GIZMO_YZ | 1U << GIZMO_ZX | 1U << GIZMO_XY : 0;
    if (mmd && !(bone->flags & HONE_BONE_ROTATABLE))
        return 0;
    return bone->flags & HONE_BONE_FIXED_AXIS ? 1U << GIZMO_X : turns;
}

bool gizmo_place(gizmo *out, const camera_projection *s, hone_actor *actor, uint32_t bone, gizmo_mode mode,
                 gizmo_axes axes, float size)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    *out = (gizmo){.bone = bone, .mode = mode};
    if (bone >= data->skeleton.bone_count)
        return false;
    float at[3];
    hone_affine world = camera_projection_world(actor), frame = frame_of(actor, bone, mode, axes);
    column(&hone_actor_bones(actor)[bone], 3, out->origin);
    hone_affine_point(&world, out->origin, out->origin);
    square_up(&frame, out->axes);
    out->size = (size > 0 ? size : default_size) * camera_projection_pixel(s, out->origin);
    if (camera_projection_project(s, out->origin, at))
        out->handles = handles_of(data, &data->skeleton.bones[bone], mode);
    return out->handles != 0;
}

/* ---- shapes of the handles ------------------------------------------------------------------------------------ */

static void away(const float from[3], const float direction[3], float by, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = from[i] + by * direction[i];
}

static bool is_plane(gizmo_handle handle)
{
    return handle >= GIZMO_YZ && handle <= GIZMO_XY;
}

/* The axis of a ring, the direction of an arrow, or the normal of a plane. */
static void handle_axis(const gizmo *g, const camera_projection *s, gizmo_handle handle, float out[3])
{
    if (handle == GIZMO_SCREEN)
        camera_projection_to_eye(s, g->origin, out);
    else
        memcpy(out, g->axes[is_plane(handle) ? handle - GIZMO_YZ : handle - GIZMO_X], 3 * sizeof *out);
}

static bool usable(const gizmo *g, const camera_projection *s, gizmo_handle handle)
{
    float axis[3], eye[3];
    if (handle <= GIZMO_NONE || handle >= GIZMO_HANDLE_COUNT || !(g->handles >> handle & 1))
        return false;
    handle_axis(g, s, handle, axis);
    camera_projection_to_eye(s, g->origin, eye);
    float facing = fabsf(hone_vec3_dot(axis, eye));
    if (g->mode == GIZMO_TURN || handle == GIZMO_SCREEN)
        return true;
    return is_plane(handle) ? facing > thin : facing * facing < 1 - thin * thin;
}

/* Two directions that span the plane perpendicular to an axis. */
static void span(const float axis[3], float x[3], float y[3])
{
    hone_vec3_cross(fabsf(axis[1]) < 0.9f ? (float[]){0, 1, 0} : (float[]){1, 0, 0}, axis, x);
    hone_vec3_normalise(x, x);
    hone_vec3_cross(axis, x, y);
}

static void ring_point(const gizmo *g, const float x[3], const float y[3], float radius, int i, float out[3])
{
    float angle = (float)(2 * HONE_PI) * (float)i / RING_POINTS;
    away(g->origin, x, radius * cosf(angle), out);
    away(out, y, radius * sinf(angle), out);
}

/* The far half of a ring is hidden, as if there were a ball. */
static bool is_near_side(const gizmo *g, const float eye[3], const float point[3])
{
    float from[3] = {point[0] - g->origin[0], point[1] - g->origin[1], point[2] - g->origin[2]};
    return hone_vec3_dot(from, eye) >= -0.05f * g->size;
}

/* ---- hit testing ---------------------------------------------------------------------------------------------- */

typedef struct touch {
    float pixels, depth;
} touch;

#define UNTOUCHED ((touch){INFINITY, INFINITY})

static touch nearer(touch a, touch b)
{
    return b.pixels < a.pixels ? b : a;
}

static touch touch_line(const camera_projection *s, const float from[3], const float to[3], const float pointer[2])
{
    float a[3], b[3];
    if (!camera_projection_project(s, from, a) || !camera_projection_project(s, to, b))
        return UNTOUCHED;
    float along[2] = {b[0] - a[0], b[1] - a[1]}, at[2] = {pointer[0] - a[0], pointer[1] - a[1]};
    float square = along[0] * along[0] + along[1] * along[1];
    float t = square > 0 ? fminf(fmaxf((at[0] * along[0] + at[1] * along[1]) / square, 0), 1) : 0;
    return (touch){hypotf(at[0] - t * along[0], at[1] - t * along[1]), a[2] + t * (b[2] - a[2])};
}

static touch touch_ring(const gizmo *g, const camera_projection *s, gizmo_handle handle, const float pointer[2])
{
    float axis[3], eye[3], x[3], y[3], from[3], to[3];
    float radius = handle == GIZMO_SCREEN ? outer_ring * g->size : g->size;
    touch best = UNTOUCHED;
    handle_axis(g, s, handle, axis);
    camera_projection_to_eye(s, g->origin, eye);
    span(axis, x, y);
    ring_point(g, x, y, radius, 0, from);
    for (int i = 1; i <= RING_POINTS; i++, memcpy(from, to, sizeof from)) {
        ring_point(g, x, y, radius, i, to);
        if (handle == GIZMO_SCREEN || (is_near_side(g, eye, from) && is_near_side(g, eye, to)))
            best = nearer(best, touch_line(s, from, to, pointer));
    }
    return best;
}

/* Intersects the line of sight with the plane through `point`. False: it is parallel to the plane or points away. */
static bool cross_plane(const camera_projection *s, const float pointer[2], const float point[3], const float normal[3],
                        float out[3])
{
    float origin[3], direction[3];
    camera_projection_ray(s, pointer, origin, direction);
    float toward = hone_vec3_dot(direction, normal);
    float from[3] = {point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]};
    float t = hone_vec3_dot(from, normal) / toward;
    if (!(fabsf(toward) > 1e-3f) || !(t > 0))
        return false;
    away(origin, direction, t, out);
    return true;
}

static touch touch_plane(const gizmo *g, const camera_projection *s, gizmo_handle handle, const float pointer[2])
{
    unsigned normal = handle - GIZMO_YZ;
    const float *x = g->axes[(normal + 1) % 3], *y = g->axes[(normal + 2) % 3];
    float hit[3], at[3];
    if (!cross_plane(s, pointer, g->origin, g->axes[normal], hit) || !camera_projection_project(s, hit, at))
        return UNTOUCHED;
    for (int i = 0; i < 3; i++) hit[i] = (hit[i] - g->origin[i]) / g->size;
    float u = hone_vec3_dot(hit, x), v = hone_vec3_dot(hit, y);
    bool inside = u >= plane_begin && u <= plane_end && v >= plane_begin && v <= plane_end;
    return inside ? (touch){0, at[2]} : UNTOUCHED;
}

static touch touch_middle(const gizmo *g, const camera_projection *s, const float pointer[2])
{
    float at[3];
    if (!camera_projection_project(s, g->origin, at))
        return UNTOUCHED;
    float radius = middle * g->size / camera_projection_pixel(s, g->origin);
    bool inside = fabsf(pointer[0] - at[0]) <= radius && fabsf(pointer[1] - at[1]) <= radius;
    return inside ? (touch){0, at[2]} : UNTOUCHED;
}

static touch touch_arrow(const gizmo *g, const camera_projection *s, gizmo_handle handle, const float pointer[2])
{
    float from[3], to[3];
    away(g->origin, g->axes[handle - GIZMO_X], arrow_begin * g->size, from);
    away(g->origin, g->axes[handle - GIZMO_X], g->size, to);
    return touch_line(s, from, to, pointer);
}

static touch touch_handle(const gizmo *g, const camera_projection *s, gizmo_handle handle, const float pointer[2])
{
    if (!usable(g, s, handle))
        return UNTOUCHED;
    if (g->mode == GIZMO_TURN)
        return touch_ring(g, s, handle, pointer);
    if (handle == GIZMO_SCREEN)
        return touch_middle(g, s, pointer);
    return is_plane(handle) ? touch_plane(g, s, handle, pointer) : touch_arrow(g, s, handle, pointer);
}

gizmo_handle gizmo_hit(const gizmo *g, const camera_projection *s, const float pointer[2])
{
    touch touches[GIZMO_HANDLE_COUNT], best = {reach, INFINITY};
    gizmo_handle hit = GIZMO_NONE;
    float nearest = INFINITY;
    for (int h = GIZMO_X; h < GIZMO_HANDLE_COUNT; h++) {
        touches[h] = touch_handle(g, s, (gizmo_handle)h, pointer);
        nearest = fminf(nearest, touches[h].pixels);
    }
    for (int h = GIZMO_X; h < GIZMO_HANDLE_COUNT; h++)
        if (touches[h].pixels <= fminf(reach, nearest + tie) && touches[h].depth < best.depth)
            best = touches[h], hit = (gizmo_handle)h;
    return hit;
}

/* ---- drawing -------------------------------------------------------------------------------------------------- */

static const overlay_colour axis_colours[3] = {
    {{0xf0, 0x50, 0x50, 0xff}}, {{0x60, 0xd0, 0x50, 0xff}}, {{0x58, 0x80, 0xff, 0xff}}};
/* For a dark and for a light background. */
static const overlay_colour screen_colours[2] = {{{0xe0, 0xe0, 0xe0, 0xff}}, {{0x38, 0x3e, 0x48, 0xff}}};
static const overlay_colour hover_colours[2] = {{{0xff, 0xe0, 0x60, 0xff}}, {{0xd0, 0x78, 0x00, 0xff}}};

typedef struct pen {
    const gizmo *gizmo;
    const camera_projection *camera_projection;
    overlay *lines, *triangles;
} pen;

static overlay_colour handle_colour(const gizmo *g, gizmo_handle handle, gizmo_handle hover)
{
    if (handle == hover)
        return hover_colours[g->on_light];
    if (handle == GIZMO_SCREEN)
        return screen_colours[g->on_light];
    return axis_colours[is_plane(handle) ? handle - GIZMO_YZ : handle - GIZMO_X];
}

static void draw_ring(const pen *p, gizmo_handle handle, overlay_colour colour)
{
    const gizmo *g = p->gizmo;
    float axis[3], eye[3], x[3], y[3], from[3], to[3];
    float radius = handle == GIZMO_SCREEN ? outer_ring * g->size : g->size;
    handle_axis(g, p->camera_projection, handle, axis);
    camera_projection_to_eye(p->camera_projection, g->origin, eye);
    span(axis, x, y);
    ring_point(g, x, y, radius, 0, from);
    for (int i = 1; i <= RING_POINTS; i++, memcpy(from, to, sizeof from)) {
        ring_point(g, x, y, radius, i, to);
        bool near = handle == GIZMO_SCREEN || (is_near_side(g, eye, from) && is_near_side(g, eye, to));
        overlay_line(p->lines, from, to, near ? colour : overlay_faded(colour, 0.15f));
    }
}

static void draw_arrow(const pen *p, gizmo_handle handle, overlay_colour colour)
{
    enum { SIDES = 10 };
    const gizmo *g = p->gizmo;
    const float *axis = g->axes[handle - GIZMO_X];
    float begin[3], neck[3], tip[3], x[3], y[3], rim[SIDES + 1][3];
    away(g->origin, axis, arrow_begin * g->size, begin);
    away(g->origin, axis, 0.82f * g->size, neck);
    away(g->origin, axis, g->size, tip);
    overlay_line(p->lines, begin, neck, colour);
    span(axis, x, y);
    for (int i = 0; i <= SIDES; i++) {
        float angle = (float)(2 * HONE_PI) * (float)i / SIDES;
        away(neck, x, 0.06f * g->size * cosf(angle), rim[i]);
        away(rim[i], y, 0.06f * g->size * sinf(angle), rim[i]);
    }
    for (int i = 0; i < SIDES; i++) {
        overlay_triangle(p->triangles, tip, rim[i], rim[i + 1], colour);
        overlay_triangle(p->triangles, neck, rim[i + 1], rim[i], colour);
    }
}

static void draw_square(const pen *p, float corners[4][3], overlay_colour colour)
{
    overlay_colour face = overlay_faded(colour, 0.35f);
    overlay_triangle(p->triangles, corners[0], corners[1], corners[2], face);
    overlay_triangle(p->triangles, corners[0], corners[2], corners[3], face);
    for (int k = 0; k < 4; k++) overlay_line(p->lines, corners[k], corners[(k + 1) % 4], colour);
}

static void draw_plane(const pen *p, gizmo_handle handle, overlay_colour colour)
{
    const gizmo *g = p->gizmo;
    unsigned normal = handle - GIZMO_YZ;
    float corners[4][3];
    for (int k = 0; k < 4; k++) {
        away(g->origin, g->axes[(normal + 1) % 3], g->size * (k == 1 || k == 2 ? plane_end : plane_begin), corners[k]);
        away(corners[k], g->axes[(normal + 2) % 3], g->size * (k < 2 ? plane_begin : plane_end), corners[k]);
    }
    draw_square(p, corners, colour);
}

static void draw_middle(const pen *p, overlay_colour colour)
{
    float x[3], y[3], corners[4][3], half = middle * p->gizmo->size;
    camera_projection_axis(p->camera_projection, 0, x);
    camera_projection_axis(p->camera_projection, 1, y);
    for (int k = 0; k < 4; k++) {
        away(p->gizmo->origin, x, k == 1 || k == 2 ? half : -half, corners[k]);
        away(corners[k], y, k < 2 ? half : -half, corners[k]);
    }
    draw_square(p, corners, colour);
}

static void draw_handle(const pen *p, gizmo_handle handle, overlay_colour colour)
{
    if (p->gizmo->mode == GIZMO_TURN)
        draw_ring(p, handle, colour);
    else if (handle == GIZMO_SCREEN)
        draw_middle(p, colour);
    else if (is_plane(handle))
        draw_plane(p, handle, colour);
    else
        draw_arrow(p, handle, colour);
}

/* Draws the sector of the ring from where it was grabbed to its current angle. */
static void draw_turn(const pen *p, const gizmo_drag *d)
{
    enum { STEPS = 48 };
    overlay_colour colour = hover_colours[p->gizmo->on_light];
    float x[3], y[3], from[3], to[3], radius = d->handle == GIZMO_SCREEN ? outer_ring * d->at.size : d->at.size;
    if (!hone_vec3_normalise(d->start, x))
        return;
    hone_vec3_cross(d->axis, x, y);
    away(d->at.origin, x, radius, from);
    overlay_line(p->lines, d->at.origin, from, colour);
    float angle = remainderf(d->amount[0], (float)(2 * HONE_PI));
    for (int i = 1; i <= STEPS; i++, memcpy(from, to, sizeof from)) {
        away(d->at.origin, x, radius * cosf(angle * (float)i / STEPS), to);
        away(to, y, radius * sinf(angle * (float)i / STEPS), to);
        overlay_triangle(p->triangles, d->at.origin, from, to, overlay_faded(colour, 0.25f));
    }
    overlay_line(p->lines, d->at.origin, from, colour);
}

void gizmo_draw(const gizmo *g, const camera_projection *s, gizmo_handle hover, const gizmo_drag *dragged,
                overlay *lines, overlay *triangles)
{
    pen p = {g, s, lines, triangles};
    if (dragged) {
        overlay_colour colour = hover_colours[g->on_light];
        draw_handle(&p, dragged->handle, colour);
        if (g->mode == GIZMO_TURN)
            draw_turn(&p, dragged);
        else
            overlay_line(lines, dragged->at.origin, g->origin, colour);
        return;
    }
    for (int h = GIZMO_X; h < GIZMO_HANDLE_COUNT; h++)
        if (usable(g, s, (gizmo_handle)h))
            draw_handle(&p, (gizmo_handle)h, handle_colour(g, (gizmo_handle)h, hover));
}
