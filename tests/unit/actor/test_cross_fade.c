/* Cross-fades from one motion of an actor to another. */
#include "core/motion/pose.h"
#include "support/actor_stage.h"
#include "support/make/still_motion.h"
#include "support/reference/posed.h"
#include "support/support.h"
#include <hone/actor.h>
#include <string.h>

/* ---- actors ----------------------------------------------------------------------------------------------------- */

static hone_actor *make_actor(const hone_model *model)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor);
    return actor;
}

static hone_play_id play(hone_actor *actor, const hone_motion *motion)
{
    hone_play_id handle = hone_actor_play(actor, motion, NULL, NULL);
    CHECK(handle.id);
    return handle;
}

static hone_play_id cross_fade(hone_actor *actor, hone_play_id from, const hone_motion *motion, double seconds)
{
    hone_play_id handle =
        hone_actor_cross_fade(actor, from, motion, &(hone_play_desc){.fade_in_seconds = seconds}, NULL);
    CHECK(handle.id);
    return handle;
}

static const hone_pose *pose_at(hone_actor *actor, double frame)
{
    hone_actor_sample_frame(actor, frame);
    return hone_actor_writable_pose(actor);
}

/* An actor that plays the first motion, then cross-fades to the second within a second from frame 0 on. */
static hone_actor *fade_between(const hone_model *model, const still_motion *first, const still_motion *second)
{
    hone_actor *actor = make_actor(model);
    hone_motion *from = make_still_motion(first), *to = make_still_motion(second);
    cross_fade(actor, play(actor, from), to, 1);
    hone_motion_release(from);
    hone_motion_release(to);
    return actor;
}

static double degrees_about_y(const hone_transform *bone)
{
    return 2 * atan2(fabs((double)bone->rotation[1]), fabs((double)bone->rotation[3])) * 180 / 3.14159265358979;
}

/* ---- values of two motions -------------------------------------------------------------------------------------- */

static void equal_values_do_not_move(void **state)
{
    const still_motion same = {
        .bone_count = 2, .bones = {{"b2", {1, 2, 3}, 90}, {"b7", {0}, 170}}, .morph = true, .weight = 1};
    hone_actor *actor = fade_between(*state, &same, &same);
    posed want;
    hone_pose_copy(open_pose(&want), pose_at(actor, -1));
    CHECK_NEAR(degrees_about_y(&want.bones[2]), 90, 1e-4);
    for (double frame = 0; frame < 40; frame += 0.37) CHECK(same_pose(pose_at(actor, frame), &want.pose));
    hone_actor_destroy(actor);
}

static void the_other_quaternion_of_a_rotation_is_that_rotation(void **state)
{
    const still_motion one = {.bone_count = 1, .bones = {{"b2", {0}, 90, false}}};
    const still_motion other = {.bone_count = 1, .bones = {{"b2", {0}, 90, true}}};
    hone_actor *actor = fade_between(*state, &one, &other);
    for (double frame = 0; frame < 40; frame += 0.37)
        CHECK_NEAR(degrees_about_y(&pose_at(actor, frame)->bones[2]), 90, 1e-4);
    hone_actor_destroy(actor);
}

static void different_values_change_linearly(void **state)
{
    const still_motion one = {.bone_count = 1, .bones = {{"b2", {1, 0, 0}, 20}}, .morph = true, .weight = 0.2f};
    const still_motion other = {
        .bone_count = 1, .bones = {{"b2", {5, 0, 0}, 100, true}}, .morph = true, .weight = 0.6f};
    hone_actor *actor = fade_between(*state, &one, &other);
    for (double frame = 0; frame <= 30; frame += 2.5) {
        const hone_pose *pose = pose_at(actor, frame);
        CHECK_NEAR(degrees_about_y(&pose->bones[2]), 20 + 80 * frame / 30, 1e-3);
        CHECK_NEAR(pose->bones[2].translation[0], 1 + 4 * frame / 30, 1e-5);
        CHECK_NEAR(pose->morphs[1], 0.2 + 0.4 * frame / 30, 1e-6);
    }
    hone_actor_destroy(actor);
}

/* Only the first has keys for "b2", only the second for "b7", neither for "b9". */
static void values_without_keys_in_one_motion_go_to_rest(void **state)
{
    const still_motion one = {
        .bone_count = 1, .bones = {{"b2", {6, 0, 0}, 90}}, .morph = true, .weight = 1, .chain_off = true};
    const still_motion other = {.bone_count = 1, .bones = {{"b7", {0, 3, 0}, 60}}};
    hone_actor *actor = fade_between(*state, &one, &other);
    for (double frame = 0; frame <= 30; frame += 2.5) {
        const hone_pose *pose = pose_at(actor, frame);
        double gone = frame / 30;
        CHECK_NEAR(degrees_about_y(&pose->bones[2]), 90 * (1 - gone), 1e-3);
        CHECK_NEAR(pose->bones[2].translation[0], 6 * (1 - gone), 1e-5);
        CHECK_NEAR(degrees_about_y(&pose->bones[7]), 60 * gone, 1e-3);
        CHECK_NEAR(pose->bones[7].translation[1], 3 * gone, 1e-5);
        CHECK_NEAR(pose->morphs[1], 1 - gone, 1e-6);
        CHECK_NEAR(hone_pose_ik_weight(pose, 1), gone, 1e-6);
        CHECK(degrees_about_y(&pose->bones[9]) == 0 && hone_pose_ik_weight(pose, 0) == 1);
    }
    hone_actor_destroy(actor);
}

/* A dance, over it a cross-fade of two gestures, above them a face: the fade is in the layer of the gesture. */
static void values_without_keys_in_one_motion_go_to_the_motions_below(void **state)
{
    const still_motion below = {.bone_count = 2, .bones = {{"b2", {2, 0, 0}, 30}, {"b5", {9, 0, 0}, 10}}};
    const still_motion one = {.bone_count = 1, .bones = {{"b2", {6, 0, 0}, 90}}};
    const still_motion other = {.bone_count = 1, .bones = {{"b5", {1, 0, 0}, 50}}};
    const still_motion above = {.bone_count = 1, .bones = {{"b8", {4, 0, 0}, 5}}, .morph = true, .weight = 0.9f};
    const still_motion *const all[] = {&below, &one, &above, &other};
    hone_motion *motions[4];
    hone_actor *actor = make_actor(*state);
    hone_play_id handles[4];
    for (int i = 0; i < 4; i++) motions[i] = make_still_motion(all[i]);
    for (int i = 0; i < 3; i++) handles[i] = play(actor, motions[i]);
    handles[3] = cross_fade(actor, handles[1], motions[3], 1);
    CHECK(hone_actor_play_at(actor, 2).id == handles[3].id && hone_actor_play_at(actor, 3).id == handles[2].id);
    for (double frame = 0; frame <= 30; frame += 2.5) {
        const hone_pose *pose = pose_at(actor, frame);
        double gone = frame / 30;
        CHECK_NEAR(degrees_about_y(&pose->bones[2]), 90 - 60 * gone, 1e-3);
        CHECK_NEAR(pose->bones[2].translation[0], 6 - 4 * gone, 1e-5);
        CHECK_NEAR(degrees_about_y(&pose->bones[5]), 10 + 40 * gone, 1e-3);
        CHECK_NEAR(pose->bones[8].translation[0], 4, 0);
        CHECK_NEAR(pose->morphs[1], 0.9, 1e-7);
    }
    for (int i = 0; i < 4; i++) hone_motion_release(motions[i]);
    hone_actor_destroy(actor);
}

/* ---- two motions that move -------------------------------------------------------------------------------------- */

/* The actor's pose with this motion only. */
static void alone(const actor_stage *s, int motion, const hone_play_desc *desc, double frame, posed *out)
{
    hone_actor *actor = make_actor(s->model);
    CHECK(hone_actor_play(actor, s->motions[motion], desc, NULL).id);
    hone_pose_copy(open_pose(out), pose_at(actor, frame));
    hone_actor_destroy(actor);
}

static void check_mix(actor_stage *s, const hone_play_desc *first, const hone_play_desc *second, double frame,
                      double share)
{
    posed want, other;
    alone(s, 0, first, frame, &want);
    alone(s, 1, second, frame, &other);
    hone_pose_blend(&want.pose, &other.pose, (float)share, NULL, s->model);
    CHECK(same_pose(pose_at(s->actor, frame), &want.pose));
}

/* Masks, loops, starts and speeds belong to each motion. */
static void the_pose_lies_between_those_of_each_alone(void **state)
{
    actor_stage s = open_stage(*state, 0);
    float masks[2][BONES];
    for (int b = 0; b < BONES; b++) masks[0][b] = b < 8 ? 1 : 0.25f, masks[1][b] = b < 4 ? 0 : b < 8 ? 0.5f : 1;
    const hone_play_desc first = {.loop = true, .speed = 1.5, .mask = masks[0]};
    const hone_play_desc second = {
        .loop = true, .start_seconds = 2, .speed = 0.75, .fade_in_seconds = 1, .mask = masks[1]};
    const hone_play_desc second_alone = {.loop = true, .start_seconds = 2, .speed = 0.75, .mask = masks[1]};
    hone_play_id from = hone_actor_play(s.actor, s.motions[0], &first, NULL);
    CHECK(hone_actor_update(s.actor, 1, NULL)); /* the fade waits for its motion's start */
    CHECK(hone_actor_cross_fade(s.actor, from, s.motions[1], &second, NULL).id);
    memset(masks[1], 0, sizeof masks[1]);
    for (int b = 4; b < BONES; b++) masks[1][b] = b < 8 ? 0.5f : 1;
    const double frames[] = {0, 40, 60, 67.5, 75, 82.5, 90, 300, 1000, 70}; /* in any order */
    for (int i = 0; i < 10; i++)
        check_mix(&s, &first, &second_alone, frames[i], fmin(fmax((frames[i] - 60) / 30, 0), 1));
    close_stage(&s);
}

static void the_new_motion_takes_over_the_weight(void **state)
{
    const still_motion one = {.bone_count = 1, .bones = {{"b2", {8, 0, 0}, 80}}};
    const still_motion other = {.bone_count = 1, .bones = {{"b2", {4, 0, 0}, 40}}};
    hone_motion *from = make_still_motion(&one), *to = make_still_motion(&other);
    hone_actor *actor = make_actor(*state);
    hone_play_id a = play(actor, from);
    CHECK(hone_actor_play_set_weight(actor, a, 0.5f, NULL));
    hone_play_id b = cross_fade(actor, a, to, 1);
    for (double frame = 0; frame <= 30; frame += 7.5)
        CHECK_NEAR(pose_at(actor, frame)->bones[2].translation[0], 4 - 2 * frame / 30, 1e-5);
    hone_actor_sample_frame(actor, 7.5);
    CHECK_NEAR(hone_actor_play_weight(actor, a), 0.375, 1e-6);
    CHECK_NEAR(hone_actor_play_weight(actor, b), 0.125, 1e-6);
    CHECK(hone_actor_play_fade(actor, a, 1, 0.5, NULL) && hone_actor_play_fade(actor, b, 1, 0.5, NULL));
    CHECK_NEAR(pose_at(actor, 22.5)->bones[2].translation[0], 8 - 4 * 0.75, 1e-5); /* at full weight again */
    hone_motion_release(from);
    hone_motion_release(to);
    hone_actor_destroy(actor);
}

/* ---- no jump ---------------------------------------------------------------------------------------------------- */

/* The largest difference of two poses: in units, rotations as chords of a circle of radius one. */
static double distance(const hone_pose *a, const hone_pose *b)
{
    double most = 0;
    for (int i = 0; i < BONES; i++) {
        double dot = 0, moved = 0;
        for (int c = 0; c < 4; c++) dot += (double)a->bones[i].rotation[c] * b->bones[i].rotation[c];
        for (int c = 0; c < 3; c++) moved += fabs((double)a->bones[i].translation[c] - b->bones[i].translation[c]);
        most = fmax(most, fmax(moved, 2 * sqrt(fmax(0, 1 - dot * dot))));
    }
    for (int m = 0; m < MORPHS; m++) most = fmax(most, fabs((double)a->morphs[m] - b->morphs[m]));
    for (uint32_t i = 0; i < CHAINS; i++)
        most = fmax(most, fabs((double)hone_pose_ik_weight(a, i) - hone_pose_ik_weight(b, i)));
    return most;
}

/* The largest step from `begin` on at 60 Hz, with updates in order, as in a game. */
static double largest_step(hone_actor *actor, double begin, double end)
{
    posed before;
    hone_pose_copy(open_pose(&before), pose_at(actor, begin));
    double largest = 0;
    for (double frame = begin + 0.5; frame <= end; frame += 0.5) {
        const hone_pose *pose = pose_at(actor, frame);
        CHECK(pose);
        largest = fmax(largest, distance(pose, &before.pose));
        hone_pose_copy(&before.pose, pose);
    }
    return largest;
}

/* The two have few bones in common, and fade within half a second: 30 steps. Nothing differs by more than 6 units,
 * 90 degrees, one weight or one chain. */
static void no_step_of_a_fade_is_larger_than_its_share_of_the_way(void **state)
{
    const still_motion one = {.bone_count = 3,
                              .bones = {{"b2", {6, 0, 0}, 90}, {"b3", {0, 5, 0}, 45}, {"b6", {1, 1, 1}, 90}},
                              .morph = true,
                              .weight = 1,
                              .chain_off = true};
    const still_motion other = {.bone_count = 2, .bones = {{"b3", {0, -1, 0}, 80}, {"b7", {0, 0, 3}, 90}}};
    hone_actor *actor = make_actor(*state);
    hone_motion *from = make_still_motion(&one), *to = make_still_motion(&other);
    hone_play_id a = play(actor, from);
    CHECK_NEAR(largest_step(actor, 0, 10), 0, 1e-3);
    hone_play_id b = cross_fade(actor, a, to, 0.5);
    double largest = largest_step(actor, 10, 40);
    CHECK_NEAR(largest, 6 / 30.0, 1e-4);
    CHECK(hone_actor_play_count(actor) == 1 && hone_actor_play_at(actor, 0).id == b.id);
    hone_motion_release(from);
    hone_motion_release(to);
    hone_actor_destroy(actor);
}

static void ending_a_fade_moves_nothing(void **state)
{
    actor_stage s = open_stage(*state, 0);
    posed want;
    hone_play_id a = play(s.actor, s.motions[0]), b;
    CHECK(hone_actor_play_set_weight(s.actor, a, 1, NULL));
    hone_actor_sample_frame(s.actor, 10);
    b = cross_fade(s.actor, a, s.motions[1], 0.5);
    hone_actor_sample_frame(s.actor, 24.5);
    CHECK(hone_actor_play_count(s.actor) == 2 && hone_actor_play_bound_count(s.actor, a) > 0);
    for (double frame = 25; frame < 60; frame += 5) {
        alone(&s, 1, NULL, frame, &want);
        CHECK(same_pose(pose_at(s.actor, frame), &want.pose));
        CHECK(hone_actor_play_count(s.actor) == 1 && hone_actor_play_at(s.actor, 0).id == b.id);
        CHECK(hone_actor_play_weight(s.actor, a) == 0 && hone_actor_play_weight(s.actor, b) == 1);
        CHECK(!hone_actor_play_set_weight(s.actor, a, 0.5f, NULL) && hone_actor_play_bound_count(s.actor, a) == 0);
    }
    hone_actor_sample_frame(s.actor, 17.5); /* times may go back into the fade */
    CHECK_NEAR(hone_actor_play_weight(s.actor, a), 0.5, 1e-6);
    hone_actor_sample_frame(s.actor, 30);
    CHECK(play(s.actor, s.motions[2]).id && hone_actor_play_stop(s.actor, hone_actor_play_at(s.actor, 1), NULL));
    for (double frame = 0; frame < 60; frame += 5) { /* until another call removes the ended motion */
        alone(&s, 1, NULL, frame, &want);
        CHECK(same_pose(pose_at(s.actor, frame), &want.pose));
    }
    close_stage(&s);
}

static void a_fade_of_no_time_is_a_switch(void **state)
{
    actor_stage s = open_stage(*state, 0);
    hone_play_id a = play(s.actor, s.motions[0]);
    hone_play_id b = cross_fade(s.actor, a, s.motions[1], 0);
    posed want;
    for (double frame = -3; frame < 60; frame += 9) {
        alone(&s, 1, NULL, frame, &want);
        CHECK(same_pose(pose_at(s.actor, frame), &want.pose));
    }
    CHECK(hone_actor_play_count(s.actor) == 1 && hone_actor_play_weight(s.actor, b) == 1);
    close_stage(&s);
}

/* ---- chains of fades -------------------------------------------------------------------------------------------- */

/* A third motion starts while two are fading, `after` frames after the first. */
static void check_three(const hone_model *model, double after, uint32_t named)
{
    const still_motion all[] = {{.bone_count = 2, .bones = {{"b2", {3, 0, 0}, 70}, {"b5", {2, 0, 0}, 80}}},
                                {.bone_count = 2, .bones = {{"b2", {3, 0, 0}, 70, true}, {"b6", {1, 0, 0}, 80}}},
                                {.bone_count = 2, .bones = {{"b2", {3, 0, 0}, 70}, {"b7", {4, 0, 0}, 80}}}};
    hone_actor *actor = make_actor(model);
    hone_motion *motions[3];
    hone_play_id handles[3];
    for (int i = 0; i < 3; i++) motions[i] = make_still_motion(&all[i]);
    handles[0] = play(actor, motions[0]);
    handles[1] = cross_fade(actor, handles[0], motions[1], 1);
    double largest = largest_step(actor, 0, after);
    handles[2] = cross_fade(actor, handles[named], motions[2], 0.5);
    for (double frame = after; frame < after + 40; frame += 0.5) {
        const hone_pose *pose = pose_at(actor, frame);
        double sum = 0;
        for (int i = 0; i < 3; i++) sum += (double)hone_actor_play_weight(actor, handles[i]);
        CHECK_NEAR(sum, 1, 1e-6);
        CHECK_NEAR(degrees_about_y(&pose->bones[2]), 70, 1e-3); /* all three have keys for it */
        CHECK_NEAR(pose->bones[2].translation[0], 3, 1e-5);
    }
    largest = fmax(largest, largest_step(actor, after, after + 40));
    CHECK_NEAR(largest, 4 / 30.0, 0.02);
    CHECK(hone_actor_play_count(actor) == 1 && hone_actor_play_at(actor, 0).id == handles[2].id);
    CHECK_NEAR(pose_at(actor, 100)->bones[7].translation[0], 4, 0);
    for (int i = 0; i < 3; i++) hone_motion_release(motions[i]);
    hone_actor_destroy(actor);
}

static void a_third_motion_comes_in_without_a_jump(void **state)
{
    const double after[] = {0, 6, 15, 29.5, 30, 50};
    for (int i = 0; i < 6; i++) {
        check_three(*state, after[i], 1);
        if (after[i] < 30)
            check_three(*state, after[i], 0); /* any motion of the fade may be named */
    }
}

static void a_later_fade_may_begin_before_an_earlier_one(void **state)
{
    actor_stage s = open_stage(*state, 0);
    hone_play_id now = play(s.actor, s.motions[0]);
    const hone_play_desc late = {.start_seconds = 2, .fade_in_seconds = 1}, soon = {.fade_in_seconds = 1};
    now = hone_actor_cross_fade(s.actor, now, s.motions[2], &late, NULL);
    CHECK(hone_actor_cross_fade(s.actor, now, s.motions[1], &soon, NULL).id);
    const hone_play_desc defaults = {0};
    check_mix(&s, &defaults, &defaults, 7.5, 0.25);
    CHECK(hone_actor_play_count(s.actor) == 3);
    check_mix(&s, &defaults, &defaults, 30, 1);
    close_stage(&s);
}

static void many_fades_leave_one_motion(void **state)
{
    actor_stage s = open_stage(*state, 0);
    hone_play_id now = play(s.actor, s.motions[0]);
    for (int n = 1; n < 50; n++) {
        now = cross_fade(s.actor, now, s.motions[n % 3], 0.25);
        for (int k = 0; k < 5; k++)
            hone_actor_sample_frame(s.actor, 5 * n + k); /* each one begins when the last one is at two thirds */
        CHECK(hone_actor_play_count(s.actor) <= 3);
    }
    hone_actor_sample_frame(s.actor, 1000);
    CHECK(hone_actor_play_count(s.actor) == 1 && hone_actor_play_at(s.actor, 0).id == now.id);
    close_stage(&s);
}

static void a_motion_may_be_stopped_within_a_fade(void **state)
{
    actor_stage s = open_stage(*state, 0);
    posed want;
    for (int stopped = 0; stopped < 2; stopped++) {
        hone_actor *actor = make_actor(s.model);
        hone_play_id over = play(actor, s.motions[2]), handles[2];
        handles[0] = play(actor, s.motions[0]);
        handles[1] = cross_fade(actor, handles[0], s.motions[1], 1);
        CHECK(hone_actor_play_stop(actor, over, NULL));
        over = play(actor, s.motions[2]);
        hone_actor_sample_frame(actor, 15);
        CHECK(hone_actor_play_stop(actor, handles[stopped], NULL) && hone_actor_play_count(actor) == 2);
        alone(&s, 2, NULL, 15, &want); /* the layer above stays */
        CHECK(same_pose(pose_at(actor, 15), &want.pose) && hone_actor_play_weight(actor, over) == 1);
        CHECK(hone_actor_play_stop(actor, over, NULL));
        alone(&s, !stopped, NULL, 15, &want);
        CHECK(same_pose(pose_at(actor, 15), &want.pose) && hone_actor_play_weight(actor, handles[!stopped]) > 0);
        hone_actor_destroy(actor);
    }
    close_stage(&s);
}

/* ---- chains (of bones) in the rig ------------------------------------------------------------------------------- */

/* One motion has an IK chain on, the other has it off. The effector moves from its goal to the keyed position, and
 * no step is larger than its part of that way. */
static void a_chain_that_is_switched_off_lets_go_slowly(void **state)
{
    const still_motion on = {.bone_count = 1, .bones = {{"b4", {3, -2, 1}, 0}}};
    still_motion off = on;
    off.chain_off = true;
    hone_actor *actor = fade_between(*state, &on, &off);
    double before[3] = {0}, largest = 0, whole = 0, first[3] = {0};
    for (int n = 0; n <= 60; n++) {
        CHECK(hone_actor_update_frame(actor, n / 2.0, NULL));
        double step = 0, way = 0;
        for (int i = 0; i < 3; i++) {
            double at = (double)hone_actor_bones(actor)[2].m[i][3];
            step += (at - before[i]) * (at - before[i]), way += (at - first[i]) * (at - first[i]);
            before[i] = at;
            if (n == 0)
                first[i] = at;
        }
        largest = n ? fmax(largest, sqrt(step)) : 0;
        whole = sqrt(way);
    }
    CHECK(whole > 0.5);
    CHECK(largest > 0 && largest < 1.5 * whole / 60);
    hone_actor_destroy(actor);
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void check_refused(hone_actor *actor, hone_play_id from, const hone_motion *motion, const hone_play_desc *desc)
{
    hone_error error = {0};
    CHECK(!hone_actor_cross_fade(actor, from, motion, desc, &error).id);
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.message[0]);
}

static void what_cannot_be_faded_is_refused(void **state)
{
    actor_stage s = open_stage(*state, 0);
    hone_play_id a = play(s.actor, s.motions[0]);
    check_refused(s.actor, (hone_play_id){0}, s.motions[1], NULL);
    check_refused(s.actor, (hone_play_id){a.id + 1}, s.motions[1], NULL);
    check_refused(s.actor, a, NULL, NULL);
    check_refused(NULL, a, s.motions[1], NULL);
    check_refused(s.actor, a, s.motions[1], &(hone_play_desc){.fade_in_seconds = (double)NAN});
    check_refused(s.actor, a, s.motions[1], &(hone_play_desc){.speed = (double)INFINITY});
    CHECK(hone_actor_play_count(s.actor) == 1);
    CHECK(hone_actor_cross_fade(s.actor, a, s.motions[1], NULL, NULL).id);
    check_refused(s.actor, a, s.motions[2], NULL); /* that motion has ended */
    close_stage(&s);
}

static bool fade_on(const hone_allocator *allocator, const actor_stage *s, hone_error *error)
{
    float mask[BONES] = {1};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model, .allocator = allocator}, error);
    hone_play_id now = hone_actor_play(actor, s->motions[0], NULL, error), next = now;
    for (int n = 1; n < 8 && next.id; n++) { /* more than the initial capacity */
        next = hone_actor_cross_fade(actor, now, s->motions[n % 3],
                                     &(hone_play_desc){.fade_in_seconds = 9, .mask = mask}, error);
        CHECK(hone_actor_play_count(actor) == (uint32_t)n + (next.id != 0));
        CHECK(hone_actor_update_frame(actor, n, NULL));
        now = next.id ? next : now;
    }
    hone_actor_destroy(actor);
    return next.id != 0;
}

static void every_allocation_may_fail(void **state)
{
    actor_stage s = open_stage(*state, 0);
    bool done = false;
    uint64_t failed = 0;
    for (; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        hone_error error = {0};
        done = fade_on(&allocator.allocator, &s, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(allocator.live == 0);
    }
    CHECK(failed > 30);
    close_stage(&s);
}

static void a_frame_of_a_fade_allocates_nothing(void **state)
{
    actor_stage s = open_stage(*state, 0);
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = *state, .allocator = &allocator.allocator}, NULL);
    hone_play_id a = play(actor, s.motions[0]);
    cross_fade(actor, cross_fade(actor, a, s.motions[1], 1), s.motions[2], 2);
    uint64_t calls = allocator.calls, live = allocator.live;
    for (int frame = -5; frame < 90; frame++) CHECK(hone_actor_update_frame(actor, frame, NULL));
    CHECK(allocator.calls == calls && allocator.live == live);
    hone_actor_destroy(actor);
    CHECK(allocator.live == 0);
    close_stage(&s);
}

static int make_state(void **state)
{
    *state = posed_model();
    return 0;
}

static int release_state(void **state)
{
    hone_model_release(*state);
    return 0;
}

TEST_GROUP(test_cross_fade)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values_do_not_move),
        cmocka_unit_test(the_other_quaternion_of_a_rotation_is_that_rotation),
        cmocka_unit_test(different_values_change_linearly),
        cmocka_unit_test(values_without_keys_in_one_motion_go_to_rest),
        cmocka_unit_test(values_without_keys_in_one_motion_go_to_the_motions_below),
        cmocka_unit_test(the_pose_lies_between_those_of_each_alone),
        cmocka_unit_test(the_new_motion_takes_over_the_weight),
        cmocka_unit_test(no_step_of_a_fade_is_larger_than_its_share_of_the_way),
        cmocka_unit_test(ending_a_fade_moves_nothing),
        cmocka_unit_test(a_fade_of_no_time_is_a_switch),
        cmocka_unit_test(a_third_motion_comes_in_without_a_jump),
        cmocka_unit_test(a_later_fade_may_begin_before_an_earlier_one),
        cmocka_unit_test(many_fades_leave_one_motion),
        cmocka_unit_test(a_motion_may_be_stopped_within_a_fade),
        cmocka_unit_test(a_chain_that_is_switched_off_lets_go_slowly),
        cmocka_unit_test(what_cannot_be_faded_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_frame_of_a_fade_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, make_state, release_state);
}
