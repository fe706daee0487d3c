/* Completion for zsh, by its function _arguments. */
#include "tool/manual/manual.h"
#include "tool/manual/value_hints.h"

#include <string.h>

static const char head[] = "# Suggests files with these endings, in letters of any case; without such files, all.\n"
                           "_hone_files() {\n"
                           "    local endings=$1\n"
                           "    if [[ -n $endings ]]; then\n"
                           "        _files -g \"*.(#i)(${endings// /|})(-.)\"\n"
                           "    else\n"
                           "        _files\n"
                           "    fi\n"
                           "}\n"
                           "\n"
                           "# Suggests words and, if there is a second argument, files with these endings.\n"
                           "_hone_words() {\n"
                           "    _alternative \"words:value:($1)\" ${2+\"files:file: _hone_files '$2'\"}\n"
                           "}\n"
                           "\n";

static const char body[] =
    "_hone() {\n"
    "    local curcontext=$curcontext\n"
    "    if [[ $service == hone-view ]]; then\n"
    "        _hone_view\n"
    "    elif (( CURRENT == 2 )); then\n"
    "        _alternative 'commands:command:_hone_commands' 'files:file: _hone_files \"'$_hone_shown'\"'\n"
    "    elif (( $+functions[_hone_$words[2]] )) && [[ $words[2] != (files|words|commands) ]]; then\n"
    "        local function=_hone_$words[2]\n"
    "        shift words\n"
    "        (( CURRENT-- ))\n"
    "        $function\n"
    "    else\n"
    "        _hone_view\n"
    "    fi\n"
    "}\n"
    "\n"
    "_hone_help() { _alternative 'commands:command:_hone_commands' 'options:option:(--man)' }\n"
    "_hone_completion() { _arguments '1:shell:(bash zsh fish)' }\n"
    "_hone_version() { }\n"
    "\n"
    "_hone \"$@\"\n";

/* Prints a text within single quotes; a backslash goes before each of `special`. */
static void put_quoted(const char *text, const char *special, FILE *to)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", to);
        else
            fprintf(to, "%s%c", strchr(special, *text) ? "\\" : "", *text);
    }
}

static void print_commands(const command_list *list, FILE *to)
{
    fputs("_hone_commands() {\n    local -a list=(\n", to);
    for (uint32_t i = 0; i < list->count; i++) {
        fprintf(to, "        '%s:", list->items[i]->name);
        put_quoted(list->items[i]->summary, "\\", to);
        fputs("'\n", to);
    }
    fputs("        'help:print the commands, or the options of one'\n"
          "        'completion:print the script by which a shell completes command lines'\n"
          "        'version:print the version and which components are built in'\n"
          "    )\n    _describe command list\n}\n\n",
          to);
}

/* The text that completes a value: ":WAY:(matrix texture)". */
static void print_value(const option *o, FILE *to)
{
    value_hints hints;
    value_hints_find(o, &hints);
    fputc(':', to);
    put_quoted(o->value, ":\\", to);
    fputc(':', to);
    if (hints.list && hints.word_count)
        fputs("_values -s , value", to);
    else if (hints.word_count)
        fputs(" _hone_words \"", to);
    for (uint32_t i = 0; i < hints.word_count; i++) {
        size_t size = strlen(hints.words[i]);
        bool open = hints.list && hints.words[i][size - 1] == '='; /* a value follows */
        fprintf(to, "%s%.*s%s", i || hints.list ? " " : "", (int)(open ? size - 1 : size), hints.words[i],
                open ? "\\:value\\: " : "");
    }
    if (hints.word_count && !hints.list)
        fputc('"', to);
    else if (hints.file)
        fputs(" _hone_files", to);
    if (hints.file)
        fprintf(to, " \"%s\"", hints.endings ? hints.endings : "");
}

static void print_option(const option *o, FILE *to)
{
    char help[HINT_HELP_SIZE];
    option_describe(o, help);
    bool often = o->of_file || o->is_step;
    const char *equals = o->value ? "=" : "", *attached = o->value ? "+" : "";
    if (o->letter)
        fprintf(to, "        '(-%c %s)'{-%c%s,%s%s}'", o->letter, o->name, o->letter, attached, o->name, equals);
    else
        fprintf(to, "        '%s%s%s", often ? "*" : "", o->name, equals);
    fputc('[', to);
    put_quoted(help, "]\\", to);
    fputc(']', to);
    if (o->value)
        print_value(o, to);
    fputs("'\n", to);
}

static void print_subcommand(const command *c, FILE *to)
{
    const option *o;
    fprintf(to, "_hone_%s() {\n    local -a specs=(\n", c->name);
    for (uint32_t i = 0; (o = options_at(c, i)); i++) print_option(o, to);
    fputs("        '(-h --help)'{-h,--help}'[print this help]'\n", to);
    if (c->endings)
        fprintf(to, "        '*:file: _hone_files \"%s\"'\n", c->endings);
    fputs("    )\n    _arguments -s -S : $specs\n}\n\n", to);
}

void zsh_completion_print(const command_list *list, FILE *to)
{
    fprintf(to, "#compdef hone hone-view\n# Completion of hone %s for zsh. Made by: hone completion zsh\n\n",
            HONE_VERSION);
    fputs(head, to);
    print_commands(list, to);
    for (uint32_t i = 0; i < list->count; i++) {
        print_subcommand(list->items[i], to);
        if (!list->items[i]->run)
            fprintf(to, "local _hone_shown='%s'\n\n", list->items[i]->endings);
    }
    fputs(body, to);
}
