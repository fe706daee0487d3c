#include "bench/measures/frame.h"
#include "bench/clock.h"
#include "tool/messages/progress.h"
#include <hone/io.h>

#include <stdlib.h>

enum { PASS_FRAMES = 12, PASSES = 45 }; /* short enough to fit between two time slices; together a dance of 9 s */

typedef struct vertex_buffers {
    float (*positions)[3], (*normals)[3];
    size_t count;
} vertex_buffers;

/* Times one frame and adds the seconds of each stage. */
static bool time_frame(hone_actor *actor, double frame, const vertex_buffers *to, double seconds[BENCH_STAGE_COUNT],
                       hone_error *error)
{
    const hone_skin_out out = {.positions = {to->positions, to->count, sizeof *to->positions},
                               .normals = {to->normals, to->count, sizeof *to->normals},
                               .order = HONE_SKIN_ORDER_LANES};
    double begun = progress_clock();
    hone_actor_sample_frame(actor, frame);
    double sampled = progress_clock();
    if (!hone_actor_simulate_frame(actor, frame, error))
        return false;
    double simulated = progress_clock();
    if (!hone_actor_evaluate(actor, error))
        return false;
    double evaluated = progress_clock();
    hone_actor_build_palette(actor);
    double built = progress_clock();
    hone_actor_apply_morphs(actor);
    if (to->count && !hone_actor_skin(actor, &out, error))
        return false;
    double skinned = progress_clock();
    seconds[BENCH_SAMPLE] += sampled - begun;
    seconds[BENCH_PHYSICS] += simulated - sampled;
    seconds[BENCH_RIG] += evaluated - simulated;
    seconds[BENCH_PALETTE] += built - evaluated;
    seconds[BENCH_SKIN] += skinned - built;
    seconds[BENCH_TOTAL] += skinned - begun;
    return true;
}

static bool time_pass(hone_actor *actor, double first, double last_frame, const vertex_buffers *to,
                      double seconds[BENCH_STAGE_COUNT], hone_error *error)
{
    for (int s = 0; s < BENCH_STAGE_COUNT; s++) seconds[s] = 0;
    for (int i = 0; i < PASS_FRAMES; i++) {
        double frame = first + i * 0.5; /* 60 frames a second */
        if (last_frame > 0)
            frame -= last_frame * (double)(int64_t)(frame / last_frame);
        if (!time_frame(actor, frame, to, seconds, error))
            return false;
    }
    return true;
}

static bool time_passes(hone_actor *actor, double last_frame, const vertex_buffers *to, bench_frame *out,
                        hone_error *error)
{
    double passes[BENCH_STAGE_COUNT][PASSES], seconds[BENCH_STAGE_COUNT];
    uint32_t kept = 0;
    for (uint32_t attempt = 0; kept < PASSES; attempt++) {
        long before = bench_disturbances();
        if (!time_pass(actor, attempt * PASS_FRAMES * 0.5, last_frame, to, seconds, error))
            return false;
        for (int s = 0; s < BENCH_STAGE_COUNT; s++) passes[s][kept] = seconds[s] / PASS_FRAMES * 1e6;
        bool warm = attempt > 0, quiet = bench_disturbances() == before;
        kept += warm && (quiet || attempt > 2 * PASSES);
    }
    for (int s = 0; s < BENCH_STAGE_COUNT; s++) {
        out->median[s] = bench_median(passes[s], PASSES);
        out->min[s] = bench_minimum(passes[s], PASSES);
    }
    return true;
}

bool bench_frame_run(hone_actor *actor, double duration, bool skinned, bench_frame *out, hone_error *error)
{
    const hone_skin *skin = hone_actor_compiled_skin(actor, error);
    if (!skin)
        return false;
    vertex_buffers to = {.count = skinned ? hone_skin_lane_count(skin) : 0};
    to.positions = calloc(to.count + 1, sizeof *to.positions);
    to.normals = calloc(to.count + 1, sizeof *to.normals);
    bool ok = to.positions && to.normals;
    if (ok)
        ok = time_passes(actor, duration * HONE_FRAMES_PER_SECOND, &to, out, error);
    else
        hone_fail_memory(error);
    free(to.positions);
    free(to.normals);
    return ok;
}
