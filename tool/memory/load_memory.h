/* Memory for what a short command loads. The system hands it out in pages of 2 MB where it can, so that a model of 1 MB
 * costs one page fault in place of hundreds, which would take half of the time of `hone info`. */
#ifndef HONE_TOOL_LOAD_MEMORY_H
#define HONE_TOOL_LOAD_MEMORY_H

#include <hone/base.h>

/* Returns an allocator with 8 MB of such memory for the process; malloc gives what does not fit. The 8 MB are used
 * again when all that lies there has been freed. Any thread may use it. */
const hone_allocator *load_memory(void);

#endif
