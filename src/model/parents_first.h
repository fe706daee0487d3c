/* An order in which each bone comes behind its parent. */
#ifndef HONE_SRC_MODEL_PARENTS_FIRST_H
#define HONE_SRC_MODEL_PARENTS_FIRST_H

#include <hone/model.h>

/* way: scratch; done: all zero, all 1 afterwards; order: the bones. All [bone_count]; there are no circles of parents.
 * Bones whose parents are in front of them stay in the order of the file. */
void hone_parents_first(const hone_skeleton *skeleton, int32_t *way, uint8_t *done, uint32_t *order);

#endif
