/* The joints of a BVH file, before they become bones. */
#ifndef HONE_SRC_FORMAT_BVH_SKELETON_H
#define HONE_SRC_FORMAT_BVH_SKELETON_H

#include "format/bvh/reader.h"
#include <hone/model.h>
#include <hone/motion.h>

enum {
    HONE_BVH_POSITION = 0, /* + axis */
    HONE_BVH_ROTATION = 3, /* + axis */
    HONE_BVH_OTHER = 6,    /* a channel that is skipped */
    HONE_BVH_MOST_CHANNELS = 16
};

typedef struct hone_bvh_joint {
    struct hone_bvh_joint *next, *parent;
    const char *name;
    int32_t index;
    double offset[3], tail[3]; /* the file's axes and unit; tail: the first End Site */
    bool has_tail;
    uint8_t channel_count;
    uint8_t channels[HONE_BVH_MOST_CHANNELS]; /* as above, in the order of the file */
} hone_bvh_joint;

typedef struct hone_bvh_skeleton {
    hone_bvh_joint *first, **end;
    uint32_t joint_count;
    uint64_t channel_count; /* numbers of a frame */
    uint64_t hash;          /* of the bytes of the hierarchy */
    double unit;            /* length of the file's unit in metres */
} hone_bvh_skeleton;

/* Reads the joints, up to and with the word MOTION, or the end of the file. */
bool hone_bvh_read_skeleton(hone_bvh_reader *reader, hone_bvh_skeleton *out);

/* Returns the length of the file's unit in metres, guessed from the span of the skeleton. */
double hone_bvh_guess_unit(hone_bvh_reader *reader, const hone_bvh_skeleton *skeleton);

/* Makes the bones of the model. Returns false if out of memory. */
bool hone_bvh_build_bones(const hone_bvh_skeleton *skeleton, hone_builder *out, hone_model_data *model);

/* What is known of the frames before they are read. */
typedef struct hone_bvh_frames {
    uint32_t count;   /* complete frames */
    double seconds;   /* from one to the next */
    uint64_t surplus; /* numbers at the end of each frame that no channel takes */
    const char *begin;
} hone_bvh_frames;

/* Reads what is before the numbers, and counts these. */
bool hone_bvh_read_frame_times(hone_bvh_reader *reader, const hone_bvh_skeleton *skeleton, hone_bvh_frames *out);

/* Reads the numbers and makes the channels of the motion. */
bool hone_bvh_read_channels(hone_bvh_reader *reader, const hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames,
                            hone_motion_data *motion);

#endif
