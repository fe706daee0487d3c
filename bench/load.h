/* Loading under the clock: a PMX of known size from a file, and the most memory that it takes at once. */
#ifndef HONE_BENCH_LOAD_H
#define HONE_BENCH_LOAD_H

#include <hone/model.h>

typedef struct bench_load {
    size_t bytes;                 /* of the file */
    double milliseconds, fastest; /* median and least: read, decode, build */
    double memory_ratio;          /* peak of hone's allocations / bytes */
} bench_load;

/* Writes the model as PMX into $TMPDIR (or /tmp), loads it again and again, and removes the file. */
bool bench_load_run(const hone_model *model, bench_load *out, hone_error *error);

#endif
