/* Times loading: a PMX of known size from a file. Also measures its peak memory. */
#ifndef HONE_BENCH_MEASURES_LOAD_H
#define HONE_BENCH_MEASURES_LOAD_H

#include <hone/model.h>

typedef struct bench_load {
    size_t bytes;                 /* size of the file */
    double milliseconds, fastest; /* median and least time to read, decode and build */
    double memory_ratio;          /* peak of hone's allocations / size of the file */
} bench_load;

/* Writes the model as PMX into $TMPDIR (or /tmp), loads it repeatedly, and removes the file. */
bool bench_load_run(const hone_model *model, bench_load *out, hone_error *error);

#endif
