#include "play/crowd/scratch.h"
#include "base/error.h"

const hone_crowd_kernel *hone_crowd_best_kernel(void)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX2
        &hone_crowd_avx2.kernel,
#endif
        &hone_crowd_portable.kernel
    };
    return hone_best_kernel(kernels);
}

static uint32_t most_steps(const hone_crowd_model *shared)
{
    uint32_t most = 0;
    for (uint32_t l = 0; l < shared->level_count; l++)
        most = most < shared->levels[l].step_count ? shared->levels[l].step_count : most;
    return most;
}

static bool make_batch(hone_crowd_scratch *scratch)
{
    const hone_crowd_model *shared = scratch->shared;
    hone_arena *memory = scratch->memory;
    hone_crowd_batch *batch = &scratch->batch;
    size_t group = (size_t)HONE_CROWD_GROUP * HONE_CROWD_BATCH;
    *batch = (hone_crowd_batch){.shared = shared};
    batch->rotations = hone_arena_aligned(memory, 4 * group * shared->rotation_groups, sizeof(float));
    batch->translations = hone_arena_aligned(memory, 3 * group * shared->translation_groups, sizeof(float));
    batch->scales = hone_arena_aligned(memory, 3 * group * shared->scale_groups, sizeof(float));
    batch->matrices = hone_arena_aligned(memory, (size_t)12 * HONE_CROWD_BATCH * most_steps(shared), sizeof(float));
    scratch->mixes = hone_arena_aligned(memory, HONE_CROWD_BATCH, sizeof *scratch->mixes);
    scratch->unused = hone_arena_aligned(memory, shared->slot_count, sizeof *scratch->unused);
    return !hone_arena_failed(memory);
}

hone_crowd_scratch *hone_crowd_scratch_create_with(const hone_crowd_model *shared, const hone_crowd_kernel *kernel,
                                                   const hone_allocator *allocator, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    hone_crowd_scratch *scratch = memory ? hone_arena_array(memory, 1, sizeof *scratch) : NULL;
    if (!scratch) {
        if (memory)
            hone_arena_fail(memory, error);
        return hone_arena_destroy(memory), NULL;
    }
    *scratch = (hone_crowd_scratch){.memory = memory, .shared = hone_crowd_model_retain(shared), .kernel = kernel};
    scratch->palette = hone_palette_create(shared->slot_count, allocator, error);
    bool ok = scratch->palette != NULL;
    if (ok)
        ok = shared->has_tables ? make_batch(scratch) || hone_arena_fail(memory, error)
                                : hone_crowd_rig_make(&scratch->rig, shared, memory, allocator, error);
    if (!ok)
        return hone_crowd_scratch_destroy(scratch), NULL;
    return scratch;
}

hone_crowd_scratch *hone_crowd_scratch_create(const hone_crowd_model *shared, const hone_allocator *allocator,
                                              hone_error *error)
{
    if (!shared)
        return hone_fail_null(error, "model"), NULL;
    return hone_crowd_scratch_create_with(shared, hone_crowd_best_kernel(), allocator, error);
}

void hone_crowd_scratch_destroy(hone_crowd_scratch *scratch)
{
    if (!scratch)
        return;
    hone_crowd_rig_free(&scratch->rig, scratch->shared);
    hone_palette_destroy(scratch->palette);
    hone_crowd_model_release(scratch->shared);
    hone_arena_destroy(scratch->memory);
}
