#include "tool/overlay/overlay_physics.h"
#include "tool/overlay/overlay_limits.h"
#include "tool/overlay/overlay_springs.h"
#include <hone/math.h>

static const overlay_colour mode_colours[3] = {
    {{0x50, 0xd0, 0x60, 0xff}}, {{0xf0, 0x50, 0x50, 0xff}}, {{0xf0, 0xc8, 0x40, 0xff}}};
static const overlay_colour selected_colour = {{0xff, 0xff, 0xff, 0xff}}, hovered_colour = {{0xff, 0xe0, 0x60, 0xff}},
                            joint_colour = {{0x40, 0xc8, 0xf0, 0xff}};
static const float joint_mark = 5, limit_mark = 22; /* pixels */
static const float whole = (float)(2 * HONE_PI), half_turn = (float)HONE_PI;

/* ---- places --------------------------------------------------------------------------------------------------- */

static void about_axis(int axis, float angle, float out[4])
{
    for (int i = 0; i < 3; i++) out[i] = i == axis ? sinf(angle / 2) : 0;
    out[3] = cosf(angle / 2);
}

/* R = Ry Rx Rz */
static hone_affine rest_place(const float position[3], const float angles[3])
{
    float x[4], y[4], z[4];
    about_axis(0, angles[0], x);
    about_axis(1, angles[1], y);
    about_axis(2, angles[2], z);
    hone_quat_multiply(y, x, x);
    hone_quat_multiply(x, z, x);
    return hone_affine_from_rotation(x, position);
}

static const hone_model_data *data_of(const hone_actor *actor)
{
    return hone_model_get(hone_actor_model(actor));
}

hone_affine overlay_body_place(const hone_actor *actor, uint32_t body)
{
    const hone_model_data *data = data_of(actor);
    const hone_body *what = &data->bodies[body];
    const hone_physics *physics = hone_actor_get_physics(actor);
    hone_body_motion motion;
    if (physics && hone_physics_body_motion(physics, body, &motion))
        return motion.place;
    hone_affine rest = rest_place(what->position, what->rotation);
    if (what->bone == HONE_NONE)
        return rest;
    for (int i = 0; i < 3; i++) rest.m[i][3] -= data->skeleton.bones[what->bone].position[i];
    return hone_affine_multiply(&hone_actor_bones(actor)[what->bone], &rest);
}

static hone_affine carried(const hone_actor *actor, int32_t body, const hone_affine *rest)
{
    if (body == HONE_NONE)
        return *rest;
    const hone_body *what = &data_of(actor)->bodies[body];
    hone_affine body_rest = rest_place(what->position, what->rotation);
    hone_affine back = hone_affine_invert_rigid(&body_rest), place = overlay_body_place(actor, (uint32_t)body);
    back = hone_affine_multiply(&back, rest);
    return hone_affine_multiply(&place, &back);
}

hone_affine overlay_joint_place(const hone_actor *actor, uint32_t joint)
{
    const hone_joint *what = &data_of(actor)->joints[joint];
    hone_affine rest = rest_place(what->position, what->rotation);
    return carried(actor, what->body_a != HONE_NONE ? what->body_a : what->body_b, &rest);
}

/* ---- shapes, in the axes of the place ------------------------------------------------------------------------- */

static void line(const hone_affine *place, const float a[3], const float b[3], overlay_colour colour, overlay *lines)
{
    float from[3], to[3];
    hone_affine_point(place, a, from);
    hone_affine_point(place, b, to);
    overlay_line(lines, from, to, colour);
}

static void arc(const hone_affine *place, const float centre[3], int x_axis, int y_axis, float radius, float from,
                float to, overlay_colour colour, overlay *lines)
{
    float at[3], x[3], y[3];
    hone_affine_point(place, centre, at);
    for (int i = 0; i < 3; i++) x[i] = radius * place->m[i][x_axis], y[i] = radius * place->m[i][y_axis];
    overlay_arc(lines, at, x, y, from, to, colour);
}

static void draw_sphere(const hone_affine *place, float radius, overlay_colour colour, overlay *lines)
{
    for (int axis = 0; axis < 3; axis++)
        arc(place, (float[]){0, 0, 0}, axis, (axis + 1) % 3, radius, 0, whole, colour, lines);
}

static void draw_box(const hone_affine *place, const float low[3], const float high[3], overlay_colour colour,
                     overlay *lines)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 4; side++) {
            float a[3], b[3];
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            a[axis] = low[axis], b[axis] = high[axis];
            a[u] = b[u] = side & 1 ? high[u] : low[u];
            a[v] = b[v] = side & 2 ? high[v] : low[v];
            line(place, a, b, colour, lines);
        }
}

static void draw_capsule(const hone_affine *place, float radius, float height, overlay_colour colour, overlay *lines)
{
    for (int end = -1; end <= 1; end += 2) {
        float centre[3] = {0, (float)end * height / 2, 0}, out = (float)end * half_turn;
        arc(place, centre, 0, 2, radius, 0, whole, colour, lines);
        arc(place, centre, 0, 1, radius, 0, out, colour, lines);
        arc(place, centre, 2, 1, radius, 0, out, colour, lines);
    }
    for (int side = 0; side < 4; side++) {
        float a[3] = {0, -height / 2, 0};
        a[side & 1 ? 0 : 2] = side & 2 ? radius : -radius;
        line(place, a, (float[]){a[0], height / 2, a[2]}, colour, lines);
    }
}

static void draw_body(const hone_body *body, const hone_affine *place, overlay_colour colour, overlay *lines)
{
    const float *size = body->size;
    if (body->shape == HONE_BODY_SPHERE)
        draw_sphere(place, size[0], colour, lines);
    else if (body->shape == HONE_BODY_BOX)
        draw_box(place, (float[]){-size[0], -size[1], -size[2]}, size, colour, lines);
    else
        draw_capsule(place, size[0], size[1], colour, lines);
}

void overlay_bodies(const hone_actor *actor, int32_t selected, int32_t hovered, overlay *lines)
{
    const hone_model_data *data = data_of(actor);
    hone_affine world = camera_projection_world(actor);
    for (uint32_t b = 0; b < data->body_count; b++) {
        overlay_colour colour = mode_colours[data->bodies[b].mode % 3];
        if ((int32_t)b == selected || (int32_t)b == hovered)
            colour = (int32_t)b == selected ? selected_colour : hovered_colour;
        hone_affine place = overlay_body_place(actor, b);
        place = hone_affine_multiply(&world, &place);
        draw_body(&data->bodies[b], &place, colour, lines);
    }
    overlay_colliders(actor, &world, lines);
}

/* ---- joints --------------------------------------------------------------------------------------------------- */

static void draw_arm(const hone_actor *actor, const hone_affine *world, int32_t body, const float at[3], overlay *lines)
{
    if (body == HONE_NONE)
        return;
    hone_affine place = overlay_body_place(actor, (uint32_t)body);
    place = hone_affine_multiply(world, &place);
    overlay_line(lines, at, (float[]){place.m[0][3], place.m[1][3], place.m[2][3]}, overlay_faded(joint_colour, 0.6f));
}

static void draw_joint_limits(const hone_joint *joint, const hone_affine *place, float pixel, overlay *lines)
{
    const float *low = joint->linear_lower, *high = joint->linear_upper;
    overlay_limits turns = {.frame = *place,
                            .at = {place->m[0][3], place->m[1][3], place->m[2][3]},
                            .radius = limit_mark * pixel,
                            .lower = joint->angular_lower,
                            .upper = joint->angular_upper};
    overlay_limits_draw(&turns, true, lines);
    if (low[0] < high[0] || low[1] < high[1] || low[2] < high[2])
        draw_box(place, low, high, overlay_faded(joint_colour, 0.7f), lines);
}

void overlay_joints(const hone_actor *actor, const camera_projection *s, int32_t only, bool limits, overlay *lines)
{
    const hone_model_data *data = data_of(actor);
    hone_affine world = camera_projection_world(actor);
    if (only == HONE_NONE)
        overlay_spring_joints(actor, &world, lines);
    for (uint32_t j = 0; j < data->joint_count; j++) {
        if (only != HONE_NONE && only != (int32_t)j)
            continue;
        hone_affine place = overlay_joint_place(actor, j);
        place = hone_affine_multiply(&world, &place);
        float at[3] = {place.m[0][3], place.m[1][3], place.m[2][3]}, pixel = camera_projection_pixel(s, at);
        float half[3] = {joint_mark * pixel, joint_mark * pixel, joint_mark * pixel};
        draw_box(&place, (float[]){-half[0], -half[1], -half[2]}, half, joint_colour, lines);
        draw_arm(actor, &world, data->joints[j].body_a, at, lines);
        draw_arm(actor, &world, data->joints[j].body_b, at, lines);
        if (limits)
            draw_joint_limits(&data->joints[j], &place, pixel, lines);
    }
}
