/* The subcommands, a file each. */
#ifndef HONE_CMD_COMMANDS_H
#define HONE_CMD_COMMANDS_H

#include "options.h"

extern const command command_info, command_pose, command_render, command_convert, command_rig, command_demo,
    command_bench, command_view;

#endif
