#include "view/overlay/overlay_material.h"
#include "tool/overlay/camera_projection.h"
#include <hone/math.h>

static const overlay_colour lit_colour = {{0xff, 0xb0, 0x20, 0x70}};

/* The first index of a material, and the number of its indices within the mesh. */
static uint32_t range_of(const hone_model_data *data, uint32_t material, uint32_t *count)
{
    uint64_t first = 0, all = data->mesh.index_count;
    for (uint32_t i = 0; i < material; i++) first += data->materials[i].index_count;
    uint64_t wanted = data->materials[material].index_count;
    *count = first >= all ? 0 : (uint32_t)(wanted < all - first ? wanted : all - first);
    return (uint32_t)(first < all ? first : all);
}

void overlay_material(hone_actor *actor, const float (*positions)[3], uint32_t material, overlay *triangles)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    hone_affine world = camera_projection_world(actor);
    if (material >= data->material_count)
        return;
    uint32_t count, first = range_of(data, material, &count);
    for (uint32_t i = 0; i + 2 < count; i += 3) {
        float corner[3][3];
        for (uint32_t k = 0; k < 3; k++)
            hone_affine_point(&world, positions[data->mesh.indices[first + i + k]], corner[k]);
        overlay_triangle(triangles, corner[0], corner[1], corner[2], lit_colour);
    }
}
