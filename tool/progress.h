/* How far a long piece of work is, and when it will be done: one line on a terminal, nothing anywhere else. */
#ifndef HONE_TOOL_PROGRESS_H
#define HONE_TOOL_PROGRESS_H

#include "tool/report.h"

typedef struct progress {
    FILE *to;         /* NULL: nobody watches */
    const char *what; /* before the numbers; "" at first */
    uint32_t total;
    double begun, shown; /* seconds */
} progress;

progress progress_begin(const report *r, uint32_t total);
void progress_show(progress *p, uint32_t done);
void progress_end(progress *p); /* wipes the line */

double progress_clock(void); /* seconds that only ever grow */

#endif
