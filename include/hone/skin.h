/* skin: pose to palette to vertices. Usable alone, on plain arrays, without a model.
 *
 * palette[slot] = model_from_bone[slot.bone] * slot.bone_from_mesh: what carries a vertex at rest to where it is now.
 * Methods and sources: docs/skinning.md. The scalar kernel is the definition; every other is tested against it.
 */
#ifndef HONE_SKIN_H
#define HONE_SKIN_H

#include <hone/base.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- palette ------------------------------------------------------------------------------------------------ */

typedef struct hone_dual_quaternion {
    float real[4], dual[4]; /* x,y,z,w; real of unit length, dual = translation * real / 2 */
} hone_dual_quaternion;

/* What skinning needs of a pose, one entry a slot. The caller owns the arrays; each may be NULL where the method or the
 * mesh does not need it (hone_skin_needs). */
typedef struct hone_palette {
    uint32_t slot_count;
    hone_affine *affine;         /* [slot_count] */
    hone_affine *cofactor;       /* [slot_count] sign(det) cof(affine) in the left 3x3; where rigid: affine itself */
    hone_dual_quaternion *duals; /* [slot_count] of the rotation and translation; real also serves SDEF */
    uint8_t *scaled;             /* [slot_count] 1: not rigid; may be NULL: all count as scaled if any is */
    bool rigid;                  /* every slot is: cofactor is affine throughout, so that one blend serves both */
} hone_palette;

/* Fills in the arrays that are there, and `rigid`.
 * slots: [palette->slot_count]; model_from_bone: [bone_count]. Slots of no bone use model space itself.
 * A slot whose matrix is not a rotation (within 1e-4) gets its own cofactors; its dual quaternion is that of the
 * nearest rotation. */
HONE_API void hone_palette_build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                                 hone_palette *palette);

/* What a slot is in a shader's palette. Matrices hold any slot. The rigid forms hold what is a rotation and
 * translation, within 1e-3: a slot that is mirrored, sheared or scaled by more is refused. Layouts and a shader's side
 * of them: docs/skinning.md. */
typedef enum hone_palette_form {
    HONE_PALETTE_4X4,              /* 64 bytes: float[16], column after column */
    HONE_PALETTE_3X4,              /* 48: float[12], the upper three rows */
    HONE_PALETTE_3X4_HALF,         /* 24: the same in half floats, rounded to the nearest, ties to even */
    HONE_PALETTE_QUATERNION,       /* 32: float[8], rotation x,y,z,w, translation, 1. Rigid */
    HONE_PALETTE_QUATERNION_SCALE, /* 32: the same with the scale at the end, if one for all axes. Rigid but for it */
    HONE_PALETTE_DUAL_QUATERNION   /* 32: hone_dual_quaternion. Rigid */
} hone_palette_form;

/* Bytes a slot; 0 of what is no form. */
HONE_API size_t hone_palette_form_size(hone_palette_form form);

/* Writes palette->affine in a form. out: [slot_count], stride at least the form's size, NULL data: only looks whether
 * the form holds every slot. Quaternions may come with either sign. Errors: ARGUMENT (no matrices, no such form, stream
 * too short; or a slot that the form does not hold, in half floats one beyond 65504 or not a number: `at` is the slot,
 * and those before it may have been written). */
HONE_API bool hone_palette_write(const hone_palette *palette, hone_palette_form form, hone_stream out,
                                 hone_error *error);

/* ---- automatic weights -------------------------------------------------------------------------------------- */

typedef struct hone_segment { /* a bone as the distance rule sees it, mesh space */
    float head[3], tail[3];
} hone_segment;

typedef struct hone_weights_desc {
    hone_stream positions;        /* float[3] each, mesh space */
    const hone_segment *segments; /* [segment_count] */
    uint32_t segment_count;
    float exponent;               /* 0: 16 */
    float length;                 /* h; 0: diagonal of the positions' box / 20. 1 gives the raw formula */
    uint32_t max_influences;      /* 0: 4 */
    const uint8_t *segment_kinds; /* [segment_count] bits; NULL: all */
    const uint8_t *vertex_kinds;  /* [positions.count] bits; NULL: all. A segment may have a vertex if they share one */
} hone_weights_desc;

/* w = 1 / (1 + d/h)^exponent by the distance d to each segment, the largest max_influences kept, of sum 1.
 * out: [positions.count * max_influences], slot = segment's index, heaviest first, ties to the lower index, unused ones
 * {HONE_NONE, 0}. Errors: ARGUMENT (no segment, or a number that is not finite: `at` is its vertex or segment; a vertex
 * that no segment may have). Cost: vertices times segments. */
HONE_API bool hone_weights_euclidean(const hone_weights_desc *desc, hone_influence *out, hone_error *error);

typedef struct hone_weights_geodesic_desc {
    hone_weights_desc rule;
    const uint32_t *indices; /* [index_count] triangles, wound alike */
    uint32_t index_count;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_weights_geodesic_desc;

/* The same rule, by distances over the surface, so that a hand beside a thigh has nothing of it. A vertex belongs to
 * the segment that is nearest, and to all that are equally near; where it looks towards one, that counts as up to twice
 * as far. To any other segment d is sqrt(e^2 + way^2): the way over the mesh to the nearest point of an edge, or
 * vertex, that belongs to it, whose distance is e. So mirrored input has mirrored weights, and the order of segments
 * decides nothing but ties. Vertices at one place are one, and pieces that are near (a fiftieth of the diagonal) hang
 * together. In the end weights are smoothed twice with those of the neighbours; only there can a vertex get a little of
 * a segment that may not have it. out: as above. Errors: as above, an index out of range, MEMORY. Cost: vertices times
 * segments, and about a microsecond a vertex and influence. */
HONE_API bool hone_weights_geodesic(const hone_weights_geodesic_desc *desc, hone_influence *out, hone_error *error);

/* ---- skin --------------------------------------------------------------------------------------------------- */

/* A mesh made ready for skinning. Zero weights are dropped, repeated slots merged, and vertices sorted into blocks of
 * HONE_SKIN_LANES of one kind that share their slots, so that a kernel works on a block's vertices side by side. What
 * is left over shares the few slots of all of a block, with weight 0 of others': a palette whose numbers are not finite
 * may reach those. Immutable, shareable. */
typedef struct hone_skin hone_skin;

enum { HONE_SKIN_LANES = 16 };

typedef enum hone_skin_method {
    HONE_SKIN_AUTO,           /* each vertex as its kind says */
    HONE_SKIN_LINEAR,         /* SDEF as BDEF2, QDEF as BDEF4 */
    HONE_SKIN_DUAL_QUATERNION /* every vertex */
} hone_skin_method;

typedef struct hone_skin_desc {
    uint32_t vertex_count;
    uint32_t slot_count;
    hone_stream positions;           /* float[3] each, at rest */
    hone_stream normals;             /* float[3] each, or NULL data: the skin has none */
    hone_stream tangents;            /* float[4] each, the fourth the side of the bitangent; or NULL data */
    const uint8_t *deforms;          /* [vertex_count]; NULL: LINEAR */
    const uint32_t *influence_begin; /* [vertex_count + 1] */
    const hone_influence *influences;
    uint32_t sdef_count;
    const hone_sdef *sdefs;
    /* Half the bytes: positions of 16 bits in the mesh's box, normals octahedral 2 x 16, weights 16. Off by at most
     * half a step of the box a side (size / 131070), 6.5e-5 rad, and 1/131070 a weight but the last, which is off by
     * what the others are together. */
    bool packed;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_skin_desc;

/* Copies what it keeps. A weight that is not finite counts as zero. A vertex's influences are put in one order,
 * whatever the order in which they came, so that two vertices with the same ones end in the same place. A normal of no
 * length becomes 0,0,1. Errors: ARGUMENT (a slot, kind or count out of range, SDEF points missing: `at` is the vertex),
 * MEMORY.
 */
HONE_API hone_skin *hone_skin_compile(const hone_skin_desc *desc, hone_error *error);
HONE_API hone_skin *hone_skin_compile_mesh(const hone_mesh *mesh, const hone_allocator *allocator, hone_error *error);
HONE_API hone_skin *hone_skin_retain(const hone_skin *skin);
HONE_API void hone_skin_release(const hone_skin *skin); /* NULL is fine */
HONE_API uint32_t hone_skin_vertex_count(const hone_skin *skin);
HONE_API uint32_t hone_skin_slot_count(const hone_skin *skin);
HONE_API uint32_t hone_skin_block_count(const hone_skin *skin);
HONE_API uint32_t
hone_skin_lane_count(const hone_skin *skin); /* block count * HONE_SKIN_LANES, at least vertex count */

/* [vertex_count] where in hone's own order each vertex of the file's is: for indices and attributes that go with
 * HONE_SKIN_ORDER_LANES. Lanes that no vertex has are padding. */
HONE_API const uint32_t *hone_skin_lanes(const hone_skin *skin);

/* The bytes that one run reads of the skin, by the method: rest, weights, slots; without padding lanes. */
HONE_API size_t hone_skin_read_size(const hone_skin *skin, hone_skin_method method, bool normals);

/* Bits of hone_skin_needs: the arrays of hone_palette. */
enum { HONE_SKIN_NEEDS_AFFINE = 1, HONE_SKIN_NEEDS_COFACTOR = 2, HONE_SKIN_NEEDS_DUALS = 4 };

/* What a job of this method reads; the cofactors only for normals and tangents, and not of a rigid palette. */
HONE_API uint32_t hone_skin_needs(const hone_skin *skin, hone_skin_method method);

/* ---- for a vertex shader ------------------------------------------------------------------------------------- */

typedef enum hone_skin_vertex_kind {
    HONE_SKIN_KIND_LINEAR,
    HONE_SKIN_KIND_SDEF,
    HONE_SKIN_KIND_DUAL_QUATERNION,
    HONE_SKIN_KIND_STILL /* no influence: stays at rest */
} hone_skin_vertex_kind;

enum { HONE_SKIN_SHADER_INFLUENCES = 4 };

/* A vertex's attributes beside its rest position and normal, as kernels see them: in order of slot, zero weights
 * dropped, repeated slots merged. */
typedef struct hone_skin_vertex {
    uint32_t kind;       /* hone_skin_vertex_kind, where the method is AUTO */
    uint32_t influences; /* how many there are; perhaps more than fit in here */
    uint32_t slots[HONE_SKIN_SHADER_INFLUENCES];
    float weights[HONE_SKIN_SHADER_INFLUENCES]; /* 0 behind the last */
    /* SDEF: p' = q (p - c) q* + w0 P0 c0 + w1 P1 c1, q = slerp(q0, q1, w1) on one hemisphere; 0 of other kinds */
    float c[3], c0[3], c1[3];
} hone_skin_vertex;

HONE_API hone_skin_vertex hone_skin_vertex_at(const hone_skin *skin, uint32_t vertex); /* of the file's order */
HONE_API uint32_t hone_skin_most_influences(const hone_skin *skin);                    /* of any vertex */

typedef struct hone_index_range {
    uint32_t first, count; /* indices; what is left of a count beyond whole triangles is not drawn */
} hone_index_range;

typedef struct hone_split_desc {
    const hone_skin *skin;          /* of at most HONE_SKIN_SHADER_INFLUENCES influences */
    const uint32_t *indices;        /* triangles, vertices of the file's order */
    const hone_index_range *ranges; /* [range_count] what is drawn at a time: one a material; must not overlap */
    uint32_t range_count;
    uint32_t slots_max; /* a palette; 0: no limit. 12 suffice for any mesh */
    const hone_allocator *allocator;
} hone_split_desc;

typedef struct hone_split_draw {
    uint32_t range, palette;
    uint32_t first, count; /* of hone_split.indices */
} hone_split_draw;

/* A mesh in pieces, each of which refers to a palette of at most slots_max slots: the triangles of the ranges, no more
 * and no less, with vertices on the borders of palettes repeated. Plain data. */
typedef struct hone_split {
    uint32_t palette_count;
    const uint32_t *slot_begin; /* [palette_count + 1]: palette p's slot i is the skin's slots[slot_begin[p] + i] */
    const uint32_t *slots;
    const uint32_t *vertex_begin; /* [palette_count + 1]: vertices [begin[p], begin[p + 1]) refer to palette p */
    const uint32_t *vertices;     /* [vertex_begin[palette_count]] which of the file's each is */
    const uint32_t (*vertex_slots)[HONE_SKIN_SHADER_INFLUENCES]; /* each's slots in its palette; 0 where weightless */
    uint32_t index_count;
    const uint32_t *indices;    /* [index_count] */
    const uint32_t *draw_begin; /* [range_count + 1]: range r is draws[draw_begin[r]] up to draws[draw_begin[r + 1]] */
    const hone_split_draw *draws;
} hone_split;

/* Triangles go, in order, to the open palette that grows least by it (of the 32 that have most room). So within a
 * range they may be drawn in another order; ranges keep theirs. Copies what it keeps. Errors: ARGUMENT (NULL, a vertex
 * of more influences: `at` is the vertex; a triangle that needs more slots than a palette has, or whose index is out of
 * range: `at` is its index), MEMORY. Cost: about 100 operations a triangle where there are many palettes. */
HONE_API hone_split *hone_split_create(const hone_split_desc *desc, hone_error *error);
HONE_API void hone_split_destroy(hone_split *split); /* NULL is fine */

/* ---- rest positions that move -------------------------------------------------------------------------------- */

/* Morphed rest positions: a copy of the skin's, in its order, of which single vertices can be set. Belongs to one
 * thread at a time; retains the skin. */
typedef struct hone_skin_rest hone_skin_rest;

/* normals: of those too. Errors: ARGUMENT (NULL, or normals of a skin that has none), MEMORY. */
HONE_API hone_skin_rest *hone_skin_rest_create(const hone_skin *skin, bool normals, const hone_allocator *allocator,
                                               hone_error *error);
HONE_API void hone_skin_rest_destroy(hone_skin_rest *rest); /* NULL is fine */

/* Vertices named by `vertices` (uint32_t each, any order, repeats allowed) are now at positions[vertex] with
 * normals[vertex]. NULL data of vertices: all; of positions or normals: those stay. positions, normals: float[3] each,
 * file order, [vertex_count]; normals need not be of unit length. */
HONE_API void hone_skin_rest_set(hone_skin_rest *rest, hone_stream vertices, hone_stream positions,
                                 hone_stream normals);

/* ---- running ------------------------------------------------------------------------------------------------- */

typedef enum hone_skin_order {
    HONE_SKIN_ORDER_FILE, /* vertex v is element v of the streams, [vertex_count] */
    HONE_SKIN_ORDER_LANES /* vertex v is element hone_skin_lanes()[v], [lane_count]; faster; padding is written too */
} hone_skin_order;

typedef struct hone_skin_job {
    const hone_palette *palette;
    const hone_skin_rest *rest; /* NULL: the skin's own */
    hone_stream positions;      /* out, float[3] each; NULL data: not wanted */
    hone_stream normals;        /* out, unit length; NULL data: not wanted */
    hone_stream tangents;       /* out, float[4]: unit length, at right angles to the normal, the fourth as at rest */
    hone_skin_method method;
    hone_skin_order order;
    const char *kernel; /* NULL or "auto": the fastest that this CPU has; else a name of hone_skin_kernel_name */
} hone_skin_job;

/* The kernels built in, fastest first, the reference "scalar" last; NULL past the end. available: also on this CPU. */
HONE_API const char *hone_skin_kernel_name(uint32_t index, bool *available);

/* Skins blocks [begin, end). Ranges may run on several threads at once; the result does not depend on how they are
 * cut. A vertex without influences stays where it is. Streams must not overlap what the job reads. Allocates nothing.
 * Errors: ARGUMENT (unknown kernel, streams too short, arrays that the method needs missing), UNSUPPORTED (kernel not
 * on this CPU); nothing is then written. */
HONE_API bool hone_skin_run(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                            hone_error *error);

/* All blocks, in ranges of about equal cost, a few a thread. workers NULL: the calling thread alone. Errors: as above.
 */
HONE_API bool hone_skin_run_on(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                               hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
