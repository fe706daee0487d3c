/* Open addressing with linear probing. The seed of the hash is computed from all names. So if somebody changes a
 * name to make it collide, the seed and all positions change too, and no file can force long probe sequences. */
#include "core/motion/binding/name_table.h"
#include "base/memory/arena.h"

#include <string.h>

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of h. */
static uint64_t mix(uint64_t h)
{
    h ^= h >> 30, h *= UINT64_C(0xbf58476d1ce4e5b9);
    h ^= h >> 27, h *= UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

static uint64_t hash(hone_name name, uint64_t seed)
{
    uint64_t h = seed + name.size;
    for (uint32_t at = 0; at < name.size; at += 8) {
        uint64_t word = 0;
        uint32_t left = name.size - at;
        memcpy(&word, name.bytes + at, left < 8 ? left : 8);
        h = mix(h ^ word) + UINT64_C(0x9e3779b97f4a7c15);
    }
    return mix(h);
}

/* Returns the slot with an equal name, or the free slot where it would go. There always is a free one. */
static size_t probe(const hone_name_table *table, hone_name name)
{
    size_t slot = (size_t)hash(name, table->seed) & table->mask;
    for (; table->slots[slot]; slot = (slot + 1) & table->mask) {
        hone_name other = table->names[table->slots[slot] - 1];
        if (other.size == name.size && memcmp(other.bytes, name.bytes, name.size) == 0)
            break;
    }
    return slot;
}

bool hone_name_table_make(hone_name_table *table, const hone_name *names, uint32_t count, hone_arena *scratch)
{
    size_t size = 4;
    while (size < 2 * (size_t)count) size *= 2;
    *table = (hone_name_table){names, hone_arena_array(scratch, size, sizeof *table->slots), size - 1, 0};
    if (!table->slots)
        return false;
    for (uint32_t i = 0; i < count; i++) table->seed = hash(names[i], table->seed);
    for (uint32_t i = 0; i < count; i++) {
        size_t slot = probe(table, names[i]);
        if (names[i].size && !table->slots[slot])
            table->slots[slot] = i + 1;
    }
    return true;
}

uint32_t hone_name_table_find(const hone_name_table *table, hone_name name)
{
    return name.size ? table->slots[probe(table, name)] - 1 : UINT32_MAX; /* 0 - 1 is UINT32_MAX */
}
