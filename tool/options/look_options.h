/* How a picture looks: light, shadows, edges, background. */
#ifndef HONE_TOOL_OPTIONS_LOOK_OPTIONS_H
#define HONE_TOOL_OPTIONS_LOOK_OPTIONS_H

#include "tool/options/colour.h"
#include "tool/options/number_options.h"

#include <hone/render.h>

/* A picture or film behind the scene. */
typedef struct look_backdrop {
    const char *file;   /* NULL: none */
    int fit;            /* hone_backdrop_fit */
    float offset[2];    /* pixels to the right and down */
    float scale;        /* 0: 1 */
    picture_size frame; /* the size of the picture in which pixels are counted; 0: that of the picture to draw */
    double delay;       /* seconds by which a film begins later */
    bool loop;          /* a film begins again at its end; otherwise its last picture stays */
} look_backdrop;

/* The shadow on the ground. */
typedef struct look_ground_shadow {
    colour colour;         /* alpha is ignored; not given: the light's */
    bool of_light;         /* the colour is a factor of the light's */
    given_number strength; /* 0 to 1 */
} look_ground_shadow;

/* All zero: as without options. */
typedef struct look_values {
    given_vector light_direction; /* from the light into the scene, in place of that of light keys */
    colour light_colour;          /* display values, in place of that of light keys; alpha is ignored */
    colour background;
    look_backdrop backdrop;
    look_ground_shadow ground_shadow;
    /* What the renderer gets as it is: shadows, shadow_size (also HONE_SHADOW_SIZE_AUTO), no_edges, edge_scale, grid,
     * samples, … Nothing that it points to is given. */
    hone_draw_desc draw;
} look_values;

bool look_backdrop_is_set(const look_backdrop *backdrop); /* something is given that only matters with a file */

#endif
