/* Finds names as MMD does, by their first 15 bytes of CP932. */
#ifndef HONE_SRC_MOTION_BINDING_MMD_NAMES_H
#define HONE_SRC_MOTION_BINDING_MMD_NAMES_H

#include "base/memory/arena.h"
#include "core/motion/binding/name_table.h"
#include "core/motion/key_repair.h"

typedef struct hone_mmd_names {
    hone_name *names;
    char (*bytes)[HONE_NAME_SIZE];
    hone_name_table table;
} hone_mmd_names;

/* Allocates room for `count` names from `memory`; returns false if out of memory. Then set each name, then call
 * _finish. */
bool hone_mmd_names_make(hone_mmd_names *known, uint32_t count, hone_arena *memory);
void hone_mmd_names_set(hone_mmd_names *known, uint32_t at, const char *name);
bool hone_mmd_names_finish(hone_mmd_names *known, uint32_t count, hone_arena *memory);

/* Returns whether MMD finds it by its name: CP932 can express all of it, and no earlier name has the same first 15
 * bytes. */
bool hone_mmd_names_find(const hone_mmd_names *known, uint32_t at);

#endif
