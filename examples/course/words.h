/* What the course's programs print, in the reader's language: English or Japanese. */
#ifndef HONE_COURSE_WORDS_H
#define HONE_COURSE_WORDS_H

#include <stdlib.h>
#include <string.h>

#ifdef __GNUC__
__attribute__((format_arg(1), format_arg(2)))
#endif
/* Returns the text of the language that the environment asks for, as the command does. */
static inline const char *
words(const char *english, const char *japanese)
{
    static const char *const names[] = {"HONE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 4; i++) {
        const char *language = getenv(names[i]);
        if (language && *language)
            return strncmp(language, "ja", 2) == 0 ? japanese : english;
    }
    return english;
}

/* The width for printf's "%-*s" that fills so many columns: printf counts bytes, and a Japanese letter has three bytes
 * and two columns. */
static inline int columns(int count, const char *text)
{
    for (const char *p = text; *p; p++) count += ((unsigned char)*p >= 0xe0) ? 1 : 0;
    return count;
}

#endif
