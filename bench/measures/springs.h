/* The springs with which `hone bench` times a step of 1/60 s: 20 chains of five joints on a head that sways, each with
 * a sphere that pushes it out. */
#ifndef HONE_BENCH_MEASURES_SPRINGS_H
#define HONE_BENCH_MEASURES_SPRINGS_H

#include <hone/base.h>

typedef struct bench_springs {
    uint32_t joints, colliders;
    double step; /* microseconds */
} bench_springs;

bool bench_springs_run(bench_springs *out, hone_error *error);

#endif
