/* A playing character under the clock: what each stage of a frame takes. */
#ifndef HONE_CMD_BENCH_FRAME_H
#define HONE_CMD_BENCH_FRAME_H

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

/* Median over undisturbed passes of the mean microseconds a frame, at 60 frames a second through `duration` seconds.
 * Without `skinned` the vertices are left out. */
bool bench_frame_run(hone_actor *actor, double duration, bool skinned, double microseconds[BENCH_STAGE_COUNT],
                     hone_error *error);

#endif
