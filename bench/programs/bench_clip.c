/* Measures packed clips: bytes and error of a motion's samples, and the time of decoding a pose, forward and in random
 * order, beside that of sampling the motion itself. Windows alternate; the best of many counts.
 * usage: bench_clip MODEL MOTION [RATE]; RATE: samples in a second, 30 if not given; the bound is that of `hone pack`
 */
#define _POSIX_C_SOURCE 200809L
#include <hone/clip.h>
#include <hone/format.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMES = 256, WINDOWS = 60 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef struct measured {
    hone_model *model;
    hone_sampler *sampler;
    hone_pose *pose;
    hone_packed_clip *clip;
    double rate, times[2][TIMES]; /* samples, forward and random */
} measured;

/* ---- packing ---- */

static hone_transform *sample_all(const measured *m, uint32_t count)
{
    uint32_t bones = hone_model_skeleton(m->model)->bone_count;
    hone_transform *out = calloc((size_t)count * bones + 1, sizeof *out);
    for (uint32_t i = 0; out && i < count; i++) {
        hone_pose_reset(m->pose, m->model);
        hone_sampler_sample(m->sampler, i / m->rate * HONE_FRAMES_PER_SECOND, m->pose);
        memcpy(out + (size_t)i * bones, m->pose->bones, bones * sizeof *out);
    }
    return out;
}

/* Rests, parents, and for MMD what is added to translations. */
static void describe(const hone_model *model, int32_t *parents, float (*offsets)[3], hone_transform *rest)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        parents[b] = skeleton->bones[b].parent;
        rest[b] = skeleton->bones[b].rest;
        hone_vec3_copy(skeleton->bones[b].position, offsets[b]);
        if (parents[b] != HONE_NONE)
            hone_vec3_subtract(offsets[b], skeleton->bones[parents[b]].position, offsets[b]);
    }
}

static bool pack(const measured *m, uint32_t count, hone_bytes *block, hone_clip_pack_report *report, hone_error *error)
{
    uint32_t bones = hone_model_skeleton(m->model)->bone_count;
    bool mmd = hone_model_get(m->model)->space == HONE_SPACE_MMD;
    const double unit = mmd ? HONE_MMD_METRES : 1;
    int32_t *parents = calloc(bones + 1, sizeof *parents);
    float(*offsets)[3] = calloc(bones + 1, sizeof *offsets);
    hone_transform *rest = calloc(bones + 1, sizeof *rest), *samples = sample_all(m, count);
    bool ok = parents && offsets && rest && samples;
    if (ok)
        describe(m->model, parents, offsets, rest);
    const hone_clip_pack_desc desc = {.bone_count = bones,
                                      .parents = parents,
                                      .rest = rest,
                                      .offsets = mmd ? (const float(*)[3])offsets : NULL,
                                      .sample_count = count,
                                      .rate = m->rate,
                                      .bones = samples,
                                      .tolerance = (float)(1e-4 / unit),
                                      .distance = (float)(0.03 / unit)};
    ok = ok && hone_clip_pack(&desc, block, report, error);
    report->error *= unit;
    free(parents), free(offsets), free(rest), free(samples);
    return ok;
}

/* ---- times ---- */

static double time_decoding(const measured *m, int order)
{
    double begin = now();
    for (int i = 0; i < TIMES; i++) hone_packed_clip_decode(m->clip, m->times[order][i], m->pose->bones);
    return (now() - begin) / TIMES;
}

static double time_sampling(const measured *m, int order)
{
    double begin = now();
    for (int i = 0; i < TIMES; i++)
        hone_sampler_sample(m->sampler, m->times[order][i] / m->rate * HONE_FRAMES_PER_SECOND, m->pose);
    return (now() - begin) / TIMES;
}

static void measure(measured *m, uint32_t count)
{
    double best[4] = {1e30, 1e30, 1e30, 1e30};
    for (int i = 0; i < TIMES; i++) {
        m->times[0][i] = fmod(i * 0.5, count - 1 + 1e-9);
        m->times[1][i] = rand() / (double)RAND_MAX * (count - 1);
    }
    for (int w = 0; w < WINDOWS; w++)
        for (int order = 0; order < 2; order++) {
            best[order] = fmin(best[order], time_decoding(m, order));
            best[2 + order] = fmin(best[2 + order], time_sampling(m, order));
        }
    printf("decoding a pose: forward %.0f ns, random %.0f ns; of sampling the motion: %.2f, %.2f\n", best[0], best[1],
           best[0] / best[2], best[1] / best[3]);
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    hone_bytes block = {0};
    hone_clip_pack_report report = {0};
    if (argc < 3)
        return fprintf(stderr, "usage: bench_clip MODEL MOTION [RATE]\n"), 2;
    measured m = {.model = hone_model_load(argv[1], NULL, &error), .rate = argc > 3 ? atof(argv[3]) : 30};
    hone_motion *motion = m.model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    m.sampler = motion ? hone_sampler_create(&(hone_sampler_desc){.model = m.model, .motion = motion}, &error) : NULL;
    m.pose = m.sampler ? hone_pose_create(m.model, NULL, &error) : NULL;
    uint32_t count = motion && m.rate > 0 ? (uint32_t)ceil(hone_motion_duration(motion) * m.rate - 1e-4) + 1 : 0;
    if (m.pose && count && pack(&m, count, &block, &report, &error))
        m.clip = hone_packed_clip_open(block.data, block.size, NULL, &error);
    if (m.clip) {
        printf("%u samples: %zu bytes, %.4f of the floats; the worst point is off by %.4f mm\n", count, block.size,
               (double)block.size / (double)report.raw_bytes, report.error * 1e3);
        measure(&m, count);
    } else {
        fprintf(stderr, "%s\n", error.message);
    }
    hone_packed_clip_close(m.clip), hone_bytes_release(&block), hone_pose_destroy(m.pose);
    hone_sampler_destroy(m.sampler), hone_motion_release(motion), hone_model_release(m.model);
    return m.clip == NULL;
}
