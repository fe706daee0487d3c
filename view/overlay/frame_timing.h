/* What each stage of a frame takes: microseconds of late, smoothed for the eye. */
#ifndef HONE_VIEW_OVERLAY_FRAME_TIMING_H
#define HONE_VIEW_OVERLAY_FRAME_TIMING_H

#include <stdbool.h>
#include <stdint.h>

typedef enum frame_timing_stage {
    METER_SAMPLE,  /* what motions say */
    METER_RIG,     /* the rig, and physics in it */
    METER_PALETTE, /* skin transforms */
    METER_OVERLAY, /* lines and heat maps of overlays */
    METER_WINDOW,  /* timeline, panels, figures: a few times a second */
    METER_DRAW,    /* skinning and GL calls */
    METER_STAGES
} frame_timing_stage;

typedef struct frame_timing {
    double begun;                /* of the stage that runs, microseconds */
    double last[METER_STAGES];   /* of the frame before */
    double smooth[METER_STAGES]; /* of late */
    double frame, frame_begun;   /* from picture to picture, smooth */
    uint64_t frames;
} frame_timing;

double frame_timing_now(void); /* microseconds of a clock that never goes back */

/* Once a picture; forgets what the one before took. */
void frame_timing_frame(frame_timing *m);
/* Ends what has run since frame_timing_begin or the mark before, and counts it to `stage`. */
void frame_timing_begin(frame_timing *m);
void frame_timing_mark(frame_timing *m, frame_timing_stage renderer_session);

/* All stages but drawing: the viewer's own work, microseconds. */
double frame_timing_own(const frame_timing *m);

#endif
