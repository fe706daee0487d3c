/* hone completion SHELL, and hone help --man: what is made from the tables of options. */
#include "cmd/commands.h"
#include "tool/options/suggestion.h"

#include <string.h>

int completion_print_for(const command_list *list, int count, char **arguments, report *r)
{
    const char *shell = count == 1 ? arguments[0] : "";
    if (completion_print(list, shell, stdout))
        return STATUS_OK;
    const char *meant = suggestion_find(shell, completion_shells);
    if (meant)
        return report_usage(r, "completion: a shell is needed, bash, zsh or fish; did you mean \"%s\"?", meant);
    return report_usage(r, "completion: a shell is needed, bash, zsh or fish");
}
