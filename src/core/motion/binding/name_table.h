/* A hash table of names: finds a name by its bytes in constant time. */
#ifndef HONE_SRC_MOTION_BINDING_NAME_TABLE_H
#define HONE_SRC_MOTION_BINDING_NAME_TABLE_H

#include "base/memory/arena.h"
#include <hone/base.h>

typedef struct hone_name {
    const char *bytes;
    uint32_t size; /* 0: not a name, is never found */
} hone_name;

typedef struct hone_name_table {
    const hone_name *names;
    uint32_t *slots; /* index of a name + 1; 0: free */
    size_t mask;     /* number of slots - 1 */
    uint64_t seed;
} hone_name_table;

/* Builds a table of names[0..count), which must stay valid. Slots are allocated from `scratch`; returns false if
 * that is out of memory. */
bool hone_name_table_make(hone_name_table *table, const hone_name *names, uint32_t count, hone_arena *scratch);

/* Returns the index of the first name with these bytes, or UINT32_MAX. */
uint32_t hone_name_table_find(const hone_name_table *table, hone_name name);

#endif
