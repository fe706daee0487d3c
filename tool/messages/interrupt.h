/* Ctrl-C and similar signals end the command at once, whatever it is doing: reading, computing, drawing, or waiting for
 * a file to be on the disk, which is then completed. No temporary file is left. */
#ifndef HONE_TOOL_MESSAGES_INTERRUPT_H
#define HONE_TOOL_MESSAGES_INTERRUPT_H

#include <stdio.h>

/* From now on SIGINT, SIGTERM and SIGHUP end the process, with the exit status 128 + the signal: 130 for Ctrl-C. SIGHUP
 * does not if it was ignored before, as under nohup. */
void interrupt_watch(void);

/* What has to be done before the end, or NULL. It runs in a signal handler, where few functions may be called. */
void interrupt_set_end(void (*end)(void *user), void *user);

/* The terminal whose last line is cleared at the end; NULL: none. */
void interrupt_set_line(FILE *line);

#endif
