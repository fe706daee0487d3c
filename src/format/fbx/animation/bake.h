/* Places keys, between which a channel is linear, so that it follows any function of time. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_BAKE_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_BAKE_H

#include <hone/base.h>

enum { FBX_WIDTH_MAX = 4 }; /* numbers of a value */

/* A time in which the function is smooth. */
typedef struct fbx_span {
    double end;     /* exclusive; above the time that was asked for */
    bool still;     /* whether the value does not change */
    uint32_t parts; /* at least 1: into how many equal parts it must be divided to be seen as it is */
} fbx_span;

/* A function of time: translation, rotation, scale, or a weight. */
typedef struct fbx_function {
    uint32_t width;
    bool is_rotation; /* values are unit quaternions */
    void *user;
    /* Finds the span that begins at a time or contains it. */
    void (*seek)(void *user, double time, fbx_span *out);
    /* Computes the value at a time of the span that was found last; its end gives the value just before the end. */
    void (*value)(void *user, double time, double out[FBX_WIDTH_MAX]);
} fbx_function;

/* The keys that were placed. Times are seconds from the start. */
typedef struct fbx_baked {
    double *times; /* [capacity] */
    float *values; /* [capacity][width] */
    uint32_t width, count, capacity;
    const hone_allocator *allocator;
} fbx_baked;

/* What to bake. */
typedef struct fbx_bake_desc {
    fbx_function function;
    double start, stop; /* of the function's time; equal: one key */
    double tolerance;   /* the largest error between keys: of a number, or radians */
    uint32_t key_limit; /* at least 2 */
} fbx_bake_desc;

/* Places keys within the tolerance; if that would take too many keys, within a larger one.
 *
 * baked: capacity and count are 0 or those of a call before, whose memory is used again.
 * used: out: the tolerance that was kept; INFINITY: keys are at equal distances.
 * Returns: false if out of memory. */
bool hone_fbx_bake(const fbx_bake_desc *desc, fbx_baked *baked, double *used);

/* Repeats the last key at a later time. Returns false if out of memory. */
bool hone_fbx_baked_hold(fbx_baked *baked, double time);

void hone_fbx_baked_release(fbx_baked *baked);

#endif
