/** deform: what ways of skinning that keep volume need besides weights, computed once for a mesh. Part of skin.h.
 *
 * Programs that skin with hone_actor_skin or draw need none of this: a model computes what a method needs when it is
 * first used (hone_model_prepare_skin). Formulas and sources: docs/skinning.md.
 *
 * A model whose centres are computed on all threads while it loads:
 * ```c
 * hone_model *with_centres(const hone_model *model, float (*room)[3], hone_workers *workers, hone_error *error)
 * {
 *     hone_centres_desc desc = {.mesh = hone_model_mesh(model), .workers = workers};
 *     if (!hone_centres_compute(&desc, room, error))
 *         return NULL;
 *     return hone_model_with_centres(model, room, NULL, error);
 * }
 * ```
 */
#ifndef HONE_DEFORM_H
#define HONE_DEFORM_H

#include <hone/base.h>
#include <hone/io.h>
#include <hone/model.h>
#include <hone/skin.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Settings of hone_centres_compute. */
typedef struct hone_centres_desc {
    const hone_mesh *mesh; /**< required: positions, influences and triangles */
    float sigma;           /**< how different weights still count as similar; 0: 0.1 */
    /** Triangles whose weights of two bones are within 1 / grid of each other are taken together. 0: 64. UINT32_MAX:
     * none are, which takes much longer. */
    uint32_t grid;
    hone_workers *workers;           /**< threads that share the work; the result is the same. NULL: this one alone */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_centres_desc;

/** Computes optimised centres of rotation: for each vertex the mean of the surface, weighted by how similar the weights
 * there are to its own.
 *
 * Similarity counts pairs of bones, so a vertex of one bone has no centre, and a vertex that is similar to nothing has
 * none either: both get their own position. Influences without a positive weight do not count.
 * out: [vertex_count] model space, finite if the positions are.
 * Returns: whether they were computed.
 * Errors: UNSUPPORTED (it is not built in), ARGUMENT (NULL), MEMORY.
 * Cost: a vertex of four bones visits the triangles that share two of them, in up to 2000 cells a pair: some
 *       microseconds.
 * Source: B. H. Le, J. K. Hodgins, "Real-time skeletal skinning with optimized centers of rotation", 2016.
 */
HONE_API bool hone_centres_compute(const hone_centres_desc *desc, float (*out)[3], hone_error *error);

/** Writes centres of rotation as the bytes of a file, for hone_centres_decode: 20 bytes, and 12 a vertex.
 *
 * centres: [mesh->vertex_count] of the mesh.
 * allocator: of `out`; NULL: malloc.
 * out: release it with hone_bytes_release.
 * Returns: whether they were written.
 * Errors: UNSUPPORTED (it is not built in), ARGUMENT (NULL), MEMORY.
 */
HONE_API bool hone_centres_encode(const hone_mesh *mesh, const float (*centres)[3], const hone_allocator *allocator,
                                  hone_bytes *out, hone_error *error);

/** Reads the bytes of a file that hone_centres_encode has written for the same mesh.
 *
 * bytes: [size].
 * out: [mesh->vertex_count].
 * Returns: whether they were read.
 * Errors: UNSUPPORTED, ARGUMENT (NULL), FORMAT (no such file, one that was cut, or of a mesh with other positions,
 *         influences or triangles).
 */
HONE_API bool hone_centres_decode(const void *bytes, size_t size, const hone_mesh *mesh, float (*out)[3],
                                  hone_error *error);

/** Settings of hone_skin_add_mush. */
typedef struct hone_mush_desc {
    const hone_mesh *mesh; /**< required: of which the skin was compiled */
    uint32_t iterations;   /**< steps of smoothing, at most 1000; 0: 10 */
    float lambda; /**< the part of the way to the mean of its neighbours that a vertex goes in a step; 0: 0.5 */
    /** For DIRECT_DELTA_MUSH: slots whose smoothed weight at a vertex is below it are dropped there; 0: 0.001. */
    float least;
    const hone_allocator *allocator; /**< NULL: malloc; kept as long as the skin */
} hone_mush_desc;

/** Gives a skin what delta mush or direct delta mush needs, unless it has that: then the settings do not count.
 *
 * Vertices at one place move as one, with the weights of the first of them. Several threads may call it at once, and
 * others may skin with it meanwhile.
 * skin: one of which the caller has a reference. That of a model: hone_skin_retain(hone_model_compiled_skin(model)).
 * method: HONE_SKIN_DELTA_MUSH or HONE_SKIN_DIRECT_DELTA_MUSH.
 * Returns: whether the skin has it.
 * Errors: UNSUPPORTED, ARGUMENT (NULL, another method, a mesh of other counts, a number out of range), MEMORY.
 * Cost: some microseconds a vertex for DELTA_MUSH, and some tens for DIRECT_DELTA_MUSH.
 * Source: J. Mancewicz et al., "Delta mush: smoothing deformations while preserving detail", 2014; B. H. Le, J. P.
 * Lewis, "Direct delta mush skinning and variants", 2019.
 */
HONE_API bool hone_skin_add_mush(hone_skin *skin, hone_skin_method method, const hone_mush_desc *desc,
                                 hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
