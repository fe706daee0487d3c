/* Places keys, so that a channel follows any function of time. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_BAKE_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_BAKE_H

#include "files/format/fbx/animation/baked.h"

/* A time in which the function is smooth. */
typedef struct fbx_span {
    double end;     /* exclusive; above the time that was asked for */
    double change;  /* the most by which a number of the value changes, or radians; INFINITY: unknown */
    bool uneven;    /* whether it may be far from a polynomial of a low degree */
    uint32_t parts; /* at least 1: into how many equal parts it must be divided to be seen as it is */
} fbx_span;

/* A function of time: translation, rotation, scale, or a weight. */
typedef struct fbx_function {
    uint32_t width;
    bool is_rotation; /* values are unit quaternions */
    bool is_still;    /* the value is the same at all times */
    void *user;
    /* Finds the span that begins at a time or contains it. */
    void (*seek)(void *user, double time, fbx_span *out);
    /* Computes the values at 1 to 4 times of the span that was found last; its end gives the value just before it. */
    void (*values)(void *user, const double *times, uint32_t count, double (*out)[FBX_WIDTH_MAX]);
} fbx_function;

/* The input of a bake. */
typedef struct fbx_bake_desc {
    fbx_function function;
    double start, stop; /* of the function's time; equal: one key */
    double tolerance;   /* the largest error between keys: of a number, or radians */
    uint32_t key_limit; /* of linear keys, at least 2; a spline may take as many bytes */
} fbx_bake_desc;

/* Places keys within the tolerance; if that would take too many keys, within a larger one.
 *
 * linear: gets keys between which the channel is linear.
 * cubic: gets those of a spline; NULL: no spline is tried.
 * used: out: the tolerance that was kept; INFINITY: keys are at equal distances.
 * Returns: the one of both that takes less memory; the other one is not complete. NULL: out of memory. */
fbx_baked *hone_fbx_bake(const fbx_bake_desc *desc, fbx_baked *linear, fbx_baked *cubic, double *used);

#endif
