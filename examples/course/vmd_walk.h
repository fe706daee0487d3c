/* Chapter 17's tables of VMD as a program. */
#ifndef HONE_COURSE_VMD_WALK_H
#define HONE_COURSE_VMD_WALK_H

#include "walk.h"

/* Tells all fields of a VMD file in their order. A curve is x1, y1, x2, y2, also where the file has another order. The
 * switch of physics lies inside the first curve of a bone, and is told after it. Returns false where the file ends in
 * the middle of a section or is no VMD. */
bool vmd_walk(const uint8_t *bytes, size_t size, const walk_visitor *visitor);

#endif
