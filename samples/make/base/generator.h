/* Shared by all parts of the generator: allocation that cannot fail, and errors. The generator is a build tool: any
 * error ends it with one message. */
#ifndef HONE_SAMPLES_MAKE_BASE_GENERATOR_H
#define HONE_SAMPLES_MAKE_BASE_GENERATOR_H

#include <hone/base.h>

HONE_PRINTF(1, 2)
_Noreturn void give_up(const char *format, ...);

void *allocate(size_t count, size_t size); /* zeroed */
void *reallocate(void *old, size_t count, size_t size);

#endif
