/* Decodes the lists of numbers of an FBX text file. */
#include "files/format/fbx/document/numbers.h"
#include "files/format/fbx/document/scan.h"
#include "files/format/fbx/document/tree.h"

static const char *next_token(const char *at, const char *end)
{
    while (at < end && (hone_fbx_kinds[(uint8_t)*at] & FBX_BLANK || *at == ',' || *at == ';'))
        at = *at == ';' ? hone_fbx_skip_blanks(at, end) : at + 1;
    return at;
}

bool hone_fbx_decode_text(const fbx_document *document, const fbx_value *value, void *out, fbx_type type,
                          uint32_t *count, hone_error *error)
{
    const char *at = (const char *)value->array.data, *end = at + value->array.size;
    uint32_t written = 0;
    for (at = next_token(at, end); at < end && written < *count; at = next_token(at, end), written++) {
        fbx_number number;
        const char *token = at;
        at = hone_fbx_token_end(at, end);
        if (!hone_fbx_parse_number(token, (size_t)(at - token), &number))
            return hone_fbx_fail_at(document, token, error, "a list of numbers has something else in it");
        if (number.is_real)
            hone_fbx_put_real(out, type, written, number.real);
        else
            hone_fbx_put_integer(out, type, written, number.integer);
    }
    *count = written;
    return true;
}
