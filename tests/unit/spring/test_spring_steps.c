/* Steps of springs beside a reference in double precision, and what they do with numbers from anywhere. */
#include "support/make/make_springs.h"
#include "support/reference/reference_springs.h"
#include "support/support.h"
#include <hone/spring.h>
#include <stdlib.h>
#include <string.h>

/* ---- by hand ---------------------------------------------------------------------------------------------------- */

static make_springs avatar;

typedef struct stage {
    hone_model *model;
    hone_spring_plan *plan;
    hone_affine bones[MAKE_SPRINGS_BONES], moved[MAKE_SPRINGS_BONES];
    hone_spring_state states[MAKE_SPRINGS_CHAINS * 8];
    hone_spring_shape shapes[MAKE_SPRINGS_COLLIDERS];
    hone_spring_job job;
} stage;

static hone_spring_plan *plan_of(const hone_model *model, const hone_allocator *allocator, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    return hone_spring_plan_create(&(hone_spring_desc){.skeleton = &data->skeleton,
                                                       .spring_count = data->spring_count,
                                                       .springs = data->springs,
                                                       .collider_count = data->collider_count,
                                                       .colliders = data->colliders,
                                                       .allocator = allocator},
                                   error);
}

static void pose(stage *s, const hone_transform *local)
{
    for (uint32_t b = 0; b < avatar.bone_count; b++) {
        hone_affine matrix = hone_affine_from_transform(&local[b]);
        s->bones[b] =
            avatar.parents[b] == HONE_NONE ? matrix : hone_affine_multiply(&s->bones[avatar.parents[b]], &matrix);
    }
}

static void open_stage(stage *s, const make_springs_desc *desc)
{
    hone_error error = {0};
    memset(s, 0, sizeof *s);
    make_springs_fill(&avatar, desc);
    s->model = make_springs_model(&avatar, NULL, &error);
    CHECK(s->model);
    s->plan = plan_of(s->model, NULL, &error);
    CHECK(s->plan);
    CHECK(hone_spring_joint_count(s->plan) == avatar.joint_count);
    s->job = (hone_spring_job){
        .plan = s->plan, .bones = s->bones, .states = s->states, .shapes = s->shapes, .moved = s->moved};
    pose(s, avatar.rest);
}

static void close_stage(stage *s)
{
    hone_spring_plan_destroy(s->plan);
    hone_model_release(s->model);
}

/* ---- beside the reference --------------------------------------------------------------------------------------- */

static double angle_between(const hone_affine *bone, const reference_place *place)
{
    float rotation[4];
    double sum = 0, away = 0;
    hone_quat_from_affine(bone, rotation);
    for (int i = 0; i < 4; i++) sum += (double)rotation[i] * place->rotation[i];
    for (int i = 0; i < 4; i++) {
        double d = (double)rotation[i] * (sum < 0 ? -1 : 1) - place->rotation[i];
        away += d * d;
    }
    return 2 * sqrt(away);
}

typedef struct difference {
    double metres, radians;
} difference;

static difference compare(const make_springs_desc *desc, uint32_t steps, reference_springs *r)
{
    stage s;
    hone_transform local[MAKE_SPRINGS_BONES];
    difference most = {0, 0};
    open_stage(&s, desc);
    for (uint32_t k = 0; k <= steps; k++) {
        make_springs_pose(&avatar, k / 60.0, local);
        pose(&s, local);
        k ? hone_spring_step(&s.job) : hone_spring_reset(&s.job);
        k ? reference_springs_step(r, local) : reference_springs_reset(r, &avatar, local);
        for (uint32_t i = 0; i < avatar.spring_count; i++)
            for (uint32_t j = 0; j < avatar.springs[i].joint_count; j++) {
                int32_t bone = avatar.springs[i].joints[j].bone;
                for (int c = 0; c < 3; c++)
                    most.metres = fmax(most.metres, fabs((double)s.moved[bone].m[c][3] - r->places[bone].at[c]));
                most.radians = fmax(most.radians, angle_between(&s.moved[bone], &r->places[bone]));
            }
    }
    close_stage(&s);
    return most;
}

/* Where colliders turn a joint to nearly the opposite of its rest, the shortest rotation is not defined, and single
 * precision of the input matters more. */
static void two_hundred_avatars_swing_as_the_specification_says(void **state)
{
    (void)state;
    static reference_springs r;
    enum { COUNT = TEST_REPEATS(224, 28), KINDS = 7 };
    uint32_t touched[KINDS] = {0}, limited = 0, near = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        make_springs_desc desc = {.seed = i, .kind = (int)(i % KINDS), .center = i / KINDS % 3 == 1};
        desc.limits = i / KINDS % 4 == 3 ? 1 + (int)(i / KINDS / 4 % 3) : 0;
        desc.scale = i % 5 == 4 ? 1.2f : 0;
        difference most = compare(&desc, 600, &r);
        for (int k = 0; k < MAKE_SPRINGS_ALL; k++) touched[desc.kind] += r.touched[k];
        limited += r.limited;
        near += most.metres < 1e-5 && most.radians < 1e-4;
        CHECK(most.metres < 1e-4 && most.radians < 1e-2);
    }
    for (int k = 0; k < MAKE_SPRINGS_NONE; k++) CHECK(touched[k] > 100);
    CHECK(limited > 100);
    CHECK(near >= COUNT * 9 / 10);
}

/* ---- properties ------------------------------------------------------------------------------------------------- */

static void joints_keep_their_length(void **state)
{
    (void)state;
    stage s;
    hone_transform local[MAKE_SPRINGS_BONES];
    open_stage(&s, &(make_springs_desc){.seed = 3, .kind = MAKE_SPRINGS_ALL});
    hone_spring_reset(&s.job);
    for (uint32_t k = 1; k <= 200; k++) {
        make_springs_pose(&avatar, k / 60.0, local);
        pose(&s, local);
        hone_spring_step(&s.job);
        const hone_spring_joint *joint = avatar.springs[0].joints;
        float head[3], tail[3];
        hone_affine_origin(&s.moved[joint[0].bone], head);
        hone_affine_origin(&s.moved[joint[1].bone], tail);
        CHECK_NEAR(hone_vec3_distance(head, tail), hone_vec3_length(avatar.rest[joint[1].bone].translation), 1e-6);
    }
    close_stage(&s);
}

static void springs_without_force_stay_at_rest(void **state)
{
    (void)state;
    stage s;
    make_springs_desc desc = {.seed = 5, .kind = MAKE_SPRINGS_NONE};
    open_stage(&s, &desc);
    close_stage(&s);
    for (uint32_t c = 0; c < avatar.spring_count; c++)
        for (int j = 0; j < 8; j++) avatar.joints[c][j].gravity_power = 0;
    s.model = make_springs_model(&avatar, NULL, NULL);
    s.plan = plan_of(s.model, NULL, NULL);
    s.job.plan = s.plan;
    hone_spring_reset(&s.job);
    for (int k = 0; k < 100; k++) hone_spring_step(&s.job);
    for (uint32_t i = 0; i < avatar.joint_count; i++) {
        int32_t bone = avatar.springs[0].joints[0].bone;
        for (int c = 0; c < 3; c++) CHECK_NEAR(s.moved[bone].m[c][3], s.bones[bone].m[c][3], 1e-6);
    }
    close_stage(&s);
}

static void drag_is_relative_to_the_wind(void **state)
{
    (void)state;
    stage s;
    open_stage(&s, &(make_springs_desc){.seed = 5, .kind = MAKE_SPRINGS_NONE});
    hone_spring_reset(&s.job);
    for (int k = 0; k < 300; k++) hone_spring_step(&s.job);
    double calm = s.states[0].tail[0];
    s.job.wind[0] = 3;
    for (int k = 0; k < 300; k++) hone_spring_step(&s.job);
    CHECK(s.states[0].tail[0] > calm + 0.02);
    close_stage(&s);
}

static void a_joint_that_is_off_follows_its_bone(void **state)
{
    (void)state;
    stage s;
    uint8_t off[MAKE_SPRINGS_BONES];
    hone_transform local[MAKE_SPRINGS_BONES];
    memset(off, 1, sizeof off);
    open_stage(&s, &(make_springs_desc){.seed = 2, .kind = MAKE_SPRINGS_ALL});
    s.job.off = off;
    hone_spring_reset(&s.job);
    make_springs_pose(&avatar, 1, local);
    pose(&s, local);
    hone_spring_step(&s.job);
    for (uint32_t i = 0; i < avatar.spring_count; i++) {
        int32_t bone = avatar.springs[i].joints[1].bone;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(s.moved[bone].m[r][c], s.bones[bone].m[r][c], 1e-6);
    }
    close_stage(&s);
}

static void a_moved_world_gives_moved_springs(void **state)
{
    (void)state;
    static stage a, b;
    const float turn[4] = {0, 0.38268343f, 0, 0.92387953f}, at[3] = {3, 1, -2};
    hone_affine by = hone_affine_from_rotation(turn, at);
    open_stage(&a, &(make_springs_desc){.seed = 9, .kind = MAKE_SPRINGS_NONE});
    hone_spring_reset(&a.job);
    hone_spring_step(&a.job);
    b = a;
    b.job.bones = b.bones, b.job.states = b.states, b.job.shapes = b.shapes, b.job.moved = b.moved;
    hone_spring_move(b.plan, &by, b.states);
    for (uint32_t i = 0; i < avatar.joint_count; i++) {
        float tail[3], moved[3];
        for (int c = 0; c < 3; c++) tail[c] = (float)a.states[i].tail[c];
        hone_affine_point(&by, tail, moved);
        for (int c = 0; c < 3; c++) CHECK_NEAR(b.states[i].tail[c], moved[c], 1e-6);
    }
    close_stage(&a);
}

static void between_two_steps_bones_turn_from_one_to_the_other(void **state)
{
    (void)state;
    static stage s;
    static hone_affine first[MAKE_SPRINGS_BONES], last[MAKE_SPRINGS_BONES], middle[MAKE_SPRINGS_BONES];
    static hone_spring_state before[MAKE_SPRINGS_CHAINS * 8];
    open_stage(&s, &(make_springs_desc){.seed = 9, .kind = MAKE_SPRINGS_NONE});
    hone_spring_reset(&s.job);
    memcpy(before, s.states, sizeof before);
    for (int k = 0; k < 5; k++) hone_spring_step(&s.job);
    hone_spring_between(s.plan, before, s.states, 0, s.bones, first);
    hone_spring_between(s.plan, before, s.states, 0.5, s.bones, middle);
    hone_spring_between(s.plan, before, s.states, 1, s.bones, last);
    int32_t tail = avatar.springs[0].joints[1].bone;
    for (int c = 0; c < 3; c++) {
        CHECK_NEAR(last[tail].m[c][3], s.moved[tail].m[c][3], 1e-6);
        CHECK_NEAR(middle[tail].m[c][3], (first[tail].m[c][3] + last[tail].m[c][3]) / 2, 1e-3);
    }
    close_stage(&s);
}

/* ---- numbers from anywhere -------------------------------------------------------------------------------------- */

static bool all_finite(const stage *s)
{
    for (uint32_t i = 0; i < avatar.joint_count; i++)
        for (int c = 0; c < 3; c++)
            if (!(fabs(s->states[i].tail[c]) < 1e10))
                return false;
    return true;
}

static void bones_that_are_not_finite_do_no_lasting_harm(void **state)
{
    (void)state;
    static const float bad[] = {NAN, INFINITY, 0, 1e30f, 1e-30f};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        stage s;
        open_stage(&s, &(make_springs_desc){.seed = 11, .kind = MAKE_SPRINGS_ALL, .center = k % 2 == 1});
        hone_spring_reset(&s.job);
        for (uint32_t b = 0; b < avatar.bone_count; b++)
            for (int c = 0; c < 4; c++) s.bones[b].m[0][c] *= bad[k];
        for (int i = 0; i < 3; i++) hone_spring_step(&s.job);
        CHECK(all_finite(&s));
        pose(&s, avatar.rest);
        for (int i = 0; i < 600; i++) hone_spring_step(&s.job);
        CHECK(all_finite(&s));
        for (uint32_t i = 0; i < avatar.spring_count; i++) CHECK(isfinite(s.moved[avatar.joints[i][1].bone].m[0][3]));
        close_stage(&s);
    }
}

static void refused(const make_springs *with, const char *why)
{
    const hone_skeleton skeleton = {.bone_count = 0};
    hone_error error = {0};
    hone_spring_desc desc = {.skeleton = &skeleton,
                             .spring_count = with->spring_count,
                             .springs = with->springs,
                             .collider_count = with->collider_count,
                             .colliders = with->colliders};
    hone_bone bones[MAKE_SPRINGS_BONES] = {0};
    for (uint32_t b = 0; b < with->bone_count; b++) {
        bones[b].parent = with->parents[b];
        bones[b].rest_local = hone_affine_from_transform(&with->rest[b]);
    }
    const hone_skeleton whole = {.bone_count = with->bone_count, .bones = bones};
    desc.skeleton = &whole;
    CHECK(!hone_spring_plan_create(&desc, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, why));
}

static void arrays_that_no_springs_have_are_refused(void **state)
{
    (void)state;
    static make_springs m;
    const make_springs_desc desc = {.seed = 1, .kind = MAKE_SPRINGS_ALL};
    make_springs_fill(&m, &desc);
    m.joints[0][1].bone = m.joints[0][0].bone;
    refused(&m, "two joints");
    make_springs_fill(&m, &desc);
    m.joints[0][1].bone = 1000;
    refused(&m, "out of range");
    make_springs_fill(&m, &desc);
    m.touched[0][0] = 99;
    refused(&m, "out of range");
    make_springs_fill(&m, &desc);
    m.colliders[0].bone = -7;
    refused(&m, "collider 0");
    make_springs_fill(&m, &desc);
    m.parents[1] = 3;
    refused(&m, "circle");
}

static void a_lack_of_memory_is_reported(void **state)
{
    (void)state;
    make_springs_fill(&avatar, &(make_springs_desc){.seed = 1, .kind = MAKE_SPRINGS_ALL});
    hone_model *model = make_springs_model(&avatar, NULL, NULL);
    bool made = false;
    for (uint64_t fail = 0; !made; fail++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, fail);
        hone_spring_plan *plan = plan_of(model, &a.allocator, &error);
        made = plan != NULL;
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_spring_plan_destroy(plan);
        CHECK(a.live == 0);
    }
    hone_model_release(model);
}

TEST_GROUP(test_spring_steps)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hundred_avatars_swing_as_the_specification_says),
        cmocka_unit_test(joints_keep_their_length),
        cmocka_unit_test(springs_without_force_stay_at_rest),
        cmocka_unit_test(drag_is_relative_to_the_wind),
        cmocka_unit_test(a_joint_that_is_off_follows_its_bone),
        cmocka_unit_test(a_moved_world_gives_moved_springs),
        cmocka_unit_test(between_two_steps_bones_turn_from_one_to_the_other),
        cmocka_unit_test(bones_that_are_not_finite_do_no_lasting_harm),
        cmocka_unit_test(arrays_that_no_springs_have_are_refused),
        cmocka_unit_test(a_lack_of_memory_is_reported),
    };
    return cmocka_run_group_tests_name("test_spring_steps", tests, NULL, NULL);
}
