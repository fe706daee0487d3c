/* Makes palettes, and chooses the kernel that builds them. */
#include "core/skin/palette/palette.h"

#include "base/error.h"
#include "core/skin/palette/kernel.h"
#include <hone/skin.h>

/* ---- memory ---------------------------------------------------------------------------------------------------- */

void hone_palette_allocate(hone_palette *palette, uint32_t slot_count, hone_arena *memory)
{
    *palette = (hone_palette){.slot_count = slot_count};
    palette->affine = hone_arena_array(memory, slot_count, sizeof *palette->affine);
    palette->cofactor = hone_arena_array(memory, slot_count, sizeof *palette->cofactor);
    palette->duals = hone_arena_array(memory, slot_count, sizeof *palette->duals);
    palette->scaled = hone_arena_array(memory, slot_count, sizeof *palette->scaled);
}

/* A palette that hone_palette_create has made: in its own arena. */
typedef struct owned_palette {
    hone_palette palette; /* first, so that its address is this struct's */
    hone_arena *memory;
} owned_palette;

hone_palette *hone_palette_create(uint32_t slot_count, const hone_allocator *allocator, hone_error *error)
{
    hone_arena *memory = hone_arena_create(allocator, 0, error);
    owned_palette *owned = memory ? hone_arena_array(memory, 1, sizeof *owned) : NULL;
    if (owned)
        hone_palette_allocate(&owned->palette, slot_count, memory);
    if (!memory || hone_arena_failed(memory)) {
        if (memory)
            hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    owned->memory = memory;
    return &owned->palette;
}

void hone_palette_destroy(hone_palette *palette)
{
    if (palette)
        hone_arena_destroy(((owned_palette *)palette)->memory);
}

/* ---- building -------------------------------------------------------------------------------------------------- */

const hone_palette_kernel *hone_palette_best_kernel(void)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX2
        &hone_palette_avx2.kernel,
#endif
        &hone_palette_portable.kernel
    };
    return hone_best_kernel(kernels);
}

void hone_palette_build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                        hone_palette *palette)
{
    hone_palette_best_kernel()->build(slots, model_from_bone, bone_count, palette);
}
