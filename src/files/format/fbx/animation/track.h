/* A property of up to three numbers, such as "Lcl Rotation", as the layers of an animation move it. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_TRACK_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_TRACK_H

#include "files/format/fbx/animation/animation.h"

typedef enum fbx_track_kind {
    FBX_TRACK_NUMBERS,  /* layers add and interpolate each number alone */
    FBX_TRACK_ROTATION, /* three angles, in degrees */
    FBX_TRACK_SCALE
} fbx_track_kind;

/* The part of one layer. */
typedef struct fbx_track_layer {
    const fbx_layer *layer;
    bool is_first;         /* of the stack: it replaces the property, whatever its mode */
    fbx_cursor cursors[3]; /* curve NULL: the number stays at its default */
    double defaults[3];
    fbx_cursor weight; /* curve NULL: that of the layer */
} fbx_track_layer;

typedef struct fbx_track {
    uint8_t kind;  /* fbx_track_kind */
    uint8_t order; /* of the angles of a rotation */
    double rest[3];
    uint32_t layer_count; /* 0: the property is always at rest */
    fbx_track_layer *layers;
} fbx_track;

/* Finds what moves a property. `kind`, `order` and `rest` have to be set. Errors: MEMORY, FORMAT. */
bool hone_fbx_track_open(fbx_animation *animation, uint32_t object, const char *property, fbx_track *track);

/* Returns whether the property has one value at all times, since its curves do. */
bool hone_fbx_track_is_still(const fbx_track *track);

/* Moves all cursors to a time. */
void hone_fbx_track_seek(fbx_track *track, double time);
/* Return, for the segments to which the cursors were moved: the time at which the first of them ends; by how much a
 * curve of a number changes at most between two times of them; and by how much the numbers change, INFINITY if that is
 * not known. */
double hone_fbx_track_end(const fbx_track *track);
double hone_fbx_track_curve_change(const fbx_track *track, double from, double to);
double hone_fbx_track_change(const fbx_track *track, double from, double to);
/* Returns whether one of these segments has weighted tangents. */
bool hone_fbx_track_is_uneven(const fbx_track *track);

/* Computes the property at a time of these segments, their ends included. */
void hone_fbx_track_value(const fbx_track *track, double time, double out[3]);
/* The same for 1 to 4 times side by side: out[number][time], of which the rest are those of the last time. */
void hone_fbx_track_values(const fbx_track *track, const double *times, uint32_t count, double out[3][4]);

#endif
