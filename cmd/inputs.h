/* The files that a command is given: read once each, told apart by their content, in any order. */
#ifndef HONE_CMD_INPUTS_H
#define HONE_CMD_INPUTS_H

#include "report.h"

#include <hone/format.h>

typedef struct input {
    const char *path;
    hone_format format;
    hone_model *model; /* exactly one of the two is there */
    hone_motion *motion;
} input;

typedef struct inputs {
    input *items; /* [count] as on the command line */
    uint32_t count, model_count;
} inputs;

/* Does not say "FILE: " in its errors. */
bool input_load(const char *path, bool strict, input *out, hone_error *error);
void input_release(input *item);

/* All of them, or none after saying which failed. Their warnings go to the report. */
int inputs_load(const char *const *paths, uint32_t count, bool strict, inputs *out, report *r);
void inputs_release(inputs *in);

#endif
