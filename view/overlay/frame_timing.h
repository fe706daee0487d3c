/* The recent time of each stage of a frame in microseconds, smoothed for display. */
#ifndef HONE_VIEW_OVERLAY_FRAME_TIMING_H
#define HONE_VIEW_OVERLAY_FRAME_TIMING_H

#include <stdbool.h>
#include <stdint.h>

typedef enum frame_timing_stage {
    FRAME_TIMING_SAMPLE,  /* sampling motions */
    FRAME_TIMING_RIG,     /* the rig, including physics */
    FRAME_TIMING_PALETTE, /* skin transforms */
    FRAME_TIMING_OVERLAY, /* lines and weight colours */
    FRAME_TIMING_WINDOW,  /* timeline, panels and the displayed numbers: a few times a second */
    FRAME_TIMING_DRAW,    /* skinning and GL calls */
    FRAME_TIMING_STAGE_COUNT
} frame_timing_stage;

typedef struct frame_timing {
    double begun;                            /* start of the running stage, microseconds */
    double last[FRAME_TIMING_STAGE_COUNT];   /* the previous frame */
    double smooth[FRAME_TIMING_STAGE_COUNT]; /* smoothed */
    double frame, frame_begun;               /* time from picture to picture, smoothed */
    uint64_t frames;
} frame_timing;

double frame_timing_now(void); /* microseconds of a monotonic clock */

/* Call once for each picture; begins a new frame. */
void frame_timing_frame(frame_timing *m);
/* Ends the stage that began at frame_timing_begin or at the previous mark, and adds its time to `stage`. */
void frame_timing_begin(frame_timing *m);
void frame_timing_mark(frame_timing *m, frame_timing_stage stage);

/* The viewer's own work in microseconds: all stages except drawing. */
double frame_timing_own(const frame_timing *m);

#endif
