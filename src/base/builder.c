#include "base/builder.h"
#include "base/error.h"
#include "base/memory.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    FIRST_BLOCK = 4096,
    LARGEST_BLOCK = 65536, /* what is asked for beyond a quarter of it gets a block of its own */
    ALIGN = 16,
    ODDITY_LIMIT = 64
};

typedef struct block {
    struct block *next;
    size_t size, used; /* bytes, this header included */
} block;

enum { HEADER = (sizeof(block) + 63) / 64 * 64 };

typedef struct oddity {
    const char *what;
    uint64_t first, count;
} oddity;

struct hone_builder {
    hone_allocator allocator;
    block *blocks;       /* the one in front has room */
    size_t limit, taken; /* limit 0: none */
    bool failed, over_limit;
    uint32_t oddity_count;
    uint64_t other_oddities; /* of kinds beyond the limit */
    oddity oddities[ODDITY_LIMIT];
};

hone_builder *hone_builder_create(const hone_allocator *allocator, size_t limit, hone_error *error)
{
    hone_builder *builder = hone_allocate(allocator, 1, sizeof *builder);
    if (!builder)
        return hone_fail_memory(error), NULL;
    builder->allocator = hone_allocator_or_default(allocator);
    builder->limit = limit;
    return builder;
}

void hone_builder_destroy(hone_builder *builder)
{
    if (!builder)
        return;
    hone_allocator allocator = builder->allocator;
    for (block *b = builder->blocks, *next; b; b = next) {
        next = b->next;
        hone_deallocate(&allocator, b, 1, b->size);
    }
    hone_deallocate(&allocator, builder, 1, sizeof *builder);
}

/* A block with room for `size` bytes, put in front, or behind the front if it is wholly taken at once. */
static block *add_block(hone_builder *builder, size_t size)
{
    bool own = size > LARGEST_BLOCK / 4;
    size_t block_size = HEADER + size;
    if (!own) {
        block_size = builder->blocks ? builder->blocks->size * 2 : FIRST_BLOCK;
        block_size = block_size > LARGEST_BLOCK ? LARGEST_BLOCK : block_size;
        while (block_size < HEADER + size) block_size *= 2;
    }
    block *b = hone_allocate(&builder->allocator, 1, block_size);
    if (!b)
        return NULL;
    *b = (block){NULL, block_size, HEADER};
    if (own && builder->blocks) {
        b->next = builder->blocks->next;
        builder->blocks->next = b;
    } else {
        b->next = builder->blocks;
        builder->blocks = b;
    }
    return b;
}

static void *refuse(hone_builder *builder, bool over_limit)
{
    builder->over_limit |= over_limit && !builder->failed;
    builder->failed = true;
    return NULL;
}

void *hone_builder_array(hone_builder *builder, size_t count, size_t size)
{
    if (!builder || builder->failed || count == 0 || size == 0)
        return NULL;
    if (count > (SIZE_MAX - HEADER - ALIGN) / size)
        return refuse(builder, true);
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (builder->limit && bytes > builder->limit - builder->taken)
        return refuse(builder, true);
    block *b = builder->blocks;
    if (!b || b->size - b->used < bytes)
        b = add_block(builder, bytes);
    if (!b)
        return refuse(builder, false);
    void *memory = (char *)b + b->used;
    b->used += bytes;
    builder->taken += bytes;
    return memory;
}

const char *hone_builder_text(hone_builder *builder, const char *text, size_t size)
{
    if (!text || size == 0)
        return "";
    char *copy = size < SIZE_MAX ? hone_builder_array(builder, size + 1, 1) : NULL;
    return copy ? memcpy(copy, text, size) : NULL;
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

bool hone_builder_failed(const hone_builder *builder)
{
    return builder->failed;
}

bool hone_builder_fail(const hone_builder *builder, hone_error *error)
{
    if (builder->over_limit)
        return hone_fail(error, HONE_ERROR_MEMORY, 0, "asks for more memory than its size allows");
    return hone_fail_memory(error);
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
    if (strict && builder->oddity_count && !builder->failed) {
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
    if (builder->failed)
        return hone_builder_fail(builder, error);
    *out = (hone_warnings){count, texts};
    return true;
}

size_t hone_builder_taken(const hone_builder *builder)
{
    return builder->taken;
}

void hone_builder_charge(hone_builder *builder, size_t size)
{
    size_t left = builder->limit ? builder->limit - builder->taken : SIZE_MAX - builder->taken;
    builder->taken += size < left ? size : left;
}

const hone_allocator *hone_builder_allocator(const hone_builder *builder)
{
    return &builder->allocator;
}
