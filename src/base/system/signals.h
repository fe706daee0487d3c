/* Signals that must wait until a file is complete. */
#ifndef HONE_SRC_BASE_SYSTEM_SIGNALS_H
#define HONE_SRC_BASE_SYSTEM_SIGNALS_H

#include <stdint.h>

/* The signals that the calling thread blocked before. */
typedef struct hone_held_signals {
    uint64_t before[16];
} hone_held_signals;

/* Blocks the signals that ask a program to end, and SIGXFSZ. On Windows both do nothing: there a request to end does
 * not interrupt a thread. */
void hone_signals_hold(hone_held_signals *held);
void hone_signals_release(const hone_held_signals *held);

#endif
