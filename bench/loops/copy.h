/* The memory-speed limit that `hone bench` compares with: reads and writes as many bytes as skinning does. Which copy
 * is the fastest depends on the size and on the processor, so the limit is the best of several. */
#ifndef HONE_BENCH_LOOPS_COPY_H
#define HONE_BENCH_LOOPS_COPY_H

#include <stddef.h>
#include <stdint.h>

typedef enum hone_copy_kind {
    HONE_COPY_PLAIN,    /* loads and stores of wide registers */
    HONE_COPY_STRING,   /* the processor's own copy: rep movsb on x86-64, elsewhere memcpy */
    HONE_COPY_STREAMED, /* stores that go around the caches; PLAIN where there are none */
    HONE_COPY_COUNT
} hone_copy_kind;

/* Reads in[0..in_size) and writes out[0..out_size), each byte once: copies the common size, and also reads or fills
 * what is left. Returns a sum of bytes read; the caller must use it, so that the compiler does not remove the reads. */
uint64_t hone_copy(hone_copy_kind kind, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size);

#endif
