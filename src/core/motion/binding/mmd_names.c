#include "core/motion/binding/mmd_names.h"
#include "base/memory/arena.h"
#include "base/text/text.h"
#include <string.h>

bool hone_mmd_names_make(hone_mmd_names *known, uint32_t count, hone_arena *memory)
{
    known->names = hone_arena_array(memory, (size_t)count + 1, sizeof *known->names);
    known->bytes = hone_arena_array(memory, (size_t)count + 1, sizeof *known->bytes);
    return known->names && known->bytes;
}

void hone_mmd_names_set(hone_mmd_names *known, uint32_t at, const char *name)
{
    bool lossy = false;
    size_t size = hone_cp932_from_utf8(name, strlen(name), (uint8_t *)known->bytes[at], HONE_NAME_SIZE, &lossy);
    known->names[at] = (hone_name){known->bytes[at], lossy ? 0 : (uint32_t)size};
}

bool hone_mmd_names_finish(hone_mmd_names *known, uint32_t count, hone_arena *memory)
{
    return hone_name_table_make(&known->table, known->names, count, memory);
}

bool hone_mmd_names_find(const hone_mmd_names *known, uint32_t at)
{
    return hone_name_table_find(&known->table, known->names[at]) == at;
}
