/* What each stage of a frame takes: microseconds of late, smoothed for the eye. */
#ifndef HONE_VIEW_OVERLAY_FRAME_TIMING_H
#define HONE_VIEW_OVERLAY_FRAME_TIMING_H

#include <stdbool.h>
#include <stdint.h>

typedef enum meter_stage {
    METER_SAMPLE,  /* what motions say */
    METER_RIG,     /* the rig, and physics in it */
    METER_PALETTE, /* skin transforms */
    METER_OVERLAY, /* lines and heat maps of overlays */
    METER_WINDOW,  /* timeline, panels, figures: a few times a second */
    METER_DRAW,    /* skinning and GL calls */
    METER_STAGES
} meter_stage;

typedef struct meter {
    double begun;                /* of the stage that runs, microseconds */
    double last[METER_STAGES];   /* of the frame before */
    double smooth[METER_STAGES]; /* of late */
    double frame, frame_begun;   /* from picture to picture, smooth */
    uint64_t frames;
} meter;

double meter_now(void); /* microseconds of a clock that never goes back */

/* Once a picture; forgets what the one before took. */
void meter_frame(meter *m);
/* Ends what has run since meter_begin or the mark before, and counts it to `stage`. */
void meter_begin(meter *m);
void meter_mark(meter *m, meter_stage stage);

/* All stages but drawing: the viewer's own work, microseconds. */
double meter_own(const meter *m);

#endif
