#include "tool/messages/language.h"
#include "tool/system/system.h"

#include <stdlib.h>
#include <string.h>

static const char *locale_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return system_locale();
}

/* Compares with small letters, ignoring case. */
static bool is_same(const char *text, const char *small, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]) != small[i])
            return false;
    return true;
}

/* A terminal of another encoding could not show the texts. A locale without an encoding has an old one. */
static bool is_utf8(const char *locale)
{
    const char *encoding = strchr(locale, '.');
    size_t size = encoding ? strcspn(encoding, "@") : 0;
    return (size == 6 && is_same(encoding, ".utf-8", size)) || (size == 5 && is_same(encoding, ".utf8", size));
}

const char *language_list(void)
{
    const char *locale = locale_of_environment(), *wanted = getenv("LANGUAGE");
    if (!is_utf8(locale))
        return "";
    return wanted && *wanted ? wanted : locale;
}

bool language_next(const char **list, char out[LANGUAGE_SIZE])
{
    while (**list) {
        size_t size = strcspn(*list, ":"), name = strcspn(*list, ":.@");
        const char *at = *list;
        *list += size + (at[size] == ':');
        if (name == 0 || name >= LANGUAGE_SIZE || memchr(at, '/', name))
            continue;
        memcpy(out, at, name);
        out[name] = '\0';
        size_t code = strcspn(out, "_");
        return !((code == 2 && memcmp(out, "en", 2) == 0) || strcmp(out, "C") == 0 || strcmp(out, "POSIX") == 0);
    }
    return false;
}
