#include "tool/files/any_case.h"

#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool begins_in_any_case(const char *text, const char *begin, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!text[i] || lower(text[i]) != lower(begin[i]))
            return false;
    return true;
}

bool equal_in_any_case(const char *a, const char *b)
{
    size_t size = strlen(b);
    return strlen(a) == size && begins_in_any_case(a, b, size);
}

bool ends_in_any_case(const char *text, const char *end)
{
    size_t size = strlen(text), wanted = strlen(end);
    return size > wanted && equal_in_any_case(text + size - wanted, end);
}
