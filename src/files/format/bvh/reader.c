#include "files/format/bvh/reader.h"
#include "base/text/number.h"

#include <math.h>

/* ---- words ---- */

static bool begins_comment(const char *at, const char *end)
{
    return *at == '#' || *at == ';' || (*at == '/' && end - at > 1 && at[1] == '/');
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

void hone_bvh_skip_line(hone_reading *reader)
{
    while (reader->text.at < reader->text.end && !ends_line(*reader->text.at)) reader->text.at++;
}

void hone_bvh_skip_space(hone_reading *reader)
{
    for (;;) {
        while (reader->text.at < reader->text.end && hone_bvh_is_space(*reader->text.at)) reader->text.at++;
        if (reader->text.at == reader->text.end || !begins_comment(reader->text.at, reader->text.end))
            return;
        hone_bvh_skip_line(reader);
    }
}

static bool is_brace(char c)
{
    return c == '{' || c == '}';
}

hone_bvh_word hone_bvh_peek(hone_reading *reader)
{
    hone_bvh_skip_space(reader);
    const char *end = reader->text.at;
    if (end < reader->text.end && is_brace(*end))
        end++;
    else
        while (end < reader->text.end && !hone_bvh_is_space(*end) && !is_brace(*end)) end++;
    return (hone_bvh_word){reader->text.at, (size_t)(end - reader->text.at)};
}

hone_bvh_word hone_bvh_next(hone_reading *reader)
{
    hone_bvh_word word = hone_bvh_peek(reader);
    reader->text.at += word.size;
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

hone_bvh_word hone_bvh_rest_of_line(hone_reading *reader)
{
    while (reader->text.at < reader->text.end && hone_bvh_is_space(*reader->text.at) && !ends_line(*reader->text.at))
        reader->text.at++;
    const char *begin = reader->text.at, *end = begin;
    bool space = true;
    for (; end < reader->text.end && !ends_line(*end) && !is_brace(*end); end++) {
        if (space && begins_comment(end, reader->text.end))
            break;
        space = hone_bvh_is_space(*end);
    }
    reader->text.at = end;
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

bool hone_bvh_number(hone_reading *reader, double *out)
{
    hone_bvh_word word = hone_bvh_peek(reader);
    double value;
    if (hone_float_parse(word.text, word.size, &value) != word.size && !read_with_comma(word, &value))
        return false;
    if (word.size == 0 || !isfinite(value))
        return false;
    reader->text.at += word.size;
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
