/* A bounded reader of little-endian bytes. Reading past the end sets `failed` and returns zeros from then on, so
 * that a whole record can be read and checked once. */
#ifndef HONE_SRC_BASE_FILES_BYTE_READER_H
#define HONE_SRC_BASE_FILES_BYTE_READER_H

#include <hone/base.h>
#include <string.h>

typedef struct hone_reader {
    const uint8_t *begin, *at, *end;
    bool failed; /* a read went past the end; `at` stays where that read began */
} hone_reader;

static inline hone_reader hone_reader_make(const void *bytes, size_t size)
{
    const uint8_t *begin = bytes;
    return (hone_reader){begin, begin, size ? begin + size : begin, false};
}

static inline size_t hone_reader_left(const hone_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

static inline uint64_t hone_reader_offset(const hone_reader *reader)
{
    return (uint64_t)(reader->at - reader->begin);
}

/* Returns the next `size` bytes, or NULL if fewer are left. */
static inline const uint8_t *hone_read_bytes(hone_reader *reader, size_t size)
{
    if (reader->failed || hone_reader_left(reader) < size) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += size;
    return bytes;
}

static inline uint8_t hone_read_u8(hone_reader *reader)
{
    const uint8_t *b = hone_read_bytes(reader, 1);
    return b ? b[0] : 0;
}

static inline uint16_t hone_read_u16(hone_reader *reader)
{
    const uint8_t *b = hone_read_bytes(reader, 2);
    uint32_t value = b ? (uint32_t)b[0] | (uint32_t)b[1] << 8 : 0;
    return (uint16_t)value;
}

static inline uint32_t hone_read_u32(hone_reader *reader)
{
    const uint8_t *b = hone_read_bytes(reader, 4);
    return b ? (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24 : 0;
}

static inline int32_t hone_read_i32(hone_reader *reader)
{
    uint32_t bits = hone_read_u32(reader);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Keeps the bits unchanged, also for NaN. */
static inline float hone_read_f32(hone_reader *reader)
{
    uint32_t bits = hone_read_u32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Copies little-endian words of 32 bits: floats or integers. */
static inline void hone_copy_words(void *out, const uint8_t *bytes, size_t count)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (count) /* memcpy does not accept NULL */
        memcpy(out, bytes, 4 * count);
#else
    for (size_t i = 0; i < count; i++, bytes += 4) {
        uint32_t word =
            (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        memcpy((char *)out + 4 * i, &word, sizeof word);
    }
#endif
}

static inline void hone_read_floats(hone_reader *reader, float *out, size_t count)
{
    if (!reader->failed && hone_reader_left(reader) / 4 >= count) {
        hone_copy_words(out, reader->at, count);
        reader->at += 4 * count;
        return;
    }
    for (size_t i = 0; i < count; i++) out[i] = hone_read_f32(reader);
}

#endif
