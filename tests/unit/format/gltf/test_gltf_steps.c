/* Parts of a pose that jump: through a bake, and through the glTF that is written of it, they jump at the same time. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEYS = 5, TIP = 2, LAST = 61 };

/* Between quarters of frames, two within a quarter, and on a frame. A packed file has its keys chosen by measuring only
 * if jumps are further apart. */
static float jumps[KEYS] = {0, 0.51f, 1.013f, 1.014f, 1.5f};

/* How the file has the jumps. */
typedef enum how {
    STEPPED,
    PAIRS, /* linear, with two keys at neighbouring floats */
    MIXED  /* pairs, and a morph in the same channel that moves between them */
} how;

static void add_sampler(char *text, size_t size, int times, int values, how as)
{
    size_t at = strlen(text);
    snprintf(text + at, size - at, "%s{\"input\":%d,\"output\":%d%s}", at ? "," : "", times, values,
             as == STEPPED ? ",\"interpolation\":\"STEP\"" : "");
}

/* Writes keys at the jumps; for pairs also one just before each, with the value before. Returns how many. */
static int spread(const float (*values)[4], uint32_t width, how as, float *times, float *out)
{
    int count = 0;
    for (uint32_t k = 0; k < KEYS; k++) {
        if (k > 0 && as != STEPPED) {
            times[count] = nextafterf(jumps[k], 0);
            memcpy(out + (size_t)count++ * width, values[k - 1], width * sizeof *out);
        }
        times[count] = jumps[k];
        memcpy(out + (size_t)count++ * width, values[k], width * sizeof *out);
    }
    return count;
}

/* The root moves evenly up to two seconds; the tip jumps, and so do the weights. */
static hone_bytes make_file(how as)
{
    static const float values[4][KEYS][4] = {
        {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {0, 1, 0}, {0, 2, 0}},
        {{0, 0, 0, 1}, {0, 0, 0.6f, 0.8f}, {0, 0, 1, 0}, {0, 0.6f, 0, 0.8f}, {0, 0, 0, 1}},
        {{1, 1, 1}, {1, 1, 1}, {1, 2, 1}, {0.5f, 1, 1}, {1, 1, 1}},
        {{0, 1}, {0, 0}, {1, 0.25f}, {0.5f, 1}, {0, 0.5f}}};
    static const char *const types[4] = {"VEC3", "VEC4", "VEC3", "SCALAR"};
    static const uint32_t widths[4] = {3, 4, 3, 2};
    static const float ends[2] = {0, 2}, way[2][3] = {{0, 0, 0}, {0, 0, 1}};
    make_gltf *file = test_malloc(sizeof *file);
    char samplers[1024] = "";
    make_gltf_rich(file);
    int at = make_gltf_floats(file, "SCALAR", ends, 2);
    add_sampler(samplers, sizeof samplers, at, make_gltf_floats(file, "VEC3", *way, 2), PAIRS);
    for (int i = 0; i < 4; i++) {
        float times[2 * KEYS], out[2 * KEYS * 4];
        int count = spread(values[i], widths[i], as, times, out);
        for (int k = 0; k < count && i == 3 && as == MIXED; k++) out[2 * k] = times[k] / 2;
        at = make_gltf_floats(file, "SCALAR", times, count);
        add_sampler(samplers, sizeof samplers, at, make_gltf_floats(file, types[i], out, i == 3 ? 2 * count : count),
                    as);
    }
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"name\":\"steps\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":2,\"path\":\"translation\"}},"
                  "{\"sampler\":2,\"target\":{\"node\":2,\"path\":\"rotation\"}},"
                  "{\"sampler\":3,\"target\":{\"node\":2,\"path\":\"scale\"}},"
                  "{\"sampler\":4,\"target\":{\"node\":0,\"path\":\"weights\"}}],\"samplers\":[%s]}",
                  samplers);
    hone_bytes bytes = make_gltf_glb(file);
    test_free(file);
    return bytes;
}

/* ---- players ----------------------------------------------------------------------------------------------------- */

typedef struct player {
    hone_model *model;
    hone_motion *motion;
    hone_actor *actor;
} player;

static player open_player(hone_bytes *bytes, const char *clip)
{
    hone_error error = {0};
    player p = {.model = hone_model_load_memory(bytes->data, bytes->size, NULL, &error),
                .motion = hone_motion_load_memory(bytes->data, bytes->size, &(hone_load_desc){.clip = clip}, &error)};
    if (!p.model || !p.motion)
        fail_msg("%s", error.message);
    p.actor = hone_actor_create(&(hone_actor_desc){.model = p.model}, &error);
    assert_true(p.actor && hone_actor_play(p.actor, p.motion, NULL, &error).id);
    hone_bytes_release(bytes);
    return p;
}

static void close_player(player *p)
{
    hone_actor_destroy(p->actor);
    hone_motion_release(p->motion);
    hone_model_release(p->model);
}

static hone_motion *bake(const player *p, float tolerance)
{
    hone_error error = {0};
    const hone_bake_desc desc = {.actor = p->actor, .last_frame = LAST, .tolerance = tolerance};
    hone_motion *motion = hone_bake(&desc, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

/* Leaves a file for external readers (tests/interop). */
static void leave(const hone_bytes *bytes)
{
    static unsigned count;
    char path[1024];
    snprintf(path, sizeof path, "%s/interop/steps-%u.glb", HONE_BUILD_DIR, count++);
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(bytes->data, 1, bytes->size, file);
    fclose(file);
}

static player convert(const player *p, bool pack)
{
    hone_error error = {0};
    hone_bytes out;
    hone_motion *baked = bake(p, 1e-4f);
    const hone_gltf_desc desc = {.motion = baked, .motion_name = "steps", .pack = pack, .pack_tolerance = 1e-4f};
    if (!hone_model_write_gltf(p->model, &desc, &out, NULL, &error))
        fail_msg("%s", error.message);
    hone_motion_release(baked);
    leave(&out);
    return open_player(&out, "steps");
}

static void check_alike(const player *a, const player *b, double seconds, double error)
{
    CHECK(hone_actor_update(a->actor, seconds, NULL) && hone_actor_update(b->actor, seconds, NULL));
    const hone_affine *was = hone_actor_bones(a->actor), *is = hone_actor_bones(b->actor);
    for (uint32_t i = 0; i < hone_model_skeleton(a->model)->bone_count; i++)
        for (int k = 0; k < 12; k++) CHECK_NEAR(is[i].m[k / 4][k % 4], was[i].m[k / 4][k % 4], error);
    for (int m = 0; m < 2; m++) CHECK_NEAR(hone_actor_morphs(b->actor)[m], hone_actor_morphs(a->actor)[m], error);
}

enum { MOVING_KEYS = 7 };

/* The tip and a weight move, and jump at 0.5 s, where both keys have one time, and at 1.013 s, between quarters of a
 * frame. */
static const float moving_times[MOVING_KEYS] = {0, 0.5f, 0.5f, 1.01299989f, 1.013f, 1.5f, 2};

static hone_bytes make_moving_file(void)
{
    static const float ways[MOVING_KEYS][3] = {{0, 1, 0},     {1, 1, 0},     {3, 1, 0}, {3.5f, 2, 0},
                                               {-1, 0.5f, 0}, {-2, 1, 0.5f}, {0, 1, 0}};
    static const float weights[MOVING_KEYS][2] = {{0, 0}, {0.5f, 0}, {0.9f, 0}, {1, 0}, {0.25f, 0}, {0, 0}, {1, 0}};
    make_gltf *file = test_malloc(sizeof *file);
    char samplers[256] = "";
    make_gltf_rich(file);
    int times = make_gltf_floats(file, "SCALAR", moving_times, MOVING_KEYS);
    add_sampler(samplers, sizeof samplers, times, make_gltf_floats(file, "VEC3", *ways, MOVING_KEYS), PAIRS);
    add_sampler(samplers, sizeof samplers, times, make_gltf_floats(file, "SCALAR", *weights, 2 * MOVING_KEYS), PAIRS);
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"name\":\"steps\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"weights\"}}],\"samplers\":[%s]}",
                  samplers);
    hone_bytes bytes = make_gltf_glb(file);
    test_free(file);
    return bytes;
}

/* Just below each jump and at it. A time up to 10 nanoseconds below counts as reached. */
static void check_jumps(const player *a, const player *b, double error)
{
    for (int k = 1; k < KEYS; k++) {
        check_alike(a, b, (double)jumps[k] - 1e-6, error);
        check_alike(a, b, (double)jumps[k], error);
    }
    for (int i = 0; i <= 250; i++) check_alike(a, b, i / 123.0, error);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void written_steps_are_where_they_were(void **state)
{
    (void)state;
    for (how as = STEPPED; as <= MIXED; as++)
        for (int i = 0; i < 4; i++) {
            bool pack = i % 2 && hone_compressed_gltf_available();
            jumps[3] = i < 2 ? 1.014f : 1.2f;
            hone_bytes bytes = make_file(as);
            player from = open_player(&bytes, "steps"), to = convert(&from, pack);
            check_jumps(&from, &to, pack ? 3e-4 : 1e-5);
            CHECK_NEAR(hone_motion_duration(to.motion), LAST / 30.0, 1e-6);
            close_player(&from), close_player(&to);
        }
}

static float tip_x(const player *p, double seconds)
{
    CHECK(hone_actor_update(p->actor, seconds, NULL));
    const hone_affine *bones = hone_actor_bones(p->actor);
    return bones[TIP].m[0][3] - bones[hone_model_skeleton(p->model)->bones[TIP].parent].m[0][3];
}

static void a_moving_value_that_jumps_still_jumps(void **state)
{
    (void)state;
    for (int pack = 0; pack < (hone_compressed_gltf_available() ? 2 : 1); pack++) {
        hone_bytes bytes = make_moving_file();
        player from = open_player(&bytes, "steps"), to = convert(&from, pack);
        CHECK_NEAR(tip_x(&from, 0.5 - 1e-6), 1, 1e-4);
        CHECK_NEAR(tip_x(&from, 0.5), 3, 1e-6);
        for (int k = 2; k <= 4; k += 2) {
            check_alike(&from, &to, (double)moving_times[k] - 1e-6, 3e-4);
            check_alike(&from, &to, (double)moving_times[k], 3e-4);
        }
        for (int i = 0; i <= 2000; i++) check_alike(&from, &to, i / 1000.0, 3e-4);
        close_player(&from), close_player(&to);
    }
}

/* Whatever else moves the bone, its keys are those of a bake. */
static void only_plain_motions_have_steps(void **state)
{
    (void)state;
    hone_bytes bytes = make_file(STEPPED);
    player p = open_player(&bytes, "steps");
    hone_play_id motion = hone_actor_play_at(p.actor, 0);
    for (int i = 0; i < 4; i++) {
        if (i == 1)
            CHECK(hone_actor_play_set_speed(p.actor, motion, 0.5, NULL));
        if (i == 2)
            CHECK(hone_actor_play_set_speed(p.actor, motion, 1, NULL) &&
                  hone_actor_play_set_weight(p.actor, motion, 0.5f, NULL));
        if (i == 3)
            CHECK(hone_actor_play_set_weight(p.actor, motion, 1, NULL) &&
                  hone_actor_play(p.actor, p.motion, NULL, NULL).id);
        CHECK(hone_actor_update(p.actor, 0, NULL));
        hone_motion *baked = bake(&p, 1e-3f);
        const hone_motion_data *data = hone_motion_get(baked);
        uint32_t steps = 0;
        for (uint32_t c = 0; c < data->channel_count; c++)
            steps += data->channels[c].interpolation == HONE_INTERPOLATION_STEP;
        assert_int_equal(steps, i == 0 ? 5 : 0);
        CHECK(hone_actor_update(p.actor, 0, NULL));
        hone_motion_release(baked);
    }
    close_player(&p);
}

/* A key at each end, and the times of the file. */
static void steps_keep_their_keys(void **state)
{
    (void)state;
    hone_bytes bytes = make_file(PAIRS);
    player p = open_player(&bytes, "steps");
    hone_motion *baked = bake(&p, 1e-3f);
    const hone_motion_data *data = hone_motion_get(baked);
    for (uint32_t c = 0; c < data->channel_count; c++) {
        const hone_channel *channel = &data->channels[c];
        if (channel->path != HONE_CHANNEL_ROTATION)
            continue;
        assert_int_equal(channel->interpolation, HONE_INTERPOLATION_STEP);
        assert_int_equal(channel->key_count, KEYS + 1);
        for (int k = 0; k < KEYS; k++) CHECK(channel->times[k] == (double)jumps[k]);
        CHECK(channel->times[KEYS] == (double)(float)(LAST / 30.0));
    }
    hone_motion_release(baked);
    close_player(&p);
}

TEST_GROUP(test_gltf_steps)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_steps_are_where_they_were), cmocka_unit_test(a_moving_value_that_jumps_still_jumps),
        cmocka_unit_test(only_plain_motions_have_steps), cmocka_unit_test(steps_keep_their_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
