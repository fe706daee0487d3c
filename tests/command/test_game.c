/* The example game without its window: the script's walk over the hills, and what hone does in it. */
#include "examples/game/world.h"
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME (1.0 / 60)
#define CENTIMETRE 0.0127f /* in lengths of a leg: if she is 158 cm tall, a leg has 79 cm from hip to ankle */

/* ---- counting allocations ---------------------------------------------------------------------------------------- */

static bool counting;
static unsigned allocations;

/* The linker gives calls of malloc and posix_memalign to these: tests/CMakeLists.txt. */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
int __real_posix_memalign(void **out, size_t align, size_t size);
int __wrap_posix_memalign(void **out, size_t align, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations += counting;
    return __real_malloc(size);
}

int __wrap_posix_memalign(void **out, size_t align, size_t size)
{
    allocations += counting;
    return __real_posix_memalign(out, align, size);
}

/* ---- playing ----------------------------------------------------------------------------------------------------- */

static world *open_files(const world_files *files)
{
    world *w = calloc(1, sizeof *w);
    hone_error error = {0};
    CHECK(w != NULL);
    if (!world_create(w, files, &error))
        fail_msg("%s", error.message);
    return w;
}

static world *open_world(void)
{
    return open_files(&(world_files){NULL});
}

static void close_world(world *w)
{
    world_destroy(w);
    free(w);
}

/* Stands for a second, walks ahead, turns, runs, turns back and stands. */
static hero_wish wish_at(const world *w, double seconds)
{
    static const struct {
        double until;
        float x, z, speed;
    } script[] = {{1, 0, 1, 0},         {5, 0, 1, 1},          {6.5, -0.95f, 0.3f, 1},
                  {9, -0.3f, 0.95f, 2}, {10.5, 0.7f, 0.7f, 1}, {100, 0, 1, 0}};
    int i = 0;
    while (script[i].until <= seconds) i++;
    return (hero_wish){.direction = {script[i].x, w->front * script[i].z}, .speed = script[i].speed};
}

static void step(world *w, bool wave)
{
    double seconds = w->seconds + FRAME;
    hero_wish wish = wish_at(w, seconds);
    wish.wave = wave;
    CHECK(world_update_hero(w, &wish, seconds, NULL));
}

static void play_until(world *w, double seconds)
{
    while (w->seconds < seconds - FRAME / 2) step(w, false);
}

/* Where a point of a bone is in the world. */
static void in_world(const world *w, int32_t bone, float out[3])
{
    hone_rigid_transform place = hone_actor_world(w->hero.actor);
    hone_affine_origin(&hone_actor_bones(w->hero.actor)[bone], out);
    hone_rigid_transform_point(&place, out, out);
}

/* ---- feet -------------------------------------------------------------------------------------------------------- */

/* The vertices of a foot. */
typedef struct sole {
    uint32_t count, *vertices;
} sole;

/* Whether a vertex belongs to a foot and its toes alone. */
static bool is_foot(const world *w, uint32_t vertex, const int32_t bones[2])
{
    const hone_mesh *mesh = hone_model_mesh(w->model);
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        int32_t bone = mesh->slots[mesh->influences[i].slot].bone;
        sum += bone == bones[0] || bone == bones[1] ? mesh->influences[i].weight : 0;
    }
    return sum > 0.99f;
}

static sole find_sole(const world *w, int side)
{
    hone_humanoid human = hone_model_humanoid(w->model);
    const int32_t bones[2] = {human.bones[HONE_HUMANOID_FOOT + side], human.bones[HONE_HUMANOID_TOES + side]};
    uint32_t count = hone_model_mesh(w->model)->vertex_count;
    sole out = {0, malloc(count * sizeof *out.vertices)};
    for (uint32_t v = 0; v < count; v++)
        if (is_foot(w, v, bones))
            out.vertices[out.count++] = v;
    CHECK(out.count > 50);
    return out;
}

/* How high the lowest vertex of a foot is above the ground. positions: of the whole hero, model space. */
static float clearance(const world *w, const sole *s, const float (*positions)[3])
{
    hone_rigid_transform place = hone_actor_world(w->hero.actor);
    float least = INFINITY;
    for (uint32_t i = 0; i < s->count; i++) {
        float at[3];
        hone_rigid_transform_point(&place, positions[s->vertices[i]], at);
        least = fminf(least, at[1] - terrain_height(&w->ground, at[0], at[2]));
    }
    return least;
}

static void planted_feet_stand_on_the_ground_and_do_not_slide(void **state)
{
    (void)state;
    world *w = open_world();
    uint32_t count = hone_model_mesh(w->model)->vertex_count, stances[2] = {0, 0};
    float(*positions)[3] = malloc(count * sizeof *positions), leg = w->ground.scale, begin[2][3] = {{0}};
    hone_skin_out out = {.positions = {positions, count, sizeof *positions}};
    sole soles[2] = {find_sole(w, 0), find_sole(w, 1)};
    bool before[2] = {false, false};
    float worst[3] = {0, 0, 0};
    while (w->seconds < 12) {
        step(w, false);
        CHECK(hone_actor_skin(w->hero.actor, &out, NULL));
        for (int i = 0; i < 2; i++) {
            const foot *f = &w->hero.feet.foot[i];
            float at[3], height = clearance(w, &soles[i], (const float(*)[3])positions) / leg;
            in_world(w, f->ball, at);
            if (f->planted && !before[i])
                hone_vec3_copy(at, begin[i]), stances[i]++;
            worst[2] = fmaxf(worst[2], -height);
            if (f->planted) {
                worst[0] = fmaxf(worst[0], fabsf(height));
                worst[1] = fmaxf(worst[1], hypotf(at[0] - begin[i][0], at[2] - begin[i][2]) / leg);
            }
            before[i] = f->planted;
        }
    }
    print_message("in centimetres: height %.2f, slide %.2f, depth %.2f\n", (double)(worst[0] / CENTIMETRE),
                  (double)(worst[1] / CENTIMETRE), (double)(worst[2] / CENTIMETRE));
    CHECK(stances[0] > 8 && stances[1] > 8);
    CHECK(worst[1] < 0.5f * CENTIMETRE);
    CHECK(worst[0] < CENTIMETRE);
    free(soles[0].vertices), free(soles[1].vertices), free(positions);
    close_world(w);
}

static void the_hero_gets_where_it_is_sent(void **state)
{
    (void)state;
    world *w = open_world();
    float leg = w->ground.scale, speeds[2];
    const double times[2] = {2, 8};
    for (int i = 0; i < 2; i++) {
        play_until(w, times[i]);
        hone_rigid_transform before = hone_actor_world(w->hero.actor);
        play_until(w, times[i] + 0.5);
        hone_rigid_transform after = hone_actor_world(w->hero.actor);
        speeds[i] = hone_vec3_distance(after.translation, before.translation) / leg / 0.5f;
    }
    CHECK_NEAR(speeds[0], 1.22, 0.1);      /* leg lengths a second: gait.c */
    CHECK_NEAR(speeds[1], 2.3 * 1.5, 0.3); /* and a cycle of 20 frames */
    play_until(w, 12);
    CHECK(w->hero.speed == 0);
    hone_rigid_transform end = hone_actor_world(w->hero.actor);
    CHECK_NEAR(end.translation[1], terrain_height(&w->ground, end.translation[0], end.translation[2]), 1e-4 * leg);
    close_world(w);
}

/* ---- gaze, wave, hair -------------------------------------------------------------------------------------------- */

static void the_eyes_look_at_the_lantern(void **state)
{
    (void)state;
    world *w = open_world();
    unsigned seen = 0;
    while (w->seconds < 9) {
        step(w, false);
        const hone_goal_part *eye = &w->hero.gaze.gaze.eyes[0];
        const hone_affine *bone = &hone_actor_bones(w->hero.actor)[eye->bone];
        float sight[3], at[3], way[3];
        hone_affine_direction(bone, eye->forward, sight);
        hone_affine_origin(bone, at);
        hone_rigid_transform place = hone_actor_world(w->hero.actor);
        hone_rigid_transform_direction(&place, sight, sight), hone_rigid_transform_point(&place, at, at);
        hone_vec3_subtract(w->lantern, at, way);
        if (!hone_actor_goal_reached(w->hero.actor, w->hero.gaze_id))
            continue;
        seen++;
        CHECK_NEAR(hone_vec3_dot(sight, way) / hone_vec3_length(sight) / hone_vec3_length(way), 1, 1e-4); /* a degree */
    }
    CHECK(seen > 9 * 60 / 2);
    close_world(w);
}

/* Whether a bone is below another. */
static bool is_below(const hone_model *model, int32_t bone, int32_t above)
{
    while (bone != HONE_NONE && bone != above) bone = hone_model_skeleton(model)->bones[bone].parent;
    return bone == above;
}

static void a_wave_moves_the_arm_only(void **state)
{
    (void)state;
    world *still = open_world(), *waves = open_world();
    hone_humanoid human = hone_model_humanoid(still->model);
    int32_t arm = human.bones[HONE_HUMANOID_UPPER_ARM + 1], hand = human.bones[HONE_HUMANOID_HAND + 1];
    float most = 0, leg = still->ground.scale;
    play_until(still, 2), play_until(waves, 2);
    for (int frame = 0; frame < 120; frame++) {
        step(still, false), step(waves, frame == 0);
        const hone_affine *a = hone_actor_bones(still->hero.actor), *b = hone_actor_bones(waves->hero.actor);
        for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
            if (human.bones[h] != HONE_NONE && !is_below(still->model, human.bones[h], arm))
                CHECK(memcmp(&a[human.bones[h]], &b[human.bones[h]], sizeof *a) == 0);
        most = fmaxf(most, b[hand].m[1][3] - a[hand].m[1][3]);
    }
    CHECK(most > 0.6f * leg);
    for (int frame = 0; frame < 150; frame++) step(still, false), step(waves, false); /* until it has ended */
    CHECK(memcmp(&hone_actor_bones(still->hero.actor)[hand], &hone_actor_bones(waves->hero.actor)[hand],
                 sizeof(hone_affine)) == 0);
    CHECK(hone_actor_play_count(waves->hero.actor) == 3);
    close_world(still), close_world(waves);
}

/* By how much the tip of a tail is turned about y from where the head alone would carry it, radians. */
static float lag_of(const world *w, int32_t head, int32_t tip)
{
    const hone_bone *bones = hone_model_skeleton(w->model)->bones;
    const hone_affine *now = hone_actor_bones(w->hero.actor);
    float at_rest[3], carried[3], at[3], from[3];
    hone_vec3_subtract(bones[tip].position, bones[head].position, at_rest);
    hone_affine_direction(&now[head], at_rest, carried);
    hone_affine_origin(&now[tip], at), hone_affine_origin(&now[head], from);
    hone_vec3_subtract(at, from, at);
    float angle = atan2f(at[0], at[2]) - atan2f(carried[0], carried[2]); /* as a turn about y */
    return remainderf(angle, 2 * (float)HONE_PI);
}

static void hair_lags_behind_a_turn(void **state)
{
    (void)state;
    if (!hone_physics_available()) {
        test_skip(1, "hair: physics is not built in");
        return;
    }
    world *w = open_world();
    hone_humanoid human = hone_model_humanoid(w->model);
    int32_t head = human.bones[HONE_HUMANOID_HEAD];
    const int32_t tips[2] = {hone_model_find_bone(w->model, "左髪５"), hone_model_find_bone(w->model, "右髪５")};
    CHECK(tips[0] != HONE_NONE && tips[1] != HONE_NONE);
    play_until(w, 5); /* then she turns */
    hone_rigid_transform before = hone_actor_world(w->hero.actor), after, back = hone_rigid_transform_invert(&before);
    float lag = lag_of(w, head, tips[0]) + lag_of(w, head, tips[1]);
    play_until(w, 5.25);
    after = hone_actor_world(w->hero.actor);
    hone_rigid_transform turn = hone_rigid_transform_compose(&back, &after);
    lag = (lag_of(w, head, tips[0]) + lag_of(w, head, tips[1]) - lag) / 2;
    CHECK(fabsf(turn.rotation[1]) > 0.15f); /* sine of half the angle */
    CHECK(lag * turn.rotation[1] < 0 && fabsf(lag) > 0.2f);
    close_world(w);
}

/* Where a bone is beside the hips: the cosine of the angle, seen from above, between that direction now and at rest. */
static float side_of(const world *w, int32_t hips, int32_t bone)
{
    const hone_bone *bones = hone_model_skeleton(w->model)->bones;
    const hone_affine *now = hone_actor_bones(w->hero.actor);
    float rest[3], at[3], from[3];
    hone_vec3_subtract(bones[bone].position, bones[hips].position, rest);
    hone_affine_direction(&now[hips], rest, rest);
    hone_affine_origin(&now[bone], at), hone_affine_origin(&now[hips], from);
    hone_vec3_subtract(at, from, at);
    at[1] = rest[1] = 0;
    return hone_vec3_dot(at, rest) / hone_vec3_length(at) / hone_vec3_length(rest);
}

static void the_skirt_stays_around_the_legs(void **state)
{
    (void)state;
    world *w = open_world();
    int32_t hips = hone_model_humanoid(w->model).bones[HONE_HUMANOID_HIPS];
    unsigned seen = 0;
    char name[32];
    play_until(w, 12); /* after a run */
    for (int chain = 1; chain <= 40; chain++) {
        snprintf(name, sizeof name, "スカート%d-2", chain);
        int32_t bone = hone_model_find_bone(w->model, name);
        if (bone == HONE_NONE)
            continue;
        seen++;
        CHECK(side_of(w, hips, bone) > 0.8f);
    }
    CHECK(seen >= 8);
    close_world(w);
}

/* ---- the crowd --------------------------------------------------------------------------------------------------- */

static void dancers_dance_each_at_its_own_time(void **state)
{
    (void)state;
    world *w = open_world();
    size_t slots = hone_model_mesh(w->model)->slot_count;
    hone_affine *before = malloc(DANCERS * slots * sizeof *before);
    const hone_affine *now = hone_crowd_palettes(w->dancers.crowd);
    CHECK(dancers_update(&w->dancers, w->eye, &w->ground, 1, NULL));
    memcpy(before, now, DANCERS * slots * sizeof *before);
    for (int frame = 1; frame <= 12; frame++)
        CHECK(dancers_update(&w->dancers, w->eye, &w->ground, 1 + frame * FRAME, NULL));
    for (uint32_t i = 0; i < DANCERS; i++) {
        CHECK(memcmp(before + i * slots, now + i * slots, slots * sizeof *now) != 0);
        CHECK(i == 0 || memcmp(before + i * slots, before + (i - 1) * slots, slots * sizeof *now) != 0);
    }
    free(before);
    close_world(w);
}

static void frames_allocate_nothing(void **state)
{
    (void)state;
    world *w = open_world();
    play_until(w, 0.5);
    allocations = 0, counting = true;
    while (w->seconds < 8) step(w, false), CHECK(dancers_update(&w->dancers, w->eye, &w->ground, w->seconds, NULL));
    counting = false;
    assert_int_equal(allocations, 0);
    counting = true;
    step(w, true); /* a wave is another motion: an allocation */
    counting = false;
    CHECK(allocations > 0);
    close_world(w);
}

/* ---- files of the user ------------------------------------------------------------------------------------------- */

/* How far ahead the hero is after three seconds, two of which it walks. */
static float way_of(world *w)
{
    play_until(w, 3);
    hone_rigid_transform place = hone_actor_world(w->hero.actor);
    CHECK(hone_actor_goal_reached(w->hero.actor, w->hero.stand_id));
    CHECK(fabsf(place.translation[0]) < 0.1f * w->ground.scale);
    return place.translation[2] * w->front / w->ground.scale;
}

static void save(const char *path, hone_bytes *bytes)
{
    CHECK(hone_file_write(path, bytes->data, bytes->size, NULL));
    hone_bytes_release(bytes);
}

static void a_humanoid_of_another_format_walks_as_well(void **state)
{
    (void)state;
    static const char path[] = HONE_BUILD_DIR "/tests/game.glb";
    hone_bytes human = make_human(&(make_human_desc){0});
    save(path, &human);
    world *w = open_files(&(world_files){.model = path});
    CHECK(w->front == 1);
    CHECK_NEAR(way_of(w), 1.22 * 1.9, 0.25);
    close_world(w);
    remove(path);
}

static void motions_of_the_user_take_the_place_of_those_by_program(void **state)
{
    (void)state;
    static const char path[] = HONE_BUILD_DIR "/tests/game.vmd";
    world *made = open_world();
    hone_bytes run;
    CHECK(hone_motion_write_vmd(made->motions.run, NULL, &run, NULL));
    save(path, &run);
    float way = way_of(made);
    world *w = open_files(&(world_files){.walk = path}); /* it runs when it walks */
    CHECK_NEAR(way_of(w) / way, 2.3 * 1.5 / 1.22, 0.1);
    close_world(w), close_world(made);
    world *none = calloc(1, sizeof *none);
    hone_error error = {0};
    CHECK(!world_create(none, &(world_files){.walk = "/nowhere.vmd"}, &error) && strstr(error.message, "/nowhere.vmd"));
    close_world(none);
    remove(path);
}

TEST_GROUP(test_game)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_feet_stand_on_the_ground_and_do_not_slide),
        cmocka_unit_test(the_hero_gets_where_it_is_sent),
        cmocka_unit_test(the_eyes_look_at_the_lantern),
        cmocka_unit_test(a_wave_moves_the_arm_only),
        cmocka_unit_test(hair_lags_behind_a_turn),
        cmocka_unit_test(the_skirt_stays_around_the_legs),
        cmocka_unit_test(dancers_dance_each_at_its_own_time),
        cmocka_unit_test(frames_allocate_nothing),
        cmocka_unit_test(a_humanoid_of_another_format_walks_as_well),
        cmocka_unit_test(motions_of_the_user_take_the_place_of_those_by_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
