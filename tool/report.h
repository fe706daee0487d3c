/* What the command says to people, on stderr: one line for a failure, warnings only where all went well. */
#ifndef HONE_TOOL_REPORT_H
#define HONE_TOOL_REPORT_H

#include <hone/base.h>
#include <stdio.h>

enum { /* exit statuses; one more is 128 + the signal that ended the work: 130 for Ctrl-C */
       STATUS_OK = 0,
       STATUS_FAILED = 1,
       STATUS_USAGE = 2,
       STATUS_SIGNAL = 128
};

enum { REPORT_WARNINGS_SHOWN = 10 };

typedef struct report {
    FILE *lines;                           /* stderr, or what stderr was before report_silence_libraries */
    bool quiet;                            /* no warnings, no progress */
    char *warnings[REPORT_WARNINGS_SHOWN]; /* "FILE: warning: TEXT" */
    uint32_t warning_count;                /* may exceed what is kept */
} report;

report report_make(void);
void report_release(report *r);

/* Both print "hone: ..." and return the status that the command then ends with. */
HONE_PRINTF(2, 3)
int report_usage(report *r, const char *format, ...);
int report_failure(report *r, const char *file, const hone_error *error); /* file NULL: the message has it all */

/* Kept until report_print_warnings; of equal ones the first. */
void report_warn(report *r, const char *file, const char *text);
void report_warn_all(report *r, const char *file, hone_warnings warnings);
void report_print_warnings(report *r);

/* From here on whatever else is written to stderr is dropped: graphics drivers talk there, and a failure is one line.
 */
void report_silence_libraries(report *r);

/* Control characters (a terminal would obey them) as \n, \t or \xNN. */
void report_print_escaped(FILE *to, const char *text);

#endif
