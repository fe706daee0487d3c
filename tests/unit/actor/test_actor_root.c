/* Root motion of actors: over loops, fades and layers. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/thread.h>
#include <string.h>

enum { MASTER, CENTER, UPPER, FOOT, BONES, LAST = 20 };
static const char *const names[BONES] = {"全ての親", "センター", "上半身", "左足ＩＫ"};

static hone_model *make_walker(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    for (int i = 0; i < BONES; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .parent = i == CENTER  ? MASTER
                                         : i == UPPER ? CENTER
                                                      : HONE_NONE,
                               .position = {0,
                                            i == CENTER  ? 8
                                            : i == UPPER ? 12
                                                         : 0,
                                            0}};
    hone_model_data data = {.space = HONE_SPACE_MMD, .skeleton = {.bone_count = BONES, .bones = bones}};
    return test_model_create(b, &data);
}

/* A bone that goes `step` a frame and turns by `turn`; the foot goes along. */
static hone_motion *make_walk_with(const hone_allocator *allocator, int bone, float step, float turn)
{
    hone_builder *b = hone_builder_create(allocator, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, 2, sizeof *tracks);
    for (int t = 0; t < 2; t++) {
        hone_bone_key *keys = hone_builder_array(b, LAST + 1, sizeof *keys);
        for (uint32_t k = 0; k <= LAST; k++) {
            float half = turn * (float)k / 2;
            keys[k] = (hone_bone_key){
                .frame = k, .translation = {0, 0, -step * (float)k}, .rotation = {0, sinf(half), 0, cosf(half)}};
            for (int i = 0; i < 4; i++) keys[k].curves[i] = (hone_curve)HONE_CURVE_LINEAR;
        }
        tracks[t] = (hone_bone_track){{.text = names[t ? FOOT : bone]}, LAST + 1, keys};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 2, .bone_tracks = tracks};
    hone_motion *motion = hone_motion_create(b, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

static hone_motion *make_walk(int bone, float step, float turn)
{
    return make_walk_with(NULL, bone, step, turn);
}

static hone_actor *make_actor(void)
{
    hone_model *model = make_walker();
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    hone_model_release(model);
    CHECK(actor);
    return actor;
}

/* Releases the motion. */
static hone_play_id play(hone_actor *actor, hone_motion *motion, hone_play_desc desc)
{
    hone_error error = {0};
    desc.loop = true;
    hone_play_id handle = hone_actor_play(actor, motion, &desc, &error);
    if (!handle.id)
        fail_msg("%s", error.message);
    hone_motion_release(motion);
    return handle;
}

static const hone_play_desc walks = {.root = HONE_ROOT_WALK};

/* Updates from one frame to another in steps. Returns the whole movement. */
static hone_root_delta go(hone_actor *actor, double from, double to, double step)
{
    hone_root_delta sum = {{0}, 0};
    CHECK(hone_actor_update_frame(actor, from, NULL));
    for (double at = from; at != to;) {
        at = fabs(to - at) <= fabs(step) ? to : at + step;
        CHECK(hone_actor_update_frame(actor, at, NULL));
        hone_root_delta part = hone_actor_root_motion(actor);
        sum = hone_root_delta_compose(&sum, &part);
    }
    return sum;
}

static void check_delta(hone_root_delta a, hone_root_delta b, double tolerance)
{
    for (int i = 0; i < 3; i++) CHECK_NEAR(a.translation[i], b.translation[i], tolerance);
    CHECK_NEAR(a.yaw, b.yaw, tolerance);
}

/* ---- one motion ------------------------------------------------------------------------------------------------ */

static void loops_go_on_at_every_step_size(void **state)
{
    (void)state;
    static const double steps[] = {0.5, 1, 1.7, 7, 33, 100};
    hone_actor *actor = make_actor();
    play(actor, make_walk(CENTER, 0.4f, 0), walks);
    for (int i = 0; i < 6; i++) check_delta(go(actor, 3, 103, steps[i]), (hone_root_delta){{0, 0, -40}, 0}, 1e-3);
    check_delta(go(actor, 103, 3, -9), (hone_root_delta){{0, 0, 40}, 0}, 1e-3); /* back */
    hone_actor_destroy(actor);
    actor = make_actor();
    play(actor, make_walk(MASTER, 0, 0.1f), walks);
    for (int i = 0; i < 6; i++) check_delta(go(actor, 3, 103, steps[i]), (hone_root_delta){{0}, 10}, 1e-3);
    hone_actor_destroy(actor);
}

/* The character stays on the spot, its foot too; and where the movement brings it, it is as without root motion. */
static void the_pose_is_what_the_movement_leaves(void **state)
{
    (void)state;
    hone_actor *actor = make_actor(), *plain = make_actor();
    play(actor, make_walk(CENTER, 0.4f, 0.05f), walks);
    play(plain, make_walk(CENTER, 0.4f, 0.05f), (hone_play_desc){0});
    hone_root_delta way = {{0}, 0};
    for (double frame = 0; frame < LAST; frame += 0.4) {
        CHECK(hone_actor_update_frame(actor, frame, NULL) && hone_actor_update_frame(plain, frame, NULL));
        hone_root_delta part = hone_actor_root_motion(actor);
        way = hone_root_delta_compose(&way, &part);
        hone_rigid_transform world = hone_root_delta_transform(&way);
        CHECK_NEAR(hone_actor_bones(actor)[CENTER].m[2][3], 0, 1e-3);
        for (int b = 0; b < BONES; b++) {
            float here[3], there[3];
            hone_affine_origin(&hone_actor_bones(actor)[b], here);
            hone_affine_origin(&hone_actor_bones(plain)[b], there);
            hone_rigid_transform_point(&world, here, here);
            for (int i = 0; i < 3; i++) CHECK_NEAR(here[i], there[i], 1e-3);
        }
    }
    hone_actor_destroy(actor);
    hone_actor_destroy(plain);
}

static void a_seek_moves_nothing(void **state)
{
    (void)state;
    hone_actor *actor = make_actor();
    hone_play_id walk = play(actor, make_walk(CENTER, 0.4f, 0), walks);
    CHECK(hone_actor_update_frame(actor, 5, NULL) && hone_actor_play_seek(actor, walk, 0.5, NULL));
    CHECK(hone_actor_update_frame(actor, 6, NULL));
    check_delta(hone_actor_root_motion(actor), (hone_root_delta){{0, 0, -0.4f}, 0}, 1e-4);
    hone_actor_destroy(actor);
}

/* ---- several motions ------------------------------------------------------------------------------------------- */

static void a_cross_fade_goes_over_to_the_other_speed(void **state)
{
    (void)state;
    static const double steps[] = {0.5, 1, 3, 0.9};
    hone_root_delta want = {{0, 0, -0.4f * 10 - 0.7f * 30 - 1 * 10}, 0};
    for (int i = 0; i < 4; i++) {
        hone_actor *actor = make_actor();
        hone_motion *run = make_walk(CENTER, 1, 0);
        hone_play_id walk = play(actor, make_walk(CENTER, 0.4f, 0), walks);
        hone_root_delta sum = go(actor, 0, 10, steps[i]);
        hone_play_desc desc = {.loop = true, .start_seconds = 1 / 3.0, .fade_in_seconds = 1, .root = HONE_ROOT_WALK};
        CHECK(hone_actor_cross_fade(actor, walk, run, &desc, NULL).id);
        hone_root_delta rest = go(actor, 10, 50, steps[i]);
        check_delta(hone_root_delta_compose(&sum, &rest), want, 0.01);
        hone_motion_release(run);
        hone_actor_destroy(actor);
    }
}

static void layers_move_the_character_by_their_weights(void **state)
{
    (void)state;
    static const float upper[BONES] = {0, 0, 1, 0};
    hone_actor *actor = make_actor();
    play(actor, make_walk(CENTER, 0.4f, 0), walks);
    play(actor, make_walk(UPPER, 0, 0.1f), (hone_play_desc){.mask = upper}); /* a wave */
    check_delta(go(actor, 0, 10, 1), (hone_root_delta){{0, 0, -4}, 0}, 1e-3);
    hone_play_id stand = play(actor, make_walk(CENTER, 0, 0), (hone_play_desc){0});
    check_delta(go(actor, 10, 20, 1), (hone_root_delta){{0}, 0}, 1e-3);
    CHECK(hone_actor_play_set_weight(actor, stand, 0.25f, NULL));
    check_delta(go(actor, 20, 30, 1), (hone_root_delta){{0, 0, -3}, 0}, 1e-3);
    hone_actor_destroy(actor);
}

/* ---- saved states, and refused --------------------------------------------------------------------------------- */

static void the_movement_comes_again_after_going_back(void **state)
{
    (void)state;
    static char saved[4096];
    hone_actor *actor = make_actor();
    play(actor, make_walk(CENTER, 0.4f, 0.03f), walks);
    CHECK(hone_actor_update_frame(actor, 18.3, NULL) && hone_actor_save(actor, saved, sizeof saved, NULL));
    CHECK(hone_actor_update_frame(actor, 22.1, NULL));
    hone_root_delta want = hone_actor_root_motion(actor);
    CHECK(hone_actor_update_frame(actor, 25, NULL) && hone_actor_restore(actor, saved, sizeof saved, NULL));
    CHECK(hone_actor_update_frame(actor, 22.1, NULL));
    hone_root_delta got = hone_actor_root_motion(actor);
    CHECK(memcmp(&want, &got, sizeof want) == 0 && want.translation[2] < -1);
    hone_actor_destroy(actor);
}

/* ---- the track that a motion keeps ------------------------------------------------------------------------------ */

static void all_plays_of_a_motion_share_its_track(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_motion *walk = make_walk_with(&a.allocator, CENTER, 0.4f, 0);
    hone_model *model = make_walker(), *other = make_walker();
    const uint64_t before = a.calls;
    hone_root_desc desc = {.model = model, .motion = walk, .parts = HONE_ROOT_WALK};
    const hone_root_track *track = hone_motion_root_track(&desc, NULL);
    CHECK(track && a.calls > before && hone_motion_root_track(&desc, NULL) == track);
    CHECK_NEAR(track->samples[LAST].translation[2], -0.4 * LAST, 1e-4);
    const uint64_t kept = a.calls;
    hone_actor *actors[2];
    for (int i = 0; i < 2; i++) {
        actors[i] = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        hone_play_id first = hone_actor_play(actors[i], walk, &walks, NULL);
        hone_play_id second = hone_actor_cross_fade(actors[i], first, walk, &walks, NULL);
        CHECK(second.id && hone_actor_inertialize(actors[i], second, walk, &walks, NULL).id);
    }
    CHECK(a.calls == kept); /* none of the six has made it again */
    desc.parts = HONE_ROOT_XZ;
    CHECK(hone_motion_root_track(&desc, NULL) != track && a.calls > kept);
    desc = (hone_root_desc){.model = other, .motion = walk, .parts = HONE_ROOT_WALK};
    CHECK(hone_motion_root_track(&desc, NULL) != track);
    desc.bone = names[MASTER];
    CHECK(hone_motion_root_track(&desc, NULL)->samples[LAST].translation[2] == 0);
    desc.bone = "none";
    CHECK(!hone_motion_root_track(&desc, NULL) && !hone_motion_root_track(NULL, NULL));
    hone_motion_release(walk); /* the actors still have it */
    CHECK(a.live > 0 && hone_actor_update_frame(actors[1], 3, NULL));
    for (int i = 0; i < 2; i++) hone_actor_destroy(actors[i]);
    CHECK(a.live == 0);
    hone_model_release(model), hone_model_release(other);
}

static void a_track_that_could_not_be_made_is_made_later(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_motion *walk = make_walk_with(&a.allocator, CENTER, 0.4f, 0);
    hone_actor *actor = make_actor();
    bool played = false;
    for (uint64_t n = 0; !played; n++) {
        hone_error error = {0};
        a.fail_at = a.calls + n;
        played = hone_actor_play(actor, walk, &walks, &error).id != 0;
        CHECK(played || error.code == HONE_ERROR_MEMORY);
        CHECK(n < 20 && (played || hone_actor_play_count(actor) == 0));
        a.fail_at = UINT64_MAX;
    }
    hone_motion_release(walk);
    hone_actor_destroy(actor);
    CHECK(a.live == 0);
}

typedef struct asker {
    hone_root_desc desc;
    const hone_root_track *tracks[64];
} asker;

static void ask(void *user, uint32_t begin, uint32_t end)
{
    asker *s = user;
    for (uint32_t i = begin; i < end; i++) s->tracks[i] = hone_motion_root_track(&s->desc, NULL);
}

static void threads_find_one_track(void **state)
{
    (void)state;
    hone_model *model = make_walker();
    hone_motion *walk = make_walk(CENTER, 0.4f, 0);
    asker s = {.desc = {.model = model, .motion = walk, .parts = HONE_ROOT_WALK}};
    hone_workers *workers = hone_workers_create(4, NULL, NULL);
    CHECK(workers);
    hone_workers_run(workers, ask, &s, 64, 1);
    for (int i = 0; i < 64; i++) CHECK(s.tracks[i] && s.tracks[i] == s.tracks[0]);
    hone_workers_destroy(workers);
    hone_motion_release(walk), hone_model_release(model);
}

static void root_motion_is_checked(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_actor *actor = make_actor();
    hone_motion *walk = make_walk(CENTER, 1, 0);
    CHECK(!hone_actor_play(actor, walk, &(hone_play_desc){.root = 16}, &error).id && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_actor_play(actor, walk, &(hone_play_desc){.root = 1, .additive = true}, &error).id);
    CHECK(hone_actor_play_count(actor) == 0);
    hone_motion_release(walk);
    hone_actor_destroy(actor);
}

TEST_GROUP(test_actor_root)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_go_on_at_every_step_size),
        cmocka_unit_test(the_pose_is_what_the_movement_leaves),
        cmocka_unit_test(a_seek_moves_nothing),
        cmocka_unit_test(a_cross_fade_goes_over_to_the_other_speed),
        cmocka_unit_test(layers_move_the_character_by_their_weights),
        cmocka_unit_test(the_movement_comes_again_after_going_back),
        cmocka_unit_test(all_plays_of_a_motion_share_its_track),
        cmocka_unit_test(a_track_that_could_not_be_made_is_made_later),
        cmocka_unit_test(threads_find_one_track),
        cmocka_unit_test(root_motion_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
