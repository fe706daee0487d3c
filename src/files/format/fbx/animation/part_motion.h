/* One part of a bone's transform as a function of time: its translation, rotation or scale relative to its parent, in
 * hone's axes and metres. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_PART_MOTION_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_PART_MOTION_H

#include "files/format/fbx/animation/bake.h"
#include "files/format/fbx/animation/bone_motion.h"

typedef struct fbx_part_motion {
    const fbx_bone_motion *motion;
    uint32_t bone;
    hone_channel_path part;
    uint8_t needs;               /* bits of the tracks on which it depends */
    bool scale_moves;            /* whether the scale that it inherits changes */
    bool alone;                  /* whether it depends on its own track only */
    double offset[3];            /* of a translation that is alone: what is added to the track */
    double angles[3], turned[4]; /* the latest angles of a rotation that is alone, and what they turned to */
    bool has_turned;
    double at_rest[4]; /* the rotation in a whole transform, where it stays at rest */
    bool has_rest;
    bool sheared; /* out: whether a scale could not be inherited without shear */
} fbx_part_motion;

void hone_fbx_part_motion_open(fbx_part_motion *part, const fbx_bone_motion *motion, uint32_t bone,
                               hone_channel_path path);

/* Tells whether the part may change at all. */
bool hone_fbx_part_moves(const fbx_part_motion *part);
/* Returns how many keys the curves have on which the part depends. */
uint64_t hone_fbx_part_source_keys(const fbx_part_motion *part);
/* Returns how far the part may be wrong, so that points stay within 1e-4 of the size of the skeleton. */
double hone_fbx_part_tolerance(const fbx_part_motion *part);
fbx_function hone_fbx_part_function(fbx_part_motion *part);

/* Computes the whole transform of a node at any time, relative to the bone hone_bone.parent, in hone's axes. */
void hone_fbx_node_at(const fbx_bone_motion *motion, uint32_t node, double time, fbx_trs *out);

#endif
