/** vrm: makes avatars (VRM 1.0) of characters.
 *
 * hone_model_to_vrm makes a model that has what a VRM has: metres, +z in front, a T-pose, the bones of a human,
 * expressions, toon materials, springs, constraints, look-at, meta data. hone_model_write_gltf with `vrm` writes it.
 * docs/vrm.md tells what becomes what.
 *
 * A VRM of an MMD model:
 * ```c
 * bool write_vrm(const hone_model *model, const hone_file_resolver *files, hone_bytes *vrm, hone_error *error)
 * {
 *     const hone_meta_entry meta[] = {{"name", "Miku"}, {"authors", "Somebody"}, {"avatarPermission", "everyone"}};
 *     const hone_to_vrm_desc desc = {.files = files, .meta = meta, .meta_count = 3};
 *     hone_model *avatar = hone_model_to_vrm(model, &desc, NULL, error);
 *     bool ok = avatar && hone_model_write_gltf(avatar, &(hone_gltf_desc){.vrm = true}, vrm, NULL, error);
 *     hone_model_release(avatar);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_VRM_H
#define HONE_VRM_H

#include <hone/base.h>
#include <hone/io.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The kinds of things of a model that a VRM cannot contain. */
typedef enum hone_vrm_loss {
    HONE_VRM_LOSS_IK,             /**< an IK chain */
    HONE_VRM_LOSS_APPEND,         /**< a bone that follows another one as no constraint of a VRM does */
    HONE_VRM_LOSS_BODY,           /**< a rigid body */
    HONE_VRM_LOSS_JOINT,          /**< a joint between bodies */
    HONE_VRM_LOSS_SOFT_BODY,      /**< a soft body */
    HONE_VRM_LOSS_BONE_MORPH,     /**< a morph of bones, or the part of a group that is one */
    HONE_VRM_LOSS_UV_MORPH,       /**< a morph of texture coordinates */
    HONE_VRM_LOSS_FLIP_MORPH,     /**< a flip morph */
    HONE_VRM_LOSS_IMPULSE_MORPH,  /**< a morph of impulses */
    HONE_VRM_LOSS_MATERIAL_MORPH, /**< a part of a material morph: of texels, highlights or edge sizes */
    HONE_VRM_LOSS_SPHERE,         /**< a sphere map that is multiplied, or is a sub-texture */
    HONE_VRM_LOSS_HIGHLIGHT,      /**< a highlight */
    HONE_VRM_LOSS_EDGE_WIDTHS,    /**< widths of edges that differ between vertices; the name is that of no thing */
    HONE_VRM_LOSS_INFLUENCE,      /**< vertices with more than four bones: the heaviest are kept */
    HONE_VRM_LOSS_DEFORM,         /**< vertices of SDEF and QDEF, which are blended linearly once they move */
    HONE_VRM_LOSS_FIRST_PERSON,   /**< parts that differ in who sees them: all become "auto" */
    HONE_VRM_LOSS_TEXTURE,        /**< a picture that was not found */
    HONE_VRM_LOSS_CLIP,           /**< a motion of the file */
    HONE_VRM_LOSS_CAMERA,         /**< a camera of the file */
    HONE_VRM_LOSS_COUNT           /**< the number of kinds */
} hone_vrm_loss;

/** Settings of hone_model_to_vrm. */
typedef struct hone_to_vrm_desc {
    float scale; /**< metres of the unit of a model that is not MMD's; 0: 1 */
    /** [meta_count] meta data, with the keys and words of VRM 1.0: "name", "authors" (an entry for each),
     * "avatarPermission", "allowRedistribution". They replace those of the model with the same keys. What VRM requires
     * and neither has: the model's name, "unknown", and the address of VRM's licence. */
    const hone_meta_entry *meta;
    uint32_t meta_count;             /**< how many entries there are */
    hone_blob thumbnail;             /**< a png or jpg; empty: that of the model, or none */
    const hone_file_resolver *files; /**< where textures are; NULL: only those inside the model */
    bool keep_bones;                 /**< keep bones that a VRM does not need (IK goals, copies for append) */
    void (*lost)(void *user, hone_vrm_loss kind, const char *name); /**< told of each loss; NULL: not called */
    void *user;                                                     /**< passed to lost */
    const hone_allocator *allocator;                                /**< NULL: malloc */
} hone_to_vrm_desc;

/** What hone_model_to_vrm did. */
typedef struct hone_to_vrm_report {
    uint32_t lost[HONE_VRM_LOSS_COUNT]; /**< how many things of each kind were left out */
    uint32_t bones_left_out;            /**< bones that a VRM does not need; others take their vertices and children */
    uint32_t human_bones;               /**< bones of a human */
    uint32_t presets;                   /**< expressions with a name of VRM's */
    uint32_t customs;                   /**< further expressions */
    uint32_t constraints;               /**< bones that follow others */
    uint32_t springs;                   /**< springs */
    float arms_turned;                  /**< by how much the arms were turned into the T-pose at most, degrees */
} hone_to_vrm_report;

/** Makes an avatar of a character.
 *
 * The result is in glTF's space. Vertices are where skinning puts them in the T-pose; bones of models that are no VRM
 * have no rotation at rest. Bones keep their order; new ones follow for the tails of springs. Each material is a toon
 * (hone_material.mtoon), but those of glTF that are lit in its own way. All pictures are inside the model.
 * model: a humanoid of any space; of a VRM pose, meta data and expressions are kept.
 * desc: NULL: defaults.
 * report: NULL: not wanted.
 * Returns: a model with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, no humanoid: the message names the bones that are missing), MEMORY.
 * Source: VRMC_vrm-1.0; docs/vrm.md.
 */
HONE_API hone_model *hone_model_to_vrm(const hone_model *model, const hone_to_vrm_desc *desc,
                                       hone_to_vrm_report *report, hone_error *error);

/** Creates the skeleton of a VRM animation for the motions of a humanoid: its human bones without the eyes, in the
 * T-pose of the avatar that hone_model_to_vrm makes, in metres, looking along +z; a node for the gaze, if the model has
 * eyes; an expression for each morph, with VRM's name where it has one.
 *
 * hone_retarget with HONE_RETARGET_FEET_TURN gives it a motion, with which hone_model_write_gltf writes a .vrma.
 * model: a humanoid.
 * scale: metres of the unit of a model that is not MMD's; 0: 1.
 * allocator: NULL: malloc.
 * Returns: a model with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, no humanoid: see hone_model_humanoid), MEMORY.
 * Source: docs/avatars.md, "VRM animations".
 */
HONE_API hone_model *hone_vrm_animation_skeleton(const hone_model *model, float scale, const hone_allocator *allocator,
                                                 hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
