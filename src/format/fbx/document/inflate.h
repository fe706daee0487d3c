/* Inflates the compressed arrays of a binary FBX file. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_INFLATE_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_INFLATE_H

#include <hone/base.h>

/* Whether hone was built with a library that inflates. */
bool hone_fbx_inflate_available(void);

/* Inflates a zlib stream to exactly out_size bytes. Errors: FORMAT (the stream is damaged; the message says nothing of
 * the offset), MEMORY, UNSUPPORTED (built without zlib). */
bool hone_fbx_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, const hone_allocator *allocator,
                      hone_code *code);

#endif
