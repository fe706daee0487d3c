/* Handles Ctrl-C and similar signals: sets a flag, so that work stops between two files and files on disk stay
 * complete. */
#ifndef HONE_TOOL_MESSAGES_INTERRUPT_H
#define HONE_TOOL_MESSAGES_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void); /* SIGINT, SIGTERM, SIGHUP; a second signal ends the process at once */
bool interrupted(void);
int interrupted_status(void); /* 128 + the signal: 130 for Ctrl-C */

#endif
