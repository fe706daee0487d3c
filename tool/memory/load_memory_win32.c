/* Memory for loading on Windows: that of malloc. */
#include "tool/memory/load_memory.h"

/* Large pages need a right that users of Windows do not have. */
const hone_allocator *load_memory(void)
{
    return NULL;
}
