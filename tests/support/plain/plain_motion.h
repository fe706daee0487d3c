/* What compilers without vectors make of the code of motions. */
#ifndef HONE_TESTS_SUPPORT_PLAIN_MOTION_H
#define HONE_TESTS_SUPPORT_PLAIN_MOTION_H

#include "core/motion/lanes/kernel.h"

extern const hone_motion_kernel test_motion_plain;

/* hone_repair_length of a key */
bool test_plain_repair_length(hone_bone_key *key);

/* hone_vmd_fourth_bytes */
void test_plain_fourth_bytes(const uint8_t *rows, int step, uint8_t out[16]);

#endif
