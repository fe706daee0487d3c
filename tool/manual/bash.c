/* Completion for bash. It needs nothing of the package bash-completion. */
#include "tool/manual/manual.h"
#include "tool/manual/value_hints.h"

static const char functions[] =
    "# Suggests files with these endings, in letters of any case, and folders; without such files, all files.\n"
    "_hone_files() {\n"
    "    local typed=${cur//\\\\/} name ending\n"
    "    typed=${typed#[\\'\\\"]}\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r name; do\n"
    "        for ending in $1; do\n"
    "            [[ ${name,,} == *.\"$ending\" ]] && COMPREPLY+=(\"$name\")\n"
    "        done\n"
    "    done < <(compgen -f -- \"$typed\")\n"
    "    [ -z \"$1\" ] || while IFS= read -r name; do\n"
    "        COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen -d -- \"$typed\")\n"
    "    [ ${#COMPREPLY[@]} -gt 0 ] && return\n"
    "    while IFS= read -r name; do\n"
    "        COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen -f -- \"$typed\")\n"
    "}\n"
    "\n"
    "_hone_words() {\n"
    "    local done= IFS=$' \\t\\n'\n"
    "    if [ -n \"$list\" ]; then\n"
    "        [[ $cur == *,* ]] && done=${cur%,*},\n"
    "        compopt -o nospace 2>/dev/null\n"
    "    fi\n"
    "    COMPREPLY+=($(compgen -P \"$done\" -W \"$1\" -- \"${cur#\"$done\"}\"))\n"
    "}\n"
    "\n"
    "# Suggests the value of $2, an option of the subcommand $1. Fails if it takes none.\n"
    "_hone_value() {\n"
    "    local words= files= any= list=\n"
    "    _hone_hints \"$1 $2\" || return\n"
    "    [ -z \"$words\" ] || _hone_words \"$words\"\n"
    "    [ -z \"$any\" ] || _hone_files \"$files\"\n"
    "    return 0\n"
    "}\n";

static const char body[] =
    "_hone() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} list= i\n"
    "    COMPREPLY=()\n"
    "    if [ \"${1##*/}\" = hone-view ]; then\n"
    "        command=view\n"
    "    elif [ \"$COMP_CWORD\" = 1 ]; then\n"
    "        _hone_words \"$_hone_commands\"\n"
    "        [[ $cur == -* ]] || _hone_files \"$(_hone_endings view)\"\n"
    "        return\n"
    "    elif [[ \" $_hone_commands \" != *\" $command \"* ]]; then\n"
    "        command=view\n"
    "    fi\n"
    "    case $command in\n"
    "    help) _hone_words \"--man $_hone_commands\"; return ;;\n"
    "    completion) _hone_words 'bash zsh fish'; return ;;\n"
    "    version) return ;;\n"
    "    esac\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        [ \"${COMP_WORDS[i]}\" = -- ] && { _hone_files \"$(_hone_endings $command)\"; return; }\n"
    "    done\n"
    "    # bash makes words of --option, = and the value\n"
    "    [ \"$cur\" = = ] && cur= || { [ \"$option\" = = ] && option=${COMP_WORDS[COMP_CWORD-2]}; }\n"
    "    _hone_value \"$command\" \"$option\" && return\n"
    "    if [[ $cur == -* ]]; then\n"
    "        _hone_words \"$(_hone_options $command)\"\n"
    "    else\n"
    "        _hone_files \"$(_hone_endings $command)\"\n"
    "    fi\n"
    "}\n"
    "complete -F _hone hone hone-view\n";

static void print_names(const command_list *list, FILE *to)
{
    fputs("_hone_commands='", to);
    for (uint32_t i = 0; i < list->count; i++) fprintf(to, "%s ", list->items[i]->name);
    fputs("help completion version'\n\n", to);
}

/* The names of all options, without those of one letter: completing these helps nobody. */
static void print_options(const command_list *list, FILE *to)
{
    fputs("_hone_options() {\n    case $1 in\n", to);
    for (uint32_t i = 0; i < list->count; i++) {
        const option *o;
        fprintf(to, "    %s) echo '", list->items[i]->name);
        for (uint32_t k = 0; (o = options_at(list->items[i], k)); k++) fprintf(to, "%s ", o->name);
        fputs("--help' ;;\n", to);
    }
    fputs("    esac\n}\n\n", to);
}

static void print_endings(const command_list *list, FILE *to)
{
    fputs("_hone_endings() {\n    case $1 in\n", to);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i]->endings)
            fprintf(to, "    %s) echo '%s' ;;\n", list->items[i]->name, list->items[i]->endings);
    fputs("    esac\n}\n\n", to);
}

static void print_hints_of(const command *c, const option *o, FILE *to)
{
    value_hints hints;
    value_hints_find(o, &hints);
    fprintf(to, "    '%s %s'", c->name, o->name);
    if (o->letter)
        fprintf(to, " | '%s -%c'", c->name, o->letter);
    fputs(") ", to);
    if (hints.word_count) {
        fputs("words='", to);
        for (uint32_t i = 0; i < hints.word_count; i++) fprintf(to, "%s%s", i ? " " : "", hints.words[i]);
        fputs("' ", to);
    }
    if (hints.file)
        fprintf(to, "any=yes files='%s' ", hints.endings ? hints.endings : "");
    fprintf(to, "%s;;\n", hints.list ? "list=yes " : "");
}

static void print_hints(const command_list *list, FILE *to)
{
    fputs("# Sets words, any, files and list for the option of a subcommand. Fails for one without a value.\n"
          "_hone_hints() {\n    case $1 in\n",
          to);
    for (uint32_t i = 0; i < list->count; i++) {
        const option *o;
        for (uint32_t k = 0; (o = options_at(list->items[i], k)); k++)
            if (o->value)
                print_hints_of(list->items[i], o, to);
    }
    fputs("    *) return 1 ;;\n    esac\n}\n\n", to);
}

void bash_completion_print(const command_list *list, FILE *to)
{
    fprintf(to, "# Completion of hone %s for bash. Made by: hone completion bash\n\n", HONE_VERSION);
    print_names(list, to);
    print_options(list, to);
    print_endings(list, to);
    print_hints(list, to);
    fputs(functions, to);
    fputc('\n', to);
    fputs(body, to);
}
