/* Times a playing character: what each stage of a frame takes. */
#ifndef HONE_BENCH_MEASURES_FRAME_H
#define HONE_BENCH_MEASURES_FRAME_H

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

/* Microseconds a frame, averaged over 12 frames: the median and the least of the undisturbed averages. */
typedef struct bench_frame {
    double median[BENCH_STAGE_COUNT], min[BENCH_STAGE_COUNT];
} bench_frame;

/* Plays 60 frames a second through `duration` seconds. Skins in hone's own vertex order, with the fastest kernel.
 * Without `skinned` vertices are not skinned. */
bool bench_frame_run(hone_actor *actor, double duration, bool skinned, bench_frame *out, hone_error *error);

#endif
