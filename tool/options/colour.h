/* Reads colours from the command line. */
#ifndef HONE_TOOL_OPTIONS_COLOUR_H
#define HONE_TOOL_OPTIONS_COLOUR_H

#include "tool/options/options.h"

typedef struct colour {
    bool given;
    float rgba[4]; /* display values, not premultiplied */
} colour;

/* RGB, RRGGBB or RRGGBBAA in hexadecimal, with or without '#'; white, black, none. */
bool option_read_colour(const option *o, const char *text, void *field);

#endif
