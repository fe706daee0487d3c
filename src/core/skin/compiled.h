/* The inside of hone_skin: the compiled form of a mesh that the skinning kernels read. Each block stores its lanes side
 * by side: structure of arrays (SoA) within a block, for SIMD. */
#ifndef HONE_SRC_SKIN_COMPILED_H
#define HONE_SRC_SKIN_COMPILED_H

#include "base/memory/arena.h"
#include <hone/skin.h>
#include <stdatomic.h>

enum { LANES = HONE_SKIN_LANES };

/* How a vertex is skinned if the method is AUTO: linear blend skinning, spherical deformation (SDEF) or dual
 * quaternions. */
enum { HONE_SKIN_BY_LINEAR, HONE_SKIN_BY_SDEF, HONE_SKIN_BY_DUALS, HONE_SKIN_BY_COUNT };

/* How the method CENTRES skins every group; no group has it as its own kind. */
enum { HONE_SKIN_BY_CENTRES = HONE_SKIN_BY_COUNT };

/* Consecutive blocks that are skinned in the same way. A kernel's inner loop runs over the blocks of one group. */
typedef struct hone_skin_group {
    uint32_t begin, end; /* range of blocks */
    uint8_t kind;        /* HONE_SKIN_BY_… */
    /* true: each lane has its own slots. false: all lanes of a block use the same slots, some perhaps with weight 0. */
    bool mixed;
    bool implicit;       /* the last weight is 1 minus the others and is not stored */
    uint32_t influences; /* influences of each lane; 0: the vertices stay at rest */
    uint32_t stored;     /* stored weights of each lane: influences, or one less if implicit */
    /* Index of the group's first slot. A block has `influences` slots; if mixed, influences * LANES (lanes side by
     * side). */
    size_t slots;
    /* Index of the group's first weight. A block has stored * LANES weights (lanes side by side). */
    size_t weights;
    /* Index of the group's first block in hone_skin.sdefs, if BY_SDEF. */
    size_t sdefs;
    uint32_t vertices; /* number of vertices without padding */
    /* In a skin with windows (see block_order.h), block b of this group is as far in its window as the sixteen vertices
     * from (b + ahead) * LANES of the file are in the next one. 0: there is no next window. Modulo 2^32. */
    uint32_t ahead;
} hone_skin_group;

typedef struct hone_skin_frame3 { /* three components of each lane, lanes side by side */
    float c[3][LANES];
} hone_skin_frame3;

typedef struct hone_skin_frame4 {
    float c[4][LANES];
} hone_skin_frame4;

/* The constants of spherical deformation (SDEF). In its formula w0 M0 c0 + w1 M1 c1 the two centres depend on rest
 * data only. */
typedef struct hone_skin_sdef {
    hone_skin_frame3 c;          /* the centre of the rotation */
    hone_skin_frame3 centres[2]; /* c0, c1, in the order of the lane's influences */
} hone_skin_sdef;

/* Quantised rest data: positions in steps of the bounding box, octahedral normals in steps of 1/32767. */
typedef struct hone_skin_packed {
    uint16_t position[3][LANES];
    int16_t normal[2][LANES];
} hone_skin_packed;

/* How far the products of unit vectors at right angles may be from 1 and 0 for hone_skin.orthonormal. */
#define HONE_SKIN_ORTHONORMAL 1e-6f

/* Padding lanes repeat the last vertex of their block. */
struct hone_skin {
    hone_arena *memory; /* owns every array here and this struct itself */
    atomic_uint references;
    uint32_t vertex_count, slot_count, block_count, group_count;
    uint32_t kinds_met;       /* bits 1 << HONE_SKIN_BY_… */
    uint32_t most_influences; /* the largest number of influences of a vertex */
    hone_skin_group *groups;
    uint32_t *vertices;          /* [block_count * LANES] the vertex in each lane */
    uint8_t *used;               /* [block_count] lanes without padding; padding is at the end of a block */
    uint32_t *lanes;             /* [vertex_count] the lane of each vertex */
    hone_skin_frame3 *positions; /* [block_count]; NULL if packed */
    hone_skin_frame3 *normals;   /* [block_count] unit length; NULL: none, or packed */
    hone_skin_frame4 *tangents;  /* [block_count]; NULL: none */
    hone_skin_packed *packed;    /* [block_count]; NULL: not packed */
    float packed_origin[3], packed_step[3];
    bool has_normals;
    bool orthonormal; /* tangents have unit length and are perpendicular to the normals, up to roundings */
    uint32_t *slots;
    size_t weight_count;
    /* NULL if the skin is packed and all weights are in packed_weights. */
    float *weights;
    /* Weights of the implicit groups of a packed skin, in steps of 1/65535. Indices are the same as in `weights`. */
    uint16_t *packed_weights;
    hone_skin_sdef *sdefs;
    /* [block_count] optimised centres of rotation. NULL until hone_skin_set_centres; then it stays. */
    _Atomic(hone_skin_frame3 *) centres;
    atomic_uint centre_reach; /* the bits of a float: the largest distance of a vertex from its centre */
    hone_allocator allocator; /* of the centres */
    _Atomic(void *) mush[2];  /* hone_delta_mush, hone_direct_mush: NULL until hone_skin_add_mush */
};

/* Consecutive blocks of which hone_skin_rest has a copy. */
typedef struct hone_skin_rest_span {
    uint32_t begin, end; /* range of blocks */
    uint32_t first;      /* index of its first frame */
} hone_skin_rest_span;

struct hone_skin_rest {
    const hone_skin *skin;
    hone_allocator allocator;
    uint32_t span_count, frame_count;
    hone_skin_rest_span *spans; /* [span_count] ascending; the other blocks are at rest as in the skin */
    uint32_t *frame_of;         /* [block_count] index of the block's frame; HONE_NONE: in no span */
    /* [frame_count]. In the job that a kernel gets, indexed by block, for the blocks of one span only. */
    hone_skin_frame3 *positions;
    hone_skin_frame3 *normals; /* the same; NULL: the normals of the skin */
};

/* Returns the centres of rotation of all blocks, or NULL. */
static inline const hone_skin_frame3 *hone_skin_centres(const hone_skin *skin)
{
    return atomic_load_explicit(&((hone_skin *)skin)->centres, memory_order_acquire);
}

/* Gives a skin its centres of rotation: float[3] of each vertex, in the file's order. If it has some already, it keeps
 * those. Several threads may call it at once. Returns false if out of memory. */
bool hone_skin_set_centres(hone_skin *skin, const hone_stream *centres);

/* Delta mush and direct delta mush (deform/). */
bool hone_skin_has_mush(const hone_skin *skin, hone_skin_method method);
hone_skin *hone_skin_release_mush(hone_skin *skin); /* returns a skin that is left to release, or NULL */
size_t hone_skin_mush_bytes(const hone_skin *skin, hone_skin_method method);

static inline bool hone_skin_is_mush(hone_skin_method method)
{
    return method == HONE_SKIN_DELTA_MUSH || method == HONE_SKIN_DIRECT_DELTA_MUSH;
}

/* Returns whether the group's weights are in packed_weights. */
bool hone_skin_packs_weights(const hone_skin *skin, const hone_skin_group *group);

#endif
