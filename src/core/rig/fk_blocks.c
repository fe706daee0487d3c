/* Places the bones of runs, block by block. */
#include "core/rig/fk_kernel.h"
#include "core/rig/rig_internal.h"

const hone_fk_kernel *hone_fk_best_kernel(void)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX2
        &hone_fk_avx2.kernel,
#endif
        &hone_fk_portable.kernel
    };
    return hone_best_kernel(kernels);
}

/* Returns the kernel for a block. A small block takes as long as a full one, so it is placed with fewer lanes. */
static inline const hone_fk_kernel *kernel_of(const hone_rig *rig, const hone_fk_block *block)
{
    return block->count > hone_fk_portable.lanes ? rig->runs.kernel : &hone_fk_portable;
}

/* ---- MMD ---- */

/* With external parents: one bone after the other. */
static void place_each(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose)
{
    for (uint32_t i = run->begin; i < run->end; i++) {
        hone_rig_offset(rig, &rig->steps[i], pose);
        hone_rig_place(rig, &rig->steps[i]);
    }
}

void hone_fk_place_offsets(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose)
{
    if (rig->external_count) {
        place_each(rig, run, pose);
        return;
    }
    for (uint32_t i = run->prepared_begin; i < run->prepared_end; i++)
        hone_rig_offset(rig, &rig->steps[rig->runs.prepared[i]], pose);
    for (uint32_t b = run->block_begin; b < run->block_end; b++) {
        const hone_fk_block *block = &rig->runs.blocks[b];
        const hone_step *first = &rig->steps[block->steps[0]];
        if (block->sequence) {
            rig->runs.kernel->place_offset_sequence(rig, block, pose);
        } else if (block->count > 1) {
            kernel_of(rig, block)->place_offsets(rig, block, pose);
        } else {
            if (!block->prepared)
                hone_rig_offset(rig, first, pose);
            hone_rig_place(rig, first);
        }
    }
}

/* ---- other spaces ---- */

static void place_local(hone_rig *rig, uint32_t bone, int32_t parent, const hone_pose *pose)
{
    hone_affine local = pose->animated[bone] ? hone_affine_from_transform(&pose->bones[bone])
                                             : rig->data->skeleton.bones[bone].rest_local;
    rig->model_from_bone[bone] =
        parent == HONE_NONE ? local : hone_affine_multiply(&rig->model_from_bone[parent], &local);
}

void hone_fk_place_locals(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose)
{
    for (uint32_t b = run->block_begin; b < run->block_end; b++) {
        const hone_fk_block *block = &rig->runs.blocks[b];
        if (block->sequence)
            rig->runs.kernel->place_local_sequence(rig, b, pose);
        else if (block->count > 1)
            kernel_of(rig, block)->place_locals(rig, b, pose);
        else
            place_local(rig, block->bones[0], rig->steps[block->steps[0]].parent, pose);
    }
}
