/** correctives: corrective shapes for a baked motion.
 *
 * A player that only blends matrices (linear skinning), such as a player of glTF, cannot show SDEF or dual quaternion
 * skinning. Corrective shapes are morph targets with keyed weights that move its vertices to where they should be,
 * within a bound. How this works: docs/motions.md.
 *
 * Corrective shapes for a dance that hone_bake has baked, and a GLB with them:
 * ```c
 * bool write_corrected(const hone_model *model, const hone_motion *baked, uint32_t last_frame, hone_bytes *glb,
 *                      hone_error *error)
 * {
 *     hone_corrective_desc desc = {.model = model, .motion = baked, .last_frame = last_frame, .tolerance = 0.01f};
 *     hone_correctives *shapes = hone_bake_correctives(&desc, NULL, error);
 *     if (!shapes)
 *         return false;
 *     hone_gltf_desc gltf = {.motion = shapes->motion, .morphs = shapes->morphs, .morph_count = shapes->count};
 *     bool ok = hone_model_write_gltf(model, &gltf, glb, NULL, error);
 *     hone_correctives_destroy(shapes);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_CORRECTIVES_H
#define HONE_CORRECTIVES_H

#include <hone/bake.h>
#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/skin.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How often hone_bake_correctives plays all frames. */
enum { HONE_CORRECTIVE_PASSES = 5 };

/** Settings of hone_bake_correctives. */
typedef struct hone_corrective_desc {
    const hone_model *model;   /**< required */
    const hone_motion *motion; /**< required: made by hone_bake of this model, with HONE_BAKE_HIERARCHY */
    uint32_t last_frame;       /**< below HONE_BAKE_MAX_FRAMES */
    /** How vertices should be skinned. AUTO corrects SDEF and QDEF vertices, LINEAR none, DUAL_QUATERNION and
     * CENTRES those with several bones, the two kinds of delta mush all. */
    hone_skin_method method;
    float tolerance;     /**< the largest error of a vertex at any frame, in the model's unit; above 0 */
    uint32_t max_shapes; /**< the most shapes; 0: as many as are needed */
    /** Called after each frame of each pass with how many frames are done, of HONE_CORRECTIVE_PASSES times the number
     * of frames; false cancels. NULL: not called. */
    bool (*progress)(void *user, uint32_t done);
    void *user;                      /**< passed to progress */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_corrective_desc;

/** The measurements at all frames of the motion. Lengths are in the model's unit, angles in radians. */
typedef struct hone_corrective_report {
    uint32_t vertices;     /**< vertices that the shapes move */
    uint32_t keys;         /**< keys of the weights */
    double error_before;   /**< the largest error of a vertex by linear skinning alone */
    double error_after;    /**< the largest error of a vertex with the shapes */
    double error_between;  /**< error_after, measured also half-way between frames */
    double normal_before;  /**< the largest error of a normal by linear skinning alone */
    double normal_after;   /**< the largest error of a normal with the shapes */
    uint32_t worst_before; /**< the vertex of error_before */
    uint32_t worst_after;  /**< the vertex of error_after */
} hone_corrective_report;

/** Corrective shapes and the keys of their weights. */
typedef struct hone_correctives {
    uint32_t count; /**< how many shapes there are */
    /** [count] vertex morphs with normals, named "hone_corrective_BONE_0", …, with a default weight of 0. */
    const hone_morph *morphs;
    /** The motion of the description with one more channel of weights, whose targets are counted after the model's
     * morphs. Retain it to keep it longer than this object. */
    const hone_motion *motion;
} hone_correctives;

/** Makes corrective shapes that bring linear skinning within a bound of another skinning method.
 *
 * It returns the smallest number of shapes that was found to keep the bound; with max_shapes, the shapes with the
 * smallest error. The report tells whether the bound is kept: no shape can keep it where bones turn so far from each
 * other that blending flattens the vertices between them. The shapes are the same on every machine.
 * report: what was measured; NULL: not wanted.
 * Returns: the shapes; destroy them with hone_correctives_destroy. NULL on failure.
 * Errors: ARGUMENT (no model or motion, a number out of range, a motion that was not baked, cancelled), MEMORY.
 * Cost: plays the motion HONE_CORRECTIVE_PASSES times; memory does not grow with the motion, except for keys.
 * Source: docs/motions.md, "Corrective shapes".
 */
HONE_API hone_correctives *hone_bake_correctives(const hone_corrective_desc *desc, hone_corrective_report *report,
                                                 hone_error *error);

/** Destroys corrective shapes, and releases their motion. NULL is allowed. */
HONE_API void hone_correctives_destroy(hone_correctives *correctives);

#ifdef __cplusplus
}
#endif
#endif
