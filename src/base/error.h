/* Errors (hone/io.h) and assertions. */
#ifndef HONE_SRC_BASE_ERROR_H
#define HONE_SRC_BASE_ERROR_H

#include <hone/io.h>
#include <stdarg.h>

/* The same as hone_fail, for functions that take arguments like it. */
HONE_PRINTF(4, 0)
bool hone_fail_list(hone_error *error, hone_code code, uint64_t at, const char *format, va_list arguments);

/* Sets the error "WHAT must not be NULL", unless `error` is already set: then the NULL is the result of that failure,
 * which stays reported. Returns false. Errors: ARGUMENT. */
bool hone_fail_null(hone_error *error, const char *what);

/* Sets the error "WHAT: REASON" for a value of errno. Returns false. Errors: IO. */
bool hone_fail_system(hone_error *error, const char *what, int number);

/* Checks what earlier code guarantees. For misuse and broken invariants only, never for anything that a file can cause.
 */
#ifdef NDEBUG
#define HONE_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define HONE_ASSERT(condition) assert(condition)
#endif

#endif
