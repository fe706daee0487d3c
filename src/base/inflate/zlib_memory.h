/* Memory for zlib from hone's allocators: zlib frees it without giving the size. opaque: a hone_allocator. */
#ifndef HONE_SRC_BASE_INFLATE_ZLIB_MEMORY_H
#define HONE_SRC_BASE_INFLATE_ZLIB_MEMORY_H

#include <hone/base.h>
#include <string.h>
#include <zlib.h>

enum { HONE_ZLIB_HEADER = 64 }; /* space in front of each allocation: holds its size, and keeps the alignment */

static inline void *hone_zlib_allocate(void *opaque, uInt count, uInt size)
{
    size_t bytes = (size_t)count * size + HONE_ZLIB_HEADER;
    unsigned char *memory = hone_allocate(opaque, 1, bytes);
    if (!memory)
        return NULL;
    memcpy(memory, &bytes, sizeof bytes);
    return memory + HONE_ZLIB_HEADER;
}

static inline void hone_zlib_deallocate(void *opaque, void *address)
{
    unsigned char *memory = (unsigned char *)address - HONE_ZLIB_HEADER;
    size_t bytes;
    memcpy(&bytes, memory, sizeof bytes);
    hone_deallocate(opaque, memory, 1, bytes);
}

static inline z_stream hone_zlib_stream(hone_allocator *allocator)
{
    return (z_stream){.zalloc = hone_zlib_allocate, .zfree = hone_zlib_deallocate, .opaque = allocator};
}

#endif
