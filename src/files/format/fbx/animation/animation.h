/* The animation of one stack (clip) of an FBX file: its layers, and the curves that are read from it so far. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_ANIMATION_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_ANIMATION_H

#include "files/format/fbx/animation/curve.h"
#include "files/format/fbx/reader.h"

enum { FBX_LAYERS_MAX = 255 }; /* of a stack; later ones are ignored */

/* How a layer acts on those before it. */
typedef struct fbx_layer {
    uint32_t object;
    bool blended;                  /* otherwise it replaces them, whatever its weight */
    bool additive;                 /* of a blended one: it is added; otherwise interpolated */
    bool whole_rotations;          /* rotations are combined as rotations, not angle by angle */
    bool multiplies;               /* scales are multiplied, not added */
    double weight;                 /* 0 to 1 */
    const fbx_curve *weight_curve; /* per cent; NULL: no keys */
} fbx_layer;

typedef struct fbx_animation {
    fbx_reader *reader;
    double start, stop; /* seconds of the file's time; the motion's time 0 is `start` */
    uint32_t layer_count;
    fbx_layer *layers;
    uint8_t *layer_of_node;   /* [objects] of a curve node: its layer + 1; 0: none of this stack */
    const fbx_curve **curves; /* [objects] those that have been read; NULL: not yet, or without keys */
    uint8_t *curve_is_read;   /* [objects] */
    uint64_t key_count;       /* of all curves that have been read */
} fbx_animation;

/* Opens a stack; UINT32_MAX: nothing moves. Errors: MEMORY; FORMAT (damaged arrays). */
bool hone_fbx_animation_open(fbx_animation *animation, fbx_reader *reader, uint32_t stack);

/* The time range of a stack in seconds, as it or its take says, or that of its keys. */
bool hone_fbx_stack_range(fbx_reader *reader, uint32_t stack, double *start, double *stop);

/* Returns how many ticks of the file's clock a second has. */
double hone_fbx_ticks_per_second(const fbx_document *document);

/* Reads the keys of a curve; *out is NULL if it has none. Damaged keys are repaired, with a warning. Errors: MEMORY;
 * FORMAT (damaged arrays). */
bool hone_fbx_read_curve(fbx_reader *reader, uint32_t object, const fbx_curve **out);
/* The same, but each curve is read once. */
bool hone_fbx_animation_curve(fbx_animation *animation, uint32_t object, const fbx_curve **out);

#endif
