/* rig: local pose to model-space pose. Transform order, hierarchy, append, inverse kinematics, morphs.
 *
 * A rig is made once per model and user; evaluating writes into it and allocates nothing. A pose alone decides what
 * comes of it, never the poses before (but see HONE_ORDER_LAG). Order (docs/architecture.md): bones sorted by
 * after-physics flag, layer, file index; a bone waits for its parent and its append source of the same pass. A chain is
 * solved when its IK bone's turn comes. All but the hierarchy is MMD's: bones of other spaces have none of it.
 */
#ifndef HONE_RIG_H
#define HONE_RIG_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what implementations do differently --------------------------------------------------------------------- */

/* Of models whose order contradicts their hierarchy. */
typedef enum hone_order {
    HONE_ORDER_STRICT, /* a bone waits until what it reads is done */
    HONE_ORDER_LAG     /* as MMD: sorted, and who comes too early sees the evaluation before (at first: rest) */
} hone_order;

typedef enum hone_ik_solver {
    HONE_IK_CCD, /* cyclic coordinate descent; the step's limit grows with the link, angles reflect at their bounds */
    HONE_IK_CCD_CLAMPED /* the same with total angles: a constant limit, angles clamped, the best iteration kept */
} hone_ik_solver;

/* Where the first step of a chain takes its effector to be, if an earlier chain has moved it, as a leg's chain moves
 * the toe. */
typedef enum hone_toe_start {
    HONE_TOE_START_PLACED, /* as MMD: where the effector's own turn in the order placed it */
    HONE_TOE_START_MOVED   /* where the earlier chain moved it */
} hone_toe_start;

typedef struct hone_rig_options { /* zero: as MMD does, as far as is known, at any time */
    hone_order order;
    hone_ik_solver ik;
    bool keep_best;            /* solver A: stop at the first iteration that brings nothing, and go back to the best */
    hone_toe_start toe_start;  /* solver A */
    bool append_after_physics; /* appends from bones that physics moved are evaluated again once it has spoken */
} hone_rig_options;

/* ---- rigs ---------------------------------------------------------------------------------------------------- */

typedef struct hone_rig hone_rig;

typedef struct hone_rig_desc {
    const hone_model *model; /* required; retained */
    hone_rig_options options;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_rig_desc;

HONE_API hone_rig *hone_rig_create(const hone_rig_desc *desc, hone_error *error); /* errors: ARGUMENT, MEMORY */
HONE_API void hone_rig_destroy(hone_rig *rig);                                    /* NULL is fine */

/* The order in which bones are evaluated: [bone_count] indices; those before *pass2_begin come before physics. */
HONE_API const uint32_t *hone_rig_order(const hone_rig *rig, uint32_t *pass2_begin);

/* How many chains are never solved, because all chains together would look at more than 2^24 bones a frame: no
 * character asks for a hundredth of that, but a broken file may. */
HONE_API uint32_t hone_rig_skipped_chain_count(const hone_rig *rig);

/* Hangs a bone of an MMD model on a bone of another: its model-space matrix is then *parent * T(-position) * what it
 * would be without, so that a bone at rest lies exactly on its new parent. `parent` is read at every evaluation until
 * it is set anew, and must stay where it is until then: hone_rig_bones(other) + bone, of a rig that is evaluated before
 * this one, will do. It must not scale. NULL: none. A chain with such a bone among its links, below the highest, is not
 * solved. */
HONE_API void hone_rig_set_external_parent(hone_rig *rig, uint32_t bone, const hone_affine *parent);

/* ---- evaluating ---------------------------------------------------------------------------------------------- */

/* Evaluates morph weights and both passes. Bone morphs go onto what the pose says: translation + its own, rotation *
 * its own. pose: sizes are the model's. Cost: one visit a bone, and what the chains take: about 0.1 us a link and
 * iteration. */
HONE_API void hone_rig_evaluate(hone_rig *rig, const hone_pose *pose);

/* The same in stages, for those who stand between them with a physics engine. One pose for all three. */
HONE_API void hone_rig_before_physics(hone_rig *rig, const hone_pose *pose); /* morph weights, pass 1 */
/* Of MMD models. Bones of pass 1 where `dynamic` is set are at worlds[bone] from here on, and what hangs on them, and
 * is not dynamic itself, follows. worlds, dynamic: [bone_count]. May be left out. */
HONE_API void hone_rig_apply_physics(hone_rig *rig, const hone_pose *pose, const hone_affine *model_from_bone,
                                     const uint8_t *dynamic);
HONE_API void hone_rig_after_physics(hone_rig *rig, const hone_pose *pose); /* pass 2 */

/* Results of the last evaluation; before one, of the rest pose. They stay where they are as long as the rig lives. */
HONE_API const hone_affine *
hone_rig_bones(const hone_rig *rig);                        /* [bone_count] model space from bone space, file order */
HONE_API const float *hone_rig_morphs(const hone_rig *rig); /* [morph_count] final weights, file order: groups and
                                                             * flips have handed theirs on */

/* ---- morphs of the mesh and its materials ---------------------------------------------------------------------- */

/* Changes the colour c of a texel. e is the colour that changes nothing: black where a sphere map is added, else white.
 * c = mix(e, c * multiply.rgb, multiply.a); c = clamp(c + (c - e) * add.a, 0, 1) + add.rgb. */
typedef struct hone_texture_factor {
    float multiply[4], add[4]; /* at rest 1 1 1 1 and 0 0 0 0 */
} hone_texture_factor;

/* The part of a material that morphs can change. Numbers may be outside 0..1. */
typedef struct hone_material_state {
    float diffuse[4], specular[3], specular_power, ambient[3], edge_colour[4], edge_size;
    hone_texture_factor texture, sphere, toon;
} hone_material_state;

/* The mesh and its materials with morphs applied. Nothing here is computed when it is read, so any number of readers
 * may share it.
 *
 * A reader that keeps a copy remembers the `revision` that its copy holds. If it is still the same, nothing has
 * changed. Else the reader copies the elements of each morph whose own revision is greater, and of no other: that is
 * enough, however many evaluations it has missed. */
typedef struct hone_morph_result {
    /* [vertex_count] model space, before skinning. The mesh's own array where no vertex morph has weight. */
    const float (*positions)[3];
    /* [vertex_count] of any length. The mesh's own array where no morph of normals has weight; NULL: it has none. */
    const float (*normals)[3];
    /* [vertex_count] the mesh's own array where no UV morph has weight; NULL: it has none. */
    const float (*uvs)[2];
    const float (*extra_uvs[4])[4];       /* the same for each additional set */
    const hone_material_state *materials; /* [material_count] file order; stays where it is */
    /* How many times a weight of a morph of vertices, UVs or materials has changed. 0: nothing was ever applied. */
    uint64_t revision;
    /* [morph_count] the revision that changed the weight of each such morph last; 0: never, or another kind. */
    const uint64_t *morph_revisions;
} hone_morph_result;

/* Applies the final weights of the last evaluation to the mesh and its materials. A stage of its own, because a user
 * that reads bones alone needs none of it: hone_rig_evaluate applies morph weights and bone morphs only.
 * Returns: the rig's one result, at the same address as long as the rig lives. This function alone changes it.
 * Cost:    a comparison per morph where no weight has changed. Else, for each array that changes, one visit of each
 *          offset of its morphs that have weight or had some. */
HONE_API const hone_morph_result *hone_rig_apply_morphs(hone_rig *rig);

/* Returns: the result of the last hone_rig_apply_morphs; before it, the mesh and the materials at rest. */
HONE_API const hone_morph_result *hone_rig_morph_result(const hone_rig *rig);

#ifdef __cplusplus
}
#endif
#endif
