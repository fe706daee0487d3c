/* How a floor says that it failed, and what it takes for granted. */
#ifndef HONE_SRC_BASE_ERROR_H
#define HONE_SRC_BASE_ERROR_H

#include <hone/base.h>

/* Fills in `error` (NULL is fine) and returns false, so that `return hone_fail(...)` reads as it should.
 * Control characters of the finished message are escaped. */
HONE_PRINTF(4, 5)
bool hone_fail(hone_error *error, hone_code code, uint64_t at, const char *format, ...);

/* "SOMETHING must not be NULL", unless an earlier failed call has already said why it is. */
bool hone_fail_null(hone_error *error, const char *what);

/* out of memory */
bool hone_fail_memory(hone_error *error);

/* Puts "NAME: " before the message; a long name is cut at its front. */
void hone_error_prefix(hone_error *error, const char *name);

/* What the code before has made sure of. Misuse and broken invariants only, never anything that a file can bring about.
 */
#ifdef NDEBUG
#define HONE_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define HONE_ASSERT(condition) assert(condition)
#endif

#endif
