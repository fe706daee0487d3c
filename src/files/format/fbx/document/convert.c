/* Converts the numbers of binary arrays from one type to another. */
#include "files/format/fbx/document/numbers.h"
#include <string.h>

#define SAME(x) (x)
#define I64(x) hone_fbx_i64_of_real((double)(x))
#define I32(x) hone_fbx_i32_of_integer(x)
#define I32_OF_REAL(x) hone_fbx_i32_of_integer(hone_fbx_i64_of_real((double)(x)))

/* A loop that reads each number before it writes the one in its place. */
#define CONVERT(FROM, TO, how)                                                                                         \
    for (uint32_t i = 0; i < count; i++) {                                                                             \
        FROM number;                                                                                                   \
        memcpy(&number, from + i * sizeof number, sizeof number);                                                      \
        const TO converted = (TO)how(number);                                                                          \
        memcpy((char *)out + i * sizeof converted, &converted, sizeof converted);                                      \
    }                                                                                                                  \
    break

/* to_i64, to_i32: how a number of type FROM becomes an integer. */
#define FROM_NUMBERS(FROM, to_i64, to_i32)                                                                             \
    switch (type) {                                                                                                    \
    case FBX_DOUBLES:                                                                                                  \
        CONVERT(FROM, double, SAME);                                                                                   \
    case FBX_FLOATS:                                                                                                   \
        CONVERT(FROM, float, SAME);                                                                                    \
    case FBX_INTEGERS64:                                                                                               \
        CONVERT(FROM, int64_t, to_i64);                                                                                \
    case FBX_INTEGERS32:                                                                                               \
        CONVERT(FROM, int32_t, to_i32);                                                                                \
    }                                                                                                                  \
    break

void hone_fbx_convert(const uint8_t *from, char from_type, uint32_t count, void *out, fbx_type type)
{
    switch (from_type) {
    case 'd':
        FROM_NUMBERS(double, I64, I32_OF_REAL);
    case 'f':
        FROM_NUMBERS(float, I64, I32_OF_REAL);
    case 'l':
        FROM_NUMBERS(int64_t, SAME, I32);
    case 'i':
        FROM_NUMBERS(int32_t, SAME, I32);
    default:
        FROM_NUMBERS(uint8_t, SAME, I32);
    }
}
