/* The state of packing, which is done in steps, a file for each: what has to be stored (tracks.c), the coefficients of
 * each segment and their steps (segment.c), profiles (profiles.c), the bytes (pack.c). */
#ifndef HONE_SRC_CLIP_PACKING_H
#define HONE_SRC_CLIP_PACKING_H

#include "core/clip/layout.h"

/* A part of a bone, or a weight, that changes. */
typedef struct clip_track {
    uint32_t target;
    uint8_t group, width;
    uint32_t component; /* the first of its components among all */
    float base[4];      /* what is stored without changes: as in hone_clip_base */
    double step;        /* a first guess of its steps */
} clip_track;

/* The numbers of one component in one segment: what is written. */
typedef struct clip_numbers {
    int32_t values[HONE_CLIP_SEGMENT]; /* of degree 0, 1, … */
    uint8_t bits[HONE_CLIP_WIDTHS];    /* that they need */
} clip_numbers;

typedef struct clip_pack_context {
    const hone_clip_pack_desc *desc;
    hone_arena *memory;
    double tolerance, weight_tolerance;
    uint8_t *kinds, *weight_kinds;
    uint32_t *order;    /* [bone_count] bones, each with all that are below it behind it */
    uint32_t *places;   /* [bone_count] of bones in `order` */
    uint32_t *ends;     /* [bone_count] by place: the place after the last bone below */
    int32_t *parents;   /* [bone_count] by place: the parent's place */
    float *levers;      /* [bone_count] by bone: the largest distance from the bone to a point that it carries */
    float *gains;       /* [bone_count] by bone: how much the bones above it enlarge */
    clip_track *tracks; /* by group, in the order of the targets */
    uint32_t track_count, component_count, interval_count, segment_count;
    uint8_t *steps;        /* [segment_count][track_count] */
    clip_numbers *numbers; /* [segment_count][component_count] */
} clip_pack_context;

/* The value of a bone at a sample, with a rotation of unit length. */
hone_transform hone_clip_value(const clip_pack_context *p, uint32_t bone, uint32_t sample);
/* The matrix of a value, with the bone's offset. */
hone_affine hone_clip_local(const clip_pack_context *p, uint32_t bone, const hone_transform *value);
/* The rest value of a bone. */
hone_transform hone_clip_rest(const clip_pack_context *p, uint32_t bone);

/* Copies the parts that the clip does not have. */
void hone_clip_keep_absent(const clip_pack_context *p, uint32_t bone, const hone_transform *from, hone_transform *to);

/* Sorts the bones into `order`. Fails on cycles and parents that do not exist. */
bool hone_clip_order(clip_pack_context *p, hone_error *error);

/* Finds the kinds of all parts and weights, and makes the tracks. */
bool hone_clip_find_tracks(clip_pack_context *p, hone_error *error);

/* Returns the value of a track's components at a sample, without its base. */
void hone_clip_track_value(const clip_pack_context *p, const clip_track *track, uint32_t sample, float out[4]);

/* Chooses the steps and computes the numbers of all segments. False: the tolerance cannot be kept (UNSUPPORTED), or
 * memory. */
bool hone_clip_fit_segments(clip_pack_context *p, hone_error *error);

/* Chooses the profiles of a clip. profiles: [HONE_CLIP_PROFILES]; indices: [segment_count][component_count] out. */
bool hone_clip_choose_profiles(const clip_pack_context *p, hone_clip_profile *profiles, uint32_t *count,
                               uint8_t *indices, hone_error *error);

/* Returns how many times smaller than the tolerance the errors of a bone's points must be. */
static inline float hone_clip_precision(const clip_pack_context *p, uint32_t bone)
{
    return p->desc->precision ? p->desc->precision[bone] : 1;
}

/* Decodes the block at all samples, and measures it in double precision. worst: out: the largest error, each times the
 * precision of its bone. */
bool hone_clip_measure(const clip_pack_context *p, const hone_bytes *block, hone_clip_pack_report *report,
                       double *worst, hone_error *error);

#endif
