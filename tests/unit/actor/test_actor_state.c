/* Saved states of actors: an actor that goes back plays the same frames again, to the bit. */
#include "support/make/make_bodies.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include <hone/actor.h>
#include <stdlib.h>
#include <string.h>

static make_bodies plan;
enum { CHAIN = 6, CHAINS = 3 };

/* ---- actors ---------------------------------------------------------------------------------------------------- */

/* Chains that touch each other and the floor, one with an aligned body. */
static hone_model *make_chains(void)
{
    make_bodies_clear(&plan);
    for (uint32_t c = 0; c < CHAINS; c++) {
        uint32_t first = plan.body_count;
        make_bodies_chain(&plan, c ? HONE_BODY_DYNAMIC : HONE_BODY_DYNAMIC_ALIGNED, CHAIN, 3, 0.8f);
        for (uint32_t b = first; b < plan.body_count; b++) {
            plan.bodies[b].position[2] = 0.7f * (float)c;
            plan.bodies[b].mask = 0xffff;
            plan.bodies[b].linear_damping = 0.3f;
        }
        for (uint32_t j = plan.joint_count - CHAIN; j < plan.joint_count; j++)
            plan.joints[j].position[2] = 0.7f * (float)c;
    }
    return make_bodies_model(&plan, NULL, NULL);
}

typedef struct stage {
    hone_model *model;
    hone_motion *motions[3];
    hone_actor *actor;
} stage;

static stage open_stage_of(hone_model *model, hone_actor_physics physics, hone_mmd_rules rules)
{
    stage s = {.model = model};
    for (uint32_t i = 0; i < 3; i++)
        s.motions[i] = make_motion(s.model, &(make_motion_desc){.seed = i + 1, .keys_per_track = 40}, NULL);
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model, .physics = physics, .rules = rules}, NULL);
    CHECK(s.actor && hone_actor_play(s.actor, s.motions[0], &(hone_play_desc){.loop = true}, NULL).id);
    return s;
}

static stage open_chains(hone_actor_physics physics)
{
    NEEDS(physics);
    physics.on = true;
    physics.options.floor = true;
    return open_stage_of(make_chains(), physics, (hone_mmd_rules){0});
}

static void close_stage_of(stage *s)
{
    hone_actor_destroy(s->actor);
    for (int i = 0; i < 3; i++) hone_motion_release(s->motions[i]);
    hone_model_release(s->model);
}

/* A hash of all that an update gives. */
static uint64_t result_of(const hone_actor *actor)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const uint8_t *bones = (const uint8_t *)hone_actor_bones(actor),
                  *morphs = (const uint8_t *)hone_actor_morphs(actor);
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < data->skeleton.bone_count * sizeof(hone_affine); i++)
        hash = (hash ^ bones[i]) * 0x100000001b3u;
    for (size_t i = 0; i < data->morph_count * sizeof(float); i++) hash = (hash ^ morphs[i]) * 0x100000001b3u;
    return hash;
}

/* ---- a game ---------------------------------------------------------------------------------------------------- */

/* A frame of a game at 60 Hz: the player's input at some frames, then an update. Input is the same for the same
 * frame. Handles are numbers of the game, which go back with it. */
typedef struct game {
    hone_play_id base, top;
    hone_goal_id goal;
} game;

static hone_goal aim_at(const hone_actor *actor, float x)
{
    const hone_rig *rig = hone_actor_rig(actor);
    int32_t first = (int32_t)hone_rig_order(rig, NULL)[0];
    return (hone_goal){
        .kind = HONE_GOAL_AIM, .weight = 0.5f, .position = {x, 5, -20}, .bones = {first}, .forward = {0, 0, -1}};
}

static void act(stage *s, game *g, int frame)
{
    double now = frame / 60.0;
    const hone_play_desc over = {.start_seconds = now, .fade_in_seconds = 0.1, .loop = true};
    if (frame == 0)
        g->base = hone_actor_play_at(s->actor, 0);
    if (frame % 12 == 3)
        g->base = hone_actor_cross_fade(s->actor, g->base, s->motions[frame % 3], &over, NULL);
    if (frame % 20 == 5)
        g->top = hone_actor_play(s->actor, s->motions[1], &over, NULL);
    if (frame % 20 == 9)
        CHECK(hone_actor_play_fade(s->actor, g->top, 0.25f, 0.1, NULL));
    if (frame % 20 == 14)
        CHECK(hone_actor_play_stop(s->actor, g->top, NULL));
    hone_goal goal = aim_at(s->actor, (float)(frame % 30));
    if (frame % 15 == 2)
        g->goal = hone_actor_goal_add(s->actor, &goal, NULL);
    else if (frame % 15 == 11)
        CHECK(hone_actor_goal_remove(s->actor, g->goal, NULL));
    else if (frame % 15 > 2 && frame % 15 < 11)
        CHECK(hone_actor_goal_set(s->actor, g->goal, &goal, NULL));
    CHECK(g->base.id && (g->goal.id || frame < 2) && hone_actor_update(s->actor, now, NULL));
}

enum { FRAMES = 120, WINDOW = 6 };

typedef struct snapshot {
    game game;
    void *state;
    size_t size;
} snapshot;

static void take(snapshot *out, stage *s, const game *g)
{
    size_t size = hone_actor_state_size(s->actor);
    if (size > out->size)
        out->state = realloc(out->state, size);
    out->size = size;
    out->game = *g;
    CHECK(hone_actor_save(s->actor, out->state, size, NULL));
}

/* At each frame the game goes back by six frames and plays them again, as if a player's input had arrived late. Every
 * frame must have the bits of a game that never goes back. */
static void check_rollbacks(stage *straight, stage *s)
{
    uint64_t want[FRAMES];
    game g = {0};
    for (int k = 0; k < FRAMES; k++) {
        act(straight, &g, k);
        want[k] = result_of(straight->actor);
    }
    snapshot ring[WINDOW + 1] = {{.size = 0}};
    game h = {0};
    for (int k = 0; k < FRAMES; k++) {
        act(s, &h, k);
        CHECK(result_of(s->actor) == want[k]);
        take(&ring[k % (WINDOW + 1)], s, &h);
        const snapshot *back = &ring[(k + 1) % (WINDOW + 1)];
        if (k < WINDOW)
            continue;
        CHECK(hone_actor_restore(s->actor, back->state, back->size, NULL));
        h = back->game;
        for (int i = k - WINDOW + 1; i <= k; i++) {
            act(s, &h, i);
            CHECK(result_of(s->actor) == want[i]);
        }
    }
    for (int i = 0; i <= WINDOW; i++) free(ring[i].state);
}

static void a_game_that_goes_back_changes_no_bit(void **state)
{
    (void)state;
    stage straight = open_chains((hone_actor_physics){0}), s = open_chains((hone_actor_physics){0});
    check_rollbacks(&straight, &s);
    close_stage_of(&straight);
    close_stage_of(&s);
}

/* The same without physics, on rigs with append, IK and morphs, in every order of evaluation. */
static void rigs_that_read_earlier_poses_go_back(void **state)
{
    (void)state;
    for (int lag = 0; lag < 2; lag++) {
        hone_mmd_rules rules = {.order = lag ? HONE_ORDER_LAG : 0};
        test_random random = {3}, again = {3};
        const random_rig_desc rig = {.appends = true, .chains = true};
        stage straight = open_stage_of(random_rig_make(&random, &rig), (hone_actor_physics){0}, rules);
        stage s = open_stage_of(random_rig_make(&again, &rig), (hone_actor_physics){0}, rules);
        check_rollbacks(&straight, &s);
        close_stage_of(&straight);
        close_stage_of(&s);
    }
}

/* In a world that is exact, and in one that the actor shares and the program saves. */
static void exact_and_shared_worlds_go_back(void **state)
{
    (void)state;
    stage s = open_chains((hone_actor_physics){.options = {.exact = true}});
    snapshot saved = {0};
    game g = {0};
    for (int k = 0; k < 40; k++) CHECK(hone_actor_update(s.actor, k / 60.0, NULL));
    take(&saved, &s, &g);
    CHECK(hone_actor_update(s.actor, 1, NULL));
    uint64_t want = result_of(s.actor);
    CHECK(hone_actor_restore(s.actor, saved.state, saved.size, NULL) && hone_actor_update(s.actor, 1, NULL));
    CHECK(result_of(s.actor) == want);
    CHECK(hone_actor_update(s.actor, 0.25, NULL) && hone_actor_update(s.actor, 1, NULL)); /* from the beginning */
    CHECK(result_of(s.actor) == want);
    close_stage_of(&s);
    hone_physics_world *world = hone_physics_world_create(NULL, NULL, NULL);
    s = open_chains((hone_actor_physics){.world = world});
    for (int k = 0; k < 40; k++) CHECK(hone_actor_update(s.actor, k / 60.0, NULL));
    take(&saved, &s, &g);
    size_t size = hone_physics_world_state_size(world);
    void *bodies = malloc(size);
    hone_physics_world_save(world, bodies);
    CHECK(saved.size < size);
    for (int again = 0; again < 2; again++) {
        for (int k = 40; k < 60; k++) CHECK(hone_actor_update(s.actor, k / 60.0, NULL));
        CHECK(again == 0 || result_of(s.actor) == want);
        want = result_of(s.actor);
        CHECK(hone_actor_restore(s.actor, saved.state, saved.size, NULL));
        CHECK(hone_physics_world_restore(world, bodies, size, NULL));
    }
    free(bodies), free(saved.state);
    close_stage_of(&s);
    hone_physics_world_destroy(world);
}

/* ---- other actors ---------------------------------------------------------------------------------------------- */

static void another_actor_goes_on_from_a_state(void **state)
{
    (void)state;
    stage s = open_chains((hone_actor_physics){0}), other = open_chains((hone_actor_physics){0});
    game g = {0}, h = {0};
    snapshot saved = {0};
    for (int k = 0; k < 50; k++) act(&s, &g, k);
    take(&saved, &s, &g);
    hone_error error = {0};
    CHECK(!hone_actor_restore(other.actor, saved.state, saved.size, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "no longer has")); /* it has not been given these motions */
    for (int k = 0; k < 50; k++) act(&other, &h, k);
    for (int k = 50; k < 55; k++) CHECK(hone_actor_update(other.actor, k / 30.0, NULL));
    CHECK(hone_actor_restore(other.actor, saved.state, saved.size, NULL));
    h = g;
    for (int k = 50; k < 70; k++) {
        act(&s, &g, k), act(&other, &h, k);
        CHECK(result_of(s.actor) == result_of(other.actor) && g.base.id == h.base.id);
    }
    free(saved.state);
    close_stage_of(&s);
    close_stage_of(&other);
}

/* ---- refused --------------------------------------------------------------------------------------------------- */

static void check_refused(hone_actor *actor, const void *state, size_t size)
{
    hone_error error = {0};
    CHECK(!hone_actor_restore(actor, state, size, &error) && error.code == HONE_ERROR_ARGUMENT);
}

static void a_state_is_refused_where_it_does_not_fit(void **state)
{
    (void)state;
    hone_error error = {0};
    stage s = open_chains((hone_actor_physics){0});
    snapshot saved = {0};
    game g = {0};
    for (int k = 0; k < 30; k++) act(&s, &g, k);
    take(&saved, &s, &g);
    uint64_t want = result_of(s.actor);
    for (size_t size = 0; size < saved.size; size++) {
        void *cut = malloc(size + 1); /* so that asan sees a read beyond the end */
        memcpy(cut, saved.state, size);
        check_refused(s.actor, cut, size);
        free(cut);
    }
    CHECK(!hone_actor_save(s.actor, saved.state, saved.size - 1, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_actor_save(NULL, saved.state, saved.size, &error) && !hone_actor_save(s.actor, NULL, 1, &error));
    CHECK(!hone_actor_restore(NULL, saved.state, saved.size, &error));
    CHECK(!hone_actor_restore(s.actor, NULL, saved.size, &error));
    hone_actor *still = hone_actor_create(&(hone_actor_desc){.model = s.model}, NULL); /* without physics */
    check_refused(still, saved.state, saved.size);
    hone_actor_destroy(still);
    test_random random = {5};
    hone_model *rig = random_rig_make(&random, &(random_rig_desc){0});
    hone_actor *stranger = hone_actor_create(&(hone_actor_desc){.model = rig}, NULL);
    check_refused(stranger, saved.state, saved.size);
    hone_actor_destroy(stranger);
    hone_model_release(rig);
    CHECK(hone_actor_update(s.actor, 29 / 60.0, NULL) && result_of(s.actor) == want);
    free(saved.state);
    close_stage_of(&s);
}

/* A state in which a motion plays that has stopped long ago. */
static void a_motion_that_is_gone_is_named(void **state)
{
    (void)state;
    hone_error error = {0};
    stage s = open_stage_of(make_chains(), (hone_actor_physics){0}, (hone_mmd_rules){0});
    snapshot saved = {0};
    game g = {0};
    hone_play_id first = hone_actor_play_at(s.actor, 0);
    take(&saved, &s, &g);
    CHECK(hone_actor_play_stop(s.actor, first, NULL));
    for (int i = 0; i < 31; i++) {
        hone_play_id next = hone_actor_play(s.actor, s.motions[1], NULL, NULL);
        CHECK(next.id && hone_actor_play_stop(s.actor, next, NULL));
    }
    CHECK(hone_actor_restore(s.actor, saved.state, saved.size, NULL) && hone_actor_play_count(s.actor) == 1);
    CHECK(hone_actor_play_at(s.actor, 0).id == first.id && hone_actor_play_stop(s.actor, first, NULL));
    for (int i = 0; i < 32; i++) {
        hone_play_id next = hone_actor_play(s.actor, s.motions[1], NULL, NULL);
        CHECK(next.id && hone_actor_play_stop(s.actor, next, NULL));
    }
    CHECK(!hone_actor_restore(s.actor, saved.state, saved.size, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(hone_actor_play_count(s.actor) == 0);
    free(saved.state);
    close_stage_of(&s);
}

/* Any byte may be wrong: then the state is refused, or restored with a number that is wrong. */
static void damaged_states_do_no_harm(void **state)
{
    (void)state;
    test_random random = {13};
    stage s = open_chains((hone_actor_physics){0});
    snapshot saved = {0};
    game g = {0};
    for (int k = 0; k < 20; k++) act(&s, &g, k);
    take(&saved, &s, &g);
    uint8_t *damaged = malloc(saved.size);
    for (int round = 0; round < 1000; round++) {
        size_t most = round % 2 ? saved.size : 2048;
        memcpy(damaged, saved.state, saved.size);
        for (uint32_t n = test_random_u32(&random) % 3 + 1; n-- > 0;)
            damaged[test_random_u32(&random) % most] = (uint8_t)test_random_u32(&random);
        hone_actor_restore(s.actor, damaged, saved.size, NULL);
        hone_actor_sample_frame(s.actor, round * 0.1);
    }
    free(damaged), free(saved.state);
    close_stage_of(&s);
}

TEST_GROUP(test_actor_state)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_goes_back_changes_no_bit),
        cmocka_unit_test(rigs_that_read_earlier_poses_go_back),
        cmocka_unit_test(exact_and_shared_worlds_go_back),
        cmocka_unit_test(another_actor_goes_on_from_a_state),
        cmocka_unit_test(a_state_is_refused_where_it_does_not_fit),
        cmocka_unit_test(a_motion_that_is_gone_is_named),
        cmocka_unit_test(damaged_states_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
