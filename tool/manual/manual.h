/* Man pages and completion scripts for shells, made from the tables of options. */
#ifndef HONE_TOOL_MANUAL_MANUAL_H
#define HONE_TOOL_MANUAL_MANUAL_H

#include "tool/options/options.h"

/* All subcommands, in the order of the help. */
typedef struct command_list {
    const command *const *items; /* [count] */
    uint32_t count;
} command_list;

/* Prints a man page in the language of man(7): that of the command itself, or, if c is not NULL, of a subcommand. Its
 * date is that of SOURCE_DATE_EPOCH, or else today. */
void man_page_print(const command_list *list, const command *c, FILE *to);

/* Prints the script that completes hone and hone-view in this shell: bash, zsh or fish. False: another shell. */
bool completion_print(const command_list *list, const char *shell, FILE *to);

extern const char *const completion_shells[]; /* the last is NULL */

void bash_completion_print(const command_list *list, FILE *to);
void zsh_completion_print(const command_list *list, FILE *to);
void fish_completion_print(const command_list *list, FILE *to);

#endif
