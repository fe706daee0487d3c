/* Numbers as text, in any locale. */
#ifndef HONE_SRC_BASE_TEXT_NUMBER_H
#define HONE_SRC_BASE_TEXT_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest text of a number, its NUL included. */
enum { HONE_NUMBER_SIZE = 32 };

/* Write the shortest text that reads back as the same number; if there are several, the nearest one: "0.1", "-0",
 * "1e-7", "nan", "inf", "-inf". out: [HONE_NUMBER_SIZE]; a NUL is added. Return the length of the text. */
size_t hone_text_from_float(float value, char *out);
size_t hone_text_from_double(double value, char *out);

/* Reads the decimal number at the front of text[size]: a sign, digits with a point among them, an exponent. 1e400 is
 * infinite. Spaces in front, hexadecimal numbers and "inf" are not accepted. *out is the nearest double, or unchanged
 * if there is no number. Returns the bytes that the number takes; 0: there is none. */
size_t hone_float_parse(const char *text, size_t size, double *out);

/* Computes digits * 10^exponent where one operation of doubles rounds correctly. Returns whether it does. */
bool hone_float_of_digits(uint64_t digits, int exponent, double *out);

#endif
