/* What every part of the generator needs: memory that is there, and a way to give up. It is a tool of the build:
 * whatever goes wrong ends it with one sentence. */
#ifndef HONE_SAMPLES_GENERATOR_H
#define HONE_SAMPLES_GENERATOR_H

#include <hone/base.h>

HONE_PRINTF(1, 2)
_Noreturn void give_up(const char *format, ...);

void *allocate(size_t count, size_t size); /* zeroed */
void *reallocate(void *old, size_t count, size_t size);

#endif
