/* Turns four joints at once. Compiled for AVX2. */
#include "play/spring/kernel.h"
#if HONE_KERNEL_AVX2
#define HONE_DOUBLE_LANES 4
#include "play/spring/lanes/joints.h"

const hone_spring_kernel hone_spring_avx2 = {{"avx2", hone_processor_has_avx2}, HONE_DOUBLE_LANES, turn_joints};
#endif
