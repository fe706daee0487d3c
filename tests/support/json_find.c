#include "support/json_find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Each returns a pointer behind the value, or NULL if there is none. */
static const char *skip_value(const char *at, int depth);

static const char *skip_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at != '\\')
            continue;
        at++;
        if (*at == 'u') {
            if (strspn(at + 1, "0123456789abcdefABCDEF") < 4)
                return NULL;
            at += 4;
        } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
            return NULL;
        }
    }
    return at + 1;
}

static const char *skip_number(const char *at)
{
    at += *at == '-';
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || (*at == '0' && digits > 1))
        return NULL;
    at += digits;
    if (*at == '.') {
        digits = strspn(++at, "0123456789");
        if (digits == 0)
            return NULL;
        at += digits;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        digits = strspn(at, "0123456789");
        at += digits;
    }
    return digits ? at : NULL;
}

static const char *skip_container(const char *at, int depth)
{
    char end = *at == '{' ? '}' : ']';
    at = skip_space(at + 1);
    if (*at == end)
        return at + 1;
    for (;;) {
        if (end == '}') {
            at = skip_string(at);
            at = at ? skip_space(at) : NULL;
            if (!at || *at++ != ':')
                return NULL;
        }
        at = skip_value(skip_space(at), depth + 1);
        at = at ? skip_space(at) : NULL;
        if (!at || (*at != ',' && *at != end))
            return NULL;
        if (*at++ == end)
            return at;
        at = skip_space(at);
    }
}

static const char *skip_value(const char *at, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    if (depth > 100)
        return NULL;
    if (*at == '{' || *at == '[')
        return skip_container(at, depth);
    if (*at == '"')
        return skip_string(at);
    for (int i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    return skip_number(at);
}

bool json_is_valid(const char *text)
{
    const char *end = skip_value(skip_space(text), 0);
    return end && !*skip_space(end);
}

/* Finds the member of that name, or the element of that index. */
static const char *step(const char *at, const char *name, size_t size)
{
    bool object = *at == '{';
    size_t index = object ? 0 : strtoul(name, NULL, 10);
    if (*at != '{' && *at != '[')
        return NULL;
    at = skip_space(at + 1);
    for (size_t i = 0; *at != '}' && *at != ']'; i++) {
        bool here = i == index;
        if (object) {
            here = strncmp(at + 1, name, size) == 0 && at[1 + size] == '"';
            at = skip_space(skip_string(at)) + 1;
        }
        at = skip_space(at);
        if (here)
            return at;
        at = skip_space(skip_value(at, 0));
        at = skip_space(at + (*at == ','));
    }
    return NULL;
}

const char *json_find(const char *text, const char *path)
{
    const char *at = skip_space(text);
    while (at && *path) {
        size_t size = strcspn(path, ".");
        at = step(at, path, size);
        path += size + (path[size] == '.');
    }
    return at;
}

double json_number(const char *text, const char *path)
{
    const char *at = json_find(text, path);
    return at && skip_number(at) ? strtod(at, NULL) : (double)NAN;
}

bool json_string_is(const char *text, const char *path, const char *expected)
{
    const char *at = json_find(text, path);
    size_t size = strlen(expected);
    return at && *at == '"' && strncmp(at + 1, expected, size) == 0 && at[1 + size] == '"';
}

size_t json_count(const char *text, const char *path)
{
    size_t count = 0;
    const char *at = json_find(text, path);
    if (!at || *at != '[')
        return 0;
    at = skip_space(at + 1);
    while (*at != ']') {
        count++;
        at = skip_space(skip_value(at, 0));
        at = skip_space(at + (*at == ','));
    }
    return count;
}
