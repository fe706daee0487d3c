/* Times building and writing a palette in each of its forms. */
#ifndef HONE_BENCH_MEASURES_PALETTE_H
#define HONE_BENCH_MEASURES_PALETTE_H

#include <hone/actor.h>

enum { BENCH_PALETTE_FORMS = 11 };

typedef struct bench_palette {
    uint32_t slots;
    /* Nanoseconds a slot: median and least. 0 for a form that cannot represent this palette (quaternions with scaled
     * bones). */
    double ns[BENCH_PALETTE_FORMS], min_ns[BENCH_PALETTE_FORMS];
} bench_palette;

/* The name of each measurement: "build" and what is built, or "write" and the form that is written for a shader. */
extern const char *const bench_palette_names[BENCH_PALETTE_FORMS];

/* Measures the slots of the actor's model with its current bones. */
bool bench_palette_run(const hone_actor *actor, bench_palette *out, hone_error *error);

#endif
