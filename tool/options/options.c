#include "tool/options/options.h"
#include "tool/options/number_options.h"
#include "tool/options/placement_options.h"
#include "tool/options/suggestion.h"
#include "tool/settings/value_kind.h"
#include "tool/system/system.h"

#include <string.h>

bool option_is_row(const option *o)
{
    return o->name || o->key || o->include;
}

/* Finds the option at an index of a table, and of those that it includes, or counts the index down. */
static const option *row_at(const option *table, uint32_t *index)
{
    for (const option *o = table; option_is_row(o); o++) {
        const option *found = o->include ? row_at(o->include, index) : o->name && (*index)-- == 0 ? o : NULL;
        if (found)
            return found;
    }
    return NULL;
}

const option *options_at(const command *c, uint32_t index)
{
    const option *found = row_at(c->options, &index);
    return found || !c->common ? found : row_at(c->common, &index);
}

static option_read_fn *reader_of(const option *o)
{
    return o->read ? o->read : o->kind->read;
}

bool option_read(const option *o, const char *text, void *field)
{
    return reader_of(o)(o, text, field);
}

const char *const *option_words(const option *o)
{
    bool choice = o->value && !o->words && reader_of(o) == option_read_choice;
    return choice ? o->detail : o->words;
}

static bool is_called(const char *known, const char *name, size_t size)
{
    return known && strlen(known) == size && memcmp(known, name, size) == 0;
}

/* Finds an option by its name of `size` bytes, or, if name is NULL, by its letter. */
static const option *find(const command *c, const char *name, size_t size, char letter, uint32_t *index)
{
    const option *o;
    for (*index = 0; (o = options_at(c, *index)); ++*index)
        if (name ? is_called(o->name, name, size) || is_called(o->former, name, size) : o->letter == letter)
            return o;
    return NULL;
}

/* The state of the parser. */
typedef struct parser {
    const command *command;
    char **argv;
    int count, at;
    void *values;
    uint32_t file_count;
    bool given[OPTIONS_MAX]; /* that option was given with a value */
    report *report;
} parser;

static int refuse_value(const parser *p, const option *o, const char *text)
{
    const char *name = p->command->name;
    const char *const *words = option_words(o);
    const char *meant = words ? suggestion_find(text, words) : NULL;
    if (meant)
        return report_usage(p->report, "%s: %s needs %s, not \"%s\"; did you mean \"%s\"?", name, o->name, o->expected,
                            text, meant);
    return report_usage(p->report, "%s: %s needs %s, not \"%s\"", name, o->name, o->expected, text);
}

/* Finds the entry of the file before the option. */
static int find_file(parser *p, const option *o, uint32_t index, void **field, bool *twice)
{
    uint64_t bit = UINT64_C(1) << index % 64;
    if (p->file_count == 0)
        return report_usage(p->report, "%s: %s needs a model before it on the command line", p->command->name, o->name);
    placed_file *file = placement_options_of(*field, p->file_count - 1);
    if (!file)
        return report_usage(p->report, "%s: %s is given for more than %d models; use a scene file", p->command->name,
                            o->name, PLACED_FILES_MAX);
    *twice = file->given[index / 64] & bit;
    file->given[index / 64] |= bit;
    *field = file;
    return STATUS_OK;
}

/* Adds a step. text NULL: it is a flag. */
static int take_step(parser *p, const option *o, const char *text)
{
    option_steps *steps = (option_steps *)(void *)((char *)p->values + o->field);
    if (steps->count == OPTION_STEPS_MAX)
        return report_usage(p->report, "%s: more than %d operations", p->command->name, OPTION_STEPS_MAX);
    option_step *step = &steps->items[steps->count++];
    *step = (option_step){.option = o, .text = text, .file_count = p->file_count};
    return !text || option_read(o, text, step->value) ? STATUS_OK : refuse_value(p, o, text);
}

static int take_value(parser *p, const option *o, uint32_t index, const char *text)
{
    if (o->is_step)
        return take_step(p, o, text);
    void *field = (char *)p->values + o->field;
    bool twice = p->given[index];
    int status = o->of_file ? find_file(p, o, index, &field, &twice) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    if (twice)
        return report_usage(p->report, "%s: %s is given twice", p->command->name, o->name);
    p->given[index] = !o->of_file;
    return option_read(o, text, field) ? STATUS_OK : refuse_value(p, o, text);
}

/* Takes one option. Its value follows '=' or the letter (`attached`), or is the next argument. */
static int take_option(parser *p, const option *o, uint32_t index, const char *attached)
{
    if (o->value && attached)
        return take_value(p, o, index, attached);
    if (o->value && p->at == p->count)
        return report_usage(p->report, "%s: %s needs %s", p->command->name, o->name, o->expected);
    if (o->value)
        return take_value(p, o, index, p->argv[p->at++]);
    if (attached)
        return report_usage(p->report, "%s: %s takes no value", p->command->name, o->name);
    if (o->is_step)
        return take_step(p, o, NULL);
    *(bool *)((char *)p->values + o->field) = true;
    return STATUS_OK;
}

static int unknown(const parser *p, const char *text)
{
    const char *name = p->command->name;
    char written[64]; /* without "=VALUE" */
    int size = (int)strcspn(text, "=");
    suggestion s = {.text = size < (int)sizeof written ? written : text};
    snprintf(written, sizeof written, "%.*s", size, text);
    const option *o;
    for (uint32_t i = 0; (o = options_at(p->command, i)); i++) suggestion_consider(&s, o->name);
    suggestion_consider(&s, "--help");
    if (s.best)
        return report_usage(p->report, "%s: unknown option %s; did you mean %s? (hone %s -h lists them)", name, text,
                            s.best, name);
    return report_usage(p->report, "%s: unknown option %s (hone %s -h lists them)", name, text, name);
}

static int take_argument(parser *p, const char *text)
{
    uint32_t index;
    if (text[1] == '-') {
        size_t size = strcspn(text, "=");
        const option *o = find(p->command, text, size, 0, &index);
        return o ? take_option(p, o, index, text[size] ? text + size + 1 : NULL) : unknown(p, text);
    }
    const option *o = find(p->command, NULL, 0, text[1], &index);
    if (!o || (text[2] && !o->value))
        return unknown(p, text);
    return take_option(p, o, index, text[2] ? text + 2 : NULL);
}

int options_parse(const command *c, int count, char **argv, void *values, const char **files, uint32_t *file_count,
                  help_kind *help, report *r)
{
    parser p = {.command = c, .argv = argv, .count = count, .values = values, .file_count = *file_count, .report = r};
    bool files_only = false;
    while (p.at < count) {
        const char *text = argv[p.at++];
        if (files_only || text[0] != '-' || !text[1]) {
            files[p.file_count++] = text;
            *file_count = p.file_count;
        } else if (strcmp(text, "--") == 0) {
            files_only = true;
        } else if (strcmp(text, "-h") == 0 || strcmp(text, "--help") == 0) {
            *help = text[1] == 'h' ? HELP_USUAL : HELP_ALL;
            return STATUS_OK;
        } else {
            int status = take_argument(&p, text);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

/* ---- readers ---- */

bool option_read_text(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return *text != 0;
}

bool option_read_word_or_file(const option *o, const char *text, void *field)
{
    const char *const *word = o->words;
    while (*word && strcmp(*word, text) != 0) word++;
    bool meant = !*word && !strpbrk(text, "./") && !system_exists(text) && suggestion_find(text, o->words);
    return option_read_text(o, text, field) && !meant;
}

bool option_read_choice(const option *o, const char *text, void *field)
{
    const char *const *names = o->detail;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], text) == 0) {
            *(int *)field = i;
            return true;
        }
    return false;
}

bool option_read_integer(const option *o, const char *text, void *field)
{
    const option_range *range = o->detail;
    return number_read_integer(text, range->low, range->high, field);
}
