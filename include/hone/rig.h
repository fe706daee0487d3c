/* rig: local pose to model-space pose. Transform order, hierarchy, morph weights.
 *
 * A rig is made once per model and user; evaluating writes into it and allocates nothing.
 * Order (docs/architecture.md): bones sorted by after-physics flag, layer, file index; a bone waits for its parent and its
 * append source of the same pass.
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
HONE_API const hone_affine *hone_rig_bones(const hone_rig *rig);  /* [bone_count] model space from bone space, file order */
HONE_API const float *hone_rig_morphs(const hone_rig *rig);       /* [morph_count] final weights, file order */

/* Adds the vertex morphs of the last evaluation to the mesh's rest positions: model space, before skinning.
 * Writes only vertices that a morph with weight moves now or moved at the call before.
 * Returned: all [vertex_count] positions. Of a model without vertex morphs those of the mesh itself. */
HONE_API const float (*hone_rig_morphed_positions(hone_rig *rig))[3];

#ifdef __cplusplus
}
#endif
#endif
