/* The limit that `hone bench` compares with: reading as many bytes as skinning reads, writing as many as it writes. */
#ifndef HONE_BENCH_COPY_H
#define HONE_BENCH_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Reads in[0..in_size), writes out[0..out_size), each byte once: copies as far as both go, then reads or fills what is
 * left. Returns a sum of what was read, for the caller to keep, lest a compiler leave the reading out. */
uint64_t hone_copy(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

#endif
