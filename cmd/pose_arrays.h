/* What hone pose writes: an array of float32 a kind, a row a time. */
#ifndef HONE_CMD_POSE_ARRAYS_H
#define HONE_CMD_POSE_ARRAYS_H

#include <hone/actor.h>

enum { POSE_BONES, POSE_VERTICES, POSE_NORMALS, POSE_MORPHS, POSE_ARRAY_COUNT };

typedef struct pose_array {
    bool wanted;
    uint32_t dimensions, shape[4]; /* shape[0]: times */
    size_t row_size;               /* floats a time */
    float *values;                 /* NULL if empty */
} pose_array;

typedef struct pose_arrays {
    pose_array items[POSE_ARRAY_COUNT];
} pose_arrays;

/* Arrays that `wanted` marks, with room for all times. Errors: MEMORY. Release in any case. */
bool pose_arrays_make(const hone_model *model, uint32_t time_count, const bool wanted[POSE_ARRAY_COUNT],
                      pose_arrays *out, hone_error *error);
void pose_arrays_release(pose_arrays *arrays);

/* What the actor is now, as the row of time number `row`. Errors: as hone_actor_skin. */
bool pose_arrays_fill(pose_arrays *arrays, uint32_t row, hone_actor *actor, hone_skin_method method, const char *kernel,
                      hone_error *error);

#endif
