/* Full-body IK on a human of 62 bones: against forward kinematics in double precision; limits, weights, smoothness, and
 * goals that cannot be reached. */
#include "support/reference/reference_joint.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, EFFECTORS = 6, POSES = TEST_REPEATS(400, 100) };

typedef struct figure {
    uint32_t count;
    int32_t parents[MOST];
    float offsets[MOST][3];
    hone_limit limits[MOST];
    int32_t hips, ends[EFFECTORS]; /* hips, head, hands, feet */
} figure;

static int32_t add(figure *f, int32_t parent, float x, float y, float z)
{
    uint32_t i = f->count++;
    f->parents[i] = parent;
    hone_vec3_set(x, y, z, f->offsets[i]);
    f->limits[i] = (hone_limit){.rest = {0, 0, 0, 1}, .axis = {0, 1, 0}};
    return (int32_t)i;
}

static int32_t ball(figure *f, int32_t bone, float x, float y, float swing, float twist)
{
    hone_limit *limit = &f->limits[bone];
    limit->kind = HONE_LIMIT_BALL, limit->max_swing = swing, limit->min_angle = -twist, limit->max_angle = twist;
    hone_vec3_set(x, y, 0, limit->axis);
    return bone;
}

static int32_t hinge(figure *f, int32_t bone, float x, float y, float z, float most)
{
    hone_limit *limit = &f->limits[bone];
    limit->kind = HONE_LIMIT_HINGE, limit->max_angle = most;
    hone_vec3_set(x, y, z, limit->axis);
    return bone;
}

static void add_arm(figure *f, int32_t chest, int side)
{
    float x = side ? -1 : 1;
    int32_t bone = ball(f, add(f, chest, 0.05f * x, 0.13f, 0), x, 0, 0.3f, 0.1f);
    bone = ball(f, add(f, bone, 0.12f * x, 0, 0), x, 0, 1.6f, 1.3f);
    bone = hinge(f, add(f, bone, 0.27f * x, 0, 0), 0, -x, 0, 2.5f);
    int32_t hand = f->ends[2 + side] = ball(f, add(f, bone, 0.25f * x, 0, 0), x, 0, 1.2f, 1.3f);
    for (int finger = 0; finger < 5; finger++) {
        bone = hand;
        for (int k = 0; k < 4; k++)
            bone = hinge(f, add(f, bone, k ? 0.03f * x : 0.05f * x, 0, k ? 0 : 0.02f * (float)(finger - 2)), 0, 0, -x,
                         1.5f);
    }
}

static void add_leg(figure *f, int side)
{
    float x = side ? -1 : 1;
    int32_t bone = ball(f, add(f, f->hips, 0.09f * x, -0.05f, 0), 0, -1, 1.6f, 0.7f);
    bone = hinge(f, add(f, bone, 0, -0.42f, 0), 1, 0, 0, 2.5f);
    f->ends[4 + side] = ball(f, add(f, bone, 0, -0.41f, 0), 0, -1, 0.8f, 0.4f);
    add(f, f->ends[4 + side], 0, -0.05f, 0.13f);
}

static figure make_figure(void)
{
    figure f = {0};
    f.hips = f.ends[0] = add(&f, HONE_NONE, 0, 0.95f, 0);
    int32_t bone = f.hips;
    for (int i = 0; i < 3; i++) bone = ball(&f, add(&f, bone, 0, 0.12f, 0), 0, 1, 0.35f, 0.3f);
    int32_t neck = ball(&f, add(&f, bone, 0, 0.18f, 0), 0, 1, 0.5f, 0.6f);
    f.ends[1] = ball(&f, add(&f, neck, 0, 0.09f, 0), 0, 1, 0.5f, 0.6f);
    for (int side = 0; side < 2; side++) add_arm(&f, bone, side), add_leg(&f, side);
    return f;
}

/* ---- poses ----------------------------------------------------------------------------------------------------- */

typedef struct pose {
    float rotations[MOST][4], move[3];
} pose;

static pose random_pose(test_random *r, const figure *f, float amount)
{
    pose out;
    for (uint32_t i = 0; i < f->count; i++) reference_limit_random(r, &f->limits[i], amount, out.rotations[i]);
    test_random_quat(r, out.rotations[0]);
    hone_quat_slerp((const float[4]){0, 0, 0, 1}, out.rotations[0], 0.2f * amount, out.rotations[0]);
    for (int i = 0; i < 3; i++) out.move[i] = amount * test_random_float(r, -0.3f, i == 1 ? 0.1f : 0.3f);
    return out;
}

static void place(const figure *f, const pose *p, float (*corrections)[4], reference_place *out)
{
    static const float none[4] = {0, 0, 0, 1};
    for (uint32_t i = 0; i < f->count; i++) {
        float offset[3];
        hone_vec3_add(f->offsets[i], i ? (const float[3]){0, 0, 0} : p->move, offset);
        out[i] = reference_joint_place(i ? &out[f->parents[i]] : NULL, offset, p->rotations[i],
                                       corrections ? corrections[i] : none);
    }
}

typedef struct scene {
    figure f;
    pose from; /* the pose that the job begins with */
    hone_affine bones[MOST];
    hone_effector effectors[EFFECTORS];
    hone_full_body_job job;
    float corrections[MOST][4], move[3];
    void *memory;
} scene;

static void open_scene(scene *s)
{
    *s = (scene){.f = make_figure()};
    CHECK(s->f.count >= 60);
    s->memory = malloc(hone_full_body_memory_size(s->f.count, EFFECTORS));
    CHECK(s->memory != NULL);
}

/* Sets the pose that the job begins with, and as goals the places that the effectors have in another pose. */
static void set_scene(scene *s, const pose *from, const pose *to)
{
    reference_place places[MOST];
    s->from = *from;
    place(&s->f, from, NULL, places);
    for (uint32_t i = 0; i < s->f.count; i++) s->bones[i] = reference_joint_matrix(&places[i]);
    place(&s->f, to, NULL, places);
    for (int e = 0; e < EFFECTORS; e++) {
        hone_affine at = reference_joint_matrix(&places[s->f.ends[e]]);
        s->effectors[e] = (hone_effector){.bone = s->f.ends[e], .position_weight = 1, .rotation_weight = 1};
        hone_affine_origin(&at, s->effectors[e].position);
        hone_quat_from_affine(&at, s->effectors[e].rotation);
    }
    s->job = (hone_full_body_job){.bone_count = s->f.count,
                                  .parents = s->f.parents,
                                  .bones = s->bones,
                                  .limits = s->f.limits,
                                  .effector_count = EFFECTORS,
                                  .effectors = s->effectors,
                                  .root = s->f.hips,
                                  .tolerance = 5e-4f,
                                  .angle_tolerance = 2e-3f,
                                  .weight = 1,
                                  .memory = s->memory};
}

/* Places the bones after the corrections. */
static void finish(const scene *s, reference_place *out)
{
    pose after = s->from;
    hone_vec3_add(after.move, s->move, after.move);
    place(&s->f, &after, (float(*)[4])s->corrections, out);
}

static bool solve(scene *s)
{
    return hone_full_body_solve(&s->job, s->corrections, s->move);
}

static double worst_miss(const scene *s)
{
    reference_place places[MOST];
    double worst = 0;
    finish(s, places);
    for (int e = 0; e < EFFECTORS; e++) {
        double miss = reference_distance(places[s->f.ends[e]].position, s->effectors[e].position);
        worst = miss <= worst ? worst : miss;
    }
    return worst;
}

/* ---- tests ----------------------------------------------------------------------------------------------------- */

/* 1.6 m high: all six effectors, with orientations, within 1 mm after 24 rounds. */
static void goals_of_a_pose_are_reached_within_a_millimetre(void **state)
{
    test_random r = {1};
    scene s;
    uint32_t reached = 0;
    (void)state;
    open_scene(&s);
    for (int i = 0; i < POSES; i++) {
        pose from = random_pose(&r, &s.f, 0.15f), to = random_pose(&r, &s.f, 0.6f);
        from.move[0] = from.move[1] = from.move[2] = 0;
        set_scene(&s, &from, &to);
        bool there = solve(&s);
        double miss = worst_miss(&s);
        CHECK(!there || miss < 1e-3);
        reached += miss < 1e-3;
        CHECK(miss < 0.1);
    }
    CHECK(reached >= POSES * 98 / 100);
    free(s.memory);
}

/* Joints that use their whole range: a limit is often in the way, and another beginning finds a way around it. */
static void restarts_find_ways_around_limits(void **state)
{
    test_random r = {9};
    scene s;
    uint32_t reached[2] = {0, 0};
    (void)state;
    open_scene(&s);
    for (int i = 0; i < POSES; i++) {
        pose from = random_pose(&r, &s.f, 0.15f), to = random_pose(&r, &s.f, 1);
        from.move[0] = from.move[1] = from.move[2] = 0;
        set_scene(&s, &from, &to);
        bool at_once = solve(&s);
        double first = worst_miss(&s);
        s.job.restarts = 6;
        bool there = solve(&s);
        double miss = worst_miss(&s);
        CHECK(!there || miss < 1e-3);
        CHECK(!at_once || (there && miss == first)); /* they change nothing where they are not needed */
        reached[0] += first < 1e-3, reached[1] += miss < 1e-3;
        for (uint32_t k = 0; k < s.f.count; k++)
            if (s.f.limits[k].kind != HONE_LIMIT_NONE)
                CHECK(reference_limit_excess(&s.f.limits[k], from.rotations[k], s.corrections[k]) < 2e-3);
    }
    CHECK(reached[0] < reached[1] && reached[1] >= POSES * 99 / 100);
    free(s.memory);
}

static void limits_hold(void **state)
{
    test_random r = {2};
    scene s;
    (void)state;
    open_scene(&s);
    for (int i = 0; i < POSES; i++) {
        pose from = random_pose(&r, &s.f, 0.5f), to = random_pose(&r, &s.f, 1);
        set_scene(&s, &from, &to);
        for (int e = 0; e < EFFECTORS && i % 2; e++)
            hone_vec3_scale(s.effectors[e].position, 2, s.effectors[e].position);
        solve(&s);
        for (uint32_t k = 0; k < s.f.count; k++)
            if (s.f.limits[k].kind != HONE_LIMIT_NONE)
                CHECK(reference_limit_excess(&s.f.limits[k], from.rotations[k], s.corrections[k]) < 2e-3);
    }
    free(s.memory);
}

/* How far any bone moves for a millimetre of the goals, on the way from one pose to another; `far`: goals that cannot
 * be reached. */
static double roughness(scene *s, test_random *r, float beyond)
{
    pose from = random_pose(r, &s->f, 0.15f), a = random_pose(r, &s->f, 0.5f), b = random_pose(r, &s->f, 0.5f);
    reference_place before[MOST], after[MOST];
    double worst = 0;
    for (int k = 0; k <= 200; k++) {
        pose to = a;
        float last[EFFECTORS][3], part = 0.3f * (float)k / 200;
        for (uint32_t i = 0; i < s->f.count; i++)
            hone_quat_slerp(a.rotations[i], b.rotations[i], part, to.rotations[i]);
        hone_vec3_lerp(a.move, b.move, part, to.move);
        for (int e = 0; e < EFFECTORS; e++) hone_vec3_copy(s->effectors[e].position, last[e]);
        set_scene(s, &from, &to);
        s->job.tolerance = 1e-4f, s->job.angle_tolerance = 2e-4f;
        double step = 0;
        for (int e = 0; e < EFFECTORS; e++) {
            hone_vec3_scale(s->effectors[e].position, beyond, s->effectors[e].position);
            step = fmax(step, (double)hone_vec3_distance(last[e], s->effectors[e].position));
        }
        solve(s);
        finish(s, after);
        for (uint32_t i = 0; i < s->f.count && k; i++) {
            float at[3] = {(float)before[i].position[0], (float)before[i].position[1], (float)before[i].position[2]};
            worst = fmax(worst, reference_distance(after[i].position, at) / step);
        }
        memcpy(before, after, sizeof after);
    }
    return worst;
}

static void a_small_step_of_the_goals_is_a_small_step_of_the_bones(void **state)
{
    test_random r = {3};
    scene s;
    (void)state;
    open_scene(&s);
    for (int path = 0; path < 6; path++) {
        CHECK(roughness(&s, &r, 1) < 4);
        CHECK(roughness(&s, &r, 1.3f) < 12);
    }
    free(s.memory);
}

static void check_nothing(const scene *s)
{
    static const float none[4] = {0, 0, 0, 1};
    for (uint32_t k = 0; k < s->f.count; k++) CHECK(memcmp(s->corrections[k], none, sizeof none) == 0);
    CHECK(s->move[0] == 0 && s->move[1] == 0 && s->move[2] == 0);
}

static void weight_zero_and_reached_goals_change_no_bit(void **state)
{
    test_random r = {4};
    scene s;
    (void)state;
    open_scene(&s);
    pose from = random_pose(&r, &s.f, 0.3f), to = random_pose(&r, &s.f, 0.5f);
    set_scene(&s, &from, &to);
    s.job.weight = 0;
    CHECK(!solve(&s));
    check_nothing(&s);
    set_scene(&s, &from, &from);
    CHECK(solve(&s));
    check_nothing(&s);
    for (int e = 0; e < EFFECTORS; e++) s.effectors[e].position_weight = s.effectors[e].rotation_weight = 0;
    solve(&s);
    check_nothing(&s);
    free(s.memory);
}

/* Two goals that exclude each other: the heavier one wins. Fixed bones stay, and so does a root that may not move. */
static void weights_decide_and_fixed_bones_stay(void **state)
{
    static const float none[4] = {0, 0, 0, 1};
    test_random r = {5};
    scene s;
    (void)state;
    open_scene(&s);
    pose from = random_pose(&r, &s.f, 0.15f);
    set_scene(&s, &from, &from);
    for (int heavy = 2; heavy < 4; heavy++) {
        for (int e = 0; e < EFFECTORS; e++) s.effectors[e].position_weight = 0, s.effectors[e].rotation_weight = 0;
        for (int e = 2; e < 4; e++) {
            s.effectors[e].position_weight = e == heavy ? 100 : 0.1f;
            hone_vec3_set(e == 2 ? 3 : -3, 1.3f, 0, s.effectors[e].position);
        }
        solve(&s);
        CHECK((heavy == 2 ? 1 : -1) * s.move[0] > 0.5f);
    }
    s.job.root = HONE_NONE;
    s.f.limits[s.f.parents[s.f.ends[1]]].kind = HONE_LIMIT_FIXED;
    s.effectors[1].position_weight = 1;
    hone_vec3_set(0.3f, 1.4f, 0.3f, s.effectors[1].position);
    solve(&s);
    CHECK(s.move[0] == 0 && memcmp(s.corrections[s.f.parents[s.f.ends[1]]], none, sizeof none) == 0);
    CHECK(memcmp(s.corrections[1], none, sizeof none) != 0);
    free(s.memory);
}

static void effectors_of_no_bone_do_not_count(void **state)
{
    test_random r = {8};
    scene s;
    (void)state;
    open_scene(&s);
    pose from = random_pose(&r, &s.f, 0.15f);
    set_scene(&s, &from, &from);
    const int32_t bad[] = {HONE_NONE, (int32_t)s.f.count, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        for (int e = 0; e < EFFECTORS; e++) {
            s.effectors[e].bone = bad[i], s.effectors[e].position_weight = 1;
            hone_vec3_set(9, 9, 9, s.effectors[e].position);
        }
        solve(&s);
        check_nothing(&s);
    }
    free(s.memory);
}

/* The figure may be in a space that scales and mirrors, in any unit. */
static void the_space_above_may_be_any(void **state)
{
    test_random r = {6};
    scene s;
    (void)state;
    open_scene(&s);
    for (int i = 0; i < 40; i++) {
        pose from = random_pose(&r, &s.f, 0.15f), to = random_pose(&r, &s.f, 0.4f);
        hone_affine bones[MOST + 1];
        int32_t parents[MOST + 1];
        hone_limit limits[MOST + 1];
        float corrections[MOST + 1][4], move[3], p[3];
        set_scene(&s, &from, &to);
        bool there = solve(&s);
        bones[0] = (hone_affine){{{i % 2 ? -12.5f : 12.5f, 0, 0, 3}, {0, 12.5f, 0, 4}, {0, 0, 12.5f, 5}}};
        parents[0] = HONE_NONE, limits[0] = (hone_limit){.kind = HONE_LIMIT_FIXED};
        for (uint32_t k = 0; k < s.f.count; k++) {
            bones[k + 1] = hone_affine_multiply(&bones[0], &s.bones[k]);
            parents[k + 1] = k ? s.f.parents[k] + 1 : 0, limits[k + 1] = s.f.limits[k];
        }
        for (int e = 0; e < EFFECTORS; e++) {
            s.effectors[e].bone++;
            hone_affine at = hone_affine_from_rotation(s.effectors[e].rotation, s.effectors[e].position);
            at = hone_affine_multiply(&bones[0], &at);
            hone_affine_origin(&at, s.effectors[e].position);
            hone_transform parts = hone_transform_from_affine(&at);
            hone_quat_copy(parts.rotation, s.effectors[e].rotation);
        }
        s.job.bone_count++, s.job.bones = bones, s.job.parents = parents, s.job.limits = limits, s.job.root++;
        s.job.tolerance *= 12.5f;
        s.job.memory = malloc(hone_full_body_memory_size(s.job.bone_count, EFFECTORS));
        CHECK(hone_full_body_solve(&s.job, corrections, move) == there);
        hone_affine_direction(&bones[0], s.move, p);
        CHECK_NEAR(hone_vec3_distance(p, move) / 12.5f, 0, 2e-3);
        free(s.job.memory);
    }
    free(s.memory);
}

/* Folded and coincident goals, bones without length, and numbers that are none: rotations, and the same each time. */
static void hostile_input_gives_rotations(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 0};
    test_random r = {7};
    scene s;
    (void)state;
    open_scene(&s);
    for (int i = 0; i < TEST_REPEATS(1500, 150); i++) {
        pose from = random_pose(&r, &s.f, i % 2 ? 1.0f : 0.0f), to = random_pose(&r, &s.f, 1);
        float first[MOST][4];
        set_scene(&s, &from, &to);
        if (i % 5 == 0) /* all bones at one place */
            for (uint32_t k = 0; k < s.f.count; k++) s.bones[k] = s.bones[0];
        for (int e = 0; e < EFFECTORS && i % 4 == 0; e++) hone_vec3_set(0, 1, 0, s.effectors[e].position);
        for (int n = 0; n < i % 3; n++) {
            uint32_t e = test_random_u32(&r) % EFFECTORS, k = test_random_u32(&r) % s.f.count;
            float *numbers[] = {s.effectors[e].position, s.effectors[e].rotation, s.effectors[e].offset,
                                &s.effectors[e].position_weight, s.bones[k].m[0]};
            static const uint32_t sizes[] = {3, 4, 3, 1, 12};
            uint32_t which = test_random_u32(&r) % 5;
            numbers[which][test_random_u32(&r) % sizes[which]] = bad[test_random_u32(&r) % 7];
        }
        solve(&s);
        for (uint32_t k = 0; k < s.f.count; k++) CHECK_NEAR(hone_quat_dot(s.corrections[k], s.corrections[k]), 1, 1e-4);
        CHECK(hone_vec3_length(s.move) < INFINITY);
        memcpy(first, s.corrections, sizeof first);
        solve(&s);
        CHECK(memcmp(first, s.corrections, s.f.count * sizeof *first) == 0);
    }
    free(s.memory);
}

TEST_GROUP(test_full_body)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_of_a_pose_are_reached_within_a_millimetre),
        cmocka_unit_test(restarts_find_ways_around_limits),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_small_step_of_the_goals_is_a_small_step_of_the_bones),
        cmocka_unit_test(weight_zero_and_reached_goals_change_no_bit),
        cmocka_unit_test(weights_decide_and_fixed_bones_stay),
        cmocka_unit_test(effectors_of_no_bone_do_not_count),
        cmocka_unit_test(the_space_above_may_be_any),
        cmocka_unit_test(hostile_input_gives_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
