/* Numbers and times as the command line writes them: plain decimals, whatever the locale, nothing behind them. */
#ifndef HONE_TOOL_NUMBER_OPTIONS_H
#define HONE_TOOL_NUMBER_OPTIONS_H

#include "tool/options.h"

/* A finite decimal that ends at `end`: digits with a point and an exponent, a sign. No hexadecimal, no "inf". */
bool number_read(const char *text, const char *end, double *out);
bool number_read_integer(const char *text, uint32_t low, uint32_t high, uint32_t *out);

/* "F[,F...]", checked; the numbers are read once more where they are needed. */
typedef struct number_list {
    const char *text; /* NULL: not given */
    uint32_t count;
} number_list;

bool option_read_number_list(const option *o, const char *text, void *field); /* number_list, each within 1e9 */
void number_list_values(number_list list, double *out);                       /* [list.count] */

bool option_read_vector(const option *o, const char *text, void *field); /* "X,Y,Z": float[3], each within 1e4 */

/* "A:B[:STEP]", both ends included: first + i * step, i < count. */
typedef struct number_range {
    double first, step, last;
    uint32_t count; /* 0: not given */
    bool stepped;   /* STEP was given */
} number_range;

bool option_read_number_range(const option *o, const char *text, void *field);

/* "WxH" */
typedef struct picture_size {
    uint32_t width, height;
} picture_size;

bool option_read_size(const option *o, const char *text, void *field);

#endif
