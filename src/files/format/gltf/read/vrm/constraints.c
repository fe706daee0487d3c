/* Constraints of nodes (VRMC_node_constraint). Source: VRMC_node_constraint-1.0. */
#include "base/memory/builder.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include "files/format/gltf/vrm_words.h"
#include <string.h>

static gltf_object extension_of(gltf_reader *reader, uint32_t node)
{
    gltf_object object = hone_gltf_item(&reader->json, "nodes", (int32_t)node);
    return hone_gltf_extension_in(&object, GLTF_CONSTRAINT);
}

/* Returns the index of the name under the key, or 255 if it is none of the names. */
static uint8_t read_name(const gltf_object *object, const char *key, const char *const *names, uint8_t count)
{
    gltf_text name = hone_gltf_extras_text(object, key);
    for (uint8_t i = 0; i < count; i++)
        if (hone_gltf_text_equals(name, names[i]))
            return i;
    return 255;
}

/* Gets the one constraint that an object has. Returns false if it has none that can be used. */
static bool read_kind(const gltf_object *constraint, uint32_t nodes, hone_constraint *out)
{
    for (uint8_t k = HONE_CONSTRAINT_ROLL; k <= HONE_CONSTRAINT_ROTATION; k++) {
        gltf_object some = hone_gltf_extras_member(constraint, hone_vrm_constraints[k]);
        if (!some.value)
            continue;
        out->kind = k;
        out->source = hone_gltf_extras_index(&some, "source", nodes);
        out->weight = hone_gltf_extras_number(&some, "weight", 1);
        if (k == HONE_CONSTRAINT_ROLL)
            out->axis = read_name(&some, "rollAxis", hone_vrm_roll_axes, HONE_VRM_ROLL_AXES);
        if (k == HONE_CONSTRAINT_AIM)
            out->axis = read_name(&some, "aimAxis", hone_vrm_aim_axes, HONE_VRM_AIM_AXES);
        return out->source != HONE_NONE && out->axis != 255;
    }
    return false;
}

bool hone_gltf_read_constraints(gltf_reader *reader)
{
    uint32_t nodes = reader->data.skeleton.bone_count, count = 0;
    hone_constraint *constraints;
    for (uint32_t n = 0; n < nodes; n++) count += extension_of(reader, n).value != NULL;
    if (!hone_reading_array(&reader->file, count, sizeof *constraints, &constraints))
        return false;
    reader->data.constraints = constraints;
    for (uint32_t n = 0; n < nodes; n++) {
        gltf_object extension = extension_of(reader, n), kinds = hone_gltf_extras_member(&extension, "constraint");
        hone_constraint constraint = {.bone = (int32_t)n};
        if (!extension.value)
            continue;
        hone_gltf_check_version(reader, &extension, "constraint of no known version: read as one of 1.0", n);
        if (read_kind(&kinds, nodes, &constraint))
            constraints[reader->data.constraint_count++] = constraint;
        else
            hone_builder_warn(reader->file.builder, "node with a constraint without source or axis: left out", n);
    }
    return true;
}
