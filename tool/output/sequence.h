/* Names of numbered files: {frame:04} is replaced by the frame, {index:04} by a counter from 0; 04 means four digits
 * with leading zeros. %04d and #### (at least two) are {frame:04}. */
#ifndef HONE_TOOL_OUTPUT_SEQUENCE_H
#define HONE_TOOL_OUTPUT_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum sequence_field { SEQUENCE_FRAME = 1, SEQUENCE_INDEX = 2 } sequence_field;

/* The fields of the pattern, combined with or; 0: it names one file. Other braces, % and # are kept. */
int sequence_fields(const char *pattern);

/* Writes the name of one file. False: it does not fit into `size`. */
bool sequence_name(const char *pattern, int64_t frame, uint32_t index, char *out, size_t size);

#endif
