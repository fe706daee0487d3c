/* Which processors a thread runs on. Where the system has no calls for it these do nothing. */
#ifndef HONE_SRC_BASE_PROCESSOR_H
#define HONE_SRC_BASE_PROCESSOR_H

#include <stdbool.h>

enum { HONE_PROCESSOR_UNKNOWN = -1 };

/* Where the calling thread runs. */
int hone_processor_now(void);

/* The calling thread moves off the processor and is not put on it any more. False, and nothing done, if it may not run
 * there anyway, or nowhere else. */
bool hone_processor_avoid(int processor);

/* Takes hone_processor_avoid back. */
void hone_processor_allow(int processor);

#endif
