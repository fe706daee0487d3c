/** bounds: a box and a sphere around a posed character, without skinning its vertices: for culling, cameras, shadows.
 *
 * The rest vertices are measured once: each slot gets an oriented box around the vertices that it influences. For a
 * pose, the boxes are transformed by the palette and put together, which takes time in proportion to the slots, not to
 * the vertices. The result contains every skinned vertex: by linear blending a vertex is a weighted mean of the points
 * to which its slots move it, so it is inside any convex shape that contains these. How SDEF, dual quaternions, morphs
 * and odd weights are covered: docs/skinning.md, "Bounds of a pose".
 *
 * The box of a pose, on plain arrays:
 * ```c
 * bool measure(const hone_skin_desc *mesh, const hone_palette *palette, hone_bounds *box, hone_error *error)
 * {
 *     hone_skin_bounds *bounds = hone_skin_bounds_create(&(hone_skin_bounds_desc){.mesh = mesh}, error); // once
 *     hone_bounds_job job = {.palette = palette, .box = box};
 *     bool ok = bounds && hone_skin_bounds_pose(bounds, &job, error); // for each pose
 *     hone_skin_bounds_destroy(bounds);
 *     return ok;
 * }
 * ```
 */
#ifndef HONE_BOUNDS_H
#define HONE_BOUNDS_H

#include <hone/base.h>
#include <hone/model.h>
#include <hone/skin.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A box with sides along the axes. */
typedef struct hone_bounds {
    float min[3]; /**< lowest x, y, z; above max: the box is empty */
    float max[3]; /**< highest x, y, z */
} hone_bounds;

/* clang-format off */
/** The empty box: an initialiser of hone_bounds. */
#define HONE_BOUNDS_EMPTY {{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}}
/* clang-format on */

/** A sphere around something. */
typedef struct hone_bounding_sphere {
    float centre[3]; /**< its centre */
    float radius;    /**< below 0: the sphere is empty */
} hone_bounding_sphere;

/** The measurements of a mesh at rest. They never change: threads may share them. */
typedef struct hone_skin_bounds hone_skin_bounds;

/** Settings of hone_skin_bounds_create. */
typedef struct hone_skin_bounds_desc {
    /** Required: positions, kinds, influences and SDEF points. Normals and tangents are not read. Memory comes from
     * its allocator. */
    const hone_skin_desc *mesh;
    const hone_morph *morphs; /**< [morph_count] vertex morphs are covered, other kinds ignored; NULL: none */
    uint32_t morph_count;     /**< how many morphs there are */
} hone_skin_bounds_desc;

/** Measures a mesh at rest.
 *
 * desc: nothing of it is needed after the call.
 * Returns: the measurements; destroy them with hone_skin_bounds_destroy. NULL on failure.
 * Errors: ARGUMENT (as hone_skin_compile; a morph of a vertex out of range: `at` is the morph), MEMORY.
 * Cost: about 100 ns a vertex; memory of about 100 bytes a slot, and 32 bytes for each slot whose vertices a morph
 *       moves.
 */
HONE_API hone_skin_bounds *hone_skin_bounds_create(const hone_skin_bounds_desc *desc, hone_error *error);

/** Destroys measurements that hone_skin_bounds_create has made. NULL is allowed. */
HONE_API void hone_skin_bounds_destroy(hone_skin_bounds *bounds);

/** Returns the measurements of a model's mesh, with its vertex morphs, valid as long as the model; NULL on failure, and
 * the next call tries again. The model keeps one, which its actors share.
 *
 * The first call makes it, with the model's allocator. Threads may call it at once: one of them makes it, the others
 * wait.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: the first call as hone_skin_bounds_create; later calls read one pointer.
 */
HONE_API const hone_skin_bounds *hone_model_skin_bounds(const hone_model *model, hone_error *error);

/** The input and output of hone_skin_bounds_pose. */
typedef struct hone_bounds_job {
    /** Required: affine; duals too where vertices are SDEF or QDEF or the method is DUAL_QUATERNION or CENTRES. */
    const hone_palette *palette;
    const float *morphs;          /**< [morph_count] final weights of any size; NULL: all are 0 */
    hone_skin_method method;      /**< how the vertices are blended */
    float reach;                  /**< hone_skin_reach of the skin and the method */
    hone_bounds *box;             /**< out: model space; empty without vertices. NULL: not wanted */
    hone_bounding_sphere *sphere; /**< out: model space; empty without vertices. NULL: not wanted */
} hone_bounds_job;

/** Computes a box and a sphere that contain all vertices of a pose, in model space.
 *
 * Vertices are at the places to which hone_skin_run moves them with this palette and method, on any kernel: a margin of
 * 4e-6 of the coordinates covers its rounding. That of a packed skin (hone_skin_desc.packed) is not covered. If a
 * number of the palette is not finite, box and sphere are infinite.
 * Returns: whether they were computed.
 * Errors: ARGUMENT (NULL, a palette with fewer slots than the mesh, or without an array that is needed).
 * Cost: about 10 ns a slot for the box, and as much for the sphere; no allocation. DUAL_QUATERNION also visits the
 *       pairs of slots that share a vertex.
 * Source: docs/skinning.md, "Bounds of a pose".
 */
HONE_API bool hone_skin_bounds_pose(const hone_skin_bounds *bounds, const hone_bounds_job *job, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
