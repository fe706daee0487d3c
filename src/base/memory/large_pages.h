/* Memory for what is loaded. The system hands it out in pages of 2 MB where it can: a model of 1 MB then costs one page
 * fault in place of hundreds, which would take half of the time of the first load of a process. */
#ifndef HONE_SRC_BASE_MEMORY_LARGE_PAGES_H
#define HONE_SRC_BASE_MEMORY_LARGE_PAGES_H

#include <hone/base.h>

/* Returns the caller's allocator; or, for NULL and for the one that stands for it, one that has 8 MB of such memory for
 * the process. malloc gives what does not fit, what is small, and everything where the system has no large pages. What
 * is freed is used again, and stays with the process. Any thread may use it; it never waits for another thread.
 *
 * It is for memory that stays inside of hone: what a program gets without an allocator is of malloc, and may be freed
 * by it. */
const hone_allocator *hone_allocator_or_large_pages(const hone_allocator *allocator);

#endif
