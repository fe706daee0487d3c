/* Tangents of the keys of an FBX curve: those that the file gives, and those that it leaves to the reader. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_TANGENTS_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_TANGENTS_H

#include "files/format/fbx/animation/curve.h"

/* Bits of KeyAttrFlags. */
enum {
    FBX_KEY_CONSTANT = 0x2,
    FBX_KEY_LINEAR = 0x4,
    FBX_KEY_CUBIC = 0x8,
    FBX_KEY_NEXT = 0x100,   /* of a constant key: the value of the key after */
    FBX_KEY_TCB = 0x200,    /* of a cubic key: tangents from tension, continuity and bias */
    FBX_KEY_USER = 0x400,   /* of a cubic key: the slopes of the file; without it they are found from the neighbours */
    FBX_KEY_CLAMP = 0x1000, /* flat beside a key of the same value */
    FBX_KEY_TIME_INDEPENDENT = 0x2000,  /* the slope from the key before to the key after */
    FBX_KEY_CLAMP_PROGRESSIVE = 0x4000, /* without overshoot */
    FBX_KEY_WEIGHTED_RIGHT = 0x1000000,
    FBX_KEY_WEIGHTED_NEXT_LEFT = 0x2000000
};

/* A key as the file gives it: the attributes are of the segment that begins at it. */
typedef struct fbx_raw_key {
    double time, value;
    uint32_t flags;
    float right_slope, next_left_slope; /* TCB: tension, continuity; automatic: the bias of the tangents, per cent */
    float tcb_bias;
    float right_weight, next_left_weight;
} fbx_raw_key;

/* Finds the tangents of a key. before, after: its neighbours, or NULL. */
void hone_fbx_set_tangents(const fbx_raw_key *before, const fbx_raw_key *key, const fbx_raw_key *after, fbx_key *out);

#endif
