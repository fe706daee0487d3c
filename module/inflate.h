/* The functions of the module inflate.so, see base/inflate/inflate.h: what hone calls of libdeflate or zlib. */
#ifndef HONE_MODULE_INFLATE_H
#define HONE_MODULE_INFLATE_H

#include "base/inflate/inflate.h"
#include "module/module.h"

typedef struct hone_inflate_module {
    hone_module_head head;
    void (*release)(hone_inflater *inflater);
    bool (*inflate)(hone_inflater *inflater, hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out,
                    size_t out_size, const hone_allocator *allocator, hone_code *code);
    bool (*inflate_after)(size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                          const hone_allocator *allocator, hone_code *code);
    uint32_t (*crc32)(const void *bytes, size_t size);
} hone_inflate_module;

#define HONE_INFLATE_MODULE_HEAD HONE_MODULE_HEAD(hone_inflate_module, sizeof(hone_inflater))

#endif
