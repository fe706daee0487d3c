/* The duration of a command's motions, and warnings for times outside of it. */
#ifndef HONE_TOOL_PLAY_TIMELINE_H
#define HONE_TOOL_PLAY_TIMELINE_H

#include "tool/play/inputs.h"

/* Whether a motion moves bones or morphs, or shows and hides a model. NULL: no. */
bool timeline_moves(const hone_motion *motion);

/* The frame of the last key of all motions; 0: there are none, or all are single poses. */
double timeline_end(const inputs *in);

/* The times given on the command line. */
typedef struct timeline_times {
    const char *unit;       /* "frame", "second" or "tick" */
    double units_per_frame; /* 1, 1/30, … */
    const double *frames;   /* [count] */
    uint32_t count;
} timeline_times;

/* Reports in one warning the times before frame 0 or after the end. Also warns of times other than 0 if no motion plays
 * although a model's own file has clips. */
void timeline_warn_outside(const inputs *in, const timeline_times *times, report *r);

#endif
