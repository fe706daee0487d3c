/* The two rigs with which `hone bench` times a physics step of 1/60 s, with bodies in contact.
 *
 * A: 45 bodies, 27 joints: three heads, each of two bodies that follow bones, with three tails of three links; a table
 * with eleven balls on it. B: 350 bodies, 550 joints: a skirt of 24 columns and 12 rows, joined downwards and, except
 * for the last row, sideways, around hips and two legs of five bodies that sway; a table with fifty balls on it. All
 * bodies collide with all others, also with those that they are joined to. */
#ifndef HONE_BENCH_MEASURES_PHYSICS_H
#define HONE_BENCH_MEASURES_PHYSICS_H

#include <hone/base.h>

typedef struct bench_body_rig {
    const char *name; /* "A", "B" */
    uint32_t bodies, joints;
    double step; /* microseconds */
} bench_body_rig;

enum { BENCH_BODY_RIGS = 2 };

/* If physics is not built in, the steps are 0. */
bool bench_physics_run(bench_body_rig rigs[BENCH_BODY_RIGS], hone_error *error);

#endif
