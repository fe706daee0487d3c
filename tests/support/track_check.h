/* Comparing the tracks of two motions. */
#ifndef HONE_TESTS_SUPPORT_TRACK_CHECK_H
#define HONE_TESTS_SUPPORT_TRACK_CHECK_H

#include <hone/motion.h>

/* A frame of one motion and the frame of another at which it should look the same. */
typedef struct track_times {
    double frame, expected_frame;
    /* A part of the largest change of the values: how far they may be off, besides rounding. */
    double share;
} track_times;

/* Fails unless all tracks of `expected` are in `motion`, and have the same values at these frames. */
void check_same_values(const hone_motion *motion, const hone_motion *expected, track_times at);

/* Fails unless both have the same bytes as VMD files. */
void check_same_bytes(const hone_motion *motion, const hone_motion *expected);

/* Returns the track with a name; NULL if there is none. */
const hone_bone_track *bone_track_named(const hone_motion *motion, const char *name);
const hone_morph_track *morph_track_named(const hone_motion *motion, const char *name);

#endif
