/* A hash of bytes, the same on every machine. */
#ifndef HONE_SRC_BASE_HASH_H
#define HONE_SRC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* It is never 0. */
uint64_t hone_hash(const void *bytes, size_t size);

#endif
