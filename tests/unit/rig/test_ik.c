/* Inverse kinematics and the whole rig compared with the slow reference, on random rigs. */
#include "core/rig/ik/limits.h"
#include "support/make/random_rig.h"
#include "support/reference/reference_rig.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/rig.h>
#include <string.h>

/* A rig, its reference, and a pose for both. */
typedef struct pair {
    hone_model *model;
    const hone_skeleton *skeleton;
    hone_rig *rig;
    reference_rig twin;
    random_pose pose;
    double size;
} pair;

static void open_pair(hone_model *model, hone_mmd_rules rules, pair *out)
{
    out->model = model;
    out->skeleton = hone_model_skeleton(model);
    out->rig = hone_rig_create(&(hone_rig_desc){.model = model, .rules = rules}, NULL);
    CHECK(out->rig != NULL);
    reference_rig_make(out->skeleton, rules, &out->twin);
    random_pose_make(&out->pose, model);
    out->size = random_rig_size(model);
}

static void close_pair(pair *p)
{
    hone_rig_destroy(p->rig);
    reference_rig_release(&p->twin);
    hone_model_release(p->model);
}

static void evaluate(pair *p)
{
    hone_rig_evaluate(p->rig, &p->pose.pose);
    reference_rig_evaluate(&p->twin, &p->pose.pose);
}

/* The largest difference of any element of any world matrix. */
static double difference(const pair *p)
{
    double most = 0;
    for (uint32_t b = 0; b < p->skeleton->bone_count; b++) {
        reference_matrix want = reference_rig_world(&p->twin, b);
        for (int i = 0; i < 12; i++) {
            double d = fabs(hone_rig_bones(p->rig)[b].m[i / 4][i % 4] - want.m[i / 4][i % 4]);
            most = d <= most ? most : d; /* NaN is kept */
        }
    }
    return most;
}

/* ---- without chains ------------------------------------------------------------------------------------------ */

static void compare_rigs(test_random *random, hone_mmd_rules rules, int count)
{
    int skipped = 0;
    for (int n = 0; n < count; n++) {
        pair p;
        open_pair(random_rig_make(random, &(random_rig_desc){.appends = true, .in_order = n % 4 == 0}), rules, &p);
        bool near_half_turn = false;
        for (int frame = 0; frame < 3; frame++) {
            random_pose_turn(random, &p.pose, 3.1405f);
            evaluate(&p);
            near_half_turn |= p.twin.nearest_half_turn < 1e-3; /* in mode LAG the previous frame has an effect */
            if (!near_half_turn)
                CHECK_NEAR(difference(&p), 0, 1e-4 * p.size);
            skipped += near_half_turn;
        }
        close_pair(&p);
    }
    CHECK(skipped < count / 10);
}

static void rigs_without_chains_are_those_of_the_slow_evaluator(void **state)
{
    (void)state;
    test_random random = {31};
    compare_rigs(&random, (hone_mmd_rules){0}, 3000);
}

static void rigs_that_lag_do_as_well(void **state)
{
    (void)state;
    test_random random = {32};
    compare_rigs(&random, (hone_mmd_rules){.order = HONE_ORDER_LAG}, 1000);
}

/* ---- chains -------------------------------------------------------------------------------------------------- */

typedef struct tally {
    uint32_t rigs, alike;   /* alike: every world matrix within 1e-3 of the size */
    uint32_t chains, worse; /* worse: the gap is larger than the reference's by 1e-3 of the chain's length */
    uint32_t limited;       /* rotated links with limits */
} tally;

static void position(const hone_affine *world, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = world->m[i][3];
}

static double apart(const double a[3], const double b[3])
{
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Only chains that no other chain moved afterwards. */
static void count_gaps(const pair *p, tally *t)
{
    for (uint32_t k = 0; k < p->skeleton->ik_count; k++) {
        const hone_ik *ik = &p->skeleton->iks[k];
        const reference_chain *twin = &p->twin.chains[k];
        if (!twin->solved || apart(twin->goal, p->twin.bones[ik->bone].place) > 1e-9 ||
            apart(twin->effector, p->twin.bones[ik->effector].place) > 1e-9)
            continue;
        double goal[3], effector[3];
        position(&hone_rig_bones(p->rig)[ik->bone], goal);
        position(&hone_rig_bones(p->rig)[ik->effector], effector);
        t->chains++;
        t->worse += !(apart(goal, effector) <= twin->gap + 1e-3 * twin->length);
    }
}

static reference_turn total_turn(const pair *p, int32_t bone)
{
    const hone_affine *worlds = hone_rig_bones(p->rig);
    int32_t parent = p->skeleton->bones[bone].parent;
    reference_turn own = reference_turn_of(&worlds[bone]);
    if (parent < 0)
        return own;
    return reference_turn_multiply(reference_turn_back(reference_turn_of(&worlds[parent])), own);
}

/* Also a full circle further: at a bound of half a turn both ends are the same. */
static bool lies_within(double angle, double lower, double upper)
{
    for (int circle = -1; circle <= 1; circle++) {
        double a = angle + circle * 2 * 3.14159265358979323846;
        if (a >= lower - 1e-3 && a <= upper + 1e-3)
            return true;
    }
    return false;
}

/* Links that IK rotated, within the precision of floats near a right angle. */
static void check_limits(const pair *p, tally *t)
{
    for (int32_t b = 0; b < (int32_t)p->skeleton->bone_count; b++) {
        const reference_bone *twin = &p->twin.bones[b];
        if (twin->chain < 0 || !p->skeleton->iks[twin->chain].links[twin->link].limited)
            continue;
        const hone_ik_link *link = &p->skeleton->iks[twin->chain].links[twin->link];
        reference_turn total = total_turn(p, b);
        double angles[3];
        if (reference_turn_angle(reference_turn_multiply(total, reference_turn_back(twin->own))) < 1e-3)
            continue;
        reference_link_angles(link, total, angles);
        for (int k = 0; k < 3; k++)
            if (!lies_within(angles[k], link->lower[k], link->upper[k]))
                fail_msg("bone %d: angle %d is %g, not within %g..%g", b, k, angles[k], (double)link->lower[k],
                         (double)link->upper[k]);
        t->limited++;
    }
}

static tally try_chains(uint64_t seed, hone_mmd_rules rules, int count)
{
    test_random random = {seed};
    tally t = {.rigs = (uint32_t)count};
    for (int n = 0; n < count; n++) {
        pair p;
        open_pair(random_rig_make(&random, &(random_rig_desc){true, true, n % 2 == 0}), rules, &p);
        random_pose_turn(&random, &p.pose, 0.3f * (float)(1 + n % 3));
        evaluate(&p);
        CHECK(isfinite(difference(&p)));
        t.alike += difference(&p) < 1e-3 * p.size;
        count_gaps(&p, &t);
        if (n % 2 == 0 && rules.ik == HONE_IK_CCD) /* a link that is evaluated after its chain keeps its own value */
            check_limits(&p, &t);
        close_pair(&p);
    }
    CHECK(t.chains > t.rigs);
    return t;
}

static void chains_come_as_near_as_in_double_precision_and_limits_hold(void **state)
{
    (void)state;
    tally t = try_chains(33, (hone_mmd_rules){0}, 4000);
    CHECK(t.worse * 1000 <= t.chains);
    CHECK(t.alike * 100 >= t.rigs * 99);
    CHECK(t.limited > 1000);
}

static void the_other_solvers_are_those_of_the_slow_evaluator_too(void **state)
{
    (void)state;
    const hone_mmd_rules rules[] = {{.keep_best = true},
                                    {.ik = HONE_IK_CCD_CLAMPED},
                                    {.order = HONE_ORDER_LAG},
                                    {.order = HONE_ORDER_LAG, .ik = HONE_IK_CCD_CLAMPED},
                                    {.toe_start = HONE_TOE_START_MOVED},
                                    {.toe_start = HONE_TOE_START_MOVED, .keep_best = true}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules;
         i++) { /* solvers that keep the best result may end an iteration earlier or later */
        tally t = try_chains(34, rules[i], 1000);
        CHECK(t.worse * 200 <= t.chains);
        CHECK(t.alike * 100 >= t.rigs * 98);
    }
}

static void ten_thousand_poses_hold_every_limit_and_no_nan(void **state)
{
    (void)state;
    test_random random = {35};
    tally t = {0};
    for (int n = 0; n < 500; n++) {
        pair p;
        open_pair(random_rig_make(&random, &(random_rig_desc){true, true, true}), (hone_mmd_rules){0}, &p);
        for (int pose = 0; pose < 20; pose++) {
            random_pose_turn(&random, &p.pose, 3);
            hone_rig_evaluate(p.rig, &p.pose.pose);
            for (uint32_t b = 0; b < p.skeleton->bone_count; b++)
                for (int i = 0; i < 12; i++) CHECK(isfinite(hone_rig_bones(p.rig)[b].m[i / 4][i % 4]));
            reference_rig_evaluate(&p.twin, &p.pose.pose);
            check_limits(&p, &t);
        }
        close_pair(&p);
    }
    CHECK(t.limited > 100);
}

static void a_frame_is_the_same_whatever_came_before(void **state)
{
    (void)state;
    test_random random = {36};
    for (int n = 0; n < 200; n++) {
        pair p, q;
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true});
        size_t size = hone_model_skeleton(model)->bone_count * sizeof(hone_affine);
        open_pair(hone_model_retain(model), (hone_mmd_rules){0}, &p);
        open_pair(model, (hone_mmd_rules){0}, &q);
        random_pose_turn(&random, &p.pose, 2);
        hone_rig_evaluate(p.rig, &p.pose.pose);
        random_pose_turn(&random, &p.pose, 2);
        hone_rig_evaluate(p.rig, &p.pose.pose);
        hone_rig_evaluate(q.rig, &p.pose.pose);
        CHECK(memcmp(hone_rig_bones(p.rig), hone_rig_bones(q.rig), size) == 0);
        close_pair(&p);
        close_pair(&q);
    }
}

static void not_a_number_goes_no_further_than_its_bones(void **state)
{
    (void)state;
    test_random random = {37};
    for (int n = 0; n < 100; n++) { /* it terminates, and the next pose is correct */
        pair p;
        open_pair(random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true}), (hone_mmd_rules){0},
                  &p);
        random_pose_turn(&random, &p.pose, 2);
        p.pose.bones[0].rotation[1] = n % 2 ? NAN : INFINITY;
        p.pose.bones[n % 3].translation[0] = NAN;
        hone_rig_evaluate(p.rig, &p.pose.pose);
        random_pose_turn(&random, &p.pose, 1);
        hone_rig_evaluate(p.rig, &p.pose.pose);
        for (uint32_t b = 0; b < p.skeleton->bone_count; b++) CHECK(isfinite(hone_rig_bones(p.rig)[b].m[0][3]));
        close_pair(&p);
    }
}

/* ---- a leg --------------------------------------------------------------------------------------------------- */

enum { HIP, THIGH, SHIN, FOOT, TOE, COPY, GOAL, LEG_BONES };

/* A leg along -y whose knee bends about x in one direction, with its goal at the foot, and a bone that copies the
 * thigh. */
static hone_model *make_leg(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, LEG_BONES, sizeof *bones);
    const float heights[LEG_BONES] = {10, 9, 5, 1, 0, 9, 1};
    const int32_t parents[LEG_BONES] = {HONE_NONE, HIP, THIGH, SHIN, FOOT, HIP, HONE_NONE};
    for (int i = 0; i < LEG_BONES; i++)
        bones[i] = (hone_bone){.name = "",
                               .parent = parents[i],
                               .position = {0, heights[i],
                                            i == TOE    ? -1
                                            : i == SHIN ? -0.1f
                                                        : 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    bones[COPY].flags = HONE_BONE_APPEND_ROTATION;
    bones[COPY].append_source = THIGH, bones[COPY].append_ratio = 1, bones[COPY].layer = 1;
    hone_ik_link *links = hone_builder_array(b, 2, sizeof *links);
    links[0] = (hone_ik_link){SHIN, true, {-3.1415927f, 0, 0}, {-0.0087266f, 0, 0}};
    links[1] = (hone_ik_link){.bone = THIGH};
    hone_ik *ik = hone_builder_array(b, 1, sizeof *ik);
    *ik = (hone_ik){
        .bone = GOAL, .effector = FOOT, .max_iterations = 40, .unit_angle = 2, .link_count = 2, .links = links};
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .skeleton = {.bone_count = LEG_BONES, .bones = bones, .ik_count = 1, .iks = ik}};
    hone_model *model = hone_model_create(b, &data, NULL, NULL);
    CHECK(model != NULL);
    return model;
}

/* In each order the middle angle is within a quarter turn, so that the angles are unique. */
static void limits_are_applied_in_an_order_that_suits_them(void **state)
{
    (void)state;
    const float one[3] = {1, 1, 1}, least[3] = {-1, -1, -1}, quarter = (float)(HONE_PI / 2);
    CHECK(hone_limits_make(least, one).order == HONE_EULER_YXZ);
    CHECK(hone_limits_make(least, (float[]){quarter, 1, 1}).order == HONE_EULER_ZYX);
    CHECK(hone_limits_make((float[]){-quarter, -1, -1}, one).order == HONE_EULER_ZYX);
    CHECK(hone_limits_make(least, (float[]){quarter, quarter, 1}).order == HONE_EULER_XZY);
    CHECK(hone_limits_make((float[]){-quarter, -quarter, -1}, one).order == HONE_EULER_XZY);
}

static void check_place(const pair *p, int bone, float x, float y, float z, double tolerance)
{
    const float want[3] = {x, y, z};
    for (int i = 0; i < 3; i++) CHECK_NEAR(hone_rig_bones(p->rig)[bone].m[i][3], want[i], tolerance);
}

static int open_leg(void **state)
{
    pair *p = test_calloc(1, sizeof *p);
    open_pair(make_leg(), (hone_mmd_rules){0}, p);
    *state = p;
    return 0;
}

static int close_leg(void **state)
{
    close_pair(*state);
    test_free(*state);
    return 0;
}

static void a_raised_goal_bends_the_knee_the_right_way(void **state)
{
    pair *p = *state;
    p->pose.bones[GOAL].translation[1] = 3;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    check_place(p, FOOT, 0, 4, 0, 1e-3);
    CHECK(hone_rig_bones(p->rig)[SHIN].m[2][3] < -1); /* MMD's characters face -z */
}

static void a_straight_leg_whose_goal_is_reached_stays_straight(void **state)
{
    pair *p = *state;
    /* although the limits require the knee to bend by half a degree */
    for (int evaluated = 0; evaluated < 2; evaluated++) {
        check_place(p, SHIN, 0, 5, -0.1f, 0);
        check_place(p, FOOT, 0, 1, 0, 0);
        hone_rig_evaluate(p->rig, &p->pose.pose);
    }
}

static void what_hangs_on_the_chain_follows_it(void **state)
{
    pair *p = *state;
    p->pose.bones[GOAL].translation[2] = -2;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    const hone_affine *worlds = hone_rig_bones(p->rig);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(worlds[TOE].m[i][3], worlds[FOOT].m[i][3] - worlds[FOOT].m[i][1] - worlds[FOOT].m[i][2], 1e-5);
}

static void an_append_passes_on_what_ik_turned(void **state)
{
    pair *p = *state;
    p->pose.bones[GOAL].translation[1] = 3;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    const hone_affine *worlds = hone_rig_bones(p->rig);
    CHECK(worlds[THIGH].m[1][1] < 0.95f);
    for (int i = 0; i < 12; i++) CHECK_NEAR(worlds[COPY].m[i / 4][i % 4], worlds[THIGH].m[i / 4][i % 4], 1e-5);
}

static void a_chain_that_is_off_leaves_its_links_as_keyed(void **state)
{
    pair *p = *state;
    p->pose.bones[GOAL].translation[1] = 3;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    p->pose.ik_enabled[0] = 0;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    check_place(p, FOOT, 0, 1, 0, 0);
}

/* The angle of a rotation, 0..pi, from its trace. */
static double angle_of(const hone_affine *a)
{
    double trace = (double)a->m[0][0] + (double)a->m[1][1] + (double)a->m[2][2];
    return acos(fmin(1, (trace - 1) / 2));
}

static void a_chain_of_half_weight_turns_its_links_half_as_far(void **state)
{
    pair *p = *state;
    float weight = 1;
    hone_affine full[2], half;
    p->pose.bones[GOAL].translation[1] = 3;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    memcpy(full, &hone_rig_bones(p->rig)[THIGH], sizeof *full);
    full[1] = hone_rig_bones(p->rig)[SHIN];
    p->pose.pose.ik_weights = &weight;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    CHECK(memcmp(&hone_rig_bones(p->rig)[SHIN], &full[1], sizeof *full) == 0); /* no weights mean weights of 1 */
    weight = 0.5f;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    half = hone_rig_bones(p->rig)[THIGH];
    CHECK(angle_of(&full[0]) > 0.3);
    CHECK_NEAR(angle_of(&half), angle_of(&full[0]) / 2, 1e-4);
    for (int i = 0; i < 12; i++) CHECK_NEAR(hone_rig_bones(p->rig)[COPY].m[i / 4][i % 4], half.m[i / 4][i % 4], 1e-5);
    weight = 0;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    check_place(p, FOOT, 0, 1, 0, 0); /* as keyed */
    p->pose.pose.ik_weights = NULL;
}

static void an_external_parent_carries_the_chain(void **state)
{
    pair *p = *state;
    p->pose.bones[GOAL].translation[1] = 3;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    hone_affine own = hone_rig_bones(p->rig)[SHIN];
    const hone_affine turned = {{{0, 0, 1, 20}, {0, 1, 0, 30}, {-1, 0, 0, 40}}};
    hone_rig_set_external_parent(p->rig, HIP, &turned);
    hone_rig_set_external_parent(p->rig, GOAL, &turned);
    hone_rig_evaluate(p->rig, &p->pose.pose);
    check_place(p, HIP, 20, 30, 40, 0); /* at rest it is at its new parent */
    check_place(p, GOAL, 20, 33, 40, 0);
    hone_rig_set_external_parent(p->rig, GOAL, NULL);
    hone_rig_set_external_parent(p->rig, HIP, NULL);
    hone_rig_evaluate(p->rig, &p->pose.pose);
    CHECK(memcmp(&own, &hone_rig_bones(p->rig)[SHIN], sizeof own) == 0);
    /* hip and all others except the goal: up and to the side */
    hone_affine lifted = {{{1, 0, 0, 5}, {0, 1, 0, 12}, {0, 0, 1, 0}}};
    hone_rig_set_external_parent(p->rig, THIGH, &lifted);
    p->pose.bones[GOAL].translation[0] = 5, p->pose.bones[GOAL].translation[1] = 6;
    hone_rig_evaluate(p->rig, &p->pose.pose);
    check_place(p, THIGH, 5, 12, 0, 0);
    check_place(p, FOOT, 5, 7, 0, 1e-3);
    hone_rig_set_external_parent(p->rig, SHIN, &lifted); /* inside the path: not solved any more */
    hone_rig_evaluate(p->rig, &p->pose.pose);
    check_place(p, SHIN, 10, 15, 0, 1e-3);
}

static void a_rig_with_chains_survives_every_failed_allocation_and_evaluating_makes_none(void **state)
{
    pair *p = *state;
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = p->model, .allocator = &a.allocator}, &error);
        done = rig != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        uint64_t calls = a.calls;
        if (done)
            hone_rig_evaluate(rig, &p->pose.pose);
        CHECK(a.calls == calls);
        hone_rig_destroy(rig);
        CHECK(a.live == 0);
    }
}

#define WITH_LEG(test) cmocka_unit_test_setup_teardown(test, open_leg, close_leg)

/* ---- extreme files --------------------------------------------------------------------------------------------- */

enum { TAIL = 1000 };

/* A tail of bones along x with two goals behind its end: one chain rotates every bone, the other the last ones. */
static hone_model *make_greedy(int32_t loops, uint32_t other_links, int32_t other_loops)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, TAIL + 2, sizeof *bones);
    hone_ik_link *links = hone_builder_array(b, TAIL, sizeof *links);
    hone_ik *iks = hone_builder_array(b, 2, sizeof *iks);
    for (int i = 0; i < TAIL + 2; i++)
        bones[i] = (hone_bone){.name = "",
                               .parent = i < TAIL ? i - 1 : HONE_NONE,
                               .position = {i < TAIL ? (float)i : TAIL - 1, 0, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    for (int i = 0; i < TAIL; i++) links[i] = (hone_ik_link){.bone = TAIL - 2 - i >= 0 ? TAIL - 2 - i : 0};
    iks[0] = (hone_ik){TAIL, TAIL - 1, loops, 1, TAIL - 1, links};
    iks[1] = (hone_ik){TAIL + 1, TAIL - 1, other_loops, 1, other_links, links};
    const hone_model_data data = {.space = HONE_SPACE_MMD,
                                  .skeleton = {.bone_count = TAIL + 2, .bones = bones, .ik_count = 2, .iks = iks}};
    hone_model *model = hone_model_create(b, &data, NULL, NULL);
    CHECK(model != NULL);
    return model;
}

static void check_tip(const hone_actor *actor, float x, float y)
{
    CHECK_NEAR(hone_actor_bones(actor)[TAIL - 1].m[0][3], x, 1e-3);
    CHECK_NEAR(hone_actor_bones(actor)[TAIL - 1].m[1][3], y, 1e-3);
}

static void chains_that_would_take_for_ever_are_left_out(void **state)
{
    (void)state;
    hone_model *model = make_greedy(256, 1, 40);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor != NULL);
    assert_int_equal(hone_rig_skipped_chain_count(hone_actor_rig(actor)), 1);
    hone_transform *bones = hone_actor_writable_pose(actor)->bones;
    bones[TAIL].translation[1] = 5;
    CHECK(hone_actor_evaluate(actor, NULL));
    check_tip(actor, TAIL - 1, 0);
    bones[TAIL + 1].translation[0] = -1; /* the other chain works */
    bones[TAIL + 1].translation[1] = 1;
    CHECK(hone_actor_evaluate(actor, NULL));
    check_tip(actor, TAIL - 2, 1);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* Each of two chains may take two thirds of the budget, but not both. */
static void chains_share_one_budget(void **state)
{
    (void)state;
    for (int both = 0; both < 2; both++) {
        hone_model *model = make_greedy(20, TAIL - 1, both ? 20 : 1);
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
        CHECK(rig && hone_rig_skipped_chain_count(rig) == (uint32_t)both);
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
}

TEST_GROUP(test_ik)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigs_without_chains_are_those_of_the_slow_evaluator),
        cmocka_unit_test(rigs_that_lag_do_as_well),
        cmocka_unit_test(chains_come_as_near_as_in_double_precision_and_limits_hold),
        cmocka_unit_test(the_other_solvers_are_those_of_the_slow_evaluator_too),
        cmocka_unit_test(ten_thousand_poses_hold_every_limit_and_no_nan),
        cmocka_unit_test(a_frame_is_the_same_whatever_came_before),
        cmocka_unit_test(not_a_number_goes_no_further_than_its_bones),
        cmocka_unit_test(limits_are_applied_in_an_order_that_suits_them),
        cmocka_unit_test(chains_that_would_take_for_ever_are_left_out),
        cmocka_unit_test(chains_share_one_budget),
        WITH_LEG(a_raised_goal_bends_the_knee_the_right_way),
        WITH_LEG(a_straight_leg_whose_goal_is_reached_stays_straight),
        WITH_LEG(what_hangs_on_the_chain_follows_it),
        WITH_LEG(an_append_passes_on_what_ik_turned),
        WITH_LEG(a_chain_that_is_off_leaves_its_links_as_keyed),
        WITH_LEG(a_chain_of_half_weight_turns_its_links_half_as_far),
        WITH_LEG(an_external_parent_carries_the_chain),
        WITH_LEG(a_rig_with_chains_survives_every_failed_allocation_and_evaluating_makes_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
