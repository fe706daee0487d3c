#include "tool/options/options.h"
#include "tool/messages/messages.h"
#include "tool/options/number_options.h"

#include <string.h>

enum { HELP_COLUMN = 28 };

/* Options of a subcommand are numbered, its own before the common ones. Returns NULL past the last. */
static const option *option_at(const command *c, uint32_t index)
{
    static const option none[] = {{0}};
    const option *tables[] = {c->options, c->common ? c->common : none};
    for (int t = 0; t < 2; t++)
        for (const option *o = tables[t]; o->name; o++)
            if (index-- == 0)
                return o;
    return NULL;
}

/* Finds an option by its name of `size` bytes, or, if name is NULL, by its letter. */
static const option *find(const command *c, const char *name, size_t size, char letter, uint32_t *index)
{
    const option *o;
    for (*index = 0; (o = option_at(c, *index)); ++*index)
        if (name ? strlen(o->name) == size && memcmp(o->name, name, size) == 0 : o->letter == letter)
            return o;
    return NULL;
}

/* The state of the parser. */
typedef struct parser {
    const command *command;
    char **argv;
    int count, at;
    void *values;
    uint64_t given; /* bit i: option i was given with a value */
    report *report;
} parser;

static int take_value(parser *p, const option *o, uint32_t index, const char *text)
{
    uint64_t bit = UINT64_C(1) << index;
    if (p->given & bit)
        return report_usage(p->report, "%s: %s is given twice", p->command->name, o->name);
    p->given |= bit;
    if (!o->read(o, text, (char *)p->values + o->field))
        return report_usage(p->report, "%s: %s needs %s, not \"%s\"", p->command->name, o->name, o->expected, text);
    return STATUS_OK;
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
    *(bool *)((char *)p->values + o->field) = true;
    return STATUS_OK;
}

static int unknown(parser *p, const char *text)
{
    return report_usage(p->report, "%s: unknown option %s (hone %s -h lists them)", p->command->name, text,
                        p->command->name);
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
                  bool *help, report *r)
{
    parser p = {.command = c, .argv = argv, .count = count, .values = values, .report = r};
    bool files_only = false;
    while (p.at < count) {
        const char *text = argv[p.at++];
        if (files_only || text[0] != '-' || !text[1]) {
            files[(*file_count)++] = text;
        } else if (strcmp(text, "--") == 0) {
            files_only = true;
        } else if (strcmp(text, "-h") == 0 || strcmp(text, "--help") == 0) {
            *help = true;
            return STATUS_OK;
        } else {
            int status = take_argument(&p, text);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

/* ---- help ---- */

static void print_option(const option *o, FILE *to)
{
    int used = fprintf(to, "  ");
    if (o->letter)
        used += fprintf(to, "-%c, ", o->letter);
    used += fprintf(to, "%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
    if (used >= HELP_COLUMN - 1) {
        fputc('\n', to);
        used = 0;
    }
    const char *line = message_text(o->help);
    for (;;) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "%*s%.*s\n", HELP_COLUMN - used, "", (int)length, line);
        if (!line[length])
            return;
        line += length + 1;
        used = 0;
    }
}

void options_print_help(const command *c, FILE *to)
{
    fprintf(to, message_text("usage: hone %s %s\n\n%s\n\n"), c->name, c->arguments, message_text(c->summary));
    const option *o;
    for (uint32_t i = 0; (o = option_at(c, i)); i++) print_option(o, to);
    print_option(&(option){.name = "--help", .letter = 'h', .help = "print this help"}, to);
    if (c->notes[0])
        fprintf(to, "\n%s\n", message_text(c->notes));
}

/* ---- readers ---- */

bool option_read_text(const option *o, const char *text, void *field)
{
    (void)o;
    *(const char **)field = text;
    return *text != 0;
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
