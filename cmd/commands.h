/* The subcommands, one in each file; hone bench is in bench/bench.h. */
#ifndef HONE_CMD_COMMANDS_H
#define HONE_CMD_COMMANDS_H

#include "tool/options/options.h"

extern const command command_info, command_pose, command_render, command_convert, command_rig, command_demo;

/* hone view is a separate program, hone-view; tool/options/view_options.h has its options. */
bool view_available(void); /* whether hone-view is in the folder of this program */
/* Replaces this process by hone-view, with the same arguments; the first is the subcommand's name. Returns a status if
 * that fails. */
int view_become(char **arguments, report *r);

#endif
