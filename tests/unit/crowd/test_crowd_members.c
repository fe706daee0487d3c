/* Crowds: clocks, update rates, threads, memory, and what is made of the palettes. */
#include "support/make/bodies/make_animal.h"
#include "support/support.h"
#include <hone/crowd.h>
#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIPS = 2, BONES = ANIMAL_BONES };

typedef struct herd {
    hone_model *model;
    hone_motion *clips[CLIPS];
    hone_crowd_model *shared;
    hone_crowd *crowd;
    hone_crowd_scratch *scratch; /* for palettes to compare with */
} herd;

static const make_animal_desc plain = {0}, scaled = {.scaled = true};

static void open_assets(herd *h, const make_animal_desc *model)
{
    uint8_t half[BONES];
    const uint8_t *const levels[] = {half};
    for (int b = 0; b < BONES; b++) half[b] = b % 2 == 0;
    h->model = make_animal(model, NULL);
    for (uint64_t c = 0; c < CLIPS; c++)
        h->clips[c] = make_animal_clip(
            &(make_animal_clip_desc){.seed = c, .duration = 0.8 + 0.5 * (double)c, .translations = true}, NULL);
    h->shared = hone_crowd_model_create(&(hone_crowd_model_desc){.model = h->model,
                                                                 .clip_count = CLIPS,
                                                                 .clips = (const hone_motion *const *)h->clips,
                                                                 .level_count = 1,
                                                                 .levels = levels},
                                        NULL);
    h->scratch = hone_crowd_scratch_create(h->shared, NULL, NULL);
    CHECK(h->shared && h->scratch);
}

/* Every member at another time and blend. */
static void play_all(hone_crowd *crowd, uint32_t count)
{
    test_random random = {count};
    for (uint32_t m = 0; m < count; m++)
        for (uint32_t p = 0; p < 2; p++)
            hone_crowd_writable_plays(crowd, m)[p] =
                (hone_crowd_play){.clip = p,
                                  .weight = test_random_float(&random, 0.2f, 1),
                                  .seconds = (double)test_random_float(&random, 0, 0.8f),
                                  .speed = test_random_float(&random, 0.5f, 1.5f)};
}

static herd open_herd(const hone_crowd_desc *desc, const make_animal_desc *model)
{
    herd h;
    hone_error error = {0};
    hone_crowd_desc own = *desc;
    open_assets(&h, model);
    own.model = h.shared, own.play_count = own.play_count ? own.play_count : 2;
    h.crowd = hone_crowd_create(&own, &error);
    if (!h.crowd)
        fail_msg("%s", error.message);
    if (own.play_count == 2)
        play_all(h.crowd, own.member_count);
    return h;
}

static void close_herd(herd *h)
{
    hone_crowd_destroy(h->crowd), hone_crowd_scratch_destroy(h->scratch), hone_crowd_model_release(h->shared);
    for (int c = 0; c < CLIPS; c++) hone_motion_release(h->clips[c]);
    hone_model_release(h->model);
}

static const hone_affine *palette_of(const herd *h, uint32_t member)
{
    return hone_crowd_palettes(h->crowd) + (size_t)member * BONES;
}

/* Computes the palette of what a member plays now, `ahead` seconds later. */
static void compute(const herd *h, uint32_t member, uint32_t level, double ahead, hone_affine *out)
{
    const hone_crowd_play *plays = hone_crowd_writable_plays(h->crowd, member);
    hone_crowd_layer layers[2];
    for (int p = 0; p < 2; p++) {
        double duration = hone_crowd_model_duration(h->shared, plays[p].clip);
        double seconds = plays[p].seconds + ahead * (double)plays[p].speed;
        layers[p] = (hone_crowd_layer){plays[p].clip, plays[p].weight, seconds - duration * floor(seconds / duration)};
    }
    CHECK(hone_crowd_run(h->scratch, &(hone_crowd_item){layers, 2, level, out}, 1, NULL));
}

static double distance(const hone_affine *a, const hone_affine *b)
{
    double worst = 0;
    for (int s = 0; s < BONES; s++)
        for (int i = 0; i < 12; i++) {
            double d = fabs((double)a[s].m[i / 4][i % 4] - (double)b[s].m[i / 4][i % 4]);
            worst = d <= worst ? worst : d;
        }
    return worst;
}

/* ---- clocks ---- */

static void members_begin_at_rest(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 3, .play_count = 1}, &plain);
    hone_affine rest[BONES];
    CHECK(hone_crowd_run(h.scratch, &(hone_crowd_item){.palette = rest}, 1, NULL));
    for (uint32_t m = 0; m < 3; m++) CHECK(memcmp(rest, palette_of(&h, m), sizeof rest) == 0);
    CHECK(hone_crowd_writable_places(h.crowd)[2].m[1][1] == 1 && hone_crowd_writable_places(h.crowd)[2].m[1][3] == 0);
    CHECK(hone_crowd_update(h.crowd, 1, NULL, NULL) && memcmp(rest, palette_of(&h, 1), sizeof rest) == 0);
    close_herd(&h);
}

static void every_member_plays_by_its_own_clock(void **state)
{
    (void)state;
    enum { COUNT = 21 };
    herd h = open_herd(&(hone_crowd_desc){.member_count = COUNT}, &plain);
    for (int frame = 0; frame < 40; frame++) {
        double before = hone_crowd_writable_plays(h.crowd, 3)[1].seconds;
        CHECK(hone_crowd_update(h.crowd, 0.07, NULL, NULL));
        for (uint32_t m = 0; m < COUNT; m++) {
            hone_affine expected[BONES];
            compute(&h, m, 0, 0, expected);
            CHECK_NEAR(distance(expected, palette_of(&h, m)), 0, 1e-6);
        }
        double after = hone_crowd_writable_plays(h.crowd, 3)[1].seconds,
               way = 0.07 * (double)hone_crowd_writable_plays(h.crowd, 3)[1].speed;
        CHECK_NEAR(after > before ? after - before : after + 1.3 - before, way, 1e-9);
    }
    close_herd(&h);
}

static void clocks_loop_hold_and_run_backwards(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 4, .play_count = 1}, &plain);
    const hone_crowd_play plays[] = {{.weight = 1, .seconds = 0.7, .speed = 1},
                                     {.weight = 1, .seconds = 0.7, .speed = 1, .once = true},
                                     {.weight = 1, .seconds = 0.1, .speed = -2},
                                     {.weight = 1, .seconds = 0.1, .speed = -2, .once = true}};
    const double expected[] = {0.2, 0.8, 0.3, 0};
    for (uint32_t m = 0; m < 4; m++) *hone_crowd_writable_plays(h.crowd, m) = plays[m];
    for (int frame = 0; frame < 3; frame++) CHECK(hone_crowd_update(h.crowd, 0.1, NULL, NULL));
    for (uint32_t m = 0; m < 4; m++) CHECK_NEAR(hone_crowd_writable_plays(h.crowd, m)->seconds, expected[m], 1e-6);
    hone_crowd_writable_plays(h.crowd, 0)->seconds = NAN;
    CHECK(hone_crowd_update(h.crowd, INFINITY, NULL, NULL) && hone_crowd_writable_plays(h.crowd, 0)->seconds == 0);
    close_herd(&h);
}

/* ---- update rates ---- */

/* Updates once and returns how many palettes changed. */
static uint32_t count_changes(const herd *h, uint32_t count, double step, hone_affine *before)
{
    uint32_t changes = 0;
    size_t size = BONES * sizeof *before;
    memcpy(before, hone_crowd_palettes(h->crowd), count * size);
    CHECK(hone_crowd_update(h->crowd, step, NULL, NULL));
    for (uint32_t m = 0; m < count; m++) changes += memcmp(before + (size_t)m * BONES, palette_of(h, m), size) != 0;
    return changes;
}

static void updates_are_spread_evenly(void **state)
{
    (void)state;
    enum { COUNT = 120 };
    herd h = open_herd(&(hone_crowd_desc){.member_count = COUNT}, &plain);
    hone_affine *before = calloc((size_t)COUNT * BONES, sizeof *before);
    CHECK(count_changes(&h, COUNT, 0.003, before) == COUNT);
    for (uint32_t m = 0; m < COUNT; m++) hone_crowd_set_period(h.crowd, m, m % 2 ? 4 : 1);
    for (int frame = 0; frame < 8; frame++) CHECK(count_changes(&h, COUNT, 0.003, before) == COUNT / 2 + COUNT / 8);
    for (uint32_t m = 0; m < COUNT; m++) hone_crowd_set_period(h.crowd, m, 3);
    for (int frame = 0; frame < 6; frame++) CHECK(count_changes(&h, COUNT, 0.003, before) == COUNT / 3);
    for (uint32_t m = 0; m < COUNT; m += 2) hone_crowd_set_period(h.crowd, m, 0);
    for (uint32_t m = 1; m < COUNT; m += 2) hone_crowd_set_period(h.crowd, m, 1000);
    uint32_t sum = 0;
    for (int frame = 0; frame < HONE_CROWD_MAX_PERIOD; frame++) sum += count_changes(&h, COUNT, 0.003, before);
    CHECK(sum == COUNT / 2);
    free(before);
    close_herd(&h);
}

static void a_palette_stays_between_updates(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 1}, &plain);
    hone_affine last[BONES], expected[BONES];
    int updates = 0;
    hone_crowd_set_period(h.crowd, 0, 4);
    for (int frame = 0; frame < 17; frame++) {
        memcpy(last, palette_of(&h, 0), sizeof last);
        CHECK(hone_crowd_update(h.crowd, 0.02, NULL, NULL));
        bool changed = memcmp(last, palette_of(&h, 0), sizeof last) != 0;
        compute(&h, 0, 0, 0, expected);
        CHECK(!changed || distance(expected, palette_of(&h, 0)) <= 1e-6);
        CHECK(changed || frame > 0); /* the first update is at once */
        updates += changed;
    }
    CHECK(updates == 5);
    close_herd(&h);
}

static void members_move_smoothly_between_updates(void **state)
{
    (void)state;
    enum { PERIOD = 4 };
    herd h = open_herd(&(hone_crowd_desc){.member_count = 9, .interpolate = true}, &plain);
    hone_affine ends[2][BONES], expected[BONES];
    for (uint32_t m = 0; m < 9; m++) hone_crowd_set_period(h.crowd, m, m == 8 ? 1 : PERIOD);
    int due = -1;
    for (int frame = 0; frame < 40; frame++) {
        CHECK(hone_crowd_update(h.crowd, 0.02, NULL, NULL));
        compute(&h, 8, 0, 0, expected);
        CHECK_NEAR(distance(expected, palette_of(&h, 8)), 0, 1e-6);
        compute(&h, 0, 0, 0, expected);
        if (due < 0 && frame > 0 && distance(expected, palette_of(&h, 0)) < 1e-5)
            due = frame; /* from here on it is known when the member updates */
        if (due < 0)
            continue;
        int part = (frame - due) % PERIOD;
        if (part == 0)
            compute(&h, 0, 0, 0, ends[0]), compute(&h, 0, 0, 0.02 * PERIOD, ends[1]);
        for (int s = 0; s < BONES; s++)
            for (int i = 0; i < 12; i++) {
                float from = ends[0][s].m[i / 4][i % 4], to = ends[1][s].m[i / 4][i % 4];
                CHECK_NEAR(palette_of(&h, 0)[s].m[i / 4][i % 4], from + (to - from) * (float)part / PERIOD, 1e-5);
            }
    }
    CHECK(due > 0 && due <= 2 * PERIOD);
    close_herd(&h);
}

/* A member whose level changes goes on from where it is shown, on a straight line to the pose of its new level. */
static void a_change_of_level_moves_smoothly(void **state)
{
    (void)state;
    enum { PERIOD = 8 };
    const double step = 0.0005; /* so short that a jump would be larger than any movement */
    herd h = open_herd(&(hone_crowd_desc){.member_count = 1, .interpolate = true}, &scaled);
    hone_affine last[BONES], levels[2][BONES];
    hone_crowd_set_period(h.crowd, 0, PERIOD);
    CHECK(hone_crowd_update(h.crowd, step, NULL, NULL));
    compute(&h, 0, 0, 0, levels[0]), compute(&h, 0, 1, 0, levels[1]);
    const double apart = distance(levels[0], levels[1]);
    CHECK(apart > 0.05);
    for (int frame = 0; frame < 6 * PERIOD; frame++) {
        memcpy(last, palette_of(&h, 0), sizeof last);
        if (frame % (2 * PERIOD) == 5)
            hone_crowd_set_level(h.crowd, 0, (uint32_t)(frame / (2 * PERIOD)) % 2 ? 0 : 1);
        CHECK(hone_crowd_update(h.crowd, step, NULL, NULL));
        CHECK(distance(last, palette_of(&h, 0)) < apart / PERIOD + 0.01);
    }
    compute(&h, 0, 1, 0, levels[1]);
    CHECK_NEAR(distance(levels[1], palette_of(&h, 0)), 0, 0.02); /* it has arrived at the last one */
    close_herd(&h);
}

static void a_change_of_period_stops_no_member(void **state)
{
    (void)state;
    enum { COUNT = 8 };
    herd h = open_herd(&(hone_crowd_desc){.member_count = COUNT, .interpolate = true}, &plain);
    hone_affine before[COUNT * BONES], expected[BONES];
    for (uint32_t m = 0; m < COUNT; m++) /* no clip comes to its end, where it would jump */
        for (int p = 0; p < 2; p++)
            hone_crowd_writable_plays(h.crowd, m)[p].seconds = 0, hone_crowd_writable_plays(h.crowd, m)[p].speed = 1;
    for (int frame = 0; frame < 40; frame++) {
        for (uint32_t m = 0; frame % 7 == 3 && m < COUNT; m++)
            hone_crowd_set_period(h.crowd, m, 1 + ((uint32_t)frame + m) % 4);
        CHECK(count_changes(&h, COUNT, 0.003, before) == COUNT);
        for (uint32_t m = 0; m < COUNT; m++) { /* each is where it would be, but for the straight lines */
            compute(&h, m, 0, 0, expected);
            CHECK_NEAR(distance(expected, palette_of(&h, m)), 0, 0.1);
        }
    }
    close_herd(&h);
}

static void lods_follow_the_distance(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 3}, &plain);
    const hone_crowd_lod lods[] = {{10, 1, 0}, {20, 1, 1}, {30, 0, 1}};
    const float eye[3] = {1, 0, 0};
    for (uint32_t m = 0; m < 3; m++) hone_crowd_writable_places(h.crowd)[m].m[2][3] = 9 + 10 * (float)m;
    hone_crowd_writable_places(h.crowd)[2].m[2][3] = 500;
    hone_crowd_set_lods(h.crowd, eye, lods, 3);
    hone_affine before[BONES], expected[BONES];
    memcpy(before, palette_of(&h, 2), sizeof before);
    CHECK(hone_crowd_update(h.crowd, 0.02, NULL, NULL));
    for (uint32_t m = 0; m < 2; m++) {
        compute(&h, m, m, 0, expected);
        CHECK_NEAR(distance(expected, palette_of(&h, m)), 0, 1e-6);
    }
    compute(&h, 1, 0, 0, expected);
    CHECK(distance(expected, palette_of(&h, 1)) > 0.01);
    CHECK(memcmp(before, palette_of(&h, 2), sizeof before) == 0);
    hone_crowd_set_lods(h.crowd, eye, lods, 0);
    close_herd(&h);
}

/* ---- memory and threads ---- */

static void a_frame_allocates_nothing(void **state)
{
    (void)state;
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    herd h = open_herd(&(hone_crowd_desc){.member_count = 40, .interpolate = true, .allocator = &allocator.allocator},
                       &scaled);
    float positions[ANIMAL_VERTICES][3];
    static float texture[40 * BONES][16];
    const hone_skin_job job = {.positions = {positions, ANIMAL_VERTICES, sizeof *positions}};
    for (uint32_t m = 0; m < 40; m++) hone_crowd_set_period(h.crowd, m, 1 + m % 3);
    CHECK(hone_crowd_skin(h.crowd, 0, &job, NULL)); /* compiles the model's skin */
    uint64_t calls = allocator.calls;
    for (int frame = 0; frame < 20; frame++) {
        hone_crowd_set_period(h.crowd, 3, (uint32_t)frame % 5);
        CHECK(hone_crowd_update(h.crowd, 0.02, NULL, NULL) && hone_crowd_skin(h.crowd, 7, &job, NULL));
        CHECK(hone_crowd_write(h.crowd, 0, 40, HONE_PALETTE_4X4, (hone_stream){texture, 40 * BONES, 64}, NULL));
    }
    CHECK(allocator.calls == calls);
    close_herd(&h);
    CHECK(allocator.live == 0);
}

static uint64_t size_of_crowd(const hone_crowd_model *shared, uint32_t count, bool interpolate)
{
    test_allocator allocator;
    test_allocator_make(&allocator, UINT64_MAX);
    const hone_crowd_desc desc = {.model = shared,
                                  .member_count = count,
                                  .play_count = 4,
                                  .interpolate = interpolate,
                                  .allocator = &allocator.allocator};
    hone_crowd *crowd = hone_crowd_create(&desc, NULL);
    CHECK(crowd);
    const uint64_t size = allocator.live_size;
    hone_crowd_destroy(crowd);
    CHECK(allocator.live == 0);
    return size;
}

static void a_further_member_takes_little_memory(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 1}, &plain);
    uint64_t held = (size_of_crowd(h.shared, 3000, false) - size_of_crowd(h.shared, 1000, false)) / 2000;
    uint64_t moved = (size_of_crowd(h.shared, 3000, true) - size_of_crowd(h.shared, 1000, true)) / 2000;
    CHECK(held < 1500 && moved < 4000); /* of 24 bones, whose palette has 1152 bytes */
    close_herd(&h);
}

enum { TREE = 40, MOVING = 4 };

/* MMD's space: a chain of bones that move, and bones that follow them, whose mesh was bound at rest. */
static hone_model *make_tree(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, TREE, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, TREE, sizeof *slots);
    for (int i = 0; i < TREE; i++) {
        const float at[3] = {0.3f * (float)(i % 7), 0.5f * (float)i, 0.1f * (float)(i % 3)};
        char name[8];
        int size = snprintf(name, sizeof name, "b%d", i);
        bones[i] = (hone_bone){.name = hone_builder_text(b, name, (size_t)size),
                               .parent = i < MOVING ? i - 1 : i % MOVING,
                               .flags = HONE_BONE_MOVABLE | HONE_BONE_ROTATABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        hone_vec3_copy(at, bones[i].position);
        slots[i] = (hone_slot){i, hone_affine_translation((const float[3]){-at[0], -at[1], -at[2]})};
    }
    return test_model_create(b, &(hone_model_data){.skeleton = {.bone_count = TREE, .bones = bones},
                                                   .mesh = {.slot_count = TREE, .slots = slots}});
}

static hone_motion *make_sway(void)
{
    enum { KEYS = 5 };
    static const char *const names[MOVING] = {"b0", "b1", "b2", "b3"};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, MOVING, sizeof *tracks);
    for (int t = 0; t < MOVING; t++) {
        hone_bone_key *keys = hone_builder_array(b, KEYS, sizeof *keys);
        for (uint32_t k = 0; k < KEYS; k++) {
            float half = 0.15f * (float)((k + (uint32_t)t) % 3);
            keys[k] = (hone_bone_key){.frame = 10 * k, .rotation = {sinf(half), 0, 0, cosf(half)}};
            for (int i = 0; i < 4; i++) keys[k].curves[i] = (hone_curve)HONE_CURVE_LINEAR;
        }
        tracks[t] = (hone_bone_track){{.text = names[t]}, KEYS, keys};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = MOVING, .bone_tracks = tracks};
    return hone_motion_create(b, &data, NULL, NULL);
}

/* A member that moves between two poses keeps two matrices only for bones that clips move. The slots of other bones get
 * the matrices of the bones that they follow. */
static void bones_that_stay_are_not_interpolated(void **state)
{
    (void)state;
    enum { PERIOD = 4 };
    hone_model *model = make_tree();
    hone_motion *clip = make_sway();
    const hone_motion *const clips[] = {clip};
    hone_crowd_model *shared =
        hone_crowd_model_create(&(hone_crowd_model_desc){.model = model, .clip_count = 1, .clips = clips}, NULL);
    CHECK(hone_crowd_model_get_info(shared).tables && hone_crowd_model_get_info(shared).bone_count == MOVING);
    uint64_t held = (size_of_crowd(shared, 3000, false) - size_of_crowd(shared, 1000, false)) / 2000;
    uint64_t moved = (size_of_crowd(shared, 3000, true) - size_of_crowd(shared, 1000, true)) / 2000;
    CHECK_NEAR((double)(moved - held), 2 * MOVING * (double)sizeof(hone_affine), 64);
    hone_crowd *crowd = hone_crowd_create(
        &(hone_crowd_desc){.model = shared, .member_count = 1, .play_count = 1, .interpolate = true}, NULL);
    hone_crowd_scratch *scratch = hone_crowd_scratch_create(shared, NULL, NULL);
    hone_affine ends[2][TREE];
    *hone_crowd_writable_plays(crowd, 0) = (hone_crowd_play){.weight = 1, .speed = 1};
    hone_crowd_set_period(crowd, 0, PERIOD);
    CHECK(hone_crowd_update(crowd, 0.02, NULL, NULL));
    for (int e = 0; e < 2; e++) {
        const hone_crowd_layer layer = {.weight = 1, .seconds = 0.02 + 0.02 * PERIOD * e};
        CHECK(hone_crowd_run(scratch, &(hone_crowd_item){&layer, 1, 0, ends[e]}, 1, NULL));
    }
    for (int part = 0; part < PERIOD; part++) {
        const hone_affine *palette = hone_crowd_palettes(crowd);
        for (int i = 0; i < 12 * TREE; i++) {
            float from = ends[0][i / 12].m[i / 4 % 3][i % 4], to = ends[1][i / 12].m[i / 4 % 3][i % 4];
            CHECK_NEAR(palette[i / 12].m[i / 4 % 3][i % 4], from + (to - from) * (float)part / PERIOD, 5e-5);
        }
        if (part + 1 < PERIOD)
            CHECK(hone_crowd_update(crowd, 0.02, NULL, NULL));
        if (hone_crowd_writable_plays(crowd, 0)->seconds > 0.02 * PERIOD)
            break; /* its turn came */
    }
    hone_crowd_destroy(crowd), hone_crowd_scratch_destroy(scratch);
    hone_crowd_model_release(shared), hone_motion_release(clip), hone_model_release(model);
}

static void threads_give_the_same_bits(void **state)
{
    (void)state;
    enum { COUNT = 301, THREADS = 4 };
    const hone_crowd_desc desc = {.member_count = COUNT, .max_threads = THREADS, .interpolate = true};
    herd one = open_herd(&desc, &plain), many = open_herd(&desc, &plain);
    hone_workers *workers = hone_workers_create(THREADS, NULL, NULL);
    CHECK(workers);
    for (uint32_t m = 0; m < COUNT; m++)
        hone_crowd_set_period(one.crowd, m, 1 + m % 3), hone_crowd_set_period(many.crowd, m, 1 + m % 3);
    for (int frame = 0; frame < 12; frame++) {
        CHECK(hone_crowd_update(one.crowd, 0.02, NULL, NULL) && hone_crowd_update(many.crowd, 0.02, workers, NULL));
        CHECK(memcmp(palette_of(&one, 0), palette_of(&many, 0), COUNT * BONES * sizeof(hone_affine)) == 0);
    }
    hone_workers_destroy(workers);
    close_herd(&one), close_herd(&many);
}

/* A thread of the program: its members change what they play, are updated and skinned. */
typedef struct own_thread {
    hone_crowd *crowd;
    uint32_t share, failures;
} own_thread;

static void update_own(void *user, uint32_t index)
{
    own_thread *t = user;
    float positions[ANIMAL_VERTICES][3];
    const hone_skin_job job = {.positions = {positions, ANIMAL_VERTICES, sizeof *positions}};
    uint32_t begin = index * t->share;
    for (uint32_t m = begin; m < begin + t->share; m++) {
        hone_crowd_writable_plays(t->crowd, m)->weight = 0.5f;
        hone_crowd_writable_places(t->crowd)[m].m[0][3] = (float)m;
    }
    bool ok = hone_crowd_update_range(t->crowd, begin, begin + t->share, NULL);
    for (uint32_t m = begin; m < begin + t->share; m++) ok = ok && hone_crowd_skin(t->crowd, m, &job, NULL);
    CHECK(ok);
}

typedef struct range {
    own_thread *thread;
} range;

static void run_range(void *user, uint32_t begin, uint32_t end)
{
    const range *r = user;
    for (uint32_t i = begin; i < end; i++) update_own(r->thread, i);
}

static void threads_update_ranges_of_their_own(void **state)
{
    (void)state;
    enum { SHARE = 25, RANGES = 12, THREADS = 4 };
    const hone_crowd_desc desc = {.member_count = SHARE * RANGES, .max_threads = THREADS};
    herd one = open_herd(&desc, &scaled), many = open_herd(&desc, &scaled);
    hone_workers *workers = hone_workers_create(THREADS, NULL, NULL);
    own_thread threads[2] = {{.crowd = one.crowd, .share = SHARE}, {.crowd = many.crowd, .share = SHARE}};
    range ranges[2] = {{&threads[0]}, {&threads[1]}};
    CHECK(hone_model_compiled_skin(one.model, NULL) && hone_model_compiled_skin(many.model, NULL));
    for (int frame = 0; frame < 5; frame++) {
        hone_crowd_begin_frame(one.crowd, 0.03), hone_crowd_begin_frame(many.crowd, 0.03);
        run_range(&ranges[0], 0, RANGES);
        hone_workers_run(workers, run_range, &ranges[1], RANGES, 1);
    }
    CHECK(memcmp(palette_of(&one, 0), palette_of(&many, 0), SHARE * RANGES * BONES * sizeof(hone_affine)) == 0);
    hone_workers_destroy(workers);
    close_herd(&one), close_herd(&many);
}

/* ---- vertices and other forms ---- */

static void check_skinned(const make_animal_desc *kind, hone_skin_method method)
{
    herd h = open_herd(&(hone_crowd_desc){.member_count = 5}, kind);
    float out[2][ANIMAL_VERTICES][3], expected[2][ANIMAL_VERTICES][3];
    hone_skin_job job = {
        .positions = {out[0], ANIMAL_VERTICES, 12}, .normals = {out[1], ANIMAL_VERTICES, 12}, .method = method};
    CHECK(hone_crowd_update(h.crowd, 0.1, NULL, NULL) && hone_crowd_skin(h.crowd, 4, &job, NULL));
    const hone_skin *skin = hone_model_compiled_skin(h.model, NULL);
    hone_palette *palette = hone_palette_create(BONES, NULL, NULL);
    hone_slot slots[BONES];
    for (int s = 0; s < BONES; s++) slots[s] = (hone_slot){HONE_NONE, palette_of(&h, 4)[s]};
    hone_palette_build(slots, NULL, 0, palette);
    job.palette = palette, job.positions.data = expected[0], job.normals.data = expected[1];
    CHECK(hone_skin_run(skin, &job, 0, hone_skin_block_count(skin), NULL));
    CHECK(memcmp(out, expected, sizeof out) == 0);
    hone_palette *built = hone_palette_create(BONES, NULL, NULL);
    CHECK(hone_crowd_build_palette(h.crowd, 4, built, NULL) && built->rigid == palette->rigid);
    CHECK(memcmp(built->affine, palette->affine, BONES * sizeof(hone_affine)) == 0);
    CHECK(memcmp(built->cofactor, palette->cofactor, BONES * sizeof(hone_affine)) == 0);
    CHECK(memcmp(built->duals, palette->duals, BONES * sizeof(hone_dual_quaternion)) == 0);
    built->slot_count--;
    CHECK(!hone_crowd_build_palette(h.crowd, 4, built, NULL) && !hone_crowd_build_palette(h.crowd, 9, palette, NULL));
    hone_palette_destroy(palette), hone_palette_destroy(built);
    close_herd(&h);
}

static void vertices_are_those_of_the_palette(void **state)
{
    (void)state;
    check_skinned(&plain, HONE_SKIN_AUTO);
    check_skinned(&scaled, HONE_SKIN_AUTO);
    check_skinned(&plain, HONE_SKIN_DUAL_QUATERNION);
}

static void palettes_are_written_in_other_forms(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 5}, &plain);
    float out[3 * BONES][8], expected[BONES][8];
    CHECK(hone_crowd_update(h.crowd, 0.1, NULL, NULL));
    const hone_stream stream = {out, 3 * BONES, sizeof *out};
    CHECK(hone_crowd_write(h.crowd, 1, 4, HONE_PALETTE_QUATERNION, stream, NULL));
    const hone_palette palette = {.slot_count = BONES, .affine = (hone_affine *)palette_of(&h, 3)};
    CHECK(hone_palette_write(&palette, HONE_PALETTE_QUATERNION, (hone_stream){expected, BONES, 32}, NULL));
    CHECK(memcmp(out[2 * BONES], expected, sizeof expected) == 0);
    CHECK(!hone_crowd_write(h.crowd, 3, 6, HONE_PALETTE_QUATERNION, stream, NULL));
    CHECK(!hone_crowd_write(h.crowd, 1, 5, HONE_PALETTE_QUATERNION, stream, NULL));
    close_herd(&h);
}

/* ---- failures ---- */

static void wrong_crowds_are_refused(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 2}, &plain);
    const hone_crowd_desc wrong[] = {{.member_count = 1, .play_count = 1},
                                     {.model = h.shared, .play_count = 1},
                                     {.model = h.shared, .member_count = 1},
                                     {.model = h.shared, .member_count = 1, .play_count = 17},
                                     {.model = h.shared, .member_count = 1, .play_count = 1, .max_threads = 257}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hone_error error = {0};
        CHECK(!hone_crowd_create(&wrong[i], &error) && error.code == HONE_ERROR_ARGUMENT);
    }
    CHECK(!hone_crowd_create(NULL, NULL) && !hone_crowd_writable_plays(h.crowd, 2) &&
          !hone_crowd_update(NULL, 1, NULL, NULL));
    CHECK(!hone_crowd_update_range(h.crowd, 1, 3, NULL) && !hone_crowd_update_range(h.crowd, 2, 1, NULL));
    CHECK(!hone_crowd_skin(h.crowd, 2, &(hone_skin_job){0}, NULL) && !hone_crowd_skin(h.crowd, 0, NULL, NULL));
    hone_workers *workers = hone_workers_create(2, NULL, NULL);
    CHECK(!hone_crowd_update(h.crowd, 1, workers, NULL));
    hone_workers_destroy(workers);
    close_herd(&h);
}

static void a_clip_that_does_not_exist_keeps_the_palette(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 3}, &plain);
    hone_error error = {0};
    hone_affine before[BONES], expected[BONES];
    CHECK(hone_crowd_update(h.crowd, 0.1, NULL, NULL));
    memcpy(before, palette_of(&h, 1), sizeof before);
    hone_crowd_writable_plays(h.crowd, 1)[0].clip = 9;
    CHECK(!hone_crowd_update(h.crowd, 0.1, NULL, &error) && error.code == HONE_ERROR_ARGUMENT && error.at == 1);
    CHECK(memcmp(before, palette_of(&h, 1), sizeof before) == 0);
    compute(&h, 2, 0, 0, expected);
    CHECK_NEAR(distance(expected, palette_of(&h, 2)), 0, 1e-6);
    hone_crowd_writable_plays(h.crowd, 1)[0].weight = 0;
    CHECK(hone_crowd_update(h.crowd, 0.1, NULL, &error));
    close_herd(&h);
}

static void refused_memory_fails_cleanly(void **state)
{
    (void)state;
    herd h = open_herd(&(hone_crowd_desc){.member_count = 2}, &plain);
    bool made = false;
    for (uint64_t fail_at = 0; !made; fail_at++) {
        test_allocator allocator;
        hone_error error = {0};
        test_allocator_make(&allocator, fail_at);
        const hone_crowd_desc desc = {.model = h.shared,
                                      .member_count = 100,
                                      .play_count = 2,
                                      .max_threads = 2,
                                      .interpolate = true,
                                      .allocator = &allocator.allocator};
        hone_crowd *crowd = hone_crowd_create(&desc, &error);
        made = crowd != NULL;
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_crowd_destroy(crowd);
        CHECK(allocator.live == 0);
    }
    close_herd(&h);
}

/* Two keys at one time: the value before them has a row of its own. */
static void a_clip_that_jumps_still_jumps(void **state)
{
    (void)state;
    static const double times[4] = {0, 0.5, 0.5, 1};
    static const float x[4] = {0, 1, 5, 6};
    hone_model *model = make_animal(&plain, NULL);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    double *at = hone_builder_array(b, 4, sizeof *at);
    float *values = hone_builder_array(b, 12, sizeof *values);
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    memcpy(at, times, sizeof times);
    for (int k = 0; k < 4; k++) values[3 * k] = x[k];
    *target = (hone_channel_target){hone_model_skeleton(model)->bones[0].name, 0};
    *channel = (hone_channel){.path = HONE_CHANNEL_TRANSLATION,
                              .target_count = 1,
                              .targets = target,
                              .key_count = 4,
                              .times = at,
                              .values = values};
    const hone_motion_data data = {.space = hone_model_get(model)->space, .channel_count = 1, .channels = channel};
    hone_motion *clip = hone_motion_create(b, &data, NULL, NULL);
    const hone_motion *const clips[] = {clip};
    hone_crowd_model *shared =
        hone_crowd_model_create(&(hone_crowd_model_desc){.model = model, .clip_count = 1, .clips = clips}, NULL);
    hone_crowd_scratch *scratch = hone_crowd_scratch_create(shared, NULL, NULL);
    const double seconds[] = {0, 0.25, 0.499, 0.5, 0.75};
    const float expected[] = {0, 0.5f, 0.998f, 5, 5.5f};
    float first = 0;
    assert_true(scratch != NULL);
    for (int i = 0; i < 5; i++) {
        hone_affine palette[BONES];
        hone_crowd_layer layer = {0, 1, seconds[i]};
        CHECK(hone_crowd_run(scratch, &(hone_crowd_item){&layer, 1, 0, palette}, 1, NULL));
        first = i == 0 ? palette[0].m[0][3] : first;
        CHECK_NEAR(palette[0].m[0][3] - first, expected[i], 1e-3);
    }
    hone_crowd_scratch_destroy(scratch), hone_crowd_model_release(shared);
    hone_motion_release(clip), hone_model_release(model);
}

TEST_GROUP(test_crowd_members)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_that_jumps_still_jumps),
        cmocka_unit_test(members_begin_at_rest),
        cmocka_unit_test(every_member_plays_by_its_own_clock),
        cmocka_unit_test(clocks_loop_hold_and_run_backwards),
        cmocka_unit_test(updates_are_spread_evenly),
        cmocka_unit_test(a_palette_stays_between_updates),
        cmocka_unit_test(members_move_smoothly_between_updates),
        cmocka_unit_test(a_change_of_level_moves_smoothly),
        cmocka_unit_test(a_change_of_period_stops_no_member),
        cmocka_unit_test(lods_follow_the_distance),
        cmocka_unit_test(a_frame_allocates_nothing),
        cmocka_unit_test(a_further_member_takes_little_memory),
        cmocka_unit_test(bones_that_stay_are_not_interpolated),
        cmocka_unit_test(threads_give_the_same_bits),
        cmocka_unit_test(threads_update_ranges_of_their_own),
        cmocka_unit_test(vertices_are_those_of_the_palette),
        cmocka_unit_test(palettes_are_written_in_other_forms),
        cmocka_unit_test(wrong_crowds_are_refused),
        cmocka_unit_test(a_clip_that_does_not_exist_keeps_the_palette),
        cmocka_unit_test(refused_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
