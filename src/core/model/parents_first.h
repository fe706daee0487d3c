/* An order of bones in which each follows its parent. */
#ifndef HONE_SRC_MODEL_PARENTS_FIRST_H
#define HONE_SRC_MODEL_PARENTS_FIRST_H

#include <hone/model.h>

/* path: scratch; done: all 0 before and 1 afterwards; order: out: indices of bones. All are [bone_count]. There must
 * be no cycles of parents. Bones that already follow their parents stay in the order of the file. */
void hone_parents_first(const hone_skeleton *skeleton, int32_t *path, uint8_t *done, uint32_t *order);

#endif
