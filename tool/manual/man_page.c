/* Man pages. Everything is text in man(7): fonts are changed by escapes within lines, which are filled here, so that
 * no line is long. */
#define _POSIX_C_SOURCE 200809L
#include "tool/manual/manual.h"
#include "tool/messages/messages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 60, DATE_SIZE = 16 };
static const char roman[] = "\\fR", bold[] = "\\fB", italic[] = "\\fI";

/* ---- text ---- */

static void put_character(char c, bool first, FILE *to)
{
    static const char special[] = "\\-'^~`";
    static const char *const escapes[] = {"\\e", "\\-", "\\(aq", "\\(ha", "\\(ti", "\\(ga"};
    const char *found = c ? strchr(special, c) : NULL;
    if (found)
        fputs(escapes[found - special], to);
    else
        fprintf(to, "%s%c", first && c == '.' ? "\\&" : "", c);
}

static void put_word(const char *word, size_t size, FILE *to)
{
    for (size_t i = 0; i < size; i++) put_character(word[i], i == 0, to);
}

/* Whether a line feed at `at` stands between two letters of a script without spaces. */
static bool joins(const char *text, size_t at)
{
    return at > 0 && text[at] == '\n' && (text[at - 1] & 0x80) && (text[at + 1] & 0x80);
}

/* Prints text[0..size) in lines of words. A line feed in it is a space. */
static void put_lines(const char *text, size_t size, FILE *to)
{
    size_t used = 0;
    for (size_t at = 0, end; at < size; at = end) {
        bool joined = joins(text, at);
        while (at < size && strchr(" \n", text[at])) at++;
        for (end = at; end < size && !strchr(" \n", text[end]);) end++;
        bool fits = used + (end - at) < LINE_SIZE;
        if (end == at)
            break;
        if (used && !joined)
            fputc(fits ? ' ' : '\n', to);
        put_word(text + at, end - at, to);
        used = (fits ? used : 0) + (end - at) + 1;
    }
    fputc('\n', to);
}

static void put_text(const char *text, FILE *to)
{
    put_lines(text, strlen(text), to);
}

/* Prints a text such as "on|off" or "[MOTION...] -o OUT": what is typed as it is in bold, names of values in italics.
 */
static void put_syntax(const char *text, FILE *to)
{
    while (*text) {
        size_t size = 0;
        bool name = false;
        for (; isalnum((unsigned char)text[size]) || text[size] == '-' || text[size] == '_'; size++)
            name = name || isupper((unsigned char)text[size]);
        if (size) {
            fputs(name ? italic : bold, to);
            put_word(text, size, to);
            fputs(roman, to);
        } else {
            size = 1;
            put_character(*text, false, to);
        }
        text += size;
    }
}

static void put_bold(const char *text, FILE *to)
{
    fputs(bold, to);
    put_word(text, strlen(text), to);
    fputs(roman, to);
}

static void put_section(const char *title, FILE *to)
{
    fprintf(to, ".SH \"%s\"\n", title);
}

/* ---- options ---- */

static void put_option(const option *o, FILE *to)
{
    fputs(".TP\n", to);
    if (o->letter) {
        put_bold((const char[]){'-', o->letter, '\0'}, to);
        fputs(", ", to);
    }
    put_bold(o->name, to);
    if (o->value) {
        fputc(' ', to);
        put_syntax(o->value, to);
    }
    fputc('\n', to);
    put_text(message_text(o->help), to);
}

static void put_options(const command *c, FILE *to)
{
    static const option help = {.name = "--help", .letter = 'h', .help = "print this help"};
    const option *o;
    put_section(message_text("OPTIONS"), to);
    for (uint32_t i = 0; (o = options_at(c, i)); i++) {
        if (o->section)
            fprintf(to, ".SS \"%s\"\n", message_text(o->section));
        put_option(o, to);
    }
    put_option(&help, to);
}

/* ---- the notes: paragraphs, and examples, whose lines are indented ---- */

static bool is_example(const char *line)
{
    return line[0] == ' ' && line[1] == ' ';
}

static void put_description(const command *c, FILE *to)
{
    const char *notes = message_text(c->notes);
    put_section(message_text("DESCRIPTION"), to);
    if (!*notes)
        put_text(message_text(c->summary), to);
    for (; *notes; notes += strcspn(notes, "\n"), notes += *notes == '\n')
        if (*notes != '\n' && !is_example(notes))
            put_lines(notes, strcspn(notes, "\n"), to);
}

static void put_examples(const command *c, FILE *to)
{
    bool any = false;
    for (const char *notes = message_text(c->notes); *notes; notes += strcspn(notes, "\n"), notes += *notes == '\n') {
        if (!is_example(notes))
            continue;
        if (!any) {
            put_section(message_text("EXAMPLES"), to);
            fputs(".nf\n", to);
        }
        any = true;
        const char *line = notes + strspn(notes, " ");
        put_word(line, strcspn(line, "\n"), to);
        fputc('\n', to);
    }
    if (any)
        fputs(".fi\n", to);
}

/* ---- pages ---- */

static void put_title(const char *name, FILE *to)
{
    char title[32] = "", date[DATE_SIZE] = "";
    for (size_t i = 0; name[i] && i < sizeof title - 1; i++) title[i] = (char)toupper((unsigned char)name[i]);
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    fprintf(to, ".TH %s 1 %s \"hone %s\"\n", title, date, HONE_VERSION);
}

static void put_name(const char *name, const char *summary, FILE *to)
{
    put_section(message_text("NAME"), to);
    put_word(name, strlen(name), to);
    fputs(" \\- ", to);
    put_text(summary, to);
}

static void put_usage(const char *program, const char *arguments, FILE *to)
{
    put_bold(program, to);
    fputs(*arguments ? " " : "", to);
    put_syntax(arguments, to);
    fputc('\n', to);
}

static void put_see_also(const char *page, FILE *to)
{
    put_section(message_text("SEE ALSO"), to);
    put_bold(page, to);
    fputs("(1)\n", to);
}

static void print_subcommand(const command *c, FILE *to)
{
    char name[64];
    snprintf(name, sizeof name, "hone-%s", c->name);
    put_title(name, to);
    put_name(name, message_text(c->summary), to);
    put_section(message_text("SYNOPSIS"), to);
    if (!c->run) { /* it is a program as well */
        put_usage(name, c->arguments, to);
        fputs(".br\n", to);
    }
    name[4] = ' ';
    put_usage(name, c->arguments, to);
    put_description(c, to);
    put_options(c, to);
    put_examples(c, to);
    put_see_also("hone", to);
}

static void put_own_command(const char *name, const char *arguments, const char *summary, FILE *to)
{
    fputs(".TP\n", to);
    put_usage(name, arguments, to);
    put_text(summary, to);
}

static void put_commands(const command_list *list, FILE *to)
{
    put_section(message_text("COMMANDS"), to);
    for (uint32_t i = 0; i < list->count; i++) {
        const command *c = list->items[i];
        char page[64];
        snprintf(page, sizeof page, "hone-%s", c->name);
        fputs(".TP\n", to);
        put_bold(page, to);
        fputs("(1)\n", to);
        put_text(message_text(c->summary), to);
    }
    put_own_command("hone help", "[--man] [COMMAND [SECTION]]",
                    message_text("print the commands, or the options of one; with --man as a man page"), to);
    put_own_command("hone completion", "bash|zsh|fish",
                    message_text("print the script by which a shell completes command lines of hone"), to);
    put_own_command("hone version", "", message_text("print the version and which components are built in"), to);
}

static void put_environment(FILE *to)
{
    put_section(message_text("ENVIRONMENT"), to);
    fputs(".TP\n", to);
    put_syntax("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", to);
    fputc('\n', to);
    put_text(message_text("the language of help and messages, en or ja, as in gettext; results are the same in all"),
             to);
}

static void print_overview(const command_list *list, FILE *to)
{
    put_title("hone", to);
    put_name("hone", message_text("skinned characters from files to poses and pictures"), to);
    put_section(message_text("SYNOPSIS"), to);
    put_usage("hone", "COMMAND [options] FILES...", to);
    fputs(".br\n", to);
    put_usage("hone", "FILES...", to);
    put_section(message_text("DESCRIPTION"), to);
    put_text(
        message_text("hone reads models and motions of MikuMikuDance, glTF, VRM, FBX, BVH and DirectX .x, and plays, "
                     "draws, converts, checks and changes them. Without a command it opens the files in the viewer."),
        to);
    fputs(".PP\n", to);
    put_text(message_text("Files may come in any order; their kind is detected by their content. Put a file name that "
                          "begins with '-' after --."),
             to);
    put_commands(list, to);
    put_section(message_text("EXIT STATUS"), to);
    put_text(
        message_text("0 done, 1 failed (one line on stderr gives the reason), 2 wrong usage, 130 stopped by Ctrl-C."),
        to);
    put_environment(to);
    put_see_also("hone-view", to);
}

void man_page_print(const command_list *list, const command *c, FILE *to)
{
    if (c)
        print_subcommand(c, to);
    else
        print_overview(list, to);
}
