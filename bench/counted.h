/* An allocator that counts the bytes that are allocated. */
#ifndef HONE_BENCH_COUNTED_H
#define HONE_BENCH_COUNTED_H

#include <hone/base.h>

/* bytes: the sum, which must outlive what is allocated. */
hone_allocator bench_counted(size_t *bytes);

#endif
