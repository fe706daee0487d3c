#include "tool/options/suggestion.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 48, PREFIX_MIN = 2, PREFIX_DISTANCE = 2 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The distance of Damerau and Levenshtein in its restricted form: no letter is changed twice. Row i of the usual table
 * is kept in rows[i % 3]. Source: Damerau, "A technique for computer detection and correction of spelling errors",
 * 1964. */
static unsigned distance_of(const char *a, size_t a_size, const char *b, size_t b_size)
{
    unsigned rows[3][LENGTH_MAX + 1];
    for (size_t j = 0; j <= b_size; j++) rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_size; i++) {
        unsigned *now = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3], *above_that = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b_size; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            now[j] = least(least(above[j], now[j - 1]) + 1, above[j - 1] + !same);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = least(now[j], above_that[j - 2] + 1);
        }
    }
    return rows[a_size % 3][b_size];
}

/* Dashes at the beginning of an option do not count as letters. */
static size_t dashes(const char *text)
{
    return strspn(text, "-");
}

void suggestion_consider(suggestion *s, const char *word)
{
    const char *text = s->text + dashes(s->text), *known = word + dashes(word);
    size_t size = strlen(text), known_size = strlen(known);
    if (size == 0 || size > LENGTH_MAX || known_size > LENGTH_MAX)
        return;
    unsigned distance = distance_of(text, size, known, known_size), most = (unsigned)size / 3;
    bool begins = size >= PREFIX_MIN && known_size > size && distance == known_size - size &&
                  distance_of(text, size, known, size) == 0;
    if (size == PREFIX_MIN)
        most = 1;
    if (!begins && distance > most)
        return;
    unsigned mistakes = 2 * least(distance, begins ? PREFIX_DISTANCE : distance) + !begins;
    if (!s->best || mistakes < s->mistakes)
        s->best = word, s->mistakes = mistakes;
}

const char *suggestion_find(const char *text, const char *const *words)
{
    suggestion s = {.text = text};
    for (; *words; words++) suggestion_consider(&s, *words);
    return s.best;
}

void suggestion_add(const suggestion *s, hone_error *error)
{
    size_t size = strlen(error->message);
    if (s->best)
        snprintf(error->message + size, sizeof error->message - size, "; did you mean \"%.200s\"?", s->best);
}
