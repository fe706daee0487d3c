#include "tool/scene/json_reader.h"
#include "base/text/number.h"
#include "base/text/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRING_MAX = 4096 };
static const double float_most = 1e6, double_most = UINT32_MAX, count_most = 1e9;

json_reader json_reader_make(const char *text, size_t size, void *user, hone_error *error)
{
    size_t mark = hone_utf8_mark(text, size);
    return (json_reader){
        .at = text + mark, .end = text + size, .counted = text, .line = 1, .user = user, .error = error};
}

uint32_t json_line(json_reader *j)
{
    for (; j->counted < j->at; j->counted++) j->line += *j->counted == '\n';
    return j->line;
}

bool json_fail(json_reader *j, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return hone_fail(j->error, HONE_ERROR_FORMAT, 0, "line %u: %s%s%s", (unsigned)json_line(j), j->place,
                     j->place[0] ? ": " : "", text);
}

char json_next(json_reader *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\t' || *j->at == '\r' || *j->at == '\n')) j->at++;
    return (char)(j->at < j->end ? *j->at : '\0');
}

static bool take(json_reader *j, char c)
{
    bool is = json_next(j) == c;
    j->at += is;
    return is;
}

static bool take_word(json_reader *j, const char *word)
{
    size_t size = strlen(word);
    bool is = (size_t)(j->end - j->at) >= size && memcmp(j->at, word, size) == 0;
    j->at += is ? size : 0;
    return is;
}

bool json_read_end(json_reader *j)
{
    json_next(j);
    return j->at == j->end || json_fail(j, "something follows the end");
}

/* ---- values ---- */

bool json_number(json_reader *j, double low, double high, double *out)
{
    char next = json_next(j);
    size_t used =
        next == '-' || (next >= '0' && next <= '9') ? hone_float_parse(j->at, (size_t)(j->end - j->at), out) : 0;
    if (used == 0)
        return json_fail(j, "needs a number");
    j->at += used;
    return (*out >= low && *out <= high) || json_fail(j, "must be from %g to %g", low, high);
}

bool json_bool(json_reader *j, bool *out)
{
    json_next(j);
    *out = take_word(j, "true");
    return *out || take_word(j, "false") || json_fail(j, "needs true or false");
}

static bool read_hex(json_reader *j, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char c = (char)(j->at < j->end ? *j->at++ : '\0');
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return json_fail(j, "has an escape that is not four digits");
        *out = *out << 4 | digit;
    }
    return true;
}

/* After "\u": one unit of UTF-16, or two that are a pair. */
static bool read_unit(json_reader *j, char *out, size_t *size)
{
    uint32_t code, low;
    if (!read_hex(j, &code))
        return false;
    if (code >= 0xd800 && code < 0xdc00) {
        if (!take_word(j, "\\u") || !read_hex(j, &low) || low < 0xdc00 || low > 0xdfff)
            return json_fail(j, "has half a pair of UTF-16");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code == 0 || (code >= 0xdc00 && code < 0xe000))
        return json_fail(j, "has an escape that is no character");
    static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = bytes; i-- > 1; code >>= 6) out[*size + i] = (char)(0x80 | (code & 0x3f));
    out[*size] = (char)(first[bytes == 1 ? 0 : bytes] | code);
    *size += bytes;
    return true;
}

static bool read_escape(json_reader *j, char *out, size_t *size)
{
    static const char escapes[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = (char)(j->at < j->end ? *j->at++ : '\0');
    const char *found = c ? strchr(escapes, c) : NULL;
    if (c == 'u')
        return read_unit(j, out, size);
    if (!found)
        return json_fail(j, "has an unknown escape");
    out[(*size)++] = values[found - escapes];
    return true;
}

static bool read_text(json_reader *j, char out[STRING_MAX])
{
    size_t size = 0;
    if (!take(j, '"'))
        return json_fail(j, "needs a text in quotes");
    while (j->at < j->end && *j->at != '"') {
        if (size + 5 > STRING_MAX)
            return json_fail(j, "is longer than %d bytes", STRING_MAX - 5);
        char c = *j->at++;
        if ((unsigned char)c < 0x20)
            return json_fail(j, "has a control character, or no closing quote");
        if (c != '\\')
            out[size++] = c;
        else if (!read_escape(j, out, &size))
            return false;
    }
    out[size] = '\0';
    if (!take(j, '"'))
        return json_fail(j, "has no closing quote");
    return hone_utf8_is_valid(out, size) || json_fail(j, "is not UTF-8");
}

bool json_string(json_reader *j, char **out)
{
    char text[STRING_MAX];
    if (!read_text(j, text))
        return false;
    size_t size = strlen(text) + 1;
    *out = malloc(size);
    if (!*out)
        return hone_fail_memory(j->error);
    memcpy(*out, text, size);
    return true;
}

/* ---- objects and arrays ---- */

static bool enter(json_reader *j, char bracket, const char *what)
{
    if (!take(j, bracket))
        return json_fail(j, "needs %s", what);
    return ++j->depth <= JSON_DEPTH_MAX || json_fail(j, "is nested too deeply");
}

/* After an element: true if another one follows; *ok tells whether the text is right. */
static bool more(json_reader *j, char bracket, bool *ok)
{
    if (take(j, ','))
        return true;
    *ok = take(j, bracket) || json_fail(j, "a comma or %c is missing", bracket);
    j->depth--;
    return false;
}

static const json_member *find_member(json_reader *j, const json_member *members, const char *name, uint64_t *given)
{
    for (uint32_t i = 0; members[i].name; i++) {
        if (strcmp(members[i].name, name) != 0)
            continue;
        if (*given >> i & 1)
            return json_fail(j, "is given twice"), NULL;
        *given |= UINT64_C(1) << i;
        return &members[i];
    }
    return json_fail(j, "is not known"), NULL;
}

static bool read_member(json_reader *j, const json_member *members, uint64_t *given, void *to)
{
    char name[STRING_MAX];
    size_t place = strlen(j->place);
    if (!read_text(j, name))
        return false;
    snprintf(j->place + place, JSON_PLACE_SIZE - place, "%s%.60s", place ? "." : "", name);
    const json_member *member = find_member(j, members, name, given);
    if (!member)
        return false;
    if (!take(j, ':'))
        return json_fail(j, "a colon is missing");
    json_next(j);
    if (!take_word(j, "null") && !member->read(j, member, to))
        return false;
    j->place[place] = '\0';
    return true;
}

bool json_read_object(json_reader *j, const json_member *members, void *to)
{
    uint64_t given = 0;
    bool ok = enter(j, '{', "an object: { … }");
    if (ok && take(j, '}'))
        return j->depth--, true;
    while (ok) {
        ok = read_member(j, members, &given, to);
        if (!ok || !more(j, '}', &ok))
            return ok;
    }
    return false;
}

bool json_read_array(json_reader *j, json_read_fn *item, const json_member *member, void *to)
{
    size_t place = strlen(j->place);
    bool ok = enter(j, '[', "a list: [ … ]");
    if (ok && take(j, ']'))
        return j->depth--, true;
    for (uint32_t i = 0; ok; i++) {
        snprintf(j->place + place, JSON_PLACE_SIZE - place, "[%" PRIu32 "]", i);
        ok = item(j, member, to);
        if (!ok)
            return false;
        j->place[place] = '\0';
        if (!more(j, ']', &ok))
            return ok;
    }
    return false;
}

/* ---- functions for tables ---- */

static void *field_of(const json_member *member, void *to)
{
    return (char *)to + member->field;
}

bool json_read_float(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, -float_most, float_most, &value))
        return false;
    *(float *)field_of(member, to) = (float)value;
    return true;
}

bool json_read_double(json_reader *j, const json_member *member, void *to)
{
    return json_number(j, -double_most, double_most, field_of(member, to));
}

bool json_read_count(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, 0, count_most, &value))
        return false;
    *(uint32_t *)field_of(member, to) = (uint32_t)value;
    return value == floor(value) || json_fail(j, "needs a whole number");
}

bool json_read_flag(json_reader *j, const json_member *member, void *to)
{
    return json_bool(j, field_of(member, to));
}

typedef struct number_room {
    float *values;
    uint32_t count, capacity;
} number_room;

static bool read_number(json_reader *j, const json_member *member, void *to)
{
    (void)member;
    number_room *room = to;
    double value;
    if (room->count == room->capacity)
        return json_fail(j, "is one number too many");
    if (!json_number(j, -float_most, float_most, &value))
        return false;
    room->values[room->count++] = (float)value;
    return true;
}

bool json_numbers(json_reader *j, float *out, uint32_t count)
{
    number_room room = {.values = out, .capacity = count};
    if (!json_read_array(j, read_number, NULL, &room))
        return false;
    return room.count == count || json_fail(j, "needs %u numbers", (unsigned)count);
}

bool json_read_vector(json_reader *j, const json_member *member, void *to)
{
    return json_numbers(j, field_of(member, to), 3);
}

bool json_read_choice(json_reader *j, const json_member *member, void *to)
{
    const char *const *names = member->detail;
    char text[STRING_MAX], all[120] = "";
    if (!read_text(j, text))
        return false;
    for (int i = 0; names[i]; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", names[i]);
        if (strcmp(names[i], text) == 0)
            return *(int *)field_of(member, to) = i, true;
    }
    return json_fail(j, "must be one of %s", all);
}
