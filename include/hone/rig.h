/** rig: local pose to model-space pose. Transform order, hierarchy (forward kinematics), append (grant), inverse
 * kinematics, morphs.
 *
 * A rig belongs to one model and one user; evaluating writes into it and allocates nothing. The result depends on the
 * current pose only, not on earlier poses (except with HONE_ORDER_LAG). Bones are evaluated in the order of their
 * after-physics flag, layer and file index; a bone waits for its parent and its append source of the same pass. An IK
 * chain is solved when its goal bone is evaluated. Models of other spaces than MMD's have the hierarchy, and after it
 * node constraints, each after those that it depends on. One that depends on itself is left out.
 * Source: docs/rig.md.
 */
#ifndef HONE_RIG_H
#define HONE_RIG_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/mmd_rules.h>
#include <hone/model.h>
#include <hone/motion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rigs ---------------------------------------------------------------------------------------------------- */

/** The evaluation of one model's poses. It belongs to one thread at a time, and retains the model. */
typedef struct hone_rig hone_rig;

/** Settings of hone_rig_create. */
typedef struct hone_rig_desc {
    const hone_model *model;         /**< required; retained */
    hone_mmd_rules rules;            /**< how an MMD model is evaluated */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_rig_desc;

/** Creates a rig, in the rest pose.
 *
 * Returns: the rig; destroy it with hone_rig_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL), MEMORY.
 */
HONE_API hone_rig *hone_rig_create(const hone_rig_desc *desc, hone_error *error);

/** Destroys a rig and releases its model. NULL is allowed. */
HONE_API void hone_rig_destroy(hone_rig *rig);

/** Returns the order in which bones are evaluated: [bone_count] bones, valid as long as the rig.
 *
 * pass2_begin: out: the bones before this place are evaluated before physics (pass 1), the others after it (pass 2).
 */
HONE_API const uint32_t *hone_rig_order(const hone_rig *rig, uint32_t *pass2_begin);

/** Returns how many IK chains are never solved, because all chains together would visit more than 2^24 bones a frame.
 * No character needs a hundredth of that, but a damaged file may. */
HONE_API uint32_t hone_rig_skipped_chain_count(const hone_rig *rig);

/** Attaches a bone of an MMD model to a bone of another model (external parent).
 *
 * The bone's model-space matrix becomes *parent * T(-position) * what it would be otherwise, so that a bone at rest is
 * exactly at its new parent. A chain with such a bone among its links, except for the root of the IK chain, is not
 * solved.
 * bone: index of the bone.
 * parent: model space from bone space, without scale; for example hone_rig_bones(other) + bone of a rig that is
 *         evaluated before this one. It is read at every evaluation until it is set again, and must stay valid until
 *         then. NULL: none.
 */
HONE_API void hone_rig_set_external_parent(hone_rig *rig, uint32_t bone, const hone_affine *parent);

/* ---- evaluating ---------------------------------------------------------------------------------------------- */

/** Evaluates a pose without physics: morph weights, bone morphs, pass 1 and pass 2.
 *
 * A bone morph is added to the pose: translation + its own, rotation * its own.
 * pose: its counts are the model's.
 * Cost: one visit of each bone, and about 0.1 us a link and iteration of each IK chain; no allocation.
 */
HONE_API void hone_rig_evaluate(hone_rig *rig, const hone_pose *pose);

/** Evaluates morph weights, bone morphs and pass 1: the first of three stages, for a caller that runs physics after it.
 *
 * pose: its counts are the model's; the same for all stages.
 */
HONE_API void hone_rig_before_physics(hone_rig *rig, const hone_pose *pose);

/** How physics moves a bone. */
typedef enum hone_dynamic {
    HONE_DYNAMIC_NONE, /**< not at all */
    HONE_DYNAMIC_BODY, /**< a body of the model, such as one of hair */
    /** A part of a ragdoll: bones that append from it take over its rotation, whatever the rules say, and IK chains of
     * pass 2 leave it alone. */
    HONE_DYNAMIC_RAGDOLL
} hone_dynamic;

/** Applies the bones that physics moves: the second stage, which may be left out. Bones below them that physics does
 * not move follow.
 *
 * pose: its counts are the model's; the same for all stages.
 * model_from_bone: [bone_count] model space from bone space; read where `dynamic` is set and the bone is of pass 1.
 * dynamic: [bone_count] hone_dynamic: see hone_physics_bones.
 */
HONE_API void hone_rig_apply_physics(hone_rig *rig, const hone_pose *pose, const hone_affine *model_from_bone,
                                     const uint8_t *dynamic);

/** Evaluates pass 2: the last stage.
 *
 * pose: its counts are the model's; the same for all stages.
 */
HONE_API void hone_rig_after_physics(hone_rig *rig, const hone_pose *pose);

/** Returns the bones of the last evaluation; before the first, of the rest pose: [bone_count] model space from bone
 * space, file order; at the same address as long as the rig lives. */
HONE_API const hone_affine *hone_rig_bones(const hone_rig *rig);

/** The parts of a bone's transform, and the whole that they make. Each part is a difference from the rest pose, in the
 * parent's axes. A part that adds nothing is the identity.
 *
 * MMD: model_from_bone = model_from_parent T(rest offset + t) R(r), where
 *     t = keys + morph + append + ik + physics (translations; that of ik is always 0)
 *     r = physics ik morph keys append (rotations; the rightmost acts first)
 * and whole holds t and r. Scales are 1. The effect of an external parent is in none of the parts.
 *
 * Other spaces: only keys and append differ from the identity, and append is the effect of a node constraint. The
 * bone's local translation is rest + t, its rotation is r rest, and its scale is that of keys times that of rest, axis
 * by axis.
 */
typedef struct hone_bone_parts {
    hone_transform keys;    /**< the pose: motions, and changes of a program */
    hone_transform morph;   /**< bone morphs */
    hone_transform append;  /**< append (grant), with what the source itself appends; or a node constraint */
    hone_transform ik;      /**< all IK chains that the bone is a link of */
    hone_transform physics; /**< the remaining difference from where physics moved it: see hone_rig_apply_physics */
    hone_transform whole;   /**< all parts together */
} hone_bone_parts;

/** Returns the parts of a bone's transform in the last evaluation.
 *
 * pose: the pose of that evaluation.
 * bone: index of the bone.
 * Cost: about ten multiplications of quaternions.
 * Source: docs/rig.md.
 */
HONE_API hone_bone_parts hone_rig_bone_parts(const hone_rig *rig, const hone_pose *pose, uint32_t bone);

/** Returns the final morph weights of the last evaluation, with the weights that groups and flips give to other morphs;
 * those of a VRM's expressions are as they are shown: clamped to 0 to 1, on or off, and overridden by others.
 * [morph_count] file order; at the same address as long as the rig lives. */
HONE_API const float *hone_rig_morphs(const hone_rig *rig);

/* ---- morphs of the mesh and its materials -------------------------------------------------------------------- */

/** How morphs change the colour c of a texel: c = mix(e, c * multiply.rgb, multiply.a), then
 * c = clamp(c + (c - e) * add.a, 0, 1) + add.rgb. e is the colour that changes nothing: black where a sphere map is
 * added, otherwise white. */
typedef struct hone_texture_factor {
    float multiply[4]; /**< at rest 1 1 1 1 */
    float add[4];      /**< at rest 0 0 0 0 */
} hone_texture_factor;

/** The part of a material that morphs can change: see hone_material. Numbers may be outside 0 to 1. */
typedef struct hone_material_state {
    float diffuse[4];            /**< colour and alpha under the light */
    float specular[3];           /**< colour of the highlight */
    float specular_power;        /**< exponent of the highlight */
    float ambient[3];            /**< colour in the shade */
    float edge_colour[4];        /**< colour of the edge */
    float edge_size;             /**< width of the edge */
    hone_texture_factor texture; /**< of the texture's texels */
    hone_texture_factor sphere;  /**< of the sphere map's texels */
    hone_texture_factor toon;    /**< of the toon's texels */
} hone_material_state;

/** The mesh and its materials with morphs applied. Reading it computes nothing, so any number of readers may share it.
 *
 * A reader that keeps a copy remembers the `revision` of its copy. If it is still the same, nothing has changed.
 * Otherwise the reader copies the elements of each morph whose own revision is greater, and of no other: that is
 * enough, however many evaluations it has missed. */
typedef struct hone_morph_result {
    /** [vertex_count] model space, before skinning. The mesh's own array if no vertex morph has weight. */
    const float (*positions)[3];
    /** [vertex_count] of any length. The mesh's own array if no morph of normals has weight; NULL: it has none. */
    const float (*normals)[3];
    /** [vertex_count] the mesh's own array if no UV morph has weight; NULL: it has none. */
    const float (*uvs)[2];
    const float (*extra_uvs[4])[4];       /**< the same for each additional set */
    const hone_material_state *materials; /**< [material_count] file order; always at the same address */
    /** [material_count] of the materials of glTF; NULL: no expression and no VALUE morph changes one. Always at the
     * same address. */
    const hone_surface_state *surfaces;
    /** How many times a weight of a morph of vertices, UVs, materials or values, or of an expression that changes
     * materials, has changed. 0: none was ever applied. */
    uint64_t revision;
    /** [morph_count] the revision that changed the weight of each such morph last; 0: never, or another kind. */
    const uint64_t *morph_revisions;
} hone_morph_result;

/** Applies the final weights of the last evaluation to the mesh and its materials. It is a stage of its own, because a
 * caller that reads only bones does not need it.
 *
 * Returns: the rig's one result, at the same address as long as the rig lives. Only this function changes it.
 * Cost: a comparison for each morph if no weight has changed. Otherwise, for each array that changes, one visit of
 *       each offset of its morphs that have weight or had some. No allocation.
 */
HONE_API const hone_morph_result *hone_rig_apply_morphs(hone_rig *rig);

/** Returns the rig's one result, of the last hone_rig_apply_morphs; before the first, the mesh and the materials at
 * rest. */
HONE_API const hone_morph_result *hone_rig_morph_result(const hone_rig *rig);

#ifdef __cplusplus
}
#endif
#endif
