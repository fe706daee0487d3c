/* Draws chains, their goals, and the limits of their links. */
#include "tool/overlay/overlay_bones.h"
#include "tool/overlay/overlay_limits.h"
#include <hone/math.h>

static const overlay_colour goal_colour = {{0xff, 0xa0, 0x30, 0xff}}, link_colour = {{0x60, 0xd8, 0x70, 0xff}},
                            miss_colour = {{0xff, 0x50, 0x40, 0xff}}, off_colour = {{0x90, 0x90, 0x90, 0xc0}};
static const float goal_mark = 8, limit_mark = 26; /* pixels */

typedef struct chain_shape {
    hone_actor *actor;
    const camera_projection *camera_projection;
    hone_affine world;
    const hone_ik *ik;
    bool on;
    overlay *lines;
} chain_shape;

static void joint_at(const chain_shape *c, int32_t bone, float out[3])
{
    const hone_affine *place = &hone_actor_bones(c->actor)[bone];
    for (int i = 0; i < 3; i++) out[i] = place->m[i][3];
    hone_affine_point(&c->world, out, out);
}

/* Draws a square on its corner, facing the eye. */
static void draw_goal(const chain_shape *c, const float at[3])
{
    float tips[4][3], radius = goal_mark * camera_projection_pixel(c->camera_projection, at);
    for (int k = 0; k < 4; k++) {
        float axis[3];
        camera_projection_axis(c->camera_projection, k % 2, axis);
        for (int i = 0; i < 3; i++) tips[k][i] = at[i] + (k < 2 ? radius : -radius) * axis[i];
    }
    for (int k = 0; k < 4; k++) overlay_line(c->lines, tips[k], tips[(k + 1) % 4], c->on ? goal_colour : off_colour);
}

static void draw_links(const chain_shape *c, const float goal[3])
{
    float from[3], to[3];
    joint_at(c, c->ik->effector, from);
    overlay_line(c->lines, from, goal, c->on ? miss_colour : off_colour); /* the distance that the chain leaves */
    for (uint32_t i = 0; i < c->ik->link_count; i++) {
        joint_at(c, c->ik->links[i].bone, to);
        overlay_line(c->lines, from, to, c->on ? link_colour : off_colour);
        for (int k = 0; k < 3; k++) from[k] = to[k];
    }
}

/* Limits bound the link's rotation from rest in its parent's axes. The arcs' arms point where the next link is at
 * rest. */
static void draw_limits(const chain_shape *c, uint32_t link)
{
    const hone_ik_link *what = &c->ik->links[link];
    const hone_bone *bones = hone_model_skeleton(hone_actor_model(c->actor))->bones;
    int32_t next = link ? c->ik->links[link - 1].bone : c->ik->effector, parent = bones[what->bone].parent;
    hone_affine frame = c->world;
    if (parent != HONE_NONE)
        frame = hone_affine_multiply(&c->world, &hone_actor_bones(c->actor)[parent]);
    float rest[3];
    for (int i = 0; i < 3; i++) rest[i] = bones[next].position[i] - bones[what->bone].position[i];
    overlay_limits limits = {.frame = frame, .rest = rest, .lower = what->lower, .upper = what->upper};
    joint_at(c, what->bone, limits.at);
    limits.radius = limit_mark * camera_projection_pixel(c->camera_projection, limits.at);
    overlay_limits_draw(&limits, c->on, c->lines);
}

void overlay_chains(hone_actor *actor, const camera_projection *s, int32_t only, bool limits, overlay *lines)
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    chain_shape shape = {
        .actor = actor, .camera_projection = s, .world = camera_projection_world(actor), .lines = lines};
    for (uint32_t k = 0; k < skeleton->ik_count; k++) {
        float goal[3];
        if (only != HONE_NONE && only != (int32_t)k)
            continue;
        shape.ik = &skeleton->iks[k];
        shape.on = hone_actor_writable_pose(actor)->ik_enabled[k];
        joint_at(&shape, shape.ik->bone, goal);
        draw_goal(&shape, goal);
        if (shape.ik->effector == HONE_NONE)
            continue;
        draw_links(&shape, goal);
        for (uint32_t i = 0; limits && i < shape.ik->link_count; i++)
            if (shape.ik->links[i].limited)
                draw_limits(&shape, i);
    }
}
