/* A playing character under the clock: what each stage of a frame takes. */
#ifndef HONE_BENCH_FRAME_H
#define HONE_BENCH_FRAME_H

#include <hone/actor.h>

typedef enum bench_stage {
    BENCH_SAMPLE,
    BENCH_RIG,
    BENCH_PHYSICS,
    BENCH_PALETTE,
    BENCH_SKIN,
    BENCH_TOTAL,
    BENCH_STAGE_COUNT
} bench_stage;

/* Microseconds a frame, the mean of a dozen: median and least over undisturbed dozens. */
typedef struct bench_frame {
    double median[BENCH_STAGE_COUNT], min[BENCH_STAGE_COUNT];
} bench_frame;

/* At 60 frames a second through `duration` seconds; vertices in hone's own order, by the fastest kernel. Without
 * `skinned` the vertices are left out. */
bool bench_frame_run(hone_actor *actor, double duration, bool skinned, bench_frame *out, hone_error *error);

#endif
