/* The kernels of direct delta mush: the scalar definition and its SIMD variants, which have the names of those of
 * skinning. */
#ifndef HONE_SRC_SKIN_DEFORM_KERNELS_KERNEL_H
#define HONE_SRC_SKIN_DEFORM_KERNELS_KERNEL_H

#include "core/skin/deform/mush.h"

/* A job, and what its kernels need besides. */
typedef struct hone_direct_work {
    const hone_skin *skin; /* of the job; its method's data are `mush` */
    const hone_skin_job *job;
    const hone_direct_mush *mush;
    const uint32_t *places; /* [lanes of mush->skin] the element of the streams for each; padding repeats the last */
    /* Linear blending of mush->skin into the same places. NULL: the job brings rest positions, or scales slots. */
    const hone_skin_kernel *linear;
    hone_skin linear_skin;
    hone_skin_job linear_job;
} hone_direct_work;

/* Skins blocks [begin, end) of mush->skin. */
typedef void hone_direct_fn(const hone_direct_work *work, uint32_t begin, uint32_t end);

typedef struct hone_direct_kernel {
    hone_kernel kernel;
    hone_direct_fn *run;
} hone_direct_kernel;

/* Those that are compiled, as of skinning (core/skin/kernels/kernel.h). */
extern const hone_direct_kernel hone_direct_scalar, hone_direct_sse2, hone_direct_avx2, hone_direct_avx512,
    hone_direct_neon, hone_direct_wasm;

/* Skins a whole job. linear: the kernel of linear blending for blocks of one rigid slot. */
void hone_direct_run_with(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                          const hone_skin_kernel *linear, const hone_direct_kernel *kernel);

/* Skins blocks [begin, end), all of one group, with the scalar definition. */
void hone_direct_run_scalar(const hone_direct_work *work, const hone_skin_group *group, uint32_t begin, uint32_t end);

/* Collects the rest positions of a block of mush->skin, and its normals if there are any, if the job brings a copy of
 * one of them. Returns false if all are those of the skin. */
bool hone_direct_rest(const hone_direct_work *work, uint32_t block, hone_skin_frame3 rest[2]);

/* Returns the moments of a block. */
static inline const hone_direct_moments *hone_direct_moments_of(const hone_direct_mush *mush,
                                                                const hone_skin_group *group, uint32_t block)
{
    const size_t extra = group->influences ? group->influences - 1 : 0;
    return mush->moments + mush->first[group - mush->skin->groups] + (block - group->begin) * extra;
}

/* Returns the slots of a block: one for each influence; LANES for each if the group is mixed. */
static inline const uint32_t *hone_direct_slots_of(const hone_direct_mush *mush, const hone_skin_group *group,
                                                   uint32_t block)
{
    const size_t step = group->mixed ? LANES : 1;
    return mush->skin->slots + group->slots + (block - group->begin) * step * group->influences;
}

#endif
