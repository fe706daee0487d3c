#include "tool/overlay/overlay_springs.h"
#include <hone/math.h>

static const overlay_colour collider_colour = {{0x50, 0xd0, 0x60, 0xff}}, spring_colour = {{0xf0, 0x50, 0x50, 0xff}};
static const float whole = (float)(2 * HONE_PI), plane_size = 0.1f; /* half a side, in units of the bone */

/* Any two directions that are perpendicular to a third; all of unit length. */
static void axes_about(const float along[3], float x[3], float y[3])
{
    const float other[3] = {fabsf(along[0]) < 0.7f ? 1.0f : 0.0f, fabsf(along[0]) < 0.7f ? 0.0f : 1.0f, 0};
    hone_vec3_cross(along, other, x);
    if (!hone_vec3_normalise(x, x))
        hone_vec3_set(1, 0, 0, x);
    hone_vec3_cross(along, x, y);
}

static void ring(const float at[3], const float x[3], const float y[3], float radius, overlay_colour colour,
                 overlay *lines)
{
    float a[3], b[3];
    hone_vec3_scale(x, radius, a);
    hone_vec3_scale(y, radius, b);
    overlay_arc(lines, at, a, b, 0, whole, colour);
}

static void draw_sphere(const float at[3], float radius, overlay_colour colour, overlay *lines)
{
    static const float axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) ring(at, axes[i], axes[(i + 1) % 3], radius, colour, lines);
}

static void draw_capsule(const float from[3], const float to[3], float radius, overlay_colour colour, overlay *lines)
{
    float along[3], x[3], y[3], a[3], b[3];
    hone_vec3_subtract(to, from, along);
    draw_sphere(from, radius, colour, lines);
    draw_sphere(to, radius, colour, lines);
    if (!hone_vec3_normalise(along, along))
        return;
    axes_about(along, x, y);
    for (int side = 0; side < 4; side++) {
        const float *way = side < 2 ? x : y;
        float out = side % 2 ? radius : -radius;
        hone_vec3_add_scaled(from, way, out, a);
        hone_vec3_add_scaled(to, way, out, b);
        overlay_line(lines, a, b, colour);
    }
}

static void draw_plane(const float at[3], const float normal[3], float size, overlay_colour colour, overlay *lines)
{
    float x[3], y[3], corners[4][3], tip[3];
    axes_about(normal, x, y);
    for (int i = 0; i < 4; i++) {
        hone_vec3_add_scaled(at, x, i == 0 || i == 3 ? size : -size, corners[i]);
        hone_vec3_add_scaled(corners[i], y, i < 2 ? size : -size, corners[i]);
    }
    for (int i = 0; i < 4; i++) overlay_line(lines, corners[i], corners[(i + 1) % 4], colour);
    hone_vec3_add_scaled(at, normal, size, tip);
    overlay_line(lines, at, tip, colour);
}

void overlay_colliders(const hone_actor *actor, const hone_affine *world, overlay *lines)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    for (uint32_t c = 0; c < data->collider_count; c++) {
        const hone_collider *collider = &data->colliders[c];
        float from[3], to[3], normal[3];
        if (collider->bone == HONE_NONE)
            continue;
        hone_affine bone = hone_affine_multiply(world, &hone_actor_bones(actor)[collider->bone]);
        hone_affine_point(&bone, collider->offset, from);
        hone_affine_point(&bone, collider->tail, to);
        hone_affine_direction(&bone, collider->normal, normal);
        if (collider->kind == HONE_COLLIDER_PLANE && hone_vec3_normalise(normal, normal))
            draw_plane(from, normal, plane_size, collider_colour, lines);
        else if (collider->kind == HONE_COLLIDER_CAPSULE || collider->kind == HONE_COLLIDER_INSIDE_CAPSULE)
            draw_capsule(from, to, collider->radius, collider_colour, lines);
        else if (collider->kind != HONE_COLLIDER_PLANE)
            draw_sphere(from, collider->radius, collider_colour, lines);
    }
}

void overlay_spring_joints(const hone_actor *actor, const hone_affine *world, overlay *lines)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const hone_affine *bones = hone_actor_bones(actor);
    for (uint32_t s = 0; s < data->spring_count; s++)
        for (uint32_t j = 0; j < data->springs[s].joint_count; j++) {
            const hone_spring_joint *joint = &data->springs[s].joints[j];
            hone_affine bone = hone_affine_multiply(world, &bones[joint->bone]);
            float head[3], tail[3];
            hone_affine_origin(&bone, head);
            hone_affine_point(&bone, joint->tail_offset, tail);
            if (joint->tail_bone != HONE_NONE) {
                bone = hone_affine_multiply(world, &bones[joint->tail_bone]);
                hone_affine_origin(&bone, tail);
            }
            overlay_line(lines, head, tail, spring_colour);
            draw_sphere(tail, joint->hit_radius, spring_colour, lines);
        }
}
