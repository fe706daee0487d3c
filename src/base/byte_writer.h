/* Growing hone_bytes: how writers write. Once out of memory, appending does nothing and `failed` stays set. */
#ifndef HONE_SRC_BASE_BYTE_WRITER_H
#define HONE_SRC_BASE_BYTE_WRITER_H

#include <hone/base.h>

typedef struct hone_writer {
    hone_bytes bytes;
    bool failed;
} hone_writer;

hone_writer hone_writer_make(const hone_allocator *allocator);
void hone_write_bytes(hone_writer *writer, const void *data, size_t size);
void hone_write_zeros(hone_writer *writer, size_t size);
void hone_write_u8(hone_writer *writer, uint8_t value);
void hone_write_u16(hone_writer *writer, uint16_t value);
void hone_write_u32(hone_writer *writer, uint32_t value);
void hone_write_i32(hone_writer *writer, int32_t value);
void hone_write_f32(hone_writer *writer, float value);
void hone_write_floats(hone_writer *writer, const float *values, size_t count);

/* Hands the bytes over; false with MEMORY (and zeroed bytes) if any append failed. */
bool hone_writer_finish(hone_writer *writer, hone_bytes *out, hone_error *error);

#endif
