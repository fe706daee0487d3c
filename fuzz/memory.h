/* Counts the memory of the program: the linker gives calls of malloc and so on to memory.c. */
#ifndef HONE_FUZZ_MEMORY_H
#define HONE_FUZZ_MEMORY_H

#include <stdint.h>

/* Begins to count from 0. */
void memory_count(void);
/* The most bytes that were held at once, above those held when the count began. */
uint64_t memory_most_held(void);
/* Those held now, above those held when the count began; below 0 if more was freed. */
int64_t memory_held(void);

#endif
