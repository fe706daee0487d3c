/* Finds which bones a level of detail evaluates, and how the others follow them. */
#ifndef HONE_SRC_CROWD_LEVELS_H
#define HONE_SRC_CROWD_LEVELS_H

#include "play/crowd/crowd_model.h"

/* order: [bone_count] parents first. Sets shared->levels. Errors: MEMORY. */
bool hone_crowd_make_levels(hone_crowd_model *shared, const uint32_t *order, const hone_allocator *allocator,
                            hone_error *error);

#endif
