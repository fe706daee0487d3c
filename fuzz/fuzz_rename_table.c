/* Reads any bytes as a table of new names, and renames a motion by it. */
#include "tool/options/rename_table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rename_table table;
    hone_error error = {0};
    if (rename_table_read(data, size, &table, &error))
        for (uint32_t i = 0; i < table.count; i++)
            if (!*table.pairs[i].from || !*table.pairs[i].to || strlen(table.pairs[i].to) > 3 * size)
                abort();
    rename_table_release(&table);
    return 0;
}
