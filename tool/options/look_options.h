/* How a picture looks: light, shadows, edges, background. */
#ifndef HONE_TOOL_OPTIONS_LOOK_OPTIONS_H
#define HONE_TOOL_OPTIONS_LOOK_OPTIONS_H

#include "tool/options/colour.h"
#include "tool/options/number_options.h"

/* A vector from the command line or a scene file. */
typedef struct look_vector {
    bool given;
    float value[3];
} look_vector;

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
    colour colour; /* alpha is ignored; not given: the light's */
    bool of_light; /* the colour is a factor of the light's */
    bool strength_given;
    float strength; /* 0 to 1 */
} look_ground_shadow;

/* All zero: as without options. */
typedef struct look_values {
    look_vector light_direction; /* from the light into the scene, in place of that of light keys */
    colour light_colour;         /* display values, in place of that of light keys; alpha is ignored */
    float edge_scale;            /* the width of edges is multiplied by it; 0: not given */
    colour background;
    look_backdrop backdrop;
    look_ground_shadow ground_shadow;
    int shadows;          /* hone_shadows */
    uint32_t shadow_size; /* texels; PICTURE_SHADOW_AUTO; 0: not given */
    int edges;            /* 1: off */
    bool grid;
} look_values;

bool look_read_direction(const option *o, const char *text, void *field); /* look_vector; not 0,0,0 */
bool look_read_scale(const option *o, const char *text, void *field);     /* float, 0.001 to 1000 */
bool look_read_strength(const option *o, const char *text, void *field);  /* look_ground_shadow; 0 to 1 */

/* look_values: a colour, a file, or both: COLOR,FILE. A colour alone takes an earlier file away. */
bool look_read_background(const option *o, const char *text, void *field);
#define LOOK_BACKGROUND_EXPECTED                                                                                       \
    "a colour such as 203040, white, black, green or none, or a picture or film such as stage.jpg"

extern const char *const look_fit_names[];                                     /* order of hone_backdrop_fit */
bool look_read_backdrop_place(const option *o, const char *text, void *field); /* look_backdrop: X,Y[,SCALE] */
#define LOOK_PLACE_EXPECTED "X,Y or X,Y,SCALE, such as 0,-40 or 100,0,0.5; SCALE from 0.001 to 1000"
bool look_backdrop_is_set(const look_backdrop *backdrop); /* something is given that only matters with a file */

#endif
