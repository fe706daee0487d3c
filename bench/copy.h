/* The memory-speed limit that `hone bench` compares with: reads and writes as many bytes as skinning does. */
#ifndef HONE_BENCH_COPY_H
#define HONE_BENCH_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Reads in[0..in_size) and writes out[0..out_size), each byte once: copies the common size, then reads or fills the
 * rest. Returns a sum of the bytes read; the caller must use it, so that the compiler does not remove the reads. */
uint64_t hone_copy(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

#endif
