/* Decodes the lists of numbers of an FBX text file. */
#include "base/text/number.h"
#include "files/format/fbx/document/numbers.h"
#include "files/format/fbx/document/scan.h"
#include "files/format/fbx/document/tree.h"

static const char *next_token(const char *at, const char *end)
{
    while (at < end && (hone_fbx_kinds[(uint8_t)*at] & FBX_BLANK || *at == ',' || *at == ';'))
        at = *at == ';' ? hone_fbx_skip_blanks(at, end) : at + 1;
    return at;
}

/* Reads a number of the usual form: digits, and perhaps a point. Returns its end, or NULL for any other form. */
static const char *read_plain(const char *at, const char *end, fbx_number *out)
{
    enum { MOST_DIGITS = 18 }; /* so that the sum cannot overflow */
    bool negative = *at == '-';
    const char *begin = at += negative, *point = NULL;
    uint64_t digits = 0;
    for (; at < end; at++) {
        unsigned digit = (unsigned)(uint8_t)*at - '0';
        if (digit < 10)
            digits = digits * 10 + digit;
        else if (*at == '.' && !point)
            point = at;
        else
            break;
    }
    ptrdiff_t count = at - begin - (point != NULL);
    if (count == 0 || count > MOST_DIGITS || hone_fbx_is_kind(at, end, FBX_INNER) || (negative && digits == 0))
        return NULL;
    out->is_real = point != NULL;
    out->integer = negative ? -(int64_t)digits : (int64_t)digits;
    if (point && !hone_float_of_digits(digits, (int)(point + 1 - at), &out->real))
        return NULL;
    out->real = negative ? -out->real : out->real;
    return at;
}

/* Reads any number. Returns its end, or NULL if it is none. */
static const char *read_number(const char *at, const char *end, fbx_number *out)
{
    const char *plain = read_plain(at, end, out), *token_end = plain ? plain : hone_fbx_token_end(at, end);
    return plain || hone_fbx_parse_number(at, (size_t)(token_end - at), out) ? token_end : NULL;
}

bool hone_fbx_decode_text(const fbx_document *document, const fbx_value *value, void *out, fbx_type type,
                          uint32_t *count, hone_error *error)
{
    const char *at = (const char *)value->array.data, *end = at + value->array.size;
    uint32_t written = 0;
    for (at = next_token(at, end); at < end && written < *count; at = next_token(at, end), written++) {
        fbx_number number = {0};
        const char *token = at;
        at = read_number(at, end, &number);
        if (!at)
            return hone_fbx_fail_at(document, token, error, "a list of numbers has something else in it");
        if (number.is_real)
            hone_fbx_put_real(out, type, written, number.real);
        else
            hone_fbx_put_integer(out, type, written, number.integer);
    }
    *count = written;
    return true;
}
