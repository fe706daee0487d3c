/* Decodes the numbers of a node, whichever way they are written. */
#include "base/error.h"
#include "base/inflate/inflate.h"
#include "files/format/fbx/document/numbers.h"
#include "files/format/fbx/document/tree.h"
#include "files/format/fbx/document/words.h"

/* ---- arrays of binary files ---- */

static size_t item_size(char type)
{
    return type == 'd' || type == 'l' ? 8 : type == 'f' || type == 'i' ? 4 : 1;
}

static bool is_type(char from, fbx_type type)
{
    return from == (type == FBX_DOUBLES ? 'd' : type == FBX_FLOATS ? 'f' : type == FBX_INTEGERS64 ? 'l' : 'i');
}

/* Whether this machine has another order of bytes than the file. */
static bool is_swapped(const fbx_document *document)
{
    const uint16_t one = 1;
    return document->big_endian == (*(const uint8_t *)&one == 1);
}

static void swap(uint8_t *bytes, uint32_t count, size_t size)
{
    for (uint32_t i = 0; i < count; i++, bytes += size)
        for (size_t k = 0; k < size / 2; k++) {
            uint8_t byte = bytes[k];
            bytes[k] = bytes[size - 1 - k];
            bytes[size - 1 - k] = byte;
        }
}

static bool inflate_array(const fbx_document *document, const fbx_value *value, uint8_t *out, hone_error *error)
{
    hone_code code = HONE_ERROR_FORMAT;
    if (hone_inflate(document->inflater, HONE_INFLATE_ZLIB, value->array.data, value->array.size, out,
                     value->array.count * item_size(value->type), hone_arena_allocator(document->memory), &code))
        return true;
    if (code == HONE_ERROR_MEMORY)
        return hone_fail_memory(error);
    return hone_fbx_fail_at(document, value->array.data, error, "a compressed array is damaged");
}

/* Writes the numbers as they are in the file, but inflated and in the order of bytes of this machine. */
static bool unpack(const fbx_document *document, const fbx_value *value, uint8_t *out, hone_error *error)
{
    if (value->deflated && !inflate_array(document, value, out, error))
        return false;
    if (!value->deflated)
        memcpy(out, value->array.data, value->array.count * item_size(value->type));
    if (is_swapped(document))
        swap(out, value->array.count, item_size(value->type));
    return true;
}

/* Unpacks numbers that are larger than the wanted ones in memory of their own, so that only those are kept. */
static bool unpack_larger(const fbx_document *document, const fbx_value *value, void *out, fbx_type type,
                          hone_error *error)
{
    const hone_allocator *allocator = hone_arena_allocator(document->memory);
    size_t size = item_size(value->type);
    void *whole = allocator->alloc(allocator->user, value->array.count * size, sizeof(double));
    if (!whole)
        return hone_fail_memory(error);
    bool ok = unpack(document, value, whole, error);
    if (ok)
        hone_fbx_convert(whole, value->type, value->array.count, out, type);
    hone_deallocate(allocator, whole, value->array.count, size);
    return ok;
}

/* out: [count] of the wanted type. */
static bool decode_binary(const fbx_document *document, const fbx_value *value, void *out, fbx_type type,
                          hone_error *error)
{
    uint32_t count = value->array.count;
    size_t size = item_size(value->type), wanted = hone_fbx_type_size(type);
    const uint8_t *from = value->array.data;
    if (value->deflated || is_swapped(document)) {
        if (size > wanted)
            return unpack_larger(document, value, out, type, error);
        uint8_t *end = (uint8_t *)out + count * (wanted - size); /* smaller numbers grow from the end of `out` */
        if (!unpack(document, value, end, error))
            return false;
        from = end;
    }
    if (!is_type(value->type, type))
        hone_fbx_convert(from, value->type, count, out, type);
    else if (from != out)
        memcpy(out, from, count * size);
    return true;
}

/* Whether the numbers can be used where they are in the file. */
static bool is_ready(const fbx_document *document, const fbx_value *value, fbx_type type)
{
    return is_type(value->type, type) && !value->deflated && !is_swapped(document) &&
           (uintptr_t)value->array.data % hone_fbx_type_size(type) == 0;
}

/* ---- lists of single values ---- */

static void decode_values(const fbx_document *document, const fbx_value *value, void *out, fbx_type type)
{
    const uint8_t *at = value->array.data;
    for (uint32_t i = 0; i < value->array.count; i++) {
        uint8_t letter = *at++;
        if (hone_fbx_number_is_real(letter))
            hone_fbx_put_real(out, type, i, hone_fbx_real_at(letter, at, document->big_endian));
        else
            hone_fbx_put_integer(out, type, i, hone_fbx_integer_at(letter, at, document->big_endian));
        at += hone_fbx_number_size(letter);
    }
}

static uint32_t count_numbers(const fbx_node *node)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->value_count; i++)
        count += node->values[i].kind == FBX_INTEGER || node->values[i].kind == FBX_REAL;
    return count;
}

static void gather(const fbx_node *node, void *out, fbx_type type)
{
    for (uint32_t i = 0, written = 0; i < node->value_count; i++) {
        const fbx_value *value = &node->values[i];
        if (value->kind == FBX_INTEGER)
            hone_fbx_put_integer(out, type, written++, value->integer);
        else if (value->kind == FBX_REAL)
            hone_fbx_put_real(out, type, written++, value->real);
    }
}

/* ---- */

static bool decode_array(const fbx_document *document, const fbx_value *value, void *out, fbx_type type,
                         uint32_t *count, hone_error *error)
{
    if (value->type == 't')
        return hone_fbx_decode_text(document, value, out, type, count, error);
    if (value->type != 'v')
        return decode_binary(document, value, out, type, error);
    decode_values(document, value, out, type);
    return true;
}

static bool decode(const fbx_document *document, const fbx_node *node, hone_arena *memory, fbx_type type,
                   const void **out, uint32_t *count, hone_error *error)
{
    const fbx_value *array = node && node->value_count == 1 && node->values->kind == FBX_ARRAY ? node->values : NULL;
    *out = NULL;
    *count = array ? array->array.count : node ? count_numbers(node) : 0;
    if (*count == 0)
        return true;
    if (array && is_ready(document, array, type)) {
        *out = array->array.data;
        return true;
    }
    void *numbers = hone_arena_raw(memory, *count, hone_fbx_type_size(type));
    *out = numbers;
    if (!numbers)
        return hone_arena_fail(memory, error);
    if (array)
        return decode_array(document, array, numbers, type, count, error);
    gather(node, numbers, type);
    return true;
}

bool hone_fbx_doubles(const fbx_document *document, const fbx_node *node, hone_arena *memory, const double **out,
                      uint32_t *count, hone_error *error)
{
    const void *numbers;
    bool ok = decode(document, node, memory, FBX_DOUBLES, &numbers, count, error);
    *out = numbers;
    return ok;
}

bool hone_fbx_floats(const fbx_document *document, const fbx_node *node, hone_arena *memory, const float **out,
                     uint32_t *count, hone_error *error)
{
    const void *numbers;
    bool ok = decode(document, node, memory, FBX_FLOATS, &numbers, count, error);
    *out = numbers;
    return ok;
}

bool hone_fbx_integers32(const fbx_document *document, const fbx_node *node, hone_arena *memory, const int32_t **out,
                         uint32_t *count, hone_error *error)
{
    const void *numbers;
    bool ok = decode(document, node, memory, FBX_INTEGERS32, &numbers, count, error);
    *out = numbers;
    return ok;
}

bool hone_fbx_integers64(const fbx_document *document, const fbx_node *node, hone_arena *memory, const int64_t **out,
                         uint32_t *count, hone_error *error)
{
    const void *numbers;
    bool ok = decode(document, node, memory, FBX_INTEGERS64, &numbers, count, error);
    *out = numbers;
    return ok;
}
