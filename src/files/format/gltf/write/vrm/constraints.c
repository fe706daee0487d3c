/* Writes VRMC_node_constraint. Source: VRMC_node_constraint-1.0. */
#include "files/format/gltf/write/vrm/vrm.h"

void hone_gltf_write_constraint(gltf_writer *writer, uint32_t node, hone_json *json)
{
    int32_t at = writer->vrm.constraint_of[node];
    const hone_constraint *found = at == HONE_NONE ? NULL : &writer->model->constraints[at];
    if (!found)
        return;
    writer->vrm.constraints = true;
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_CONSTRAINT, '{');
    hone_gltf_json_text(json, "specVersion", "1.0");
    hone_gltf_json_begin(json, "constraint", '{');
    hone_gltf_json_begin(json, hone_vrm_constraints[found->kind], '{');
    hone_gltf_json_index(json, "source", found->source);
    if (found->kind == HONE_CONSTRAINT_ROLL)
        hone_gltf_json_text(json, "rollAxis", hone_vrm_roll_axes[found->axis]);
    if (found->kind == HONE_CONSTRAINT_AIM)
        hone_gltf_json_text(json, "aimAxis", hone_vrm_aim_axes[found->axis]);
    hone_json_key(json, "weight");
    hone_json_float(json, found->weight);
    for (int i = 0; i < 4; i++) hone_json_end(json, '}');
}
