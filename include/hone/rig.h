/* rig: local pose to model-space pose. Transform order, hierarchy, morphs.
 *
 * A rig is made once per model and user; evaluating writes into it and allocates nothing.
 * Order (docs/architecture.md): bones sorted by after-physics flag, layer, file index; a bone waits for its parent and
 * its append source of the same pass. Bone morphs are for MMD space; they go onto what the pose says: translation + its
 * own, rotation * its own.
 */
#ifndef HONE_RIG_H
#define HONE_RIG_H

#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_rig hone_rig;

typedef struct hone_rig_desc {
    const hone_model *model;         /* required; retained */
    const hone_allocator *allocator; /* NULL: malloc */
} hone_rig_desc;

HONE_API hone_rig *hone_rig_create(const hone_rig_desc *desc, hone_error *error); /* errors: ARGUMENT, MEMORY */
HONE_API void hone_rig_destroy(hone_rig *rig);                                    /* NULL is fine */

/* The order in which bones are evaluated: [bone_count] indices; those before *pass2_begin come before physics. */
HONE_API const uint32_t *hone_rig_order(const hone_rig *rig, uint32_t *pass2_begin);

/* Evaluates morph weights and both passes. pose: sizes are the model's. Cost: one visit a bone. */
HONE_API void hone_rig_evaluate(hone_rig *rig, const hone_pose *pose);

/* Results of the last evaluation; before one, of the rest pose. They stay where they are as long as the rig lives. */
HONE_API const hone_affine *
hone_rig_bones(const hone_rig *rig); /* [bone_count] model space from bone space, file order */
HONE_API const float *
hone_rig_morphs(const hone_rig *rig); /* [morph_count] final weights (groups and flips handed on), file order */

/* ---- what morphs make of the mesh and its materials ----------------------------------------------------------- */

/* By the final weights of the last evaluation; before one, at rest. Each call costs what morphs with weight move now or
 * moved at the call before, and nothing where no weight has changed. Results are valid until the next call of the same
 * name. */

/* Model space, before skinning: [vertex_count], the mesh's own where no vertex morph has weight. */
HONE_API const float (*hone_rig_morphed_positions(hone_rig *rig))[3];
/* [vertex_count], the mesh's own where no UV morph has weight. */
HONE_API const float (*hone_rig_morphed_uvs(hone_rig *rig))[2];
/* The same of an additional set, 0..3; NULL where the mesh has no such set. */
HONE_API const float (*hone_rig_morphed_extra_uvs(hone_rig *rig, uint32_t set))[4];

/* How the colour c of a texel is changed, and e is the colour that changes nothing (black where a sphere map is added,
 * else white): c = mix(e, c * multiply.rgb, multiply.a); c = clamp(c + (c - e) * add.a, 0, 1) + add.rgb. */
typedef struct hone_texture_factor {
    float multiply[4], add[4]; /* at rest 1 1 1 1 and 0 0 0 0 */
} hone_texture_factor;

/* What of a material morphs can change. Perhaps outside 0..1. */
typedef struct hone_material_state {
    float diffuse[4], specular[3], specular_power, ambient[3], edge_colour[4], edge_size;
    hone_texture_factor texture, sphere, toon;
} hone_material_state;

HONE_API const hone_material_state *hone_rig_materials(hone_rig *rig); /* [material_count] file order */

#ifdef __cplusplus
}
#endif
#endif
