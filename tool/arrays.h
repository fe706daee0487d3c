/* What a pose gives, bones, vertices, normals or morph weights over times, as .npy, .csv or .json. */
#ifndef HONE_TOOL_ARRAYS_H
#define HONE_TOOL_ARRAYS_H

#include "base/byte_writer.h"

typedef enum hone_array_kind {
    HONE_ARRAY_BONES,    /* model-space 4x4 matrices, row by row */
    HONE_ARRAY_VERTICES, /* positions x, y, z */
    HONE_ARRAY_NORMALS,  /* directions x, y, z */
    HONE_ARRAY_MORPHS    /* weights */
} hone_array_kind;

typedef struct hone_array {
    hone_array_kind kind;
    const char *unit;    /* what times count: "frame", "second", "tick" */
    const double *times; /* [time_count] */
    uint32_t time_count;
    uint32_t row_count;       /* bones, vertices or morphs */
    const char *const *names; /* [row_count] of bones and morphs; not looked at for the others */
    const float *values;      /* [time_count][row_count], each 16, 3 or 1 by kind */
} hone_array;

typedef enum hone_array_format {
    HONE_ARRAY_NPY, /* float32, little-endian, C order, shape (times, bones, 4, 4), (times, vertices, 3) or (times,
                       morphs) */
    HONE_ARRAY_CSV, /* a line a time and bone or vertex; of morphs a line a time */
    HONE_ARRAY_JSON /* an object of kind, unit, times, names, shape and values, nested by the shape */
} hone_array_format;

/* By the end of the path: ".npy", ".csv" or ".json", in any case. False: none of these. */
bool hone_array_format_from_path(const char *path, hone_array_format *out);

/* Numbers of .csv and .json read back as the same floats; NaN and infinity are "nan" and "inf" in .csv, null in .json.
 */
void hone_array_write(const hone_array *array, hone_array_format format, hone_writer *out);

#endif
