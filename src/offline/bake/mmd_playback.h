/* Plays keys as MMD does, with its rig: IK chains and physics are off, appends are on. */
#ifndef HONE_SRC_OFFLINE_BAKE_MMD_PLAYBACK_H
#define HONE_SRC_OFFLINE_BAKE_MMD_PLAYBACK_H

#include "base/memory/arena.h"
#include "offline/bake/sample_chunk.h"
#include <hone/rig.h>

typedef struct hone_mmd_playback {
    const hone_model_data *model;
    hone_rig *rig;
    hone_pose pose;
    hone_transform *kept; /* [bone_count] */
} hone_mmd_playback;

bool hone_mmd_playback_make(const hone_model *model, const hone_mmd_rules *rules, const hone_allocator *allocator,
                            hone_arena *memory, hone_mmd_playback *out, hone_error *error);
void hone_mmd_playback_release(hone_mmd_playback *playback);

/* Computes the bones from the samples of a frame. Samples are in parent space without the append, and rotations of
 * bones with a fixed axis are projected onto it. The result is valid until the next call. */
const hone_affine *hone_mmd_playback_bones(hone_mmd_playback *playback, const hone_sample_chunk *chunk,
                                           const bake_samples *samples, uint32_t at);

/* Changes the samples of a frame, which hold where the actor's bones were, so that the bones get there after appends
 * are added. Sets chunk->model_from_bone to where the player then has them. Returns how far the worst bone is from its
 * original place, because keys of a bone with a fixed axis cannot express every rotation. */
double hone_mmd_playback_solve(hone_mmd_playback *playback, hone_sample_chunk *chunk, uint32_t at);

#endif
