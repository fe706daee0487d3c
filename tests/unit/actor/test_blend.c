/* Several motions on one actor: poses blended by weight, masks, fades, separate clocks. */
#include "core/motion/pose.h"
#include "support/actor_stage.h"
#include "support/make/make_motion.h"
#include "support/make/still_motion.h"
#include "support/reference/posed.h"
#include "support/support.h"
#include <hone/actor.h>
#include <string.h>

/* ---- poses ------------------------------------------------------------------------------------------------------ */

static hone_pose *random_pose(test_random *random, posed *p)
{
    open_pose(p);
    for (int b = 0; b < BONES; b++) {
        for (int c = 0; c < 3; c++) {
            p->bones[b].translation[c] = test_random_float(random, -5, 5);
            p->bones[b].scale[c] = test_random_float(random, 0.5f, 2);
        }
        test_random_quat(random, p->bones[b].rotation);
        p->animated[b] = test_random_u32(random) & 1;
        p->physics_off[b] = test_random_u32(random) & 1;
    }
    for (int m = 0; m < MORPHS; m++) p->morphs[m] = test_random_float(random, -1, 2);
    for (int i = 0; i < CHAINS; i++) {
        p->ik_enabled[i] = test_random_u32(random) & 1;
        p->ik_weights[i] = p->ik_enabled[i] ? test_random_float(random, 0.1f, 1) : 1;
    }
    p->pose.visible = test_random_u32(random) & 1;
    return &p->pose;
}

/* ---- the reference ---------------------------------------------------------------------------------------------- */

/* Slerp along the shorter arc, in double precision, by the angle between the quaternions. */
static void slerp_reference(const float a[4], const float b[4], double t, double out[4])
{
    double dot = 0, across[4], length = 0;
    for (int i = 0; i < 4; i++) dot += (double)a[i] * b[i];
    double sign = dot < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) across[i] = sign * b[i] - sign * dot * a[i];
    for (int i = 0; i < 4; i++) length += across[i] * across[i];
    double angle = atan2(sqrt(length), fabs(dot));
    for (int i = 0; i < 4; i++)
        out[i] = a[i] * cos(t * angle) + (length > 0 ? across[i] / sqrt(length) * sin(t * angle) : 0);
}

static void check_mixed(const hone_transform *got, const hone_transform *a, const hone_transform *b, double t)
{
    double turn[4];
    slerp_reference(a->rotation, b->rotation, t, turn);
    for (int i = 0; i < 4; i++) CHECK_NEAR(got->rotation[i], turn[i], 2e-6);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(got->translation[i], a->translation[i] + t * ((double)b->translation[i] - a->translation[i]), 2e-6);
        CHECK_NEAR(got->scale[i], a->scale[i] + t * ((double)b->scale[i] - a->scale[i]), 1e-6);
    }
}

/* ---- two poses -------------------------------------------------------------------------------------------------- */

static void a_pose_mixed_with_itself_stays_to_the_bit(void **state)
{
    hone_model *model = *state;
    test_random random = {1};
    for (int n = 0; n < 200; n++) {
        posed a, b;
        float mask[BONES];
        random_pose(&random, &a);
        hone_pose_copy(open_pose(&b), &a.pose);
        for (int i = 0; i < BONES; i++) mask[i] = test_random_float(&random, 0, 1);
        hone_pose_blend(&a.pose, &b.pose, test_random_float(&random, 0, 1), n % 2 ? mask : NULL, model);
        CHECK(same_pose(&a.pose, &b.pose));
    }
}

static void weights_of_zero_and_one_are_exact(void **state)
{
    hone_model *model = *state;
    test_random random = {2};
    for (int n = 0; n < 100; n++) {
        posed a, b, kept;
        hone_pose_copy(open_pose(&kept), random_pose(&random, &a));
        random_pose(&random, &b);
        hone_pose_blend(&a.pose, &b.pose, 0, NULL, model);
        CHECK(same_pose(&a.pose, &kept.pose));
        hone_pose_blend(&a.pose, &b.pose, NAN, NULL, model);
        CHECK(same_pose(&a.pose, &kept.pose));
        hone_pose_blend(&a.pose, &b.pose, 1, NULL, model);
        CHECK(same_pose(&a.pose, &b.pose));
    }
}

static void translations_blend_linearly_and_rotations_the_shorter_way(void **state)
{
    hone_model *model = *state;
    test_random random = {3};
    for (int n = 0; n < 500; n++) {
        posed a, b, kept;
        hone_pose_copy(open_pose(&kept), random_pose(&random, &a));
        random_pose(&random, &b);
        float weight = test_random_float(&random, 0.001f, 0.999f);
        hone_pose_blend(&a.pose, &b.pose, weight, NULL, model);
        for (int i = 0; i < BONES; i++) {
            check_mixed(&a.bones[i], &kept.bones[i], &b.bones[i], (double)weight);
            CHECK(a.animated[i] == (kept.animated[i] | b.animated[i]));
        }
        for (int m = 0; m < MORPHS; m++)
            CHECK_NEAR(a.morphs[m], kept.morphs[m] + weight * (b.morphs[m] - kept.morphs[m]), 1e-6);
    }
}

static void switches_change_at_one_half(void **state)
{
    hone_model *model = *state;
    test_random random = {4};
    const float weights[] = {0.01f, 0.4999f, 0.5f, 0.99f};
    for (int n = 0; n < 40; n++) {
        posed a, b, kept;
        hone_pose_copy(open_pose(&kept), random_pose(&random, &a));
        random_pose(&random, &b);
        hone_pose_blend(&a.pose, &b.pose, weights[n % 4], NULL, model);
        const posed *want = weights[n % 4] < 0.5f ? &kept : &b;
        CHECK(memcmp(a.physics_off, want->physics_off, BONES) == 0 && a.pose.visible == want->pose.visible);
    }
}

static void chains_without_weights_switch_at_one_half(void **state)
{
    hone_model *model = *state;
    test_random random = {6};
    for (int n = 0; n < 80; n++) {
        posed a, b, kept;
        hone_pose_copy(open_pose(&kept), random_pose(&random, &a));
        random_pose(&random, &b);
        *(n % 2 ? &a.pose.ik_weights : &b.pose.ik_weights) = NULL; /* it is enough if one of the two has weights */
        float weight = test_random_float(&random, 0.1f, 0.9f);
        hone_pose_blend(&a.pose, &b.pose, weight, NULL, model);
        CHECK(memcmp(a.ik_enabled, weight < 0.5f ? kept.ik_enabled : b.ik_enabled, CHAINS) == 0);
    }
}

static double chain_weight(const posed *p, int chain)
{
    return p->ik_enabled[chain] ? (double)p->ik_weights[chain] : 0;
}

static void check_chain(const posed *got, const posed *a, const posed *b, int chain, double t)
{
    double from = chain_weight(a, chain), to = chain_weight(b, chain);
    CHECK_NEAR(chain_weight(got, chain), from + t * (to - from), 1e-6);
    CHECK(got->ik_enabled[chain] == (got->ik_enabled[chain] != 0) &&
          (got->ik_enabled[chain] || got->ik_weights[chain] == 1));
}

static void weights_of_chains_blend_linearly(void **state)
{
    hone_model *model = *state;
    test_random random = {7};
    for (int n = 0; n < 200; n++) {
        posed a, b, kept;
        hone_pose_copy(open_pose(&kept), random_pose(&random, &a));
        random_pose(&random, &b);
        float weight = test_random_float(&random, 0.001f, 0.999f);
        hone_pose_blend(&a.pose, &b.pose, weight, NULL, model);
        for (int i = 0; i < CHAINS; i++) check_chain(&a, &kept, &b, i, (double)weight);
    }
}

static void masks_weigh_bones_and_the_chains_of_goals(void **state)
{
    hone_model *model = *state;
    test_random random = {5};
    for (int n = 0; n < 100; n++) {
        posed a, b, kept;
        float mask[BONES], weight = n % 2 ? 1 : test_random_float(&random, 0.1f, 1);
        for (int i = 0; i < BONES; i++) {
            uint32_t sort = test_random_u32(&random) % 3;
            mask[i] = sort == 2 ? test_random_float(&random, 0.1f, 0.9f) : (float)sort;
        }
        hone_pose_copy(open_pose(&kept), random_pose(&random, &a));
        random_pose(&random, &b);
        hone_pose_blend(&a.pose, &b.pose, weight, mask, model);
        for (int i = 0; i < BONES; i++)
            if (mask[i] == 0)
                CHECK(memcmp(&a.bones[i], &kept.bones[i], sizeof a.bones[i]) == 0 && a.animated[i] == kept.animated[i]);
            else if (mask[i] * weight == 1)
                CHECK(memcmp(&a.bones[i], &b.bones[i], sizeof a.bones[i]) == 0);
            else
                check_mixed(&a.bones[i], &kept.bones[i], &b.bones[i], (double)(mask[i] * weight));
        for (int i = 0; i < CHAINS; i++) check_chain(&a, &kept, &b, i, (double)(mask[3 + i] * weight));
        for (int m = 0; m < MORPHS; m++)
            CHECK_NEAR(a.morphs[m], kept.morphs[m] + weight * (b.morphs[m] - kept.morphs[m]), 1e-6);
    }
}

/* ---- actors ----------------------------------------------------------------------------------------------------- */

/* For one bone, one morph and one IK chain. */
static const still_motion PARTIAL = {
    .bone_count = 1,
    .bones = {{"b5", {1, 2, 3}, 73.74f, .physics_off = true}},
    .morph = true,
    .weight = 0.7f,
    .chain_off = true,
};

/* Applies a single motion to the pose. */
static void sample(const actor_stage *s, uint32_t motion, double frame, hone_pose *pose)
{
    hone_sampler *sampler =
        hone_sampler_create(&(hone_sampler_desc){.model = s->model, .motion = s->motions[motion]}, NULL);
    hone_sampler_sample(sampler, frame, pose);
    hone_sampler_destroy(sampler);
}

static bool actor_is_at(actor_stage *s, double frame, const hone_pose *want)
{
    hone_actor_sample_frame(s->actor, frame);
    return same_pose(hone_actor_writable_pose(s->actor), want);
}

static void motions_of_full_weight_are_as_sampled_one_over_the_other(void **state)
{
    actor_stage s = open_stage(*state, 3);
    for (double frame = -2; frame < 110; frame += 3.7) {
        posed want;
        hone_pose_reset(open_pose(&want), s.model);
        for (uint32_t m = 0; m < 3; m++) sample(&s, m, frame, &want.pose);
        CHECK(actor_is_at(&s, frame, &want.pose));
    }
    close_stage(&s);
}

static void weight_is_how_much_a_motion_covers_those_below(void **state)
{
    actor_stage s = open_stage(*state, 3);
    CHECK(hone_actor_play_set_weight(s.actor, s.playing[0], 0.75f, NULL) &&
          hone_actor_play_set_weight(s.actor, s.playing[2], 0.25f, NULL));
    CHECK(hone_actor_play_set_weight(s.actor, s.playing[1], 0.5f, NULL));
    const float weights[] = {0.75f, 0.5f, 0.25f};
    for (double frame = 0; frame < 110; frame += 9.3) {
        posed want, over;
        hone_pose_reset(open_pose(&want), s.model);
        for (uint32_t m = 0; m < 3; m++) {
            CHECK(hone_actor_play_weight(s.actor, s.playing[m]) == weights[m]);
            hone_pose_copy(open_pose(&over), &want.pose);
            sample(&s, m, frame, &over.pose);
            hone_pose_blend(&want.pose, &over.pose, weights[m], NULL, s.model);
        }
        CHECK(actor_is_at(&s, frame, &want.pose));
    }
    close_stage(&s);
}

static void values_without_keys_stay(void **state)
{
    actor_stage s = open_stage(*state, 1);
    hone_motion *partial = make_still_motion(&PARTIAL);
    s.playing[1] = hone_actor_play(s.actor, partial, NULL, NULL);
    const float weights[] = {1, 0.6f, 0.3f};
    for (int n = 0; n < 3; n++) {
        posed below;
        hone_pose_reset(open_pose(&below), s.model);
        sample(&s, 0, 40, &below.pose);
        CHECK(hone_actor_play_set_weight(s.actor, s.playing[1], weights[n], NULL));
        hone_actor_sample_frame(s.actor, 40);
        hone_pose *got = hone_actor_writable_pose(s.actor);
        CHECK_NEAR(got->bones[5].translation[1],
                   below.bones[5].translation[1] + weights[n] * (2 - below.bones[5].translation[1]), 1e-5);
        CHECK_NEAR(got->morphs[1], below.morphs[1] + weights[n] * (0.7f - below.morphs[1]), 1e-6);
        CHECK_NEAR(hone_pose_ik_weight(got, 1), (1 - weights[n]) * below.ik_enabled[1], 1e-6);
        CHECK(got->physics_off[5] == (n < 2));
        got->bones[5] = below.bones[5], got->physics_off[5] = below.physics_off[5], got->morphs[1] = below.morphs[1];
        got->ik_enabled[1] = below.ik_enabled[1], got->ik_weights[1] = 1, got->visible = below.pose.visible;
        CHECK(same_pose(got, &below.pose));
    }
    hone_motion_release(partial);
    close_stage(&s);
}

static void a_motion_of_weight_zero_changes_nothing(void **state)
{
    actor_stage with = open_stage(*state, 2);
    actor_stage without = open_stage(*state, 1);
    CHECK(hone_actor_play_set_weight(with.actor, with.playing[1], 0, NULL));
    for (double frame = 0; frame < 100; frame += 7.1) {
        hone_actor_sample_frame(without.actor, frame);
        CHECK(actor_is_at(&with, frame, hone_actor_writable_pose(without.actor)));
    }
    close_stage(&with);
    close_stage(&without);
}

static void a_mask_is_copied_and_keeps_bones_out(void **state)
{
    actor_stage s = open_stage(*state, 1);
    float mask[BONES];
    for (int b = 0; b < BONES; b++) mask[b] = b < 6 ? 0 : b < 9 ? 1 : 0.5f;
    CHECK(hone_actor_play(s.actor, s.motions[1], &(hone_play_desc){.mask = mask}, NULL).id);
    posed below, above;
    hone_pose_reset(open_pose(&below), s.model);
    sample(&s, 0, 33.3, &below.pose);
    hone_pose_copy(open_pose(&above), &below.pose);
    sample(&s, 1, 33.3, &above.pose);
    hone_pose_blend(&below.pose, &above.pose, 1, mask, s.model);
    memset(mask, 0, sizeof mask);
    CHECK(actor_is_at(&s, 33.3, &below.pose));
    CHECK(memcmp(&below.bones[8], &above.bones[8], sizeof above.bones[8]) == 0);
    CHECK(memcmp(&below.bones[5], &above.bones[5], sizeof above.bones[5]) != 0);
    close_stage(&s);
}

/* ---- fades ------------------------------------------------------------------------------------------------------ */

static void a_fade_runs_straight_over_the_actors_time(void **state)
{
    actor_stage s = open_stage(*state, 2);
    CHECK(hone_actor_update(s.actor, 1, NULL));
    CHECK(hone_actor_play_fade(s.actor, s.playing[1], 0.2f, 2, NULL));
    const double times[] = {2, 0, 1, 1.5, 3, 9, 2.5, 1}; /* in any order */
    for (int i = 0; i < 8; i++) {
        double part = fmin(fmax((times[i] - 1) / 2, 0), 1);
        CHECK(hone_actor_update(s.actor, times[i], NULL));
        CHECK_NEAR(hone_actor_play_weight(s.actor, s.playing[1]), 1 - 0.8 * part, 1e-6);
    }
    CHECK(hone_actor_update(s.actor, 2, NULL)); /* at weight 0.6, which it keeps */
    CHECK(hone_actor_play_fade(s.actor, s.playing[1], 1, 1, NULL));
    CHECK_NEAR(hone_actor_play_weight(s.actor, s.playing[1]), 0.6, 1e-6);
    CHECK(hone_actor_update(s.actor, 2.25, NULL));
    CHECK_NEAR(hone_actor_play_weight(s.actor, s.playing[1]), 0.7, 1e-6);
    CHECK(hone_actor_update(s.actor, 3, NULL));
    CHECK(hone_actor_play_weight(s.actor, s.playing[1]) == 1);
    CHECK(hone_actor_update(s.actor, (double)NAN, NULL)); /* NaN as time: fades continue from the last valid time */
    CHECK(hone_actor_play_fade(s.actor, s.playing[1], 0, 0.5, NULL) &&
          hone_actor_play_weight(s.actor, s.playing[1]) == 1);
    CHECK(hone_actor_update(s.actor, 3.25, NULL));
    CHECK_NEAR(hone_actor_play_weight(s.actor, s.playing[1]), 0.5, 1e-6);
    close_stage(&s);
}

static void a_fade_in_ends_as_the_second_motion_alone(void **state)
{
    actor_stage both = open_stage(*state, 1);
    actor_stage first = open_stage(*state, 1);
    actor_stage second = open_stage(*state, 0);
    CHECK(hone_actor_play(second.actor, second.motions[1], &(hone_play_desc){.start_seconds = 1}, NULL).id);
    CHECK(hone_actor_update(both.actor, 1, NULL));
    CHECK(hone_actor_play(both.actor, both.motions[1], &(hone_play_desc){.start_seconds = 1, .fade_in_seconds = 0.5},
                          NULL)
              .id);
    for (double frame = 0; frame <= 30; frame += 2.5) {
        hone_actor_sample_frame(first.actor, frame);
        CHECK(actor_is_at(&both, frame, hone_actor_writable_pose(first.actor)));
    }
    for (int stopped = 0; stopped < 2; stopped++) {
        for (double frame = 45; frame <= 60; frame += 2.5) {
            hone_actor_sample_frame(second.actor, frame);
            CHECK(actor_is_at(&both, frame, hone_actor_writable_pose(second.actor)));
        }
        CHECK(stopped || hone_actor_play_stop(both.actor, both.playing[0], NULL));
    }
    CHECK(hone_actor_play_count(both.actor) == 1);
    close_stage(&both);
    close_stage(&first);
    close_stage(&second);
}

/* No jump between two moments of a fade: its steps are as small as those of the motions and of the weight allow. */
static void a_fade_in_does_not_jump(void **state)
{
    actor_stage s = open_stage(*state, 1);
    CHECK(hone_actor_update_frame(s.actor, 10, NULL));
    CHECK(hone_actor_play(s.actor, s.motions[1], &(hone_play_desc){.fade_in_seconds = 1}, NULL).id);
    const double step = 1.0 / 256;
    float before[BONES][4] = {{0}};
    double largest = 0;
    for (double frame = 5; frame < 45; frame += step) {
        hone_actor_sample_frame(s.actor, frame);
        for (int b = 0; b < BONES; b++) {
            const float *q = hone_actor_writable_pose(s.actor)->bones[b].rotation;
            double dot = 0;
            for (int i = 0; i < 4; i++) dot += (double)q[i] * before[b][i];
            if (frame > 5)
                largest = fmax(largest, sqrt(fmax(0, 1 - dot * dot)));
            memcpy(before[b], q, sizeof before[b]);
        }
    }
    CHECK(largest > 0 && largest < 0.05);
    close_stage(&s);
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

static void a_motion_has_a_clock_of_its_own(void **state)
{
    actor_stage s = open_stage(*state, 0);
    double last = hone_motion_get(s.motions[0])->last_frame;
    const hone_play_desc desc = {.loop = true, .start_seconds = 2, .speed = 1.5};
    CHECK(hone_actor_play(s.actor, s.motions[0], &desc, NULL).id);
    const double frames[] = {0, 60, 61, 75.5, 140, 1000};
    for (int i = 0; i < 6; i++) {
        posed want;
        double own = (frames[i] - 60) * 1.5;
        hone_pose_reset(open_pose(&want), s.model);
        sample(&s, 0, own < last ? own : fmod(own, last), &want.pose);
        CHECK(actor_is_at(&s, frames[i], &want.pose));
    }
    close_stage(&s);
}

static void a_fade_in_waits_for_the_motions_start(void **state)
{
    actor_stage s = open_stage(*state, 1);
    s.playing[1] =
        hone_actor_play(s.actor, s.motions[1], &(hone_play_desc){.start_seconds = 5, .fade_in_seconds = 2}, NULL);
    CHECK(hone_actor_update(s.actor, 8, NULL));
    s.playing[2] =
        hone_actor_play(s.actor, s.motions[2], &(hone_play_desc){.start_seconds = 5, .fade_in_seconds = 2}, NULL);
    const double want[][3] = {{4, 0, 0}, {5.5, 0.25, 0}, {6, 0.5, 0}, {9, 1, 0.5}, {10, 1, 1}};
    for (int i = 0; i < 5; i++) {
        CHECK(hone_actor_update(s.actor, want[i][0], NULL));
        CHECK_NEAR(hone_actor_play_weight(s.actor, s.playing[1]), want[i][1], 1e-6);
        CHECK_NEAR(hone_actor_play_weight(s.actor, s.playing[2]), want[i][2], 1e-6);
    }
    close_stage(&s);
}

static void stopping_one_leaves_the_handles_of_the_others(void **state)
{
    actor_stage s = open_stage(*state, 3);
    actor_stage other = open_stage(*state, 1);
    CHECK(hone_actor_play_set_weight(s.actor, s.playing[2], 0.3f, NULL));
    CHECK(hone_actor_play_stop(s.actor, s.playing[1], NULL) && hone_actor_play_count(s.actor) == 2);
    CHECK(hone_actor_play_weight(s.actor, s.playing[2]) == 0.3f && hone_actor_play_weight(s.actor, s.playing[1]) == 0);
    CHECK(hone_actor_play_bound_count(s.actor, s.playing[2]) == BONES + MORPHS);
    CHECK(hone_actor_play_bound_count(s.actor, s.playing[1]) == 0 &&
          hone_actor_play_bound_count(s.actor, (hone_play_id){0}) == 0);
    CHECK(hone_actor_play_at(s.actor, 0).id == s.playing[0].id && hone_actor_play_at(s.actor, 1).id == s.playing[2].id);
    CHECK(hone_actor_play_at(s.actor, 2).id == 0);
    CHECK(hone_actor_play_stop(s.actor, s.playing[2], NULL));
    hone_actor_sample_frame(other.actor, 20);
    CHECK(actor_is_at(&s, 20, hone_actor_writable_pose(other.actor)));
    CHECK(hone_actor_play_stop(s.actor, s.playing[0], NULL) && hone_actor_play_count(s.actor) == 0);
    posed rest;
    hone_pose_reset(open_pose(&rest), s.model);
    CHECK(actor_is_at(&s, 20, &rest.pose));
    hone_play_id again = hone_actor_play(s.actor, s.motions[0], NULL, NULL);
    CHECK(again.id && again.id != s.playing[0].id && again.id != s.playing[1].id && again.id != s.playing[2].id);
    close_stage(&s);
    close_stage(&other);
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void check_refused(actor_stage *s, const hone_play_desc *desc, uint64_t at)
{
    hone_error error = {0};
    CHECK(!hone_actor_play(s->actor, s->motions[0], desc, &error).id);
    CHECK(error.code == HONE_ERROR_ARGUMENT && error.at == at && hone_actor_play_count(s->actor) == 1);
}

static void numbers_out_of_range_are_refused(void **state)
{
    actor_stage s = open_stage(*state, 1);
    float mask[BONES] = {1, 0.5f, 0, 1.01f};
    check_refused(&s, &(hone_play_desc){.mask = mask}, 3);
    mask[3] = NAN;
    check_refused(&s, &(hone_play_desc){.mask = mask}, 3);
    mask[0] = -0.1f;
    check_refused(&s, &(hone_play_desc){.mask = mask}, 0);
    check_refused(&s, &(hone_play_desc){.speed = (double)INFINITY}, 0);
    check_refused(&s, &(hone_play_desc){.speed = (double)INFINITY}, 0);
    check_refused(&s, &(hone_play_desc){.start_seconds = (double)NAN}, 0);
    check_refused(&s, &(hone_play_desc){.fade_in_seconds = -0.1}, 0);
    hone_error error = {0};
    const float weights[] = {-0.1f, 1.1f, NAN};
    for (int i = 0; i < 3; i++) CHECK(!hone_actor_play_set_weight(s.actor, s.playing[0], weights[i], &error));
    CHECK(!hone_actor_play_fade(s.actor, s.playing[0], 0.5f, -1, &error) &&
          !hone_actor_play_fade(s.actor, s.playing[0], 0.5f, (double)INFINITY, &error));
    hone_play_id unknown = {s.playing[0].id + 1};
    CHECK(!hone_actor_play_set_weight(s.actor, unknown, 0.5f, &error) &&
          !hone_actor_play_stop(s.actor, unknown, &error));
    CHECK(!hone_actor_play_set_weight(s.actor, (hone_play_id){0}, 0.5f, &error) &&
          !hone_actor_play_stop(s.actor, (hone_play_id){0}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && hone_actor_play_weight(s.actor, unknown) == 0);
    CHECK(hone_actor_play_weight(s.actor, s.playing[0]) == 1);
    error = (hone_error){0};
    CHECK(!hone_actor_play_fade(NULL, (hone_play_id){0}, 1, 1, &error) &&
          !hone_actor_play_stop(NULL, (hone_play_id){0}, NULL));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    close_stage(&s);
}

static bool play_masked(const hone_allocator *allocator, hone_model *model, hone_motion *motion, hone_error *error)
{
    float mask[BONES] = {1};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .allocator = allocator}, error);
    bool ok = actor != NULL;
    for (int i = 0; ok && i < 6; i++) { /* more than the initial capacity */
        ok = hone_actor_play(actor, motion, &(hone_play_desc){.mask = mask, .fade_in_seconds = 1}, error).id;
        CHECK(hone_actor_play_count(actor) == (uint32_t)(i + ok));
        CHECK(hone_actor_update(actor, i, NULL));
        hone_actor_play_stop(actor, ok && i == 2 ? hone_actor_play_at(actor, 1) : (hone_play_id){0}, NULL);
        if (ok && i == 2)
            ok = hone_actor_play(actor, motion, NULL, error).id;
    }
    hone_actor_destroy(actor);
    return ok;
}

static void every_allocation_may_fail(void **state)
{
    hone_motion *motion = make_motion(*state, &(make_motion_desc){.seed = 1}, NULL);
    bool done = false;
    uint64_t failed = 0;
    for (; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        hone_error error = {0};
        done = play_masked(&allocator.allocator, *state, motion, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        CHECK(allocator.live == 0);
    }
    CHECK(failed > 20);
    hone_motion_release(motion);
}

static void mixing_allocates_nothing(void **state)
{
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    hone_motion *motion = make_motion(*state, &(make_motion_desc){.seed = 1}, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = *state, .allocator = &allocator.allocator}, NULL);
    float mask[BONES] = {1};
    for (int i = 0; i < 3; i++)
        CHECK(hone_actor_play(actor, motion, &(hone_play_desc){.mask = mask, .fade_in_seconds = i}, NULL).id);
    uint64_t calls = allocator.calls;
    for (int frame = 0; frame < 90; frame++) {
        CHECK(hone_actor_update_frame(actor, frame, NULL));
        CHECK(hone_actor_play_fade(actor, hone_actor_play_at(actor, (uint32_t)frame % 3), 0.5f, 0.3, NULL));
    }
    CHECK(allocator.calls == calls);
    hone_actor_destroy(actor);
    CHECK(allocator.live == 0);
    hone_motion_release(motion);
}

/* ---- whose motion it is ----------------------------------------------------------------------------------------- */

static bool is_for(const char *named, const char *called, hone_format format, uint32_t tracks)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL), *c = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(b, 1, sizeof *track);
    hone_bone_key *key = hone_builder_array(b, 1, sizeof *key);
    *key = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    *track = (hone_bone_track){{.text = "b0"}, 1, key};
    hone_motion_data motion_data = {
        .format = format, .model_name = named, .bone_track_count = tracks, .bone_tracks = track};
    hone_model_data model_data = {.name = called};
    hone_motion *motion = hone_motion_create(b, &motion_data, NULL, NULL);
    hone_model *model = hone_model_create(c, &model_data, NULL, NULL);
    CHECK(motion && model);
    bool result = hone_motion_is_for(motion, model);
    hone_motion_release(motion);
    hone_model_release(model);
    return result;
}

static void models_are_told_apart_by_what_a_motion_keeps_of_their_name(void **state)
{
    (void)state;
    CHECK(is_for("初音ミク", "初音ミク", HONE_FORMAT_VMD, 1));
    CHECK(!is_for("初音ミク", "鏡音リン", HONE_FORMAT_VMD, 1));
    CHECK(!is_for("初音ミク", "初音ミクAppend", HONE_FORMAT_VMD, 1));
    CHECK(is_for("", "鏡音リン", HONE_FORMAT_VMD, 1));
    CHECK(is_for("カメラ・照明", "鏡音リン", HONE_FORMAT_VMD, 0));
    CHECK(is_for("miku.osm", "鏡音リン", HONE_FORMAT_VPD, 1));
    CHECK(is_for("あいうえおかきくけこ", "あいうえおかきくけこさし", HONE_FORMAT_VMD, 1)); /* cut at 20 bytes */
    CHECK(is_for("aあいうえおかきくけ", "aあいうえおかきくけこさし", HONE_FORMAT_VMD, 1)); /* cut within a character */
    CHECK(!is_for("aあいうえおかきく", "aあいうえおかきくけこさし", HONE_FORMAT_VMD, 1));
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

static void a_pose_of_ones_own_begins_at_rest(void **state)
{
    const hone_model *model = *state;
    posed p;
    test_random random = {31};
    hone_error error = {0};
    hone_pose *pose = NULL;
    CHECK(!hone_pose_create(NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    for (uint64_t failed = 0; !pose; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        pose = hone_pose_create(model, &allocator.allocator, &error);
        CHECK(pose || error.code == HONE_ERROR_MEMORY);
        if (pose) { /* as large as any other pose of the model */
            hone_pose_copy(random_pose(&random, &p), pose);
            CHECK(p.pose.visible && p.ik_weights[0] == 1 && p.ik_enabled[0] == 1 && !p.animated[0]);
            CHECK(memcmp(p.bones, pose->bones, sizeof p.bones) == 0);
        }
        hone_pose_destroy(pose);
        CHECK(allocator.live == 0);
    }
    hone_pose_destroy(NULL);
}

TEST_GROUP(test_blend)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_mixed_with_itself_stays_to_the_bit),
        cmocka_unit_test(weights_of_zero_and_one_are_exact),
        cmocka_unit_test(translations_blend_linearly_and_rotations_the_shorter_way),
        cmocka_unit_test(switches_change_at_one_half),
        cmocka_unit_test(chains_without_weights_switch_at_one_half),
        cmocka_unit_test(weights_of_chains_blend_linearly),
        cmocka_unit_test(masks_weigh_bones_and_the_chains_of_goals),
        cmocka_unit_test(motions_of_full_weight_are_as_sampled_one_over_the_other),
        cmocka_unit_test(weight_is_how_much_a_motion_covers_those_below),
        cmocka_unit_test(values_without_keys_stay),
        cmocka_unit_test(a_motion_of_weight_zero_changes_nothing),
        cmocka_unit_test(a_mask_is_copied_and_keeps_bones_out),
        cmocka_unit_test(a_fade_runs_straight_over_the_actors_time),
        cmocka_unit_test(a_fade_in_ends_as_the_second_motion_alone),
        cmocka_unit_test(a_fade_in_does_not_jump),
        cmocka_unit_test(a_motion_has_a_clock_of_its_own),
        cmocka_unit_test(a_fade_in_waits_for_the_motions_start),
        cmocka_unit_test(stopping_one_leaves_the_handles_of_the_others),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(a_pose_of_ones_own_begins_at_rest),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(mixing_allocates_nothing),
        cmocka_unit_test(models_are_told_apart_by_what_a_motion_keeps_of_their_name),
    };
    return cmocka_run_group_tests(tests, make_state, release_state);
}
