/* Physics of a document: where it is on its way, and what is shown until then. */
#include "view/open_document.h"

/* ---- physics ---- */

static document make_swing(character_physics mode)
{
    NEEDS(physics);
    document d = make(mode);
    OPEN(&d, "swing.pmx", "bend.vmd");
    return d;
}

/* The pose of a film from the beginning: from a separate actor, frame by frame. */
static void show_straight(const document *d, double frame, pose out)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = character_at(d, 0)->model,
                                                             .physics = {.on = true, .options.exact = true},
                                                             .edit = edit_apply,
                                                             .edit_user = character_at(d, 0)->edit},
                                          NULL);
    CHECK(hone_actor_play(actor, d->motions[0].motion, NULL, NULL).id);
    CHECK(hone_actor_play_set_weight(actor, hone_actor_play_at(actor, 0), d->motions[0].on ? d->motions[0].weight : 0,
                                     NULL));
    for (double at = 0; at < frame; at++) CHECK(hone_actor_update_frame(actor, at, NULL));
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    memcpy(out, hone_actor_bones(actor), sizeof(pose));
    hone_actor_destroy(actor);
}

static void check_exact(document *d, double frame)
{
    pose got, want;
    show(d, 0, frame, got);
    show_straight(d, frame, want);
    CHECK(document_catch_up_progress(d) < 0 && character_at(d, 0)->shown == character_at(d, 0)->bodies);
    if (memcmp(got, want, sizeof got) != 0)
        fail_msg("frame %g is off by %g", frame, apart(got, want));
}

static void exact_physics_is_a_films_wherever_one_goes(void **state)
{
    (void)state;
    static const double frames[] = {0, 200, 201, 230.5, 30, 1000, 999};
    document d = make_swing(CHARACTER_PHYSICS_EXACT);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) check_exact(&d, frames[i]);
    turn_chest(&d, character_at(&d, 0));
    check_exact(&d, 999);
    CHECK(history_undo(d.history));
    check_exact(&d, 999);
    document_set_motion(&d, d.motions[0].id, true, 0.25f);
    check_exact(&d, 999);
    document_restart_physics(&d);
    check_exact(&d, 40);
    document_release(&d);
}

static void playing_on_needs_no_catch_up(void **state)
{
    (void)state;
    document d = make_swing(CHARACTER_PHYSICS_EXACT);
    pose got, want;
    frame_timing unused = {0};
    show(&d, 0, 0, got);
    for (double at = 0.4; at < 60; at += 0.4) {
        CHECK(document_update(&d, at, false, 0, &unused, NULL));
        CHECK(document_catch_up_progress(&d) < 0 && character_at(&d, 0)->shown == character_at(&d, 0)->bodies);
    }
    CHECK(document_update(&d, 60, false, 0, &unused, NULL));
    memcpy(got, hone_actor_bones(character_at(&d, 0)->shown), sizeof got);
    show_straight(&d, 60, want);
    CHECK(memcmp(got, want, sizeof got) == 0);
    document_release(&d);
}

static void until_physics_is_there_motions_alone_are_shown(void **state)
{
    (void)state;
    document d = make_swing(CHARACTER_PHYSICS_EXACT);
    frame_timing unused = {0};
    CHECK(document_update(&d, 1e6, false, 0, &unused, NULL));
    CHECK(document_catch_up_progress(&d) >= 0 && document_catch_up_progress(&d) <= 1);
    CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->plain);
    CHECK(document_update(&d, 1e6 + 2, false, 0, &unused, NULL)); /* the catch-up continues during playback */
    CHECK(document_catch_up_progress(&d) >= 0);
    CHECK(document_update(&d, 3, true, 0, &unused, NULL)); /* back, while something is dragged: it stops */
    CHECK(document_catch_up_progress(&d) < 0 && character_at(&d, 0)->shown == character_at(&d, 0)->plain);
    check_exact(&d, 3);
    CHECK(document_update(&d, 3, true, 0, &unused, NULL)); /* characters that are not bent stay as in exact physics */
    CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->bodies);
    CHECK(document_update(&d, -5, false, 0, &unused, NULL)); /* before the beginning equals the beginning */
    CHECK_NEAR(d.frame, 0, 0);
    check_exact(&d, 0);
    document_release(&d);
}

static void all_may_change_while_physics_is_on_its_way(void **state)
{
    (void)state;
    document d = make_swing(CHARACTER_PHYSICS_EXACT);
    hone_error error = {0};
    test_random random = {7};
    frame_timing unused = {0};
    for (int i = 0; i < 300; i++) {
        uint32_t what = test_random_u32(&random) % 12;
        character *c = character_at(&d, 0);
        CHECK(document_update(&d, 5000 + test_random_u32(&random) % 5000, what == 11, 0, &unused, NULL));
        if (what == 0)
            turn_chest(&d, c);
        if (what == 1)
            history_undo(d.history);
        if (what == 2)
            document_set_motion(&d, d.motions[0].id, test_random_u32(&random) % 2, 0.5f);
        if (what == 3 && d.model_count < 4)
            OPEN(&d, "swing.pmx", "other.vmd");
        if (what == 4 && d.model_count > 1)
            document_close_model(&d, character_at(&d, d.model_count - 1)->id);
        if (what == 5)
            CHECK(document_reload(&d, &error));
        if (what == 6) {
            character_rules rules = d.rules;
            rules.mode = (character_physics)(test_random_u32(&random) % 3);
            CHECK(document_set_rules(&d, &rules, &error));
        }
        if (what == 7)
            document_restart_physics(&d);
    }
    while (d.model_count > 1) document_close_model(&d, character_at(&d, 1)->id);
    character_rules rules = d.rules;
    rules.mode = CHARACTER_PHYSICS_EXACT;
    CHECK(document_set_rules(&d, &rules, &error));
    check_exact(&d, 77);
    CHECK(document_update(&d, 1e6, false, 0, &unused, NULL));
    document_release(&d); /* while it catches up */
}

/* Turns the chest by so many degrees about z. */
static void bend_chest(document *d, uint32_t index, double degrees)
{
    float half = (float)(degrees * 3.14159265358979 / 360);
    edit_set_bone(character_at(d, index)->edit, 1, (edit_bone){.rotation = {0, 0, sinf(half), cosf(half)}});
}

static void hold(document *d, double frame, double seconds, pose out)
{
    frame_timing unused = {0};
    CHECK(document_update(d, frame, true, seconds, &unused, NULL));
    memcpy(out, hone_actor_bones(character_at(d, 0)->shown), sizeof(pose));
}

static void bodies_of_who_is_bent_go_on_from_what_is_shown(void **state)
{
    (void)state;
    document d = make_swing(CHARACTER_PHYSICS_EXACT);
    pose exact, bent, later;
    OPEN(&d, "swing.pmx", "bend.vmd");
    show(&d, 0, 61.3, exact);
    bend_chest(&d, 0, 0.01);
    hold(&d, 61.3, 0, bent);
    CHECK(character_is_simulated(character_at(&d, 0)) && character_at(&d, 0)->shown != character_at(&d, 0)->bodies);
    CHECK(character_at(&d, 1)->shown == character_at(&d, 1)->bodies && document_catch_up_progress(&d) < 0);
    CHECK_NEAR(apart(bent, exact), 0, 0.2); /* within a step: it moves by 10 units a second */
    bend_chest(&d, 0, 30);
    for (int i = 0; i < 10; i++) {
        hold(&d, 61.3, 1.0 / 30, later); /* the frame does not change, but the bodies move */
        CHECK(document_is_moving(&d) && memcmp(later, bent, sizeof later) != 0);
        memcpy(bent, later, sizeof bent);
    }
    frame_timing unused = {0};
    CHECK(document_update(&d, 61.3, false, 0, &unused, NULL));
    if (document_catch_up_progress(&d) >= 0) /* exact physics has not caught up */
        CHECK(character_is_simulated(character_at(&d, 0)) && character_at(&d, 0)->shown != character_at(&d, 0)->bodies);
    check_exact(&d, 61.3);
    CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->bodies && !document_is_moving(&d));
    document_release(&d);
}

/* An edit seen every quarter of a second moves bodies like one seen at each step. */
static void a_bend_moves_bodies_evenly(void **state)
{
    (void)state;
    document often = make_swing(CHARACTER_PHYSICS_EXACT), once = make_swing(CHARACTER_PHYSICS_EXACT);
    pose one, other;
    show(&often, 0, 40, one);
    show(&once, 0, 40, other);
    for (int i = 0; i < 15; i++) {
        bend_chest(&often, 0, 3 * (i + 1));
        hold(&often, 40, 1.0 / 60, one);
    }
    bend_chest(&once, 0, 45);
    hold(&once, 40, 0.25, other);
    CHECK_NEAR(apart(one, other), 0, 1e-3);
    document_release(&often);
    document_release(&once);
}

static void bodies_come_to_rest_after_a_bend(void **state)
{
    (void)state;
    document d = make_swing(CHARACTER_PHYSICS_LIVE);
    frame_timing unused = {0};
    pose before, after;
    CHECK(document_update(&d, 10, false, 0, &unused, NULL));
    CHECK(!document_is_moving(&d));
    bend_chest(&d, 0, 45);
    hold(&d, 10, 0.1, before);
    for (int i = 0; i < 50; i++) {
        CHECK(document_update(&d, 10, false, 0.1, &unused, NULL));
        CHECK(document_is_moving(&d) == (i < 39));
    }
    memcpy(before, hone_actor_bones(character_at(&d, 0)->shown), sizeof before);
    CHECK(document_update(&d, 10, false, 0.1, &unused, NULL));
    memcpy(after, hone_actor_bones(character_at(&d, 0)->shown), sizeof after);
    CHECK(memcmp(before, after, sizeof before) == 0);
    document_release(&d);
}

static void without_a_motion_time_goes_on_for_bodies(void **state)
{
    (void)state;
    NEEDS(physics);
    document d = make(CHARACTER_PHYSICS_EXACT);
    frame_timing unused = {0};
    pose before, after;
    OPEN(&d, "tower.pmx");
    CHECK(!document_is_endless(&d)); /* nothing moves */
    OPEN(&d, "swing.pmx");
    CHECK(document_is_endless(&d));
    document_close_model(&d, character_at(&d, 0)->id);
    show(&d, 0, 0, before);
    CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->bodies); /* bodies are at rest */
    bend_chest(&d, 0, 45);
    hold(&d, 0, 0, before);
    CHECK(character_at(&d, 0)->shown != character_at(&d, 0)->bodies);
    for (int i = 1; i < 400; i++) {
        CHECK(document_update(&d, i, i < 50, 1.0 / 30, &unused, NULL));
        CHECK(character_is_simulated(character_at(&d, 0)) && document_catch_up_progress(&d) < 0);
        memcpy(after, hone_actor_bones(character_at(&d, 0)->shown), sizeof after);
        CHECK(memcmp(before, after, sizeof before) != 0);
        memcpy(before, after, sizeof before);
    }
    CHECK(document_update(&d, 0, false, 0, &unused, NULL));
    CHECK(document_settle(&d, NULL));
    CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->bodies && !document_is_moving(&d));
    bend_chest(&d, 0, 0);
    do { /* at the beginning bodies come to rest as in exact physics */
        CHECK(document_update(&d, 0, false, 0.1, &unused, NULL));
    } while (document_is_moving(&d));
    CHECK(character_at(&d, 0)->shown == character_at(&d, 0)->bodies);
    OPEN(&d, "bend.vmd"); /* physics is exact from the beginning */
    CHECK(!document_is_endless(&d));
    edit_clear(character_at(&d, 0)->edit);
    check_exact(&d, 20);
    character_rules rules = d.rules;
    rules.mode = CHARACTER_PHYSICS_OFF;
    document_close_motion(&d, d.motions[0].id);
    CHECK(document_is_endless(&d) && document_set_rules(&d, &rules, NULL) && !document_is_endless(&d));
    document_release(&d);
}

static void live_physics_begins_anew_where_one_goes(void **state)
{
    (void)state;
    document d = make_swing(CHARACTER_PHYSICS_LIVE);
    pose got, want;
    show(&d, 0, 1e6, got);
    CHECK(document_catch_up_progress(&d) < 0 && character_is_simulated(character_at(&d, 0)));
    hone_actor *fresh =
        hone_actor_create(&(hone_actor_desc){.model = character_at(&d, 0)->model, .physics.on = true}, NULL);
    CHECK(hone_actor_play(fresh, d.motions[0].motion, NULL, NULL).id);
    CHECK(hone_actor_update_frame(fresh, 1e6, NULL));
    memcpy(want, hone_actor_bones(fresh), sizeof want);
    hone_actor_destroy(fresh);
    CHECK_NEAR(apart(got, want), 0, 1e-6);
    document_release(&d);
}

static void what_a_frame_takes_is_counted(void **state)
{
    (void)state;
    document d = make(CHARACTER_PHYSICS_OFF);
    frame_timing m = {0};
    OPEN(&d, "tower.pmx");
    for (int i = 0; i < 3; i++) {
        frame_timing_frame(&m);
        CHECK(document_update(&d, i, false, 0, &m, NULL));
    }
    CHECK(m.last[FRAME_TIMING_SAMPLE] > 0 && m.last[FRAME_TIMING_RIG] > 0 && m.last[FRAME_TIMING_PALETTE] > 0);
    CHECK(m.last[FRAME_TIMING_DRAW] == 0 && m.frames == 3 && m.frame > 0);
    CHECK_NEAR(frame_timing_own(&m),
               m.smooth[FRAME_TIMING_SAMPLE] + m.smooth[FRAME_TIMING_RIG] + m.smooth[FRAME_TIMING_PALETTE], 1e-9);
    double smooth = m.smooth[FRAME_TIMING_SAMPLE];
    m.last[FRAME_TIMING_SAMPLE] = smooth + 100;
    m.last[FRAME_TIMING_DRAW] = 50;
    double own = frame_timing_own(&m), draw = m.smooth[FRAME_TIMING_DRAW];
    frame_timing_frame(&m);
    CHECK(m.smooth[FRAME_TIMING_SAMPLE] > smooth &&
          m.smooth[FRAME_TIMING_SAMPLE] < smooth + 100); /* moves towards the new value */
    CHECK(m.smooth[FRAME_TIMING_DRAW] > draw && frame_timing_own(&m) > own && m.last[FRAME_TIMING_SAMPLE] == 0);
    CHECK_NEAR(frame_timing_own(&m),
               m.smooth[FRAME_TIMING_SAMPLE] + m.smooth[FRAME_TIMING_RIG] + m.smooth[FRAME_TIMING_PALETTE], 1e-9);
    document_release(&d);
}

TEST_GROUP(test_view_document_physics)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_physics_is_a_films_wherever_one_goes),
        cmocka_unit_test(playing_on_needs_no_catch_up),
        cmocka_unit_test(until_physics_is_there_motions_alone_are_shown),
        cmocka_unit_test(all_may_change_while_physics_is_on_its_way),
        cmocka_unit_test(bodies_of_who_is_bent_go_on_from_what_is_shown),
        cmocka_unit_test(a_bend_moves_bodies_evenly),
        cmocka_unit_test(bodies_come_to_rest_after_a_bend),
        cmocka_unit_test(without_a_motion_time_goes_on_for_bodies),
        cmocka_unit_test(live_physics_begins_anew_where_one_goes),
        cmocka_unit_test(what_a_frame_takes_is_counted),
    };
    return cmocka_run_group_tests(tests, enter, command_folder_leave);
}
