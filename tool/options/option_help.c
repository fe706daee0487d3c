/* The help of a subcommand. */
#include "tool/messages/messages.h"
#include "tool/options/options.h"

#include <ctype.h>
#include <string.h>

enum { HELP_COLUMN = 28 };

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

/* Which options to print: the usual ones, which include all before the first section; or the others. */
typedef enum part { PART_USUAL, PART_OTHERS } part;

/* The title of a section is printed before its first option. */
static void print_part(const command *c, part which, FILE *to)
{
    const option *o;
    const char *title = NULL;
    bool in_section = false;
    for (uint32_t i = 0; (o = options_at(c, i)); i++) {
        title = o->section ? o->section : title;
        in_section = in_section || o->section;
        if ((o->usual || !in_section) != (which == PART_USUAL))
            continue;
        if (which == PART_OTHERS && title)
            fprintf(to, "\n%s:\n", message_text(title));
        title = NULL;
        print_option(o, to);
    }
}

/* Returns whether there are sections. */
static bool print_titles(const command *c, FILE *to)
{
    const option *o;
    bool any = false;
    for (uint32_t i = 0; (o = options_at(c, i)); i++) {
        if (!o->section)
            continue;
        if (!any)
            fprintf(to, message_text("\nMore options (hone help %s SECTION prints a section, hone %s --help all):\n"),
                    c->name, c->name);
        fprintf(to, "  %s\n", message_text(o->section));
        any = true;
    }
    return any;
}

static bool begins(const char *text, const char *with)
{
    for (; *with; text++, with++)
        if (tolower((unsigned char)*text) != tolower((unsigned char)*with))
            return false;
    return true;
}

bool options_print_section(const command *c, const char *title, FILE *to)
{
    const option *o;
    bool inside = false, found = false;
    for (uint32_t i = 0; (o = options_at(c, i)); i++) {
        if (o->section) {
            inside = begins(o->section, title) || begins(message_text(o->section), title);
            if (inside)
                fprintf(to, "%s%s:\n", found ? "\n" : "", message_text(o->section));
            found = found || inside;
        }
        if (inside)
            print_option(o, to);
    }
    return found;
}

void options_print_help(const command *c, help_kind kind, FILE *to)
{
    fprintf(to, message_text("usage: hone %s %s\n\n%s\n\n"), c->name, c->arguments, message_text(c->summary));
    print_part(c, PART_USUAL, to);
    print_option(&(option){.name = "--help", .letter = 'h', .help = "print this help"}, to);
    if (kind == HELP_USUAL && print_titles(c, to))
        return;
    print_part(c, PART_OTHERS, to);
    if (c->notes[0])
        fprintf(to, "\n%s\n", message_text(c->notes));
}
