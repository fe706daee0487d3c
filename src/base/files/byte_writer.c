#include "base/files/byte_writer.h"
#include "base/error.h"
#include <string.h>

void hone_bytes_release(hone_bytes *bytes)
{
    if (!bytes)
        return;
    hone_deallocate(&bytes->allocator, bytes->data, 1, bytes->capacity);
    *bytes = (hone_bytes){0};
}

hone_writer hone_writer_make(const hone_allocator *allocator)
{
    return (hone_writer){{NULL, 0, 0, hone_allocator_or_default(allocator)}, false};
}

/* Returns room for `size` more bytes, or NULL. */
static uint8_t *reserve(hone_writer *writer, size_t size)
{
    hone_bytes *bytes = &writer->bytes;
    if (writer->failed || size > SIZE_MAX / 4 - bytes->size) {
        writer->failed = true;
        return NULL;
    }
    size_t needed = bytes->size + size;
    if (needed > bytes->capacity) {
        size_t capacity = needed > bytes->capacity * 2 ? needed : bytes->capacity * 2;
        capacity = capacity < 256 ? 256 : capacity;
        uint8_t *data = bytes->allocator.alloc(bytes->allocator.user, capacity, 16);
        if (!data) {
            writer->failed = true;
            return NULL;
        }
        if (bytes->size)
            memcpy(data, bytes->data, bytes->size);
        hone_deallocate(&bytes->allocator, bytes->data, 1, bytes->capacity);
        bytes->data = data;
        bytes->capacity = capacity;
    }
    uint8_t *at = bytes->data + bytes->size;
    bytes->size = needed;
    return at;
}

void hone_write_bytes(hone_writer *writer, const void *data, size_t size)
{
    uint8_t *at = size ? reserve(writer, size) : NULL;
    if (at)
        memcpy(at, data, size);
}

void hone_write_zeros(hone_writer *writer, size_t size)
{
    uint8_t *at = size ? reserve(writer, size) : NULL;
    if (at)
        memset(at, 0, size);
}

void hone_write_u8(hone_writer *writer, uint8_t value)
{
    hone_write_bytes(writer, &value, 1);
}

void hone_write_u16(hone_writer *writer, uint16_t value)
{
    uint8_t *at = reserve(writer, 2);
    if (at)
        at[0] = (uint8_t)value, at[1] = (uint8_t)(value >> 8);
}

void hone_write_u32(hone_writer *writer, uint32_t value)
{
    uint8_t *at = reserve(writer, 4);
    for (int i = 0; at && i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

void hone_write_i32(hone_writer *writer, int32_t value)
{
    hone_write_u32(writer, (uint32_t)value);
}

void hone_write_f32(hone_writer *writer, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    hone_write_u32(writer, bits);
}

void hone_write_floats(hone_writer *writer, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) hone_write_f32(writer, values[i]);
}

bool hone_writer_finish(hone_writer *writer, hone_bytes *out, hone_error *error)
{
    if (writer->failed) {
        hone_bytes_release(&writer->bytes);
        *out = (hone_bytes){0};
        return hone_fail_memory(error);
    }
    *out = writer->bytes;
    writer->bytes = (hone_bytes){0};
    return true;
}
