#include "tool/output/sequence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct field {
    sequence_field kind;
    int width;
    bool zeros;
    size_t size; /* the length of "{frame:04}" in the pattern */
} field;

/* Reads the field that begins at `text`, if there is one: {WORD} or {WORD:[0]WIDTH}, WIDTH 1..19. */
static bool read_field(const char *text, field *out)
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
        *out = (field){.kind = words[i].kind};
        if (*at == ':') {
            out->zeros = *++at == '0';
            at += out->zeros;
            const char *digits = at;
            for (; *at >= '0' && *at <= '9' && at < digits + 2; at++) out->width = out->width * 10 + (*at - '0');
            if (out->width < 1 || out->width > 19)
                return false;
        }
        out->size = (size_t)(at - text) + 1;
        return *at == '}';
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
