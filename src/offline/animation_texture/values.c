/* Frames as the numbers of texels. */
#include "base/error.h"
#include "base/finite.h"
#include "offline/animation_texture/texture_internal.h"
#include <string.h>

static bool write_matrices(const hone_animation_texture_desc *desc, uint32_t frame, float (*out)[4], hone_error *error)
{
    (void)error;
    memcpy(out, desc->palettes + (size_t)frame * desc->item_count, desc->item_count * sizeof *desc->palettes);
    return true;
}

/* Turns each rotation to the hemisphere of the frame before, so that the two can be interpolated. */
static void align(float (*out)[4], const float (*before)[4], uint32_t count)
{
    for (uint32_t i = 0; i < 2 * count; i += 2) {
        float sign = hone_quat_dot(out[i], before[i]) < 0 ? -1 : 1;
        for (int c = 0; c < 4; c++) out[i][c] *= sign;
    }
}

static bool write_quaternions(const hone_animation_texture_desc *desc, uint32_t frame, float (*out)[4],
                              hone_error *error)
{
    const size_t items = desc->item_count;
    const hone_palette palette = {.slot_count = desc->item_count,
                                  .affine = (hone_affine *)(desc->palettes + frame * items)};
    hone_stream stream = {out, items, 2 * sizeof *out};
    if (!hone_palette_write(&palette, HONE_PALETTE_QUATERNION_SCALE, stream, error))
        return false;
    if (frame > 0)
        align(out, (const float(*)[4])(out - 2 * items), desc->item_count);
    return true;
}

static bool write_vertices(const hone_animation_texture_desc *desc, uint32_t frame, float (*out)[4], hone_error *error)
{
    const float(*positions)[3] = desc->positions + (size_t)frame * desc->item_count;
    const float(*normals)[3] =
        desc->content == HONE_ANIMATION_POSITION_NORMAL ? desc->normals + (size_t)frame * desc->item_count : NULL;
    (void)error;
    for (uint32_t i = 0; i < desc->item_count; i++) {
        hone_vec3_copy(positions[i], out[0]);
        (*out++)[3] = 1;
        if (normals) {
            hone_vec3_copy(normals[i], out[0]);
            (*out++)[3] = 0;
        }
    }
    return true;
}

bool hone_animation_values(const hone_animation_texture_desc *desc, const hone_animation_texture *texture,
                           float (*out)[4], hone_error *error)
{
    const size_t texels = (size_t)texture->item_count * texture->texels_per_item;
    for (uint32_t frame = 0; frame < texture->frame_count; frame++, out += texels) {
        bool ok = desc->content == HONE_ANIMATION_MATRIX       ? write_matrices(desc, frame, out, error)
                  : desc->content == HONE_ANIMATION_QUATERNION ? write_quaternions(desc, frame, out, error)
                                                               : write_vertices(desc, frame, out, error);
        if (!ok)
            return false;
        if (!hone_floats_are_finite(out[0], 4 * texels))
            return hone_fail(error, HONE_ERROR_ARGUMENT, frame, "frame %u has a number that is not finite",
                             (unsigned)frame);
    }
    return true;
}
