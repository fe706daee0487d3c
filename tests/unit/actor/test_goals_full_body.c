/* Goals of several bones on humanoids of glTF and MMD: whole bodies and chains. */
#include "samples/samples.h"
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

enum { HUMANS = 4 };

static hone_model *human_at(int i)
{
    const make_human_desc descs[HUMANS - 1] = {{.names = MAKE_HUMAN_MIXAMO},
                                               {.names = MAKE_HUMAN_UNREAL, .size = 30},
                                               {.names = MAKE_HUMAN_VRM_0, .away = true}};
    if (i == HUMANS - 1)
        return hone_sample_character(NULL);
    hone_bytes bytes = make_human(&descs[i]);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    hone_bytes_release(&bytes);
    CHECK(model != NULL);
    return model;
}

typedef struct stage {
    hone_model *model;
    hone_actor *actor, *plain; /* with the goal, and without */
    hone_limit *limits;
    hone_goal goal;
    float height, front;
    hone_goal_id handle;
} stage;

static void open_stage(int human, stage *s)
{
    *s = (stage){.model = human_at(human)};
    s->actor = hone_actor_create(&(hone_actor_desc){.model = s->model}, NULL);
    s->plain = hone_actor_create(&(hone_actor_desc){.model = s->model}, NULL);
    s->limits = calloc(hone_model_skeleton(s->model)->bone_count, sizeof *s->limits);
    CHECK(s->actor && s->plain && s->limits);
    CHECK(hone_goal_for_full_body(s->model, NULL, s->limits, &s->goal, NULL));
    s->height = s->goal.full_body.effectors[HONE_FULL_BODY_HEAD].position[1];
    s->front = hone_model_get(s->model)->space == HONE_SPACE_GLTF && human != 2 ? 1 : -1;
}

static void close_stage(stage *s)
{
    hone_actor_destroy(s->actor), hone_actor_destroy(s->plain);
    hone_model_release(s->model);
    free(s->limits);
}

/* The hands go before the chest, one higher than the other. */
static void set_hands(stage *s, float up)
{
    for (int i = 0; i < 2; i++) {
        hone_effector *hand = &s->goal.full_body.effectors[HONE_FULL_BODY_HAND + i];
        const hone_effector *head = &s->goal.full_body.effectors[HONE_FULL_BODY_HEAD];
        float side = hand->position[0] > 0 ? 0.1f : -0.1f;
        if (fabsf(hand->position[0]) < 0.15f * s->height)
            side = hand->position[0] > 0 ? 0.1f : -0.1f;
        hone_vec3_set(side * s->height, (i ? up : up + 0.1f) * s->height,
                      head->position[2] + 0.3f * s->front * s->height, hand->position);
        hand->position_weight = 1;
    }
}

static float off(const hone_actor *actor, const hone_effector *effector)
{
    float at[3];
    hone_affine_origin(&hone_actor_bones(actor)[effector->bone], at);
    return hone_vec3_distance(at, effector->position);
}

static float moved(const stage *s, int32_t bone)
{
    float a[3], b[3];
    hone_affine_origin(&hone_actor_bones(s->actor)[bone], a);
    hone_affine_origin(&hone_actor_bones(s->plain)[bone], b);
    return hone_vec3_distance(a, b) / s->height;
}

static void check_reached(const stage *s)
{
    const hone_effector *effectors = s->goal.full_body.effectors;
    CHECK(hone_actor_goal_reached(s->actor, s->handle));
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(off(s->actor, &effectors[HONE_FULL_BODY_HAND + i]) / s->height, 0, 1e-3);
        CHECK_NEAR(moved(s, effectors[HONE_FULL_BODY_FOOT + i].bone), 0, 1e-3);
    }
}

static void hands_reach_while_the_feet_stay(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        stage s;
        open_stage(h, &s);
        set_hands(&s, 0.75f);
        s.handle = hone_actor_goal_add(s.actor, &s.goal, NULL);
        CHECK(s.handle.id && hone_actor_update(s.actor, 0, NULL) && hone_actor_update(s.plain, 0, NULL));
        check_reached(&s);
        set_hands(&s, 0.35f); /* it bends down */
        CHECK(hone_actor_goal_set(s.actor, s.handle, &s.goal, NULL) && hone_actor_update(s.actor, 0, NULL));
        check_reached(&s);
        CHECK(moved(&s, s.goal.full_body.effectors[HONE_FULL_BODY_HEAD].bone) > 0.03f);
        close_stage(&s);
    }
}

static void feet_stay_with_the_dance(void **state)
{
    hone_motion *dance = hone_sample_dance(NULL);
    stage s;
    uint32_t reached = 0;
    (void)state;
    open_stage(HUMANS - 1, &s);
    CHECK(hone_actor_play(s.actor, dance, NULL, NULL).id && hone_actor_play(s.plain, dance, NULL, NULL).id);
    s.handle = hone_actor_goal_add(s.actor, &s.goal, NULL);
    for (int frame = 0; frame < 200; frame += 9) {
        float head[3];
        hone_actor_update_frame(s.plain, frame, NULL);
        hone_affine_origin(&hone_actor_bones(s.plain)[s.goal.full_body.effectors[HONE_FULL_BODY_HEAD].bone], head);
        set_hands(&s, 0.7f);
        for (int i = 0; i < 2; i++) {
            float *to = s.goal.full_body.effectors[HONE_FULL_BODY_HAND + i].position;
            hone_vec3_set(head[0] + (i ? -0.1f : 0.1f) * s.height, head[1] - 0.2f * s.height, head[2] - 0.3f * s.height,
                          to);
        }
        CHECK(hone_actor_goal_set(s.actor, s.handle, &s.goal, NULL));
        CHECK(hone_actor_update_frame(s.actor, frame, NULL));
        if (hone_actor_goal_reached(s.actor, s.handle))
            reached++, check_reached(&s);
    }
    CHECK(reached >= 15);
    hone_motion_release(dance);
    close_stage(&s);
}

static void crouch(void *user, double frame, hone_pose *pose)
{
    int32_t body = *(const int32_t *)user;
    pose->animated[body] = 1;
    hone_vec3_set(0.5f * sinf((float)frame), -1.5f - 0.5f * cosf((float)frame), 0, pose->bones[body].translation);
}

/* The IK chains of the sample's legs are on and bend the knees. With the goal the keys take over. */
static void feet_stay_where_chains_have_them(void **state)
{
    stage s;
    (void)state;
    open_stage(HUMANS - 1, &s);
    int32_t body = s.goal.full_body.root;
    hone_actor_destroy(s.actor), hone_actor_destroy(s.plain);
    hone_actor_desc desc = {.model = s.model, .edit = crouch, .edit_user = &body};
    s.actor = hone_actor_create(&desc, NULL), s.plain = hone_actor_create(&desc, NULL);
    CHECK(s.actor && s.plain);
    set_hands(&s, 0.5f);
    s.handle = hone_actor_goal_add(s.actor, &s.goal, NULL);
    for (int frame = 0; frame < 20; frame++) {
        CHECK(hone_actor_update_frame(s.plain, frame, NULL) && hone_actor_update_frame(s.actor, frame, NULL));
        check_reached(&s);
        int32_t knee = hone_model_humanoid(s.model).bones[HONE_HUMANOID_LOWER_LEG];
        const float *ik = hone_actor_bone_parts(s.actor, (uint32_t)knee).ik.rotation;
        CHECK_NEAR(hone_vec3_length(ik), 0, 2e-3);
    }
    close_stage(&s);
}

/* The feet of this file are no descendants of its shins. */
static void shins_stay_where_feet_hang_on_no_leg(void **state)
{
    char path[4096];
    hone_goal goal;
    (void)state;
    if (!test_data_path("gltf/raylib/robot.glb", path, sizeof path))
        test_skip(1, "test of a robot");
    hone_model *model = hone_model_load(path, NULL, NULL);
    hone_humanoid human = hone_model_humanoid(model);
    CHECK(hone_goal_for_full_body(model, NULL, NULL, &goal, NULL));
    for (int i = 0; i < 2; i++) {
        const hone_effector *foot = &goal.full_body.effectors[HONE_FULL_BODY_FOOT + i];
        CHECK(foot->bone == human.bones[HONE_HUMANOID_LOWER_LEG + i] && foot->rotation_weight == 0);
        CHECK(hone_vec3_length(foot->offset) > 0 && foot->stays == 1);
    }
    hone_model_release(model);
}

static void chains_reach(void **state)
{
    (void)state;
    for (int h = 0; h < HUMANS; h++) {
        stage s;
        open_stage(h, &s);
        hone_humanoid human = hone_model_humanoid(s.model);
        hone_goal goal = {.kind = HONE_GOAL_CHAIN, .weight = 1};
        goal.bones[0] = human.bones[HONE_HUMANOID_SPINE], goal.bones[1] = human.bones[HONE_HUMANOID_HEAD];
        hone_affine_origin(&hone_actor_bones(s.actor)[goal.bones[1]], goal.position);
        goal.position[0] += 0.08f * s.height, goal.position[1] -= 0.02f * s.height;
        for (int limited = 0; limited < 2; limited++) {
            goal.limits = limited ? s.limits : NULL;
            hone_goal_id handle = hone_actor_goal_add(s.actor, &goal, NULL);
            CHECK(handle.id && hone_actor_update(s.actor, 0, NULL));
            float at[3];
            hone_affine_origin(&hone_actor_bones(s.actor)[goal.bones[1]], at);
            CHECK(hone_actor_goal_reached(s.actor, handle) || limited);
            CHECK_NEAR(hone_vec3_distance(at, goal.position) / s.height, 0, limited ? 2e-3 : 1e-4);
            CHECK(hone_actor_goal_remove(s.actor, handle, NULL));
        }
        close_stage(&s);
    }
}

static void weight_zero_changes_no_bit_and_frames_allocate_nothing(void **state)
{
    test_allocator memory;
    stage s;
    (void)state;
    open_stage(0, &s);
    test_allocator_make(&memory, UINT64_MAX);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s.model, .allocator = &memory.allocator}, NULL);
    set_hands(&s, 0.7f);
    s.goal.weight = 0;
    hone_goal_id handle = hone_actor_goal_add(actor, &s.goal, NULL);
    CHECK(handle.id && hone_actor_update(actor, 0, NULL) && hone_actor_update(s.plain, 0, NULL));
    CHECK(memcmp(hone_actor_bones(actor), hone_actor_bones(s.plain),
                 hone_model_skeleton(s.model)->bone_count * sizeof(hone_affine)) == 0);
    s.goal.weight = 1;
    uint64_t calls = memory.calls;
    for (int frame = 0; frame < 3; frame++) {
        CHECK(hone_actor_goal_set(actor, handle, &s.goal, NULL));
        CHECK(hone_actor_update_frame(actor, frame, NULL));
    }
    CHECK(memory.calls == calls);
    hone_actor_destroy(actor);
    CHECK(memory.live == 0);
    close_stage(&s);
}

static void a_refused_allocation_adds_no_goal(void **state)
{
    test_allocator memory;
    stage s;
    (void)state;
    open_stage(0, &s);
    for (uint64_t refused = 0; refused < 2; refused++) {
        hone_error error = {0};
        test_allocator_make(&memory, UINT64_MAX);
        hone_actor *actor =
            hone_actor_create(&(hone_actor_desc){.model = s.model, .allocator = &memory.allocator}, NULL);
        memory.fail_at = memory.calls + refused;
        CHECK(!hone_actor_goal_add(actor, &s.goal, &error).id && error.code == HONE_ERROR_MEMORY);
        CHECK(hone_actor_update(actor, 0, NULL));
        hone_actor_destroy(actor);
        CHECK(memory.live == 0);
    }
    close_stage(&s);
}

static void goals_that_cannot_be_are_refused(void **state)
{
    stage s;
    hone_goal bad[5];
    (void)state;
    open_stage(0, &s);
    for (int i = 0; i < 5; i++) bad[i] = s.goal;
    bad[0].full_body.effector_count = HONE_MAX_EFFECTORS + 1, bad[1].full_body.effectors[2].bone = 1 << 20;
    bad[2].full_body.root = -2, bad[3].kind = bad[4].kind = HONE_GOAL_CHAIN;
    bad[3].bones[0] = s.goal.full_body.effectors[HONE_FULL_BODY_HEAD].bone, bad[3].bones[1] = 0;
    bad[4].bones[1] = -1;
    for (int i = 0; i < 5; i++) CHECK(!hone_actor_goal_add(s.actor, &bad[i], NULL).id);
    CHECK(!hone_goal_for_full_body(NULL, NULL, NULL, &s.goal, NULL));
    CHECK(!hone_goal_for_full_body(s.model, NULL, NULL, NULL, NULL));
    close_stage(&s);
}

TEST_GROUP(test_goals_full_body)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_reach_while_the_feet_stay),
        cmocka_unit_test(feet_stay_with_the_dance),
        cmocka_unit_test(feet_stay_where_chains_have_them),
        cmocka_unit_test(shins_stay_where_feet_hang_on_no_leg),
        cmocka_unit_test(chains_reach),
        cmocka_unit_test(weight_zero_changes_no_bit_and_frames_allocate_nothing),
        cmocka_unit_test(a_refused_allocation_adds_no_goal),
        cmocka_unit_test(goals_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
