/* How a picture looks: light, shadows, edges, background. */
#ifndef HONE_TOOL_OPTIONS_LOOK_OPTIONS_H
#define HONE_TOOL_OPTIONS_LOOK_OPTIONS_H

#include "tool/options/colour.h"

/* A vector from the command line or a scene file. */
typedef struct look_vector {
    bool given;
    float value[3];
} look_vector;

/* All zero: as without options. */
typedef struct look_values {
    look_vector light_direction; /* from the light into the scene, in place of that of light keys */
    colour light_colour;         /* display values, in place of that of light keys; alpha is ignored */
    float edge_scale;            /* the width of edges is multiplied by it; 0: not given */
    colour background;
    int shadows;          /* hone_shadows */
    uint32_t shadow_size; /* texels; PICTURE_SHADOW_AUTO; 0: not given */
    int edges;            /* 1: off */
    bool grid;
} look_values;

bool look_read_direction(const option *o, const char *text, void *field); /* look_vector; not 0,0,0 */
bool look_read_scale(const option *o, const char *text, void *field);     /* float, 0.001 to 1000 */

#endif
