/* Numbers and times on the command line: plain decimals in any locale, with nothing behind them. */
#ifndef HONE_TOOL_OPTIONS_NUMBER_OPTIONS_H
#define HONE_TOOL_OPTIONS_NUMBER_OPTIONS_H

#include "tool/options/options.h"

/* Reads a finite decimal that ends at `end`: an optional sign, digits with an optional point, an optional exponent.
 * Refuses hexadecimal numbers and "inf". */
bool number_read(const char *text, const char *end, double *out);
bool number_read_integer(const char *text, uint32_t low, uint32_t high, uint32_t *out);

/* "F[,F...]", already checked. number_list_values reads the numbers again. */
typedef struct number_list {
    const char *text; /* NULL: not given */
    uint32_t count;   /* at most a million */
    bool ranges;      /* an F may also be a range A:B[:STEP] */
} number_list;

/* Reads a number_list, each number within 1e9. */
bool option_read_number_list(const option *o, const char *text, void *field);
/* The same with ranges. */
#define OPTION_TIMES_EXPECTED "at most a million numbers and ranges A:B:STEP, such as 12 or 0,7.5,15 or 240:300:0.5"
bool option_read_times(const option *o, const char *text, void *field);
void number_list_values(number_list list, double *out); /* [list.count] */

/* Reads "X,Y,Z" into float[3], each within 1e4. */
bool option_read_vector(const option *o, const char *text, void *field);

/* A number, or a vector, that may be missing. */
typedef struct given_number {
    bool given;
    float value;
} given_number;

typedef struct given_vector {
    bool given;
    float value[3];
} given_vector;

/* "A:B[:STEP]" or "A-B[:STEP]", both ends included: first + i * step, i < count. */
typedef struct number_range {
    double first, step, last;
    uint32_t count; /* 0: not given */
    bool stepped;   /* STEP was given */
} number_range;

#define OPTION_RANGE_EXPECTED "A:B or A:B:STEP, A not above B, STEP above 0"
bool option_read_number_range(const option *o, const char *text, void *field);

/* "WxH" or "WXH"; or the width alone, of 16 pixels or more, for 16:9 with an even height. */
typedef struct picture_size {
    uint32_t width, height;
} picture_size;

#define OPTION_SIZE_EXPECTED "WIDTHxHEIGHT, 1 to 16384 each, or a width from 16, for 16:9"
bool option_read_size(const option *o, const char *text, void *field);

/* Reads the exponent of weights by distance: a float. */
#define OPTION_EXPONENT_EXPECTED "a number from 0.1 to 1000"
bool option_read_exponent(const option *o, const char *text, void *field);

#endif
