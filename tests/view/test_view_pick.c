/* Picking under the pointer, and the handles of the gizmo. */
#include "samples/samples.h"
#include "support/make/bodies/puppet.h"
#include "support/make/make_bodies.h"
#include "support/support.h"
#include "tool/edit/gizmo.h"
#include "tool/edit/pick.h"
#include "tool/overlay/overlay_bones.h"
#include "tool/overlay/overlay_physics.h"
#include "view/camera/orbit.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

static const float width = 900, height = 700;

typedef struct scene {
    hone_model *model;
    hone_motion *dance;
    edit *edit;
    hone_actor *actor;
    orbit orbit;
    camera_projection camera_projection;
} scene;

static void update_camera(scene *s)
{
    hone_camera camera = orbit_camera(&s->orbit);
    s->camera_projection = camera_projection_of(&camera, width, height);
}

static scene make_of(hone_model *model, hone_motion *dance)
{
    scene s = {.model = model, .dance = dance, .orbit = ORBIT_DEFAULT};
    s.edit = edit_create(s.model, NULL);
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model, .edit = edit_apply, .edit_user = s.edit}, NULL);
    CHECK(s.edit && s.actor && (!dance || hone_actor_play(s.actor, dance, NULL, NULL).id));
    CHECK(hone_actor_update_frame(s.actor, 40, NULL));
    update_camera(&s);
    return s;
}

static scene make(void)
{
    return make_of(hone_sample_character(NULL), hone_sample_dance(NULL));
}

static void drop(scene *s)
{
    hone_actor_destroy(s->actor);
    edit_destroy(s->edit);
    hone_motion_release(s->dance);
    hone_model_release(s->model);
}

static void origin_of(const scene *s, uint32_t bone, float out[3])
{
    hone_affine world = camera_projection_world(s->actor);
    for (int i = 0; i < 3; i++) out[i] = hone_actor_bones(s->actor)[bone].m[i][3];
    hone_affine_point(&world, out, out);
}

static uint32_t named(const scene *s, const char *name)
{
    int32_t bone = hone_model_find_bone(s->model, name);
    CHECK(bone != HONE_NONE);
    return (uint32_t)bone;
}

/* ---- picking -------------------------------------------------------------------------------------------------- */

static void a_joint_is_under_the_pointer(void **state)
{
    (void)state;
    scene s = make();
    float joint[3], at[3];
    origin_of(&s, named(&s, "左腕"), joint);
    CHECK(camera_projection_project(&s.camera_projection, joint, at));
    pick found = pick_at(&s.camera_projection, s.actor, at, 10, PICK_BONES);
    CHECK(found.kind == PICK_BONE && found.index == named(&s, "左腕"));
    CHECK_NEAR(found.depth, at[2], 1e-3);
    at[0] = 5, at[1] = 5;
    CHECK(pick_at(&s.camera_projection, s.actor, at, 10, PICK_BONES | PICK_GOALS | PICK_BODIES).kind == PICK_NOTHING);
    drop(&s);
}

static void the_way_to_the_tail_counts_too(void **state)
{
    (void)state;
    scene s = make();
    hone_affine world = camera_projection_world(s.actor);
    uint32_t leg = named(&s, "左足");
    float head[3], tail[3], at[3];
    origin_of(&s, leg, head);
    CHECK(overlay_bone_tail(s.actor, leg, &world, tail));
    for (int i = 0; i < 3; i++) head[i] = head[i] / 2 + tail[i] / 2;
    CHECK(camera_projection_project(&s.camera_projection, head, at));
    pick found = pick_at(&s.camera_projection, s.actor, at, 10, PICK_BONES);
    CHECK(found.kind == PICK_BONE && found.index == leg);
    drop(&s);
}

static void goals_win_over_their_bones(void **state)
{
    (void)state;
    scene s = make();
    float goal[3], at[3];
    origin_of(&s, (uint32_t)hone_model_skeleton(s.model)->iks[0].bone, goal);
    CHECK(camera_projection_project(&s.camera_projection, goal, at));
    pick found = pick_at(&s.camera_projection, s.actor, at, 10, PICK_BONES | PICK_GOALS | PICK_HIDDEN);
    CHECK(found.kind == PICK_GOAL && found.index == 0);
    drop(&s);
}

static void the_nearer_of_two_wins(void **state)
{
    (void)state;
    static make_bodies bodies;
    make_bodies_clear(&bodies);
    make_bodies_add(&bodies, HONE_BODY_FOLLOWS, 0, 10, 5);
    make_bodies_add(&bodies, HONE_BODY_FOLLOWS, 0, 10, -5);
    make_bodies_add(&bodies, HONE_BODY_FOLLOWS, 0, 10, 0);
    scene s = make_of(make_bodies_model(&bodies, NULL, NULL), NULL);
    float middle[2] = {width / 2, height / 2};
    pick bone = pick_at(&s.camera_projection, s.actor, middle, 10, PICK_BONES | PICK_HIDDEN);
    pick body = pick_at(&s.camera_projection, s.actor, middle, 10, PICK_BODIES);
    CHECK(bone.kind == PICK_BONE && bone.index == 1);
    CHECK(body.kind == PICK_BODY && body.index == 1);
    CHECK_NEAR(body.depth, 45 - 5 - bodies.bodies[1].size[0], 1e-3);
    CHECK(pick_better(body, bone).kind == PICK_BONE);
    s.orbit.yaw = (float)HONE_PI;
    update_camera(&s);
    CHECK(pick_at(&s.camera_projection, s.actor, middle, 10, PICK_BONES | PICK_HIDDEN).index == 0);
    drop(&s);
}

static void bones_that_are_not_visible_are_passed_over(void **state)
{
    (void)state;
    scene s = make();
    const hone_skeleton *skeleton = hone_model_skeleton(s.model);
    for (uint32_t y = 0; y < 700; y += 7)
        for (uint32_t x = 200; x < 700; x += 7) {
            pick found = pick_at(&s.camera_projection, s.actor, (float[]){(float)x, (float)y}, 8, PICK_BONES);
            CHECK(found.kind == PICK_NOTHING || skeleton->bones[found.index].flags & HONE_BONE_VISIBLE);
        }
    drop(&s);
}

/* Shoots rays at each shape from outside: the entry point is on the shape. */
static void bodies_of_each_shape_are_hit_within_their_outline(void **state)
{
    (void)state;
    static make_bodies bodies;
    for (uint8_t shape = HONE_BODY_SPHERE; shape <= HONE_BODY_CAPSULE; shape++) {
        make_bodies_clear(&bodies);
        make_bodies_add(&bodies, HONE_BODY_FOLLOWS, 0, 10, 0);
        bodies.bodies[0].shape = shape;
        memcpy(bodies.bodies[0].size, (float[]){2, 3, 1}, sizeof bodies.bodies[0].size);
        scene s = make_of(make_bodies_model(&bodies, NULL, NULL), NULL);
        static const float half_widths[] = {2, 2, 2}, half_heights[] = {2, 3, 3.5f};
        for (int side = -1; side <= 1; side += 2)
            for (int axis = 0; axis < 2; axis++) {
                float edge = (axis ? half_heights : half_widths)[shape], in[3] = {0, 10, 0}, out[3] = {0, 10, 0}, at[3];
                in[axis] += (float)side * edge * 0.9f, out[axis] += (float)side * edge * 1.12f;
                CHECK(camera_projection_project(&s.camera_projection, in, at));
                CHECK(pick_at(&s.camera_projection, s.actor, at, 10, PICK_BODIES).kind == PICK_BODY);
                CHECK(camera_projection_project(&s.camera_projection, out, at));
                CHECK(pick_at(&s.camera_projection, s.actor, at, 10, PICK_BODIES).kind == PICK_NOTHING);
            }
        drop(&s);
    }
}

static void the_first_triangle_is_hit(void **state)
{
    (void)state;
    scene s = make();
    const hone_mesh *mesh = hone_model_mesh(s.model);
    uint32_t count = mesh->vertex_count, materials = hone_model_get(s.model)->material_count;
    float(*positions)[3] = calloc(count, sizeof *positions), head[3], at[3];
    bool *hidden = calloc(materials, sizeof *hidden);
    hone_actor_skin(s.actor, &(hone_skin_out){.positions = {positions, count, sizeof *positions}}, NULL);
    origin_of(&s, named(&s, "頭"), head);
    head[1] += 1;
    CHECK(camera_projection_project(&s.camera_projection, head, at));
    pick_surface hit, behind;
    CHECK(pick_triangle(&s.camera_projection, s.actor, (const float(*)[3])positions, NULL, at, &hit));
    CHECK(hit.material < materials && hit.vertex < count && hit.bone >= 0 && hit.depth < at[2]);
    float back[3];
    CHECK(camera_projection_project(&s.camera_projection, hit.point, back));
    CHECK_NEAR(back[0], at[0], 0.05);
    CHECK_NEAR(back[1], at[1], 0.05);
    hidden[hit.material] = true;
    if (pick_triangle(&s.camera_projection, s.actor, (const float(*)[3])positions, hidden, at, &behind))
        CHECK(behind.material != hit.material && behind.depth >= hit.depth);
    CHECK(!pick_triangle(&s.camera_projection, s.actor, (const float(*)[3])positions, NULL, (float[]){3, 3}, &hit));
    free(positions), free(hidden);
    drop(&s);
}

/* ---- gizmo ---------------------------------------------------------------------------------------------------- */

static void place(const scene *s, uint32_t bone, gizmo_mode mode, gizmo_axes axes, gizmo *out)
{
    CHECK(gizmo_place(out, &s->camera_projection, s->actor, bone, mode, axes, 0));
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) CHECK_NEAR(hone_vec3_dot(out->axes[a], out->axes[b]), a == b, 1e-4);
}

static void on_handle(const gizmo *g, const camera_projection *s, const float direction[3], float by, float out[3])
{
    float point[3];
    for (int i = 0; i < 3; i++) point[i] = g->origin[i] + by * g->size * direction[i];
    CHECK(camera_projection_project(s, point, out));
}

static void the_gizmo_is_as_large_at_any_distance(void **state)
{
    (void)state;
    scene s = make();
    for (float distance = 10; distance < 300; distance *= 2) {
        gizmo g;
        float a[3], b[3], right[3];
        s.orbit.distance = distance;
        update_camera(&s);
        place(&s, named(&s, "上半身"), GIZMO_TURN, GIZMO_MODEL, &g);
        camera_projection_axis(&s.camera_projection, 0, right);
        on_handle(&g, &s.camera_projection, right, 0, a);
        on_handle(&g, &s.camera_projection, right, 1, b);
        CHECK_NEAR(b[0] - a[0], 90, 0.5);
    }
    drop(&s);
}

static void handles_are_hit_where_they_are_drawn(void **state)
{
    (void)state;
    scene s = make();
    gizmo g;
    float at[3];
    s.orbit.yaw = 2.6f, s.orbit.pitch = -0.4f; /* all axes are towards the eye: none is behind a square */
    update_camera(&s);
    place(&s, named(&s, "センター"), GIZMO_MOVE, GIZMO_MODEL, &g);
    for (int k = 0; k < 3; k++) {
        on_handle(&g, &s.camera_projection, g.axes[k], 0.8f, at);
        CHECK(gizmo_hit(&g, &s.camera_projection, at) == (gizmo_handle)(GIZMO_X + k));
        float middle[3];
        for (int i = 0; i < 3; i++) middle[i] = g.axes[(k + 1) % 3][i] + g.axes[(k + 2) % 3][i];
        on_handle(&g, &s.camera_projection, middle, 0.42f, at);
        CHECK(gizmo_hit(&g, &s.camera_projection, at) == (gizmo_handle)(GIZMO_YZ + k));
    }
    on_handle(&g, &s.camera_projection, g.axes[0], 0, at);
    CHECK(gizmo_hit(&g, &s.camera_projection, at) == GIZMO_SCREEN);
    place(&s, named(&s, "上半身"), GIZMO_TURN, GIZMO_MODEL, &g);
    float right[3];
    camera_projection_axis(&s.camera_projection, 0, right);
    on_handle(&g, &s.camera_projection, right, 1.2f, at);
    CHECK(gizmo_hit(&g, &s.camera_projection, at) == GIZMO_SCREEN);
    at[0] += 200;
    CHECK(gizmo_hit(&g, &s.camera_projection, at) == GIZMO_NONE);
    drop(&s);
}

/* The current world rotation of a bone. */
static void rotation_of(const scene *s, uint32_t bone, float out[4])
{
    hone_quat_from_affine(&hone_actor_bones(s->actor)[bone], out);
}

static void apply(scene *s, uint32_t bone, edit_bone value)
{
    edit_set_bone(s->edit, bone, value);
    CHECK(hone_actor_update_frame(s->actor, 40, NULL));
}

/* Grabs a ring at one angle and drags it to another: the bone turns by the difference about the ring's axis. */
static void check_ring(scene *s, uint32_t bone, gizmo_axes axes, int axis)
{
    gizmo g;
    gizmo_drag drag;
    float before[4], after[4], want[4], turn[4], from[3], to[3], angle = 0.5f, middle[3];
    place(s, bone, GIZMO_TURN, axes, &g);
    rotation_of(s, bone, before);
    const float *x = g.axes[(axis + 1) % 3];
    float y[3];
    hone_vec3_cross(g.axes[axis], x, y);
    for (int i = 0; i < 3; i++) middle[i] = cosf(angle) * x[i] + sinf(angle) * y[i];
    on_handle(&g, &s->camera_projection, x, 1, from);
    on_handle(&g, &s->camera_projection, middle, 1, to);
    CHECK(gizmo_grab(&drag, &g, (gizmo_handle)(GIZMO_X + axis), &s->camera_projection, s->edit, s->actor, from));
    if (drag.edge_on) /* turned along its edge: by another angle */
        return;
    apply(s, bone, gizmo_drag_to(&drag, &s->camera_projection, to, false));
    CHECK_NEAR(drag.amount[0], angle, 1e-3);
    rotation_of(s, bone, after);
    for (int i = 0; i < 3; i++) turn[i] = sinf(angle / 2) * g.axes[axis][i];
    turn[3] = cosf(angle / 2);
    hone_quat_multiply(turn, before, want);
    CHECK_NEAR(fabsf(hone_quat_dot(want, after)), 1, 1e-4);
    apply(s, bone, (edit_bone)EDIT_BONE_NONE);
}

static void rings_turn_about_their_axes(void **state)
{
    (void)state;
    scene s = make();
    s.orbit.yaw = 0.7f, s.orbit.pitch = -0.6f;
    update_camera(&s);
    for (int axis = 0; axis < 3; axis++)
        for (int axes = GIZMO_LOCAL; axes <= GIZMO_MODEL; axes++) {
            check_ring(&s, named(&s, "上半身"), (gizmo_axes)axes, axis);
            check_ring(&s, named(&s, "左腕"), (gizmo_axes)axes, axis);
        }
    drop(&s);
}

static void a_ring_seen_from_its_side_turns_along_it(void **state)
{
    (void)state;
    scene s = make();
    gizmo g;
    gizmo_drag drag;
    float from[3], to[2];
    place(&s, named(&s, "上半身"), GIZMO_TURN, GIZMO_MODEL, &g); /* from the front: y's ring is a line */
    on_handle(&g, &s.camera_projection, (float[]){0, 0, -1}, 1, from);
    CHECK(gizmo_grab(&drag, &g, GIZMO_Y, &s.camera_projection, s.edit, s.actor, from) && drag.edge_on);
    to[0] = from[0] + 45, to[1] = from[1];
    edit_bone value = gizmo_drag_to(&drag, &s.camera_projection, to, false);
    CHECK_NEAR(fabsf(drag.amount[0]), 0.5, 0.08); /* 45 pixels of a radius of 90 */
    apply(&s, g.bone, value);
    float near[3] = {0, 0, -1}, q[4] = {0, sinf(drag.amount[0] / 2), 0, cosf(drag.amount[0] / 2)};
    hone_quat_rotate(q, near, near);
    CHECK(near[0] > 0); /* the near side follows the pointer */
    drop(&s);
}

static void turns_snap_and_go_round_and_round(void **state)
{
    (void)state;
    scene s = make();
    gizmo g;
    gizmo_drag drag;
    float at[3], direction[3] = {0, 0, 0};
    place(&s, named(&s, "上半身"), GIZMO_TURN, GIZMO_MODEL, &g);
    on_handle(&g, &s.camera_projection, (float[]){1, 0, 0}, 1, at);
    CHECK(gizmo_grab(&drag, &g, GIZMO_Z, &s.camera_projection, s.edit, s.actor, at));
    for (int step = 1; step <= 100; step++) { /* 8.1 radians */
        direction[0] = cosf((float)step * 0.081f), direction[1] = sinf((float)step * 0.081f);
        on_handle(&g, &s.camera_projection, direction, 1, at);
        gizmo_drag_to(&drag, &s.camera_projection, at, true);
    }
    CHECK_NEAR(drag.turned, 8.1, 2e-2);
    CHECK_NEAR(drag.amount[0], 31 * HONE_PI / 12, 1e-4);
    drop(&s);
}

static void arrows_and_planes_move_along_themselves(void **state)
{
    (void)state;
    scene s = make();
    s.orbit.yaw = 0.6f, s.orbit.pitch = -0.5f;
    update_camera(&s);
    for (int handle = GIZMO_X; handle < GIZMO_HANDLE_COUNT; handle++) {
        gizmo g;
        gizmo_drag drag;
        float from[3], to[3], before[3], after[3];
        place(&s, named(&s, "センター"), GIZMO_MOVE, GIZMO_MODEL, &g);
        origin_of(&s, g.bone, before);
        on_handle(&g, &s.camera_projection, g.axes[0], 0, from);
        CHECK(gizmo_grab(&drag, &g, (gizmo_handle)handle, &s.camera_projection, s.edit, s.actor, from));
        to[0] = from[0] + 30, to[1] = from[1] - 20;
        apply(&s, g.bone, gizmo_drag_to(&drag, &s.camera_projection, to, false));
        origin_of(&s, g.bone, after);
        float way[3] = {after[0] - before[0], after[1] - before[1], after[2] - before[2]}, at[3];
        CHECK(hone_vec3_dot(way, way) > 0.01f);
        for (int k = 0; k < 3; k++) {
            bool free = handle == GIZMO_SCREEN || (handle >= GIZMO_YZ ? k != handle - GIZMO_YZ : k == handle - GIZMO_X);
            CHECK_NEAR(hone_vec3_dot(way, g.axes[k]), drag.amount[k], 1e-3);
            CHECK(free || fabsf(drag.amount[k]) < 1e-3f);
        }
        if (handle >= GIZMO_YZ) { /* in a plane the point stays under the pointer */
            CHECK(camera_projection_project(&s.camera_projection, after, at));
            CHECK_NEAR(at[0], to[0], 0.5);
            CHECK_NEAR(at[1], to[1], 0.5);
        }
        gizmo_drag_to(&drag, &s.camera_projection, to, true);
        for (int k = 0; k < 3; k++) CHECK_NEAR(drag.amount[k] * 10, roundf(drag.amount[k] * 10), 1e-3);
        apply(&s, g.bone, (edit_bone)EDIT_BONE_NONE);
    }
    drop(&s);
}

static void an_arrow_that_points_at_the_eye_is_no_handle(void **state)
{
    (void)state;
    scene s = make();
    gizmo g;
    gizmo_drag drag;
    float at[3];
    origin_of(&s, named(&s, "センター"), s.orbit.target);
    update_camera(&s);
    place(&s, named(&s, "センター"), GIZMO_MOVE, GIZMO_MODEL, &g);
    on_handle(&g, &s.camera_projection, g.axes[2], 0.9f, at);
    CHECK(gizmo_hit(&g, &s.camera_projection, at) == GIZMO_SCREEN);
    CHECK(!gizmo_grab(&drag, &g, GIZMO_Z, &s.camera_projection, s.edit, s.actor, at));
    CHECK(!gizmo_grab(&drag, &g, GIZMO_NONE, &s.camera_projection, s.edit, s.actor, at));
    drop(&s);
}

static void a_dragged_goal_takes_its_chain_along(void **state)
{
    (void)state;
    scene s = make();
    const hone_ik *ik = &hone_model_skeleton(s.model)->iks[0];
    gizmo g;
    gizmo_drag drag;
    float from[3], to[3], effector[3], after[3];
    edit_set_chain(s.edit, 0, EDIT_CHAIN_ON);
    CHECK(hone_actor_update_frame(s.actor, 40, NULL));
    origin_of(&s, (uint32_t)ik->effector, effector);
    place(&s, (uint32_t)ik->bone, GIZMO_MOVE, GIZMO_MODEL, &g);
    on_handle(&g, &s.camera_projection, g.axes[0], 0, from);
    CHECK(gizmo_grab(&drag, &g, GIZMO_SCREEN, &s.camera_projection, s.edit, s.actor, from));
    to[0] = from[0] + 5, to[1] = from[1] - 25;
    apply(&s, g.bone, gizmo_drag_to(&drag, &s.camera_projection, to, false));
    origin_of(&s, (uint32_t)ik->effector, after);
    CHECK(after[1] > effector[1] + 0.3f);
    drop(&s);
}

static void what_may_not_turn_or_move_has_no_handles(void **state)
{
    (void)state;
    scene s = make();
    const hone_skeleton *skeleton = hone_model_skeleton(s.model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gizmo g;
        CHECK(gizmo_place(&g, &s.camera_projection, s.actor, b, GIZMO_MOVE, GIZMO_LOCAL, 0) ==
              ((skeleton->bones[b].flags & HONE_BONE_MOVABLE) != 0));
        CHECK(gizmo_place(&g, &s.camera_projection, s.actor, b, GIZMO_TURN, GIZMO_LOCAL, 0) ==
              ((skeleton->bones[b].flags & HONE_BONE_ROTATABLE) != 0));
        CHECK(!(skeleton->bones[b].flags & HONE_BONE_FIXED_AXIS) || g.handles == 1U << GIZMO_X);
    }
    gizmo none;
    CHECK(!gizmo_place(&none, &s.camera_projection, s.actor, skeleton->bone_count, GIZMO_TURN, GIZMO_LOCAL, 0));
    drop(&s);
}

/* Two bones in a row, right-handed, in metres; the second is turned. */
static hone_model *right_handed(void)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, 2, sizeof *bones);
    for (int b = 0; b < 2; b++)
        bones[b] = (hone_bone){.name = b ? "tip" : "root",
                               .parent = b - 1,
                               .rest_local = {{{0.8f, 0, 0.6f, 0}, {0, 1, 0, 0.5f}, {-0.6f, 0, 0.8f, 0.1f}}},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {.bone_count = 2, .bones = bones}};
    return hone_model_create(builder, &data, NULL, NULL);
}

/* The world position of a point fixed to the bone, relative to the bone's origin. */
static void carried_by(const scene *s, uint32_t bone, float out[3])
{
    hone_affine world = camera_projection_world(s->actor);
    hone_affine_direction(&hone_actor_bones(s->actor)[bone], (float[]){0.3f, 0.2f, -0.4f}, out);
    hone_affine_direction(&world, out, out);
}

static void a_mirrored_world_turns_and_moves_as_seen(void **state)
{
    (void)state;
    scene s = make_of(right_handed(), NULL);
    s.orbit.yaw = 0.7f, s.orbit.pitch = -0.6f;
    update_camera(&s);
    for (int axis = 0; axis < 3; axis++) {
        gizmo g;
        gizmo_drag drag;
        float from[3], to[3], y[3], middle[3], before[3], after[3], turn[4], angle = 0.5f;
        place(&s, 1, GIZMO_TURN, GIZMO_LOCAL, &g);
        carried_by(&s, 1, before);
        const float *x = g.axes[(axis + 1) % 3];
        hone_vec3_cross(g.axes[axis], x, y);
        for (int i = 0; i < 3; i++) middle[i] = cosf(angle) * x[i] + sinf(angle) * y[i];
        on_handle(&g, &s.camera_projection, x, 1, from);
        on_handle(&g, &s.camera_projection, middle, 1, to);
        CHECK(gizmo_grab(&drag, &g, (gizmo_handle)(GIZMO_X + axis), &s.camera_projection, s.edit, s.actor, from));
        apply(&s, 1, gizmo_drag_to(&drag, &s.camera_projection, to, false));
        carried_by(&s, 1, after);
        for (int i = 0; i < 3; i++) turn[i] = sinf(drag.amount[0] / 2) * g.axes[axis][i];
        turn[3] = cosf(drag.amount[0] / 2);
        hone_quat_rotate(turn, before, before);
        CHECK(fabsf(drag.amount[0]) > 0.1f);
        for (int i = 0; i < 3; i++) CHECK_NEAR(after[i], before[i], 1e-3);
        place(&s, 1, GIZMO_MOVE, GIZMO_PARENT, &g);
        on_handle(&g, &s.camera_projection, g.axes[0], 0, from);
        CHECK(gizmo_grab(&drag, &g, GIZMO_SCREEN, &s.camera_projection, s.edit, s.actor, from));
        to[0] = from[0] + 40, to[1] = from[1] + 25;
        apply(&s, 1, gizmo_drag_to(&drag, &s.camera_projection, to, false));
        origin_of(&s, 1, after);
        CHECK(camera_projection_project(&s.camera_projection, after, from));
        CHECK_NEAR(from[0], to[0], 0.5);
        CHECK_NEAR(from[1], to[1], 0.5);
        apply(&s, 1, (edit_bone)EDIT_BONE_NONE);
    }
    pick tip = pick_at(&s.camera_projection, s.actor, (float[]){0, 0}, 1e6f, PICK_BONES);
    CHECK(tip.kind == PICK_BONE);
    drop(&s);
}

TEST_GROUP(test_view_pick)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joint_is_under_the_pointer),
        cmocka_unit_test(the_way_to_the_tail_counts_too),
        cmocka_unit_test(goals_win_over_their_bones),
        cmocka_unit_test(the_nearer_of_two_wins),
        cmocka_unit_test(bones_that_are_not_visible_are_passed_over),
        cmocka_unit_test(bodies_of_each_shape_are_hit_within_their_outline),
        cmocka_unit_test(the_first_triangle_is_hit),
        cmocka_unit_test(the_gizmo_is_as_large_at_any_distance),
        cmocka_unit_test(handles_are_hit_where_they_are_drawn),
        cmocka_unit_test(rings_turn_about_their_axes),
        cmocka_unit_test(a_ring_seen_from_its_side_turns_along_it),
        cmocka_unit_test(turns_snap_and_go_round_and_round),
        cmocka_unit_test(arrows_and_planes_move_along_themselves),
        cmocka_unit_test(an_arrow_that_points_at_the_eye_is_no_handle),
        cmocka_unit_test(a_dragged_goal_takes_its_chain_along),
        cmocka_unit_test(a_mirrored_world_turns_and_moves_as_seen),
        cmocka_unit_test(what_may_not_turn_or_move_has_no_handles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
