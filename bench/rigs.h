/* The two rigs with which `hone bench` times sampling and the rig, without a mesh, and a dance for each.
 *
 * A: 120 bones, 7 chains: legs of 2 links and 40 loops, toes of 1 and 3, three tails of 3 and 15. B: 470 bones, 4
 * chains: legs of 2 links and 200 loops, toes of 1 and 50; 28 appends: copies of the legs, twists, eyes. The dance has
 * keys for the body every 10 frames with eased curves, and steps: the hips sway, the feet are lifted and put down,
 * goals are mostly within reach. It has no keys for hair and skirt, which physics would move. */
#ifndef HONE_BENCH_RIGS_H
#define HONE_BENCH_RIGS_H

#include <hone/base.h>

typedef struct bench_rig {
    const char *name; /* "A", "B" */
    uint32_t bones, chains, appends, tracks;
    double sample, rig; /* microseconds a frame, at 60 frames a second */
} bench_rig;

enum { BENCH_RIGS = 2 };

bool bench_rigs_run(bench_rig rigs[BENCH_RIGS], hone_error *error);

#endif
