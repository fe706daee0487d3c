/* The joints of a BVH file, before they become bones. */
#ifndef HONE_SRC_FORMAT_BVH_SKELETON_H
#define HONE_SRC_FORMAT_BVH_SKELETON_H

#include "files/format/bvh/reader.h"
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
    float rest[4];             /* rotation at rest, relative to the parent, +Y up */
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
    bool z_up;              /* whether +Z is up in the file */
} hone_bvh_skeleton;

/* Reads the joints, up to and with the word MOTION, or the end of the file. */
bool hone_bvh_read_skeleton(hone_reading *reader, hone_bvh_skeleton *out);

/* Returns the length of the file's unit in metres, guessed from the span of the skeleton. */
double hone_bvh_guess_unit(hone_reading *reader, const hone_bvh_skeleton *skeleton);

/* Whether a joint has a channel of a kind: HONE_BVH_POSITION or HONE_BVH_ROTATION. */
static inline bool hone_bvh_has_channel(const hone_bvh_joint *joint, int kind)
{
    for (uint32_t i = 0; i < joint->channel_count; i++)
        if (joint->channels[i] / 3 == kind / 3)
            return true;
    return false;
}

/* Turns a position, or the axis of a quaternion, from +Z up to +Y up. */
static inline void hone_bvh_stand_up(float v[3])
{
    float y = v[1];
    v[1] = v[2], v[2] = -y;
}

/* Makes the bones of the model. Returns false if out of memory. */
bool hone_bvh_build_bones(const hone_bvh_skeleton *skeleton, hone_builder *out, hone_model_data *model);

/* Neighbouring lines that have not as many numbers as most lines, in a file whose lines are frames. */
typedef struct hone_bvh_odd_lines {
    const char *begin, *end;
    uint32_t frames; /* how many frames they take the place of */
    bool dropped;    /* else they are whole frames with other line breaks */
} hone_bvh_odd_lines;

/* The properties of the frames that are known before they are read. */
typedef struct hone_bvh_frames {
    uint32_t count;   /* frames, with those that are dropped */
    uint32_t dropped; /* frames in lines that cannot be read */
    double seconds;   /* from one to the next */
    uint64_t surplus; /* numbers at the end of each frame that no channel takes */
    bool by_line;     /* whether each line is a frame, or several */
    const char *begin;
    const hone_bvh_odd_lines *odd; /* [odd_count] in file order */
    size_t odd_count;
} hone_bvh_frames;

/* Divides the numbers from out->begin on into frames: sets all but `seconds` and `begin`. `told` is the number of
 * frames that the file tells, or -1. Returns false after an error. */
bool hone_bvh_divide(hone_reading *reader, const hone_bvh_skeleton *skeleton, double told, hone_bvh_frames *out);

/* Reads what is before the numbers, and divides these into frames. */
bool hone_bvh_read_frame_times(hone_reading *reader, const hone_bvh_skeleton *skeleton, hone_bvh_frames *out);

/* Finds out from a few frames which axis is up. Returns false after an error. */
bool hone_bvh_find_up(hone_reading *reader, hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames);
/* Finds from more frames the rotations at rest of a skeleton that is no human pose without them. */
bool hone_bvh_find_rest(hone_reading *reader, hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames);

/* Reads the numbers and makes the channels of the motion. */
bool hone_bvh_read_channels(hone_reading *reader, const hone_bvh_skeleton *skeleton, const hone_bvh_frames *frames,
                            hone_motion_data *motion);

#endif
