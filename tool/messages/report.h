/* Messages of the command on stderr: one line for a failure, or warnings if the command succeeds. The texts are
 * English, and are printed in the language of the user (messages.h). */
#ifndef HONE_TOOL_MESSAGES_REPORT_H
#define HONE_TOOL_MESSAGES_REPORT_H

#include <hone/base.h>
#include <stdio.h>

enum { /* exit statuses; besides them 128 + the signal that ended the work, such as 130 for Ctrl-C */
       STATUS_OK = 0,
       STATUS_FAILED = 1,
       STATUS_USAGE = 2,
       STATUS_SIGNAL = 128
};

enum { REPORT_WARNINGS_SHOWN = 10 };

typedef struct report {
    FILE *lines;                           /* stderr, or what stderr was before report_silence_libraries */
    bool quiet;                            /* no warnings, no progress */
    const char *typed, *meant;             /* the subcommand that was typed, and the one that does it; NULL: the same */
    char *warnings[REPORT_WARNINGS_SHOWN]; /* "FILE: warning: TEXT" */
    uint32_t warning_count;                /* may be more than are kept */
} report;

report report_make(void);
void report_release(report *r);

/* Both print "hone: ..." and return the exit status of the command. A usage that begins with the subcommand's name
 * begins with the one that was typed. */
HONE_PRINTF(2, 3)
int report_usage(report *r, const char *format, ...);
/* Prints "hone: TEXT", which is no failure. */
HONE_PRINTF(2, 3)
void report_note(report *r, const char *format, ...);
/* file NULL: the message names it, or there is none. */
int report_failure(report *r, const char *file, const hone_error *error);

/* Keeps the warning until report_print_warnings. Drops a warning that was already given. */
void report_warn(report *r, const char *file, const char *text);
HONE_PRINTF(3, 4)
void report_warn_of(report *r, const char *file, const char *format, ...);
void report_warn_all(report *r, const char *file, hone_warnings warnings);
/* The same for a whole line, "FILE: warning: TEXT", from report.warnings of another process. */
void report_take_warning(report *r, const char *line);
void report_print_warnings(report *r);

/* From now on other output to stderr is dropped: graphics drivers print there, but a failure must be one line. */
void report_silence_libraries(report *r);

/* Prints control characters as \n, \t or \xNN, since a terminal would execute them. */
void report_print_escaped(FILE *to, const char *text);
/* Prints a text of several lines, such as the comment of a model, with `indent` spaces before each line. */
void report_print_lines(FILE *to, int indent, const char *text);

#endif
