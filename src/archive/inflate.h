/* Unpacks entries of archives. hone_compressed_zip_available (archive.h) tells whether hone was built with a library
 * that can. */
#ifndef HONE_SRC_ARCHIVE_INFLATE_H
#define HONE_SRC_ARCHIVE_INFLATE_H

#include <hone/base.h>

/* Inflates a raw deflate stream to exactly out_size bytes. Returns false, with *code, if it cannot: FORMAT (the stream
 * is damaged), MEMORY, UNSUPPORTED (no library). */
bool hone_archive_inflate(const uint8_t *in, size_t in_size, uint8_t *out, size_t out_size, hone_code *code);

/* The CRC-32 of bytes, as archives have it. */
uint32_t hone_archive_checksum(const void *bytes, size_t size);

#endif
