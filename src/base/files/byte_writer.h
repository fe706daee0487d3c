/* Bytes that grow as they are written, little-endian. After a failed allocation each later write does nothing and
 * `failed` stays set, so that a program can write a whole file and check once, in hone_writer_finish. */
#ifndef HONE_SRC_BASE_FILES_BYTE_WRITER_H
#define HONE_SRC_BASE_FILES_BYTE_WRITER_H

#include <hone/io.h>

typedef struct hone_writer {
    hone_bytes bytes; /* what is written so far */
    bool failed;      /* whether an allocation has failed */
} hone_writer;

/* Returns an empty writer, which has no memory yet. allocator: NULL is malloc. */
hone_writer hone_writer_make(const hone_allocator *allocator);

void hone_write_bytes(hone_writer *writer, const void *data, size_t size);
void hone_write_zeros(hone_writer *writer, size_t size); /* bytes that are 0 */
void hone_write_u8(hone_writer *writer, uint8_t value);
void hone_write_u16(hone_writer *writer, uint16_t value);
void hone_write_u32(hone_writer *writer, uint32_t value);
void hone_write_i32(hone_writer *writer, int32_t value);
void hone_write_f32(hone_writer *writer, float value);
void hone_write_floats(hone_writer *writer, const float *values, size_t count);

/* Hands the bytes over to the caller, who releases them with hone_bytes_release. The writer is empty afterwards.
 * Returns whether all writes succeeded; otherwise *out is zeroed. Errors: MEMORY. */
bool hone_writer_finish(hone_writer *writer, hone_bytes *out, hone_error *error);

#endif
