/* Asks the operating system for the time, the memory and the processors. */
#ifndef HONE_SRC_BASE_SYSTEM_MACHINE_H
#define HONE_SRC_BASE_SYSTEM_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* Returns nanoseconds since some moment; it never goes back. */
uint64_t hone_clock_ns(void);

/* Returns a number that differs from that of other processes and of earlier calls. */
uint64_t hone_seed(void);

/* Writes the machine's name in its network, "" if it has none. */
void hone_host_name(char *out, size_t size);

/* Returns how many processors are on; at least 1. */
long hone_processor_count(void);

/* Returns memory, to be freed by hone_system_free; NULL if there is none. align: a power of two, at least that of a
 * pointer. */
void *hone_system_allocate(size_t size, size_t align);
void hone_system_free(void *memory);

/* Returns memory that the system hands out in pages of 2 MB as it is used. It stays with the process. NULL: this system
 * has no such pages for all users, or a sanitizer is to find errors in pieces of the memory. */
void *hone_system_large_pages(size_t size);

/* Writes the reason that a value of errno stands for. */
void hone_reason(int number, char *out, size_t size);

#endif
