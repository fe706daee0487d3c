/* Measures blending: hone_blend_run with poses of random bones, beside a copy of as many bytes. */
#ifndef HONE_BENCH_MEASURES_BLEND_H
#define HONE_BENCH_MEASURES_BLEND_H

#include "base/files/byte_writer.h"
#include <hone/io.h>

enum { BENCH_BLEND_ROWS = 10 };

/* A blend. */
typedef struct bench_blend_row {
    const char *name;
    uint32_t layers, additives;
    bool masked;       /* the last layer or the additive layer has a mask over half of the bones */
    double bytes;      /* a bone: poses and masks are read, a pose is written */
    double ns, min_ns; /* a bone, median and least; one thread */
    double roofline;   /* the time of the fastest copy / that of blending, median of the windows */
    uint32_t windows;  /* undisturbed windows */
} bench_blend_row;

typedef struct bench_blend {
    uint32_t bones;
    bench_blend_row rows[BENCH_BLEND_ROWS];
} bench_blend;

bool bench_blend_run(uint32_t bones, bench_blend *out, hone_error *error);
void bench_blend_print(const bench_blend *blend);
void bench_blend_json(const bench_blend *blend, hone_writer *out);

#endif
