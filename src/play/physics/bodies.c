/* Converts the model's bodies and joints to values that Bullet can handle. */
#include "base/memory/builder.h"
#include "base/trigonometry.h"
#include "play/physics/world.h"
#include <hone/math.h>

#include <string.h>

static const float farthest = 1e5f;  /* from the origin, about 8 km; single precision still resolves hundredths there */
static const float smallest = 5e-3f; /* smaller bodies have weight but do not collide */
static const float largest = 1e4f;
static const float heaviest = 1e9f;

bool hone_place_is_sane(const hone_affine *place)
{
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            if (!(fabsf(place->m[r][c]) <= 2))
                return false;
        if (!(fabsf(place->m[r][3]) <= farthest))
            return false;
    }
    return true;
}

static float clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

/* R = Ry Rx Rz */
static hone_affine place_of(const float position[3], const float angles[3])
{
    float q[3][4], turn[4];
    for (int axis = 0; axis < 3; axis++) {
        memset(q[axis], 0, sizeof q[axis]);
        hone_sin_cosf(angles[axis] / 2, &q[axis][axis], &q[axis][3]);
    }
    hone_quat_multiply(q[1], q[0], turn);
    hone_quat_multiply(turn, q[2], turn);
    return hone_affine_from_rotation(turn, position);
}

/* ---- bodies --------------------------------------------------------------------------------------------------- */

static hone_bullet_body bullet_body(const hone_body *body)
{
    static const hone_bullet_shape shapes[] = {[HONE_BODY_SPHERE] = HONE_BULLET_SPHERE,
                                               [HONE_BODY_BOX] = HONE_BULLET_BOX,
                                               [HONE_BODY_CAPSULE] = HONE_BULLET_CAPSULE};
    static const int used[] = {[HONE_BODY_SPHERE] = 1, [HONE_BODY_BOX] = 3, [HONE_BODY_CAPSULE] = 1};
    hone_bullet_body out = {.shape = shapes[body->shape],
                            .mass = clamp(body->mass, 1e-6f, heaviest),
                            .linear_damping = clamp(body->linear_damping, 0, 1),
                            .angular_damping = clamp(body->angular_damping, 0, 1),
                            .restitution = clamp(body->restitution, 0, 1),
                            .friction = clamp(body->friction, 0, 1000),
                            .group = 1u << body->group,
                            .mask = body->mask};
    for (int i = 0; i < 3; i++) out.size[i] = clamp(body->size[i], smallest, largest);
    for (int i = 0; i < used[body->shape]; i++) out.hollow |= body->size[i] < smallest;
    return out;
}

/* Sets the bone that places the rigid, which keeps its rest place in model space. */
static void place_by(hone_rigid *rigid, int32_t bone, const hone_skeleton *skeleton)
{
    rigid->placed_by = bone;
    for (int i = 0; i < 3 && bone != HONE_NONE; i++) rigid->bone_from_body.m[i][3] -= skeleton->bones[bone].position[i];
    rigid->body_from_bone = hone_affine_invert_rigid(&rigid->bone_from_body);
}

static hone_rigid make_rigid(const hone_model_data *data, const hone_body *body)
{
    hone_affine rest = place_of(body->position, body->rotation);
    hone_rigid out = {.bone = body->bone,
                      .placed_by = HONE_NONE,
                      .part = HONE_NONE,
                      .on = HONE_NONE,
                      .mode = body->mode,
                      .bone_from_body = rest,
                      .body = bullet_body(body)};
    place_by(&out, body->bone, &data->skeleton);
    if (body->bone == HONE_NONE && out.mode == HONE_BODY_DYNAMIC_ALIGNED)
        out.mode = HONE_BODY_DYNAMIC;
    return out;
}

/* A body of mode 2 that is joined to the dynamic body of its parent bone is held by that body and not by its bone's
 * position. So it is treated as mode 1. */
static void release_from_parents(hone_physics *physics)
{
    const hone_model_data *data = hone_model_get(physics->model);
    for (uint32_t j = 0; physics->joints && j < physics->joint_count; j++)
        for (int side = 0; side < 2; side++) {
            hone_rigid *child = &physics->rigids[side ? physics->joints[j].b : physics->joints[j].a];
            const hone_rigid *parent = &physics->rigids[side ? physics->joints[j].a : physics->joints[j].b];
            if (child->mode == HONE_BODY_DYNAMIC_ALIGNED && parent->mode != HONE_BODY_FOLLOWS &&
                parent->bone != HONE_NONE && data->skeleton.bones[child->bone].parent == parent->bone)
                child->mode = HONE_BODY_DYNAMIC;
        }
}

void hone_rigids_make(hone_physics *physics, uint32_t room)
{
    const hone_model_data *data = hone_model_get(physics->model);
    uint32_t most = data->body_count < HONE_PHYSICS_BODIES_MOST ? data->body_count : HONE_PHYSICS_BODIES_MOST;
    physics->rigids = hone_arena_array(physics->memory, most + room, sizeof *physics->rigids);
    physics->rigid_of_body = hone_arena_array(physics->memory, data->body_count, sizeof *physics->rigid_of_body);
    if (data->soft_body_count)
        hone_builder_warn(physics->builder, "soft bodies are not simulated", 0);
    if (!physics->rigids || !physics->rigid_of_body)
        return;
    for (uint32_t b = 0; b < data->body_count; b++) {
        hone_rigid rigid = make_rigid(data, &data->bodies[b]);
        hone_affine rest = place_of(data->bodies[b].position, data->bodies[b].rotation);
        bool sane = hone_place_is_sane(&rest) && hone_place_is_sane(&rigid.bone_from_body),
             fits = physics->rigid_count < most;
        physics->rigid_of_body[b] = sane && fits ? (int32_t)physics->rigid_count : HONE_NONE;
        if (!sane)
            hone_builder_warn(physics->builder, "body farther away than any character: not simulated", b);
        else if (!fits)
            hone_builder_warn(physics->builder, "body beyond the first 4096: not simulated", b);
        else
            physics->rigids[physics->rigid_count++] = rigid;
    }
}

/* ---- joints --------------------------------------------------------------------------------------------------- */

static const float stop_erp = 0.475f; /* MMD's joints are a bit soft */

static void copy3(float to[3], const float from[3])
{
    memcpy(to, from, 3 * sizeof *to);
}

/* If the error of a locked axis is exactly 0, Bullet treats the axis as free, and the attached body falls for one
 * step. So a locked axis is locked slightly beside the value that floats come to rest on. */
static void lock(float lower[3], float upper[3])
{
    for (int i = 0; i < 3; i++)
        if (lower[i] == upper[i])
            lower[i] = upper[i] += 1.37e-7f;
}

static void fill_six_dof(const hone_joint *joint, hone_bullet_joint *out)
{
    copy3(out->linear_lower, joint->linear_lower), copy3(out->linear_upper, joint->linear_upper);
    copy3(out->angular_lower, joint->angular_lower), copy3(out->angular_upper, joint->angular_upper);
    lock(out->linear_lower, out->linear_upper), lock(out->angular_lower, out->angular_upper);
    copy3(out->stiffness, joint->linear_spring), copy3(out->stiffness + 3, joint->angular_spring);
    /* linear springs only if they have a stiffness, angular ones always, as others found in MMD */
    for (int i = 0; i < 6; i++)
        out->spring[i] = joint->kind == HONE_JOINT_SPRING_6DOF && (i >= 3 || joint->linear_spring[i] != 0);
    out->stop_erp = stop_erp;
}

static hone_bullet_motor motor(const float fields[3])
{
    return (hone_bullet_motor){.on = fields[0] != 0, .velocity = fields[1], .force = fields[2]};
}

static void fill_cone_twist(const hone_joint *joint, hone_bullet_joint *out)
{
    static const float origin[3];
    hone_affine target = place_of(origin, joint->angular_spring);
    out->swing[0] = joint->angular_lower[2], out->swing[1] = joint->angular_lower[1];
    out->twist = joint->angular_lower[0];
    out->damping = joint->linear_lower[0], out->fix_threshold = joint->linear_upper[0];
    out->motor_on = joint->linear_lower[2] != 0, out->most_impulse = joint->linear_upper[2];
    hone_quat_from_affine(&target, out->motor_target);
}

/* Fills in the fields whose meaning depends on the joint's kind: docs/physics.md. */
static void fill_kind(const hone_joint *joint, hone_bullet_joint *out)
{
    out->softness = joint->linear_spring[0], out->bias = joint->linear_spring[1];
    out->relaxation = joint->linear_spring[2];
    switch (joint->kind) {
    case HONE_JOINT_POINT_TO_POINT:
        out->kind = HONE_BULLET_POINT;
        break;
    case HONE_JOINT_CONE_TWIST:
        out->kind = HONE_BULLET_CONE_TWIST;
        fill_cone_twist(joint, out);
        break;
    case HONE_JOINT_SLIDER:
        out->kind = HONE_BULLET_SLIDER;
        fill_six_dof(joint, out);
        out->linear_motor = motor(joint->linear_spring), out->angular_motor = motor(joint->angular_spring);
        break;
    case HONE_JOINT_HINGE:
        out->kind = HONE_BULLET_HINGE;
        fill_six_dof(joint, out);
        out->angular_motor = motor(joint->angular_spring);
        break;
    default:
        out->kind = HONE_BULLET_SIX_DOF;
        fill_six_dof(joint, out);
        break;
    }
}

/* Bullet's hinges rotate about z, MMD's about the joint's x. So x takes the place of z, y stays, and -z that of x. */
static const hone_affine x_as_z = {{{0, 0, 1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}}};

hone_affine hone_rigid_rest(const hone_physics *physics, uint32_t rigid)
{
    const hone_rigid *r = &physics->rigids[rigid];
    hone_affine out = r->bone_from_body;
    const hone_bone *bones = hone_model_skeleton(physics->model)->bones;
    for (int i = 0; i < 3 && r->placed_by != HONE_NONE; i++) out.m[i][3] += bones[r->placed_by].position[i];
    return out;
}

static bool make_joint(const hone_physics *physics, const hone_joint *joint, hone_bullet_joint *out)
{
    if (joint->body_a == HONE_NONE || joint->body_b == HONE_NONE)
        return false;
    int32_t a = physics->rigid_of_body[joint->body_a], b = physics->rigid_of_body[joint->body_b];
    hone_affine frame = place_of(joint->position, joint->rotation);
    if (a == HONE_NONE || b == HONE_NONE || a == b || !hone_place_is_sane(&frame))
        return false;
    *out = (hone_bullet_joint){.a = (uint32_t)a, .b = (uint32_t)b};
    fill_kind(joint, out);
    if (out->kind == HONE_BULLET_HINGE)
        frame = hone_affine_multiply(&frame, &x_as_z);
    hone_affine rest_a = hone_rigid_rest(physics, out->a), rest_b = hone_rigid_rest(physics, out->b);
    hone_affine from_a = hone_affine_invert_rigid(&rest_a), from_b = hone_affine_invert_rigid(&rest_b);
    out->frame_a = hone_affine_multiply(&from_a, &frame);
    out->frame_b = hone_affine_multiply(&from_b, &frame);
    return true;
}

/* A small body on a long lever arm is almost a point mass, whose rotation ten rounds of Bullet's solver cannot
 * settle: it comes off its joint. With at least a hundredth of arm^2 * mass as inertia it stays on; a pendulum gets
 * slower by 0.5 %. */
static void steady(hone_physics *physics, uint32_t rigid, const hone_affine *frame)
{
    hone_bullet_body *body = &physics->rigids[rigid].body;
    float square = 0;
    for (int i = 0; i < 3; i++) square += frame->m[i][3] * frame->m[i][3];
    body->least_inertia = fmaxf(body->least_inertia, body->mass * square / 100);
}

/* Does what needs all joints. */
static void finish_rigids(hone_physics *physics)
{
    release_from_parents(physics);
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        physics->pins |= physics->rigids[i].mode == HONE_BODY_DYNAMIC_ALIGNED;
}

void hone_joints_make(hone_physics *physics, uint32_t room)
{
    const hone_model_data *data = hone_model_get(physics->model);
    uint32_t most = data->joint_count < HONE_PHYSICS_JOINTS_MOST ? data->joint_count : HONE_PHYSICS_JOINTS_MOST;
    hone_bullet_joint *joints = hone_arena_array(physics->memory, most + room, sizeof *joints), joint;
    for (uint32_t j = 0; joints && j < data->joint_count; j++) {
        if (!make_joint(physics, &data->joints[j], &joint)) {
            hone_builder_warn(physics->builder, "joint that does not hold two simulated bodies: left out", j);
        } else if (physics->joint_count == most) {
            hone_builder_warn(physics->builder, "joint beyond the first 16384: left out", j);
        } else {
            joints[physics->joint_count++] = joint;
            steady(physics, joint.a, &joint.frame_a);
            steady(physics, joint.b, &joint.frame_b);
        }
    }
    physics->joints = joints;
    finish_rigids(physics);
}

static bool is_any(const hone_physics *physics, uint32_t joint, uint32_t rigid)
{
    (void)physics, (void)joint, (void)rigid;
    return true;
}

/* Places bodies without a bone by the bone of the nearest body joined to them. At the model's origin their joints
 * would fling them through the model as soon as a motion leaves it. */
void hone_rigids_place(hone_physics *physics)
{
    hone_joint_graph_clear(physics);
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if (physics->rigids[i].bone != HONE_NONE)
            hone_joint_graph_add_root(physics, i);
    hone_joint_graph_spread(physics, is_any);
    for (uint32_t i = 0; i < physics->graph.reached_count; i++) {
        uint32_t rigid = physics->graph.reached[i];
        int32_t via = physics->graph.via[rigid];
        if (via != HONE_NONE)
            place_by(&physics->rigids[rigid], physics->rigids[hone_joint_other(&physics->joints[via], rigid)].placed_by,
                     hone_model_skeleton(physics->model));
    }
}

hone_affine hone_rigid_target(const hone_physics *physics, const hone_rigid *rigid, const hone_affine *bones)
{
    if (rigid->placed_by == HONE_NONE)
        return rigid->bone_from_body;
    hone_affine out = hone_affine_multiply(&bones[rigid->placed_by], &rigid->bone_from_body);
    if (hone_model_get(physics->model)->space != HONE_SPACE_MMD) /* elsewhere bones may be scaled */
        hone_affine_orthonormalise(&out);
    return out;
}

bool hone_physics_has_bodies(const hone_physics_world *world)
{
    bool any = world->props.count > 0;
    for (const hone_physics *p = world->members; p && !any; p = p->next) any = p->rigid_count > 0;
    return any;
}
