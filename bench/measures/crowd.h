/* Measures a crowd: the palettes of many members, each at a time and a blend of two clips of its own, beside the same
 * work for one member after another with the jobs of one actor. */
#ifndef HONE_BENCH_MEASURES_CROWD_H
#define HONE_BENCH_MEASURES_CROWD_H

#include "base/files/byte_writer.h"
#include <hone/crowd.h>
#include <hone/io.h>

typedef struct bench_crowd_time {
    double median, min; /* milliseconds of a frame of all members; one thread */
} bench_crowd_time;

typedef struct bench_crowd {
    const char *name;
    uint32_t members, vertices, clips;
    hone_crowd_model_info model;
    size_t member_bytes;     /* of a further member that plays two clips; of baked tables, if there are any */
    size_t smooth_bytes;     /* the same in a crowd that interpolates */
    bench_crowd_time single; /* sampler, blend, rig and palette of each member alone */
    bench_crowd_time crowd;  /* every member in every frame */
    bench_crowd_time held;   /* a quarter of the members in a frame; the others keep their palettes */
    bench_crowd_time smooth; /* the same, and the others are interpolated */
    bench_crowd_time baked;  /* the same as `crowd`, baked; 0: the model does not need a rig */
    bench_crowd_time baked_held, baked_smooth;
    bench_crowd_time skinned; /* the vertices of every member into one buffer, without the palettes */
    double ratio;             /* crowd / single, median of the windows */
    double baked_ratio;       /* baked / single; 0: the model does not need a rig */
    uint32_t windows;         /* undisturbed windows */
} bench_crowd;

/* Measures `members` members of a model. clips: [clip_count] what they play; 0: they rest. */
bool bench_crowd_run(const hone_model *model, const hone_motion *const *clips, uint32_t clip_count, uint32_t members,
                     bench_crowd *out, hone_error *error);

void bench_crowd_print(const bench_crowd *crowd);
void bench_crowd_json(const bench_crowd *crowd, hone_writer *out);

#endif
