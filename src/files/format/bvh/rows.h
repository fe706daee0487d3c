/* The numbers of the frames of a BVH file, one frame at a time. */
#ifndef HONE_SRC_FORMAT_BVH_ROWS_H
#define HONE_SRC_FORMAT_BVH_ROWS_H

#include "files/format/bvh/skeleton.h"

typedef struct hone_bvh_rows {
    hone_reading *reader;
    const hone_bvh_skeleton *skeleton;
    const hone_bvh_frames *frames;
    double *numbers;    /* [channel_count] of a frame */
    double (*turns)[2]; /* [channel_count] sine and cosine of half of each angle */
    uint32_t frame;     /* the number of the frame that was read last */
    uint32_t next;      /* the number of the next frame, if all are read in order */
    size_t next_odd;    /* in frames->odd */
} hone_bvh_rows;

/* Returns false if out of memory; the reader then has failed. */
bool hone_bvh_open_rows(hone_bvh_rows *rows, hone_reading *reader, const hone_bvh_skeleton *skeleton,
                        const hone_bvh_frames *frames);

/* Reads the next frame that is not dropped. reader->text.at may be moved forward before, to the begin of any line.
 * Returns false at the end of the numbers, and after an error. */
bool hone_bvh_read_row(hone_bvh_rows *rows);

/* Computes the rotation of a joint whose first number is `first`. */
void hone_bvh_joint_rotation(const hone_bvh_rows *rows, const hone_bvh_joint *joint, uint64_t first, double out[4]);

#endif
