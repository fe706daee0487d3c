#include "core/skin/carry_offset.h"
#include <hone/math.h>

void hone_carry_offset(const hone_mesh *mesh, const hone_affine *model_from_bone, const hone_morph_vertex *in,
                       float out[3])
{
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t i = mesh->influence_begin[in->vertex]; i < mesh->influence_begin[in->vertex + 1]; i++) {
        const hone_influence *influence = &mesh->influences[i];
        if (influence->weight == 0)
            continue;
        const hone_slot *slot = &mesh->slots[influence->slot];
        hone_affine carried = slot->bone == HONE_NONE
                                  ? slot->bone_from_mesh
                                  : hone_affine_multiply(&model_from_bone[slot->bone], &slot->bone_from_mesh);
        float turned[3];
        hone_affine_direction(&carried, in->offset, turned);
        hone_vec3_add_scaled(out, turned, influence->weight, out);
    }
}
