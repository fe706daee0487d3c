/* Errors (hone/io.h) and assertions. */
#ifndef HONE_SRC_BASE_ERROR_H
#define HONE_SRC_BASE_ERROR_H

#include <hone/io.h>

/* Checks what earlier code guarantees. For misuse and broken invariants only, never for anything that a file can cause.
 */
#ifdef NDEBUG
#define HONE_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define HONE_ASSERT(condition) assert(condition)
#endif

#endif
