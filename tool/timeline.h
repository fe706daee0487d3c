/* How long the motions of a command last, and what lies outside of that. */
#ifndef HONE_TOOL_TIMELINE_H
#define HONE_TOOL_TIMELINE_H

#include "tool/inputs.h"

/* Whether a motion moves bones or morphs, or hides and shows a model. NULL: no. */
bool timeline_moves(const hone_motion *motion);

/* The frame of the last key of all motions; 0: there are none, or all are poses. */
double timeline_end(const inputs *in);

/* Times of the command line. */
typedef struct timeline_times {
    const char *unit;       /* "frame", "second" or "tick" */
    double units_per_frame; /* 1, 1/30, … */
    const double *frames;   /* [count] */
    uint32_t count;
} timeline_times;

/* Warns, in one line, of times before frame 0 or behind the end; and of times other than 0 where nothing plays although
 * a model's own file holds clips. */
void timeline_warn_outside(const inputs *in, const timeline_times *times, report *r);

#endif
