/* Reads any bytes as a table of new names, and renames a motion by it. */
#include "fuzz.h"
#include "tool/options/rename_table.h"

#include <stdlib.h>
#include <string.h>

static void use(const uint8_t *data, size_t size)
{
    rename_table table;
    hone_error error = {0};
    if (rename_table_read(data, size, &table, &error))
        for (uint32_t i = 0; i < table.count; i++)
            if (!*table.pairs[i].from || !*table.pairs[i].to || strlen(table.pairs[i].to) > 3 * size)
                abort();
    rename_table_release(&table);
}

static hone_bytes make(unsigned kind)
{
    static const char table[] = "# names\nhead,\xe9\xa0\xad\n\nlong name\tshort\r\na,b\n";
    (void)kind;
    return fuzz_bytes(table, sizeof table - 1);
}

const fuzz_target fuzz_rename_table = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
