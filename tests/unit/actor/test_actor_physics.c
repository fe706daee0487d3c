/* Physics on actors: time, seeking, checkpoints, shared worlds. */
#include "support/make/make_bodies.h"
#include "support/support.h"
#include <hone/actor.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static make_bodies plan;
enum { TIP = 6, LENGTH = 1200 }; /* LENGTH: frames, 40 s */

static int set_up(void **state)
{
    (void)state;
    make_bodies_clear(&plan);
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, TIP, 20, 1);
    for (uint32_t b = 0; b < plan.body_count; b++) {
        plan.bodies[b].mask = 0xffff;
        plan.bodies[b].linear_damping = plan.bodies[b].angular_damping = 0.2f;
    }
    return 0;
}

/* The root moves to and fro every second. `off_from`: the frame from which physics of the root and the tip are
 * switched. */
static hone_motion *make_dance(uint32_t off_from)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    uint32_t count = LENGTH / 15 + 1;
    hone_bone_key *keys = hone_builder_array(b, count, sizeof *keys);
    for (uint32_t k = 0; k < count; k++)
        keys[k] = (hone_bone_key){.frame = k * 15,
                                  .translation = {(float)(k % 2) * 3, 0, (float)(k % 3)},
                                  .rotation = {0, 0, 0, 1},
                                  .curves = {{64, 0, 64, 127}, {64, 0, 64, 127}, {64, 0, 64, 127}, {64, 0, 64, 127}}};
    hone_bone_key *tip = hone_builder_array(b, 2, sizeof *tip);
    for (int k = 0; k < 2; k++)
        tip[k] = (hone_bone_key){.frame = k ? off_from : 0, .rotation = {0, 0, 0, 1}, .physics_off = k == 1};
    hone_bone_track *tracks = hone_builder_array(b, 2, sizeof *tracks);
    tracks[0] = (hone_bone_track){{.text = "b0"}, count, keys};
    tracks[1] = (hone_bone_track){{.text = "b6"}, off_from ? 2 : 1, tip};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 2, .bone_tracks = tracks};
    return hone_motion_create(b, &data, NULL, NULL);
}

typedef struct play_desc {
    hone_actor_physics physics;
    uint32_t off_from;
    hone_workers *workers;
    const hone_model *model; /* NULL: a model made from the plan */
    bool loop;
    hone_actor_parents *parents;
    void *parents_user;
} play_desc;

static hone_actor *play(const play_desc *desc)
{
    hone_error error = {0};
    hone_model *model = desc->model ? hone_model_retain(desc->model) : make_bodies_model(&plan, NULL, &error);
    hone_motion *dance = make_dance(desc->off_from);
    hone_actor_desc actor = {.model = model,
                             .physics = desc->physics,
                             .workers = desc->workers,
                             .parents = desc->parents,
                             .parents_user = desc->parents_user};
    actor.physics.on = true;
    hone_actor *made = hone_actor_create(&actor, &error);
    if (!made || !hone_actor_play(made, dance, &(hone_play_desc){.loop = desc->loop}, &error).id)
        fail_msg("%s", error.message);
    hone_model_release(model);
    hone_motion_release(dance);
    return made;
}

static const play_desc exactly = {.physics = {.options = {.exact = true}}}, live = {0};

/* All bones at a frame. */
typedef struct snapshot {
    hone_affine bones[TIP + 1];
} snapshot;

static snapshot at(hone_actor *actor, double frame)
{
    snapshot out;
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    memcpy(out.bones, hone_actor_bones(actor), sizeof out.bones);
    return out;
}

static bool same(const snapshot *a, const snapshot *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static float distance(const snapshot *a, const snapshot *b)
{
    float most = 0;
    for (int i = 0; i <= TIP; i++)
        for (int r = 0; r < 3; r++) most = fmaxf(most, fabsf(a->bones[i].m[r][3] - b->bones[i].m[r][3]));
    return most;
}

/* ---- external parents ------------------------------------------------------------------------------------------- */

/* Carries the root up, as far as a tenth of the frame. */
static void carry_up(void *user, double frame, hone_rig *rig)
{
    hone_affine *parent = user;
    *parent = (hone_affine){{{1, 0, 0, 7}, {0, 1, 0, (float)frame / 10}, {0, 0, 1, 0}}};
    hone_rig_set_external_parent(rig, 0, parent);
}

static void external_parents_carry_bodies_in_every_step(void **state)
{
    (void)state;
    hone_affine parent;
    play_desc lifted = exactly;
    lifted.parents = carry_up, lifted.parents_user = &parent;
    hone_actor *actor = play(&lifted), *other = play(&exactly);
    snapshot at_100 = at(actor, 100.25), plain = at(other, 100.25);
    CHECK_NEAR(at_100.bones[0].m[0][3], plain.bones[0].m[0][3] + 7, 1e-4); /* at rest the root is at 0, 20, 0 */
    CHECK_NEAR(at_100.bones[0].m[1][3], plain.bones[0].m[1][3] - 20 + 10.025, 1e-4);
    CHECK_NEAR(at_100.bones[1].m[0][3], at_100.bones[0].m[0][3], 1.001);
    CHECK(fabsf(at_100.bones[1].m[1][3] - at_100.bones[0].m[1][3]) <= 1.001f); /* the chain hangs on the root */
    at(actor, 300);
    snapshot again = at(actor, 100.25);
    CHECK(same(&again, &at_100));
    hone_actor_destroy(actor);
    hone_actor_destroy(other);
}

/* ---- the frame rate does not matter ----------------------------------------------------------------------------- */

static void a_time_has_one_result_at_every_frame_rate(void **state)
{
    (void)state;
    static const double rates[] = {7, 24, 30, 59.94, 60, 144, 1000};
    static const double looks[] = {10, 33.25, 61.5, 100};
    snapshot want[4];
    hone_actor *actor = play(&exactly);
    for (int i = 0; i < 4; i++) want[i] = at(actor, looks[i]);
    hone_actor_destroy(actor);
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        actor = play(&exactly);
        double frame = 0;
        for (int i = 0; i < 4; i++) {
            for (; frame < looks[i]; frame += 30 / rates[r]) CHECK(hone_actor_update_frame(actor, frame, NULL));
            snapshot got = at(actor, looks[i]);
            CHECK(same(&got, &want[i]));
        }
        hone_actor_destroy(actor);
    }
}

/* Live actors too, as long as time goes forwards. */
static void a_live_actor_steps_on_the_same_grid(void **state)
{
    (void)state;
    snapshot ends[3];
    static const double ways[] = {0.25, 1, 14.5};
    for (int i = 0; i < 3; i++) {
        hone_actor *actor = play(&live);
        for (double frame = 0; frame <= 290; frame += ways[i]) CHECK(hone_actor_update_frame(actor, frame, NULL));
        ends[i] = at(actor, 290);
        hone_actor_destroy(actor);
    }
    CHECK(same(&ends[0], &ends[1]) && same(&ends[0], &ends[2]));
}

static void between_steps_it_lies_between_them(void **state)
{
    (void)state;
    hone_actor *actor = play(&exactly);
    snapshot low = at(actor, 50), middle = at(actor, 50.25), high = at(actor, 50.5), again = at(actor, 50.25);
    CHECK(same(&middle, &again));
    CHECK(!same(&low, &high));
    for (int b = 1; b <= TIP; b++)
        for (int r = 0; r < 3; r++)
            CHECK_NEAR(middle.bones[b].m[r][3], (low.bones[b].m[r][3] + high.bones[b].m[r][3]) / 2, 1e-4);
    snapshot near = at(actor, 50 + 1e-7);
    CHECK(same(&near, &low)); /* so near to a step that there is no difference */
    hone_actor_destroy(actor);
}

static void a_rate_of_120_makes_finer_steps(void **state)
{
    (void)state;
    play_desc fine = exactly;
    fine.physics.options.rate = 120;
    hone_actor *coarse = play(&exactly), *finer = play(&fine);
    snapshot a = at(coarse, 30), b = at(finer, 30);
    CHECK(!same(&a, &b) && distance(&a, &b) < 3);
    hone_actor_destroy(coarse), hone_actor_destroy(finer);
}

static void times_of_no_length_and_no_time_change_nothing(void **state)
{
    (void)state;
    for (int exact = 0; exact < 2; exact++) {
        hone_actor *actor = play(exact ? &exactly : &live);
        snapshot first = at(actor, 45), again = at(actor, 45), nan = at(actor, NAN), infinite = at(actor, INFINITY);
        CHECK(same(&first, &again));
        /* the root's keys give a value at any time; the bodies that hang on it stay */
        CHECK(memcmp(&first.bones[1], &nan.bones[1], TIP * sizeof first.bones[1]) == 0);
        CHECK(memcmp(&first.bones[1], &infinite.bones[1], TIP * sizeof first.bones[1]) == 0);
        hone_actor_destroy(actor);
    }
}

/* ---- seeking ---------------------------------------------------------------------------------------------------- */

static void times_in_any_order_are_those_of_a_straight_run(void **state)
{
    (void)state;
    static const double order[] = {700.5, 3, 3, 299.75, 300, 299.5, 300.5, -20, 0, 1100, 599.9, 600, 601, 42};
    hone_actor *wild = play(&exactly);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        hone_actor *straight = play(&exactly);
        for (double frame = 0; frame < order[i]; frame += 20) CHECK(hone_actor_update_frame(straight, frame, NULL));
        snapshot want = at(straight, order[i]), got = at(wild, order[i]);
        CHECK(same(&want, &got));
        hone_actor_destroy(straight);
    }
    hone_actor_destroy(wild);
}

/* More than ten minutes: checkpoints are thinned out, and results do not change. */
static void long_runs_keep_their_checkpoints_few(void **state)
{
    (void)state;
    plan.body_count = 2, plan.joint_count = 1;
    play_desc desc = exactly;
    desc.loop = true;
    hone_actor *actor = play(&desc), *straight = play(&desc);
    snapshot late = {0}, want = {0};
    CHECK(hone_actor_update_frame(actor, 30 * 1500, NULL));
    CHECK(hone_actor_update_frame(actor, 30 * 905, NULL));
    memcpy(late.bones, hone_actor_bones(actor), 2 * sizeof *late.bones);
    CHECK(hone_actor_update_frame(straight, 30 * 905, NULL));
    memcpy(want.bones, hone_actor_bones(straight), 2 * sizeof *want.bones);
    CHECK(same(&late, &want));
    hone_actor_destroy(actor), hone_actor_destroy(straight);
}

static void a_live_jump_begins_anew_and_settles(void **state)
{
    (void)state;
    hone_actor *actor = play(&live), *fresh = play(&live);
    for (double frame = 0; frame < 200; frame++) CHECK(hone_actor_update_frame(actor, frame, NULL));
    static const double jumps[] = {900, 215.5 /* half a second does not count as a jump */, 10, 9, 1e6};
    for (int i = 0; i < 5; i++) {
        hone_actor *other = play(&live);
        snapshot got = at(actor, jumps[i]), want = at(other, jumps[i]);
        CHECK(same(&got, &want));
        for (int k = 1; k < 10; k++) { /* and continues from there */
            got = at(actor, jumps[i] + k), want = at(other, jumps[i] + k);
            CHECK(same(&got, &want));
        }
        hone_actor_destroy(other);
    }
    snapshot a = at(fresh, 100), b = at(fresh, 114.5);
    hone_actor *other = play(&live);
    snapshot c = at(other, 114.5);
    CHECK(!same(&b, &c) && !same(&a, &b)); /* it has not jumped, so it differs from a run that begins there */
    hone_actor_destroy(actor), hone_actor_destroy(fresh), hone_actor_destroy(other);
}

/* Hanging bodies come to rest before the first frame is shown. */
static void it_begins_at_rest(void **state)
{
    (void)state;
    for (uint32_t b = 0; b < plan.body_count; b++) plan.bodies[b].linear_damping = 0.95f;
    play_desc unsettled = exactly;
    unsettled.physics.options.settle_seconds = -1;
    hone_actor *settled = play(&exactly), *raw = play(&unsettled);
    CHECK(at(settled, 0).bones[TIP].m[1][3] < 17);
    CHECK_NEAR(at(raw, 0).bones[TIP].m[1][3], 20, 1e-5);
    hone_actor_destroy(settled), hone_actor_destroy(raw);
}

static void other_motions_are_another_past(void **state)
{
    (void)state;
    hone_actor *actor = play(&exactly), *both = play(&exactly);
    hone_motion *second = make_dance(100);
    CHECK(hone_actor_update_frame(actor, 700, NULL));
    hone_play_id faded = hone_actor_play(actor, second, &(hone_play_desc){.start_seconds = 5}, NULL);
    hone_play_id stopped = hone_actor_play(both, second, &(hone_play_desc){.start_seconds = 5}, NULL);
    snapshot got = at(actor, 350), want = at(both, 350);
    CHECK(same(&got, &want));
    CHECK(hone_actor_play_fade(actor, faded, 0, 0, NULL) && hone_actor_play_stop(both, stopped, NULL));
    got = at(actor, 350), want = at(both, 350);
    CHECK(same(&got, &want));
    hone_actor *fading = play(&exactly);
    hone_actor_sample_frame(fading, 350);
    const hone_play_desc desc = {.start_seconds = 5, .fade_in_seconds = 10};
    CHECK(hone_actor_cross_fade(actor, hone_actor_play_at(actor, 0), second, &desc, NULL).id);
    CHECK(hone_actor_cross_fade(fading, hone_actor_play_at(fading, 0), second, &desc, NULL).id);
    got = at(actor, 500), want = at(fading, 500);
    CHECK(same(&got, &want));
    hone_motion_release(second);
    hone_actor_destroy(actor), hone_actor_destroy(both), hone_actor_destroy(fading);
}

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

enum { CHUNKS = 4, CHUNK = LENGTH / CHUNKS };

typedef struct chunk {
    hone_actor *actor;
    int index;
    snapshot frames[CHUNK];
} chunk;

static void *run_chunk(void *user)
{
    chunk *c = user;
    for (int f = 0; f < CHUNK; f++) c->frames[f] = at(c->actor, c->index * CHUNK + f);
    return NULL;
}

/* One pass for physics only; then all chunks at once, each in its own thread. */
static void chunks_in_parallel_are_the_straight_run(void **state)
{
    (void)state;
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    play_desc desc = exactly;
    desc.model = model;
    desc.off_from = 500;
    hone_actor *scout = play(&desc), *straight = play(&desc);
    CHECK(hone_actor_simulate_frame(scout, LENGTH, NULL));
    chunk *chunks = calloc(CHUNKS, sizeof *chunks);
    pthread_t threads[CHUNKS];
    for (int i = 0; i < CHUNKS; i++) {
        chunks[i].index = i;
        chunks[i].actor = play(&desc);
        CHECK(hone_actor_copy_checkpoints(chunks[i].actor, scout, NULL));
    }
    for (int i = 0; i < CHUNKS; i++) CHECK(pthread_create(&threads[i], NULL, run_chunk, &chunks[i]) == 0);
    for (int i = 0; i < CHUNKS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int f = 0; f < LENGTH; f++) {
        snapshot want = at(straight, f);
        CHECK(same(&want, &chunks[f / CHUNK].frames[f % CHUNK]));
    }
    for (int i = 0; i < CHUNKS; i++) hone_actor_destroy(chunks[i].actor);
    free(chunks);
    hone_actor_destroy(scout), hone_actor_destroy(straight);
    hone_model_release(model);
}

static void checkpoints_go_between_equals_only(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    play_desc desc = exactly, finer = exactly, on_air = live;
    desc.model = finer.model = on_air.model = model;
    finer.physics.options.rate = 120;
    hone_actor *actor = play(&desc), *others[] = {play(&finer), play(&on_air), play(&exactly)};
    for (int i = 0; i < 3; i++) {
        CHECK(!hone_actor_copy_checkpoints(others[i], actor, &error) && error.code == HONE_ERROR_ARGUMENT);
        hone_actor_destroy(others[i]);
    }
    hone_actor *still = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(!hone_actor_copy_checkpoints(still, actor, &error) && !hone_actor_copy_checkpoints(actor, still, &error));
    CHECK(!hone_actor_get_physics(still) && hone_actor_get_physics(actor));
    hone_actor_destroy(still), hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- the rest of the frame -------------------------------------------------------------------------------------- */

/* ---- back in time ----------------------------------------------------------------------------------------------- */

static hone_physics_world *world_of(const hone_actor *actor)
{
    return hone_physics_get_world(hone_actor_get_physics(actor));
}

/* Returns a live actor to a time that it saved, between two steps, and continues from there. */
static void a_live_actor_goes_back_to_what_it_saved(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_actor *actor = play(&live);
    for (int k = 0; k <= 100; k++) at(actor, k * 0.7);
    size_t size = hone_physics_world_state_size(world_of(actor));
    void *saved = malloc(size);
    hone_physics_world_save(world_of(actor), saved);
    snapshot here = at(actor, 70), straight = {0};
    for (int k = 101; k <= 140; k++) straight = at(actor, k * 0.7);
    for (int again = 0; again < 2; again++) {
        snapshot other = {0};
        CHECK(hone_physics_world_restore(world_of(actor), saved, size, &error));
        other = at(actor, 70);
        CHECK(same(&here, &other));
        for (int k = 101; k <= 140; k++) other = at(actor, k * 0.7);
        CHECK(same(&straight, &other));
    }
    free(saved);
    hone_actor_destroy(actor);
}

/* A live actor continues where an exact one is, without a jump. */
static void a_live_actor_goes_on_where_an_exact_one_stands(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_actor *exact = play(&exactly), *other = play(&live);
    snapshot want = at(exact, 600);
    size_t size = hone_physics_world_state_size(world_of(exact));
    void *saved = malloc(size);
    hone_physics_world_save(world_of(exact), saved);
    CHECK(hone_physics_world_restore(world_of(other), saved, size, &error));
    snapshot got = at(other, 600);
    CHECK(same(&want, &got));
    for (int k = 1; k <= 20; k++) {
        want = at(exact, 600 + k * 0.5), got = at(other, 600 + k * 0.5);
        CHECK_NEAR(distance(&want, &got), 0, 0.2);
    }
    CHECK(!hone_physics_world_restore(world_of(exact), saved, size, &error) && error.code == HONE_ERROR_ARGUMENT);
    free(saved);
    hone_actor_destroy(exact);
    hone_actor_destroy(other);
}

static void children_of_bodies_follow_and_switches_let_go(void **state)
{
    (void)state;
    plan.bodies[TIP].bone = HONE_NONE; /* its bone is now a child of the previous one */
    play_desc desc = exactly;
    hone_actor *actor = play(&desc);
    snapshot s = at(actor, 40);
    const hone_affine *last = &s.bones[TIP - 1];
    for (int r = 0; r < 3; r++) CHECK_NEAR(s.bones[TIP].m[r][3], last->m[r][3] + last->m[r][0], 1e-4);
    hone_actor_destroy(actor);

    set_up(state);
    desc.off_from = 60;
    actor = play(&desc);
    s = at(actor, 59.5);
    CHECK(fabsf(s.bones[TIP].m[0][3] - s.bones[TIP - 1].m[0][3] - s.bones[TIP - 1].m[0][0]) > 0.01f);
    s = at(actor, 60);
    /* off: it is where it would be without physics, under its parent, which still moves by physics */
    const hone_affine *parent = &s.bones[TIP - 1];
    for (int r = 0; r < 3; r++) CHECK_NEAR(s.bones[TIP].m[r][3], parent->m[r][3] + parent->m[r][0], 1e-3);
    hone_actor_destroy(actor);
}

static void lift(void *user, double frame, hone_pose *pose)
{
    (void)frame;
    pose->bones[0].translation[1] += *(const float *)user;
}

static void edits_are_seen_by_every_step(void **state)
{
    (void)state;
    float up = 7;
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    hone_actor_desc desc = {.model = model, .physics = {.on = true, .options = {.exact = true}}};
    hone_actor *plain = hone_actor_create(&desc, NULL);
    desc.edit = lift, desc.edit_user = &up;
    hone_actor *lifted = hone_actor_create(&desc, NULL);
    snapshot a = at(plain, 20), b = at(lifted, 20);
    for (int i = 0; i <= TIP; i++) CHECK_NEAR(b.bones[i].m[1][3] - a.bones[i].m[1][3], 7, 0.05);
    hone_actor_destroy(plain), hone_actor_destroy(lifted);
    hone_model_release(model);
}

/* Notes the first frame at which it is asked. */
static void note_first(void *user, double frame, hone_pose *pose)
{
    (void)pose;
    double *first = user;
    *first = frame < *first ? frame : *first;
}

static void another_version_of_a_motion_keeps_the_steps_before_its_change(void **state)
{
    (void)state;
    static const double unchanged[] = {399, 299, 600, 1000, -1}, expected[] = {300, 0, 600, 700, 0};
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    hone_motion *before = make_dance(1100), *after = make_dance(1001);
    for (size_t i = 0; i < sizeof unchanged / sizeof *unchanged; i++) {
        double first = 1e9;
        hone_actor_desc desc = {.model = model, .physics = {.on = true, .options = {.exact = true}}};
        hone_actor *fresh = hone_actor_create(&desc, NULL);
        desc.edit = note_first, desc.edit_user = &first;
        hone_actor *actor = hone_actor_create(&desc, NULL);
        hone_play_id handle = hone_actor_play(actor, before, NULL, NULL);
        CHECK(hone_actor_play(fresh, after, NULL, NULL).id && hone_actor_update_frame(actor, 700, NULL));
        CHECK(hone_actor_play_replace(actor, handle, after, unchanged[i], NULL));
        first = 1e9;
        CHECK(hone_actor_simulate_frame(actor, 1050, NULL));
        CHECK_NEAR(first, expected[i], 0.51); /* a step is half a frame */
        CHECK(hone_actor_play_count(actor) == 1 && hone_actor_play_at(actor, 0).id == handle.id);
        snapshot got = at(actor, 1050), want = at(fresh, 1050);
        CHECK(same(&got, &want));
        hone_actor_destroy(actor), hone_actor_destroy(fresh);
    }
    hone_motion_release(before), hone_motion_release(after), hone_model_release(model);
}

static void only_a_plain_motion_is_replaced(void **state)
{
    (void)state;
    hone_actor *actor = play(&live);
    hone_motion *other = make_dance(50);
    hone_error error = {0};
    const hone_motion_event event = {0};
    hone_play_id handle = hone_actor_play(actor, other, &(hone_play_desc){.event_count = 1, .events = &event}, NULL);
    CHECK(!hone_actor_play_replace(actor, handle, other, 0, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_actor_play_replace(actor, (hone_play_id){99}, other, 0, &error) && error.code == HONE_ERROR_ARGUMENT);
    handle = hone_actor_play_at(actor, 0);
    CHECK(!hone_actor_play_replace(actor, handle, NULL, 0, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(hone_actor_play_replace(actor, handle, other, -1, &error));
    hone_motion_release(other);
    hone_actor_destroy(actor);
}

static void threads_of_skinning_change_nothing(void **state)
{
    (void)state;
    snapshot want = {0};
    for (uint32_t threads = 1; threads <= 4; threads++) {
        hone_workers *workers = hone_workers_create(threads, NULL, NULL);
        play_desc desc = exactly;
        desc.workers = workers;
        hone_actor *actor = play(&desc);
        for (double frame = 0; frame < 100; frame++) {
            CHECK(hone_actor_update_frame(actor, frame, NULL));
            CHECK(hone_actor_skin(actor, &(hone_skin_out){0}, NULL));
        }
        snapshot got = at(actor, 100);
        want = threads == 1 ? got : want;
        CHECK(same(&got, &want));
        hone_actor_destroy(actor);
        hone_workers_destroy(workers);
    }
}

/* ---- worlds that are shared ------------------------------------------------------------------------------------- */

/* A ball falls on a table of another actor. In separate worlds it falls through. */
static void bodies_of_actors_meet_in_one_world(void **state)
{
    (void)state;
    make_bodies_clear(&plan);
    make_bodies_add(&plan, HONE_BODY_FOLLOWS, 0, 5, 0);
    plan.bodies[0].shape = HONE_BODY_BOX, plan.bodies[0].size[0] = plan.bodies[0].size[2] = 4;
    plan.bodies[0].mask = 0xffff;
    hone_model *table = make_bodies_model(&plan, NULL, NULL);
    make_bodies_clear(&plan);
    make_bodies_add(&plan, HONE_BODY_DYNAMIC, 0, 8, 0);
    plan.bodies[0].mask = 0xffff;
    hone_model *ball = make_bodies_model(&plan, NULL, NULL);
    const hone_physics_options options = {.exact = true, .settle_seconds = -1};
    for (int shared = 0; shared < 2; shared++) {
        hone_physics_world *world = hone_physics_world_create(&options, NULL, NULL);
        hone_actor_desc desc = {.model = table,
                                .physics = {.on = true, .options = options, .world = shared ? world : NULL}};
        hone_actor *first = hone_actor_create(&desc, NULL);
        desc.model = ball;
        hone_actor *second = hone_actor_create(&desc, NULL);
        for (double frame = 0; frame <= 60; frame++)
            CHECK(hone_actor_update_frame(first, frame, NULL) && hone_actor_update_frame(second, frame, NULL));
        float y = hone_actor_bones(second)[0].m[1][3];
        CHECK(shared ? y > 5.8f && y < 6.2f : y < -50);
        CHECK(hone_actor_update_frame(first, 10,
                                      NULL)); /* backwards: the actor that is updated first takes the other one along */
        CHECK(hone_actor_update_frame(second, 10, NULL));
        hone_actor_destroy(shared ? first : second); /* in either order */
        hone_actor_destroy(shared ? second : first);
        hone_physics_world_destroy(world);
    }
    hone_model_release(table), hone_model_release(ball);
}

/* ---- the door --------------------------------------------------------------------------------------------------- */

static void actors_without_bodies_need_no_physics(void **state)
{
    (void)state;
    make_bodies_clear(&plan);
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = {.on = true}}, NULL);
    CHECK(actor && !hone_actor_get_physics(actor));
    CHECK(hone_actor_update_frame(actor, 10, NULL));
    CHECK(hone_actor_simulate_frame(actor, 20, NULL));
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void bodies_need_no_bones(void **state)
{
    (void)state;
    plan.boneless = true;
    for (uint32_t b = 0; b < plan.body_count; b++) plan.bodies[b].bone = HONE_NONE;
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model, .physics = {.on = true}}, NULL);
    for (int frame = 0; frame < 10; frame++) CHECK(hone_actor_update_frame(actor, frame, NULL));
    hone_body_motion m;
    CHECK(hone_physics_body_motion(hone_actor_get_physics(actor), TIP, &m) && m.place.m[1][3] < 20);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void every_refused_allocation_is_an_error(void **state)
{
    (void)state;
    hone_model *model = make_bodies_model(&plan, NULL, NULL);
    hone_motion *dance = make_dance(30);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model,
                                                                 .physics = {.on = true, .options = {.exact = true}},
                                                                 .allocator = &a.allocator},
                                              &error);
        done = actor && hone_actor_play(actor, dance, NULL, &error).id;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        uint64_t calls = a.calls;
        for (int k = 0; done && k < 700; k += 7) CHECK(hone_actor_update_frame(actor, k, NULL));
        CHECK(a.calls == calls); /* a frame allocates nothing */
        hone_actor_destroy(actor);
        CHECK(a.live == 0);
    }
    hone_model_release(model);
    hone_motion_release(dance);
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

static void the_others_need_physics(void **state)
{
    (void)state;
    test_skip(23, "tests of physics, which is not built in");
}

TEST_GROUP(test_actor_physics)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(external_parents_carry_bodies_in_every_step, set_up),
        TEST(a_time_has_one_result_at_every_frame_rate),
        TEST(a_live_actor_steps_on_the_same_grid),
        TEST(between_steps_it_lies_between_them),
        TEST(a_rate_of_120_makes_finer_steps),
        TEST(times_of_no_length_and_no_time_change_nothing),
        TEST(times_in_any_order_are_those_of_a_straight_run),
        TEST(long_runs_keep_their_checkpoints_few),
        TEST(a_live_jump_begins_anew_and_settles),
        TEST(it_begins_at_rest),
        TEST(other_motions_are_another_past),
        TEST(chunks_in_parallel_are_the_straight_run),
        TEST(checkpoints_go_between_equals_only),
        TEST(a_live_actor_goes_back_to_what_it_saved),
        TEST(a_live_actor_goes_on_where_an_exact_one_stands),
        TEST(children_of_bodies_follow_and_switches_let_go),
        TEST(edits_are_seen_by_every_step),
        TEST(another_version_of_a_motion_keeps_the_steps_before_its_change),
        TEST(only_a_plain_motion_is_replaced),
        TEST(threads_of_skinning_change_nothing),
        TEST(bodies_of_actors_meet_in_one_world),
        TEST(actors_without_bodies_need_no_physics),
        TEST(bodies_need_no_bones),
        TEST(every_refused_allocation_is_an_error),
    };
    const struct CMUnitTest without_physics[] = {
        TEST(actors_without_bodies_need_no_physics),
        cmocka_unit_test(the_others_need_physics),
    };
    if (!hone_physics_available())
        return cmocka_run_group_tests(without_physics, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
