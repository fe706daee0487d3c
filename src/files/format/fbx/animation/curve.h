/* A curve of FBX: one number that changes over time. Between two keys it is constant, a line, or a cubic Bezier curve
 * whose control points have times of their own (weighted tangents). Before the first key and after the last it may go
 * on: constant, along its slope, or by repetition. Times are seconds. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_CURVE_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_CURVE_H

#include <hone/base.h>

typedef enum fbx_interpolation {
    FBX_CONSTANT,      /* the value of the key before */
    FBX_CONSTANT_NEXT, /* the value of the key after, from just behind the key on */
    FBX_LINEAR,
    FBX_CUBIC
} fbx_interpolation;

/* A key, and the tangents on both of its sides. A slope is a change of value a second; a weight is the part of the time
 * between two keys that the control point is away from its key: 1/3 unless it is weighted. */
typedef struct fbx_key {
    double time, value;
    float left_slope, left_weight, right_slope, right_weight;
    uint8_t interpolation; /* fbx_interpolation, until the next key */
} fbx_key;

typedef enum fbx_beyond {
    FBX_HOLD,           /* the value of the first or last key */
    FBX_KEEP_SLOPE,     /* a line along the tangent */
    FBX_REPEAT,         /* all keys again */
    FBX_MIRROR,         /* the same, every second time backwards */
    FBX_REPEAT_RELATIVE /* the same, each time moved by the difference of the last and the first value */
} fbx_beyond;

typedef struct fbx_extrapolation {
    uint8_t mode;  /* fbx_beyond */
    int32_t count; /* of repetitions; below 0: for ever */
} fbx_extrapolation;

typedef struct fbx_curve {
    const fbx_key *keys; /* [count] at least one; times do not descend, and two equal ones are a jump */
    uint32_t count;
    fbx_extrapolation before, after;
    bool still; /* all keys have one value and no slopes, so that the curve has that value at any time */
} fbx_curve;

/* One piece of a curve, valid for begin <= time < end. A cubic, or a line between the first and last of its values. */
typedef struct fbx_segment {
    double begin, end; /* may be infinite */
    uint8_t kind;      /* FBX_CONSTANT, FBX_LINEAR, FBX_CUBIC */
    bool even;         /* of a cubic: the times of its control points are nearly 1/3 and 2/3 */
    double from;       /* the time at which values[0] is; it and the end of the curve may be beyond the piece */
    double length;     /* seconds to values[3] */
    double times[2];   /* of a cubic: of the control points, 0 to 1 */
    double values[4];  /* of a constant only the first, of a line the first and last */
} fbx_segment;

/* A place in a curve, from which neighbouring places are found fast. Zero it, and set the curve. */
typedef struct fbx_cursor {
    const fbx_curve *curve;
    uint32_t key; /* keys at or before the time */
    fbx_segment segment;
} fbx_cursor;

/* Moves to the segment that holds a time. Cost: constant if the time is in this segment or the next one; otherwise a
 * binary search. */
void hone_fbx_cursor_seek(fbx_cursor *cursor, double time);

/* Returns the value of a segment at a time, which should be from its begin to its end; the end gives the value just
 * before it. */
double hone_fbx_segment_value(const fbx_segment *segment, double time);

/* The same for four times side by side, with the same bits. */
void hone_fbx_segment_values(const fbx_segment *segment, const double times[4], double out[4]);

/* They return what fmin and fmax do, also for a b that is no number, but without a call. */
static inline double hone_fbx_smaller(double a, double b)
{
    return b < a ? b : a;
}
static inline double hone_fbx_larger(double a, double b)
{
    return b > a ? b : a;
}

/* Returns the value of a curve at a time. At a jump it is the value after the jump. */
double hone_fbx_curve_value(const fbx_curve *curve, double time);

#endif
