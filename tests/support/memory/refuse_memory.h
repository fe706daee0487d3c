/* Lets allocations fail. A test that uses it is named in REFUSING_MEMORY of tests/CMakeLists.txt: the linker then gives
 * its calls of malloc, calloc, realloc, posix_memalign and strdup, and those of the libraries in it, to the functions
 * of this file. */
#ifndef HONE_TESTS_SUPPORT_MEMORY_REFUSE_MEMORY_H
#define HONE_TESTS_SUPPORT_MEMORY_REFUSE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* From now on allocation number n, counted from 0, and all later ones fail. */
void refuse_memory_from(uint64_t n);
/* From now on allocation number n fails, and no other one. */
void refuse_memory_at(uint64_t n);
/* From now on none fails. Returns whether any failed since the last call. */
bool refuse_memory_end(void);

#endif
