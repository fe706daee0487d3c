#include "base/memory/builder.h"
#include "base/error.h"
#include "base/text/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ODDITY_LIMIT = 64 };

typedef struct oddity {
    const char *what;
    const char *name; /* of the first one; NULL: it has none */
    uint64_t first, count;
    bool limit; /* of hone, not a fault of the file */
} oddity;

struct hone_builder {
    hone_arena *memory; /* The builder itself is in it. */
    uint32_t oddity_count;
    uint64_t other_oddities; /* of kinds beyond the limit */
    oddity oddities[ODDITY_LIMIT];
};

hone_builder *hone_builder_create(const hone_allocator *allocator, size_t max_size, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, max_size ? max_size + sizeof(hone_builder) + 16 : 0, error);
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

/* Counts an oddity. Returns it if it is the first of its text, otherwise NULL. */
static oddity *count_oddity(hone_builder *builder, const char *what)
{
    oddity *o = builder->oddities, *end = o + builder->oddity_count;
    while (o < end && o->what != what && strcmp(o->what, what) != 0) o++;
    if (o == end && builder->oddity_count == ODDITY_LIMIT) {
        builder->other_oddities++;
        return NULL;
    }
    bool is_new = o == end;
    if (is_new) {
        builder->oddity_count++;
        *o = (oddity){.what = what};
    }
    o->count++;
    return is_new ? o : NULL;
}

void hone_builder_warn(hone_builder *builder, const char *what, uint64_t at)
{
    oddity *added = builder ? count_oddity(builder, what) : NULL;
    if (added)
        added->first = at;
}

static const char *copy_name(hone_builder *builder, const char *name, size_t size)
{
    enum { LONGEST = 64 };
    bool cut = size > LONGEST;
    for (size = cut ? LONGEST : size; cut && size && (name[size] & 0xc0) == 0x80;) size--;
    char *copy = hone_builder_array(builder, 3 * size + 1, 1);
    if (!copy)
        return NULL;
    if (size)
        hone_utf8_repair(name, size, copy, NULL);
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    return copy;
}

void hone_builder_warn_named(hone_builder *builder, const char *what, const char *name, size_t size)
{
    oddity *added = builder ? count_oddity(builder, what) : NULL;
    if (added)
        added->name = copy_name(builder, name, size);
}

void hone_builder_warn_lost(hone_builder *builder, const char *what, const char *name, size_t size)
{
    oddity *added = builder ? count_oddity(builder, what) : NULL;
    if (!added)
        return;
    added->name = copy_name(builder, name, size);
    added->limit = true;
}

/* Finds a limit by its text and its name, of which NULL is none. */
static bool has_limit(const hone_builder *builder, const char *what, const char *name, size_t size)
{
    for (const oddity *o = builder->oddities; o < builder->oddities + builder->oddity_count; o++) {
        bool same_name = o->name ? name && strlen(o->name) == size && memcmp(o->name, name, size) == 0 : !name;
        if (o->limit && same_name && strcmp(o->what, what) == 0)
            return true;
    }
    return false;
}

void hone_builder_warn_limit(hone_builder *builder, const char *what, const char *name, size_t size)
{
    if (!builder || has_limit(builder, what, name, size))
        return;
    if (builder->oddity_count == ODDITY_LIMIT)
        builder->other_oddities++;
    else
        builder->oddities[builder->oddity_count++] =
            (oddity){.what = what, .name = name ? copy_name(builder, name, size) : NULL, .count = 1, .limit = true};
}

void hone_builder_take_warnings(hone_builder *builder, const hone_builder *from)
{
    memcpy(builder->oddities, from->oddities, sizeof builder->oddities);
    builder->oddity_count = from->oddity_count;
    builder->other_oddities = from->other_oddities;
}

static int write_sentence(const oddity *o, char *text, size_t size)
{
    if (o->limit && !o->name)
        return snprintf(text, size, "%s", o->what);
    if (o->name && o->count == 1)
        return snprintf(text, size, "%s (\"%s\")", o->what, o->name);
    if (o->name)
        return snprintf(text, size, "%s (first \"%s\", %" PRIu64 " times)", o->what, o->name, o->count);
    if (o->count == 1)
        return snprintf(text, size, "%s (at %" PRIu64 ")", o->what, o->first);
    return snprintf(text, size, "%s (first at %" PRIu64 ", %" PRIu64 " times)", o->what, o->first, o->count);
}

static const char *sentence(hone_builder *builder, const oddity *o)
{
    char text[512];
    int length = write_sentence(o, text, sizeof text);
    size_t size = length < (int)sizeof text ? (size_t)length : sizeof text - 1;
    return hone_builder_text(builder, text, size);
}

static bool fail_with_first(const hone_builder *builder, hone_error *error)
{
    const oddity *o = builder->oddities;
    char text[512];
    if (o->limit)
        return write_sentence(o, text, sizeof text), hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "%s", text);
    if (o->name)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "%s (\"%s\")", o->what, o->name);
    return hone_fail(error, HONE_ERROR_FORMAT, o->first, "%s (at %" PRIu64 ")", o->what, o->first);
}

bool hone_builder_finish_warnings(hone_builder *builder, bool strict, hone_warnings *out, hone_error *error)
{
    if (strict && builder->oddity_count && !hone_builder_failed(builder))
        return fail_with_first(builder, error);
    uint32_t count = builder->oddity_count + (builder->other_oddities ? 1 : 0);
    const char **texts = hone_builder_array(builder, count, sizeof *texts);
    bool *limits = hone_builder_array(builder, count, sizeof *limits);
    for (uint32_t i = 0; texts && limits && i < builder->oddity_count; i++) {
        texts[i] = sentence(builder, &builder->oddities[i]);
        limits[i] = builder->oddities[i].limit;
    }
    if (texts && builder->other_oddities) {
        oddity others = {.what = "oddities of other kinds", .count = builder->other_oddities};
        texts[count - 1] = sentence(builder, &others);
    }
    if (hone_builder_failed(builder))
        return hone_builder_fail(builder, error);
    *out = (hone_warnings){count, texts, limits};
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
