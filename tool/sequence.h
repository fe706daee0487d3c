/* Names of numbered files: {frame:04} is the frame, {index:04} counts from 0; 04 means four digits, zeros in front. */
#ifndef HONE_TOOL_SEQUENCE_H
#define HONE_TOOL_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum sequence_field { SEQUENCE_FRAME = 1, SEQUENCE_INDEX = 2 } sequence_field;

/* Which fields (or-ed) the pattern has; 0: it names one file. Other braces stand for themselves. */
int sequence_fields(const char *pattern);

/* The name of one file. False: it does not fit into `size`. */
bool sequence_name(const char *pattern, int64_t frame, uint32_t index, char *out, size_t size);

#endif
