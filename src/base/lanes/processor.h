/* Controls on which processor a thread runs, and asks what it can do. On systems without such calls the functions do
 * nothing. */
#ifndef HONE_SRC_BASE_LANES_PROCESSOR_H
#define HONE_SRC_BASE_LANES_PROCESSOR_H

#include <stdbool.h>

enum { HONE_PROCESSOR_UNKNOWN = -1 };

/* Returns the processor on which the calling thread runs. */
int hone_processor_now(void);

/* Moves the calling thread off the processor and keeps it off. Returns false and does nothing if the thread is not
 * allowed on that processor anyway, or on no other. */
bool hone_processor_avoid(int processor);

/* Undoes hone_processor_avoid. */
void hone_processor_allow(int processor);

/* Returns whether processor and system support AVX2; and with it fused multiplication and addition, and numbers of 16
 * bits. */
bool hone_processor_has_avx2(void);
bool hone_processor_has_fma_and_f16c(void);

/* Returns whether processor and system support NEON with fused multiplication and addition, as every 64-bit ARM does.
 */
bool hone_processor_has_neon(void);

/* Returns whether processor and system support AVX-512 with its operations on bytes, on other integers, and on shorter
 * vectors. */
bool hone_processor_has_avx512(void);

#endif
