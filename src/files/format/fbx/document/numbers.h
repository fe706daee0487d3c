/* Numbers of an array while they are decoded: how they become numbers of another type. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_NUMBERS_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_NUMBERS_H

#include "files/format/fbx/document/document.h"

typedef enum fbx_type { FBX_DOUBLES, FBX_FLOATS, FBX_INTEGERS32, FBX_INTEGERS64 } fbx_type;

static inline size_t hone_fbx_type_size(fbx_type type)
{
    return type == FBX_DOUBLES || type == FBX_INTEGERS64 ? 8 : 4;
}

/* Return the nearest number that the type has; NaN becomes 0. */
static inline int64_t hone_fbx_i64_of_real(double real)
{
    if (real >= -9223372036854775808.0 && real < 9223372036854775808.0)
        return (int64_t)real;
    return real > 0 ? INT64_MAX : real < 0 ? INT64_MIN : 0;
}

static inline int32_t hone_fbx_i32_of_integer(int64_t integer)
{
    return integer > INT32_MAX ? INT32_MAX : integer < INT32_MIN ? INT32_MIN : (int32_t)integer;
}

/* Store a number in an array of `type`. */
static inline void hone_fbx_put_integer(void *out, fbx_type type, uint32_t index, int64_t integer)
{
    if (type == FBX_DOUBLES)
        ((double *)out)[index] = (double)integer;
    else if (type == FBX_FLOATS)
        ((float *)out)[index] = (float)integer;
    else if (type == FBX_INTEGERS64)
        ((int64_t *)out)[index] = integer;
    else
        ((int32_t *)out)[index] = hone_fbx_i32_of_integer(integer);
}

static inline void hone_fbx_put_real(void *out, fbx_type type, uint32_t index, double real)
{
    if (type == FBX_DOUBLES)
        ((double *)out)[index] = real;
    else if (type == FBX_FLOATS)
        ((float *)out)[index] = (float)real;
    else
        hone_fbx_put_integer(out, type, index, hone_fbx_i64_of_real(real));
}

/* Converts [count] numbers of a binary array (type 'b' 'c' 'i' 'l' 'f' 'd', in the order of this machine) to `type`.
 * `from` need not be aligned, and may be in the same memory as `out`: at its end if its numbers are smaller, otherwise
 * at its beginning. */
void hone_fbx_convert(const uint8_t *from, char from_type, uint32_t count, void *out, fbx_type type);

/* Decodes the numbers of a text: at most *count of them, and sets *count to how many there are. */
bool hone_fbx_decode_text(const fbx_document *document, const fbx_value *value, void *out, fbx_type type,
                          uint32_t *count, hone_error *error);

#endif
