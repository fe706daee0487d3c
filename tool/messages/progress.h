/* Shows the progress and remaining time of long work: one line on a terminal, nothing if stderr is not a terminal. */
#ifndef HONE_TOOL_MESSAGES_PROGRESS_H
#define HONE_TOOL_MESSAGES_PROGRESS_H

#include "tool/messages/report.h"

typedef struct progress {
    FILE *to;         /* NULL: print nothing */
    const char *what; /* text before the numbers; "" at first */
    uint32_t total;
    double begun, shown; /* seconds */
} progress;

progress progress_begin(const report *r, uint32_t total);
void progress_show(progress *p, uint32_t done);
void progress_end(progress *p); /* clears the line */

double progress_clock(void); /* seconds; never goes backwards */

#endif
