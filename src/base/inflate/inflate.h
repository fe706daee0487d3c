/* Inflates deflate streams: the entries of archives, the arrays of FBX, and the blocks of .x. */
#ifndef HONE_SRC_BASE_INFLATE_INFLATE_H
#define HONE_SRC_BASE_INFLATE_INFLATE_H

#include <hone/base.h>

typedef enum hone_inflate_form {
    HONE_INFLATE_RAW, /* no header, as in .zip */
    HONE_INFLATE_ZLIB /* zlib's header and checksum, as in FBX */
} hone_inflate_form;

/* Whether hone was built with a library that inflates. */
bool hone_inflate_available(void);

/* The library's working memory, which many short streams of one file share. Zero it, and release it. */
typedef struct hone_inflater {
    void *state; /* NULL: none yet */
} hone_inflater;
void hone_inflater_release(hone_inflater *inflater);

/* Inflates a stream to exactly out_size bytes. inflater: NULL: working memory of its own. allocator: for that; NULL:
 * malloc. Returns false, with *code, if it cannot: FORMAT (the stream is damaged), MEMORY, UNSUPPORTED (no library). */
bool hone_inflate(hone_inflater *inflater, hone_inflate_form form, const uint8_t *in, size_t in_size, uint8_t *out,
                  size_t out_size, const hone_allocator *allocator, hone_code *code);

enum { HONE_INFLATE_WINDOW = 32768 }; /* how far back a stream can refer */

/* As hone_inflate, of a raw stream that may also refer to the `before` bytes in front of `out`: at most
 * HONE_INFLATE_WINDOW. */
bool hone_inflate_after(size_t before, const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size,
                        const hone_allocator *allocator, hone_code *code);

/* The CRC-32 of bytes, as archives have it. */
uint32_t hone_crc32(const void *bytes, size_t size);
uint32_t hone_crc32_plain(const void *bytes, size_t size); /* without a library, slowly */

#endif
