/* One segment while its steps are chosen: the samples of all bones, as they are and as they will be decoded. */
#ifndef HONE_SRC_CLIP_SEGMENT_H
#define HONE_SRC_CLIP_SEGMENT_H

#include "core/clip/matrices.h"
#include "core/clip/packing.h"

enum { SAMPLES = CLIP_ROW }; /* if a segment has fewer, the last one is repeated */

typedef struct clip_segment {
    const clip_packing *packing;
    uint32_t first, count;                     /* samples */
    double (*coefficients)[HONE_CLIP_SEGMENT]; /* [component_count] of degree 0, 1, … */
    clip_parts *parts;                         /* [bone_count] by bone, as decoded */
    clip_matrices *locals;                     /* [bone_count] by place, as decoded */
    clip_matrices *models;                     /* [bone_count] by place, as decoded */
    clip_matrices *trial;                      /* [bone_count] by place: models with one other track */
    clip_matrices *truth;                      /* [bone_count] by place */
    uint8_t *steps;                            /* [track_count] */
    uint32_t *bytes;                           /* [track_count] that the track takes with its step */
    bool *done;                                /* [track_count] no coarser step is possible */
    bool failed;
} clip_segment;

/* Takes the memory of a segment. */
bool hone_clip_segment_make(clip_segment *segment, const clip_packing *packing, hone_arena *memory);

/* Computes the truth and the coefficients of a segment. */
void hone_clip_segment_begin(clip_segment *segment, uint32_t index);

/* Returns the bytes of a track with a step, or UINT32_MAX if its coefficients are too large. numbers: [width] out, or
 * NULL. */
uint32_t hone_clip_segment_quantise(const clip_segment *segment, const clip_track *track, uint32_t step,
                                    clip_numbers *numbers);

/* Decodes a track with a step into the parts of its bone. */
void hone_clip_segment_decode(const clip_segment *segment, const clip_track *track, uint32_t step, clip_parts *parts);

/* Computes the matrices of parts. */
void hone_clip_segment_local(const clip_segment *segment, uint32_t bone, const clip_parts *parts, clip_matrices *out);

/* Computes the models of a place and those below it into `trial`, with another matrix of the place. Returns the square
 * of the largest error of their points, times their precision, or infinity as soon as it exceeds `limit`. */
float hone_clip_segment_try(clip_segment *segment, uint32_t place, const clip_matrices *local, float limit);

/* Makes the last trial the state of the segment. */
void hone_clip_segment_accept(clip_segment *segment, uint32_t place, const clip_matrices *local);

#endif
