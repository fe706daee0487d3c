/* Delta mush and direct delta mush: what they keep of a mesh, and skinning with it. */
#ifndef HONE_SRC_SKIN_DEFORM_MUSH_H
#define HONE_SRC_SKIN_DEFORM_MUSH_H

#include "core/skin/deform/mush_mesh.h"
#include "core/skin/kernels/kernel.h"
#include <hone/deform.h>

/* A rotation that a node has at rest or in a pose: rows are its tangent, bitangent and normal. */
typedef struct hone_mush_frame {
    float rows[3][3];
} hone_mush_frame;

/* Skins a whole job that hone_skin_check has accepted. A skin has a pointer to it with its data, so that a program
 * whose skins have no delta mush is linked without it. */
typedef void hone_mush_run(hone_workers *workers, const hone_skin *skin, const hone_skin_job *job,
                           const hone_skin_kernel *kernel);

typedef struct hone_delta_mush {
    hone_arena *memory; /* owns this */
    hone_mush_run *run;
    hone_mush_mesh mesh;
    uint32_t iterations;
    float lambda;
    float reach;             /* the largest distance of a vertex from its smooth place */
    float (*smooth)[3];      /* [node_count] the nodes at rest, smoothed */
    hone_mush_frame *frames; /* [node_count] of these */
    bool *framed;            /* [node_count] the frame exists */
} hone_delta_mush;

enum { HONE_MUSH_LANES = 16 };

/* Sixteen nodes that share a list of slots. */
typedef struct hone_direct_block {
    uint32_t nodes[HONE_MUSH_LANES];   /* padding repeats the last one */
    uint32_t used, first, count;       /* of the slots and moments */
    float centre[3][HONE_MUSH_LANES];  /* p of the formulas in docs/skinning.md */
    float spread[HONE_MUSH_LANES];     /* what the moments were divided by */
    float inverse[6][HONE_MUSH_LANES]; /* M0 / det M0: xx, xy, xz, yy, yz, zz */
} hone_direct_block;

/* Weight, first and second moments about the centre, for one slot and sixteen nodes. */
typedef struct hone_direct_moments {
    float weight[HONE_MUSH_LANES], first[3][HONE_MUSH_LANES], second[6][HONE_MUSH_LANES];
} hone_direct_moments;

typedef struct hone_direct_mush {
    hone_arena *memory; /* owns this */
    hone_mush_run *run;
    hone_mush_mesh mesh;
    float reach;  /* as of hone_delta_mush, times the square root of 3 */
    size_t bytes; /* that a run reads */
    uint32_t block_count;
    hone_direct_block *blocks;
    uint32_t *slots;
    hone_direct_moments *moments; /* as slots */
} hone_direct_mush;

/* Return NULL if out of memory. desc: without zeros that stand for a default. */
hone_delta_mush *hone_delta_mush_make(const hone_mush_desc *desc, const hone_allocator *allocator, hone_arena *scratch);
hone_direct_mush *hone_direct_mush_make(const hone_mush_desc *desc, const hone_allocator *allocator,
                                        hone_arena *scratch);

/* Those that a skin has, or NULL. */
const hone_delta_mush *hone_skin_delta_mush(const hone_skin *skin);
const hone_direct_mush *hone_skin_direct_mush(const hone_skin *skin);

/* Returns what skins a job of a skin that has what the method needs. */
hone_mush_run *hone_skin_mush_run(const hone_skin *skin, hone_skin_method method);

#endif
