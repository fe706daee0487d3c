/* Which values of an option a shell can complete. */
#ifndef HONE_TOOL_MANUAL_VALUE_HINTS_H
#define HONE_TOOL_MANUAL_VALUE_HINTS_H

#include "tool/options/options.h"

enum { HINT_WORDS_MAX = 64, HINT_TEXT_SIZE = 128, HINT_HELP_SIZE = 100 };

typedef struct value_hints {
    const char *words[HINT_WORDS_MAX]; /* fixed values */
    uint32_t word_count;
    bool list;                 /* the value is a list of words, separated by commas */
    bool file;                 /* the value may name a file */
    const char *endings;       /* of these files, such as "wav mp3"; NULL: all files */
    char text[HINT_TEXT_SIZE]; /* the words that the name of the value lists, "on|off" */
} value_hints;

/* hints: out; it points into itself, so do not copy it. */
void value_hints_find(const option *o, value_hints *hints);

/* The first words of an option's help, on one line: what fits beside its name in a list. */
void option_describe(const option *o, char out[HINT_HELP_SIZE]);

#endif
