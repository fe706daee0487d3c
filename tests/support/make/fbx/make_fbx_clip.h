/* Makes FBX files with nodes and one clip that moves them, in any encoding of the format. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_CLIP_H
#define HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_CLIP_H

#include "support/make/fbx/make_fbx.h"

enum { MAKE_FBX_TICKS = 1924423250, MAKE_FBX_FRAMES = 24 }; /* ticks of a frame, frames of a second */

/* A key. flags: of KeyAttrFlags. */
typedef struct make_fbx_key {
    double frame;
    float value;
    int32_t flags;
    float right_slope, next_left_slope, right_weight, next_left_weight; /* weights: used where the flags say so */
} make_fbx_key;

typedef struct make_fbx_curve {
    uint32_t count; /* 0: there is no curve */
    const make_fbx_key *keys;
    char before, after; /* letters of extrapolation; 0: none */
    int32_t repetitions;
} make_fbx_curve;

/* The keys of a property of three numbers on one layer. */
typedef struct make_fbx_track {
    uint32_t layer;
    int32_t node;         /* -1: the weight of the layer itself */
    const char *property; /* "Lcl Rotation", or one of the node's attribute; NULL ends a list */
    double defaults[3];
    make_fbx_curve curves[3];
} make_fbx_track;

typedef struct make_fbx_layer {
    int32_t blend_mode, rotation_mode, scale_mode;
    double weight; /* 0: the file does not say */
} make_fbx_layer;

typedef struct make_fbx_node {
    const char *name;
    int32_t parent;                               /* -1: the root */
    double translation[3], rotation[3], scale[3]; /* scale 0 is 1 */
    double rotation_pivot[3], rotation_offset[3];
    int32_t inherit;       /* InheritType */
    const char *attribute; /* "Camera" or "Light"; NULL: none. Version 7 only */
    int32_t looked_at_by;  /* 1 + the camera whose "LookAtProperty" it is; 0: none */
    int32_t above;         /* 1 + the camera whose "UpVectorProperty" it is; 0: none */
} make_fbx_node;

typedef struct make_fbx_clip {
    uint32_t node_count;
    const make_fbx_node *nodes;
    uint32_t layer_count; /* version 6.1: the first alone */
    const make_fbx_layer *layers;
    const make_fbx_track *tracks;
    double start, stop; /* frames; equal: the file does not say */
    bool has_channel;   /* version 7: a blend channel "smile" of shapes at 50 % and 100 %, moved by "DeformPercent" */
    bool range_in_take; /* version 7: only a take says */
    bool short_attributes; /* damage: fewer attributes than keys */
} make_fbx_clip;

/* Release the bytes. */
hone_bytes make_fbx_clip_file(const make_fbx_clip *clip, const make_fbx_kind *kind);

#endif
