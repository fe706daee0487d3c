/* A drawing of lines, points and letters, as an SVG file. Positions are in the units of the drawing, y up. */
#ifndef HONE_COURSE_DRAWING_H
#define HONE_COURSE_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

typedef struct drawing {
    FILE *file;
    double scale, left, top; /* pixels of a unit; where x = 0 and y = 0 are, in pixels */
} drawing;

#define INK "#1d2430"
#define GREY "#8a93a3"
#define BLUE "#3a7bd5"
#define RED "#d5503a"
#define GREEN "#2e8b57"
#define ORANGE "#d58a3a"
#define PALE "#dfe5ee"

/* Begins a file of width x height pixels. (left, top): the pixel of the origin. False: it cannot be written. */
bool drawing_begin(drawing *d, const char *path, int width, int height, double scale, double left, double top);
bool drawing_end(drawing *d);

void drawing_line(drawing *d, double x0, double y0, double x1, double y1, const char *colour);
void drawing_dashed(drawing *d, double x0, double y0, double x1, double y1, const char *colour);
void drawing_arrow(drawing *d, double x0, double y0, double x1, double y1, const char *colour);
void drawing_dot(drawing *d, double x, double y, const char *colour);
void drawing_circle(drawing *d, double x, double y, double radius, const char *colour);
/* Part of a circle, by degrees from the x axis, counterclockwise. */
void drawing_arc(drawing *d, double x, double y, double radius, double from, double to, const char *colour);
/* A box with a text in its middle. fill: a colour. */
void drawing_box(drawing *d, double x, double y, double width, double height, const char *fill, const char *text);
/* A text whose middle is dx, dy pixels to the right of and above the place. */
void drawing_text(drawing *d, double x, double y, double dx, double dy, const char *colour, const char *text);
/* A line through points: count pairs of x and y. dashed: with gaps. */
void drawing_curve(drawing *d, int count, double (*points)[2], bool dashed, const char *colour);
void drawing_triangle(drawing *d, const double corners[3][2], const char *fill);

#endif
