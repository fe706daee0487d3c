/* Memory of objects. It comes from the caller's allocator, and the size is passed on free. */
#ifndef HONE_SRC_BASE_MEMORY_H
#define HONE_SRC_BASE_MEMORY_H

#include <hone/base.h>

/* Returns the allocator, or one that uses malloc if it is NULL. */
hone_allocator hone_allocator_or_default(const hone_allocator *allocator);

/* Returns zeroed memory for `count` elements of `size` bytes, aligned to 64 bytes. NULL if out of memory, if count *
 * size overflows, or is 0. */
void *hone_allocate(const hone_allocator *allocator, size_t count, size_t size);
/* Frees memory, which may be NULL. count and size must be the same as for hone_allocate. */
void hone_deallocate(const hone_allocator *allocator, void *memory, size_t count, size_t size);

#endif
