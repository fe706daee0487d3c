#include "format/common/clip_select.h"
#include "base/error.h"

#include <string.h>

static bool refuse(uint32_t count, const char *wanted, hone_error *error)
{
    if (count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no clips");
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no clip \"%.100s\", but %u others", wanted, count);
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

bool hone_clip_select(const hone_clip *clips, uint32_t count, const char *wanted, uint32_t *index, hone_error *error)
{
    uint64_t number = 0;
    *index = 0;
    if (!wanted)
        return count > 0 || refuse(count, "", error);
    if (is_number(wanted)) {
        for (const char *digit = wanted; *digit && number <= UINT32_MAX; digit++)
            number = number * 10 + (uint64_t)(*digit - '0');
        *index = (uint32_t)number;
        return number < count || refuse(count, wanted, error);
    }
    for (; *index < count; ++*index)
        if (strcmp(clips[*index].name, wanted) == 0)
            return true;
    return refuse(count, wanted, error);
}

/* FNV-1a of 64 bits (Fowler, Noll, Vo 1991), the size mixed in first. */
uint64_t hone_source_of(const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ size;
    for (size_t i = 0; i < size; i++) hash = (hash ^ b[i]) * UINT64_C(0x100000001b3);
    return hash ? hash : 1;
}
