#include "tool/scene/json_reader.h"
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
        .text = text + mark, .size = size - mark, .at = text, .counted = text, .line = 1, .user = user, .error = error};
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

/* ---- values ---- */

/* Makes a token the one that is read next. An object or list is where its first key or element is; a string with
 * escapes has no place in the text. */
static void go_to(json_reader *j, const hone_json_token *token)
{
    j->value = token;
    while (token->kind < JSON_TOKEN_TEXT && token->at) token++;
    if (token->kind > JSON_TOKEN_DECODED_TEXT || token->kind == JSON_TOKEN_TEXT)
        j->at = hone_json_token_bytes(&j->tokens, token);
}

char json_next(const json_reader *j)
{
    if (hone_json_token_is_text(j->value))
        return '"';
    if (j->value->kind < JSON_TOKEN_TEXT)
        return hone_json_token_is_object(j->value) ? '{' : '[';
    return *hone_json_token_bytes(&j->tokens, j->value);
}

bool json_number(json_reader *j, double low, double high, double *out)
{
    *out = 0;
    if (j->value->kind != JSON_TOKEN_NUMBER)
        return json_fail(j, "needs a number");
    *out = hone_json_token_number(&j->tokens, j->value);
    return (*out >= low && *out <= high) || json_fail(j, "must be from %g to %g", low, high);
}

bool json_bool(json_reader *j, bool *out)
{
    *out = json_next(j) == 't';
    return *out || json_next(j) == 'f' || json_fail(j, "needs true or false");
}

static bool check_text(json_reader *j)
{
    if (!hone_json_token_is_text(j->value))
        return json_fail(j, "needs a text in quotes");
    return j->value->size < STRING_MAX || json_fail(j, "is longer than %d bytes", STRING_MAX - 1);
}

bool json_string(json_reader *j, char **out)
{
    if (!check_text(j))
        return false;
    size_t size = j->value->size;
    *out = malloc(size + 1);
    if (!*out)
        return hone_fail_memory(j->error);
    memcpy(*out, hone_json_token_bytes(&j->tokens, j->value), size);
    (*out)[size] = '\0';
    return true;
}

/* ---- objects and lists ---- */

static const json_member *find_member(json_reader *j, const json_member *members, const hone_json_token *key)
{
    for (; members->name; members++)
        if (hone_json_token_equals(&j->tokens, key, members->name, strlen(members->name)))
            return members;
    return json_fail(j, "is not known"), NULL;
}

static bool read_members(json_reader *j, const json_member *members, void *to)
{
    const hone_json_token *key = j->value + 1;
    size_t place = strlen(j->place);
    if (!hone_json_token_is_object(j->value))
        return json_fail(j, "needs an object: { … }");
    for (uint32_t left = j->value->at; left > 0; left--, key = hone_json_token_after(key + 1)) {
        go_to(j, key);
        snprintf(j->place + place, JSON_PLACE_SIZE - place, "%s%.*s", place ? "." : "",
                 (int)(key->size < 60 ? key->size : 60), hone_json_token_bytes(&j->tokens, key));
        const json_member *member = find_member(j, members, key);
        if (!member)
            return false;
        go_to(j, key + 1);
        if (json_next(j) != 'n' && !member->read(j, member, to))
            return false;
        j->place[place] = '\0';
    }
    return true;
}

bool json_read_object(json_reader *j, const json_member *members, void *to)
{
    if (j->tokens.tokens)
        return read_members(j, members, to);
    if (!hone_json_tokens_parse(&j->tokens, j->text, j->size, NULL, j->error))
        return false;
    go_to(j, j->tokens.tokens);
    bool ok = read_members(j, members, to);
    hone_json_tokens_release(&j->tokens);
    return ok;
}

bool json_read_array(json_reader *j, json_read_fn *item, const json_member *member, void *to)
{
    const hone_json_token *element = j->value + 1;
    size_t place = strlen(j->place);
    if (!hone_json_token_is_list(j->value))
        return json_fail(j, "needs a list: [ … ]");
    for (uint32_t i = 0, count = j->value->at; i < count; i++, element = hone_json_token_after(element)) {
        snprintf(j->place + place, JSON_PLACE_SIZE - place, "[%" PRIu32 "]", i);
        go_to(j, element);
        if (!item(j, member, to))
            return false;
        j->place[place] = '\0';
    }
    return true;
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
    char all[120] = "";
    if (!check_text(j))
        return false;
    for (int i = 0; names[i]; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", names[i]);
        if (hone_json_token_equals(&j->tokens, j->value, names[i], strlen(names[i])))
            return *(int *)field_of(member, to) = i, true;
    }
    return json_fail(j, "must be one of %s", all);
}
