/* The operations of `hone motion`, in the order of the command line. */
#ifndef HONE_CMD_MOTION_MOTION_STEPS_H
#define HONE_CMD_MOTION_MOTION_STEPS_H

#include "tool/options/options.h"
#include <hone/motion_edit.h>

typedef enum motion_operation {
    MOTION_TRIM,
    MOTION_SHIFT,
    MOTION_JOIN,
    MOTION_MERGE,
    MOTION_MIRROR,
    MOTION_STRIP,
    MOTION_KEEP,
    MOTION_RENAME,
    MOTION_SPEED,
    MOTION_LOOP,
    MOTION_SMOOTH,
    MOTION_REDUCE
} motion_operation;

/* A motion that is being made, of one input file or of several. */
typedef struct motion_entry {
    uint32_t first_file; /* the first of its files */
    const char *file;    /* its path */
    hone_motion *motion;
} motion_entry;

/* The result of an operation. */
typedef struct motion_result {
    const option_step *step;
    const char *file;            /* of the motion that it changed */
    hone_motion *before, *after; /* before: NULL if several motions became one */
    hone_motion_edit_report report;
} motion_result;

typedef struct motion_work {
    motion_entry *entries; /* [entry_count] */
    uint32_t entry_count;
    motion_result *results; /* [result_count] */
    uint32_t result_count;
    report *report;
} motion_work;

/* The operation of a step. */
motion_operation motion_operation_of(const option_step *step);

/* Returns how many motions are left behind all operations. */
uint32_t motion_steps_left(const option_steps *steps, uint32_t file_count);

/* Does all operations. An operation changes the motion of the file before it; before the first file, all motions. */
int motion_steps_run(motion_work *work, const option_steps *steps);

void motion_work_release(motion_work *work);

/* ---- values of the options ---- */

bool motion_read_range(const option *o, const char *text, void *field);
bool motion_read_shift(const option *o, const char *text, void *field);
bool motion_read_speed(const option *o, const char *text, void *field);
/* Reads "N" or "N:FRAMES". */
bool motion_read_loop(const option *o, const char *text, void *field);
bool motion_read_window(const option *o, const char *text, void *field);
bool motion_read_length(const option *o, const char *text, void *field);
/* Checks that a list names something; it is read again when it is needed. */
bool motion_read_list(const option *o, const char *text, void *field);

#endif
