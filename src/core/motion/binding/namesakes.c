#include "core/motion/binding/namesakes.h"
#include <string.h>

bool hone_namesakes_make(hone_namesakes *out, const void *records, size_t size, uint32_t count, hone_arena *scratch)
{
    hone_name *names = hone_arena_array(scratch, count, sizeof *names);
    out->count = count;
    for (uint32_t i = 0; names && i < count; i++) {
        const char *name;
        memcpy(&name, (const char *)records + i * size, sizeof name);
        names[i] = (hone_name){name, (uint32_t)strlen(name)};
    }
    return (names || count == 0) && hone_name_table_make(&out->table, names, count, scratch);
}

int32_t hone_namesakes_find(const hone_namesakes *in, const hone_channel_target *target, bool by_index)
{
    if (by_index && target->index != HONE_NONE)
        return target->index >= 0 && (uint32_t)target->index < in->count ? target->index : HONE_NONE;
    uint32_t found = hone_name_table_find(&in->table, (hone_name){target->name, (uint32_t)strlen(target->name)});
    return found == UINT32_MAX ? HONE_NONE : (int32_t)found;
}
