/* The motion of bones: what the layers of an animation make of their properties, and the transform that follows. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_BONE_MOTION_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_BONE_MOTION_H

#include "format/fbx/animation/bake.h"
#include "format/fbx/animation/track.h"

/* The tracks of a bone, by hone_channel_path: translation, rotation, scale. */
typedef struct fbx_bone_tracks {
    fbx_track tracks[3];
    fbx_inherited_scale scale; /* that it hands on at rest */
    bool scale_moves;          /* whether that changes */
} fbx_bone_tracks;

typedef struct fbx_bone_motion {
    fbx_animation *animation;
    fbx_bone_tracks *bones; /* [bone_count] */
    double size;            /* metres: of the skeleton */
    double *reach;          /* [bone_count] metres: along the bones to the farthest descendant */
} fbx_bone_motion;

/* Errors: MEMORY, FORMAT. */
bool hone_fbx_bone_motion_open(fbx_bone_motion *motion, fbx_animation *animation);

/* Tells which parts of a bone's transform may change: bits 1 << hone_channel_path. */
uint32_t hone_fbx_moving_parts(const fbx_bone_motion *motion, uint32_t bone);

/* Returns how far a part may be wrong, so that points stay within about 1e-5 of the size of the skeleton. */
double hone_fbx_part_tolerance(const fbx_bone_motion *motion, uint32_t bone, hone_channel_path part);

/* Returns how many keys the curves have on which a part depends. */
uint64_t hone_fbx_source_keys(const fbx_bone_motion *motion, uint32_t bone, hone_channel_path part);

/* One part of a bone's transform as a function of time. */
typedef struct fbx_part_motion {
    const fbx_bone_motion *motion;
    uint32_t bone;
    hone_channel_path part;
    uint8_t needs;    /* bits of the tracks on which it depends */
    bool scale_moves; /* whether the scale that it inherits changes */
    bool sheared;     /* out: whether a scale could not be inherited without shear */
} fbx_part_motion;

void hone_fbx_part_motion_open(fbx_part_motion *part, const fbx_bone_motion *motion, uint32_t bone,
                               hone_channel_path path);
fbx_function hone_fbx_part_function(fbx_part_motion *part);

#endif
