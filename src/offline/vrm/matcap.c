/* Makes matcaps of additive sphere maps. MMD adds display values, MToon linear ones, so what is added depends on the
 * colour below: that is the mean colour of the material's texels at its vertices. */
#include "base/error.h"
#include "files/format/common/surface.h"
#include "offline/vrm/to_vrm.h"
#include <hone/image.h>
#include <math.h>

/* Replaces what is added to display values by what is added to linear ones. below: display values. */
static void convert(hone_image *sphere, const float below[3])
{
    uint8_t table[3][256];
    for (int c = 0; c < 3; c++)
        for (int value = 0; value < 256; value++) {
            float above = hone_linear_from_display(below[c] + (float)value / 255) - hone_linear_from_display(below[c]);
            table[c][value] = (uint8_t)(hone_display_from_linear(above) * 255 + 0.5f);
        }
    for (size_t i = 0; i < (size_t)sphere->width * sphere->height; i++) {
        for (size_t c = 0; c < 3; c++) sphere->pixels[4 * i + c] = table[c][sphere->pixels[4 * i + c]];
        sphere->pixels[4 * i + 3] = 255;
    }
}

bool hone_vrm_make_matcap(to_vrm_context *context, uint32_t material, const float seen[3], int32_t *out)
{
    const hone_material *from = &context->from->materials[material];
    hone_image sphere;
    hone_bytes png = {0};
    hone_error why = {0};
    float below[3];
    *out = HONE_NONE;
    hone_vrm_mean_texel(context, material, below);
    for (int c = 0; c < 3; c++) below[c] *= seen[c];
    if (hone_vrm_decode(context, from->sphere_texture, &sphere, &why)) {
        convert(&sphere, below);
        if (hone_image_write_png(&sphere, context->desc->allocator, &png, &why))
            *out = hone_vrm_add_picture(context, hone_vrm_copy(context, from->name), png.data, png.size);
        hone_image_release(&sphere);
        hone_bytes_release(&png);
    } else if (why.code != HONE_ERROR_MEMORY) {
        hone_vrm_lose(context, HONE_VRM_LOSS_TEXTURE, context->from->textures[from->sphere_texture]);
    }
    return why.code != HONE_ERROR_MEMORY && !context->pixels_failed;
}
