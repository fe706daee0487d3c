/* Words of a binary FBX file, little- or big-endian. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_WORDS_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_WORDS_H

#include <hone/base.h>
#include <string.h>

static inline uint32_t hone_fbx_u32(const uint8_t *b, bool big_endian)
{
    if (big_endian)
        return (uint32_t)b[3] | (uint32_t)b[2] << 8 | (uint32_t)b[1] << 16 | (uint32_t)b[0] << 24;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t hone_fbx_u64(const uint8_t *b, bool big_endian)
{
    uint64_t first = hone_fbx_u32(b, big_endian), second = hone_fbx_u32(b + 4, big_endian);
    return big_endian ? first << 32 | second : second << 32 | first;
}

/* Bytes of a number whose type is the letter `type` in a list of values, without the letter; 0: it is no number. */
static inline uint32_t hone_fbx_number_size(uint8_t type)
{
    switch (type) {
    case 'C':
    case 'B':
    case 'Z':
        return 1;
    case 'Y':
        return 2;
    case 'I':
    case 'F':
        return 4;
    case 'L':
    case 'D':
        return 8;
    default:
        return 0;
    }
}

static inline bool hone_fbx_number_is_real(uint8_t type)
{
    return type == 'F' || type == 'D';
}

/* The value of a number. bytes: hone_fbx_number_size of them. */
static inline int64_t hone_fbx_integer_at(uint8_t type, const uint8_t *bytes, bool big_endian)
{
    if (type == 'L')
        return (int64_t)hone_fbx_u64(bytes, big_endian);
    if (type == 'I')
        return (int32_t)hone_fbx_u32(bytes, big_endian);
    if (type == 'Y')
        return (int16_t)(uint16_t)(big_endian ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0]);
    return bytes[0];
}

static inline double hone_fbx_real_at(uint8_t type, const uint8_t *bytes, bool big_endian)
{
    uint32_t bits32 = hone_fbx_u32(bytes, big_endian);
    uint64_t bits64 = type == 'D' ? hone_fbx_u64(bytes, big_endian) : 0;
    float single;
    double real;
    memcpy(&single, &bits32, sizeof single);
    memcpy(&real, &bits64, sizeof real);
    return type == 'D' ? real : (double)single;
}

#endif
