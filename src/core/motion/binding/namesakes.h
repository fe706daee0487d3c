/* Finds the bone or morph of a model that has the name, or the number, of a channel's target. */
#ifndef HONE_SRC_MOTION_BINDING_NAMESAKES_H
#define HONE_SRC_MOTION_BINDING_NAMESAKES_H

#include "core/motion/binding/name_table.h"
#include <hone/motion.h>

/* The names of the model's bones, or of its morphs. */
typedef struct hone_namesakes {
    hone_name_table table;
    uint32_t count;
} hone_namesakes;

/* Builds the table. Each record begins with its name. Returns false if out of memory. */
bool hone_namesakes_make(hone_namesakes *out, const void *records, size_t size, uint32_t count, hone_arena *scratch);

/* Returns the index of the target, or HONE_NONE. by_index: the target's number counts, if it has one. */
int32_t hone_namesakes_find(const hone_namesakes *in, const hone_channel_target *target, bool by_index);

#endif
