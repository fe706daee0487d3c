/* Vectors and matrices: hone/math.h. */
#ifndef HONE_SRC_BASE_MATH_H
#define HONE_SRC_BASE_MATH_H

#include <hone/math.h>

#endif
