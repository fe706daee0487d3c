#include "tool/manual/value_hints.h"

#include <ctype.h>
#include <string.h>

static void add_word(value_hints *hints, const char *word)
{
    if (*word && hints->word_count < HINT_WORDS_MAX)
        hints->words[hints->word_count++] = word;
}

static bool is_file_name(const char *text)
{
    return strcmp(text, "FILE") == 0 || strcmp(text, "OUT") == 0 || strcmp(text, "TABLE") == 0;
}

static bool is_fixed(const char *text)
{
    size_t size = 0;
    while (islower((unsigned char)text[size]) || isdigit((unsigned char)text[size]) || text[size] == '-') size++;
    return size > 0 && !text[size] && !isdigit((unsigned char)text[0]);
}

/* Reads the name of the value: "keys|PRESET|FILE", "WHAT[,...]". Small letters are words that are given as they are. */
static void read_value_name(value_hints *hints, const char *value, bool has_words)
{
    snprintf(hints->text, sizeof hints->text, "%s", value);
    char *more = strstr(hints->text, "[,...]");
    hints->list = more != NULL;
    if (more)
        *more = '\0';
    for (char *word = strtok(hints->text, "|"); word; word = strtok(NULL, "|")) {
        hints->file = hints->file || is_file_name(word);
        if (!has_words && is_fixed(word))
            add_word(hints, word);
    }
}

void value_hints_find(const option *o, value_hints *hints)
{
    *hints = (value_hints){.endings = o->endings};
    if (!o->value)
        return;
    const char *const *words = option_words(o);
    for (int i = 0; words && words[i]; i++) add_word(hints, words[i]);
    read_value_name(hints, o->value, words != NULL);
    hints->file = hints->file || o->endings;
}

/* The text may end here: behind a clause, if it is long enough to be one. */
static bool ends_at(const char *text, size_t at)
{
    static const size_t least = 12;
    return at >= least && (strchr(";:.", text[at]) || text[at] == '(') && (text[at] == '(' || text[at + 1] == ' ');
}

void option_describe(const option *o, char out[HINT_HELP_SIZE])
{
    size_t size = 0, word = 0;
    for (; o->help[size] && size < HINT_HELP_SIZE - 1; size++) {
        out[size] = o->help[size] == '\n' ? ' ' : o->help[size];
        if (out[size] == ' ')
            word = size;
        out[size + 1] = '\0';
        if (size && ends_at(o->help, size))
            break;
    }
    if (size == HINT_HELP_SIZE - 1) /* cut behind a whole word */
        size = word;
    while (size > 0 && strchr(" ,(", out[size - 1])) size--;
    out[size] = '\0';
}
