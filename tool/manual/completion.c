/* Writes the completion scripts of shells. */
#include "tool/manual/manual.h"

#include <string.h>

static void (*const printers[])(const command_list *, FILE *) = {bash_completion_print, zsh_completion_print,
                                                                 fish_completion_print};
const char *const completion_shells[] = {"bash", "zsh", "fish", NULL};

bool completion_print(const command_list *list, const char *shell, FILE *to)
{
    for (int i = 0; completion_shells[i]; i++)
        if (strcmp(completion_shells[i], shell) == 0)
            return printers[i](list, to), true;
    return false;
}
