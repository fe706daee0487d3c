/* Samples bone tracks, in blocks of eight. */
#ifndef HONE_SRC_MOTION_BONE_TRACKS_H
#define HONE_SRC_MOTION_BONE_TRACKS_H

#include "base/memory/arena.h"
#include "core/motion/eases.h"
#include "core/motion/slerps.h"
#include <hone/motion.h>

typedef struct hone_bone_cursor hone_bone_cursor;
typedef struct hone_motion_kernel hone_motion_kernel;

/* The curves that a number of eight tracks is in. */
typedef struct hone_track_eases {
    _Alignas(32) uint32_t places[HONE_BLOCK_LANES]; /* see hone_eases; 0: the lane is in no curve */
    bool any, all;                                  /* lanes are in curves */
} hone_track_eases;

/* The translations of a block in which some lane moves: first + part * offset. [coordinate] */
typedef struct hone_bone_moves {
    _Alignas(64) double first[3][HONE_BLOCK_LANES];
    double offset[3][HONE_BLOCK_LANES];
    hone_track_eases eases[3];
} hone_bone_moves;

/* Eight tracks in segments between two keys, with everything precomputed that does not change in them. If there are
 * fewer tracks, the other lanes are not stored. */
typedef struct hone_bone_block {
    hone_slerps rotations;
    float translations[HONE_BLOCK_LANES][4]; /* at the first key; the last number is 0 */
    hone_track_eases eases;                  /* of the rotations: the curves' values replace the time in `rate` */
    uint32_t bones[HONE_BLOCK_LANES];
    uint8_t physics_off[HONE_BLOCK_LANES];
    hone_bone_moves *moves; /* NULL: no track of the block ever moves */
    uint8_t count;
    bool dense;   /* all lanes are in use, and their bones follow each other */
    bool still;   /* no lane rotates */
    bool at_rest; /* all translations are 0 */
} hone_bone_block;

/* The arrays that are read when a block enters segments, and if it is eased. */
typedef struct hone_bone_plan {
    hone_slerp_keys keys;
    bool has_axis; /* some bone has a fixed axis, onto which samples are turned */
} hone_bone_plan;

/* The frames at which all lanes of a block stay in their segments. Both 0: no segments yet. */
typedef struct hone_bone_span {
    double from, until;
} hone_bone_span;

typedef struct hone_bone_tracks {
    hone_bone_block *blocks; /* [block_count] */
    hone_bone_plan *plans;   /* [block_count] */
    hone_bone_span *spans;   /* [block_count] */
    uint32_t *entered;       /* [block_count] scratch: the blocks that enter segments */
    uint32_t block_count;
    bool has_axis; /* of some block */
    hone_eases eases;
    hone_bone_cursor *cursors; /* [count] in the order of the lanes */
    uint32_t count;
    uint32_t bound; /* how many tracks are bound; of several tracks of one bone only the last is sampled */
    hone_mmd_rules rules;
    const hone_motion_kernel *kernel;
} hone_bone_tracks;

/* Binds a motion's bone tracks to a model. Memory comes from `memory`. Returns false if out of memory. */
bool hone_bone_tracks_bind(hone_bone_tracks *tracks, const hone_motion *motion, const hone_model *model,
                           const hone_mmd_rules *rules, hone_arena *memory, hone_arena *scratch);

/* frame: see hone_snap_frame. */
void hone_bone_tracks_sample(hone_bone_tracks *tracks, double frame, hone_pose *pose);

#endif
