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
    bool rigid;                  /* every slot is: cofactor is affine throughout, so that one blend serves both */
} hone_palette;

/* Fills in the arrays that are there, and `rigid`.
 * slots: [palette->slot_count]; model_from_bone: [bone_count]. Slots of no bone use model space itself.
 * A slot whose matrix is not a rotation (within 1e-4) gets its own cofactors; its dual quaternion is that of the
 * nearest rotation. */
HONE_API void hone_palette_build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                                 hone_palette *palette);

/* ---- automatic weights -------------------------------------------------------------------------------------- */

typedef struct hone_segment { /* a bone as the distance rule sees it, mesh space */
    float head[3], tail[3];
} hone_segment;

typedef struct hone_autoweight_desc {
    hone_stream positions;        /* float[3] each, mesh space */
    const hone_segment *segments; /* [segment_count] */
    uint32_t segment_count;
    float exponent;          /* 0: 16 */
    float length;            /* h; 0: diagonal of the positions' box / 20. 1 gives the raw formula */
    uint32_t max_influences; /* 0: 4 */
} hone_autoweight_desc;

/* w = 1 / (1 + d/h)^exponent by the distance d to each segment, the largest max_influences kept, of sum 1.
 * out: [positions.count * max_influences], slot = segment's index, heaviest first, ties to the lower index, unused ones
 * {HONE_NONE, 0}. Errors: ARGUMENT (no segment, or a number that is not finite: `at` is its vertex or segment). Cost:
 * vertices times segments. */
HONE_API bool hone_autoweight(const hone_autoweight_desc *desc, hone_influence *out, hone_error *error);

/* ---- skin --------------------------------------------------------------------------------------------------- */

/* A mesh made ready for skinning: zero weights dropped, repeated slots merged. Immutable, shareable. */
typedef struct hone_skin hone_skin;

typedef enum hone_skin_method {
    HONE_SKIN_AUTO,           /* each vertex as its kind says */
    HONE_SKIN_LINEAR,         /* SDEF as BDEF2, QDEF as BDEF4 */
    HONE_SKIN_DUAL_QUATERNION /* every vertex */
} hone_skin_method;

typedef struct hone_skin_desc {
    uint32_t vertex_count;
    uint32_t slot_count;
    hone_stream normals;             /* float[3] each, or NULL data: the skin has none */
    const uint8_t *deforms;          /* [vertex_count]; NULL: LINEAR */
    const uint32_t *influence_begin; /* [vertex_count + 1] */
    const hone_influence *influences;
    uint32_t sdef_count;
    const hone_sdef *sdefs;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_skin_desc;

/* Copies what it keeps. A weight that is not finite counts as zero. A vertex's influences are put in one order,
 * heaviest first, so that two vertices with the same ones end in the same place. A normal of no length becomes 0,0,1.
 * Errors: ARGUMENT (a slot, kind or count out of range, SDEF points missing: `at` is the vertex), MEMORY. */
HONE_API hone_skin *hone_skin_compile(const hone_skin_desc *desc, hone_error *error);
HONE_API hone_skin *hone_skin_compile_mesh(const hone_mesh *mesh, const hone_allocator *allocator, hone_error *error);
HONE_API hone_skin *hone_skin_retain(const hone_skin *skin);
HONE_API void hone_skin_release(const hone_skin *skin); /* NULL is fine */
HONE_API uint32_t hone_skin_vertex_count(const hone_skin *skin);

/* Bits of hone_skin_needs: the arrays of hone_palette. */
enum { HONE_SKIN_NEEDS_AFFINE = 1, HONE_SKIN_NEEDS_COFACTOR = 2, HONE_SKIN_NEEDS_DUALS = 4 };

/* What a job of this method reads; the cofactors only for normals, and not of a rigid palette. */
HONE_API uint32_t hone_skin_needs(const hone_skin *skin, hone_skin_method method);

typedef struct hone_skin_job {
    const hone_palette *palette;
    hone_stream rest_positions; /* float[3] each: the mesh's, or morphed ones */
    hone_stream rest_normals;   /* float[3] each, of any length: morphed ones; NULL data: the skin's own */
    hone_stream positions;      /* out, float[3] each; NULL data: not wanted. Must not overlap the inputs */
    hone_stream normals;        /* out, unit length; NULL data: not wanted */
    hone_skin_method method;
    const char *kernel; /* NULL or "auto": the fastest that this CPU has; else a name of hone_skin_kernel_name */
} hone_skin_job;

/* The kernels built in, the reference "scalar" last; NULL past the end. available: also on this CPU. */
HONE_API const char *hone_skin_kernel_name(uint32_t index, bool *available);

/* Skins vertices [begin, end). Ranges may run on several threads at once; the result does not depend on how they are
 * cut. A vertex without influences stays where it is. Allocates nothing.
 * Errors: ARGUMENT (unknown kernel, streams too short, arrays that the method needs missing), UNSUPPORTED (kernel not
 * on this CPU); nothing is then written. */
HONE_API bool hone_skin_run(const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end,
                            hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
