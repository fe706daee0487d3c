/* "Did you mean ...?": finds the known word that is closest to a misspelt one. */
#ifndef HONE_TOOL_OPTIONS_SUGGESTION_H
#define HONE_TOOL_OPTIONS_SUGGESTION_H

#include <hone/base.h>

typedef struct suggestion {
    const char *text; /* the word that was typed */
    const char *best; /* the closest word so far; NULL: none is close */
    unsigned mistakes;
} suggestion;

/* Considers a known word. It is close if few letters are missing, wrong, too many or swapped with their neighbour: at
 * most a third of those that were typed. Upper and lower case do not matter. A word that begins with the text is close
 * too; its missing letters count as two at most. The first of equally close words wins. */
void suggestion_consider(suggestion *s, const char *word);

/* The closest of `words`, which end with NULL; NULL: none is close. */
const char *suggestion_find(const char *text, const char *const *words);

/* Adds "; did you mean NAME?" to the message of an error about a name, if one is close. */
void suggestion_add(const suggestion *s, hone_error *error);

#endif
