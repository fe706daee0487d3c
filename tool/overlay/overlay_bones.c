#include "tool/overlay/overlay_bones.h"
#include <hone/math.h>
#include <string.h>

static const overlay_colour bone_colour = {{0x7a, 0x8c, 0xf0, 0xff}}, goal_colour = {{0xff, 0xa0, 0x30, 0xff}},
                            selected_colour = {{0xff, 0x40, 0x30, 0xff}}, hovered_colour = {{0xff, 0xe0, 0x60, 0xff}};
static const float mark = 5, mmd_mark = 7; /* pixels */

typedef struct bone_shape {
    const overlay_bones_desc *desc;
    const hone_bone *bone;
    float head[3], tail[3];
    bool has_tail;
    float pixel; /* world units of one pixel at the head */
    overlay_colour colour;
    overlay *lines, *triangles;
} bone_shape;

static void away(const float from[3], const float direction[3], float by, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = from[i] + by * direction[i];
}

/* Two directions perpendicular to a direction and to each other. */
static void across(const float along[3], float x[3], float y[3])
{
    const float *other = fabsf(along[1]) < 0.9f ? (const float[]){0, 1, 0} : (const float[]){1, 0, 0};
    hone_vec3_cross(other, along, x);
    if (!hone_vec3_normalise(x, x))
        x[0] = 1, x[1] = x[2] = 0;
    hone_vec3_cross(along, x, y);
}

/* Draws a square that faces the eye, or a circle. */
static void draw_mark(const camera_projection *s, const float at[3], float radius, bool round, overlay *lines,
                      overlay_colour colour)
{
    float x[3], y[3];
    camera_projection_axis(s, 0, x);
    camera_projection_axis(s, 1, y);
    for (int i = 0; i < 3; i++) x[i] *= radius, y[i] *= radius;
    if (round) {
        overlay_arc(lines, at, x, y, 0, (float)(2 * HONE_PI), colour);
        return;
    }
    float corner[4][3];
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) corner[k][i] = at[i] + (k % 3 ? x[i] : -x[i]) + (k < 2 ? y[i] : -y[i]);
    for (int k = 0; k < 4; k++) overlay_line(lines, corner[k], corner[(k + 1) % 4], colour);
}

static void draw_octahedron(const bone_shape *b)
{
    float along[3] = {b->tail[0] - b->head[0], b->tail[1] - b->head[1], b->tail[2] - b->head[2]};
    float length = hone_vec3_length(along), x[3], y[3], ring[4][3];
    if (!hone_vec3_normalise(along, along)) {
        draw_mark(b->desc->camera_projection, b->head, mark * b->pixel, true, b->lines, b->colour);
        return;
    }
    across(along, x, y);
    for (int k = 0; k < 4; k++) {
        away(b->head, along, 0.15f * length, ring[k]);
        away(ring[k], k % 2 ? y : x, k < 2 ? 0.08f * length : -0.08f * length, ring[k]);
    }
    overlay_colour face = overlay_faded(b->colour, 0.35f);
    for (int k = 0; k < 4; k++) {
        const float *next = ring[(k + 1) % 4];
        overlay_line(b->lines, b->head, ring[k], b->colour);
        overlay_line(b->lines, ring[k], b->tail, b->colour);
        overlay_line(b->lines, ring[k], next, b->colour);
        if (b->triangles) {
            overlay_triangle(b->triangles, b->head, ring[k], next, face);
            overlay_triangle(b->triangles, ring[k], b->tail, next, face);
        }
    }
}

static void draw_simple(const bone_shape *b)
{
    draw_mark(b->desc->camera_projection, b->head, mark / 2 * b->pixel, false, b->lines, b->colour);
    if (b->has_tail)
        overlay_line(b->lines, b->head, b->tail, b->colour);
}

/* As in MMD: a square for a bone that moves, a circle for one that only turns, and a wedge to the tail. */
static void draw_mmd(const bone_shape *b)
{
    float radius = mmd_mark * b->pixel, side[3], eye[3], along[3], left[3], right[3];
    draw_mark(b->desc->camera_projection, b->head, radius, !(b->bone->flags & HONE_BONE_MOVABLE), b->lines, b->colour);
    draw_mark(b->desc->camera_projection, b->head, 0.5f * radius, !(b->bone->flags & HONE_BONE_MOVABLE), b->lines,
              b->colour);
    if (!b->has_tail)
        return;
    camera_projection_to_eye(b->desc->camera_projection, b->head, eye);
    hone_vec3_subtract(b->tail, b->head, along);
    hone_vec3_cross(along, eye, side);
    if (!hone_vec3_normalise(side, side))
        return;
    away(b->head, side, radius, left);
    away(b->head, side, -radius, right);
    overlay_line(b->lines, left, b->tail, b->colour);
    overlay_line(b->lines, right, b->tail, b->colour);
}

static void draw_bone(const bone_shape *b)
{
    if (b->desc->style == OVERLAY_BONES_MMD)
        draw_mmd(b);
    else if (b->desc->style == OVERLAY_BONES_OCTAHEDRA && b->has_tail)
        draw_octahedron(b);
    else if (b->desc->style == OVERLAY_BONES_OCTAHEDRA)
        draw_mark(b->desc->camera_projection, b->head, mark * b->pixel, true, b->lines, b->colour);
    else
        draw_simple(b);
}

static void place_of(const hone_affine *world, const hone_affine *bone, float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = bone->m[i][3];
    hone_affine_point(world, out, out);
}

/* The first child: used for skeletons whose bones have no tails. */
static int32_t child_of(const hone_skeleton *skeleton, uint32_t bone)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (skeleton->bones[b].parent == (int32_t)bone)
            return (int32_t)b;
    return HONE_NONE;
}

bool overlay_bone_tail(const hone_actor *actor, uint32_t bone, const hone_affine *world, float out[3])
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const hone_affine *bones = hone_actor_bones(actor);
    if (bone >= data->skeleton.bone_count)
        return false;
    const hone_bone *what = &data->skeleton.bones[bone];
    bool is_mmd = data->space == HONE_SPACE_MMD, has_bone = !is_mmd || what->flags & HONE_BONE_TAIL_IS_BONE;
    int32_t tail = !has_bone ? HONE_NONE : is_mmd ? what->tail_bone : child_of(&data->skeleton, bone);
    if (tail != HONE_NONE)
        place_of(world, &bones[tail], out);
    else if (hone_model_bone_tail(hone_actor_model(actor), bone, out))
        hone_affine_point(&bones[bone], out, out), hone_affine_point(world, out, out);
    else
        return false;
    return true;
}

static overlay_colour colour_of(const overlay_bones_desc *desc, const hone_model_data *data, uint32_t bone)
{
    const hone_bone *what = &data->skeleton.bones[bone];
    if ((int32_t)bone == desc->selected)
        return selected_colour;
    if ((int32_t)bone == desc->hovered)
        return hovered_colour;
    bool unseen = data->space == HONE_SPACE_MMD && !(what->flags & HONE_BONE_VISIBLE);
    return overlay_faded(what->ik != HONE_NONE ? goal_colour : bone_colour, unseen ? 0.4f : 1);
}

void overlay_bones(const overlay_bones_desc *desc, overlay *lines, overlay *triangles)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(desc->actor));
    const hone_affine *bones = hone_actor_bones(desc->actor);
    hone_affine world = camera_projection_world(desc->actor);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        const hone_bone *bone = &data->skeleton.bones[b];
        bool shown = desc->hidden || data->space != HONE_SPACE_MMD || bone->flags & HONE_BONE_VISIBLE;
        if (!shown && (int32_t)b != desc->selected && (int32_t)b != desc->hovered)
            continue;
        bone_shape shape = {.desc = desc, .bone = bone, .lines = lines, .triangles = triangles};
        place_of(&world, &bones[b], shape.head);
        shape.has_tail = overlay_bone_tail(desc->actor, b, &world, shape.tail);
        shape.pixel = camera_projection_pixel(desc->camera_projection, shape.head);
        shape.colour = colour_of(desc, data, b);
        draw_bone(&shape);
    }
}

void overlay_normals(hone_actor *actor, const float (*positions)[3], const float (*normals)[3], float length,
                     overlay *lines)
{
    static const overlay_colour colour = {{0x30, 0xd0, 0xe0, 0xc0}};
    hone_affine world = camera_projection_world(actor); /* the scale is uniform, so normals transform like directions */
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    for (uint32_t v = 0; v < count; v++) {
        float from[3], direction[3], to[3];
        hone_affine_point(&world, positions[v], from);
        hone_affine_direction(&world, normals[v], direction);
        if (!hone_vec3_normalise(direction, direction))
            continue;
        away(from, direction, length, to);
        overlay_line(lines, from, to, colour);
    }
}
