/* Motions whose bones and morphs come from a packed clip. */
#include "support/channel_plan.h"
#include <hone/clip.h>
#include <hone/rig.h>
#include <string.h>

enum { CLIP_BONES = 5, CLIP_MORPHS = 4, SAMPLES = 61, SWITCHES = 5 };
static const double RATE = 60; /* two samples in a frame */

/* The model has no "nobody" and no "none", and neither a bone nor a morph of such an index. Its bone 1 and its bone 3
 * are both an "arm", its morphs 0 and 2 both "a". */
static const hone_channel_target clip_bones[CLIP_BONES] = {
    {"nobody", BONES}, {"arm", 3}, {"root", 0}, {"arm", 1}, {"", 2}};
static const hone_channel_target clip_morphs[CLIP_MORPHS] = {{"a", 2}, {"none", MORPHS}, {"b", 1}, {"a", 0}};
static const uint8_t clip_parts[CLIP_BONES] = {HONE_CLIP_ALL, HONE_CLIP_TRANSLATION | HONE_CLIP_ROTATION,
                                               HONE_CLIP_SCALE, 0, HONE_CLIP_ROTATION};
static const uint8_t clip_has_weight[CLIP_MORPHS] = {1, 1, 1, 0};
static const hone_physics_switch clip_switches[SWITCHES] = {
    {0, 0, true}, {1, 10, true}, {1, 20, false}, {2, 5, true}, {3, 0, true}};

/* The arm moves and never turns, the root grows, the last bone turns. */
static hone_transform moved(uint32_t bone, double sample)
{
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    float s = (float)sample;
    if (bone == 1)
        out.translation[0] = 0.1f * s, out.translation[1] = 5, out.translation[2] = -0.05f * s;
    if (bone == 2)
        out.scale[1] = 1 + 0.01f * s;
    if (bone == 4)
        out.rotation[2] = sinf(0.01f * s), out.rotation[3] = cosf(0.01f * s);
    return out;
}

static hone_bytes pack(void)
{
    static hone_transform bones[SAMPLES][CLIP_BONES];
    static float weights[SAMPLES][CLIP_MORPHS];
    const int32_t parents[CLIP_BONES] = {HONE_NONE, HONE_NONE, HONE_NONE, HONE_NONE, HONE_NONE};
    for (uint32_t s = 0; s < SAMPLES; s++) {
        for (uint32_t b = 0; b < CLIP_BONES; b++) bones[s][b] = moved(b, s);
        weights[s][0] = 0.01f * (float)s, weights[s][1] = 0.9f, weights[s][3] = 0.7f;
    }
    const hone_clip_pack_desc desc = {.bone_count = CLIP_BONES,
                                      .parents = parents,
                                      .parts = clip_parts,
                                      .sample_count = SAMPLES,
                                      .rate = RATE,
                                      .bones = bones[0],
                                      .weight_count = CLIP_MORPHS,
                                      .has_weight = clip_has_weight,
                                      .weights = weights[0],
                                      .tolerance = 1e-4f,
                                      .distance = 0.1f};
    hone_bytes out;
    CHECK(hone_clip_pack(&desc, &out, NULL, NULL));
    return out;
}

static hone_motion *packed_motion(uint64_t source)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_packed_motion *packed = hone_builder_array(builder, 1, sizeof *packed);
    hone_bytes bytes = pack();
    const void *block = channel_copy(builder, bytes.data, bytes.size, 1);
    CHECK(packed && block);
    *packed = (hone_packed_motion){.clip = hone_packed_clip_open(block, bytes.size, NULL, NULL),
                                   .duration = 1,
                                   .bones = clip_bones,
                                   .morphs = clip_morphs,
                                   .switch_count = SWITCHES,
                                   .switches = clip_switches};
    hone_bytes_release(&bytes);
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .source = source, .packed = packed};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    CHECK(motion && hone_motion_duration(motion) == 1);
    return motion;
}

typedef struct scene {
    hone_model *model;
    hone_motion *motion;
    hone_sampler *sampler;
    channel_pose_arrays rest, a;
} scene;

static void make_scene(scene *s, uint64_t source)
{
    s->model = channel_model(7);
    s->motion = packed_motion(source);
    s->sampler = channel_sampler(s->model, s->motion);
    channel_rest_pose(&s->rest, s->model);
    channel_rest_pose(&s->a, s->model);
}

static void release_scene(scene *s)
{
    hone_sampler_destroy(s->sampler);
    hone_motion_release(s->motion);
    hone_model_release(s->model);
}

/* ---- bones and morphs ------------------------------------------------------------------------------------------ */

static void check_arm(const hone_transform *arm, const hone_transform *rest, double frame)
{
    hone_transform want = moved(1, frame * 2);
    for (int i = 0; i < 3; i++) CHECK_NEAR(arm->translation[i], want.translation[i], 2e-4);
    for (int i = 0; i < 4; i++) CHECK(arm->rotation[i] == rest->rotation[i]); /* as in the model, not in the clip */
    for (int i = 0; i < 3; i++) CHECK(arm->scale[i] == rest->scale[i]);
}

static void a_clip_moves_the_parts_that_it_has(void **state)
{
    (void)state;
    static const uint64_t sources[] = {0, 8, 7}; /* that of the model is 7 */
    for (int i = 0; i < 3; i++) {
        scene s;
        bool by_index = sources[i] == 7; /* else bones are found by name */
        make_scene(&s, sources[i]);
        uint32_t arm = by_index ? 3 : 1, morph = by_index ? 2 : 0;
        CHECK(hone_sampler_bound_count(s.sampler) == (by_index ? 3 : 2) + 2); /* no bone is found by the name "" */
        for (double frame = 0; frame <= 30; frame += 0.75) {
            hone_sampler_sample(s.sampler, frame, &s.a.pose);
            check_arm(&s.a.bones[arm], &s.rest.bones[arm], frame);
            CHECK_NEAR(s.a.bones[0].scale[1], 1 + 0.02 * frame, 2e-3);
            CHECK_NEAR(s.a.bones[2].rotation[2], by_index ? sin(0.02 * frame) : 0, 2e-3);
            CHECK_NEAR(s.a.morphs[morph], 0.02 * frame, 2e-3);
            CHECK(memcmp(&s.a.bones[4 - arm], &s.rest.bones[4 - arm], sizeof s.rest.bones[0]) == 0);
            CHECK(s.a.morphs[1] == s.rest.morphs[1] && s.a.morphs[2 - morph] == s.rest.morphs[2 - morph]);
            CHECK(s.a.animated[arm] == 1 && s.a.animated[0] == 1 && s.a.animated[2] == by_index &&
                  !s.a.animated[4 - arm]);
        }
        release_scene(&s);
    }
}

/* A part that the clip has is set, to the rest of the model if it never changes. Others are left as they are. */
static void a_clip_replaces_what_the_pose_had(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, 7);
    for (int b = 0; b < BONES; b++) s.a.bones[b] = (hone_transform){{9, 9, 9}, {0.6f, 0, 0, 0.8f}, {9, 9, 9}};
    for (int m = 0; m < MORPHS; m++) s.a.morphs[m] = 9;
    hone_sampler_sample(s.sampler, 3, &s.a.pose);
    CHECK_NEAR(s.a.bones[3].translation[1], 5, 2e-4);
    for (int i = 0; i < 4; i++) CHECK(s.a.bones[3].rotation[i] == s.rest.bones[3].rotation[i]);
    CHECK(s.a.bones[3].scale[0] == 9 && s.a.bones[0].translation[0] == 9 && s.a.bones[0].rotation[0] == 0.6f);
    CHECK_NEAR(s.a.bones[0].scale[0], 1, 2e-3);
    CHECK(s.a.bones[2].translation[2] == 9 && s.a.bones[2].scale[2] == 9 && s.a.bones[1].translation[0] == 9);
    CHECK_NEAR(s.a.bones[2].rotation[0], 0, 2e-3);
    CHECK(s.a.morphs[0] == 9 && s.a.morphs[1] == s.rest.morphs[1]);
    release_scene(&s);
}

/* ---- physics --------------------------------------------------------------------------------------------------- */

static void physics_is_on_before_the_first_switch_of_a_bone(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, 7);
    static const struct {
        double frame;
        uint8_t root, arm;
    } want[] = {{0, 0, 0},    {4.9, 0, 0}, {5, 1, 0},  {9.9, 1, 0}, {10, 1, 1},
                {19.9, 1, 1}, {20, 1, 0},  {99, 1, 0}, {-1, 0, 0}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        memset(s.a.physics_off, 1, sizeof s.a.physics_off);
        hone_sampler_sample(s.sampler, want[i].frame, &s.a.pose);
        CHECK(s.a.physics_off[0] == want[i].root && s.a.physics_off[3] == want[i].arm);
        CHECK(s.a.physics_off[1] == 1 && s.a.physics_off[2] == 1); /* no switches: left alone */
        memset(s.a.physics_off, 0, sizeof s.a.physics_off);
        hone_sampler_sample(s.sampler, want[i].frame, &s.a.pose);
        CHECK(s.a.physics_off[1] == 0 && s.a.physics_off[2] == 0);
    }
    release_scene(&s);
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void a_packed_motion_without_its_clip_is_refused(void **state)
{
    (void)state;
    const hone_packed_motion packed = {.duration = 1};
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .packed = &packed};
    hone_error error = {0};
    CHECK(!hone_motion_create(hone_builder_create(NULL, 0, NULL), &data, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
}

static void every_failed_allocation_of_a_sampler_is_an_error(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, 7);
    hone_sampler *sampler = NULL;
    for (uint64_t n = 0; !sampler; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        const hone_sampler_desc desc = {.model = s.model, .motion = s.motion, .allocator = &a.allocator};
        sampler = hone_sampler_create(&desc, &error);
        CHECK(sampler || (error.code == HONE_ERROR_MEMORY && a.live == 0));
        hone_sampler_destroy(sampler);
        CHECK(a.live == 0);
    }
    release_scene(&s);
}

TEST_GROUP(test_packed)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_moves_the_parts_that_it_has),
        cmocka_unit_test(a_clip_replaces_what_the_pose_had),
        cmocka_unit_test(physics_is_on_before_the_first_switch_of_a_bone),
        cmocka_unit_test(a_packed_motion_without_its_clip_is_refused),
        cmocka_unit_test(every_failed_allocation_of_a_sampler_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
