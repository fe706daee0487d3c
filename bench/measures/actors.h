/* Measures the cost of each of many actors of one model: memory and the time of a frame. Once all share a skin, and
 * once each has a skin of its own. Once each writes its vertices to a buffer of its own, and once all to the same. */
#ifndef HONE_BENCH_MEASURES_ACTORS_H
#define HONE_BENCH_MEASURES_ACTORS_H

#include "base/files/byte_writer.h"
#include <hone/actor.h>
#include <hone/io.h>

typedef struct bench_actors_time {
    double median, min; /* microseconds of an actor's frame: sample, rig, morphs, palette, skin; one thread */
    double make;        /* microseconds of processor time of an actor's creation and first frame, median of all */
} bench_actors_time;

typedef struct bench_actors {
    const char *name;
    uint32_t count, vertices;
    size_t actor_bytes; /* of an actor with its motion, after frames in which morphs act */
    size_t skin_bytes;  /* of a compiled skin */
    bench_actors_time shared, one_output, own;
    double ratio;        /* time of a frame with a shared skin / with own ones, median of the windows */
    double output_ratio; /* with one output / with an output of each */
    uint32_t windows;    /* undisturbed windows */
} bench_actors;

/* Measures `count` actors of a model, which play the motion at different times. motion: NULL: they rest. */
bool bench_actors_run(const hone_model *model, hone_motion *motion, uint32_t count, bench_actors *out,
                      hone_error *error);

void bench_actors_print(const bench_actors *actors);
void bench_actors_json(const bench_actors *actors, hone_writer *out);

#endif
