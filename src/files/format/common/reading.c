#include "files/format/common/reading.h"
#include "base/memory/builder.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { SENTENCE_SIZE = sizeof((hone_error *)0)->message };

hone_reading hone_reading_make(const void *bytes, size_t size, hone_error *error)
{
    return (hone_reading){.in = hone_reader_make(bytes, size), .line = 1, .error = error};
}

/* ---- places ---- */

void hone_reading_count_lines(hone_reading *reading, char newline)
{
    reading->newline = newline;
    reading->counted = reading->text.at;
}

/* Returns the line of a place. Places are asked for in ascending order, nearly always. */
static uint64_t line_of(hone_reading *reading, const char *at)
{
    if (at < reading->counted)
        reading->counted = reading->text.begin, reading->line = 1;
    while (reading->counted < at) {
        const char *feed = memchr(reading->counted, reading->newline, (size_t)(at - reading->counted));
        reading->counted = feed ? feed + 1 : at;
        reading->line += feed != NULL;
    }
    return reading->line;
}

static uint64_t place_of(hone_reading *reading, const void *at)
{
    return reading->newline ? line_of(reading, at)
                            : reading->offset + (uint64_t)((const uint8_t *)at - reading->in.begin);
}

uint64_t hone_reading_place(hone_reading *reading)
{
    return place_of(reading, reading->in.at);
}

void hone_reading_continue(hone_reading *reading, const void *bytes, size_t size)
{
    if (reading->newline)
        line_of(reading, reading->text.end);
    reading->offset += (uint64_t)(reading->in.end - reading->in.begin);
    reading->in = hone_reader_make(bytes, size);
    reading->counted = bytes;
}

/* ---- memory ---- */

/* A file may take 16 times its size + 1 MiB in all (format.h). The file itself takes its size once, up to a quarter of
 * the rest may be lost at the ends of the builder's blocks, and the checks need some memory for a short time. Models
 * take about one and a half times the size of their file. */
size_t hone_memory_limit(size_t size)
{
    enum { SPARE = 3 * 256 * 1024 };
    return size > SIZE_MAX / 16 ? SIZE_MAX : size * 11 + SPARE;
}

bool hone_reading_open_builder(hone_reading *reading, const hone_allocator *allocator, size_t most)
{
    reading->builder = hone_builder_create(allocator, most, reading->error);
    reading->memory = hone_builder_memory(reading->builder);
    reading->failed |= !reading->builder;
    return reading->builder != NULL;
}

bool hone_reading_open_memory(hone_reading *reading, const hone_allocator *allocator, size_t most, size_t most_scratch)
{
    if (!hone_reading_open_builder(reading, allocator, most))
        return false;
    reading->scratch = hone_arena_create(allocator, most_scratch, reading->error);
    reading->failed |= !reading->scratch;
    return reading->scratch != NULL;
}

hone_builder *hone_reading_close_memory(hone_reading *reading, bool read)
{
    hone_arena_destroy(reading->scratch);
    if (read)
        return reading->builder;
    hone_builder_destroy(reading->builder);
    return NULL;
}

/* arena: NULL: its allocator gave no memory; otherwise the arena knows why. */
static bool fail_memory(hone_reading *reading, const hone_arena *arena)
{
    bool first = !reading->failed;
    reading->failed = true;
    if (!first)
        return false;
    return arena ? hone_arena_fail(arena, reading->error) : hone_fail_memory(reading->error);
}

bool hone_reading_fail_memory(hone_reading *reading)
{
    return fail_memory(reading, NULL);
}

typedef void *allocate_fn(hone_arena *arena, size_t count, size_t size);

static bool allocate(hone_reading *reading, allocate_fn *from, hone_arena *arena, uint64_t count, size_t size,
                     void *array)
{
    /* On a machine of 32 bits a file may ask for more than there are addresses, which the arena refuses. */
    size_t whole = count < SIZE_MAX ? (size_t)count : SIZE_MAX;
    void *memory = reading->failed ? NULL : from(arena, whole, size);
    memcpy(array, &memory, sizeof memory);
    return memory || (count == 0 && !reading->failed) || fail_memory(reading, arena);
}

bool hone_reading_array(hone_reading *reading, uint64_t count, size_t size, void *array)
{
    return allocate(reading, hone_arena_array, reading->memory, count, size, array);
}

bool hone_reading_scratch(hone_reading *reading, uint64_t count, size_t size, void *array)
{
    return allocate(reading, hone_arena_array, reading->scratch, count, size, array);
}

bool hone_reading_scratch_raw(hone_reading *reading, uint64_t count, size_t size, void *array)
{
    return allocate(reading, hone_arena_raw, reading->scratch, count, size, array);
}

void hone_reading_charge(hone_reading *reading)
{
    hone_arena_charge(reading->memory, hone_arena_taken(reading->scratch));
}

bool hone_reading_is_fine(hone_reading *reading)
{
    if (hone_arena_failed(reading->memory))
        return fail_memory(reading, reading->memory);
    if (reading->scratch && hone_arena_failed(reading->scratch))
        return fail_memory(reading, reading->scratch);
    return !reading->failed;
}

/* ---- errors and warnings ---- */

/* Returns whether this is the first error, and writes its sentence. */
static bool begin_error(hone_reading *reading, char text[SENTENCE_SIZE], const char *sentence, va_list arguments)
{
    bool first = !reading->failed;
    reading->failed = true;
    if (first)
        vsnprintf(text, SENTENCE_SIZE, sentence, arguments);
    return first;
}

bool hone_reading_fail(hone_reading *reading, const char *sentence, ...)
{
    char text[SENTENCE_SIZE];
    uint64_t at = hone_reading_place(reading);
    va_list arguments;
    va_start(arguments, sentence);
    if (begin_error(reading, text, sentence, arguments))
        hone_fail(reading->error, HONE_ERROR_FORMAT, at,
                  reading->newline ? "%s, in line %" PRIu64 : "%s, at byte %" PRIu64, text, at);
    va_end(arguments);
    return false;
}

bool hone_reading_fail_as(hone_reading *reading, hone_code code, uint64_t at, const char *sentence, ...)
{
    char text[SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, sentence);
    if (begin_error(reading, text, sentence, arguments))
        hone_fail(reading->error, code, at, "%s", text);
    va_end(arguments);
    return false;
}

void hone_reading_warn(hone_reading *reading, const char *what)
{
    hone_reading_warn_at(reading, reading->in.at, what);
}

void hone_reading_warn_at(hone_reading *reading, const void *at, const char *what)
{
    hone_builder_warn(reading->builder, what, place_of(reading, at));
}

void hone_reading_warn_of_rest(hone_reading *reading)
{
    if (hone_reader_left(&reading->in))
        hone_reading_warn(reading, "bytes after the end of the model: ignored");
}
