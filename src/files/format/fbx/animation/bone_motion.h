/* The motion of bones: what the layers of an animation make of their properties. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_BONE_MOTION_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_BONE_MOTION_H

#include "files/format/fbx/animation/track.h"

/* The tracks of a bone, by hone_channel_path: translation, rotation, scale. */
typedef struct fbx_bone_tracks {
    fbx_track tracks[3];
    bool scale_moves; /* whether the scale that it hands on changes */
} fbx_bone_tracks;

typedef struct fbx_bone_motion {
    fbx_animation *animation;
    fbx_bone_tracks *bones; /* [bone_count] of nodes; scale bones have none */
    double size;            /* metres: along the longest chain of bones; at least some units of the file */
    double *reach;          /* [bone_count] metres: along the bones to the farthest descendant */
} fbx_bone_motion;

/* Errors: MEMORY, FORMAT. */
bool hone_fbx_bone_motion_open(fbx_bone_motion *motion, fbx_animation *animation);

static inline const hone_bone *hone_fbx_bone_of(const fbx_bone_motion *motion, uint32_t bone)
{
    return &motion->animation->reader->data.skeleton.bones[bone];
}

static inline int32_t hone_fbx_parent_of(const fbx_bone_motion *motion, uint32_t bone)
{
    return motion->animation->reader->parents[bone];
}

static inline const fbx_pivots *hone_fbx_pivots_of(const fbx_bone_motion *motion, uint32_t bone)
{
    return motion->animation->reader->pivots[bone];
}

/* ---- scales that are inherited ---- */

enum { FBX_CHAIN_MAX = 64 }; /* ancestors whose scales are followed */

/* Lists a bone and the ancestors from which it inherits a scale that changes; the one nearest to the root last. bone:
 * HONE_NONE has none. Returns how many there are. */
uint32_t hone_fbx_scale_chain(const fbx_bone_motion *motion, int32_t bone, uint32_t chain[FBX_CHAIN_MAX]);

/* Computes the scale that a bone hands on at a time, to which the tracks of its chain were moved. */
fbx_inherited_scale hone_fbx_scale_at(const fbx_bone_motion *motion, int32_t bone, double time);

#endif
