/* Completion for fish. */
#include "tool/manual/manual.h"
#include "tool/manual/value_hints.h"

#include <string.h>

static const char head[] =
    "# The subcommand that was typed; view if the first word is a file.\n"
    "function __hone_command\n"
    "    set -l words (commandline -opc)\n"
    "    set -q words[2]; or return\n"
    "    if contains -- $words[2] $__hone_commands\n"
    "        echo $words[2]\n"
    "    else\n"
    "        echo view\n"
    "    end\n"
    "end\n"
    "\n"
    "function __hone_is\n"
    "    test \"$(__hone_command)\" = $argv[1]\n"
    "end\n"
    "\n"
    "function __hone_begins\n"
    "    test (count (commandline -opc)) = 1\n"
    "end\n"
    "\n"
    "# Files with these endings, in letters of any case, and folders; without such files, all files.\n"
    "function __hone_files\n"
    "    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')\n"
    "    set -l files (complete -C \"__hone_no_command $typed\")\n"
    "    set -l endings (string join '|' $argv)\n"
    "    set -l chosen (string match -ri \"^(?:.*/|.*\\.(?:$endings))\\$\" $files)\n"
    "    if set -q argv[1]; and set -q chosen[1]\n"
    "        printf '%s\\n' $chosen\n"
    "    else\n"
    "        printf '%s\\n' $files\n"
    "    end\n"
    "end\n"
    "\n"
    "# Words of a list that is separated by commas.\n"
    "function __hone_list\n"
    "    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')\n"
    "    set -l before (string match -r '.*,' -- $typed)\n"
    "    printf \"$before%s\\n\" $argv\n"
    "end\n"
    "\n";

/* Prints a text within single quotes. */
static void put_quoted(const char *text, FILE *to)
{
    fputc('\'', to);
    for (; *text; text++) fprintf(to, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    fputc('\'', to);
}

static void print_names(const command_list *list, FILE *to)
{
    fputs("set -g __hone_commands", to);
    for (uint32_t i = 0; i < list->count; i++) fprintf(to, " %s", list->items[i]->name);
    fputs(" help completion version\n\n", to);
}

/* The arguments of `complete` that say where an option or file of a subcommand belongs. */
static void put_place(const command *c, bool viewer, FILE *to)
{
    if (viewer)
        fputs("complete -c hone-view", to);
    else
        fprintf(to, "complete -c hone -n '__hone_is %s'", c->name);
}

static void print_value(const option *o, FILE *to)
{
    value_hints hints;
    value_hints_find(o, &hints);
    fputs(hints.file && !hints.endings && !hints.word_count ? " -r -F" : " -x", to);
    if (!hints.word_count && !(hints.file && hints.endings))
        return;
    fputs(" -a '", to);
    if (hints.list)
        fputs("(__hone_list", to);
    for (uint32_t i = 0; i < hints.word_count; i++) fprintf(to, "%s%s", i || hints.list ? " " : "", hints.words[i]);
    fputs(hints.list ? ")" : "", to);
    if (hints.file)
        fprintf(to, "%s(__hone_files %s)", hints.word_count ? " " : "", hints.endings ? hints.endings : "");
    fputc('\'', to);
}

static void print_option(const command *c, const option *o, bool viewer, FILE *to)
{
    char help[HINT_HELP_SIZE];
    option_describe(o, help);
    put_place(c, viewer, to);
    fprintf(to, " -l %s", o->name + 2);
    if (o->letter)
        fprintf(to, " -s %c", o->letter);
    if (o->value)
        print_value(o, to);
    fputs(" -d ", to);
    put_quoted(help, to);
    fputc('\n', to);
}

static void print_subcommand(const command *c, bool viewer, FILE *to)
{
    static const option help = {.name = "--help", .letter = 'h', .help = "print this help"};
    const option *o;
    if (!viewer) {
        fprintf(to, "complete -c hone -n __hone_begins -a %s -d ", c->name);
        put_quoted(c->summary, to);
        fputc('\n', to);
    }
    if (c->endings) {
        put_place(c, viewer, to);
        fprintf(to, " -k -a '(__hone_files %s)'\n", c->endings);
    }
    for (uint32_t i = 0; (o = options_at(c, i)); i++) print_option(c, o, viewer, to);
    print_option(c, &help, viewer, to);
    fputc('\n', to);
}

void fish_completion_print(const command_list *list, FILE *to)
{
    fprintf(to, "# Completion of hone %s for fish. Made by: hone completion fish\n\n", HONE_VERSION);
    print_names(list, to);
    fputs(head, to);
    fputs("complete -c hone -e\ncomplete -c hone-view -e\ncomplete -c hone -f\ncomplete -c hone-view -f\n", to);
    fputs("complete -c hone -n __hone_begins -a help -d 'print the commands, or the options of one'\n"
          "complete -c hone -n __hone_begins -a completion -d 'print the script by which a shell completes'\n"
          "complete -c hone -n __hone_begins -a version -d 'print the version and what is built in'\n"
          "complete -c hone -n '__hone_is help' -l man -d 'print a man page'\n"
          "complete -c hone -n '__hone_is help' -a '$__hone_commands'\n"
          "complete -c hone -n '__hone_is completion' -a 'bash zsh fish'\n\n",
          to);
    for (uint32_t i = 0; i < list->count; i++) {
        const command *c = list->items[i];
        print_subcommand(c, false, to);
        if (c->run)
            continue;
        fprintf(to, "complete -c hone -n __hone_begins -k -a '(__hone_files %s)'\n", c->endings);
        print_subcommand(c, true, to);
    }
}
