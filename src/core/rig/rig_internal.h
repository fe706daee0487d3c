/* State of a rig, and the functions shared by the files of this folder. */
#ifndef HONE_SRC_RIG_RIG_INTERNAL_H
#define HONE_SRC_RIG_RIG_INTERNAL_H

#include "base/memory/arena.h"
#include "core/rig/constraint/constraints.h"
#include "core/rig/fk_runs.h"
#include "core/rig/ik/chain.h"
#include "core/rig/morph/stage.h"
#include <hone/rig.h>

/* One step of the evaluation: the data of hone_bone that are needed, in the order of evaluation. */
typedef struct hone_step {
    uint32_t bone;
    int32_t parent;
    int32_t append; /* into hone_rig.appends, or HONE_NONE */
    int32_t turn;   /* into hone_rig.ik_rotations if the bone is a link of some chain, or HONE_NONE */
    int32_t chain;  /* into hone_rig.chains: the chain solved after this bone; or HONE_NONE */
    float position[3], parent_position[3];
} hone_step;

/* Offset of a bone from rest by keys, morphs and append; IK is applied on top of it. Both parts are rows of four
 * numbers, so that no row is in two cache lines. */
typedef struct hone_offset {
    float translation[3], unused, rotation[4];
} hone_offset;

typedef struct hone_append {
    uint32_t source;
    int32_t source_turn; /* into hone_rig.ik_rotations, or HONE_NONE */
    float ratio;
    bool rotation, translation, local;
} hone_append;

/* Allocated in its own arena, `memory`. */
struct hone_rig {
    hone_arena *memory;
    const hone_model *model;
    const hone_model_data *data;
    hone_mmd_rules rules;
    uint32_t *order, pass2_begin;
    uint32_t *rank;               /* [bone_count] position of each bone in that order */
    hone_step *steps;             /* [bone_count] in that order */
    int32_t *parent_rank;         /* [bone_count] in that order; HONE_NONE for a root */
    bool parents_first;           /* no bone comes before its parent */
    hone_offset *offsets;         /* [bone_count] file order */
    hone_affine *model_from_bone; /* [bone_count] transform from bone space to model space, file order */
    hone_append *appends;         /* one for each bone that appends */
    hone_chain *chains;           /* chains that can move something, in the order of hone_skeleton.iks */
    float (*ik_rotations)[4];     /* [ik_rotation_count] rotation added by IK, one for each bone that is a link */
    uint32_t ik_rotation_count;
    uint32_t skipped_chain_count; /* chains left out because of the limit on the cost of a frame */
    uint32_t *read_early;         /* [read_early_count] bones that are read before they are evaluated */
    uint32_t read_early_count;
    uint8_t *simulated;    /* [bone_count] 1: physics has moved the bone in this evaluation; file order */
    uint8_t *follow_marks; /* [bone_count] by rank: marks of bones to move along; all zero between calls */
    hone_ik_scratch scratch;
    const hone_affine **external; /* [bone_count] external parents, file order; NULL: none */
    uint32_t external_count;
    hone_fk_runs runs;
    hone_constraints constraints;
    hone_morph_stage morphs;
};

/* As hone_rig_create, with a kernel that the processor supports. */
hone_rig *hone_rig_create_with(const hone_rig_desc *desc, const hone_fk_kernel *kernel, hone_error *error);

/* Returns the step of a bone. */
static inline const hone_step *hone_rig_step(const hone_rig *rig, uint32_t bone)
{
    return &rig->steps[rig->rank[bone]];
}

/* Computes the bone's offset by keys, morphs and append. */
void hone_rig_offset(hone_rig *rig, const hone_step *step, const hone_pose *pose);

/* Computes the bone's transform in model space from its parent's, its offset and its rotation by IK. */
void hone_rig_place(hone_rig *rig, const hone_step *step);

/* Returns the bone's rotation from rest, IK included. */
void hone_rig_rotation(const hone_rig *rig, const hone_step *step, float out[4]);

/* Adds the append transform to the bone's offset. */
void hone_append_add(const hone_rig *rig, const hone_append *append, hone_offset *offset);
/* q to the power of `ratio`: the shortest rotation, `ratio` times. `out` may be q. */
void hone_quat_power(const float q[4], float ratio, float out[4]);

/* Records the positions of the effectors of later chains before this chain moves them. */
void hone_ik_note_starts(hone_rig *rig, const hone_chain *chain);

/* Solves the chain, applies the fraction `weight` (0..1) of the links' rotations, and updates the bones placed
 * earlier that depend on them. */
void hone_ik_solve(hone_rig *rig, const hone_chain *chain, float weight);

/* The state that the next evaluation reads besides its pose, for saved states of actors. */
size_t hone_rig_state_size(const hone_rig *rig);
char *hone_rig_save(const hone_rig *rig, char *to);
void hone_rig_restore(hone_rig *rig, const char *from);

#endif
