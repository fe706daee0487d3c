/* Position correction: closes joints after a step. Ten rounds of Bullet's solver leave gaps, above all in long
 * chains of light bodies that hang on a fast one. First a few Gauss-Seidel rounds over all joints move and rotate
 * both bodies of a joint in proportion to mass and inertia (nonlinear Gauss-Seidel on positions, as in Box2D: Catto,
 * "Iterative dynamics with temporal coherence", 2005). Then, along the tree of locked joints from the bodies that
 * follow bones outwards, a leash moves only the outer body, so that no joint of the tree is open by more than the
 * leash. Velocities do not change, because corrections added to them would feed energy into hair. */
#include "base/lanes/simd4.h"
#include "base/memory/arena.h"
#include "play/physics/world.h"
#include <hone/math.h>

enum { ROUNDS = 4 };
static const float slop = 0.02f; /* in units; smaller gaps are ignored, so that resting joints stay at rest */
static const float share = 0.8f; /* part of the excess over the slop that a round closes */
static const float leash = 0.1f; /* in units, 0.5 % of a character's height: widest gap of a joint of the tree */
/* largest rotation per visit in rad, because the mass matrix is correct for small rotations only */
static const float most_turn = 0.2f;

/* ---- the range of a joint --------------------------------------------------------------------------------------- */

static hone_joint_range range_of(const hone_bullet_joint *joint)
{
    hone_joint_range out = {{0}, {0}}; /* point, cone twist and hinge: all three axes are locked */
    int axes = joint->kind == HONE_BULLET_SIX_DOF ? 3 : joint->kind == HONE_BULLET_SLIDER ? 1 : 0;
    for (int i = 0; i < axes; i++) {
        bool is_free = joint->linear_lower[i] > joint->linear_upper[i];
        out.lower[i] = is_free ? -INFINITY : joint->linear_lower[i];
        out.upper[i] = is_free ? INFINITY : joint->linear_upper[i];
    }
    return out;
}

/* Computes a * of_a + b * of_b + c * of_c, summed from left to right. */
static simd4 combine(float a, simd4 of_a, float b, simd4 of_b, float c, simd4 of_c)
{
    return simd4_add(simd4_add(simd4_scale(of_a, a), simd4_scale(of_b, b)), simd4_scale(of_c, c));
}

/* Returns how far each number is below `lower` (negative) or above `upper`; else 0. It has no branches, because the
 * processor could not predict them. */
static simd4 beyond(simd4 value, const float lower[4], const float upper[4])
{
    float low[4], high[4], out[4];
    simd4_store(low, simd4_subtract(value, simd4_load(lower)));
    simd4_store(high, simd4_subtract(value, simd4_load(upper)));
    for (int i = 0; i < 4; i++) out[i] = (low[i] < 0 ? low[i] : 0) + (high[i] > 0 ? high[i] : 0);
    return simd4_load(out);
}

/* Computes how far B's anchor is outside the joint's range, in model space. Returns the length. */
static float measure_gap(const hone_physics *physics, uint32_t index, float anchor_a[3], float anchor_b[3],
                         float gap[3])
{
    const hone_bullet_joint *joint = &physics->joints[index];
    const hone_joint_range *range = &physics->ranges[index];
    const hone_affine *place = &physics->now[joint->a].motion.place, *local = &joint->frame_a;
    const float *origin = (const float[3]){joint->frame_b.m[0][3], joint->frame_b.m[1][3], joint->frame_b.m[2][3]};
    simd4 frame[3], along = simd4_set(0);
    float part[4];
    hone_affine_point(&physics->now[joint->b].motion.place, origin, anchor_b);
    for (int r = 0; r < 3; r++) {
        const float *row = place->m[r];
        frame[r] =
            combine(row[0], simd4_load(local->m[0]), row[1], simd4_load(local->m[1]), row[2], simd4_load(local->m[2]));
        simd4_store(part, frame[r]);
        anchor_a[r] = part[3] + row[3];
        along = simd4_add(along, simd4_scale(frame[r], anchor_b[r] - anchor_a[r]));
    }
    along = beyond(along, range->lower, range->upper);
    for (int r = 0; r < 3; r++) {
        simd4_store(part, simd4_multiply(frame[r], along));
        gap[r] = part[0] + part[1] + part[2];
    }
    return sqrtf(hone_vec3_dot(gap, gap));
}

/* ---- Gauss-Seidel rounds --------------------------------------------------------------------------------------- */

/* Computes the rotation that an impulse at `arm` from the body's centre causes. */
static void turn_of(const hone_physics *physics, uint32_t rigid, const float arm[3], const float impulse[3],
                    float turn[3])
{
    const hone_affine *place = &physics->now[rigid].motion.place;
    const float *inverse = physics->inertias[rigid].inverse_inertia;
    float torque[3], local[3];
    hone_vec3_cross(arm, impulse, torque);
    for (int c = 0; c < 3; c++)
        local[c] = inverse[c] * (place->m[0][c] * torque[0] + place->m[1][c] * torque[1] + place->m[2][c] * torque[2]);
    hone_affine_direction(place, local, turn);
}

/* Adds how impulses of 1 along x, y and z (one in each place of four) move the anchor at `arm`: the inverse of
 * the effective mass. */
static void add_yields(const hone_physics *physics, uint32_t rigid, const float arm[3], simd4 yields[3])
{
    const hone_affine *place = &physics->now[rigid].motion.place;
    const hone_body_inertia *inertia = &physics->inertias[rigid];
    const float torques[3][4] = {{0, -arm[2], arm[1], 0}, {arm[2], 0, -arm[0], 0}, {-arm[1], arm[0], 0, 0}};
    simd4 torque[3], local[3], turn[3];
    for (int i = 0; i < 3; i++) torque[i] = simd4_load(torques[i]);
    for (int c = 0; c < 3; c++) {
        local[c] = combine(place->m[0][c], torque[0], place->m[1][c], torque[1], place->m[2][c], torque[2]);
        local[c] = simd4_scale(local[c], inertia->inverse_inertia[c]);
    }
    for (int r = 0; r < 3; r++)
        turn[r] = combine(place->m[r][0], local[0], place->m[r][1], local[1], place->m[r][2], local[2]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        const float along[4] = {i == 0, i == 1, i == 2, 0};
        simd4 push = simd4_scale(simd4_load(along), inertia->inverse_mass);
        simd4 turned = simd4_subtract(simd4_scale(turn[j], arm[k]), simd4_scale(turn[k], arm[j]));
        yields[i] = simd4_add(yields[i], simd4_add(push, turned));
    }
}

/* Computes the impulse that moves B's anchor by -offset relative to A's. Returns false if neither body can move. */
static bool solve_impulse(const hone_physics *physics, const hone_bullet_joint *joint, float arms[2][3],
                          const float offset[3], float impulse[3])
{
    simd4 yields[3] = {simd4_set(0), simd4_set(0), simd4_set(0)};
    float rows[3][4], columns[3][3], minors[3][3];
    add_yields(physics, joint->a, arms[0], yields);
    add_yields(physics, joint->b, arms[1], yields);
    for (int i = 0; i < 3; i++) simd4_store(rows[i], yields[i]);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) columns[k][i] = rows[i][k];
    for (int k = 0; k < 3; k++) hone_vec3_cross(columns[(k + 1) % 3], columns[(k + 2) % 3], minors[k]);
    float determinant = hone_vec3_dot(columns[0], minors[0]);
    if (!(determinant > 1e-30f && determinant < INFINITY))
        return false;
    for (int k = 0; k < 3; k++) impulse[k] = hone_vec3_dot(offset, minors[k]) / determinant;
    return true;
}

static void move(hone_physics *physics, uint32_t rigid, const float turn[3], const float impulse[3], float scale)
{
    static const float nowhere[3];
    hone_affine *place = &physics->now[rigid].motion.place;
    float q[4] = {turn[0] * scale / 2, turn[1] * scale / 2, turn[2] * scale / 2, 1};
    hone_quat_normalise(q, q);
    hone_affine rotation = hone_affine_from_rotation(q, nowhere), turned = hone_affine_multiply(&rotation, place);
    for (int r = 0; r < 3; r++)
        turned.m[r][3] = place->m[r][3] + impulse[r] * scale * physics->inertias[rigid].inverse_mass;
    *place = turned;
    physics->corrected[rigid] = true;
}

static void close_gap(hone_physics *physics, uint32_t index)
{
    const hone_bullet_joint *joint = &physics->joints[index];
    const uint32_t rigids[2] = {joint->a, joint->b};
    float arms[2][3], gap[3], impulse[3], turns[2][3];
    float length = measure_gap(physics, index, arms[0], arms[1], gap);
    float least = slop * physics->world->options.unit;
    if (!(length > least && length < INFINITY))
        return;
    for (int i = 0; i < 3; i++) {
        gap[i] *= share * (length - least) / length;
        for (int s = 0; s < 2; s++) arms[s][i] -= physics->now[rigids[s]].motion.place.m[i][3];
    }
    if (!solve_impulse(physics, joint, arms, gap, impulse))
        return;
    float most = 0;
    for (int s = 0; s < 2; s++) {
        turn_of(physics, rigids[s], arms[s], impulse, turns[s]);
        float turn = sqrtf(hone_vec3_dot(turns[s], turns[s]));
        most = turn > most ? turn : most;
    }
    float scale = most > most_turn ? most_turn / most : 1;
    if (physics->inertias[joint->a].inverse_mass > 0)
        move(physics, joint->a, turns[0], impulse, scale);
    if (physics->inertias[joint->b].inverse_mass > 0)
        move(physics, joint->b, turns[1], impulse, -scale);
}

/* ---- the leash -------------------------------------------------------------------------------------------------- */

static void hold(hone_physics *physics, uint32_t rigid, uint32_t index)
{
    const hone_bullet_joint *joint = &physics->joints[index];
    float anchors[2][3], gap[3];
    float length = measure_gap(physics, index, anchors[0], anchors[1], gap);
    float most = leash * physics->world->options.unit;
    if (!(length > most && length < INFINITY))
        return;
    float part = (joint->a == rigid ? 1 : -1) * (length - most) / length;
    for (int i = 0; i < 3; i++) physics->now[rigid].motion.place.m[i][3] += part * gap[i];
    physics->corrected[rigid] = true;
    physics->held_steps[rigid]++;
}

static bool is_root(const hone_physics *physics, uint32_t rigid)
{
    return physics->now[rigid].motion.follows || physics->rigids[rigid].mode == HONE_BODY_DYNAMIC_ALIGNED;
}

static bool is_moved(const hone_physics *physics, uint32_t rigid)
{
    return !is_root(physics, rigid);
}

static int locked_axes(const hone_physics *physics, uint32_t joint)
{
    const hone_joint_range *range = &physics->ranges[joint];
    int count = 0;
    for (int i = 0; i < 3; i++) count += range->lower[i] == range->upper[i];
    return count;
}

/* The tests below get the joint over which `rigid` would be reached. */
static bool is_locked_in_part(const hone_physics *physics, uint32_t joint, uint32_t rigid)
{
    (void)rigid;
    return locked_axes(physics, joint) > 0;
}

static bool is_locked(const hone_physics *physics, uint32_t joint, uint32_t rigid)
{
    (void)rigid;
    return locked_axes(physics, joint) == 3;
}

static bool is_locked_to_parent(const hone_physics *physics, uint32_t joint, uint32_t rigid)
{
    int32_t bone = physics->rigids[rigid].bone,
            other = physics->rigids[hone_joint_other(&physics->joints[joint], rigid)].bone;
    return locked_axes(physics, joint) == 3 && bone != HONE_NONE && other != HONE_NONE &&
           hone_model_skeleton(physics->model)->bones[bone].parent == other;
}

/* Returns whether this is the joint for the leash: a body locked to the body of its parent bone is only reached over
 * that joint. */
static bool is_best(const hone_physics *physics, uint32_t joint, uint32_t rigid)
{
    const hone_joint_graph *graph = &physics->graph;
    if (is_locked_to_parent(physics, joint, rigid))
        return true;
    for (uint32_t k = graph->begin[rigid]; k < graph->begin[rigid + 1]; k++)
        if (is_locked_to_parent(physics, graph->joints[k], rigid))
            return false;
    return locked_axes(physics, joint) == 3;
}

/* Builds the tree of leashes. Bodies of mode 2 are roots too, because their bones place them. If several joints hold
 * a body, its leash is the joint to the body of its parent bone, where a gap would be visible; else a joint with all
 * axes locked. */
static void grow_tree(hone_physics *physics)
{
    hone_joint_graph_clear(physics);
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if (is_root(physics, i) || hone_ragdoll_is_root(physics, i))
            hone_joint_graph_add_root(physics, i);
    hone_joint_graph_spread(physics, is_best);
    hone_joint_graph_spread(physics, is_locked);
    hone_joint_graph_spread(physics, is_locked_in_part);
}

/* ---- interface ------------------------------------------------------------------------------------------------- */

void hone_corrections_make(hone_physics *physics)
{
    uint32_t bodies = physics->rigid_count, joints = physics->joint_count;
    physics->ranges = hone_arena_array(physics->memory, joints, sizeof *physics->ranges);
    physics->inertias = hone_arena_array(physics->memory, bodies, sizeof *physics->inertias);
    physics->corrected = hone_arena_array(physics->memory, bodies, sizeof *physics->corrected);
    physics->held_steps = hone_arena_array(physics->memory, bodies, sizeof *physics->held_steps);
    hone_joint_islands_make(physics);
    for (uint32_t j = 0; physics->ranges && j < joints; j++) physics->ranges[j] = range_of(&physics->joints[j]);
}

void hone_corrections_begin(hone_physics *physics)
{
    static const hone_body_inertia none;
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        hone_body_inertia *inertia = &physics->inertias[i];
        hone_bullet_inertia(physics->world->bullet, physics->first + i, &inertia->inverse_mass,
                            inertia->inverse_inertia);
        if (is_root(physics, i))
            *inertia = none;
    }
    grow_tree(physics);
    hone_joint_islands_find(physics, is_moved);
}

/* Corrects the joints of an island among begin to end - 1. */
typedef struct correction_context {
    hone_physics *physics;
    uint32_t begin, end;
} correction_context;

static void close_gaps(const correction_context *c, const hone_joint_island *island, bool first)
{
    hone_physics *physics = c->physics;
    for (uint32_t k = island[0].joint; k < island[1].joint; k++) {
        uint32_t j = physics->islands.joints[k];
        bool apart = first || physics->corrected[physics->joints[j].a] || physics->corrected[physics->joints[j].b];
        if (apart && j >= c->begin && j < c->end)
            close_gap(physics, j); /* elsewhere nothing has changed since the first round */
    }
}

static void correct_island(void *user, uint32_t index)
{
    const correction_context *c = user;
    hone_physics *physics = c->physics;
    const hone_joint_island *island = &physics->islands.islands[index];
    for (int round = 0; round < ROUNDS; round++) close_gaps(c, island, round == 0);
    for (uint32_t k = island[0].body; k < island[1].body; k++) {
        uint32_t rigid = physics->islands.bodies[k];
        int32_t via = physics->graph.depth[rigid] == HONE_NONE ? HONE_NONE : physics->graph.via[rigid];
        if (via != HONE_NONE && (uint32_t)via >= c->begin && (uint32_t)via < c->end)
            hold(physics, rigid, (uint32_t)via);
    }
    for (uint32_t k = island[0].body; k < island[1].body; k++) {
        uint32_t rigid = physics->islands.bodies[k];
        if (physics->corrected[rigid])
            hone_affine_orthonormalise(&physics->now[rigid].motion.place);
    }
}

void hone_joints_correct(hone_physics *physics, uint32_t begin, uint32_t end)
{
    if (physics->world->options.solver == HONE_PHYSICS_SOLVER_PLAIN)
        return;
    correction_context context = {physics, begin, end};
    if (begin < end)
        hone_joint_islands_each(physics, correct_island, &context);
}
