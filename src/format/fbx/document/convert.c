/* Converts the numbers of binary arrays from one type to another. */
#include "format/fbx/document/numbers.h"
#include <string.h>

#define REAL(x) (x)
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

#define FROM_INTEGERS(FROM)                                                                                            \
    switch (type) {                                                                                                    \
    case FBX_DOUBLES:                                                                                                  \
        CONVERT(FROM, double, REAL);                                                                                   \
    case FBX_FLOATS:                                                                                                   \
        CONVERT(FROM, float, REAL);                                                                                    \
    case FBX_INTEGERS64:                                                                                               \
        CONVERT(FROM, int64_t, REAL);                                                                                  \
    case FBX_INTEGERS32:                                                                                               \
        CONVERT(FROM, int32_t, I32);                                                                                   \
    }                                                                                                                  \
    break

#define FROM_REALS(FROM)                                                                                               \
    switch (type) {                                                                                                    \
    case FBX_DOUBLES:                                                                                                  \
        CONVERT(FROM, double, REAL);                                                                                   \
    case FBX_FLOATS:                                                                                                   \
        CONVERT(FROM, float, REAL);                                                                                    \
    case FBX_INTEGERS64:                                                                                               \
        CONVERT(FROM, int64_t, I64);                                                                                   \
    case FBX_INTEGERS32:                                                                                               \
        CONVERT(FROM, int32_t, I32_OF_REAL);                                                                           \
    }                                                                                                                  \
    break

void hone_fbx_convert(const uint8_t *from, char from_type, uint32_t count, void *out, fbx_type type)
{
    switch (from_type) {
    case 'd':
        FROM_REALS(double);
    case 'f':
        FROM_REALS(float);
    case 'l':
        FROM_INTEGERS(int64_t);
    case 'i':
        FROM_INTEGERS(int32_t);
    default:
        FROM_INTEGERS(uint8_t);
    }
}
