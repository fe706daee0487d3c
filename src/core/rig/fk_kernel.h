/* Functions that place the bones of a block, for kinds of processors. All give the same bits. */
#ifndef HONE_SRC_RIG_FK_KERNEL_H
#define HONE_SRC_RIG_FK_KERNEL_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include "core/rig/fk_runs.h"

typedef struct hone_fk_kernel {
    hone_kernel kernel;
    uint32_t lanes; /* the most bones in a block */
    /* Blocks of MMD: bones whose parents are in earlier blocks, and sequences. */
    void (*place_offsets)(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose);
    void (*place_offset_sequence)(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose);
    /* The same in other spaces. b: number of the block. */
    void (*place_locals)(const hone_rig *rig, uint32_t b, const hone_pose *pose);
    void (*place_local_sequence)(const hone_rig *rig, uint32_t b, const hone_pose *pose);
} hone_fk_kernel;

#if HONE_KERNEL_AVX2
extern const hone_fk_kernel hone_fk_avx2;
#endif
extern const hone_fk_kernel hone_fk_portable;

/* Returns the fastest kernel that the processor supports. */
const hone_fk_kernel *hone_fk_best_kernel(void);

#endif
