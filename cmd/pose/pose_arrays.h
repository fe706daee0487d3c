/* The output of hone pose: a float32 array for each kind, with a row for each time. */
#ifndef HONE_CMD_POSE_POSE_ARRAYS_H
#define HONE_CMD_POSE_POSE_ARRAYS_H

#include "tool/output/arrays.h"

#include <hone/actor.h>

enum { POSE_ARRAY_COUNT = HONE_ARRAY_MORPHS + 1 };

typedef struct pose_times {
    const char *unit;     /* the unit of `values`: "frame", "second" or "tick" */
    const double *values; /* [count] as given */
    const double *frames; /* [count] the same times in frames */
    uint32_t count;
} pose_times;

typedef struct pose_arrays {
    hone_array items[POSE_ARRAY_COUNT]; /* indexed by hone_array_kind */
    float *values[POSE_ARRAY_COUNT];    /* the same memory, for writing; NULL: not requested, or empty */
    const char **bone_names, **morph_names;
} pose_arrays;

/* Allocates the arrays that `wanted` marks. The model and the times must outlive them. Errors: MEMORY. Release in any
 * case. */
bool pose_arrays_make(const hone_model *model, const pose_times *times, const bool wanted[POSE_ARRAY_COUNT],
                      pose_arrays *out, hone_error *error);
void pose_arrays_release(pose_arrays *arrays);

/* Writes the actor's current state as row `row`. Errors: as hone_actor_skin. */
bool pose_arrays_fill(pose_arrays *arrays, uint32_t row, hone_actor *actor, hone_skin_method method, const char *kernel,
                      hone_error *error);

#endif
