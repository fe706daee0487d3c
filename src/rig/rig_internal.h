/* The inside of a rig, shared by the files of this floor. */
#ifndef HONE_SRC_RIG_RIG_INTERNAL_H
#define HONE_SRC_RIG_RIG_INTERNAL_H

#include "base/arena.h"
#include "rig/ik/chain.h"
#include "rig/morph/stage.h"
#include <hone/rig.h>

/* One visit of the evaluation: what hone_bone says, packed in the order of need. */
typedef struct hone_step {
    uint32_t bone;
    int32_t parent;
    int32_t append; /* into hone_rig.appends, or HONE_NONE */
    int32_t turn;   /* into hone_rig.turns: a link of some chain; or HONE_NONE */
    int32_t chain;  /* into hone_rig.chains: solved when this bone is done; or HONE_NONE */
    float position[3], parent_position[3];
} hone_step;

/* How a bone stands away from rest, by keys, morphs and append; IK comes on top of it. */
typedef struct hone_offset {
    float translation[3], rotation[4];
} hone_offset;

typedef struct hone_append {
    uint32_t source;
    int32_t source_turn; /* into hone_rig.turns, or HONE_NONE */
    float ratio;
    bool rotation, translation, local;
} hone_append;

/* Lives in its own builder's memory. */
struct hone_rig {
    hone_arena *memory;
    const hone_model *model;
    const hone_model_data *data;
    hone_rig_options options;
    uint32_t *order, pass2_begin;
    uint32_t *rank;               /* [bone_count] place of each bone in that order */
    hone_step *steps;             /* [bone_count] in that order */
    int32_t *parent_rank;         /* [bone_count] in that order; HONE_NONE for a root */
    bool parents_first;           /* no bone comes before its parent */
    hone_offset *offsets;         /* [bone_count] file order */
    hone_affine *model_from_bone; /* [bone_count] model space from bone space, file order */
    hone_append *appends;         /* one a bone that appends */
    hone_chain *chains;           /* those that can move something, in the order of hone_skeleton.iks */
    float (*ik_rotations)[4];     /* [turn_count] what IK adds, one a bone that is a link */
    uint32_t ik_rotation_count;
    uint32_t skipped_chain_count; /* chains beyond what a frame may cost */
    uint32_t *read_early;         /* [ahead_count] bones that are read before their turn comes */
    uint32_t read_early_count;
    uint8_t *follow_marks; /* [bone_count] zeros between calls: marks by rank, for whom is following whom */
    hone_ik_scratch scratch;
    const hone_affine **external; /* [bone_count] file order, NULL where none */
    uint32_t external_count;
    hone_morph_stage morphs;
};

/* The step of a bone. */
static inline const hone_step *hone_rig_step(const hone_rig *rig, uint32_t bone)
{
    return &rig->steps[rig->rank[bone]];
}

/* The bone's offset: keys, morphs, append. */
void hone_rig_offset(hone_rig *rig, const hone_step *step, const hone_pose *pose);

/* The bone's world from its parent's and its own offset and turn. */
void hone_rig_place(hone_rig *rig, const hone_step *step);

/* The bone's rotation away from rest, IK included. */
void hone_rig_rotation(const hone_rig *rig, const hone_step *step, float out[4]);

/* What a bone inherits, on top of its own offset. */
void hone_append_add(const hone_rig *rig, const hone_append *append, hone_offset *offset);
/* q to the power of ratio: as many times the shortest turn. out may be q. */
void hone_quat_power(const float q[4], float ratio, float out[4]);

/* Notes where the effectors of later chains are, before this chain moves them. */
void hone_ik_note_starts(hone_rig *rig, const hone_chain *chain);

/* Turns the chain's links by `weight` (0..1) of what brings its effector to its goal, and takes along whoever has been
 * placed already. */
void hone_ik_solve(hone_rig *rig, const hone_chain *chain, float weight);

#endif
