/* The options that choose the content of a picture: colours, depth, models or materials. */
#ifndef HONE_TOOL_OPTIONS_PASS_OPTIONS_H
#define HONE_TOOL_OPTIONS_PASS_OPTIONS_H

#include "tool/options/options.h"

typedef enum picture_pass { PASS_COLOUR, PASS_DEPTH, PASS_MODELS, PASS_MATERIALS } picture_pass;

extern const char *const pass_names[]; /* in that order */

/* Distances from the eye along the line of sight, in world units. */
typedef struct depth_range {
    bool given;
    float black, white; /* of which values are 0 and 65535; either may be the larger one */
} depth_range;

#define DEPTH_RANGE_DEFAULT                                                                                            \
    {                                                                                                                  \
        false, 0, 200                                                                                                  \
    }

typedef struct pass_values {
    int pass;          /* picture_pass */
    depth_range depth; /* not given: DEPTH_RANGE_DEFAULT */
    const char *ids;   /* where to write which model and material has which number; NULL: nowhere */
} pass_values;

bool pass_read_range(const option *o, const char *text, void *field); /* depth_range: NEAR:FAR */
#define PASS_RANGE_EXPECTED "NEAR:FAR, two different distances from 0 to 1000000, such as 20:80"

#endif
