/* The table of the formats that hone knows. */
#ifndef HONE_SRC_FORMAT_FORMATS_H
#define HONE_SRC_FORMAT_FORMATS_H

#include "files/format/readers.h"

/* What is known of a format. */
typedef struct hone_format_row {
    const char *name;                                  /* as hone_format_name gives it */
    const char *noun;                                  /* what a file is: "PMX", "a file of packed clips" */
    const char *left_out;                              /* what a file is where HONE_FORMATS leaves its format out */
    const char *start[2];                              /* what files begin with; NULL: nothing fixed */
    bool (*recognise)(const char *bytes, size_t size); /* finds files that do not begin so; NULL: there are none */
    const hone_format_reader *reader;
} hone_format_row;

/* Returns the row of a format; NULL if it is UNKNOWN. */
const hone_format_row *hone_format_row_of(hone_format format);

#endif
