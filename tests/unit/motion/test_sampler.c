#include "support/make/make_motion.h"
#include "support/support.h"
#include <hone/clip.h>
#include <hone/model.h>
#include <string.h>

enum { MOST = 64 };

/* ---- help ---- */

static const char *text(hone_builder *builder, const char *utf8)
{
    return hone_builder_text(builder, utf8, strlen(utf8));
}

/* A model with bones and morphs of these names. Each bone whose name begins with "IK" has a chain that rotates bone
 * 0. */
static hone_model *model_of(const char *const *bone_names, uint32_t bone_count, const char *const *morph_names,
                            uint32_t morph_count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, bone_count, sizeof *bones);
    hone_ik *iks = hone_builder_array(builder, bone_count, sizeof *iks);
    hone_morph *morphs = hone_builder_array(builder, morph_count, sizeof *morphs);
    hone_model_data data = {.skeleton = {.bone_count = bone_count, .bones = bones, .iks = iks},
                            .morph_count = morph_count,
                            .morphs = morphs};
    for (uint32_t i = 0; i < bone_count; i++) {
        bones[i] = (hone_bone){.name = text(builder, bone_names[i]),
                               .parent = HONE_NONE,
                               .flags = HONE_BONE_ROTATABLE | HONE_BONE_MOVABLE,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        if (strncmp(bone_names[i], "IK", 2) != 0)
            continue;
        hone_ik_link *link = hone_builder_array(builder, 1, sizeof *link);
        CHECK(link);
        iks[data.skeleton.ik_count++] = (hone_ik){(int32_t)i, 1, 10, 1, 1, link};
        bones[i].flags |= HONE_BONE_IK;
    }
    for (uint32_t i = 0; i < morph_count; i++)
        morphs[i] = (hone_morph){.name = text(builder, morph_names[i]), .kind = HONE_MORPH_VERTEX};
    return test_model_create(builder, &data);
}

/* A pose for any of these models. */
typedef struct pose_arrays {
    hone_pose pose;
    hone_transform bones[MOST];
    uint8_t moved[MOST], physics_off[MOST], ik_enabled[MOST];
    float morphs[MOST], ik_weights[MOST];
} pose_arrays;

static hone_pose *pose_of(pose_arrays *arrays, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    memset(arrays, 0, sizeof *arrays); /* also the padding, because poses are compared as bytes */
    arrays->pose = (hone_pose){.bone_count = data->skeleton.bone_count,
                               .morph_count = data->morph_count,
                               .ik_count = data->skeleton.ik_count,
                               .bones = arrays->bones,
                               .animated = arrays->moved,
                               .physics_off = arrays->physics_off,
                               .morphs = arrays->morphs,
                               .ik_enabled = arrays->ik_enabled};
    hone_pose_reset(&arrays->pose, model);
    return &arrays->pose;
}

static bool same_pose(const pose_arrays *a, const pose_arrays *b)
{
    return memcmp(a->bones, b->bones, sizeof a->bones) == 0 && memcmp(a->moved, b->moved, sizeof a->moved) == 0 &&
           memcmp(a->physics_off, b->physics_off, sizeof a->physics_off) == 0 &&
           memcmp(a->ik_enabled, b->ik_enabled, sizeof a->ik_enabled) == 0 &&
           memcmp(a->morphs, b->morphs, sizeof a->morphs) == 0 && a->pose.visible == b->pose.visible;
}

static hone_sampler *sampler_of(const hone_model *model, const hone_motion *motion, hone_curve_mode curve)
{
    hone_error error = {0};
    hone_sampler *sampler =
        hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion, .rules = {.curve = curve}}, &error);
    if (!sampler)
        fail_msg("%s", error.message);
    return sampler;
}

static const char *const plain_names[] = {"センター", "上半身", "IK足", "右腕", "左腕", "IK2"};
static const char *const plain_morphs[] = {"あ", "まばたき"};

static hone_model *plain_model(void)
{
    return model_of(plain_names, 6, plain_morphs, 2);
}

static hone_motion *random_motion(const hone_model *model, uint64_t seed)
{
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = seed, .scene = true}, NULL);
    CHECK(motion);
    return motion;
}

/* One bone track for `name` (CP932 if cp932_size is not 0) with one key that moves x by `x`. */
typedef struct named_track {
    hone_track_name name;
    float x;
} named_track;

static hone_motion *motion_of(const named_track *tracks, uint32_t count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *out = hone_builder_array(builder, count, sizeof *out);
    hone_bone_key *keys = hone_builder_array(builder, count, sizeof *keys);
    CHECK(out && keys);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = (hone_bone_key){.translation = {tracks[i].x}, .rotation = {0, 0, 0, 1}};
        out[i] = (hone_bone_track){tracks[i].name, 1, &keys[i]};
        if (tracks[i].name.text)
            out[i].name.text = text(builder, tracks[i].name.text);
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = out, .bone_track_count = count}, NULL, NULL);
    CHECK(motion);
    return motion;
}

/* Checks which x each bone gets; 0: none. */
static void check_binding(const char *const *bones, uint32_t bone_count, const named_track *tracks,
                          uint32_t track_count, const float *want)
{
    hone_model *model = model_of(bones, bone_count, NULL, 0);
    hone_motion *motion = motion_of(tracks, track_count);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    pose_arrays arrays;
    hone_sampler_sample(sampler, 0, pose_of(&arrays, model));
    for (uint32_t i = 0; i < bone_count; i++) {
        if (arrays.bones[i].translation[0] != want[i])
            fail_msg("bone %u (%s) moved by %g, not %g", i, bones[i], (double)arrays.bones[i].translation[0],
                     (double)want[i]);
        CHECK(arrays.moved[i] == (want[i] != 0));
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void tracks_that_move_nothing_are_listed_with_most_keys_first(void **state)
{
    (void)state;
    static const char *const track_names[] = {"ない", "上半身", "髪１", "髪２", "腕"};
    static const uint32_t key_counts[] = {1, 1, 3, 3, 2};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(builder, 5, sizeof *tracks);
    for (uint32_t t = 0; t < 5; t++) {
        hone_bone_key *keys = hone_builder_array(builder, key_counts[t], sizeof *keys);
        for (uint32_t k = 0; k < key_counts[t]; k++) keys[k] = (hone_bone_key){.frame = k, .rotation = {0, 0, 0, 1}};
        tracks[t] = (hone_bone_track){{.text = text(builder, track_names[t])}, key_counts[t], keys};
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = tracks, .bone_track_count = 5}, NULL, NULL);
    hone_model *model = plain_model();
    const char *names[4] = {NULL};
    uint32_t count = 0;
    CHECK(hone_motion_unbound(motion, model, names, 3, &count, NULL) && count == 4);
    assert_string_equal(names[0], "髪１");
    assert_string_equal(names[1], "髪２");
    assert_string_equal(names[2], "腕");
    CHECK(names[3] == NULL);
    CHECK(hone_motion_unbound(motion, model, names, 4, &count, NULL));
    assert_string_equal(names[3], "ない");
    CHECK(hone_motion_unbound(motion, model, NULL, 0, &count, NULL) && count == 4);
    CHECK(!hone_motion_unbound(motion, NULL, names, 4, &count, NULL));
    hone_model_release(model);
    hone_motion_release(motion);
}

static void morph_tracks_that_move_nothing_are_listed_too(void **state)
{
    (void)state;
    static const char *const track_names[] = {"怒り", "笑い", "驚き", "困る"}, *const morphs[] = {"笑い"};
    static const uint32_t key_counts[] = {1, 1, 2, 1};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *tracks = hone_builder_array(builder, 4, sizeof *tracks);
    for (uint32_t t = 0; t < 4; t++) {
        hone_morph_key *keys = hone_builder_array(builder, key_counts[t], sizeof *keys);
        for (uint32_t k = 0; k < key_counts[t]; k++) keys[k] = (hone_morph_key){.frame = k};
        tracks[t] = (hone_morph_track){{.text = text(builder, track_names[t])}, key_counts[t], keys};
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.morph_tracks = tracks, .morph_track_count = 4}, NULL, NULL);
    hone_model *model = model_of(NULL, 0, morphs, 1);
    const char *names[4] = {NULL};
    uint32_t count = 0;
    CHECK(hone_motion_unbound(motion, model, names, 4, &count, NULL) && count == 3);
    assert_string_equal(names[0], "驚き");
    assert_string_equal(names[1], "怒り");
    assert_string_equal(names[2], "困る");
    hone_model_release(model);
    hone_motion_release(motion);
}

/* ---- sampling ---- */

static void pose_reset_stands_at_rest(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    pose_arrays arrays;
    pose_of(&arrays, model);
    memset(arrays.bones, 0x55, sizeof arrays.bones);
    memset(arrays.ik_enabled, 0, sizeof arrays.ik_enabled);
    arrays.moved[3] = arrays.physics_off[2] = 1;
    arrays.morphs[1] = 3;
    arrays.pose.visible = false;
    arrays.pose.ik_weights = arrays.ik_weights;
    hone_pose_reset(&arrays.pose, model);
    const hone_transform identity = HONE_TRANSFORM_IDENTITY;
    for (int i = 0; i < 6; i++) CHECK(memcmp(&arrays.bones[i], &identity, sizeof identity) == 0);
    CHECK(arrays.moved[3] == 0 && arrays.physics_off[2] == 0 && arrays.morphs[1] == 0);
    CHECK(arrays.ik_enabled[0] == 1 && arrays.ik_enabled[1] == 1 && arrays.pose.visible);
    CHECK(arrays.ik_weights[0] == 1 && arrays.ik_weights[1] == 1 && arrays.ik_weights[2] == 0);
    hone_model_release(model);
}

static void sampling_at_a_key_gives_the_key(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = random_motion(model, 1);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    CHECK(hone_sampler_bound_count(sampler) == 8);
    pose_arrays arrays;
    pose_of(&arrays, model);
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        for (uint32_t k = 0; k < data->bone_tracks[t].key_count; k++) {
            const hone_bone_key *key = &data->bone_tracks[t].keys[k];
            hone_sampler_sample(sampler, key->frame, &arrays.pose);
            for (int i = 0; i < 3; i++) CHECK(arrays.bones[t].translation[i] == key->translation[i]);
            for (int i = 0; i < 4; i++) CHECK(arrays.bones[t].rotation[i] == key->rotation[i]);
            CHECK(arrays.physics_off[t] == key->physics_off);
            CHECK(arrays.moved[t] == 1);
        }
    for (uint32_t t = 0; t < data->morph_track_count; t++)
        for (uint32_t k = 0; k < data->morph_tracks[t].key_count; k++) {
            hone_sampler_sample(sampler, data->morph_tracks[t].keys[k].frame, &arrays.pose);
            CHECK(arrays.morphs[t] == data->morph_tracks[t].keys[k].weight);
        }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Slerp along the shortest arc in double precision. */
static void reference_slerp(const float a[4], const float b[4], double t, double out[4])
{
    double dot = 0, length = 0;
    for (int i = 0; i < 4; i++) dot += (double)a[i] * b[i];
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, dot * sign)), sine = sin(angle);
    double from = sine > 1e-4 ? sin((1 - t) * angle) / sine : 1 - t, to = sine > 1e-4 ? sin(t * angle) / sine : t;
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + to * sign * b[i];
        length += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++) out[i] /= sqrt(length);
}

static void check_between(const hone_bone_key *from, double frame, hone_curve_mode mode, const hone_transform *got)
{
    const hone_bone_key *to = from + 1;
    double s = (frame - from->frame) / ((double)to->frame - from->frame), turn[4];
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(got->translation[i],
                   from->translation[i] + hone_curve_evaluate(to->curves[i], s, mode) *
                                              ((double)to->translation[i] - from->translation[i]),
                   1e-6);
    reference_slerp(from->rotation, to->rotation, hone_curve_evaluate(to->curves[3], s, mode), turn);
    for (int i = 0; i < 4; i++) CHECK_NEAR(got->rotation[i], turn[i], 5e-7);
    CHECK(got->scale[0] == 1 && got->scale[1] == 1 && got->scale[2] == 1);
}

static void between_keys_each_channel_follows_the_curve_of_the_later_key(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    for (hone_curve_mode mode = HONE_CURVE_EXACT; mode <= HONE_CURVE_MMD; mode++) {
        hone_motion *motion = random_motion(model, 2);
        const hone_motion_data *data = hone_motion_get(motion);
        hone_sampler *sampler = sampler_of(model, motion, mode);
        pose_arrays arrays;
        pose_of(&arrays, model);
        for (double frame = 0; frame < data->last_frame; frame += 0.37) {
            hone_sampler_sample(sampler, frame, &arrays.pose);
            for (uint32_t t = 0; t < data->bone_track_count; t++) {
                const hone_bone_key *key = data->bone_tracks[t].keys, *last = key + data->bone_tracks[t].key_count - 1;
                while (key < last && key[1].frame <= frame) key++;
                if (key < last)
                    check_between(key, frame, mode, &arrays.bones[t]);
                CHECK(arrays.physics_off[t] == key->physics_off);
            }
        }
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
    }
    hone_model_release(model);
}

/* A bone that moves by 1 and turns by half a turn, from frame 0 to `last`, with one curve. */
static hone_motion *motion_over(uint32_t last, hone_curve curve)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    CHECK(track && keys);
    keys[0] = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    keys[1] = (hone_bone_key){.frame = last, .translation = {1, 1, 1}, .rotation = {0, 1, 0, 0}};
    for (int c = 0; c < 4; c++) keys[1].curves[c] = curve;
    *track = (hone_bone_track){{.text = text(builder, plain_names[0])}, 2, keys};
    hone_motion *motion = hone_motion_create(
        builder, &(hone_motion_data){.bone_track_count = 1, .bone_tracks = track, .last_frame = last}, NULL, NULL);
    CHECK(motion);
    return motion;
}

/* The middle of some segments, such as those of 49 and 98 frames, rounds to the number before 1/2. */
static void the_middle_of_a_curve_that_stands_still_there_is_finite(void **state)
{
    (void)state;
    const hone_curve curve = {127, 30, 0, 100};
    const double middle = 0.125 + 0.375 * (30 + 100) / 127;
    hone_model *model = plain_model();
    for (uint32_t last = 1; last <= 400; last++) {
        pose_arrays arrays;
        hone_motion *motion = motion_over(last, curve);
        hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
        hone_pose *pose = pose_of(&arrays, model);
        hone_sampler_sample(sampler, last * 0.5, pose);
        for (int c = 0; c < 3; c++) CHECK_NEAR(pose->bones[0].translation[c], middle, 1e-5);
        CHECK_NEAR(pose->bones[0].rotation[1], sin(middle * acos(-1) / 2), 1e-5);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
    }
    hone_model_release(model);
}

static void before_the_first_key_and_after_the_last_they_hold(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = random_motion(model, 3);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    pose_arrays first, last, other;
    pose_of(&first, model), pose_of(&last, model), pose_of(&other, model);
    hone_sampler_sample(sampler, 0, &first.pose);
    hone_sampler_sample(sampler, hone_motion_get(motion)->last_frame, &last.pose);
    const double before[] = {-1e-9, -5, -1e300, -INFINITY, NAN}, after[] = {1e5, 5e9, 1e300, INFINITY};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        hone_sampler_sample(sampler, before[i], pose_of(&other, model));
        CHECK(same_pose(&other, &first));
    }
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        hone_sampler_sample(sampler, after[i], &other.pose);
        CHECK(same_pose(&other, &last));
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static hone_motion *late_motion(const hone_model *model)
{
    const make_motion_desc desc = {.seed = 3, .scene = true, .latest_first = 40};
    hone_motion *motion = make_motion(model, &desc, NULL);
    CHECK(motion);
    return motion;
}

static void a_track_whose_first_key_is_late_holds_it_from_the_beginning(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = late_motion(model);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    pose_arrays arrays;
    for (double frame = -1; frame <= 40; frame += 0.5) {
        hone_sampler_sample(sampler, frame, pose_of(&arrays, model));
        for (uint32_t t = 0; t < data->bone_track_count; t++) {
            const hone_bone_key *key = data->bone_tracks[t].keys;
            CHECK(key->frame > 0);
            if (frame > key->frame)
                continue;
            CHECK(memcmp(arrays.bones[t].translation, key->translation, sizeof key->translation) == 0);
            CHECK(memcmp(arrays.bones[t].rotation, key->rotation, sizeof key->rotation) == 0);
            CHECK(arrays.moved[t] == 1 && arrays.physics_off[t] == key->physics_off);
        }
        for (uint32_t t = 0; t < data->morph_track_count; t++) {
            CHECK(data->morph_tracks[t].keys->frame > 0);
            CHECK(frame > data->morph_tracks[t].keys->frame || arrays.morphs[t] == data->morph_tracks[t].keys->weight);
        }
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void a_scene_whose_first_key_is_late_holds_it_from_the_beginning(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = late_motion(model);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_camera camera;
    hone_light light;
    uint8_t mode;
    float distance;
    CHECK(data->records.bone == 60 && data->records.morph == 20 && data->records.camera == 10); /* 10 keys per track */
    CHECK(data->records.light == 10 && data->records.shadow == 10 && data->records.property == 10);
    CHECK(data->camera_keys->frame > 0 && data->light_keys->frame > 0 && data->shadow_keys->frame > 0);
    for (double frame = -1; frame <= data->camera_keys->frame; frame += 0.5) {
        CHECK(hone_motion_camera(motion, frame, HONE_CURVE_EXACT, &camera));
        CHECK(memcmp(&camera, &data->camera_keys->camera, sizeof camera) == 0);
    }
    for (double frame = -1; frame <= data->light_keys->frame; frame += 0.5) {
        CHECK(hone_motion_light(motion, frame, &light));
        for (int i = 0; i < 3; i++) CHECK(light.colour[i] == data->light_keys->light.colour[i]);
        CHECK(hone_motion_shadow(motion, frame, &mode, &distance));
        CHECK(mode == data->shadow_keys->mode && distance == data->shadow_keys->distance);
    }
    hone_motion_release(motion);
    hone_model_release(model);
}

static void any_order_of_frames_gives_what_a_fresh_sampler_gives(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = late_motion(model);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    test_random random = {4};
    double last = hone_motion_get(motion)->last_frame, frame = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t way = test_random_u32(&random) % 4;
        if (way == 0)
            frame = test_random_float(&random, -5, (float)last + 5);
        else if (way == 1)
            frame = floor(frame) + (test_random_u32(&random) % 5) - 2.0;
        else
            frame += 0.25 * (double)way;
        hone_sampler *fresh = sampler_of(model, motion, HONE_CURVE_EXACT);
        pose_arrays a, b;
        hone_sampler_sample(sampler, frame, pose_of(&a, model));
        hone_sampler_sample(fresh, frame, pose_of(&b, model));
        CHECK(same_pose(&a, &b));
        hone_sampler_destroy(fresh);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* A motion for one bone of the plain model, with two keys. */
static hone_motion *two_keys(const hone_bone_key keys[2])
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *copy = hone_builder_array(builder, 2, sizeof *copy);
    CHECK(track && copy);
    memcpy(copy, keys, 2 * sizeof *keys);
    *track = (hone_bone_track){{text(builder, "センター"), 0, {0}}, 2, copy};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = track, .bone_track_count = 1}, NULL, NULL);
    CHECK(motion);
    return motion;
}

static hone_transform sample_two_keys(const hone_bone_key keys[2], double frame)
{
    hone_model *model = plain_model();
    hone_motion *motion = two_keys(keys);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    pose_arrays arrays;
    hone_sampler_sample(sampler, frame, pose_of(&arrays, model));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
    return arrays.bones[0];
}

static void rotations_take_the_shorter_way(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < 200; i++) {
        hone_bone_key keys[2] = {{.frame = 0}, {.frame = 8}};
        test_random_quat(&random, keys[0].rotation);
        test_random_quat(&random, keys[1].rotation);
        hone_transform way = sample_two_keys(keys, 3);
        double nearness[2] = {0, 0};
        for (int c = 0; c < 4; c++) {
            nearness[0] += (double)way.rotation[c] * keys[0].rotation[c];
            nearness[1] += (double)way.rotation[c] * keys[1].rotation[c];
            keys[1].rotation[c] = -keys[1].rotation[c]; /* the same rotation */
        }
        /* an arc of at most a quarter turn in quaternion space */
        CHECK(fabs(nearness[0]) > 0.831 && fabs(nearness[1]) > 0.555);
        hone_transform other = sample_two_keys(keys, 3);
        for (int c = 0; c < 4; c++) CHECK_NEAR(way.rotation[c], other.rotation[c], 3e-7);
    }
}

static void the_slightest_turn_is_still_smooth(void **state)
{
    (void)state;
    for (float angle = 1e-2f; angle > 2e-6f; angle *= 0.5f) {
        hone_bone_key keys[2] = {{.frame = 0, .rotation = {0, 0, 0, 1}},
                                 {.frame = 4, .rotation = {sinf(angle), 0, 0, cosf(angle)}}};
        for (int k = 0; k <= 4; k++)
            CHECK_NEAR(sample_two_keys(keys, k).rotation[0], sin((double)angle * k / 4), 1e-4 * (double)angle);
    }
}

/* ---- fixed axes ---- */

/* Bones that rotate about (0, 3, 0) only; the first one is "センター". */
static hone_model *axis_model(uint32_t count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, count, sizeof *bones);
    for (uint32_t b = 0; b < count; b++) {
        const char name[2] = {(char)('0' + b), '\0'};
        bones[b] = (hone_bone){.name = b ? text(builder, name) : plain_names[0],
                               .parent = HONE_NONE,
                               .flags = HONE_BONE_FIXED_AXIS,
                               .fixed_axis = {0, 3, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    }
    hone_model_data data = {.skeleton = {.bone_count = count, .bones = bones}};
    return test_model_create(builder, &data);
}

/* Two keys on that bone, sampled at a frame. */
static hone_transform sample_on_axis(const hone_bone_key keys[2], hone_fixed_axis method, double frame)
{
    hone_model *model = axis_model(1);
    hone_motion *motion = two_keys(keys);
    const hone_sampler_desc desc = {.model = model, .motion = motion, .rules = {.fixed_axis = method}};
    hone_sampler *sampler = hone_sampler_create(&desc, NULL);
    CHECK(sampler);
    pose_arrays arrays;
    hone_sampler_sample(sampler, frame, pose_of(&arrays, model));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
    return arrays.bones[0];
}

static void check_turn(const hone_transform *got, double half)
{
    double sign = got->rotation[3] * cos(half) < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) CHECK_NEAR(got->rotation[i], i == 1 ? sign * sin(half) : 0, 1e-6);
    CHECK_NEAR(got->rotation[3], sign * cos(half), 1e-6);
}

/* Both rotate by the same angle about axes near the bone's: one upwards, one downwards. */
static const hone_bone_key leaning[2] = {{.frame = 0, .rotation = {0.48f, 0.36f, 0, 0.8f}},
                                         {.frame = 4, .rotation = {0.48f, -0.36f, 0, 0.8f}}};

static void keys_of_a_fixed_axis_keep_their_angle_and_take_the_axis(void **state)
{
    (void)state;
    double half = asin(0.6);
    for (int method = 0; method < 2; method++)
        for (int hold = 0; hold < 2; hold++) {
            hone_transform first = sample_on_axis(leaning, (hone_fixed_axis)method, hold ? -7 : 0);
            hone_transform last = sample_on_axis(leaning, (hone_fixed_axis)method, hold ? 9 : 4);
            check_turn(&first, half);
            check_turn(&last, -half);
        }
}

static void between_keys_of_a_fixed_axis_the_methods_differ(void **state)
{
    (void)state;
    double half = asin(0.6), arc = acos(0.48 * 0.48 - 0.36 * 0.36 + 0.64);
    hone_transform key = sample_on_axis(leaning, HONE_FIXED_AXIS_KEY, 1);
    hone_transform sample = sample_on_axis(leaning, HONE_FIXED_AXIS_SAMPLE, 1);
    check_turn(&key, half / 2);
    double share = sin(0.75 * arc) / sin(arc), other = sin(0.25 * arc) / sin(arc);
    check_turn(&sample, acos(0.8 * (share + other)));
}

static void frames_past_2_to_the_24_are_told_apart(void **state)
{
    (void)state;
    const uint32_t far = (UINT32_C(1) << 30) + 1;
    hone_bone_key keys[2] = {{.frame = far, .rotation = {0, 0, 0, 1}},
                             {.frame = far + 2, .translation = {8}, .rotation = {0, 0, 0, 1}}};
    CHECK(sample_two_keys(keys, far).translation[0] == 0);
    CHECK_NEAR(sample_two_keys(keys, far + 0.25).translation[0], 1, 1e-6);
    CHECK_NEAR(sample_two_keys(keys, far + 1.0).translation[0], 4, 1e-6);
    CHECK(sample_two_keys(keys, far + 2.0).translation[0] == 8);
}

static void properties_step_and_what_a_key_does_not_name_stays(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_property_key *keys = hone_builder_array(builder, 3, sizeof *keys);
    hone_ik_state *states = hone_builder_array(builder, 4, sizeof *states);
    CHECK(keys && states);
    const char *names[4] = {"IK足", "nobody", "IK2", "IK足"};
    const bool enabled[4] = {false, false, false, true};
    for (int i = 0; i < 4; i++) states[i] = (hone_ik_state){{text(builder, names[i]), 0, {0}}, enabled[i]};
    keys[0] = (hone_property_key){10, false, 2, states};
    keys[1] = (hone_property_key){20, true, 1, states + 2};
    keys[2] = (hone_property_key){30, true, 1, states + 3};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.property_keys = keys, .property_key_count = 3}, NULL, NULL);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    const struct {
        double frame;
        uint8_t foot, other;
        bool visible;
    } want[] = {{30, 1, 0, true}, {9.99, 1, 1, true}, {10, 0, 1, false}, {19.5, 0, 1, false},
                {29, 0, 0, true}, {400, 1, 0, true},  {20, 0, 0, true},  {-3, 1, 1, true}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        pose_arrays arrays;
        hone_sampler_sample(sampler, want[i].frame, pose_of(&arrays, model));
        CHECK(arrays.ik_enabled[0] == want[i].foot && arrays.ik_enabled[1] == want[i].other);
        CHECK(arrays.pose.visible == want[i].visible);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* A PMD's bone may have several chains. PMX has one per bone, so each gets a goal of the same name. */
static void chains_whose_goals_share_a_name_are_switched_together(void **state)
{
    (void)state;
    const char *const bones[] = {"a", "b", "IK x", "IK y", "IK x"};
    hone_model *model = model_of(bones, 5, NULL, 0);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_property_key *key = hone_builder_array(builder, 1, sizeof *key);
    hone_ik_state *states = hone_builder_array(builder, 1, sizeof *states);
    CHECK(key && states);
    states[0] = (hone_ik_state){{text(builder, "IK x"), 0, {0}}, false};
    *key = (hone_property_key){10, true, 1, states};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.property_keys = key, .property_key_count = 1}, NULL, NULL);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    for (int after = 0; after < 2; after++) {
        pose_arrays arrays;
        hone_sampler_sample(sampler, after ? 10 : 9, pose_of(&arrays, model));
        CHECK(arrays.ik_enabled[0] == !after && arrays.ik_enabled[1] == 1 && arrays.ik_enabled[2] == !after);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- binding ---- */

static void names_bind_by_their_first_15_bytes(void **state)
{
    (void)state;
    /* 16 bytes in CP932: the cut is inside the last character. The two bones are equal up to there; the first one
     * wins. */
    const char *bones[] = {"左足の先のほねＡ", "左足の先のほね", "センター", "左足の先のほねＡそのに"};
    named_track tracks[3] = {{{"左足の先のほねＡ", 0, {0}}, 1}, {{"センター", 0, {0}}, 2}, {{"いない", 0, {0}}, 3}};
    check_binding(bones, 4, tracks, 3, (const float[]){1, 0, 2, 0});
}

static void names_from_a_file_bind_as_raw_bytes(void **state)
{
    (void)state;
    const char *bones[] = {"右腕捩", "右腕"};
    named_track track = {{NULL, 4, {(char)0x89, (char)0x45, (char)0x98, (char)0x72}}, 5}; /* 右腕 */
    check_binding(bones, 2, &track, 1, (const float[]){0, 5});
}

static void the_first_of_two_bones_of_one_name_wins(void **state)
{
    (void)state;
    const char *bones[] = {"b", "a", "a"};
    named_track tracks[2] = {{{"a", 0, {0}}, 1}, {{"b", 0, {0}}, 2}};
    check_binding(bones, 3, tracks, 2, (const float[]){2, 1, 0});
}

static void names_that_cp932_lacks_bind_as_text(void **state)
{
    (void)state;
    const char *bones[] = {"Größe", "骨🦴", "頭발", "头发物理骨骼长名字"};
    named_track tracks[4] = {
        {{"骨🦴", 0, {0}}, 1},
        {{"Größe", 0, {0}}, 2},
        {{NULL, 3, {(char)0x93, (char)0xAA, '?'}}, 3}, /* written with '?' for missing characters */
        {{"头发物理骨骼", 15, {0}}, 4}};               /* a full field: the beginning of the name */
    check_binding(bones, 4, tracks, 4, (const float[]){2, 1, 3, 4});
}

static void a_field_that_is_not_full_is_no_prefix(void **state)
{
    (void)state;
    const char *bones[] = {"头发物理"};
    named_track track = {{"头发", 4, {1, 2, 3, 4}}, 1};
    check_binding(bones, 1, &track, 1, (const float[]){0});
}

static void spaces_at_the_end_are_forgiven_but_exact_names_go_first(void **state)
{
    (void)state;
    named_track one = {{"arm  ", 0, {0}}, 1};
    check_binding((const char *[]){"arm"}, 1, &one, 1, (const float[]){1});
    named_track bare = {{"arm", 0, {0}}, 1};
    check_binding((const char *[]){"leg", "arm "}, 2, &bare, 1, (const float[]){0, 1});
    named_track two[2] = {{{"arm ", 0, {0}}, 1}, {{"arm", 0, {0}}, 2}};
    check_binding((const char *[]){"arm", "arm "}, 2, two, 2, (const float[]){2, 1});
}

static void a_bone_with_a_track_of_its_own_takes_no_other(void **state)
{
    (void)state;
    hone_model *model = model_of((const char *const[]){"arm"}, 1, NULL, 0);
    named_track tracks[2] = {{{"arm ", 0, {0}}, 1}, {{"arm", 0, {0}}, 2}};
    hone_motion *motion = motion_of(tracks, 2);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    CHECK(hone_sampler_bound_count(sampler) == 1);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void half_and_full_width_letters_differ(void **state)
{
    (void)state;
    named_track track = {{"ｾﾝﾀｰ", 0, {0}}, 1};
    check_binding((const char *[]){"センター", "ｾﾝﾀｰ"}, 2, &track, 1, (const float[]){0, 1});
}

static void tracks_of_one_name_move_one_bone_and_the_last_wins(void **state)
{
    (void)state;
    named_track tracks[2] = {{{"a", 0, {0}}, 1}, {{"a", 0, {0}}, 2}};
    check_binding((const char *[]){"a", "b"}, 2, tracks, 2, (const float[]){2, 0});
}

static void tracks_without_a_target_leave_the_pose_alone(void **state)
{
    (void)state;
    hone_model *model = plain_model(), *other = model_of((const char *const[]){"x", "y"}, 2, NULL, 0);
    hone_motion *motion = random_motion(other, 6);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    CHECK(hone_sampler_bound_count(sampler) == 0);
    pose_arrays rest, got;
    pose_of(&rest, model), pose_of(&got, model);
    hone_sampler_sample(sampler, -1, &got.pose); /* before the first property key */
    CHECK(same_pose(&rest, &got));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_model_release(other);
}

/* Nine bones, of which the first has no track. */
static void a_sampler_tells_which_parts_it_writes(void **state)
{
    (void)state;
    enum { COUNT = 9 };
    static const char *const names[COUNT] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
    named_track tracks[COUNT - 1];
    uint8_t parts[COUNT];
    for (int t = 0; t < COUNT - 1; t++) tracks[t] = (named_track){{names[t + 1], 0, {0}}, 1};
    hone_model *model = model_of(names, COUNT, NULL, 0);
    hone_motion *motion = motion_of(tracks, COUNT - 1);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    pose_arrays arrays;
    hone_sampler_sample(sampler, 0, pose_of(&arrays, model));
    memset(parts, 9, sizeof parts);
    hone_sampler_bound(sampler, parts, NULL);
    for (int b = 0; b < COUNT; b++) CHECK(parts[b] == (b ? HONE_CLIP_TRANSLATION | HONE_CLIP_ROTATION : 0));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void a_sampler_tells_which_morphs_it_writes(void **state)
{
    (void)state;
    hone_model *model = model_of(plain_names, 1, plain_morphs, 2), *other = model_of(plain_names, 1, plain_morphs, 1);
    hone_motion *motion = random_motion(other, 10);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    uint8_t morphs[2] = {9, 9};
    hone_sampler_bound(sampler, NULL, NULL);
    hone_sampler_bound(sampler, NULL, morphs);
    CHECK(morphs[0] == 1 && morphs[1] == 0);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(other);
    hone_model_release(model);
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void sampler_refuses_what_it_cannot_bind(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = random_motion(model, 7);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    const hone_motion_data of_another_space = {.space = HONE_SPACE_GLTF, .bone_track_count = 1, .bone_tracks = track};
    track->name.text = text(builder, "センター");
    hone_motion *foreign = hone_motion_create(builder, &of_another_space, NULL, NULL);
    const hone_sampler_desc bad[] = {{.model = model}, {.motion = motion}, {.model = model, .motion = foreign}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        CHECK(!hone_sampler_create(&bad[i], &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT);
    }
    CHECK(!hone_sampler_create(NULL, NULL));
    hone_sampler_destroy(NULL);
    CHECK(hone_sampler_bound_count(NULL) == 0);
    hone_motion_release(foreign);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void sampler_keeps_its_model_and_motion_alive(void **state)
{
    (void)state;
    hone_model *model = plain_model();
    hone_motion *motion = random_motion(model, 8);
    hone_sampler *sampler = sampler_of(model, motion, HONE_CURVE_EXACT);
    pose_arrays arrays;
    pose_of(&arrays, model);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_sampler_sample(sampler, 3, &arrays.pose);
    CHECK(arrays.moved[0]);
    hone_sampler_destroy(sampler);
}

static void check_failed_allocations(const hone_model *model, const hone_motion *motion)
{
    hone_sampler *sampler = NULL;
    for (uint64_t n = 0; !sampler; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion, .allocator = &a.allocator},
                                      &error);
        CHECK(sampler || error.code == HONE_ERROR_MEMORY);
        CHECK(sampler || a.live == 0);
        if (!sampler)
            continue;
        uint64_t calls = a.calls;
        pose_arrays arrays;
        pose_of(&arrays, model);
        for (int frame = -5; frame < 200; frame++) hone_sampler_sample(sampler, frame, &arrays.pose);
        CHECK(a.calls == calls && n > 2);
        hone_sampler_destroy(sampler);
        CHECK(a.live == 0);
    }
}

static void every_failed_allocation_is_an_error_and_sampling_makes_none(void **state)
{
    (void)state;
    hone_model *models[2] = {plain_model(), axis_model(MOST)};
    hone_motion *motions[2] = {random_motion(models[0], 9), random_motion(models[1], 9)};
    for (int i = 0; i < 2; i++) {
        check_failed_allocations(models[i], motions[i]);
        hone_motion_release(motions[i]);
        hone_model_release(models[i]);
    }
}

TEST_GROUP(test_sampler)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pose_reset_stands_at_rest),
        cmocka_unit_test(sampling_at_a_key_gives_the_key),
        cmocka_unit_test(between_keys_each_channel_follows_the_curve_of_the_later_key),
        cmocka_unit_test(the_middle_of_a_curve_that_stands_still_there_is_finite),
        cmocka_unit_test(before_the_first_key_and_after_the_last_they_hold),
        cmocka_unit_test(a_track_whose_first_key_is_late_holds_it_from_the_beginning),
        cmocka_unit_test(a_scene_whose_first_key_is_late_holds_it_from_the_beginning),
        cmocka_unit_test(any_order_of_frames_gives_what_a_fresh_sampler_gives),
        cmocka_unit_test(rotations_take_the_shorter_way),
        cmocka_unit_test(the_slightest_turn_is_still_smooth),
        cmocka_unit_test(keys_of_a_fixed_axis_keep_their_angle_and_take_the_axis),
        cmocka_unit_test(between_keys_of_a_fixed_axis_the_methods_differ),
        cmocka_unit_test(frames_past_2_to_the_24_are_told_apart),
        cmocka_unit_test(properties_step_and_what_a_key_does_not_name_stays),
        cmocka_unit_test(chains_whose_goals_share_a_name_are_switched_together),
        cmocka_unit_test(names_bind_by_their_first_15_bytes),
        cmocka_unit_test(names_from_a_file_bind_as_raw_bytes),
        cmocka_unit_test(the_first_of_two_bones_of_one_name_wins),
        cmocka_unit_test(names_that_cp932_lacks_bind_as_text),
        cmocka_unit_test(a_field_that_is_not_full_is_no_prefix),
        cmocka_unit_test(spaces_at_the_end_are_forgiven_but_exact_names_go_first),
        cmocka_unit_test(a_bone_with_a_track_of_its_own_takes_no_other),
        cmocka_unit_test(half_and_full_width_letters_differ),
        cmocka_unit_test(tracks_of_one_name_move_one_bone_and_the_last_wins),
        cmocka_unit_test(tracks_without_a_target_leave_the_pose_alone),
        cmocka_unit_test(morph_tracks_that_move_nothing_are_listed_too),
        cmocka_unit_test(tracks_that_move_nothing_are_listed_with_most_keys_first),
        cmocka_unit_test(a_sampler_tells_which_parts_it_writes),
        cmocka_unit_test(a_sampler_tells_which_morphs_it_writes),
        cmocka_unit_test(sampler_refuses_what_it_cannot_bind),
        cmocka_unit_test(sampler_keeps_its_model_and_motion_alive),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_sampling_makes_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
