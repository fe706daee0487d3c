/* The subcommands, one in each file; hone bench is in bench/bench.h. */
#ifndef HONE_CMD_COMMANDS_H
#define HONE_CMD_COMMANDS_H

#include "tool/manual/manual.h"
#include "tool/options/options.h"
#include "tool/scene/scene_options.h"
#include <hone/io.h>

extern const command command_info, command_pose, command_render, command_join, command_convert, command_pack,
    command_texture, command_rig, command_doctor, command_diff, command_demo, command_motion;

/* Prints the version and the parts of hone. Loads no module. */
void version_print(void);

/* hone completion SHELL: prints the script for the shell. arguments: those behind the subcommand's name. */
int completion_print_for(const command_list *list, int count, char **arguments, report *r);

/* hone view is a separate program, hone-view; tool/options/view_options.h has its options. */
/* Finds hone-view in the folder of this program; path: empty if it is not there. */
bool view_find(char path[HONE_PATH_SIZE]);
/* Replaces this process by hone-view, with the arguments behind the subcommand's name. Returns a status if that fails.
 */
int view_become(int count, char **arguments, report *r);

#endif
