/* The order in which bones are evaluated. */
#ifndef HONE_SRC_RIG_ORDER_H
#define HONE_SRC_RIG_ORDER_H

#include <hone/rig.h>

/* Writes the [bone_count] indices of the skeleton's bones into `order`, those of pass 1 first, and their number into
 * *pass2_begin. Layers and passes are MMD's: bones of other spaces go by hierarchy and index alone. LAG, of MMD: nobody
 * waits. Cost: n log n. Errors: MEMORY, for what it needs meanwhile. */
bool hone_rig_sort(const hone_skeleton *skeleton, hone_space space, hone_order mode, const hone_allocator *allocator,
                   uint32_t *order, uint32_t *pass2_begin, hone_error *error);

#endif
