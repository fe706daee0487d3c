#include "base/builder.h"
#include "base/error.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ODDITY_LIMIT = 64 };

typedef struct oddity {
    const char *what;
    uint64_t first, count;
} oddity;

struct hone_builder {
    hone_arena *memory; /* The builder itself is in it. */
    uint32_t oddity_count;
    uint64_t other_oddities; /* of kinds beyond the limit */
    oddity oddities[ODDITY_LIMIT];
};

hone_builder *hone_builder_create(const hone_allocator *allocator, size_t limit, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, limit ? limit + sizeof(hone_builder) + 16 : 0, error);
    hone_builder *builder = hone_arena_array(memory, 1, sizeof *builder);
    if (!builder) {
        if (memory)
            hone_fail_memory(error);
        return hone_arena_destroy(memory), NULL;
    }
    builder->memory = memory;
    return builder;
}

void hone_builder_destroy(hone_builder *builder)
{
    if (builder)
        hone_arena_destroy(builder->memory);
}

hone_arena *hone_builder_memory(hone_builder *builder)
{
    return builder ? builder->memory : NULL;
}

void *hone_builder_array(hone_builder *builder, size_t count, size_t size)
{
    return hone_arena_array(hone_builder_memory(builder), count, size);
}

const char *hone_builder_text(hone_builder *builder, const char *text, size_t size)
{
    return hone_arena_text(hone_builder_memory(builder), text, size);
}

void hone_builder_warn(hone_builder *builder, const char *what, uint64_t at)
{
    if (!builder)
        return;
    oddity *o = builder->oddities, *end = o + builder->oddity_count;
    while (o < end && o->what != what && strcmp(o->what, what) != 0) o++;
    if (o == end && builder->oddity_count == ODDITY_LIMIT) {
        builder->other_oddities++;
        return;
    }
    if (o == end) {
        builder->oddity_count++;
        *o = (oddity){what, at, 0};
    }
    o->count++;
}

static const char *sentence(hone_builder *builder, const oddity *o)
{
    char text[256];
    int length = o->count == 1 ? snprintf(text, sizeof text, "%s (at %" PRIu64 ")", o->what, o->first)
                               : snprintf(text, sizeof text, "%s (first at %" PRIu64 ", %" PRIu64 " times)", o->what,
                                          o->first, o->count);
    size_t size = length < (int)sizeof text ? (size_t)length : sizeof text - 1;
    return hone_builder_text(builder, text, size);
}

bool hone_builder_finish_warnings(hone_builder *builder, bool strict, hone_warnings *out, hone_error *error)
{
    if (strict && builder->oddity_count && !hone_builder_failed(builder)) {
        const oddity *o = builder->oddities;
        return hone_fail(error, HONE_ERROR_FORMAT, o->first, "%s (at %" PRIu64 ")", o->what, o->first);
    }
    uint32_t count = builder->oddity_count + (builder->other_oddities ? 1 : 0);
    const char **texts = hone_builder_array(builder, count, sizeof *texts);
    for (uint32_t i = 0; texts && i < builder->oddity_count; i++) texts[i] = sentence(builder, &builder->oddities[i]);
    if (texts && builder->other_oddities) {
        oddity others = {"oddities of other kinds", 0, builder->other_oddities};
        texts[count - 1] = sentence(builder, &others);
    }
    if (hone_builder_failed(builder))
        return hone_builder_fail(builder, error);
    *out = (hone_warnings){count, texts};
    return true;
}

bool hone_builder_failed(const hone_builder *builder)
{
    return hone_arena_failed(builder->memory);
}

bool hone_builder_fail(const hone_builder *builder, hone_error *error)
{
    return hone_arena_fail(builder->memory, error);
}
