/* The words of VRM 1.0 that its reader and its writer share. Sources: VRMC_vrm-1.0, VRMC_materials_mtoon-1.0,
 * VRMC_node_constraint-1.0, VRMC_springBone_limit-1.0 (draft). */
#ifndef HONE_SRC_FORMAT_GLTF_VRM_WORDS_H
#define HONE_SRC_FORMAT_GLTF_VRM_WORDS_H

#include "files/format/gltf/extensions.h"
#include <hone/model.h>
#include <stddef.h>

enum { HONE_VRM_ROLL_AXES = 3, HONE_VRM_AIM_AXES = 6, HONE_VRM_FIRST_PERSON_KINDS = 4 };

extern const char *const hone_vrm_overrides[];     /* by hone_override */
extern const char *const hone_vrm_colour_names[];  /* by hone_material_colour */
extern const char *const hone_vrm_first_persons[]; /* by hone_first_person */
extern const char *const hone_vrm_ranges[];        /* by hone_look_at_range */
extern const char *const hone_vrm_limits[];        /* by hone_spring_limit_kind; that of NONE is NULL */
extern const char *const hone_vrm_constraints[];   /* by hone_constraint_kind */
extern const char *const hone_vrm_roll_axes[];     /* by the axis */
extern const char *const hone_vrm_aim_axes[];      /* by the axis */
extern const char *const hone_vrm_toon_maps[];     /* by hone_mtoon_map */

/* The members of hone_mtoon that are floats, and colours of three floats. */
typedef struct hone_vrm_toon_value {
    const char *key;
    size_t offset; /* in hone_mtoon */
    uint32_t count;
} hone_vrm_toon_value;

enum { HONE_VRM_TOON_VALUES = 15 };
extern const hone_vrm_toon_value hone_vrm_toon_values[HONE_VRM_TOON_VALUES];

#endif
