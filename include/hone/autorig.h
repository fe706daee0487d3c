/** autorig: gives a mesh a skeleton and weights (automatic rigging).
 *
 * The skeleton is that of another model, or a human one whose joints are found in the mesh. How: docs/rigging.md.
 *
 * A skeleton for a statue, written as PMX:
 * ```c
 * bool rig_statue(const hone_model *statue, hone_bytes *pmx, hone_error *error)
 * {
 *     hone_model *rigged = hone_model_autorig(statue, &(hone_autorig_desc){.bend_to_a_pose = true}, NULL, error);
 *     bool ok = rigged && hone_model_write_pmx(rigged, NULL, pmx, error);
 *     hone_model_release(rigged);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_AUTORIG_H
#define HONE_AUTORIG_H

#include <hone/base.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Settings of hone_model_autorig. */
typedef struct hone_autorig_desc {
    /** The model whose bones, IK chains, appends, panels and bodies are used, of any space. NULL: a human skeleton with
     * MMD's bones and chains is fitted to the mesh. The mesh must then be upright, in a T- or A-pose, and face along x
     * or z; it is turned to face forward. */
    const hone_model *skeleton;
    /** Whether the skeleton keeps its size and place. Otherwise it is scaled and moved so that its own mesh would be as
     * high as the other, on the same ground. A skeleton without a mesh always keeps them. */
    bool keep_scale;
    bool euclidean_weights; /**< weights by hone_weights_euclidean; otherwise by hone_weights_geodesic */
    float exponent;         /**< of the distance rule, as in hone_weights_desc */
    float length;           /**< of the distance rule, as in hone_weights_desc; MMD units */
    /** Bones a vertex; 0: 4. UINT32_MAX: all. A vertex with more than four becomes HONE_DEFORM_LINEAR, which glTF can
     * hold and PMX cannot. */
    uint32_t max_influences;
    /** [texture_count] new paths of the textures of a .x or glTF mesh; NULL: they keep theirs. */
    const char *const *textures;
    float scale; /**< metres of one unit of a .x or glTF model, mesh and skeleton; 0: 1 */
    /** Without a skeleton: whether the arms are bent to where MMD's models hold them at rest, which is where MMD's
     * motions start from. Otherwise the mesh keeps its pose. */
    bool bend_to_a_pose;
    /** Whether materials of .x and glTF stay as they are, for hone_model_write_gltf. Otherwise they become MMD's. */
    bool keep_materials;
    /** [vertex_count] out: bits HONE_AUTORIG_WARN_FAR and HONE_AUTORIG_WARN_AMBIGUOUS; NULL: not wanted. */
    uint8_t *vertex_warnings;
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_autorig_desc;

/** Reasons to check the weights of a vertex: bits of hone_autorig_desc.vertex_warnings. */
enum {
    /** The vertex is further than a quarter of the mesh's largest extent from its heaviest bone. */
    HONE_AUTORIG_WARN_FAR = 1,
    /** The second heaviest bone has over half of the heaviest's weight, and more than four steps of the hierarchy are
     * between the two, as between a hand and a thigh. */
    HONE_AUTORIG_WARN_AMBIGUOUS = 2
};

/** Landmarks that were not found in the mesh and were placed by proportion: bits of
 * hone_autorig_report.landmark_warnings. */
enum {
    HONE_AUTORIG_WARN_FACING = 1, /**< no feet show which way is forward: the mesh keeps its direction */
    HONE_AUTORIG_WARN_HIPS = 2,   /**< the hips are hidden, for example by a skirt */
    HONE_AUTORIG_WARN_NECK = 4,   /**< no thin part is between shoulders and head */
    HONE_AUTORIG_WARN_WRISTS = 8, /**< no thin part is between hand and forearm */
    HONE_AUTORIG_WARN_SIDES = 16  /**< left and right differ: a pose, or something held in a hand */
};

/** The results of hone_model_autorig. */
typedef struct hone_autorig_report {
    uint32_t bones_bound;       /**< bones that carry a vertex */
    uint32_t far_count;         /**< vertices with HONE_AUTORIG_WARN_FAR */
    uint32_t ambiguous_count;   /**< vertices with HONE_AUTORIG_WARN_AMBIGUOUS */
    uint32_t morphs_emptied;    /**< bone and impulse morphs of the mesh, whose bones and bodies are gone */
    float scale;                /**< of the skeleton, in MMD's space: p' = scale * p + move */
    float move[3];              /**< of the skeleton, MMD units */
    int quarters;               /**< turns of the mesh by 90 degrees about y, from +z to +x, to face forward */
    uint32_t landmark_warnings; /**< bits HONE_AUTORIG_WARN_FACING to HONE_AUTORIG_WARN_SIDES */
} hone_autorig_report;

/** Gives a mesh the bones of a skeleton, and computes which bones carry which vertex.
 *
 * The result has the mesh, materials, textures and morphs of `mesh` in MMD's space (as hone_model_to_mmd makes them;
 * pictures inside the file come along). Bones that carry vertices of the skeleton's own mesh may carry vertices here.
 * If the skeleton has no mesh, every bone that has a length and is no IK goal may. If it is a humanoid with a mesh,
 * bones of hair, skirts and eyes carry vertices only where the skeleton's own mesh has such vertices, or where no bone
 * of the body is near.
 * mesh: a model of any space; its own bones and weights are not used.
 * report: what was done; NULL: not wanted.
 * Returns: a model with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, no vertex, no bone that could carry one, a number out of range; without a skeleton, a mesh
 *         in which no human is found), MEMORY.
 * Cost: vertices times bones; finding joints takes some tenths of a second and about 40 MB while it runs.
 * Source: docs/rigging.md.
 */
HONE_API hone_model *hone_model_autorig(const hone_model *mesh, const hone_autorig_desc *desc,
                                        hone_autorig_report *report, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
