/* Turns as many joints at once as is fast on every processor. */
#include "base/lanes/vectors.h"
#if HONE_VECTORS
#define HONE_DOUBLE_LANES 2
#else
#define HONE_DOUBLE_LANES 1
#endif
#include "play/spring/lanes/joints.h"

const hone_spring_kernel hone_spring_portable = {{"portable", NULL}, HONE_DOUBLE_LANES, turn_joints};
