/* Palette building under the clock, form by form. */
#ifndef HONE_BENCH_PALETTE_H
#define HONE_BENCH_PALETTE_H

#include <hone/actor.h>

enum { BENCH_PALETTE_FORMS = 10 };

typedef struct bench_palette {
    uint32_t slots;
    /* A slot: median and least. 0 of a form that does not hold this palette (quaternions of scaled bones). */
    double ns[BENCH_PALETTE_FORMS], min_ns[BENCH_PALETTE_FORMS];
} bench_palette;

/* Of each form, "build" and what is built, or "write" and in which form for a shader. */
extern const char *const bench_palette_names[BENCH_PALETTE_FORMS];

/* The slots of the actor's model, of its bones as they stand. */
bool bench_palette_run(const hone_actor *actor, bench_palette *out, hone_error *error);

#endif
