/* The table of skinning kernels: one scalar reference and its SIMD variants, each in its own file, chosen at run
 * time. */
#ifndef HONE_SRC_SKIN_KERNELS_KERNEL_H
#define HONE_SRC_SKIN_KERNELS_KERNEL_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include "core/skin/compiled.h"

/* Skins blocks [begin, end) of a job that hone_skin_check has accepted. If job->rest is not NULL, it has a copy of all
 * these blocks, which are elements begin to end of its arrays. */
typedef void hone_skin_fn(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end);

typedef struct hone_skin_kernel {
    hone_kernel kernel;
    hone_skin_fn *run;
} hone_skin_kernel;

/* Returns the job's kernel, or NULL with the errors of hone_skin_run. For callers that divide the range themselves. */
const hone_skin_kernel *hone_skin_check(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                                        hone_error *error);

/* Skins a whole job that hone_skin_check has accepted. Divides it among the workers into ranges of about equal cost. */
void hone_skin_run_shared(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                          const hone_skin_kernel *kernel);

/* Skins blocks [begin, end) of a job that hone_skin_check has accepted. If job->rest has copies of some blocks only,
 * the kernel runs for these and for the others in turn. */
void hone_skin_run_kernel(const hone_skin_kernel *kernel, const hone_skin *skin, const hone_skin_job *job,
                          uint32_t begin, uint32_t end);

/* Leaves the blocks of a range that belong to a group. Returns false if there are none. */
static inline bool hone_skin_clip_to_group(const hone_skin_group *group, uint32_t *begin, uint32_t *end)
{
    *begin = *begin > group->begin ? *begin : group->begin;
    *end = *end < group->end ? *end : group->end;
    return *begin < *end;
}

/* Returns how the method skins a group. */
static inline uint8_t hone_skin_kind(const hone_skin_group *group, hone_skin_method method)
{
    return method == HONE_SKIN_LINEAR            ? HONE_SKIN_BY_LINEAR
           : method == HONE_SKIN_DUAL_QUATERNION ? HONE_SKIN_BY_DUALS
           : method == HONE_SKIN_CENTRES         ? HONE_SKIN_BY_CENTRES
                                                 : group->kind;
}

/* Returns how many lanes of a block the job writes: in file order without padding. */
static inline uint32_t hone_skin_lanes_written(const hone_skin *skin, const hone_skin_job *job, uint32_t block)
{
    return job->order == HONE_SKIN_ORDER_FILE ? skin->used[block] : LANES;
}

/* Skins blocks [begin, end), all of one group, with the scalar reference. */
void hone_skin_run_group_scalar(const hone_skin *skin, const hone_skin_job *job, const hone_skin_group *group,
                                uint32_t begin, uint32_t end);

/* Those that are compiled: HONE_KERNEL_SSE2 and so on (vectors.h). The scalar one always is. */
extern const hone_skin_kernel hone_skin_scalar, hone_skin_sse2, hone_skin_avx2, hone_skin_avx512, hone_skin_neon,
    hone_skin_wasm;

/* Returns the bytes of the processor's last cache; 0 if it does not tell. */
size_t hone_skin_last_cache(void);

/* Returns from how many bytes of output on stores may go around the caches: a quarter of the last cache, SIZE_MAX if it
 * is not known. What is read is about as much again, and other cores use that cache too. Smaller outputs stay in it for
 * their readers, and plain stores of them take as long or less. */
size_t hone_skin_stream_from(void);

/* Returns whether two arrays lie apart in their pages. Stores around the caches that go by turns to nearly the same
 * place of two pages can take several times as long as plain ones. */
static inline bool hone_skin_lie_apart(const void *a, const void *b)
{
    enum { PAGE = 4096, APART = 256 };
    const uintptr_t distance = ((uintptr_t)a - (uintptr_t)b) % PAGE;
    return distance >= APART && distance <= PAGE - APART;
}

bool hone_skin_has_avx2(void), hone_skin_has_avx512(void);

#endif
