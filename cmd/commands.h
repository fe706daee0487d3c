/* The subcommands, a file each. */
#ifndef HONE_CMD_COMMANDS_H
#define HONE_CMD_COMMANDS_H

#include "tool/options.h"

extern const command command_info, command_pose, command_render, command_convert, command_rig, command_demo,
    command_bench;

/* hone view is a program of its own, hone-view; tool/view_options.h has its table. */
bool view_available(void); /* hone-view lies beside this program */
/* Becomes hone-view, with the arguments as they are, the subcommand's name the first. Returns a status if it cannot. */
int view_become(char **arguments, report *r);

#endif
