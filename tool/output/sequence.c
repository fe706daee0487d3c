#include "tool/output/sequence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct field {
    sequence_field kind;
    int width;
    bool zeros;
    size_t size; /* the length of the field in the pattern, such as 10 for "{frame:04}" */
} field;

enum { WIDTH_MAX = 19 }; /* the digits of the largest int64_t */

/* Reads [0]WIDTH, WIDTH 1..19, and returns what follows; NULL: it is no width. */
static const char *read_width(const char *at, field *out)
{
    out->zeros = *at == '0';
    at += out->zeros;
    const char *digits = at;
    for (; *at >= '0' && *at <= '9' && at < digits + 2; at++) out->width = out->width * 10 + (*at - '0');
    return out->width < 1 || out->width > WIDTH_MAX ? NULL : at;
}

/* {WORD} or {WORD:[0]WIDTH} */
static bool read_braces(const char *text, field *out)
{
    static const struct {
        const char *word;
        sequence_field kind;
    } words[] = {{"{frame", SEQUENCE_FRAME}, {"{index", SEQUENCE_INDEX}};
    for (int i = 0; i < 2; i++) {
        size_t size = strlen(words[i].word);
        if (strncmp(text, words[i].word, size) != 0)
            continue;
        const char *at = text + size;
        out->kind = words[i].kind;
        if (*at == ':' && !(at = read_width(at + 1, out)))
            return false;
        out->size = (size_t)(at - text) + 1;
        return *at == '}';
    }
    return false;
}

/* %d or %[0]WIDTHd */
static bool read_percent(const char *text, field *out)
{
    const char *at = text + 1;
    if (*text != '%' || (*at != 'd' && !(at = read_width(at, out))))
        return false;
    out->size = (size_t)(at - text) + 1;
    return *at == 'd';
}

/* ## to ###..., one digit each; a single # is part of the name. */
static bool read_hashes(const char *text, field *out)
{
    out->size = strspn(text, "#");
    out->width = (int)out->size;
    out->zeros = true;
    return out->size >= 2 && out->size <= WIDTH_MAX;
}

/* Reads the field that begins at `text`, if there is one. */
static bool read_field(const char *text, field *out)
{
    static bool (*const readers[])(const char *, field *) = {read_braces, read_percent, read_hashes};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        *out = (field){.kind = SEQUENCE_FRAME};
        if (readers[i](text, out))
            return true;
    }
    return false;
}

int sequence_fields(const char *pattern)
{
    int fields = 0;
    field f;
    for (; *pattern; pattern++)
        if (read_field(pattern, &f))
            fields |= (int)f.kind;
    return fields;
}

bool sequence_name(const char *pattern, int64_t frame, uint32_t index, char *out, size_t size)
{
    size_t used = 0;
    while (*pattern && used < size) {
        field f;
        if (!read_field(pattern, &f)) {
            out[used++] = *pattern++;
            continue;
        }
        int64_t value = f.kind == SEQUENCE_FRAME ? frame : (int64_t)index;
        int written = snprintf(out + used, size - used, f.zeros ? "%0*" PRId64 : "%*" PRId64, f.width, value);
        used += written > 0 ? (size_t)written : 0;
        pattern += f.size;
    }
    if (used >= size)
        return false;
    out[used] = 0;
    return true;
}
