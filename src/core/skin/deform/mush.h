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

/* What one slot besides the last of a block's does to sixteen vertices, in the notation of docs/skinning.md. With d the
 * difference of its matrix and the last one's, the fourth column at the block's pivot, the sums are d m: three columns
 * of T, and one of q. */
typedef struct hone_direct_moments {
    float m[4][4][LANES]; /* m[row][column] */
} hone_direct_moments;

typedef struct hone_direct_mush {
    hone_arena *memory; /* owns this */
    hone_mush_run *run;
    hone_skin *skin;           /* of the smoothed weights, which say what blocks there are; owned */
    uint32_t *lanes;           /* [lanes of `skin`] the lane of the vertex in the skin that this belongs to */
    hone_skin_frame3 *centres; /* [blocks of `skin`] p of the formulas */
    float (*pivots)[3];        /* [blocks of `skin`] where the fourth columns of matrices are taken */
    bool *repeats;             /* [blocks of `skin`] the block has the slots and the pivot of the one before */
    size_t *first;             /* [groups of `skin`] the first of a group's moments: influences - 1 for a block */
    hone_direct_moments *moments;
    float reach;  /* as of hone_delta_mush, times the square root of 3 */
    size_t bytes; /* that a run reads, without those of linear blending */
} hone_direct_mush;

/* Return NULL if out of memory. desc: without zeros that stand for a default. */
hone_delta_mush *hone_delta_mush_make(const hone_mush_desc *desc, hone_arena *scratch);
hone_direct_mush *hone_direct_mush_make(const hone_skin *skin, const hone_mush_desc *desc, hone_arena *scratch);

hone_mush_run hone_delta_mush_run, hone_direct_mush_run;

/* Those that a skin has, or NULL. */
const hone_delta_mush *hone_skin_delta_mush(const hone_skin *skin);
const hone_direct_mush *hone_skin_direct_mush(const hone_skin *skin);

/* Returns what skins a job of a skin that has what the method needs. */
hone_mush_run *hone_skin_mush_run(const hone_skin *skin, hone_skin_method method);

#endif
