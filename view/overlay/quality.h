/* Lowers the quality of pictures while motions play too slowly, and raises it again when there is time. */
#ifndef HONE_VIEW_OVERLAY_QUALITY_H
#define HONE_VIEW_OVERLAY_QUALITY_H

#include <hone/render.h>
#include <stdbool.h>

typedef enum quality_level {
    QUALITY_FULL,       /* as the settings say */
    QUALITY_FINE,       /* a smaller map of shadows, two samples a pixel */
    QUALITY_NO_SHADOWS, /* no shadows, one sample a pixel */
    QUALITY_HALF,       /* also half as many pixels across and down, and no outlines */
    QUALITY_LEVELS
} quality_level;

typedef struct quality {
    quality_level level, highest;          /* highest: those above were too slow */
    unsigned slow_pictures, fast_pictures; /* how many such pictures have followed each other */
    double slow_time;                      /* of those, milliseconds */
} quality;

/* Call once for each picture. playing: a motion plays. milliseconds: from the last picture to this one. Returns whether
 * the level changed. Pictures of over 50 ms each, for a quarter of a second, lower the level; 60 of under 25 ms raise
 * it, but not to a level that was too slow. Not playing, the level is full. */
bool quality_follow(quality *q, bool playing, double milliseconds);

/* Changes the settings of a picture for a level. */
void quality_apply(quality_level level, hone_draw_desc *desc);
/* The number by which the width and height of a picture are divided. */
unsigned quality_divisor(quality_level level);

#endif
