#include "files/format/bvh/reader.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/text/number.h"
#include "base/text/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hone_bvh_open(hone_bvh_reader *reader, const void *bytes, size_t size, hone_error *error)
{
    const char *text = bytes;
    *reader = (hone_bvh_reader){.begin = text, .at = text, .end = text + size, .line = 1, .error = error};
    reader->newline = size && memchr(text, '\n', size) ? '\n' : '\r';
    reader->at += hone_utf8_mark(text, size);
    reader->counted = reader->begin;
}

/* ---- errors and warnings ---- */

/* Returns the line of a place. Places are asked for in ascending order, nearly always. */
static uint64_t line_of(hone_bvh_reader *reader, const char *at)
{
    if (at < reader->counted)
        reader->counted = reader->begin, reader->line = 1;
    while (reader->counted < at) {
        const char *feed = memchr(reader->counted, reader->newline, (size_t)(at - reader->counted));
        reader->counted = feed ? feed + 1 : at;
        reader->line += feed != NULL;
    }
    return reader->line;
}

bool hone_bvh_fail(hone_bvh_reader *reader, const char *sentence, ...)
{
    if (reader->failed)
        return false;
    char text[256];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    reader->failed = true;
    uint64_t line = line_of(reader, reader->at);
    return hone_fail(reader->error, HONE_ERROR_FORMAT, line, "%s, in line %" PRIu64, text, line);
}

void hone_bvh_warn(hone_bvh_reader *reader, const char *at, const char *what)
{
    hone_builder_warn(reader->out, what, line_of(reader, at));
}

void *hone_bvh_array(hone_bvh_reader *reader, size_t count, size_t size)
{
    void *array = reader->failed ? NULL : hone_arena_array(reader->scratch, count, size);
    if (!array && count && !reader->failed) {
        reader->failed = true;
        hone_arena_fail(reader->scratch, reader->error);
    }
    return array;
}

void hone_bvh_charge(hone_bvh_reader *reader)
{
    hone_arena_charge(hone_builder_memory(reader->out), hone_arena_taken(reader->scratch));
}

/* ---- words ---- */

static bool begins_comment(const char *at, const char *end)
{
    return *at == '#' || *at == ';' || (*at == '/' && end - at > 1 && at[1] == '/');
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

void hone_bvh_skip_line(hone_bvh_reader *reader)
{
    while (reader->at < reader->end && !ends_line(*reader->at)) reader->at++;
}

void hone_bvh_skip_space(hone_bvh_reader *reader)
{
    for (;;) {
        while (reader->at < reader->end && hone_bvh_is_space(*reader->at)) reader->at++;
        if (reader->at == reader->end || !begins_comment(reader->at, reader->end))
            return;
        hone_bvh_skip_line(reader);
    }
}

static bool is_brace(char c)
{
    return c == '{' || c == '}';
}

hone_bvh_word hone_bvh_peek(hone_bvh_reader *reader)
{
    hone_bvh_skip_space(reader);
    const char *end = reader->at;
    if (end < reader->end && is_brace(*end))
        end++;
    else
        while (end < reader->end && !hone_bvh_is_space(*end) && !is_brace(*end)) end++;
    return (hone_bvh_word){reader->at, (size_t)(end - reader->at)};
}

hone_bvh_word hone_bvh_next(hone_bvh_reader *reader)
{
    hone_bvh_word word = hone_bvh_peek(reader);
    reader->at += word.size;
    return word;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool hone_bvh_is(hone_bvh_word word, const char *name)
{
    for (size_t i = 0; i < word.size; i++)
        if (name[i] == '\0' || lower(word.text[i]) != name[i])
            return false;
    return name[word.size] == '\0';
}

hone_bvh_word hone_bvh_rest_of_line(hone_bvh_reader *reader)
{
    while (reader->at < reader->end && hone_bvh_is_space(*reader->at) && !ends_line(*reader->at)) reader->at++;
    const char *begin = reader->at, *end = begin;
    bool space = true;
    for (; end < reader->end && !ends_line(*end) && !is_brace(*end); end++) {
        if (space && begins_comment(end, reader->end))
            break;
        space = hone_bvh_is_space(*end);
    }
    reader->at = end;
    while (end > begin && hone_bvh_is_space(end[-1])) end--;
    return (hone_bvh_word){begin, (size_t)(end - begin)};
}

/* ---- numbers ---- */

/* Reads a word with a decimal comma. */
static bool read_with_comma(hone_bvh_word word, double *out)
{
    char text[64];
    if (word.size >= sizeof text)
        return false;
    for (size_t i = 0; i < word.size; i++) text[i] = (char)(word.text[i] == ',' ? '.' : word.text[i]);
    return hone_float_parse(text, word.size, out) == word.size;
}

bool hone_bvh_number(hone_bvh_reader *reader, double *out)
{
    hone_bvh_word word = hone_bvh_peek(reader);
    double value;
    if (hone_float_parse(word.text, word.size, &value) != word.size && !read_with_comma(word, &value))
        return false;
    if (word.size == 0 || !isfinite(value))
        return false;
    reader->at += word.size;
    *out = value;
    return true;
}

bool hone_bvh_is_nan(hone_bvh_word word)
{
    size_t sign = word.size && (*word.text == '-' || *word.text == '+');
    const hone_bvh_word rest = {word.text + sign, word.size - sign};
    if (rest.size >= 3 && memcmp(rest.text, "1.#", 3) == 0)
        return true;
    double value;
    if (rest.size && hone_float_parse(rest.text, rest.size, &value) == rest.size)
        return !isfinite(value);
    return hone_bvh_is(rest, "nan") || hone_bvh_is(rest, "inf") || hone_bvh_is(rest, "infinity") ||
           hone_bvh_is(rest, "nan(ind)") || hone_bvh_is(rest, "-nan(ind)");
}
