/* The results of posing over time (bones, vertices, normals or morph weights) as .npy, .csv or .json files. */
#ifndef HONE_TOOL_OUTPUT_ARRAYS_H
#define HONE_TOOL_OUTPUT_ARRAYS_H

#include "base/files/byte_writer.h"
#include <hone/io.h>

typedef enum hone_array_kind {
    HONE_ARRAY_BONES,    /* model-space 4x4 matrices, row-major */
    HONE_ARRAY_VERTICES, /* positions x, y, z */
    HONE_ARRAY_NORMALS,  /* directions x, y, z */
    HONE_ARRAY_MORPHS    /* weights */
} hone_array_kind;

typedef struct hone_array {
    hone_array_kind kind;
    const char *unit;    /* the unit of the times: "frame", "second", "tick" */
    const double *times; /* [time_count] */
    uint32_t time_count;
    uint32_t row_count;       /* number of bones, vertices or morphs */
    const char *const *names; /* [row_count] for bones and morphs; ignored for the other kinds */
    const float *values;      /* [time_count][row_count][16, 3 or 1, depending on the kind] */
} hone_array;

typedef enum hone_array_format {
    /* float32, little-endian, C order, shape (times, bones, 4, 4), (times, vertices, 3) or (times, morphs). */
    HONE_ARRAY_NPY,
    HONE_ARRAY_CSV, /* one line for each time and bone or vertex; for morphs one line for each time */
    HONE_ARRAY_JSON /* an object with kind, unit, times, names, shape and values; values are nested as the shape is */
} hone_array_format;

/* Chooses the format by the end of the path: ".npy", ".csv" or ".json", case-insensitive. False: another ending. */
bool hone_array_format_from_path(const char *path, hone_array_format *out);

/* Numbers in .csv and .json read back as the same floats. NaN and infinity are "nan" and "inf" in .csv, null in
 * .json. */
void hone_array_write(const hone_array *array, hone_array_format format, hone_writer *out);

#endif
