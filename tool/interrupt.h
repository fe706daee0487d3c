/* Ctrl-C and its kin: noted, so that work stops between two files and what stands on disk stays whole. */
#ifndef HONE_TOOL_INTERRUPT_H
#define HONE_TOOL_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void); /* SIGINT, SIGTERM, SIGHUP; the second one ends the process at once */
bool interrupted(void);
int interrupted_status(void); /* 128 + the signal: 130 for Ctrl-C */

#endif
