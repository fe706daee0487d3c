/* Inflates the compressed arrays of a binary FBX file. hone_compressed_fbx_available (format.h) tells whether hone was
 * built with a library that can. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_INFLATE_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_INFLATE_H

#include <hone/base.h>

/* Inflates a zlib stream to exactly out_size bytes. allocator: for working memory. Returns false, with *code, if it
 * cannot: FORMAT (the stream is damaged), MEMORY, UNSUPPORTED (no library). */
bool hone_fbx_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, const hone_allocator *allocator,
                      hone_code *code);

#endif
