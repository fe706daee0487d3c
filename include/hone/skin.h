/** skin: pose to skinning palette to vertices. Usable alone, on plain arrays, without a model.
 *
 * palette[slot] = model_from_bone[slot.bone] * slot.bone_from_mesh moves a vertex from the bind pose to the current
 * pose: it is the matrix of the bone times its inverse bind matrix. Methods and sources: docs/skinning.md. The scalar
 * kernel is the definition; every other kernel is tested against it.
 *
 * Skinning the positions of a mesh, once it is compiled:
 * ```c
 * bool skin_frame(const hone_skin *skin, const hone_slot *slots, const hone_affine *bones, uint32_t bone_count,
 *                 hone_palette *palette, float (*positions)[3], hone_error *error)
 * {
 *     uint32_t count = hone_skin_vertex_count(skin);
 *     hone_palette_build(slots, bones, bone_count, palette);
 *     hone_skin_job job = {.palette = palette, .positions = {positions, count, sizeof *positions}};
 *     return hone_skin_run(skin, &job, 0, hone_skin_block_count(skin), error);
 * }
 * ```
 */
#ifndef HONE_SKIN_H
#define HONE_SKIN_H

#include <hone/base.h>
#include <hone/math.h>
#include <hone/model.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- skinning palette --------------------------------------------------------------------------------------- */

/** A rotation and translation as two quaternions x,y,z,w. */
typedef struct hone_dual_quaternion {
    float real[4]; /**< the rotation, of unit length */
    float dual[4]; /**< translation * real / 2 */
} hone_dual_quaternion;

/** A skinning palette (matrix palette): a pose in the form that skinning needs, one entry for each slot. The caller
 * owns the arrays. Each may be NULL if the method and the mesh do not need it: see hone_skin_needs. */
typedef struct hone_palette {
    uint32_t slot_count; /**< how many slots there are */
    hone_affine *affine; /**< [slot_count] model space now from mesh space in the bind pose */
    /** [slot_count] The normal matrix: sign(det) * cofactor matrix of affine in the left 3x3; affine itself where
     * rigid. */
    hone_affine *cofactor;
    hone_dual_quaternion *duals; /**< [slot_count] of affine's rotation and translation; SDEF uses real */
    /** [slot_count] 1 if the slot is not rigid. NULL: all count as not rigid if any is not. */
    uint8_t *scaled;
    /** Whether every slot is rigid: a rotation and a translation. cofactor is then equal to affine, so that one blend
     * serves both. */
    bool rigid;
} hone_palette;

/** Creates a palette with every array: for several poses of one model, such as a crowd.
 *
 * slot_count: of the mesh: see hone_skin_slot_count.
 * allocator: NULL: malloc.
 * Returns: the palette, zeroed until hone_palette_build; destroy it with hone_palette_destroy. NULL on failure.
 * Errors: MEMORY.
 */
HONE_API hone_palette *hone_palette_create(uint32_t slot_count, const hone_allocator *allocator, hone_error *error);

/** Destroys a palette that hone_palette_create has created. NULL is allowed. */
HONE_API void hone_palette_destroy(hone_palette *palette);

/** Builds a palette from a pose: fills in `rigid` and the arrays that are not NULL.
 *
 * A slot is rigid if its matrix is a rotation and translation, within 1e-4. Otherwise it gets cofactors of its own,
 * and its dual quaternion is that of the nearest rotation.
 * slots: [palette->slot_count].
 * model_from_bone: [bone_count] model space from bone space. A slot without a bone uses model space itself.
 * Cost: about 15 ns a slot with all arrays; no allocation.
 */
HONE_API void hone_palette_build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                                 hone_palette *palette);

/** How a slot is written for a shader. Matrices hold any slot. The rigid forms hold a rotation and translation, within
 * 1e-3: a slot that is mirrored, sheared or scaled by more is refused. Layouts and shader code: docs/skinning.md. */
typedef enum hone_palette_form {
    HONE_PALETTE_4X4,              /**< 64 bytes: float[16], column after column */
    HONE_PALETTE_3X4,              /**< 48 bytes: float[12], the upper three rows */
    HONE_PALETTE_3X4_HALF,         /**< 24 bytes: the same in half floats, rounded to nearest, ties to even */
    HONE_PALETTE_QUATERNION,       /**< 32 bytes: float[8], rotation x,y,z,w, translation, 1. Rigid */
    HONE_PALETTE_QUATERNION_SCALE, /**< 32 bytes: the same with one scale for all axes at the end. Rigid apart from it
                                    */
    HONE_PALETTE_DUAL_QUATERNION,  /**< 32 bytes: hone_dual_quaternion. Rigid */
    /** 16 bytes: QUATERNION_SCALE in half floats. Rigid apart from the scale. Normalise the rotation after reading. */
    HONE_PALETTE_QUATERNION_SCALE_HALF
} hone_palette_form;

/** Returns the size of a slot in a form, in bytes; 0 for an unknown form. */
HONE_API size_t hone_palette_form_size(hone_palette_form form);

/** Writes the matrices of a palette in a form for a shader: uniforms or a bone texture.
 *
 * palette: affine is required.
 * out: [slot_count], with a stride of at least the form's size. Quaternions may come with either sign. NULL data: only
 *      checks whether the form holds every slot.
 * Returns: whether every slot was written.
 * Errors: ARGUMENT (no matrices, an unknown form, a stream that is too short; or a slot that the form cannot hold, in
 *         half floats one beyond 65504 or not finite: `at` is the slot, and those before it may have been written).
 * Cost: 2 to 10 ns a slot; no allocation.
 */
HONE_API bool hone_palette_write(const hone_palette *palette, hone_palette_form form, hone_stream out,
                                 hone_error *error);

/** Writes the rotations and the translations of a palette into two arrays, for a shader that takes them as two arrays
 * of uniforms or as two textures. The numbers are those of HONE_PALETTE_QUATERNION.
 *
 * For constant registers a translation takes a float4 too:
 * ```c
 * bool upload(const hone_palette *palette, float (*rotations)[4], float (*translations)[4], hone_error *error)
 * {
 *     hone_stream r = {rotations, palette->slot_count, sizeof *rotations};
 *     hone_stream t = {translations, palette->slot_count, sizeof *translations};
 *     return hone_palette_write_separate(palette, r, t, error);
 * }
 * ```
 * palette: affine is required.
 * rotations: [slot_count] float[4] each, unit quaternions x,y,z,w of either sign. NULL data: not wanted.
 * translations: [slot_count] float[3] each; what follows up to the next one stays as it is. NULL data: not wanted.
 * Returns: whether every slot was written. Without both arrays: whether every slot fits.
 * Errors: ARGUMENT (no matrices, a stream that is too short; or a slot that is not rigid within 1e-3: `at` is the
 *         slot, and those before it may have been written).
 * Cost: as hone_palette_write; no allocation.
 */
HONE_API bool hone_palette_write_separate(const hone_palette *palette, hone_stream rotations, hone_stream translations,
                                          hone_error *error);

/* ---- automatic weights -------------------------------------------------------------------------------------- */

/** A line segment that stands for a bone, mesh space: automatic weights measure distances to it. */
typedef struct hone_segment {
    float head[3]; /**< where it begins */
    float tail[3]; /**< where it ends */
} hone_segment;

/** Writes the segment of the bone of each slot of a model's mesh: from the bone to its tail. A bone of .x and glTF,
 * whose files have no tails, points to its first child. A bone without a tail, and a slot without a bone, is a point.
 *
 * out: [slot_count] mesh space in the bind pose; a slot whose matrix has no inverse is at the origin.
 * Cost: for .x and glTF slots times bones.
 */
HONE_API void hone_model_segments(const hone_model *model, hone_segment *out);

/** Settings of hone_weights_euclidean. */
typedef struct hone_weights_desc {
    hone_stream positions;        /**< float[3] each, mesh space */
    const hone_segment *segments; /**< [segment_count] */
    uint32_t segment_count;       /**< how many segments there are */
    float exponent;               /**< of the rule; 0: 16 */
    float length;                 /**< h of the rule; 0: diagonal of the positions' box / 20; 1: the raw formula */
    uint32_t max_influences;      /**< how many segments a vertex gets; 0: 4 */
    /** [segment_count] bits; NULL: all. A segment may carry a vertex if the two share a bit. */
    const uint8_t *segment_kinds;
    const uint8_t *vertex_kinds; /**< [positions.count] bits; NULL: all */
} hone_weights_desc;

/** Computes Euclidean weights: from the straight distance d of a vertex to each segment, w = 1 / (1 + d/h)^exponent.
 * The max_influences largest are kept and divided by their sum.
 *
 * out: [positions.count * max_influences] slot = index of the segment, heaviest first, equal ones by index; unused
 *      ones are {HONE_NONE, 0}.
 * Returns: whether they were computed.
 * Errors: ARGUMENT (NULL, no segment, a number that is not finite: `at` is its vertex or segment; a vertex that no
 *         segment may carry).
 * Cost: vertices times segments.
 */
HONE_API bool hone_weights_euclidean(const hone_weights_desc *desc, hone_influence *out, hone_error *error);

/** Settings of hone_weights_geodesic. */
typedef struct hone_weights_geodesic_desc {
    hone_weights_desc rule;          /**< as for Euclidean weights */
    const uint32_t *indices;         /**< [index_count] triangles, all wound the same way */
    uint32_t index_count;            /**< three for each triangle */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_weights_geodesic_desc;

/** Computes geodesic weights: the same rule, but with distances over the surface of the mesh, so that a hand beside a
 * thigh gets no weight of the thigh.
 *
 * A vertex belongs to the nearest segment, and to all that are equally near; where its normal points towards a segment,
 * that one counts as up to twice as far. To any other segment d is sqrt(e^2 + path^2): `path` is the distance over the
 * mesh to the nearest point of an edge or vertex that belongs to the segment, `e` that point's distance to it. So
 * mirrored input gives mirrored weights, and the order of segments decides ties only. Vertices at one place count as
 * one, and pieces that are near (a fiftieth of the diagonal) count as connected. At the end weights are smoothed twice
 * with those of the neighbours; only this can give a vertex a small weight of a segment that must not carry it.
 * If distances between positions and segments overflow floats, all weights are those of hone_weights_euclidean.
 * out: as for hone_weights_euclidean.
 * Returns: whether they were computed.
 * Errors: ARGUMENT (as hone_weights_euclidean; an index out of range), MEMORY.
 * Cost: vertices times segments, and about a microsecond for each vertex and influence.
 */
HONE_API bool hone_weights_geodesic(const hone_weights_geodesic_desc *desc, hone_influence *out, hone_error *error);

/* ---- compiled skins ----------------------------------------------------------------------------------------- */

/** A mesh that is ready for skinning: shareable between threads, reference counted. It never changes, except that what
 * a method of skinning needs besides can be added once (hone_model_prepare_skin, hone_skin_add_mush).
 *
 * Zero weights are dropped, repeated slots merged, and vertices sorted into blocks of HONE_SKIN_LANES of one kind that
 * share their slots, so that a kernel works on the vertices of a block side by side. The remaining vertices share
 * blocks, too: such a block has the slots of all its vertices, and each vertex has weight 0 for the slots of the
 * others. A number of the palette that is not finite may therefore affect such a vertex through the slot of another. */
typedef struct hone_skin hone_skin;

/** The number of vertices in a block. */
enum { HONE_SKIN_LANES = 16 };

/** How vertices are blended. */
typedef enum hone_skin_method {
    HONE_SKIN_AUTO,             /**< each vertex by its kind */
    HONE_SKIN_LINEAR,           /**< linear blending: SDEF as BDEF2, QDEF as BDEF4 */
    HONE_SKIN_DUAL_QUATERNION,  /**< dual quaternion blending of every vertex */
    HONE_SKIN_CENTRES,          /**< every vertex turns about its optimised centre: hone_skin_desc.centres */
    HONE_SKIN_DELTA_MUSH,       /**< smooths the surface and adds its details again; all vertices at once, on the CPU */
    HONE_SKIN_DIRECT_DELTA_MUSH /**< the same from precomputed moments: variant 1; all vertices at once, on the CPU */
} hone_skin_method;

/** Settings of hone_skin_compile: a mesh. */
typedef struct hone_skin_desc {
    uint32_t vertex_count;            /**< how many vertices there are */
    uint32_t slot_count;              /**< how many slots the palette has */
    hone_stream positions;            /**< float[3] each, at rest, mesh space */
    hone_stream normals;              /**< float[3] each; NULL data: the skin has none */
    hone_stream tangents;             /**< float[4] each, the fourth is the sign of the bitangent; NULL data: none */
    const uint8_t *deforms;           /**< [vertex_count] hone_deform; NULL: HONE_DEFORM_LINEAR */
    const uint32_t *influence_begin;  /**< [vertex_count + 1] vertex v has influences [begin[v], begin[v + 1]) */
    const hone_influence *influences; /**< [influence_begin[vertex_count]] */
    uint32_t sdef_count;              /**< how many vertices are of kind SDEF */
    const hone_sdef *sdefs;           /**< [sdef_count] ascending by vertex */
    /** float[3] each, mesh space: optimised centres of rotation, as hone_centres_compute makes them; NULL data: the
     * skin cannot be skinned by HONE_SKIN_CENTRES until hone_model_prepare_skin. */
    hone_stream centres;
    /** Whether to store rest data in half the bytes: positions in 16 bits of the mesh's box, normals octahedral in 2 x
     * 16, weights in 16. The error is at most half a step of the box a side (size / 131070), 6.5e-5 rad, and 1/131070 a
     * weight, except for the last, which takes the errors of the others. */
    bool packed;
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_skin_desc;

/** Compiles a mesh given as plain arrays for skinning.
 *
 * A weight that is not finite counts as zero. The influences of a vertex are sorted, so that two vertices with the
 * same ones end in the same place. A normal of no length becomes 0,0,1.
 * desc: nothing of it is needed after the call.
 * Returns: a skin with one reference; NULL on failure.
 * Errors: ARGUMENT (NULL, a slot, kind or count out of range, missing SDEF points: `at` is the vertex), MEMORY.
 */
HONE_API hone_skin *hone_skin_compile(const hone_skin_desc *desc, hone_error *error);

/** Compiles the mesh of a model for skinning: hone_skin_compile with its arrays.
 *
 * allocator: NULL: malloc.
 * Returns: a skin with one reference; NULL on failure.
 * Errors: ARGUMENT (as hone_skin_compile), MEMORY.
 */
HONE_API hone_skin *hone_skin_compile_mesh(const hone_mesh *mesh, const hone_allocator *allocator, hone_error *error);

/** Returns the mesh of a model, compiled for skinning, valid as long as the model; retain it to keep it longer. NULL on
 * failure; the next call tries again. The model keeps one skin, which its actors and GPU models share.
 *
 * The first call compiles it, with the model's allocator. Threads may call it at once: one of them compiles, the others
 * wait. Once it is compiled, nobody waits. A model that hone_model_with_weights made has a skin of its own.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: the first call allocates and compiles, about 50 ns a vertex; later calls read one pointer.
 */
HONE_API const hone_skin *hone_model_compiled_skin(const hone_model *model, hone_error *error);

/** Computes what a method of skinning needs of a model besides the compiled skin, unless that was done: for
 * HONE_SKIN_CENTRES the centres of rotation, unless the mesh brings them (hone_mesh.centres); for the two kinds of
 * delta mush what hone_skin_add_mush makes with its defaults. The model's compiled skin keeps it. hone_actor_skin and
 * GPU models call this themselves; call it while loading, so that no frame waits for it.
 *
 * Several threads may call it at once.
 * Returns: whether the skin has what the method needs.
 * Errors: ARGUMENT (NULL), MEMORY.
 * Cost: the first call for CENTRES takes what hone_centres_compute takes; later calls read one pointer.
 */
HONE_API bool hone_model_prepare_skin(const hone_model *model, hone_skin_method method, hone_error *error);

/** Returns how far a method can move a vertex from where linear blending has the surface around it: for CENTRES the
 * largest distance of a vertex from its centre, for the two kinds of delta mush the size of the largest detail, for
 * other methods 0. 0 if the skin has not what the method needs. For hone_bounds_job.reach. */
HONE_API float hone_skin_reach(const hone_skin *skin, hone_skin_method method);

/** Returns how many bytes hone_skin_job.room needs: 0 for methods that need none. */
HONE_API size_t hone_skin_room(const hone_skin *skin, hone_skin_method method);

/** Adds a reference to a skin. NULL is allowed.
 *
 * Returns: the skin.
 */
HONE_API hone_skin *hone_skin_retain(const hone_skin *skin);

/** Removes a reference from a skin. The last one destroys it. NULL is allowed. */
HONE_API void hone_skin_release(const hone_skin *skin);

/** Returns how many vertices a skin has. */
HONE_API uint32_t hone_skin_vertex_count(const hone_skin *skin);

/** Returns how many slots a skin's palette needs. */
HONE_API uint32_t hone_skin_slot_count(const hone_skin *skin);

/** Returns how many blocks of vertices a skin has. */
HONE_API uint32_t hone_skin_block_count(const hone_skin *skin);

/** Returns how many lanes a skin has: block count * HONE_SKIN_LANES, at least its vertex count. */
HONE_API uint32_t hone_skin_lane_count(const hone_skin *skin);

/** Returns where each vertex of the file is in the skin's own order, for indices and attributes that go with
 * HONE_SKIN_ORDER_LANES: [vertex_count] lanes, valid as long as the skin. Lanes of no vertex are padding.
 */
HONE_API const uint32_t *hone_skin_lanes(const hone_skin *skin);

/** Returns how many bytes of a skin one run reads: rest data, weights and slots, without padding.
 *
 * normals: whether normals are skinned too.
 */
HONE_API size_t hone_skin_read_size(const hone_skin *skin, hone_skin_method method, bool normals);

/** Bits of hone_skin_needs: the arrays of hone_palette. */
enum {
    HONE_SKIN_NEEDS_AFFINE = 1,   /**< hone_palette.affine */
    HONE_SKIN_NEEDS_COFACTOR = 2, /**< hone_palette.cofactor, for normals and tangents of a palette that is not rigid */
    HONE_SKIN_NEEDS_DUALS = 4     /**< hone_palette.duals */
};

/** Returns which arrays of a palette a skin reads by a method: bits HONE_SKIN_NEEDS_AFFINE to HONE_SKIN_NEEDS_DUALS. */
HONE_API uint32_t hone_skin_needs(const hone_skin *skin, hone_skin_method method);

/* ---- skinning in a vertex shader ---------------------------------------------------------------------------- */

/** How a shader blends a vertex. */
typedef enum hone_skin_vertex_kind {
    HONE_SKIN_KIND_LINEAR,          /**< linear blending */
    HONE_SKIN_KIND_SDEF,            /**< spherical blending of two slots */
    HONE_SKIN_KIND_DUAL_QUATERNION, /**< dual quaternion blending */
    HONE_SKIN_KIND_STILL            /**< no influence: it stays at rest */
} hone_skin_vertex_kind;

/** The most influences of a vertex in a shader. */
enum { HONE_SKIN_SHADER_MAX_INFLUENCES = 4 };

/** The attributes of a vertex besides its rest position and normal, in the form that kernels use: sorted by slot,
 * without zero weights and repeated slots. */
typedef struct hone_skin_vertex {
    uint32_t kind;                                   /**< hone_skin_vertex_kind, by method AUTO */
    uint32_t influences;                             /**< how many influences it has; may be more than fit in here */
    uint32_t slots[HONE_SKIN_SHADER_MAX_INFLUENCES]; /**< of the palette; 0 after the last */
    float weights[HONE_SKIN_SHADER_MAX_INFLUENCES];  /**< 0 after the last */
    /** SDEF: p' = q (p - c) q* + w0 P0 c0 + w1 P1 c1, q = slerp(q0, q1, w1) on one hemisphere. c; 0 for other kinds. */
    float c[3];
    float c0[3];     /**< SDEF: c0; 0 for other kinds */
    float c1[3];     /**< SDEF: c1; 0 for other kinds */
    float centre[3]; /**< its centre of rotation; 0 if the skin has none: see hone_model_prepare_skin */
} hone_skin_vertex;

/** Returns the attributes of a vertex for a shader.
 *
 * vertex: in the file's order.
 */
HONE_API hone_skin_vertex hone_skin_vertex_at(const hone_skin *skin, uint32_t vertex);

/** Returns the most influences that any vertex of a skin has. */
HONE_API uint32_t hone_skin_max_influences(const hone_skin *skin);

/** A range of indices that is drawn at once, such as the triangles of a material. */
typedef struct hone_index_range {
    uint32_t first; /**< the first index */
    uint32_t count; /**< how many indices; an incomplete triangle at the end is not drawn */
} hone_index_range;

/** Settings of hone_split_create. */
typedef struct hone_split_desc {
    const hone_skin *skin;           /**< with at most HONE_SKIN_SHADER_MAX_INFLUENCES influences a vertex */
    const uint32_t *indices;         /**< triangles; vertices in the file's order */
    const hone_index_range *ranges;  /**< [range_count] must not overlap */
    uint32_t range_count;            /**< how many ranges there are */
    uint32_t max_slots;              /**< the most slots of a palette; 0: no limit. 12 suffice for any mesh */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_split_desc;

/** A draw: indices of one range that use one palette. */
typedef struct hone_split_draw {
    uint32_t range;   /**< index into hone_split_desc.ranges */
    uint32_t palette; /**< which palette it uses */
    uint32_t first;   /**< the first index, in hone_split.indices */
    uint32_t count;   /**< how many indices */
} hone_split_draw;

/** A palette split: a mesh in pieces, each of which uses a palette of at most max_slots slots. It has exactly the
 * triangles of the ranges; vertices that several palettes need are repeated. */
typedef struct hone_split {
    uint32_t palette_count;       /**< how many palettes there are */
    const uint32_t *slot_begin;   /**< [palette_count + 1] palette p has slots [slot_begin[p], slot_begin[p + 1]) */
    const uint32_t *slots;        /**< [slot_begin[palette_count]] slots of the skin */
    const uint32_t *vertex_begin; /**< [palette_count + 1] vertices [begin[p], begin[p + 1]) use palette p */
    const uint32_t *vertices;     /**< [vertex_begin[palette_count]] the vertex of the file */
    /** [vertex_begin[palette_count]] the slots of each in its palette; 0 without weight. */
    const uint32_t (*vertex_slots)[HONE_SKIN_SHADER_MAX_INFLUENCES];
    uint32_t index_count;         /**< how many indices there are */
    const uint32_t *indices;      /**< [index_count] into vertices */
    const uint32_t *draw_begin;   /**< [range_count + 1] range r has draws [draw_begin[r], draw_begin[r + 1]) */
    const hone_split_draw *draws; /**< [draw_begin[range_count]] */
} hone_split;

/** Splits a mesh into pieces whose palettes have a limited size (bone partitioning).
 *
 * A triangle goes to one of the 32 palettes with the most free slots: the one to which it adds the fewest slots. Within
 * a range the order of triangles may change; ranges keep theirs.
 * desc: nothing of it is needed after the call.
 * Returns: the split; destroy it with hone_split_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, a vertex of more influences: `at` is the vertex; a triangle that needs more slots than a
 *         palette has, or whose index is out of range: `at` is its index), MEMORY.
 * Cost: about 100 operations a triangle if there are many palettes.
 */
HONE_API hone_split *hone_split_create(const hone_split_desc *desc, hone_error *error);

/** Destroys a split. NULL is allowed. */
HONE_API void hone_split_destroy(hone_split *split);

/* ---- morphed rest positions --------------------------------------------------------------------------------- */

/** A copy of a skin's rest positions and normals, of which single vertices can be changed: for vertex morphs. It
 * belongs to one thread at a time, and retains the skin. */
typedef struct hone_skin_rest hone_skin_rest;

/** Creates a changeable copy of a skin's rest positions.
 *
 * normals: whether normals can change too.
 * allocator: NULL: malloc.
 * Returns: the copy; destroy it with hone_skin_rest_destroy. NULL on failure.
 * Errors: ARGUMENT (NULL, or normals of a skin that has none), MEMORY.
 */
HONE_API hone_skin_rest *hone_skin_rest_create(const hone_skin *skin, bool normals, const hone_allocator *allocator,
                                               hone_error *error);

/** Destroys a copy of rest positions and releases its skin. NULL is allowed. */
HONE_API void hone_skin_rest_destroy(hone_skin_rest *rest);

/** Sets rest positions and normals of some vertices.
 *
 * vertices: uint32_t each, in the file's order, any order, repeats allowed; NULL data: all vertices.
 * positions: float[3] each, [vertex_count] by vertex; NULL data: they stay.
 * normals: float[3] each, [vertex_count] by vertex, of any length; NULL data: they stay.
 * Cost: no allocation.
 */
HONE_API void hone_skin_rest_set(hone_skin_rest *rest, hone_stream vertices, hone_stream positions,
                                 hone_stream normals);

/* ---- skinning ------------------------------------------------------------------------------------------------ */

/** The order of vertices in the output. */
typedef enum hone_skin_order {
    HONE_SKIN_ORDER_FILE, /**< vertex v is element v of the streams, [vertex_count] */
    HONE_SKIN_ORDER_LANES /**< vertex v is element hone_skin_lanes()[v], [lane_count]: faster; writes padding too */
} hone_skin_order;

/** How the elements of an output stream are stored: as a vertex attribute of a GPU takes them. Formats with fewer bits
 * are rounded to nearest, ties to even. Those with NORM stand for numbers of 0..1 (UNORM) or -1..1 (SNORM): what is
 * outside becomes the nearest number of the range, and NaN the lowest. Shader code: docs/skinning.md. */
typedef enum hone_skin_format {
    HONE_SKIN_FLOAT32, /**< 12 bytes: float[3]; tangents 16 bytes: float[4] */
    /** 8 bytes: half float[4], the fourth 1 for positions, 0 for normals. Beyond 65504 it is infinite; NaN stays NaN.
     */
    HONE_SKIN_FLOAT16,
    HONE_SKIN_UNORM16,     /**< 8 bytes: uint16_t[4], the fourth 65535. Positions only: see hone_skin_formats */
    HONE_SKIN_SNORM16,     /**< 8 bytes: int16_t[4] in steps of 1/32767, the fourth 1 for positions, 0 for normals */
    HONE_SKIN_SNORM8,      /**< 4 bytes: int8_t[4] in steps of 1/127, the fourth 0 for normals. Not for positions */
    HONE_SKIN_OCTAHEDRAL16 /**< 4 bytes: int16_t[2] in steps of 1/32767, octahedral. Normals only */
} hone_skin_format;

/** The formats of the output of hone_skin_run. Zeroed: 32-bit floats. The fourth number of a tangent is its own in
 * every format. */
typedef struct hone_skin_formats {
    hone_skin_format positions; /**< any but SNORM8 and OCTAHEDRAL16 */
    hone_skin_format normals;   /**< any but UNORM16 */
    hone_skin_format tangents;  /**< FLOAT32, FLOAT16, SNORM16 or SNORM8 */
    /** For positions in UNORM16 and SNORM16: position = offset + scale * number, for each axis. A box of the animated
     * model is a good choice: offset = its lowest corner and scale = its size for UNORM16, offset = its centre and
     * scale = half its size for SNORM16. scale must be above 0 and finite; any such number for an axis without extent.
     */
    float offset[3];
    float scale[3]; /**< see offset */
} hone_skin_formats;

/** The input and output of hone_skin_run. A stride is a multiple of 4 bytes, in every format. Streams may share an
 * array, as in an interleaved vertex; bytes between elements are not written.
 *
 * Outputs of more than a quarter of the processor's last cache are stored around the caches by the AVX2 and AVX-512
 * kernels, so that writing does not read them first. The output must be aligned to 32 or 64 bytes and have no gaps:
 * positions and normals in the order of lanes, as two streams or as one of 24 bytes. Two arrays that begin at nearly
 * the same place of their pages, as large allocations often do, are stored as small ones are: around the caches they
 * would take several times as long on some processors. Let them begin 256 to 3840 bytes apart, modulo 4096. */
typedef struct hone_skin_job {
    const hone_palette *palette; /**< with the arrays that hone_skin_needs names */
    const hone_skin_rest *rest;  /**< morphed rest positions; NULL: the skin's own */
    hone_stream positions;       /**< out: float[3] each, model space; NULL data: not wanted */
    hone_stream normals;         /**< out: float[3] each, unit length; NULL data: not wanted */
    /** out: float[4] each: unit length, at right angles to the normal; the fourth as at rest. NULL data: not wanted. */
    hone_stream tangents;
    hone_skin_formats formats; /**< how the streams are stored, if not as 32-bit floats */
    hone_skin_method method;   /**< how vertices are blended */
    hone_skin_order order;     /**< the order of the output */
    const char *kernel;        /**< a name of hone_skin_kernel_name; NULL or "auto": the fastest that this CPU runs */
    /** For DELTA_MUSH and DIRECT_DELTA_MUSH: memory that the run may use, aligned to a float, for no other run at the
     * same time. */
    void *room;
    size_t room_size; /**< bytes of `room`: at least hone_skin_room */
} hone_skin_job;

/** Returns the name of a kernel, an implementation of skinning for one kind of CPU; NULL after the last.
 *
 * index: 0 is the fastest; the last is "scalar", the reference.
 * available: out: whether this CPU runs it; NULL: not wanted.
 */
HONE_API const char *hone_skin_kernel_name(uint32_t index, bool *available);

/** Skins the vertices of blocks [begin, end).
 *
 * Several threads may run ranges of one job at once; the result does not depend on how it is divided. A vertex without
 * influences stays where it is.
 * job: its streams must not overlap what it reads.
 * Returns: whether the vertices were written; otherwise nothing was.
 * Errors: ARGUMENT (NULL, an unknown kernel, streams that are too short or whose stride is no multiple of 4, a format
 *         that a stream cannot have, a scale that is not above 0, missing arrays of the palette, a method for which the
 *         skin has no centres), UNSUPPORTED (this CPU
 *         does not run the kernel).
 * Cost: no allocation.
 */
HONE_API bool hone_skin_run(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                            hone_error *error);

/** Skins all vertices on several threads, in ranges of about equal cost.
 *
 * workers: NULL: the calling thread alone.
 * Returns: whether the vertices were written; otherwise nothing was.
 * Errors: ARGUMENT, UNSUPPORTED: as hone_skin_run. The two kinds of delta mush are for this function only.
 * Cost: no allocation.
 */
HONE_API bool hone_skin_run_on(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                               hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
