/* Samples bone tracks, four at once. */
#ifndef HONE_SRC_MOTION_BONE_TRACKS_H
#define HONE_SRC_MOTION_BONE_TRACKS_H

#include "base/arena.h"
#include "motion/curve_memo.h"
#include "motion/slerp_lanes.h"
#include <hone/motion.h>

typedef struct hone_bone_cursor hone_bone_cursor;

/* Four tracks in segments between two keys, with everything precomputed that does not change in them. If there are
 * fewer tracks, the other lanes repeat the last. */
typedef struct hone_bone_block {
    double from, until; /* the frames at which all lanes stay in their segments; both 0: no segments yet */
    double begin[HONE_SLERP_LANES], length[HONE_SLERP_LANES]; /* of the segments, frames */
    float translations[HONE_SLERP_LANES][4];                  /* at the first key; the last number is unused */
    uint32_t bones[HONE_SLERP_LANES];
    hone_curve curves[HONE_SLERP_LANES]; /* of the rotations that `eased` marks */
    uint8_t physics_off[HONE_SLERP_LANES];
    uint8_t curved; /* bits of the lanes whose rotation has a curve that is not linear */
    uint8_t eased;  /* those of them that rotate at all */
    uint8_t moving; /* bits of the lanes whose translation moves */
    bool still;     /* no lane moves at all */
    bool has_axis;  /* some bone has a fixed axis, onto which samples are turned */
    hone_slerp_lanes rotations;
} hone_bone_block;

typedef struct hone_bone_tracks {
    hone_bone_block *blocks;
    hone_bone_cursor *cursors; /* [count] */
    uint32_t count;
    hone_mmd_rules rules;
    hone_curve_memo *memo;
} hone_bone_tracks;

/* Binds a motion's bone tracks to a model. Memory comes from `memory`. Returns false if out of memory. */
bool hone_bone_tracks_bind(hone_bone_tracks *tracks, const hone_motion *motion, const hone_model *model,
                           const hone_mmd_rules *rules, hone_arena *memory, hone_arena *scratch);

/* frame: see hone_snap_frame. */
void hone_bone_tracks_sample(hone_bone_tracks *tracks, double frame, hone_pose *pose);

#endif
