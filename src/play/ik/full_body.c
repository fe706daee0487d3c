/* Full-body IK: damped least squares over all effectors, with the limits of joints as bounds of each step. */
#include "base/trigonometry.h"
#include "play/ik/bounded_step.h"

enum { DEFAULT_ROUNDS = 24 };

/* Found by trying on random figures (docs/ik.md). Lengths are relative to the longest way from the top to an effector.
 */
static const float least_damping = 1e-6f, damping_of_errors = 0.2f, damping_growth = 1.2f;
static const float length_of_radian = 0.07f; /* how much an error of an orientation counts */
static const float most_step = 0.5f;         /* radians, or lengths */

typedef struct full_body {
    hone_joint_tree tree;
    hone_step_system system;
    float tolerance, angle_tolerance;
    float growth; /* of the damping, by now */
    float error;  /* the sum of the weighted squares of all errors */
    float best_error, best_move[3];
} full_body;

/* ---- memory ---------------------------------------------------------------------------------------------------- */

size_t hone_full_body_memory_size(uint32_t bone_count, uint32_t effector_count)
{
    size_t rows = HONE_STEP_ROWS * (size_t)effector_count;
    size_t bone = sizeof(hone_tree_joint) + 3 * sizeof(hone_freedom) + sizeof(int32_t);
    return bone_count * bone + 3 * sizeof(hone_freedom) + effector_count * sizeof(hone_tree_effector) +
           (3 * rows + rows * rows) * sizeof(float);
}

static int32_t *divide_memory(const hone_full_body_job *job, full_body *out)
{
    size_t rows = HONE_STEP_ROWS * (size_t)job->effector_count;
    out->tree = (hone_joint_tree){.joints = job->memory};
    out->tree.effectors = (hone_tree_effector *)(out->tree.joints + job->bone_count);
    out->system = (hone_step_system){.tree = &out->tree};
    out->system.freedoms = (hone_freedom *)(out->tree.effectors + job->effector_count);
    out->system.errors = (float *)(out->system.freedoms + 3 * ((size_t)job->bone_count + 1));
    out->system.forces = out->system.errors + rows;
    out->system.weights = out->system.forces + rows;
    out->system.matrix = out->system.weights + rows;
    return (int32_t *)(out->system.matrix + rows * rows);
}

/* ---- freedoms -------------------------------------------------------------------------------------------------- */

static hone_freedom *add_freedom(full_body *b, uint32_t joint, const float axis[3])
{
    hone_freedom *out = &b->system.freedoms[b->system.freedom_count++];
    *out = (hone_freedom){.joint = joint, .least = -most_step, .most = most_step};
    out->flexibility = b->tree.joints[joint].flexibility;
    hone_vec3_copy(axis, out->axis);
    return out;
}

static void add_axes(full_body *b, uint32_t joint, bool moves)
{
    for (int i = 0; i < 3; i++) {
        float axis[3] = {0, 0, 0};
        axis[i] = 1;
        add_freedom(b, joint, axis)->moves = moves;
    }
}

static void bound(hone_freedom *f, float least, float most)
{
    f->least = least > -most_step ? (least < 0 ? least : 0) : -most_step;
    f->most = most < most_step ? (most > 0 ? most : 0) : most_step;
}

/* Adds the turn about the axis of a joint, whose tangents of half angles limit it. */
static void add_twist(full_body *b, uint32_t joint, const hone_joint_parts *parts)
{
    const hone_tree_joint *j = &b->tree.joints[joint];
    float axis[3], angle = 2 * hone_atan2f(parts->twist[1], parts->twist[0]);
    hone_quat_rotate(j->rotation, j->range.axis, axis);
    bound(add_freedom(b, joint, axis), 2 * hone_atanf(j->range.least) - angle, 2 * hone_atanf(j->range.most) - angle);
}

/* Adds the swing of a ball: away from the middle of the cone, and around it. */
static void add_swing(full_body *b, uint32_t joint, const hone_joint_parts *parts)
{
    const hone_tree_joint *j = &b->tree.joints[joint];
    float sine = hone_vec3_length(parts->swing), away[3], around[3], back[4];
    if (sine > 1e-4f)
        hone_vec3_scale(parts->swing, 1 / sine, away);
    else
        hone_vec3_perpendicular(j->range.axis, away), hone_vec3_normalise(away, away);
    hone_vec3_scale(j->range.axis, -parts->twist[1], back);
    back[3] = parts->twist[0];
    hone_quat_rotate(back, away, away);
    hone_vec3_cross(j->range.axis, away, around);
    hone_quat_rotate(j->rotation, away, away), hone_quat_rotate(j->rotation, around, around);
    bound(add_freedom(b, joint, away), -most_step,
          2 * hone_atanf(j->range.swing) - 2 * hone_atan2f(sine, parts->swing[3]));
    add_freedom(b, joint, around);
}

static void add_joint(full_body *b, uint32_t joint)
{
    const hone_tree_joint *j = &b->tree.joints[joint];
    if (j->range.kind == HONE_LIMIT_NONE)
        add_axes(b, joint, false);
    if (j->range.kind != HONE_LIMIT_BALL && j->range.kind != HONE_LIMIT_HINGE)
        return;
    hone_joint_parts parts = hone_limit_parts(&j->range, j->relative);
    add_twist(b, joint, &parts);
    if (j->range.kind == HONE_LIMIT_BALL)
        add_swing(b, joint, &parts);
}

static void find_freedoms(full_body *b)
{
    b->system.freedom_count = 0;
    if (b->tree.root != HONE_NONE)
        add_axes(b, (uint32_t)b->tree.root, true);
    for (uint32_t i = 0; i < b->tree.count; i++) add_joint(b, i);
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

/* The rotation vector from one orientation to another, by the shorter way. */
static void rotation_error(const float from[4], const float to[4], float out[3])
{
    float back[4], turn[4];
    hone_quat_conjugate(from, back);
    hone_quat_multiply(to, back, turn);
    float sine = hone_vec3_length(turn), sign = turn[3] < 0 ? -1 : 1;
    float scale = sine > 1e-6f ? 2 * hone_atan2f(sine, sign * turn[3]) / sine : 2;
    hone_vec3_scale(turn, sign * scale, out);
}

/* Finds errors and weights, and the damping, which falls with the errors. Returns whether all effectors are within the
 * tolerances. */
static bool find_errors(full_body *b)
{
    bool there = true;
    float sum = 0;
    for (uint32_t e = 0; e < b->tree.effector_count; e++) {
        const hone_tree_effector *effector = &b->tree.effectors[e];
        size_t row = (size_t)HONE_STEP_ROWS * e;
        float *errors = b->system.errors + row, *weights = b->system.weights + row;
        hone_vec3_subtract(effector->position, effector->point, errors);
        rotation_error(b->tree.joints[effector->joint].rotation, effector->rotation, errors + 3);
        float position = effector->weights[0], turn = effector->weights[1];
        there &= !(position > 0) || hone_vec3_length(errors) <= b->tolerance;
        there &= !(turn > 0) || hone_vec3_length(errors + 3) <= b->angle_tolerance;
        turn *= length_of_radian * length_of_radian;
        sum += position * hone_vec3_dot(errors, errors) + turn * hone_vec3_dot(errors + 3, errors + 3);
        for (int i = 0; i < 3; i++) weights[i] = position, weights[i + 3] = turn;
    }
    for (uint32_t i = 0; i < HONE_STEP_ROWS * b->tree.effector_count; i++)
        if (!(b->system.weights[i] > 0))
            b->system.weights[i] = 1e-12f;
    b->error = sum;
    b->system.damping = b->growth * damping_of_errors * sum + least_damping;
    return there;
}

/* ---- solving --------------------------------------------------------------------------------------------------- */

/* Turns a joint by a rotation vector in the space of the tree. */
static void turn_joint(hone_tree_joint *joint, const float vector[3])
{
    float turn[4], back[4], angle = hone_vec3_length(vector);
    hone_quat_conjugate(joint->rotation, back);
    hone_quat_rotate(back, vector, turn);
    hone_vec3_scale(turn, angle > 1e-6f ? hone_sinf(0.5f * angle) / angle : 0.5f, turn);
    turn[3] = hone_cosf(0.5f * angle);
    hone_quat_multiply(joint->relative, turn, joint->relative);
    hone_quat_normalise(joint->relative, joint->relative);
    hone_limit_hold(&joint->range, joint->relative);
}

/* Moves the root and turns the joints by the steps of their freedoms. Those of a joint are one after the other. */
static void take_step(full_body *b)
{
    const hone_freedom *freedoms = b->system.freedoms;
    for (uint32_t i = 0; i < b->system.freedom_count;) {
        const hone_freedom *first = &freedoms[i];
        float vector[3] = {0, 0, 0};
        for (; i < b->system.freedom_count && freedoms[i].joint == first->joint && freedoms[i].moves == first->moves;
             i++)
            hone_vec3_add_scaled(vector, freedoms[i].axis, freedoms[i].step, vector);
        if (first->moves)
            hone_vec3_add(b->tree.move, vector, b->tree.move);
        else
            turn_joint(&b->tree.joints[first->joint], vector);
    }
    hone_joint_tree_place(&b->tree);
}

/* Returns whether the effectors are at their goals; `changed`: whether they were not before. */
static bool run_rounds(full_body *b, uint32_t rounds, bool *changed)
{
    b->growth = 1;
    bool there = find_errors(b);
    *changed = !there;
    for (uint32_t i = 0; i < rounds && !there; i++) {
        find_freedoms(b);
        hone_bounded_step_solve(&b->system);
        take_step(b);
        b->growth *= damping_growth;
        there = find_errors(b);
    }
    return there;
}

/* ---- restarts -------------------------------------------------------------------------------------------------- */

/* A number from -1 to 1 that depends on its arguments alone. */
static float scatter(uint32_t restart, uint32_t joint, uint32_t which)
{
    uint32_t x = restart * 0x9e3779b9u + joint * 0x85ebca6bu + which * 0xc2b2ae35u;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return (float)((x ^ x >> 16) >> 8) / (float)(1 << 23) - 1;
}

/* Turns a joint to some pose within its limit, not too near to its ends, where it would be stuck again. */
static void scatter_joint(hone_tree_joint *joint, uint32_t restart, uint32_t index)
{
    const float share = 0.7f; /* of the range */
    const hone_limit_range *range = &joint->range;
    if (range->kind != HONE_LIMIT_BALL && range->kind != HONE_LIMIT_HINGE)
        return;
    hone_joint_parts parts = {{1, 0}, {0, 0, 0, 1}};
    float low = hone_atanf(range->least), high = hone_atanf(range->most), away[3], around[3];
    float half = 0.5f * (low + high) + 0.5f * share * (high - low) * scatter(restart, index, 0);
    parts.twist[0] = hone_cosf(half), parts.twist[1] = hone_sinf(half);
    if (range->kind == HONE_LIMIT_BALL) {
        float angle = share * hone_atanf(range->swing) * scatter(restart, index, 1);
        float turn = (float)HONE_PI * scatter(restart, index, 2);
        hone_vec3_perpendicular(range->axis, away), hone_vec3_normalise(away, away);
        hone_vec3_cross(range->axis, away, around);
        hone_vec3_scale(away, hone_sinf(angle) * hone_cosf(turn), parts.swing);
        hone_vec3_add_scaled(parts.swing, around, hone_sinf(angle) * hone_sinf(turn), parts.swing);
        parts.swing[3] = hone_cosf(angle);
    }
    hone_limit_rotation(range, &parts, joint->relative);
}

static void keep_best(full_body *b)
{
    if (!(b->error < b->best_error))
        return;
    b->best_error = b->error;
    hone_vec3_copy(b->tree.move, b->best_move);
    for (uint32_t i = 0; i < b->tree.count; i++) hone_quat_copy(b->tree.joints[i].relative, b->tree.joints[i].best);
}

/* Returns whether one of them has reached the goals. */
static bool restart(full_body *b, uint32_t restarts, uint32_t rounds)
{
    bool there = false, changed;
    b->best_error = INFINITY;
    keep_best(b);
    for (uint32_t k = 0; k < restarts && !there; k++) {
        hone_vec3_set(0, 0, 0, b->tree.move);
        for (uint32_t i = 0; i < b->tree.count; i++) scatter_joint(&b->tree.joints[i], k, i);
        hone_joint_tree_place(&b->tree);
        there = run_rounds(b, rounds, &changed);
        keep_best(b);
    }
    hone_vec3_copy(b->best_move, b->tree.move);
    for (uint32_t i = 0; i < b->tree.count; i++) hone_quat_copy(b->tree.joints[i].best, b->tree.joints[i].relative);
    return there;
}

/* ---- interface ------------------------------------------------------------------------------------------------- */

static void reset(uint32_t count, float (*corrections)[4], float move[3])
{
    for (uint32_t i = 0; i < count; i++) hone_quat_identity(corrections[i]);
    hone_vec3_set(0, 0, 0, move);
}

/* Returns whether all is a number. */
static bool correct(const full_body *b, float weight, float (*corrections)[4], float move[3])
{
    float sum = 0, scaled[3];
    for (uint32_t i = 0; i < b->tree.count; i++) {
        const hone_tree_joint *joint = &b->tree.joints[i];
        float *out = corrections[joint->bone];
        hone_rotation_between(joint->before, joint->relative, out);
        hone_correction_finish(out, weight, out);
        sum += fabsf(hone_quat_dot(out, out) - 1);
    }
    hone_vec3_scale(b->tree.move, b->tree.unit * (weight < 1 ? weight : 1), scaled);
    hone_affine_direction(&b->tree.base.matrix, scaled, move);
    return sum < 0.01f * (float)(b->tree.count + 1) && hone_vec3_length(move) < INFINITY;
}

bool hone_full_body_solve(const hone_full_body_job *job, float (*corrections)[4], float move[3])
{
    full_body b;
    bool changed;
    reset(job->bone_count, corrections, move);
    if (!(job->weight > 0) || !job->effector_count || job->effector_count > HONE_MAX_EFFECTORS)
        return false;
    int32_t *joint_of = divide_memory(job, &b);
    if (!hone_joint_tree_make(job, joint_of, &b.tree))
        return false;
    b.tolerance = job->tolerance * b.tree.base.size / b.tree.unit;
    b.angle_tolerance = job->angle_tolerance;
    uint32_t rounds = job->max_rounds ? job->max_rounds : DEFAULT_ROUNDS;
    bool there = run_rounds(&b, rounds, &changed);
    if (!there && job->restarts && b.error < INFINITY)
        there = restart(&b, job->restarts < HONE_MAX_RESTARTS ? job->restarts : HONE_MAX_RESTARTS, rounds);
    if (changed && !correct(&b, job->weight, corrections, move)) {
        reset(job->bone_count, corrections, move);
        return false;
    }
    return there && job->weight >= 1;
}
