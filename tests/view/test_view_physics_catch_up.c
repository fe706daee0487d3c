/* Physics that catches up with a distant time in a separate thread: the same bits as simulated directly. */
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "view/document/character/physics_catch_up.h"

#include <string.h>

typedef hone_affine pose[PUPPET_BONES];

typedef struct stage {
    hone_model *model;
    hone_motion *dance;
    hone_actor *actor;
} stage;

/* Number of samples that actors took: one for each physics step, and one for each frame shown. */
static uint32_t samples;

static void count_sample(void *user, double frame, hone_pose *unused)
{
    (void)user, (void)frame, (void)unused;
    samples++;
}

static hone_actor *make_actor(const stage *s)
{
    hone_error error = {0};
    hone_actor_desc desc = {.model = s->model, .physics = {.on = true, .options.exact = true}, .edit = count_sample};
    hone_actor *actor = hone_actor_create(&desc, &error);
    if (!actor || !hone_actor_play(actor, s->dance, &(hone_play_desc){.loop = true}, &error).id)
        fail_msg("%s", error.message);
    return actor;
}

static stage enter(void)
{
    NEEDS(physics);
    stage s = {.model = puppet_make(&(puppet_desc){.swing = true}, NULL), .dance = puppet_motion(1, NULL)};
    s.actor = make_actor(&s);
    return s;
}

static void leave(stage *s)
{
    hone_actor_destroy(s->actor);
    hone_motion_release(s->dance);
    hone_model_release(s->model);
}

static void show(hone_actor *actor, double frame, pose out)
{
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    memcpy(out, hone_actor_bones(actor), sizeof(pose));
}

/* The pose of a film from the beginning. */
static void show_straight(const stage *s, double frame, pose out)
{
    hone_actor *actor = make_actor(s);
    for (double at = 0; at < frame; at++) CHECK(hone_actor_update_frame(actor, at, NULL));
    show(actor, frame, out);
    hone_actor_destroy(actor);
}

static void check_same(pose got, pose want)
{
    CHECK(memcmp(got, want, sizeof(pose)) == 0);
}

static void wait_for(physics_catch_up *c)
{
    while (!physics_catch_up_done(c, 1)) {
    }
}

static void run(physics_catch_up *c, physics_catch_up_runner *runners, uint32_t count, double frame)
{
    physics_catch_up_begin(c, runners, count, frame);
    wait_for(c);
    for (uint32_t i = 0; i < count; i++) CHECK_NEAR(runners[i].reached, frame, 0);
}

/* The pose of the motions only. */
static void show_plain(const stage *s, double frame, pose out)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model}, NULL);
    CHECK(hone_actor_play(actor, s->dance, &(hone_play_desc){.loop = true}, NULL).id);
    show(actor, frame, out);
    hone_actor_destroy(actor);
}

static void every_leap_ends_as_the_straight_way_does(void **state)
{
    (void)state;
    static const double leaps[] = {0, 100, 101.5, 640, 620, 310, 7, 640};
    stage s = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner r = physics_catch_up_runner_of(s.actor);
    for (size_t i = 0; i < sizeof leaps / sizeof *leaps; i++) {
        pose got, want, plain;
        run(c, &r, 1, leaps[i]);
        show(s.actor, leaps[i], got);
        show_straight(&s, leaps[i], want);
        check_same(got, want);
        show_plain(&s, leaps[i], plain);
        CHECK(memcmp(got, plain, sizeof got) != 0);
    }
    physics_catch_up_destroy(c);
    leave(&s);
}

static void the_way_forward_begins_at_the_last_checkpoint_before(void **state)
{
    (void)state;
    stage s = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner r = physics_catch_up_runner_of(s.actor);
    pose got, want;
    show_straight(&s, 1250, want);
    run(c, &r, 1, 1250);
    for (int i = 0; i < 2; i++) {
        run(c, &r, 1, i ? 450 : 0); /* one begins at a checkpoint, the other one has later checkpoints */
        samples = 0;
        run(c, &r, 1, 1250);
        CHECK(samples <= 2 * 51); /* 1200 is a checkpoint; physics takes two steps a frame */
        show(s.actor, 1250, got);
        check_same(got, want);
    }
    run(c, &r, 1, 0);
    samples = 0;
    run(c, &r, 1, 1510); /* after all checkpoints */
    CHECK(samples <= 2 * 311);
    physics_catch_up_destroy(c);
    leave(&s);
}

static void several_run_one_after_the_other(void **state)
{
    (void)state;
    stage s = enter(), other = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner runners[] = {physics_catch_up_runner_of(s.actor), physics_catch_up_runner_of(other.actor)};
    pose got, want;
    run(c, runners, 2, 90);
    show_straight(&s, 90, want);
    for (int i = 0; i < 2; i++) {
        show(runners[i].actor, 90, got);
        check_same(got, want);
    }
    physics_catch_up_destroy(c);
    leave(&other);
    leave(&s);
}

static void one_that_is_stopped_says_how_far_it_came(void **state)
{
    (void)state;
    stage s = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner r = physics_catch_up_runner_of(s.actor);
    physics_catch_up_begin(c, &r, 1, 1e7);
    CHECK(physics_catch_up_busy(c));
    CHECK(!physics_catch_up_done(c, 0));
    while (physics_catch_up_progress(c) <= 0) CHECK(!physics_catch_up_done(c, 0.001));
    physics_catch_up_stop(c);
    CHECK(!physics_catch_up_busy(c) && !physics_catch_up_done(c, 0));
    CHECK(r.reached > 0 && r.reached < 1e7);
    double further = r.reached + 10;
    pose got, want;
    run(c, &r, 1, further); /* and continues from there */
    show(s.actor, further, got);
    show_straight(&s, further, want);
    check_same(got, want);
    physics_catch_up_destroy(c);
    leave(&s);
}

static void what_plays_anew_begins_anew(void **state)
{
    (void)state;
    stage s = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner r = physics_catch_up_runner_of(s.actor);
    pose got, want, before;
    run(c, &r, 1, 60);
    show(s.actor, 60, before);
    hone_motion_release(s.dance);
    s.dance = puppet_motion(-0.7f, NULL);
    CHECK(hone_actor_play_stop(s.actor, hone_actor_play_at(s.actor, 0), NULL));
    CHECK(hone_actor_play(s.actor, s.dance, &(hone_play_desc){.loop = true}, NULL).id);
    r.keep = -1;
    run(c, &r, 1, 60);
    CHECK(r.keep == (double)INFINITY);
    show(s.actor, 60, got);
    show_straight(&s, 60, want);
    check_same(got, want);
    CHECK(memcmp(got, before, sizeof got) != 0);
    physics_catch_up_destroy(c);
    leave(&s);
}

static void what_changes_later_keeps_the_steps_before(void **state)
{
    (void)state;
    stage s = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner r = physics_catch_up_runner_of(s.actor);
    pose got, want;
    run(c, &r, 1, 700);
    samples = 0;
    r.keep = 450;
    run(c, &r, 1, 700);
    CHECK(r.reached == 700 && r.furthest == 700 && r.keep == (double)INFINITY);
    CHECK(samples >= 2 * 400 && samples < 2 * 450); /* from the checkpoint at 300, two steps a frame */
    samples = 0;
    r.keep = 700;
    run(c, &r, 1, 720);
    CHECK(samples < 2 * 40); /* it goes on where it is */
    show(s.actor, 720, got);
    show_straight(&s, 720, want);
    check_same(got, want);
    physics_catch_up_destroy(c);
    leave(&s);
}

static void progress_goes_from_nothing_to_all(void **state)
{
    (void)state;
    stage s = enter(), other = enter();
    physics_catch_up *c = physics_catch_up_create(NULL);
    physics_catch_up_runner runners[] = {physics_catch_up_runner_of(s.actor), physics_catch_up_runner_of(other.actor)};
    double before = 0;
    physics_catch_up_begin(c, runners, 2, 600);
    do {
        double now = physics_catch_up_progress(c);
        CHECK(now >= before && now <= 1);
        before = now;
    } while (!physics_catch_up_done(c, 0.0005));
    CHECK_NEAR(physics_catch_up_progress(c), 1, 1e-6);
    physics_catch_up_destroy(c);
    leave(&other);
    leave(&s);
}

static void it_may_be_left_at_any_time(void **state)
{
    (void)state;
    stage s = enter();
    physics_catch_up_runner r = physics_catch_up_runner_of(s.actor);
    for (int i = 0; i < 20; i++) {
        physics_catch_up *c = physics_catch_up_create(NULL);
        CHECK(!physics_catch_up_busy(c) && !physics_catch_up_done(c, 0));
        physics_catch_up_stop(c); /* no catch-up is running */
        if (i % 4)
            physics_catch_up_begin(c, &r, 1, 1e7);
        if (i % 4 == 2)
            CHECK(!physics_catch_up_done(c, 0.002));
        if (i % 4 == 3)
            physics_catch_up_stop(c);
        physics_catch_up_destroy(c);
    }
    physics_catch_up_destroy(NULL);
    leave(&s);
}

TEST_GROUP(test_view_physics_catch_up)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_leap_ends_as_the_straight_way_does),
        cmocka_unit_test(the_way_forward_begins_at_the_last_checkpoint_before),
        cmocka_unit_test(several_run_one_after_the_other),
        cmocka_unit_test(one_that_is_stopped_says_how_far_it_came),
        cmocka_unit_test(what_plays_anew_begins_anew),
        cmocka_unit_test(what_changes_later_keeps_the_steps_before),
        cmocka_unit_test(progress_goes_from_nothing_to_all),
        cmocka_unit_test(it_may_be_left_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
