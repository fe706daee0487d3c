/* The order in which bones are evaluated. */
#ifndef HONE_SRC_RIG_ORDER_H
#define HONE_SRC_RIG_ORDER_H

#include <hone/rig.h>

/* Writes the indices of the skeleton's bones into `order`, [bone_count], those of pass 1 first, and the length of
 * pass 1 into *pass2_begin. Only MMD has layers and passes: bones of other spaces are sorted by hierarchy and index.
 * In order LAG, bones of MMD do not wait for parents and append sources. Cost: n log n. Errors: MEMORY. */
bool hone_rig_sort(const hone_skeleton *skeleton, hone_space space, hone_order mode, const hone_allocator *allocator,
                   uint32_t *order, uint32_t *pass2_begin, hone_error *error);

#endif
