/* Reads colours from the command line. */
#ifndef HONE_TOOL_OPTIONS_COLOUR_H
#define HONE_TOOL_OPTIONS_COLOUR_H

#include "tool/options/options.h"

typedef struct colour {
    bool given;
    float rgba[4]; /* display values, not premultiplied */
} colour;

/* RGB, RRGGBB or RRGGBBAA in hexadecimal, with or without '#', or a name. */
#define OPTION_COLOUR_EXPECTED "a colour such as 203040, white, black, green or none"
extern const char *const option_colour_names[]; /* the last is NULL */
bool option_read_colour(const option *o, const char *text, void *field);

#endif
