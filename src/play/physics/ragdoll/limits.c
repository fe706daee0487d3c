/* The joints of a ragdoll: hinges for knees and elbows, and for the others how far they swing from the middle of their
 * range, and twist. */
#include "base/trigonometry.h"
#include "core/model/humanoid_axes.h"
#include "play/physics/ragdoll/ragdoll.h"
#include <hone/math.h>

#include <string.h>

enum { ROUNDS = 40 }; /* of the solver: with its usual ten a heavy chest bends the spine beyond its limits */
static const float locked = 1.37e-7f;      /* see bodies.c: lock */
static const float knee = 2.4f;            /* how far knees and elbows bend */
static const float restoring_turn = 6;     /* radians a second: how fast a joint beyond its limits comes back */
static const float friction = 1 / 1200.0f; /* of a joint, relative to the weight of its part at its end */
static const float margin = 0.05f;         /* radians by which the rest pose is within the limits */

/* The range of a joint. Directions are to the outside of the character's side, up, and to its front. */
typedef struct joint_limits {
    hone_humanoid_bone role; /* the left one, where there are two */
    float middle[3];         /* of the range of directions; all 0: where the part points at rest */
    float towards[3];        /* where positive angles of `swing` lead, from the middle */
    float swing[2];          /* lowest and highest angle */
    float aside, twist;      /* largest angles: across that, and about the part itself */
} joint_limits;

static const joint_limits ranges[] = {
    {HONE_HUMANOID_SPINE, {0}, {0, 0, 1}, {-0.3f, 0.6f}, 0.3f, 0.3f},
    {HONE_HUMANOID_CHEST, {0}, {0, 0, 1}, {-0.25f, 0.45f}, 0.25f, 0.3f},
    {HONE_HUMANOID_HEAD, {0}, {0, 0, 1}, {-0.5f, 0.6f}, 0.5f, 0.8f},
    {HONE_HUMANOID_UPPER_ARM, {0.75f, -0.15f, 0.6f}, {0, 1, 0}, {-1.4f, 1.4f}, 1.05f, 0.9f},
    {HONE_HUMANOID_HAND, {0}, {0, 1, 0}, {-0.8f, 0.8f}, 0.5f, 0.4f},
    {HONE_HUMANOID_UPPER_LEG, {0, -0.85f, 0.5f}, {0, 0, 1}, {-0.85f, 1.35f}, 0.6f, 0.5f},
    {HONE_HUMANOID_FOOT, {0}, {0, 1, 0}, {-0.7f, 0.4f}, 0.3f, 0.2f},
};
static const joint_limits other = {HONE_HUMANOID_COUNT, {0}, {0, 1, 0}, {-0.7f, 0.7f}, 0.7f, 0.5f};

/* ---- frames ---------------------------------------------------------------------------------------------------- */

/* x along the part, z about which it swings; at its joint, model space. */
static hone_affine make_frame(const float x[3], const float z[3], const float place[3])
{
    hone_affine out;
    float y[3];
    hone_vec3_cross(z, x, y);
    for (int r = 0; r < 3; r++) {
        out.m[r][0] = x[r], out.m[r][1] = y[r], out.m[r][2] = z[r];
        out.m[r][3] = place[r];
    }
    return out;
}

/* Any direction across another. */
static void across(const float direction[3], float out[3])
{
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (fabsf(direction[i]) < fabsf(direction[least]))
            least = i;
    float axis[3] = {least == 0, least == 1, least == 2};
    hone_vec3_cross(direction, axis, out);
    hone_vec3_normalise(out, out);
}

/* The shortest rotation from one direction to another, applied to the axes of a frame. */
static hone_affine turn_frame(const hone_affine *frame, const float from[3], const float to[3])
{
    static const float nowhere[3];
    float q[4], place[3];
    hone_vec3_cross(from, to, q);
    q[3] = 1 + hone_vec3_dot(from, to);
    if (q[3] < 1e-4f)
        across(from, q), q[3] = 0;
    hone_quat_normalise(q, q);
    hone_affine rotation = hone_affine_from_rotation(q, nowhere);
    hone_affine_origin(frame, place);
    hone_affine out = hone_affine_multiply(&rotation, frame);
    for (int r = 0; r < 3; r++) out.m[r][3] = place[r];
    return out;
}

void hone_joint_angles(const hone_affine *frame_a, const hone_affine *frame_b, float out[3])
{
    hone_affine back = hone_affine_invert_rigid(frame_a), between = hone_affine_multiply(&back, frame_b);
    float sine = between.m[2][0];
    out[0] = hone_atan2f(-between.m[2][1], between.m[2][2]);
    out[1] = hone_asinf(sine < -1 ? -1 : sine > 1 ? 1 : sine);
    out[2] = hone_atan2f(-between.m[1][0], between.m[0][0]);
}

/* A small part of the torque with which the weight of a part turns it; so bodies come to rest. */
static float friction_of(const hone_physics *physics, const hone_part *part)
{
    const hone_bullet_body *body = &physics->rigids[part->rigid].body;
    const float *gravity = physics->world->options.gravity;
    return friction * body->mass * hone_vec3_length(gravity) * (body->size[1] + 2 * body->size[0]);
}

/* ---- ranges ---------------------------------------------------------------------------------------------------- */

static void set_joint(hone_physics *physics, hone_part *part, const hone_affine *frame_a, const hone_affine *frame_b,
                      const float low[3], const float high[3])
{
    const hone_part *holder = &physics->ragdoll->parts[part->holder];
    hone_affine from_a = hone_affine_invert_rigid(&holder->rest), from_b = hone_affine_invert_rigid(&part->rest);
    hone_bullet_joint joint = {.kind = HONE_BULLET_SIX_DOF,
                               .a = holder->rigid,
                               .b = part->rigid,
                               .friction = friction_of(physics, part),
                               .rounds = ROUNDS,
                               .stop_erp = 0.475f,
                               .restoring_turn = restoring_turn};
    float rest[3];
    joint.frame_a = hone_affine_multiply(&from_a, frame_a);
    joint.frame_b = hone_affine_multiply(&from_b, frame_b);
    hone_joint_angles(frame_a, frame_b, rest);
    for (int i = 0; i < 3; i++) {
        bool lock = low[i] == high[i];
        joint.linear_lower[i] = joint.linear_upper[i] = locked;
        joint.angular_lower[i] = lock ? locked : fminf(low[i], rest[i] - margin);
        joint.angular_upper[i] = lock ? locked : fmaxf(high[i], rest[i] + margin);
    }
    part->joint = (int32_t)physics->joint_count;
    physics->joints[physics->joint_count++] = joint;
}

/* A vector of joint_limits in model space. */
static void into_model(const hone_ragdoll *ragdoll, const float vector[3], int side, float out[3])
{
    static const float up[3] = {0, 1, 0};
    float left[3], hand = ragdoll->data->space == HONE_SPACE_GLTF ? 1 : -1; /* the others are left-handed */
    hone_vec3_cross(up, ragdoll->front, left);
    hone_vec3_scale(left, vector[0] * hand * (side ? -1.0f : 1.0f), out);
    hone_vec3_add_scaled(out, up, vector[1], out);
    hone_vec3_add_scaled(out, ragdoll->front, vector[2], out);
}

static void join_ball(hone_physics *physics, hone_part *part, const joint_limits *range, int side)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    const float *place = ragdoll->data->skeleton.bones[part->bone].position;
    float middle[3], towards[3], axis[3];
    into_model(ragdoll, range->middle, side, middle);
    into_model(ragdoll, range->towards, side, towards);
    if (!hone_vec3_normalise(middle, middle))
        hone_vec3_copy(part->along, middle);
    hone_vec3_cross(towards, middle, axis);
    if (hone_vec3_length(axis) < 0.2f)
        across(middle, axis);
    hone_vec3_normalise(axis, axis);
    hone_affine frame_a = make_frame(middle, axis, place), frame_b = turn_frame(&frame_a, middle, part->along);
    set_joint(physics, part, &frame_a, &frame_b, (const float[3]){-range->twist, -range->aside, range->swing[0]},
              (const float[3]){range->twist, range->aside, range->swing[1]});
}

/* Knees and elbows open until they are straight. Returns false if bones are missing. */
static bool join_hinge(hone_physics *physics, hone_part *part, bool arm)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    const hone_bone *all = ragdoll->data->skeleton.bones;
    int32_t bones[3];
    float axis[3], x[3], directions[2][3];
    for (int i = 0; i < 3; i++) bones[i] = ragdoll->human.bones[part->role + 2 * (i - 1)];
    if (bones[0] == HONE_NONE || bones[2] == HONE_NONE ||
        !hone_humanoid_hinge(ragdoll->data, &ragdoll->human, bones, arm, axis))
        return false;
    hone_vec3_subtract(all[bones[1]].position, all[bones[0]].position, directions[0]);
    hone_vec3_subtract(all[bones[2]].position, all[bones[1]].position, directions[1]);
    hone_vec3_add_scaled(part->along, axis, -hone_vec3_dot(part->along, axis), x); /* exactly across the hinge */
    if (!hone_vec3_normalise(x, x) || !hone_vec3_normalise(directions[0], directions[0]) ||
        !hone_vec3_normalise(directions[1], directions[1]))
        return false;
    float cosine = hone_vec3_dot(directions[0], directions[1]), bent = hone_acosf(cosine < -1  ? -1
                                                                                  : cosine > 1 ? 1
                                                                                               : cosine);
    hone_affine frame = make_frame(x, axis, all[part->bone].position);
    set_joint(physics, part, &frame, &frame, (const float[3]){0, 0, -bent}, (const float[3]){0, 0, knee - bent});
    return true;
}

static const joint_limits *range_of(const hone_part *part, int *side)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        *side = part->role - (int)ranges[i].role;
        if (*side == 0 || (*side == 1 && ranges[i].role >= HONE_HUMANOID_EYE))
            return &ranges[i];
    }
    *side = 0;
    return &other;
}

static void join(hone_physics *physics, hone_part *part)
{
    int side;
    bool leg = part->role >= HONE_HUMANOID_LOWER_LEG && part->role < HONE_HUMANOID_LOWER_LEG + 2;
    bool arm = part->role >= HONE_HUMANOID_LOWER_ARM && part->role < HONE_HUMANOID_LOWER_ARM + 2;
    if ((leg || arm) && join_hinge(physics, part, arm))
        return;
    const joint_limits *range = range_of(part, &side);
    join_ball(physics, part, range, side);
}

/* ---- contacts among the parts ---------------------------------------------------------------------------------- */

static void capsule_point(const hone_ragdoll *ragdoll, const hone_physics *physics, uint32_t part, float share,
                          float out[3])
{
    const hone_bullet_body *body = &physics->rigids[ragdoll->parts[part].rigid].body;
    float length = body->shape == HONE_BULLET_CAPSULE ? body->size[1] : 0;
    hone_affine_point(&ragdoll->parts[part].rest, (const float[3]){0, (share - 0.5f) * length, 0}, out);
}

/* Whether two parts touch at rest, or nearly so. */
static bool overlap(const hone_physics *physics, uint32_t a, uint32_t b)
{
    enum { POINTS = 8 };
    const hone_ragdoll *ragdoll = physics->ragdoll;
    float reach =
        physics->rigids[ragdoll->parts[a].rigid].body.size[0] + physics->rigids[ragdoll->parts[b].rigid].body.size[0];
    for (int i = 0; i <= POINTS; i++)
        for (int k = 0; k <= POINTS; k++) {
            float p[3], q[3];
            capsule_point(ragdoll, physics, a, (float)i / POINTS, p);
            capsule_point(ragdoll, physics, b, (float)k / POINTS, q);
            if (hone_vec3_distance(p, q) < 1.1f * reach)
                return true;
        }
    return false;
}

static void keep_apart(hone_physics *physics, uint32_t a, uint32_t b)
{
    const hone_ragdoll *ragdoll = physics->ragdoll;
    const hone_part *first = &ragdoll->parts[a], *second = &ragdoll->parts[b];
    bool joined = second->holder == (int32_t)a || (second->holder == first->holder && first->holder != HONE_NONE);
    bool known = first->role != HONE_NONE; /* shapes that were only guessed overlap anywhere */
    if (known && !joined && !overlap(physics, a, b))
        return;
    physics->rigids[first->rigid].body.apart |= 1u << b;
    physics->rigids[second->rigid].body.apart |= 1u << a;
}

void hone_parts_join(hone_physics *physics)
{
    hone_ragdoll *ragdoll = physics->ragdoll;
    ragdoll->joint_begin = physics->joint_count;
    for (uint32_t p = 0; p < ragdoll->count; p++) {
        physics->rigids[ragdoll->parts[p].rigid].body.part = (int)p + 1;
        if (ragdoll->parts[p].holder != HONE_NONE)
            join(physics, &ragdoll->parts[p]);
        for (uint32_t q = p + 1; q < ragdoll->count; q++) keep_apart(physics, p, q);
    }
}
