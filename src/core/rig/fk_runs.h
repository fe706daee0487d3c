/* Forward kinematics of several bones at once. The order of evaluation is cut into runs. Within a run no chain is
 * solved, and no bone is read before it is placed, so its bones may be placed in any order in which parents come first.
 * A run is placed in blocks of up to eight bones, each a lane of the same vectors. The result has the same bits as
 * hone_rig_place for one bone after the other. */
#ifndef HONE_SRC_RIG_FK_RUNS_H
#define HONE_SRC_RIG_FK_RUNS_H

#include "base/memory/arena.h"
#include <hone/motion.h>
#include <hone/rig.h>

enum { HONE_FK_LANES = 8 };

typedef struct hone_fk_kernel hone_fk_kernel;

/* Bones whose parents are placed in earlier blocks, or a sequence. Lanes without a bone repeat the last. */
typedef struct hone_fk_block {
    _Alignas(64) float position[3][HONE_FK_LANES]; /* at rest, model space; aligned at a cache line */
    float parent_position[3][HONE_FK_LANES];
    uint32_t count; /* 1: a root, or a bone that found no company; it is placed by hone_rig_place */
    bool prepared;  /* the bones' offsets are computed before the blocks: see hone_fk_runs.prepared */
    bool sequence;  /* the parents of bones may be in the block, before them; so these are placed one after the other */
    uint32_t steps[HONE_FK_LANES]; /* places in the order of evaluation */
    uint32_t bones[HONE_FK_LANES];
    hone_affine *matrices[HONE_FK_LANES]; /* those of the bones in hone_rig.model_from_bone */
    const hone_affine *parents[HONE_FK_LANES];
} hone_fk_block;

/* Steps `begin` to `end` of the order. A chain is solved after the last one only. */
typedef struct hone_fk_run {
    uint32_t begin, end;
    uint32_t block_begin, block_end;       /* in hone_fk_runs.blocks */
    uint32_t prepared_begin, prepared_end; /* in hone_fk_runs.prepared */
} hone_fk_run;

typedef struct hone_fk_runs {
    const hone_fk_kernel *kernel;
    hone_fk_run *runs; /* [run_count] those of pass 1 first */
    uint32_t run_count, pass2_begin;
    hone_fk_block *blocks; /* [block_count] */
    uint32_t block_count;
    /* The steps whose offset is more than the pose's transform, because the bone appends, is a link of a chain or is
     * moved by bone morphs; and those from which others append; and all others of their blocks. In the order of
     * evaluation. */
    uint32_t *prepared;
    float (*rests)[3][4][HONE_FK_LANES]; /* [block_count] local transforms at rest; NULL for MMD */
} hone_fk_runs;

/* Plans the runs of a rig whose steps are complete, for its kernel. Returns false if out of memory. */
bool hone_fk_plan(hone_rig *rig, hone_arena *scratch);

/* MMD: computes the offsets of a run's bones and places them. */
void hone_fk_place_offsets(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose);

/* Other spaces: places a run's bones by their local transforms. */
void hone_fk_place_locals(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose);

#endif
