/* The output of `hone motion --json`. */
#ifndef HONE_CMD_MOTION_MOTION_JSON_H
#define HONE_CMD_MOTION_MOTION_JSON_H

#include "cmd/motion/motion_steps.h"

/* output: its name, and the bytes that were written. */
int motion_print_json(const motion_work *work, const char *output, uint64_t bytes);

/* All keys of a motion. */
uint64_t motion_key_count(const hone_motion *motion);

#endif
