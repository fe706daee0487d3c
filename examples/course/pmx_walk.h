/* Chapter 17's tables of PMX as a program. */
#ifndef HONE_COURSE_PMX_WALK_H
#define HONE_COURSE_PMX_WALK_H

#include "walk.h"

/* Tells all fields of a PMX file in their order. Returns false where the file ends early or is no PMX. */
bool pmx_walk(const uint8_t *bytes, size_t size, const walk_visitor *visitor);

#endif
