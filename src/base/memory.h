/* Memory of objects: through the caller's allocator, sizes told on free. */
#ifndef HONE_SRC_BASE_MEMORY_H
#define HONE_SRC_BASE_MEMORY_H

#include <hone/base.h>

/* The allocator itself, or malloc's if NULL. */
hone_allocator hone_allocator_or_default(const hone_allocator *allocator);

/* Zeroed memory for `count` elements of `size` bytes, aligned to 64; NULL if out of memory, count * size overflows, or
 * is 0. */
void *hone_allocate(const hone_allocator *allocator, size_t count, size_t size);
/* `memory` may be NULL; count and size as when allocated. */
void hone_deallocate(const hone_allocator *allocator, void *memory, size_t count, size_t size);

#endif
