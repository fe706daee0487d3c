/* Tracks and channels that are sampled several at once: any number of them, with keys anywhere, at any time. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/motion/eases.h"
#include "core/motion/keys.h"
#include "core/motion/lanes/slerp.h"

#include "core/motion/lanes/kernel.h"
#include "support/plain/plain_motion.h"
#include "support/support.h"
#include <hone/math.h>
#include <hone/motion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(test_random *random, uint32_t count)
{
    return test_random_u32(random) % count;
}

/* ---- slerps ---- */

static double dot(const float a[4], const float b[4])
{
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += (double)a[i] * b[i];
    return sum;
}

/* The slerp from its definition, for any angle: on the plane of a and of the part of b that is perpendicular to a. */
static void reference_slerp(const float a[4], const float b[4], double t, double out[4])
{
    double cosine = dot(a, b) / sqrt(dot(a, a) * dot(b, b)), sign = cosine < 0 ? -1 : 1, r[4], square = 0;
    for (int i = 0; i < 4; i++) {
        r[i] = sign * (b[i] / sqrt(dot(b, b)) - cosine * a[i] / sqrt(dot(a, a)));
        square += r[i] * r[i];
    }
    double sine = sqrt(square), angle = t * atan2(sine, fabs(cosine));
    for (int i = 0; i < 4; i++) out[i] = a[i] * cos(angle) + (sine > 0 ? r[i] / sine * sin(angle) : 0);
}

/* A rotation that is turned by `angle` from another one, perhaps with the opposite sign. */
static void turned(test_random *random, const float from[4], float angle, float out[4])
{
    float axis[3] = {test_random_float(random, -1, 1), test_random_float(random, -1, 1), 0.5f}, turn[4];
    hone_vec3_normalise(axis, axis);
    hone_vec3_scale(axis, sinf(angle / 2), turn);
    turn[3] = cosf(angle / 2);
    hone_quat_multiply(turn, from, out);
    hone_quat_normalise(out, out);
    for (int i = 0; below(random, 2) && i < 4; i++) out[i] = -out[i];
}

enum { LANES = HONE_BLOCK_LANES };

/* The slerps of a block and their keys. */
typedef struct block {
    float from[LANES][4], to[LANES][4];
    hone_slerps slerps;
    hone_slerp_keys keys;
} block;

static void plan(block *b, const hone_motion_kernel *kernel)
{
    for (int lane = 0; lane < LANES; lane++) {
        b->keys.from[lane] = b->from[lane];
        b->keys.to[lane] = b->to[lane];
        b->keys.length[lane] = 1;
    }
    kernel->plan(&b->slerps, &b->keys);
}

/* Evaluates the slerps at parts of the way. */
static void evaluate(const block *b, const double t[LANES], float out[LANES][4])
{
    for (int at = 0; at < LANES; at += HONE_LANES) {
        simd4 rows[HONE_LANES];
        float v[HONE_LANES];
        for (int i = 0; i < HONE_LANES; i++) v[i] = (float)(t[at + i] * b->slerps.rate[at + i]);
        slerp_group(&b->slerps, at, lanes_load(v), rows);
        memcpy(out[at], rows, sizeof rows);
    }
}

/* Returns kernel number `i`, or NULL after the last one that this processor supports. */
static const hone_motion_kernel *kernel_at(int i)
{
    const hone_motion_kernel *const kernels[] = {&hone_motion_portable, &test_motion_plain, hone_motion_best_kernel()};
    int count = hone_motion_best_kernel() == &hone_motion_portable ? 2 : 3;
    return i < count ? kernels[i] : NULL;
}

static void random_block(test_random *random, block *b)
{
    static const float angles[] = {3.1415f, 2, 1, 0.1f, 1e-3f, 1e-5f, 3e-7f, 0};
    for (int lane = 0; lane < LANES; lane++) {
        test_random_quat(random, b->from[lane]);
        turned(random, b->from[lane], angles[below(random, 8)], b->to[lane]);
    }
    plan(b, &hone_motion_portable);
}

static void slerps_are_within_3e7_of_double_precision(void **state)
{
    (void)state;
    test_random random = {51};
    for (int n = 0; n < 20000; n++) {
        block b;
        float got[LANES][4];
        double t[LANES], want[4];
        random_block(&random, &b);
        for (int i = 0; i < LANES; i++) t[i] = below(&random, 8) ? (double)test_random_float(&random, 0, 1) : 1;
        evaluate(&b, t, got);
        for (int lane = 0; lane < LANES; lane++) {
            reference_slerp(b.from[lane], b.to[lane], t[lane], want);
            for (int i = 0; i < 4; i++) CHECK_NEAR(got[lane][i], want[i], 3e-7);
        }
    }
}

static void a_slerp_begins_with_the_bits_of_its_first_rotation(void **state)
{
    (void)state;
    test_random random = {52};
    for (int n = 0; n < 1000; n++) {
        block b;
        float got[LANES][4];
        random_block(&random, &b);
        evaluate(&b, (double[LANES]){0}, got);
        CHECK(memcmp(got, b.from, sizeof got) == 0);
        memcpy(b.to, b.from, sizeof b.to);
        b.from[0][0] = b.to[0][0] = -0.0f;
        plan(&b, &hone_motion_portable);
        evaluate(&b, (double[LANES]){0.3, 1, 0.5, 0, 0.7, 0.1}, got);
        CHECK(memcmp(got, b.from, sizeof got) == 0);
    }
}

static void every_kernel_plans_the_same_bits(void **state)
{
    (void)state;
    test_random random = {53};
    for (int n = 0; n < 3000; n++) {
        block one, other;
        memset(&one, 0, sizeof one);
        random_block(&random, &one);
        for (int k = 0; kernel_at(k); k++) {
            other = one;
            plan(&other, kernel_at(k));
            CHECK(memcmp(&other.slerps, &one.slerps, sizeof one.slerps) == 0);
            CHECK(memcmp(other.keys.angle, one.keys.angle, sizeof one.keys.angle) == 0);
        }
    }
}

static void a_lane_does_not_depend_on_the_others(void **state)
{
    (void)state;
    test_random random = {53};
    for (int n = 0; n < 1000; n++) {
        block one, other;
        float a[LANES][4], b[LANES][4];
        random_block(&random, &one);
        random_block(&random, &other);
        memcpy(other.from[6], one.from[1], sizeof one.from[1]);
        memcpy(other.to[6], one.to[1], sizeof one.to[1]);
        plan(&other, &hone_motion_portable);
        evaluate(&one, (double[LANES]){0, 0.4, 1}, a);
        evaluate(&other, (double[LANES]){1, 1, 0.5, 0, 0, 0, 0.4}, b);
        CHECK(memcmp(a[1], b[6], sizeof *a) == 0);
    }
}

/* ---- seeking ---- */

static void seeking_counts_the_keys_whatever_their_spacing(void **state)
{
    (void)state;
    test_random random = {54};
    for (int n = 0; n < 3000; n++) {
        uint32_t count = below(&random, 40), frames[40];
        double times[40], spread = pow(10, (double)below(&random, 5));
        hone_key_segment by_frame = {0}, by_time = {0};
        for (uint32_t k = 0, at = below(&random, 9); k < count; k++) {
            frames[k] = at += 1 + below(&random, (uint32_t)(k % 3 ? 2 : spread));
            times[k] = at / 7.0;
        }
        for (int look = 0; look < 20; look++) {
            double last = count ? frames[count - 1] : 0, frame = test_random_float(&random, -3, (float)last + 3);
            if (count && below(&random, 2))
                frame = frames[below(&random, count)];
            uint32_t past = 0;
            while (past < count && frames[past] <= frame) past++;
            hone_key_segment_seek(&by_frame, frames, sizeof *frames, count, frame);
            assert_int_equal(by_frame.past, past);
            CHECK(frame >= by_frame.begin && frame < by_frame.end);
            CHECK(by_frame.begin == (past ? (double)frames[past - 1] : -(double)INFINITY));
            CHECK(by_frame.end == (past < count ? (double)frames[past] : (double)INFINITY));
            hone_key_segment_seek_time(&by_time, times, count, frame / 7.0);
            assert_int_equal(by_time.past, past);
        }
    }
}

/* ---- curves ---- */

enum { RECORDS = 21 };

/* Curves between keys. */
typedef struct lane_curves {
    hone_ease_group group;
    _Alignas(64) double values[LANES];
    hone_curve curves[LANES];
} lane_curves;

static hone_curve any_curve(test_random *random)
{
    static const hone_curve corners[] = {HONE_CURVE_LINEAR, {127, 0, 0, 127}, {0, 9, 0, 0}, {127, 0, 127, 127}};
    const uint32_t bits = test_random_u32(random);
    return below(random, 3) ? (hone_curve){(uint8_t)bits, bits >> 8 & 127, bits >> 16 & 127, (uint8_t)(bits >> 24)}
                            : corners[bits % 4];
}

static void fill_curves(test_random *random, lane_curves *c)
{
    *c = (lane_curves){.group = {.values = c->values}};
    for (int lane = 0; lane < LANES; lane++) {
        c->curves[lane] = any_curve(random);
        c->group.begin[lane] = below(random, 3);
        c->group.length[lane] = 5 + below(random, 60);
        c->group.per_length[lane] = 1 / c->group.length[lane];
        c->group.curves[lane] = hone_curve_word(c->curves[lane]);
    }
}

static void check_curves(const lane_curves *c, double frame, hone_curve_mode mode)
{
    for (int lane = 0; lane < LANES; lane++) {
        double since = frame - c->group.begin[lane];
        double s = mode == HONE_CURVE_MMD ? since / c->group.length[lane] : since * c->group.per_length[lane];
        double want = hone_curve_evaluate(c->curves[lane], s, mode);
        CHECK(!hone_curve_word_bends(c->group.curves[lane]) || memcmp(&c->values[lane], &want, sizeof want) == 0);
    }
}

/* The result of a lane does not depend on its neighbours, on their number, or on the kernel. */
static void curves_solved_together_have_the_bits_of_one(void **state)
{
    (void)state;
    static const double frames[] = {2, 2.25, 2.999, 3.5, 4.75};
    static lane_curves all[RECORDS];
    hone_ease_group *groups[RECORDS];
    test_random random = {55};
    for (int n = 0; n < 400; n++) {
        const hone_motion_kernel *kernel = kernel_at(n % 3) ? kernel_at(n % 3) : kernel_at(0);
        hone_curve_mode mode = n % 5 ? HONE_CURVE_EXACT : HONE_CURVE_MMD;
        uint32_t count = 1 + below(&random, RECORDS);
        for (uint32_t i = 0; i < count; i++) {
            fill_curves(&random, &all[i]);
            groups[i] = &all[i].group;
            kernel->set_curves(groups[i]);
        }
        kernel->ease(groups, count, frames[n % 5], mode);
        for (uint32_t i = 0; i < count; i++) check_curves(&all[i], frames[n % 5], mode);
    }
}

/* ---- whole motions ---- */

static const uint32_t counts[] = {1, 2, 3, 4, 5, 8, 13, 200};

enum { MOST_KEYS = 30 };

static const char *name_of(hone_builder *b, uint32_t i)
{
    char name[12];
    return hone_builder_text(b, name, (size_t)snprintf(name, sizeof name, "b%u", i));
}

static hone_model *make_model(uint32_t count, hone_space space)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, count, sizeof *bones);
    for (uint32_t i = 0; i < count; i++)
        bones[i] = (hone_bone){.name = name_of(b, i),
                               .parent = HONE_NONE,
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .flags = i % 7 == 6 ? HONE_BONE_FIXED_AXIS : 0,
                               .fixed_axis = {0, 1, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    const hone_model_data data = {.space = space, .skeleton = {.bone_count = count, .bones = bones}};
    return test_model_create(b, &data);
}

static hone_bone_key random_key(test_random *random, uint32_t track, uint32_t frame)
{
    static const hone_curve curves[] = {HONE_CURVE_LINEAR, {64, 0, 64, 127}, {30, 5, 90, 120}, {0, 127, 0, 127}};
    hone_bone_key key = {.frame = frame, .rotation = {0, 0, 0, 1}, .physics_off = below(random, 2)};
    if (track % 3)
        test_random_quat(random, key.rotation);
    for (int i = 0; track % 4 == 1 && i < 3; i++)
        key.translation[i] = below(random, 2) ? 0 : test_random_float(random, -9, 9);
    for (int c = 0; c < 4; c++) key.curves[c] = curves[track % 5 ? below(random, 4) : 0];
    return key;
}

static hone_motion *make_tracks(test_random *random, uint32_t count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, count, sizeof *tracks);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key_count = 1 + below(random, MOST_KEYS), frame = below(random, 20);
        hone_bone_key *keys = hone_builder_array(b, key_count, sizeof *keys);
        for (uint32_t k = 0; k < key_count; k++, frame += 1 + below(random, 12)) keys[k] = random_key(random, i, frame);
        tracks[i] = (hone_bone_track){.name = {.text = name_of(b, i)}, .key_count = key_count, .keys = keys};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = count, .bone_tracks = tracks};
    hone_motion *motion = hone_motion_create(b, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

/* Channels of all three parts, most of them linear; of every fifth bone the rotation twice. Of 24 bones, the first 16
 * have the same times. */
static hone_motion *make_channels(test_random *random, uint32_t count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channels = hone_builder_array(b, 4 * (size_t)count, sizeof *channels);
    const hone_channel *before = NULL;
    uint32_t next = 0;
    for (uint32_t i = 0; i < 4 * count; i++) {
        uint32_t bone = i % count, path = i / count % 3, width = path == HONE_CHANNEL_ROTATION ? 4 : 3;
        if (i / count == 3 && bone % 5)
            continue;
        path = i / count == 3 ? HONE_CHANNEL_ROTATION : path;
        width = path == HONE_CHANNEL_ROTATION ? 4 : 3;
        bool shares = before && bone % 24 && bone % 24 < 16;
        uint32_t key_count = shares ? before->key_count : 1 + below(random, MOST_KEYS);
        hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
        double *times = hone_builder_array(b, key_count, sizeof *times), time = 0;
        float *values = hone_builder_array(b, (size_t)key_count * width, sizeof *values);
        *target = (hone_channel_target){name_of(b, bone), HONE_NONE};
        for (uint32_t k = 0; k < key_count; k++) {
            times[k] = time = shares ? before->times[k] : time + (double)test_random_float(random, 0.01f, 0.5f);
            for (uint32_t v = 0; v < width; v++) values[k * width + v] = test_random_float(random, -2, 2);
            if (width == 4)
                test_random_quat(random, values + 4 * (size_t)k);
        }
        channels[next++] =
            (hone_channel){.path = (uint8_t)path,
                           .interpolation = below(random, 12) ? HONE_INTERPOLATION_LINEAR : HONE_INTERPOLATION_STEP,
                           .target_count = 1,
                           .targets = target,
                           .key_count = key_count,
                           .times = times,
                           .values = values};
        before = &channels[next - 1];
    }
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .channel_count = next, .channels = channels};
    hone_motion *motion = hone_motion_create(b, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

static hone_sampler *make_sampler(const hone_model *model, const hone_motion *motion, hone_mmd_rules rules)
{
    hone_sampler *sampler =
        hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion, .rules = rules}, NULL);
    CHECK(sampler);
    return sampler;
}

static void check_same(const hone_pose *a, const hone_pose *b)
{
    CHECK(memcmp(a->bones, b->bones, a->bone_count * sizeof *a->bones) == 0);
    CHECK(memcmp(a->animated, b->animated, a->bone_count) == 0);
    CHECK(memcmp(a->physics_off, b->physics_off, a->bone_count) == 0);
}

/* Samples every time in a random order with one sampler, and in ascending order with another, which uses a kernel of
 * its own. */
static void check_seeks(test_random *random, const hone_model *model, const hone_motion *motion, hone_mmd_rules rules,
                        const hone_motion_kernel *kernel)
{
    enum { TIMES = 80 };
    hone_sampler *forwards =
        hone_sampler_create_with(&(hone_sampler_desc){.model = model, .motion = motion, .rules = rules}, kernel, NULL);
    hone_sampler *seeking = make_sampler(model, motion, rules);
    hone_pose *poses[TIMES], *pose = hone_pose_create(model, NULL, NULL);
    for (int i = 0; i < TIMES; i++) {
        poses[i] = hone_pose_create(model, NULL, NULL);
        hone_sampler_sample(forwards, i * 4.3 - 5, poses[i]);
    }
    for (int n = 0; n < TIMES; n++) {
        int i = (int)below(random, TIMES);
        hone_pose_reset(pose, model);
        hone_sampler_sample(seeking, i * 4.3 - 5, pose);
        check_same(pose, poses[i]);
    }
    for (int i = 0; i < TIMES; i++) hone_pose_destroy(poses[i]);
    hone_pose_destroy(pose);
    hone_sampler_destroy(forwards);
    hone_sampler_destroy(seeking);
}

static void seeking_gives_the_bits_of_playing_forwards_with_every_kernel(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        test_random random = {60 + i};
        hone_model *mmd = make_model(counts[i], HONE_SPACE_MMD), *gltf = make_model(counts[i], HONE_SPACE_GLTF);
        hone_motion *tracks = make_tracks(&random, counts[i]), *channels = make_channels(&random, counts[i]);
        for (int k = 0; kernel_at(k); k++) {
            for (int rules = 0; rules < 4; rules++)
                check_seeks(&random, mmd, tracks,
                            (hone_mmd_rules){.curve = (hone_curve_mode)(rules & 1),
                                             .fixed_axis = (hone_fixed_axis)(rules >> 1)},
                            kernel_at(k));
            check_seeks(&random, gltf, channels, (hone_mmd_rules){0}, kernel_at(k));
        }
        hone_motion_release(tracks);
        hone_motion_release(channels);
        hone_model_release(mmd);
        hone_model_release(gltf);
    }
}

/* Tracks whose keys are 25 frames apart and begin at another frame each, with four curves. */
static hone_motion *make_staggered(test_random *random, uint32_t count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, count, sizeof *tracks);
    for (uint32_t i = 0; i < count; i++) {
        hone_bone_key *keys = hone_builder_array(b, 13, sizeof *keys);
        uint32_t phase = below(random, 25);
        for (uint32_t k = 0; k < 13; k++) keys[k] = random_key(random, 2, phase + 25 * k);
        tracks[i] = (hone_bone_track){.name = {.text = name_of(b, i)}, .key_count = 13, .keys = keys};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = count, .bone_tracks = tracks};
    hone_motion *motion = hone_motion_create(b, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

/* After jumps to and fro, curves that no track is in would hold the frame again, and take the places of others. */
static void many_jumps_have_the_bits_of_playing_forwards(void **state)
{
    (void)state;
    enum { BONES = 24, FRAMES = 330, JUMPS = 40000 };
    static hone_transform want[FRAMES][BONES];
    test_random random = {91};
    hone_model *model = make_model(BONES, HONE_SPACE_MMD);
    hone_motion *motion = make_staggered(&random, BONES);
    hone_sampler *forwards = make_sampler(model, motion, (hone_mmd_rules){0});
    hone_sampler *jumping = make_sampler(model, motion, (hone_mmd_rules){0});
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    for (uint32_t f = 0; f < FRAMES; f++) {
        hone_sampler_sample(forwards, f + 0.25, pose);
        memcpy(want[f], pose->bones, sizeof want[f]);
    }
    for (uint32_t n = 0; n < JUMPS; n++) {
        uint32_t f = below(&random, FRAMES);
        hone_sampler_sample(jumping, f + 0.25, pose);
        CHECK(memcmp(want[f], pose->bones, sizeof want[f]) == 0);
    }
    hone_pose_destroy(pose);
    hone_sampler_destroy(jumping);
    hone_sampler_destroy(forwards);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void check_track(const hone_bone_track *track, double frame, const hone_transform *got)
{
    const hone_bone_key *from = track->keys, *end = from + track->key_count;
    while (from + 1 < end && from[1].frame <= frame) from++;
    const hone_bone_key *to = from + 1 < end && frame >= from->frame ? from + 1 : from;
    double s = to > from ? (frame - from->frame) / ((double)to->frame - from->frame) : 0, want[4], eased[4];
    for (int c = 0; c < 4; c++) eased[c] = hone_curve_evaluate(to->curves[c], s, HONE_CURVE_EXACT);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(got->translation[i],
                   from->translation[i] + eased[i] * ((double)to->translation[i] - from->translation[i]), 1e-6);
    reference_slerp(from->rotation, to->rotation, eased[3], want);
    for (int i = 0; i < 4; i++) CHECK_NEAR(got->rotation[i], want[i], 3e-7);
}

static void tracks_of_any_number_follow_their_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        test_random random = {80 + i};
        hone_model *model = make_model(counts[i], HONE_SPACE_MMD);
        hone_motion *motion = make_tracks(&random, counts[i]);
        const hone_motion_data *data = hone_motion_get(motion);
        hone_sampler *sampler = make_sampler(model, motion, (hone_mmd_rules){.fixed_axis = HONE_FIXED_AXIS_SAMPLE});
        hone_pose *pose = hone_pose_create(model, NULL, NULL);
        for (int n = 0; n < 100; n++) {
            double frame = (double)test_random_float(&random, -5, 250);
            hone_sampler_sample(sampler, frame, pose);
            for (uint32_t t = 0; t < counts[i]; t++)
                if (t % 7 != 6) /* a fixed axis */
                    check_track(&data->bone_tracks[t], frame, &pose->bones[t]);
        }
        hone_pose_destroy(pose);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
        hone_model_release(model);
    }
}

static void check_channel(const hone_channel *channel, double seconds, const hone_transform *got)
{
    uint32_t k = 0, width = channel->path == HONE_CHANNEL_ROTATION ? 4 : 3;
    while (k + 1 < channel->key_count && channel->times[k + 1] <= seconds) k++;
    const float *from = channel->values + (size_t)width * k, *to = k + 1 < channel->key_count ? from + width : from;
    double length = to == from ? 0 : channel->times[k + 1] - channel->times[k], want[4];
    double part = length > 0 ? fmax(0, (seconds - channel->times[k]) / length) : 0;
    if (channel->interpolation == HONE_INTERPOLATION_STEP)
        part = 0;
    if (width == 4) {
        reference_slerp(from, to, part, want);
        for (int i = 0; i < 4; i++) CHECK_NEAR(got->rotation[i], want[i], 5e-7);
        return;
    }
    for (int i = 0; i < 3; i++)
        CHECK_NEAR((channel->path == HONE_CHANNEL_SCALE ? got->scale : got->translation)[i],
                   from[i] + part * ((double)to[i] - from[i]), 1e-6);
}

static void channels_of_any_number_follow_their_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        test_random random = {70 + i};
        hone_model *model = make_model(counts[i], HONE_SPACE_GLTF);
        hone_motion *motion = make_channels(&random, counts[i]);
        const hone_motion_data *data = hone_motion_get(motion);
        hone_sampler *sampler = make_sampler(model, motion, (hone_mmd_rules){0});
        hone_pose *pose = hone_pose_create(model, NULL, NULL);
        for (int n = 0; n < 100; n++) {
            double frame = (double)test_random_float(&random, -5, 150);
            hone_sampler_sample(sampler, frame, pose);
            for (uint32_t c = 0; c < data->channel_count; c++) {
                const hone_channel *channel = &data->channels[c];
                uint32_t bone = (uint32_t)atoi(channel->targets[0].name + 1);
                if (channel->path != HONE_CHANNEL_ROTATION || bone % 5) /* of two channels, the last counts */
                    check_channel(channel, frame / HONE_FRAMES_PER_SECOND, &pose->bones[bone]);
            }
        }
        hone_pose_destroy(pose);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
        hone_model_release(model);
    }
}

/* Groups of eight bones with one curve, keyed together or at other frames. */
static hone_motion *make_groups(test_random *random, uint32_t count)
{
    static const uint32_t frames[][2] = {{0, 10}, {0, 10}, {0, 14}, {3, 10}, {3, 13}};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, count, sizeof *tracks);
    for (uint32_t i = 0; i < count; i++) {
        hone_bone_key *keys = hone_builder_array(b, 2, sizeof *keys);
        for (int k = 0; k < 2; k++) {
            keys[k].frame = frames[i / LANES % 5][k];
            test_random_quat(random, keys[k].rotation);
            for (int c = 0; c < 3; c++) keys[k].translation[c] = test_random_float(random, -1, 1);
            for (int c = 0; c < 4; c++) keys[k].curves[c] = (hone_curve){64, 0, 64, 127};
        }
        tracks[i] = (hone_bone_track){.name = {.text = name_of(b, i)}, .key_count = 2, .keys = keys};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = count, .bone_tracks = tracks};
    return hone_motion_create(b, &data, NULL, NULL);
}

static void equal_curves_between_other_keys_are_solved_apart(void **state)
{
    (void)state;
    enum { BONES = 6 * LANES };
    test_random random = {85};
    hone_model *model = make_model(BONES, HONE_SPACE_MMD);
    hone_motion *motion = make_groups(&random, BONES);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_sampler *sampler = make_sampler(model, motion, (hone_mmd_rules){.fixed_axis = HONE_FIXED_AXIS_SAMPLE});
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    for (int frame = 0; frame < 15; frame++) {
        hone_sampler_sample(sampler, frame, pose);
        for (uint32_t t = 0; t < BONES; t++)
            if (t % 7 != 6) /* a fixed axis */
                check_track(&data->bone_tracks[t], frame, &pose->bones[t]);
    }
    hone_pose_destroy(pose);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Samples a motion of these channels of bone 0 only. */
static hone_transform sample_rotations(const hone_model *model, const uint8_t interpolations[], uint32_t count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channels = hone_builder_array(b, count, sizeof *channels);
    for (uint32_t i = 0; i < count; i++) {
        hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
        double *times = hone_builder_array(b, 2, sizeof *times);
        float(*values)[4] = hone_builder_array(b, 2, sizeof *values);
        *target = (hone_channel_target){name_of(b, 0), HONE_NONE};
        times[1] = 1;
        values[0][i] = values[1][i] = 1;
        channels[i] = (hone_channel){HONE_CHANNEL_ROTATION, interpolations[i], 1, target, 2, times, *values};
    }
    hone_motion *motion = hone_motion_create(
        b, &(hone_motion_data){.space = HONE_SPACE_GLTF, .channel_count = count, .channels = channels}, NULL, NULL);
    hone_sampler *sampler = make_sampler(model, motion, (hone_mmd_rules){0});
    CHECK(hone_sampler_bound_count(sampler) == count);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    hone_sampler_sample(sampler, 15, pose);
    hone_transform got = pose->bones[0];
    hone_pose_destroy(pose);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    return got;
}

static void the_last_channel_of_a_part_wins(void **state)
{
    (void)state;
    const uint8_t linear = HONE_INTERPOLATION_LINEAR, step = HONE_INTERPOLATION_STEP;
    const uint8_t orders[][3] = {{linear, step, linear}, {step, linear, step}, {linear, linear, linear}};
    hone_model *model = make_model(1, HONE_SPACE_GLTF);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (uint32_t count = 1; count <= 3; count++) {
            hone_transform got = sample_rotations(model, orders[i], count);
            for (uint32_t c = 0; c < 4; c++) CHECK(got.rotation[c] == (c == count - 1 ? 1.0f : 0.0f));
        }
    hone_model_release(model);
}

static void times_that_are_not_finite_hold_the_first_or_last_key(void **state)
{
    (void)state;
    static const double times[][2] = {{(double)INFINITY, 1e9}, {-(double)INFINITY, -1e9}, {(double)NAN, -1e9}};
    test_random random = {90};
    hone_model *models[2] = {make_model(9, HONE_SPACE_MMD), make_model(9, HONE_SPACE_GLTF)};
    hone_motion *motions[2] = {make_tracks(&random, 9), make_channels(&random, 9)};
    for (int kind = 0; kind < 2; kind++) {
        hone_sampler *sampler = make_sampler(models[kind], motions[kind], (hone_mmd_rules){0});
        hone_pose *got = hone_pose_create(models[kind], NULL, NULL), *want = hone_pose_create(models[kind], NULL, NULL);
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            hone_sampler_sample(sampler, times[i][0], got);
            hone_sampler_sample(sampler, times[i][1], want);
            check_same(got, want);
            for (uint32_t b = 0; b < got->bone_count; b++)
                CHECK_NEAR(dot(got->bones[b].rotation, got->bones[b].rotation), 1, 1e-6);
        }
        hone_pose_destroy(got);
        hone_pose_destroy(want);
        hone_sampler_destroy(sampler);
        hone_motion_release(motions[kind]);
        hone_model_release(models[kind]);
    }
}

/* ---- pairs of rotations ---- */

/* Unit quaternions apart by any angle, also opposite, and what is none. */
static void random_pairs(test_random *random, hone_slerp_pairs *pairs)
{
    static const float angles[] = {3.1415f, 2, 1, 0.1f, 0.06f, 1e-3f, 1e-5f, 0}, odd[] = {0, -1, NAN, INFINITY, 1e-13f};
    for (int lane = 0; lane < LANES; lane++) {
        float from[4], to[4];
        test_random_quat(random, from);
        turned(random, from, angles[below(random, 8)], to);
        float factor = below(random, 20) ? 1 : odd[below(random, 5)];
        for (int i = 0; i < 4; i++) pairs->from[i][lane] = from[i], pairs->to[i][lane] = to[i] * factor;
        pairs->weight[lane] = test_random_float(random, 0, 1);
    }
}

static void pairs_have_the_bits_of_one_slerp(void **state)
{
    (void)state;
    test_random random = {77};
    const hone_motion_kernel *kernel;
    for (int n = 0; n < 20000; n++) {
        hone_slerp_pairs pairs, done;
        random_pairs(&random, &pairs);
        for (int k = 0; (kernel = kernel_at(k)); k++) {
            done = pairs;
            kernel->slerp(&done);
            for (int lane = 0; lane < LANES; lane++) {
                float a[4], b[4], want[4];
                for (int i = 0; i < 4; i++) a[i] = pairs.from[i][lane], b[i] = pairs.to[i][lane];
                hone_quat_slerp(a, b, pairs.weight[lane], want);
                for (int i = 0; i < 4; i++) assert_true(memcmp(&want[i], &done.from[i][lane], sizeof want[i]) == 0);
            }
        }
    }
}

TEST_GROUP(test_lanes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slerps_are_within_3e7_of_double_precision),
        cmocka_unit_test(a_slerp_begins_with_the_bits_of_its_first_rotation),
        cmocka_unit_test(every_kernel_plans_the_same_bits),
        cmocka_unit_test(a_lane_does_not_depend_on_the_others),
        cmocka_unit_test(seeking_counts_the_keys_whatever_their_spacing),
        cmocka_unit_test(curves_solved_together_have_the_bits_of_one),
        cmocka_unit_test(seeking_gives_the_bits_of_playing_forwards_with_every_kernel),
        cmocka_unit_test(many_jumps_have_the_bits_of_playing_forwards),
        cmocka_unit_test(tracks_of_any_number_follow_their_keys),
        cmocka_unit_test(channels_of_any_number_follow_their_keys),
        cmocka_unit_test(equal_curves_between_other_keys_are_solved_apart),
        cmocka_unit_test(the_last_channel_of_a_part_wins),
        cmocka_unit_test(times_that_are_not_finite_hold_the_first_or_last_key),
        cmocka_unit_test(pairs_have_the_bits_of_one_slerp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
