/* The horizontal scale of a time line: which frames are visible, and where. Positions are pixels from its left edge. */
#ifndef HONE_VIEW_DOPESHEET_TIME_SCALE_H
#define HONE_VIEW_DOPESHEET_TIME_SCALE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct time_scale {
    double first;  /* the frame at the left edge; may be negative, so that frame 0 has a margin */
    double pixels; /* the width of a frame */
    double width;  /* visible pixels */
    double end;    /* the last frame that can be scrolled to */
} time_scale;

enum { TIME_SCALE_MARGIN = 12 }; /* pixels left of frame 0 and right of the end */

double time_scale_x(const time_scale *s, double frame);
double time_scale_frame(const time_scale *s, double x);
/* The whole frame nearest to x, at least 0. */
uint32_t time_scale_nearest(const time_scale *s, double x);

/* Each keeps the visible part between frame 0 and the end, with margins. */
void time_scale_resize(time_scale *s, double width, double end);
void time_scale_scroll(time_scale *s, double pixels);         /* above 0: to later frames */
void time_scale_zoom(time_scale *s, double factor, double x); /* the frame at x stays where it is */
void time_scale_fit(time_scale *s);                           /* shows all from frame 0 to the end */
/* Scrolls as little as possible so that the frame is visible with a margin; does nothing if it is. Returns whether it
 * scrolled. page: scrolls so that the frame comes to the left edge, as for playback. */
bool time_scale_show(time_scale *s, double frame, bool page);

/* The visible part as the value, page size and upper end of a scroll bar, in frames. */
double time_scale_page(const time_scale *s);
double time_scale_lowest(const time_scale *s);
double time_scale_upper(const time_scale *s);

/* The number of frames between two labels of the ruler: 1, 5, 10, 30, 60, 150, 300, 900, 1800, … so that labels are at
 * least `room` pixels apart. *minor: the number of frames between its lines, a divisor of the result. */
uint32_t time_scale_step(const time_scale *s, double room, uint32_t *minor);

#endif
