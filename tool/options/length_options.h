/* Lengths and scales as values of options. */
#ifndef HONE_TOOL_OPTIONS_LENGTH_OPTIONS_H
#define HONE_TOOL_OPTIONS_LENGTH_OPTIONS_H

#include "tool/options/options.h"

/* Reads a number from 0 to 1000 m, with "mm" or "m" behind it, in metres; without them it is in millimetres. */
bool length_read(const char *text, double *metres);

/* Reads such a length, of more than a rounding error, into a float in metres. */
bool length_read_bound(const option *o, const char *text, void *field);
#define LENGTH_BOUND_EXPECTED "a length from 0.0001mm to 1000m, such as 0.1mm"

/* Reads --scale: a float, metres in a unit. */
bool length_read_scale(const option *o, const char *text, void *field);
#define LENGTH_SCALE_EXPECTED "a number from 1e-6 to 1e6"

#endif
