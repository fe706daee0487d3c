/* Prints the results of hone bench, as text or as JSON. */
#ifndef HONE_BENCH_REPORT_H
#define HONE_BENCH_REPORT_H

#include "base/files/byte_writer.h"
#include "bench/measures/frame.h"
#include "bench/measures/load.h"
#include "bench/measures/palette.h"
#include "bench/measures/physics.h"
#include "bench/measures/render.h"
#include "bench/measures/skin.h"
#include "bench/measures/spring_fit.h"
#include "bench/measures/springs.h"
#include "bench/rigs.h"
#include <hone/io.h>

typedef struct bench_results {
    const char *name, *scene;
    uint32_t bones, vertices, rig_bones;
    bench_frame frame, rig_frame; /* rig_frame: of the generated rig */
    bench_rig rigs[BENCH_RIGS];
    bench_body_rig body_rigs[BENCH_BODY_RIGS];
    bench_springs springs;
    bench_fit spring_fit;
    bench_load load;
    bench_palette palette;
    bench_render render;
    bench_skin_table skin;
} bench_results;

void bench_report_table(const bench_results *results); /* to stdout */
void bench_report_json(const bench_results *results, hone_writer *to);

#endif
