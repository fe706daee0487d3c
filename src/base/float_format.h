/* Numbers as text, whatever the locale. */
#ifndef HONE_SRC_BASE_FLOAT_FORMAT_H
#define HONE_SRC_BASE_FLOAT_FORMAT_H

#include <hone/base.h>

enum { HONE_NUMBER_SIZE = 32 };

/* The shortest text that reads back as the same float (double), and of several such the nearest: "0.1", "-0", "1e-7".
 * "nan", "inf" and "-inf" for the rest. Returns its length; there is a NUL behind it. out: HONE_NUMBER_SIZE bytes. */
size_t hone_text_from_float(float value, char *out);
size_t hone_text_from_double(double value, char *out);

/* The double nearest to the decimal number that text[0..size) begins with: a sign, digits with a point among them, an
 * exponent; 1e400 is infinite. No space in front, no hexadecimal, no "inf". Returns the bytes that it takes; 0, and
 * *out untouched, if there is none. */
size_t hone_float_parse(const char *text, size_t size, double *out);

#endif
