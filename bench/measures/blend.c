#include "bench/measures/blend.h"
#include "bench/clock.h"
#include "bench/loops/copy.h"
#include "tool/output/json_members.h"

#include <hone/blend.h>
#include <hone/math.h>
#include <stdio.h>
#include <stdlib.h>

/* Poses: the layers, then the additive layers, then the rest pose, then the result. */
enum { LAYERS = 8, ADDITIVES = 2, REST = LAYERS + ADDITIVES, OUT, POSES };

static const struct plan {
    const char *name;
    uint32_t layers, additives;
    bool masked;
    float additive_weight;
} plans[BENCH_BLEND_ROWS] = {
    {"1 layer", 1, 0, false, 0},
    {"2 layers", 2, 0, false, 0},
    {"3 layers", 3, 0, false, 0},
    {"4 layers", 4, 0, false, 0},
    {"8 layers", 8, 0, false, 0},
    {"2 layers, one masked", 2, 0, true, 0},
    {"1 layer, 1 additive", 1, 1, false, 0.6f},
    {"2 layers, 2 additive", 2, 2, false, 0.6f},
    {"1 layer, 1 masked additive", 1, 1, true, 0.6f},
    {"1 layer, 1 subtracted", 1, 1, false, -0.6f},
};

typedef struct blend_context {
    uint32_t bones, random;
    hone_transform *poses[POSES];
    float *mask;
    uint8_t *copy_in, *copy_out;
    size_t in_size, out_size;
    uint64_t sum; /* of the copies, so that they are not removed */
    hone_blend_layer layers[LAYERS], additives[ADDITIVES];
    hone_blend_job job;
} blend_context;

/* ---- poses ------------------------------------------------------------------------------------------------------- */

/* Returns a number from -1 to 1. */
static float random_number(blend_context *c)
{
    c->random = c->random * 1664525 + 1013904223;
    return (float)(c->random >> 8) / 8388608.0f - 1;
}

/* Rotations are near the identity, as the bones of one character are near each other in two motions. */
static void fill_pose(blend_context *c, hone_transform *pose)
{
    for (uint32_t b = 0; b < c->bones; b++) {
        float turn[4] = {0.4f * random_number(c), 0.4f * random_number(c), 0.4f * random_number(c), 1};
        hone_quat_normalise(turn, pose[b].rotation);
        for (int i = 0; i < 3; i++) {
            pose[b].translation[i] = random_number(c);
            pose[b].scale[i] = 1 + 0.1f * random_number(c);
        }
    }
}

static bool make_context(blend_context *c, hone_error *error)
{
    size_t all = (size_t)POSES * c->bones * sizeof(hone_transform) + c->bones * sizeof *c->mask;
    bool ok = (c->mask = calloc(c->bones, sizeof *c->mask)) && (c->copy_in = calloc(1, all)) &&
              (c->copy_out = calloc(1, all));
    for (int p = 0; p < POSES && ok; p++) ok = (c->poses[p] = calloc(c->bones, sizeof **c->poses)) != NULL;
    if (!ok)
        return hone_fail_memory(error);
    for (int p = 0; p < OUT; p++) fill_pose(c, c->poses[p]);
    for (uint32_t b = c->bones / 2; b < c->bones; b++) c->mask[b] = 1;
    return true;
}

static void release_context(blend_context *c)
{
    for (int p = 0; p < POSES; p++) free(c->poses[p]);
    free(c->mask), free(c->copy_in), free(c->copy_out);
}

static void set_job(blend_context *c, const struct plan *plan)
{
    size_t pose = c->bones * sizeof(hone_transform);
    for (uint32_t l = 0; l < LAYERS; l++)
        c->layers[l] = (hone_blend_layer){.bones = c->poses[l], .weight = 1 / (float)(l + 1)};
    for (uint32_t l = 0; l < ADDITIVES; l++)
        c->additives[l] = (hone_blend_layer){.bones = c->poses[LAYERS + l], .weight = plan->additive_weight};
    if (plan->masked)
        (plan->additives ? c->additives : &c->layers[plan->layers - 1])->bone_weights = c->mask;
    c->job = (hone_blend_job){.bone_count = c->bones,
                              .layer_count = plan->layers,
                              .layers = c->layers,
                              .additive_count = plan->additives,
                              .additives = c->additives,
                              .rest = c->poses[REST],
                              .bones = c->poses[OUT]};
    c->in_size = (plan->layers + plan->additives) * pose + (plan->masked ? c->bones * sizeof *c->mask : 0);
    c->out_size = pose;
}

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static void run_blend(void *user)
{
    hone_blend_run(&((blend_context *)user)->job);
}

static void copy(blend_context *c, hone_copy_kind kind)
{
    c->sum += hone_copy(kind, c->copy_in, c->in_size, c->copy_out, c->out_size);
}

static void copy_plain(void *user)
{
    copy(user, HONE_COPY_PLAIN);
}

static void copy_string(void *user)
{
    copy(user, HONE_COPY_STRING);
}

static void copy_streamed(void *user)
{
    copy(user, HONE_COPY_STREAMED);
}

static void measure_row(blend_context *c, const struct plan *plan, bench_blend_row *out)
{
    static bench_comparison comparison;
    double best = 0;
    set_job(c, plan);
    comparison = (bench_comparison){.count = 4,
                                    .works = {{.run = copy_plain, .user = c, .best = &best, .swing = 1.1},
                                              {.run = copy_string, .user = c},
                                              {.run = copy_streamed, .user = c},
                                              {.run = run_blend, .user = c}}};
    bench_work *copies = comparison.works, *blend = &comparison.works[HONE_COPY_COUNT];
    uint32_t windows = bench_measure(&comparison);
    *out = (bench_blend_row){.name = plan->name,
                             .layers = plan->layers,
                             .additives = plan->additives,
                             .masked = plan->masked,
                             .bytes = (double)(c->in_size + c->out_size) / c->bones,
                             .windows = windows};
    for (uint32_t w = 0; w < windows; w++)
        for (int k = 1; k < HONE_COPY_COUNT; k++)
            if (copies[k].seconds[w] < copies[0].seconds[w])
                copies[0].seconds[w] = copies[k].seconds[w];
    out->ns = bench_median(blend->seconds, windows) * 1e9 / c->bones;
    out->min_ns = bench_minimum(blend->seconds, windows) * 1e9 / c->bones;
    out->roofline = bench_ratio(&copies[0], blend, windows);
}

bool bench_blend_run(uint32_t bones, bench_blend *out, hone_error *error)
{
    blend_context c = {.bones = bones, .random = 1};
    bool ok = make_context(&c, error);
    out->bones = bones;
    for (int r = 0; r < BENCH_BLEND_ROWS && ok; r++) measure_row(&c, &plans[r], &out->rows[r]);
    release_context(&c);
    return ok;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

void bench_blend_print(const bench_blend *blend)
{
    printf("poses of %u bones, blended on one thread\n\n", blend->bones);
    printf("  %-28s %8s %8s %8s %12s\n", "", "bytes", "ns", "least", "copy / blend");
    for (int r = 0; r < BENCH_BLEND_ROWS; r++) {
        const bench_blend_row *row = &blend->rows[r];
        printf("  %-28s %8.0f %8.2f %8.2f %12.2f\n", row->name, row->bytes, row->ns, row->min_ns, row->roofline);
    }
}

void bench_blend_json(const bench_blend *blend, hone_writer *out)
{
    hone_json json = hone_json_make(out);
    hone_json_object(&json);
    json_integer(&json, "bones", blend->bones);
    hone_json_key(&json, "blends");
    hone_json_array(&json);
    for (int r = 0; r < BENCH_BLEND_ROWS; r++) {
        const bench_blend_row *row = &blend->rows[r];
        hone_json_object(&json);
        json_integer(&json, "layers", row->layers);
        json_integer(&json, "additives", row->additives);
        hone_json_key(&json, "masked");
        hone_json_bool(&json, row->masked);
        json_string(&json, "name", row->name);
        json_number(&json, "bytes_per_bone", row->bytes);
        json_number(&json, "ns_per_bone", row->ns);
        json_number(&json, "min_ns_per_bone", row->min_ns);
        json_number(&json, "roofline_fraction", row->roofline);
        json_integer(&json, "windows", row->windows);
        hone_json_end(&json, '}');
    }
    hone_json_end(&json, ']');
    hone_json_end(&json, '}');
}
