/* One segment while its steps are chosen: the samples of all bones, as they are and as they will be decoded. */
#ifndef HONE_SRC_CLIP_SEGMENT_H
#define HONE_SRC_CLIP_SEGMENT_H

#include "core/clip/packing.h"
#include "core/tolerance/fit.h"

enum { SAMPLES = TOLERANCE_TIMES }; /* if a segment has fewer, the last one is repeated */

typedef struct clip_segment {
    const clip_pack_context *packing;
    uint32_t first, count;                     /* samples */
    double (*coefficients)[HONE_CLIP_SEGMENT]; /* [component_count] of degree 0, 1, … */
    clip_numbers numbers[4];                   /* of the track that was last rounded, with its step and its bytes */
    uint32_t step, bytes;
    tolerance_tree tree; /* its joints are the bones by place */
    tolerance_fit fit;   /* of the tracks of bones; its levels are steps */
    bool failed;
} clip_segment;

/* Takes the memory of a segment. */
bool hone_clip_segment_make(clip_segment *segment, const clip_pack_context *packing, hone_arena *memory);

/* Computes the truth and the coefficients of a segment. */
void hone_clip_segment_begin(clip_segment *segment, uint32_t index);

/* Returns the bytes of a track with a step, or UINT32_MAX if its coefficients are too large. numbers: [width] out, or
 * NULL. */
uint32_t hone_clip_segment_quantise(const clip_segment *segment, const clip_track *track, uint32_t step,
                                    clip_numbers *numbers);

#endif
